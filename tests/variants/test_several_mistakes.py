"""A syntax mistake in a file of variants hides no wrong names of its other lines."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

FILE = """edition 1

variant louder "The moves are named" of scotch_whist
  set the target = 200
  add state
    loud: yes or no = maybe

variant softer "Softer" of scotch_whist
  add define nice = scoer + 1

variant softest "Softest" of softer
  add define nicest = niece + 1

variant lost "Of no game" of scoch_whist
  add define nicest = niece + 1
"""


def find_problems(folder: Path, text: str) -> list[str]:
    path = folder / "many.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return [f"{one.code} {one.span.line} {one.span.text}" for one in report.in_order()]


def test_names_of_every_variant_are_checked(tmp_path: Path) -> None:
    found = find_problems(tmp_path, FILE)
    assert found == ["G01 4 the", "N01 6 maybe", "N01 9 scoer"]


def test_what_a_lost_line_may_have_declared_is_not_told(tmp_path: Path) -> None:
    lost = FILE.replace("set the target = 200", "add define maybe the = 2")
    assert [one for one in find_problems(tmp_path, lost) if "maybe" in one and "N01" in one] == []
    assert "N01 9 scoer" in find_problems(tmp_path, lost)
