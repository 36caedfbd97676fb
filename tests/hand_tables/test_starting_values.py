"""R04: state of the match that begins outside its range under another value of an option."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

GAME = head("Starts").replace("\n\npack", '\n\noptions\n  extra: 0..5 = 2 "more"\n\npack')
GAME += """\
  hand of Seat: Cards, face up
{state}
match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  if extra > 0
    more
  win seats
phase more
  due += 1
  say "{due}"
"""


@pytest.mark.parametrize(
    "state, told",
    [
        ("state\n  due: 1..9 = extra", True),
        ("state\n  due: 0..9 = extra", False),
        ("state of more\n  due: 1..9 = extra", False),  # it runs in no game with 0 more
    ],
)
def test_only_what_every_game_begins_with_is_refused(
    tmp_path: Path, state: str, told: bool
) -> None:
    path = tmp_path / "starts.cards"
    path.write_text(GAME.replace("{state}", state), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert told == any("would begin at 0" in problem.title for problem in report.problems)
