"""What is always true of Zetema and compares a position with an earlier one, so no law can say it.

See the section INVARIANTS of docs/rules/ledger.md; the other claims are laws of the ruleset.
"""

from __future__ import annotations

import itertools
from functools import cache

import attrs
import pytest

import hoyle
from hoyle.interpreter.library.options import OptionError, draw_options
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing.players import pick_move

GAMES = ("zetema", "zetema_1881", "zetema_sackson")
PLAYERS = (2, 3, 4, 5, 6)
DECISIONS = 400  # of each match; it is broken off there
MOST_OF_A_TURN = 170  # five marriages at once where the imperial ones earn more


@attrs.frozen
class Moment:
    """How it stands at a decision, and what came between it and the one before."""

    mover: int  # who decided last; -1 at the start
    side: int  # for whom he plays
    stock: int
    general: int  # a mask
    scores: tuple[int, ...]
    hands: int  # that began
    turns: int  # that began since the last hand did, or since the last decision


def moment(position: Position, mover: int) -> Moment:
    machine = position.table.machine
    held = {slot.name: position.slots[slot.at] for slot in machine.slots}
    scores = [value for name, value in held.items() if name.startswith("score")]
    begun = [event.phase for event in position.events if event.kind == "begin"]
    hands = begun.count("one_hand")
    last_hand = max((k for k, phase in enumerate(begun) if phase == "one_hand"), default=0)
    side = mover % len(scores) if mover >= 0 else -1
    turns = begun[last_hand:].count("turn")
    return Moment(mover, side, len(held["stock"]), held["general"], tuple(scores), hands, turns)


@cache
def played(game: str, players: int) -> tuple[Moment, ...]:
    """A match at random, with options at random but for a target that takes several hands."""
    ruleset = hoyle.load(game)
    options = draw_options(ruleset.game, players, Stream(players, "options", 0), {"target": 1000})
    position = Table(ruleset.build(players, options).machine).start(players)
    moves, found = Stream(players, "moves", 0), [moment(position, -1)]
    while not position.over and len(found) < DECISIONS:
        mover = position.seat
        assert mover is not None
        position = position.play(pick_move(position.legal(), moves))
        found.append(moment(position, mover))
    return tuple(found)


def within_hands(game: str, players: int) -> list[tuple[Moment, Moment]]:
    """Each moment with the next of the same hand."""
    found = played(game, players)
    return [(a, b) for a, b in itertools.pairwise(found) if not b.hands]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_stock_never_grows(game, players):
    pairs = within_hands(game, players)
    assert all(after.stock <= before.stock for before, after in pairs)
    assert any(after.stock < before.stock for before, after in pairs)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", PLAYERS)
def test_what_lies_in_the_general_pile_stays_there(game, players):
    pairs = within_hands(game, players)
    assert all(before.general & ~after.general == 0 for before, after in pairs)
    assert any(after.general > before.general for before, after in pairs)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", PLAYERS)
def test_only_the_side_of_the_mover_scores(game, players):
    found = played(game, players)
    earned = []
    for before, after in itertools.pairwise(found):
        for side, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
            assert new == old or side == after.side
            earned.append(new - old)
    assert min(earned) == 0
    assert 0 < max(earned) <= MOST_OF_A_TURN


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_hand_has_65_turns_at_most_and_earns_a_bounded_number(game, players):
    found = played(game, players)
    starts = [k for k, each in enumerate(found) if each.hands]
    assert len(starts) > 1, "no hand was played out"
    for first, last in itertools.pairwise(starts):
        turns = sum(each.turns for each in found[first:last])
        assert players < turns <= 65
        earned = sum(found[last].scores) - sum(found[first].scores)
        assert 90 <= earned <= turns * MOST_OF_A_TURN


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("zetema", {"wrap": "yes", "ace_in_sequence": "high"}),
        ("zetema", {"wrap": "yes", "ace_in_sequence": "low"}),
        ("zetema_1881", {"imperial_flush": "yes"}),
        ("zetema_sackson", {"imperial_suit": "♥"}),
        ("zetema_sackson", {"draw": "at_end"}),
    ],
)
def test_options_that_are_refused(game, options):
    with pytest.raises(OptionError):
        hoyle.load(game).table(3, options)
