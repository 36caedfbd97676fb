"""What stands in the cells of cases is a value for a name, whatever asks for it."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.report import Report
from hoyle.interpreter.library.loader import inspect_file
from tests.heads import head

GAME = (
    head("Alike", "2")
    + """\
  hand of Seat: Cards, seen by owner

define alike(cards: Cards) = one_rank of cards

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  show hand of seats
  win seats where alike of hand of it

example "alike or not"
  players ann bob
  cases
    cards   | good
    [7♠ 7♥] | yes
    [7♠ 8♥] | no
  expect alike of cards or not good
"""
)


def test_a_cell_of_cases_is_no_question_that_is_always_answered(tmp_path: Path) -> None:
    path, report = tmp_path / "alike.cards", Report()
    path.write_text(GAME, encoding="utf-8")
    inspect_file(path, path.name, report, lambda *_: None)
    assert report.in_order() == []
    path.write_text(GAME.replace("not good", "not no"), encoding="utf-8")
    inspect_file(path, path.name, report, lambda *_: None)
    assert {problem.code for problem in report.in_order()} == {"F09"}
