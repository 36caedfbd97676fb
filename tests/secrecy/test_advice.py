"""What is advised where it is not certain that a seat sees what it is asked about."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

COLUMNS = head("Columns", "1", "A 2 3 4")
COLUMNS += """\
  column(1..3): Pile, face down
  heap: Pile, face up

match
  shuffle stock
  for n in 1..3
    move 4 from stock to column(n)
  repeat 5 times
    choose
      lay card in column(1..3) where showing of it and (any n in 1..3 where it in top(column(n), 1))
        move card to heap
      pass
    for n in 1..3 where column(n) is not empty
      show top of column(n)
"""


def test_what_is_asked_already_is_not_advised_again(tmp_path: Path) -> None:
    path, report = tmp_path / "columns.cards", Report()
    path.write_text(COLUMNS, encoding="utf-8")
    inspect_fully(path, path.name, report)
    (problem,) = [one for one in report.problems if one.code == "S01"]
    assert "show it on every way" in problem.help
