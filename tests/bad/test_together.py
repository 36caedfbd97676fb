"""Mistakes in rules, in secrecy and in examples are told in one run."""

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
