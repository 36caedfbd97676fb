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
    ],
)
def test_a_phase_takes_the_card_it_is_given(tmp_path, step, ends):
    path = tmp_path / "loop.cards"
    path.write_text(GAME.format(step=step), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert ("F02" in {problem.code for problem in report.problems}) is not ends
