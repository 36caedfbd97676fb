"""T11: rounds ask for the bottom of a pile that grows from one to the next."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoyle.dsl.analysis.never_cleared import check_never_cleared
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.checked.conftest import look_over
from tests.heads import head

GAME = head("Rounds", "2", "7 8 9 10 J Q K A")
GAME += """\
  hand of Seat: Cards, face up
  trick: Pile, face up
  won: Cards, face up
match
  shuffle stock
  deal 8 each from stock to hand of s for s in seats
  {before}
  {loop}
    for s in seats
      choose s
        lay card in hand of s
          must trick is empty or suit of card is suit of {end} of trick, if able
          move card to trick{how}
    {step}
  {after}
"""
EMPTY = "repeat until hand of seats is empty"
STEP = 'say "{trick}"'
STAYS = {"loop": EMPTY, "end": "bottom", "how": "", "step": STEP, "after": STEP, "before": STEP}


@pytest.mark.parametrize(
    "other, told",
    [
        ({}, True),
        ({"loop": "repeat 8 times"}, True),
        ({"step": "move trick to won"}, False),
        ({"after": "move trick to won"}, False),  # two cards of each make one trick
        ({"step": "for card in trick\n      move card to won"}, False),
        ({"step": "gather into stock"}, False),
        ({"end": "top"}, False),
        ({"before": "move (first c in hand of seats) to trick"}, False),
        ({"how": " at the bottom"}, False),
        ({"loop": "if hand of seats is not empty"}, False),  # each lays one
    ],
)
def test_a_trick_that_stays_is_told(tmp_path: Path, other: dict[str, str], told: bool) -> None:
    path = tmp_path / "rounds.cards"
    path.write_text(GAME.format(**(STAYS | other)), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.failed, report.problems
    assert told == any(problem.code == "T11" for problem in report.problems)


LOOP = """\
  for one in seats
    choose one
      lay card in hand of one
        move card to heap
"""


def test_the_work_grows_as_the_loops_do() -> None:
    work = []
    for many in (50, 100):
        text = head("Loops") + "  hand of Seat: Cards, seen by owner\n  heap: Pile, face up\n"
        game, _ = look_over(f"{text}\nmatch\n{LOOP * many}")
        calls: list[str] = []
        sys.setprofile(lambda frame, event, arg, calls=calls: calls.append(event))
        check_never_cleared(game, (game.phases["match"].span.source,), Report())
        sys.setprofile(None)
        work.append(len(calls))
    assert work[1] < 2.5 * work[0]
