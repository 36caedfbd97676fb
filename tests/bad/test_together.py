"""Mistakes of several kinds are told in one run, and none of them makes others."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

WAVES = head("Waves", "2", "7 8")
WAVES += """\
  hand of Seat: Cards, seen by owner

state
  leader: Seat

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  leader = first s in seats where 7♣ in hand of s
"""
EXAMPLE = """
example "who leads"
  players ann bob
  expect announce holder is ann
"""


def told(text: str, tmp_path: Path) -> list[tuple[str, int]]:
    path = tmp_path / "waves.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return [(problem.code, problem.span.line) for problem in report.in_order()]


def test_a_mistake_in_an_example_hides_no_leak(tmp_path):
    rules = told(WAVES, tmp_path)
    assert rules == [("N07", 14), ("S02", 19)]
    assert told(WAVES + EXAMPLE, tmp_path) == [*rules, ("E07", 23), ("E02", 23)]


def test_a_line_of_the_pack_that_says_more_gives_no_names_beside_another_mistake(tmp_path):
    under = (Path(__file__).parent / "G01-cards-under-a-condition.cards").read_text("utf-8")
    text = under.replace("= first s in seats", "= first of seats")
    assert told(text, tmp_path) == [("G01", 11), ("G01", 16)]
