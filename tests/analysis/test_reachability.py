"""Loops without a bound: what takes a card in every round is seen through phases."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

GAME = head("Loop", "2", "7 8")
GAME += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
match
  deal 2 each from stock to hand of seat for seat in seats
  repeat until hand of seats is empty
    for seat in seats
      choose seat
        lay card in hand of seat
          put_down of card
phase put_down(card: Card)
  {step}
"""


def inspect(tmp_path, text: str) -> Report:
    """What is found in a game."""
    path = tmp_path / "loop.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return report


@pytest.mark.parametrize(
    "step, ends",
    [
        ("move card to heap", True),
        ("put_there of card\nphase put_there(which: Card)\n  move which to heap", True),
        ("let other = top of stock\n  move [other, card] to heap", True),
        ("let which = card\n  move which to heap", True),
        ("move card to heap\n  gather into stock", True),
        ("let which = top of stock\n  move which to heap", False),
        ("move heap + [card] to heap turned over", True),
        ("let other = top of stock\n  move [other] + top(stock, 1) to heap", False),
        ("if rank of card is 7\n    move card to heap", False),
        ("move card to hand of left of player of card", False),
        ('say "{card}"', False),
        ("win all seats", True),
        ("end match", True),
        ("end put_down", False),
        ("if rank of card is 7\n    move card to heap\n  else\n    end match", True),
    ],
)
def test_a_phase_takes_the_card_it_is_given(tmp_path, step, ends):
    report = inspect(tmp_path, GAME.format(step=step))
    assert ("F02" in {problem.code for problem in report.problems}) is not ends


GIVEN = (
    GAME[: GAME.index("match")]
    + """\
match
  deal 2 each from stock to hand of seat for seat in seats
  repeat until heap is empty, however long
    for seat in seats where hand of seat is not empty
      choose seat
        lay card in hand of seat
          back of {card}
phase back(card: Card)
  move card to stock
"""
)


@pytest.mark.parametrize("card, changes", [("card", False), ("top of heap", True)])
def test_cards_that_a_phase_is_given_come_from_where_they_lay(tmp_path, card, changes):
    report = inspect(tmp_path, GIVEN.format(card=card))
    labels = [problem.label for problem in report.problems if problem.code == "F02"]
    assert ("no card leaves `heap` in this loop" in labels) is not changes


FREE = GAME[: GAME.index("      choose seat")] + "{turn}\n  win seats\n"
LAY = "lay card in hand of seat\n          move card to heap\n"
IF = "      if {test}\n        choose seat\n          lay card in hand of seat\n"
IF += "            move card to heap"
WAIT = 'wait card in hand of seat\n          say "-"'


@pytest.mark.parametrize(
    "turn, why",
    [
        (IF.format(test="hand of seat is not empty"), None),
        (f"      choose seat\n        {LAY}        otherwise\n          say \"none\"", None),
        (
            IF.format(test="top of heap is 7♠"),
            "where nothing of this is done, no card leaves `hand`",
        ),
        (
            IF.format(test="hand of left of seat is not empty"),
            "where nothing of this is done, no card leaves `hand`",
        ),
        (
            f"      choose seat\n        {LAY}        {WAIT}",
            "`wait` does not move `card`",
        ),
        (
            f"      choose seat\n        {LAY}        wait\n          say \"-\"",
            "by this no card leaves `hand`",
        ),
        (
            f"      choose seat\n        {LAY}      move heap to hand of seat",
            "cards come to `hand` here",
        ),
        (
            "      move (hand of seat where rank of it is 7) to heap",
            "it may be that no card is like this",
        ),
        (
            f"      choose seat\n        {LAY}".replace("of seat", "of seat where its suit is ♠"),
            None,
        ),
        (
            f"      choose seat\n        {LAY}"
            "        lay_sevens\n          move (hand of seat where rank of it is 7) to heap",
            "it may be that no card is like this",
        ),
    ],
)  # fmt: skip
def test_what_keeps_a_loop_from_its_end_is_shown(tmp_path, turn, why):
    report = inspect(tmp_path, FREE.format(turn=turn))
    told = [problem.also for problem in report.problems if problem.code == "F02"]
    assert [says for ((_, says),) in told] == ([] if why is None else [why])


FEW = f"""{GAME[: GAME.index("match")]}match
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    repeat until size of hand of seat {{few}}
      choose seat
        {LAY}
  win seats
"""


@pytest.mark.parametrize("few, ends", [("<= 2", True), ("< 2", True), ("is 2", False)])
def test_a_loop_that_waits_for_few_cards_ends_as_one_that_waits_for_none(tmp_path, few, ends):
    report = inspect(tmp_path, FEW.format(few=few))
    assert ("F02" in {problem.code for problem in report.problems}) is not ends
