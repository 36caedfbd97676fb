"""Rulesets from their texts, and the smallest failing games that are found in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.findings import FailingGame
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.shrink.shrink import shrink_game

LoadText = Callable[[str], Ruleset]
FindSmallest = Callable[..., FailingGame]


@pytest.fixture
def load_text(tmp_path: Path) -> LoadText:
    """A ruleset from its text, which stands in `small.cards` in the folder of the test."""

    def load_text(text: str) -> Ruleset:
        path = tmp_path / "small.cards"
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return load_text


@pytest.fixture(scope="session")
def find_smallest() -> FindSmallest:
    """The smallest game of the first thing of a kind that random games find."""

    def find_smallest(ruleset: Ruleset, kind: str, about: str = "", games: int = 80) -> FailingGame:
        plan = Plan(ruleset.players[:1], games)
        for finding in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)):
            if finding is not None and finding.kind == kind and about in finding.about:
                shown = shrink_game(ruleset, finding)
                assert shown is not None
                return shown
        raise AssertionError(f"nothing of the kind {kind} was found")

    return find_smallest
