"""The exact chance of each row of a ranking, for hands dealt from the whole pack.

Cards that do the same to everything that the rows read are counted together: how many of them a
hand has is what matters, and in how many ways they can be taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

import attrs

from hoyle.dsl.analysis.facts import all_values
from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.slots import Family
from hoyle.interpreter.hand_tables.hand_classes import (
    EMPTY,
    FeatureReader,
    NotByCard,
    join_alike,
)
from hoyle.interpreter.hand_tables.rows import NotSeen, OutOfWork, Rows, Work, lower_rows
from hoyle.interpreter.hand_tables.table_settings import GameSettings
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.play_games import InterpreterPlayer, OneTable

MOST_CARDS = 7  # in a hand that is counted
MOST_CLASSES = 20_000  # of hands of one size
MOST_WORK = 20_000_000  # things that rows go through, for all rankings
START: dict[str, int | None] = {"add": 0, "or": 0, "most": None, "least": None}  # of no cards
GAMES_WATCHED, MOST_DECISIONS = 8, 400  # to see how many cards hands have
MOST_CASES = 64  # values of all that is read besides the hand


@attrs.frozen
class Chance:
    """How many of all hands of so many cards are of a kind."""

    hits: int
    of: int
    cards: int

    def __str__(self) -> str:
        share = Fraction(self.hits, self.of)
        return f"{share.numerator:,}/{share.denominator:,} of {self.cards} cards"


class HandSizes(OneTable):
    """Plays games to see how many cards lie in the hands of which rankings are asked."""

    def __init__(self, player: InterpreterPlayer, game: g.Game) -> None:
        super().__init__(player, traced=True)
        self.sizes: dict[str, set[int]] = {}
        # by the ranking the places of each hand; none where it is asked of others
        self.asked: dict[str, set[tuple[int, ...]]] = {}
        families = {family.name: family for family in player.machine.families}
        for call in (value for value in all_values(game) if isinstance(value, g.Call)):
            if isinstance(call.of, g.Ranking):
                hands = _list_hands([families[one.name] for one in _list_zones(call.args[0])])
                known = self.asked.setdefault(call.of.name, hands)
                self.asked[call.of.name] = known | hands if known and hands else set()

    def on_row(self, row: p.TableRow) -> None:
        """A hand is of this kind."""
        for slots in self.asked.get(row.table, ()):
            many = [len(self.engine.zones.cards(self.slots, slot)) for slot in slots]
            if all(many):
                self.sizes.setdefault(row.table, set()).add(sum(many))


def _list_zones(hand: g.Value) -> list[g.Zone]:
    """The zones whose cards a hand puts together, `hand of seat + board`; else none."""
    if isinstance(hand, g.Op) and hand.name == "union":
        parts = [_list_zones(part) for part in hand.args]
        return [zone for part in parts for zone in part] if all(parts) else []
    if isinstance(hand, g.Call) and isinstance(hand.of, g.Define):
        return _list_zones(hand.of.value)
    return [hand.zone] if isinstance(hand, g.Load) and hand.zone else []


def _list_hands(families: Sequence[Family]) -> set[tuple[int, ...]]:
    """The places of one hand after another; a zone that is there once is of all of them."""
    several = {len(family.slots) for family in families if len(family.slots) > 1}
    if not families or len(several) > 1:
        return set()
    places = [family.slots for family in families]
    return {
        tuple(slots[k] if len(slots) > 1 else slots[0] for slots in places)
        for k in range(max(map(len, places)))
    }


def find_hand_sizes(ruleset: Ruleset, table: Table) -> dict[str, int]:
    """How many cards a hand has, of rankings that are asked of hands of one size only."""
    player = attrs.evolve(InterpreterPlayer.of(ruleset, table), longest=MOST_DECISIONS)
    watch = HandSizes(player, ruleset.game)
    for number in range(GAMES_WATCHED):
        watch.play(0, number)
    return {name: min(sizes) for name, sizes in watch.sizes.items() if len(sizes) == 1}


def list_chances(
    game: g.Game, players: int, options: Mapping[str, int], sizes: Mapping[str, int]
) -> dict[tuple[str, str], Chance]:  # fmt: skip
    """Of each row of a ranking, by both names, its chance in hands of the size that they have.

    Where `sizes` do not say it, in the smallest that can be it.
    Left out are rankings that cannot be counted so, and rows that depend on more than the hand.
    """
    lowering = GameSettings(game, Work(MOST_WORK)).at(players, tuple(sorted(options.items())))
    found: dict[tuple[str, str], Chance] = {}
    for name, ranking in game.rankings.items() if lowering is not None else ():
        assert lowering is not None
        try:
            rows = lower_rows(ranking, lowering)
        except NotSeen:
            continue
        if len(rows.hands) != 1 or rows.sampled or rows.combinations > MOST_CASES:
            continue
        asked = range(2, rows.pack.size + 1) if name not in sizes else (sizes[name],)
        for cards in [many for many in asked if many <= MOST_CARDS]:
            try:
                counts = _count_rows(rows, cards)
            except (NotByCard, NoAnswer, OutOfWork, RulesetFault):
                break
            for row, hits in zip(ranking.rows, counts, strict=True):
                if hits:
                    chance = Chance(hits, comb(rows.pack.size, cards), cards)
                    found.setdefault((name, row.name), chance)
                elif hits is None:
                    found.setdefault((name, row.name), Chance(-1, 1, cards))
    return {key: chance for key, chance in found.items() if 0 < chance.hits < chance.of}


def _count_rows(rows: Rows, cards: int) -> list[int | None]:
    """How many hands each row is the first to fit; None where it depends on more than the hand."""
    tests = [rows.compiler.value(test) for test in rows.tests]
    found: list[list[int]] = []
    for values in rows.list_combinations():
        counts = [0] * len(tests)
        for hand, ways in _list_classes(rows, cards, values):
            slots = rows.blank((hand,), values)
            first = next((k for k, test in enumerate(tests) if test(slots)), None)
            if first is not None:
                counts[first] += ways
        found.append(counts)
    return [one[0] if len(set(one)) == 1 else None for one in zip(*found, strict=True)]


def _list_classes(rows: Rows, cards: int, values: tuple[int, ...]) -> list[tuple[int, int]]:
    """A hand of each class that the rows cannot tell apart, and how many hands are like it."""
    reader = FeatureReader(rows.compiler, rows.hand_slots, rows.blank((), values), cards)
    for test in rows.tests:
        reader.read(test)
    features = list(reader.found)
    groups: dict[tuple[int | None, ...], list[int]] = {}
    for card in range(rows.pack.size):
        groups.setdefault(tuple(feature.gives[card] for feature in features), []).append(card)
    nothing = tuple(START.get(feature.join, EMPTY) for feature in features)
    found: dict[tuple[int, tuple[int | None, ...]], tuple[int, int]] = {(0, nothing): (0, 1)}
    for gives, group in groups.items():
        new: dict[tuple[int, tuple[int | None, ...]], tuple[int, int]] = {}
        for (size, held), (hand, ways) in found.items():
            for many in range(min(len(group), cards - size) + 1):
                after = tuple(map(join_alike, features, held, gives, [many] * len(held)))
                more = sum(1 << card for card in group[:many])
                first, before = new.get((size + many, after), (hand | more, 0))
                new[size + many, after] = first, before + ways * comb(len(group), many)
        if len(new) > MOST_CLASSES:
            raise NotByCard
        found = new
    return [entry for (size, _), entry in found.items() if size == cards]
