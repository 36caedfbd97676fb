"""D01: what is said of deals of which only the first part is gone through."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.preflight import deals
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

LONGEST = Path(__file__).parents[1] / "bad" / "D01-in-the-longest-hands.cards"


def test_no_number_of_players_is_all_right_that_was_not_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deals, "MAX_DEALING_STEPS", 1_000)
    report = Report()
    inspect_fully(LONGEST, LONGEST.name, report)
    [problem] = report.problems
    assert problem.code == "D01" and "with 6 players" in problem.title
    assert not any("all right" in line for line in problem.help)
