"""Which cards of a failed game have a name: no more than matter, and each in its own deal."""

from __future__ import annotations

import re

import attrs
import pytest

from hoyle.interpreter.runtime.laid_position import ANY
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.testing.shrink import named_cards
from hoyle.interpreter.testing.shrink.candidate_runs import Candidate, CandidateRunner
from hoyle.interpreter.testing.shrink.failure_text import (
    COUNTS_ANY,
    NOT_SURE,
    describe_failure,
    replay_failing_game,
)
from hoyle.interpreter.testing.shrink.named_cards import drop_named, name_what_matters
from tests.heads import head
from tests.shrink.conftest import FindSmallest, LoadText

# The card below all others says what comes of it, as one that is turned up for trumps does.
BELOW = head("Below", "2", order="high")
BELOW += """\
  hand of Seat: Cards, seen by owner

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats

never "no seven lies below": size of stock < 30 and rank of bottom of stock is not 7
"""

# In each of two deals a card is played; only that of the second breaks the law.
TWO_DEALS = head("Two Deals", "2", order="high")
TWO_DEALS += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up

state
  dealer: Seat = random of seats
  deals: 0..2 = 0

match
  repeat 2 times
    gather into stock
    shuffle stock
    deal 3 each from stock to hand of seat for seat in seats
    deals += 1
    choose dealer
      play card in hand of dealer
        move card to trick

never "the nine of spades": deals is 2 and 9♠ in trick
"""


def test_the_one_card_is_named_that_stands_for_all_that_might_lie_there(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    shown = find_smallest(load_text(BELOW), "law")
    assert shown.script.cards == 1 and shown.is_sure


def test_a_card_that_is_named_in_one_deal_is_any_in_the_other(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(TWO_DEALS)
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    deals = re.split(r"(?m)^ *stock.*$", "\n".join(lines))
    assert len(deals) == 3, lines
    assert "9♠" not in deals[1] and "9♠" in deals[2]


# What is dealt stays in hand, so that cards of two deals matter together.
KEPT_ON = head("Kept On", "2", order="high")
KEPT_ON += """\
  hand of Seat: Cards, seen by owner

state
  deals: 0..2 = 0

match
  repeat 2 times
    shuffle stock
    deal 3 each from stock to hand of seat for seat in seats
    choose first_seat
      nod
    deals += 1

define first_seat = first seat in seats

never "four of a suit": deals is 2 and any s in suits where size of suited(s) > 3

define suited(s: Suit) = hand of first_seat where its suit is s
"""


def test_cards_of_two_deals_that_matter_together_are_named(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(KEPT_ON)
    shown = find_smallest(ruleset, "law")
    assert shown.is_sure and shown.script.cards == 4
    at = CandidateRunner(ruleset, shown.finding, 10_000, lambda: True)
    played = 0
    for seed in range(1000, 1100):
        found = at.run(Candidate(shown.script, shown.texts, fill=seed))
        runner = at.runner_of(shown.script)
        assert runner is not None
        came = [pile for pile in runner.chance.list_outcomes() if isinstance(pile, tuple)]
        named = [pile for pile in shown.script.chance if isinstance(pile, tuple)]
        there = all(
            card in (ANY, other)
            for pair in zip(named, came, strict=False)
            for card, other in zip(*pair, strict=False)
        )
        played += there
        assert found is not None or not there
    assert played > 50


def test_where_time_is_up_what_was_found_so_far_is_named_and_said_to_be_no_more(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(BELOW)
    shown = find_smallest(ruleset, "law")
    plain = attrs.evolve(shown, script=attrs.evolve(shown.script, chance=()))
    at = CandidateRunner(ruleset, shown.finding, 8, lambda: True)
    named = name_what_matters(at, plain)
    assert named.script.cards <= 1 and not named.is_sure
    assert NOT_SURE in "\n".join(describe_failure(ruleset, named))
    assert NOT_SURE not in "\n".join(describe_failure(ruleset, shown))


def test_where_time_is_up_no_deal_is_looked_at_any_more(
    load_text: LoadText, find_smallest: FindSmallest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that shuffles many thousand times would take long even with nothing played."""
    ruleset = load_text(BELOW)
    shown = find_smallest(ruleset, "law")
    [pile] = shown.brought
    many = attrs.evolve(
        shown, brought=(pile,) * 50, script=attrs.evolve(shown.script, chance=(pile,) * 50)
    )
    tried = list[object]()
    monkeypatch.setattr(named_cards, "_with_outcome", lambda *args: tried.append(args))
    at = CandidateRunner(ruleset, shown.finding, 200, lambda: False)
    assert not name_what_matters(at, many).is_sure
    assert list(drop_named(at, many)) == tried == []


def test_a_pile_of_which_more_cards_are_named_than_it_has(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """A reshuffled pile is smaller where other moves went before it."""
    ruleset = load_text(BELOW)
    shown = find_smallest(ruleset, "law")
    [pile] = shown.brought
    assert isinstance(pile, tuple)
    long = attrs.evolve(shown.script, chance=((*pile, 90, 91),))
    at = CandidateRunner(ruleset, shown.finding, 200, lambda: True)
    assert at.replay(name_what_matters(at, attrs.evolve(shown, script=long)))


PAIRS = head("Pairs", "2", order="high")
PAIRS += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up

match
  shuffle stock
  deal 12 each from stock to hand of seat for seat in seats
  choose first_seat
    play card in hand of first_seat
      move card to trick

define first_seat = first seat in seats

never "a pair" at match.play:
  any other in hand of first_seat where other is not card and rank of other is rank of card
"""


def test_where_time_is_up_the_cards_of_moves_and_of_the_broken_law_are_named(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(PAIRS)
    found = find_smallest(ruleset, "law")
    # of a shuffle of which nothing is written the cards come in the pack's order
    script = attrs.evolve(found.script, chance=(), moves=(Move(0, (0,)),))
    shown = attrs.evolve(found, script=script, is_sure=False)
    finding = replay_failing_game(ruleset, shown).finding
    lines = describe_failure(ruleset, attrs.evolve(shown, finding=finding))
    (stock,) = (line for line in lines if line.lstrip().startswith("stock"))
    (move,) = re.findall(r"play (\S+)", "\n".join(lines))
    (other,) = re.findall(r"(?m)^ +(\S+): rank of", "\n".join(lines))
    assert move in stock and other in stock, lines


def test_the_cards_of_a_move_at_which_a_law_breaks_are_counted_also_where_no_shuffle_names_them(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(PAIRS)
    found = find_smallest(ruleset, "law")
    script = attrs.evolve(found.script, chance=(), moves=(Move(0, (0,)),))
    lines = describe_failure(ruleset, attrs.evolve(found, script=script, is_sure=True))
    assert lines[0] == "the smallest game found (2 players, 1 move, 1 card named):"
    (card,) = re.findall(r"play (\S+)", "\n".join(lines))
    assert any(f"  {card} and any 11 cards" in line for line in lines), lines


COUNTED = head("Counted", "2", order="high")
COUNTED += """\
  hand of Seat: Cards, seen by owner

state
  points of Seat: 0..9 = 0
  counted: yes or no = no

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    points of seat += {counts}
  counted = yes
  choose last of seats
    play card in hand of last of seats

table worth(cards: Cards), sum of all that fit
  rule    | when                     | points
  "suits" | size of suits of cards < 3 | 1
  "ranks" | size of cards > 2          | 1

never "the nine": counted and any card in hand of last of seats where card is 9♠
"""


@pytest.mark.parametrize(("counts", "differs"), [("worth(hand of seat)", True), ("1", False)])
def test_what_a_row_has_given_is_said_to_differ_where_cards_may_be_any(
    load_text: LoadText, find_smallest: FindSmallest, counts: str, differs: bool
) -> None:
    ruleset = load_text(COUNTED.replace("{counts}", counts))
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert (COUNTS_ANY in "\n".join(lines)) is differs
