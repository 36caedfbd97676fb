"""Lines behind a step from which play never comes back, also by way of a phase."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

GAME = head("Never", "2", "7 8")
GAME += """\
  hand of Seat: Cards, seen by owner
match
  deal 2 each from stock to hand of seat for seat in seats
  repeat 2 times
    one_deal
  say "over"
phase one_deal
  play_on
  say "played"
phase play_on
"""
LEAVES = [
    "  win seats",
    "  end match",
    "  end one_deal",
    "  if hand of seats is empty\n    win seats\n  else\n    end match",
    "  say_it\nphase say_it\n  win seats",
    "  choose last of seats\n    pass\n      win seats\n    stay\n      end match",
    "  choose last of seats\n    pass\n      win seats\n    otherwise\n      end match",
]
COMES_BACK = [
    '  say "on"',
    "  ends when hand of seats is empty\n  win seats",
    "  if hand of seats is empty\n    win seats",
    "  if hand of seats is empty\n    end play_on\n  win seats",
    "  repeat 2 times\n    if hand of seats is empty\n      win seats",
    "  inside\nphase inside\n  if hand of seats is empty\n    end play_on\n  win seats",
    "  choose last of seats\n    pass\n      win seats\n    stay\n",
]


def told(tmp_path, text: str) -> list[tuple[str, int]]:
    path = tmp_path / "never.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.failed, report.problems
    return [(one.span.text, len(one.also)) for one in report.problems if one.code == "F05"]


@pytest.mark.parametrize("steps", LEAVES)
def test_what_stands_behind_a_phase_that_never_comes_back_is_told(tmp_path, steps):
    found = told(tmp_path, f"{GAME}{steps}\n")
    assert found[0] == ('say "over"', 1) or found[-1] == ('say "played"', 1)
    assert ('say "played"', 1) in found


@pytest.mark.parametrize("steps", COMES_BACK)
def test_what_stands_behind_one_that_may_come_back_is_not(tmp_path, steps):
    assert told(tmp_path, f"{GAME}{steps}\n") == []


def test_both_ways_of_a_condition_may_lead_elsewhere(tmp_path):
    steps = '  if hand of seats is empty\n    win seats\n  else\n    end match\n  say "here"'
    assert ('say "here"', 0) in told(tmp_path, f"{GAME}{steps}\n")
