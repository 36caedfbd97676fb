"""Texts that give nothing away: the check says so, and no game played from them has a leak."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report, as_text
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage

TEXTS = sorted(Path(__file__).parent.glob("*.cards"), key=lambda path: path.stem)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_nothing_is_given_away(path: Path) -> None:
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.failed, "\n\n".join(map(as_text, report.in_order()))
    ruleset = load(path)
    plan = Plan(tuple(ruleset.players), 8, every=1)
    found = play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game))
    leaks = [finding for finding in found if finding is not None and finding.kind == "secrets"]
    assert not leaks, (leaks[0].says, leaks[0].span.text, leaks[0].lines)
