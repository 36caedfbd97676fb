"""House rules for which the games have no option, each in five lines or fewer.

They were written after the games were finished. So they show that deltas are general.
"""

from __future__ import annotations

import textwrap
from functools import cache
from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.parser.comments import split_comment
from hoyle.dsl.report import Report
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.discovery import list_headings
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import BLOCK, Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage

FILES = sorted((Path(__file__).parent / "house").glob("*.cards"))
DELTAS = ["condition", "row", "column", "action", "step", "zones", "pack", "phase"]


@cache
def loaded(path: Path) -> hoyle.Ruleset:
    """A house rule, checked once."""
    return hoyle.load(path)


def changes(path: Path) -> list[str]:
    """The lines of a variant between its head and its first example."""
    lines = [split_comment(line)[0] for line in path.read_text(encoding="utf-8").splitlines()]
    first = next(k for k, line in enumerate(lines) if line.startswith("variant ")) + 1
    last = next(k for k, line in enumerate(lines) if line.startswith("  example "))
    return [line for line in lines[first:last] if line.strip()]


def test_they_are_spread_over_games_and_forms():
    assert len({heading.base for path in FILES for heading in list_headings(path)}) >= 4
    words = {word for path in FILES for line in changes(path) for word in line.split()[:2]}
    assert set(DELTAS) <= words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_takes_five_lines_at_most(path):
    assert 1 <= len(changes(path)) <= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_is_sound_and_its_examples_hold(path):
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.problems
    outcomes = run_examples(loaded(path))
    assert outcomes
    assert all(outcome.passed for outcome in outcomes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_examples_do_not_hold_without_it(path, tmp_path):
    base = hoyle.load(list_headings(path)[0].base)
    own = path.read_text(encoding="utf-8")
    examples = textwrap.dedent(own[own.index("  example ") :])
    changed = tmp_path / f"{base.name}.cards"
    rules = base.source.text.split("\nexample ")[0]
    changed.write_text(f"{rules}\n\n{examples}", encoding="utf-8")
    try:
        outcomes = run_examples(hoyle.load(changed))
    except hoyle.RulesetError:
        return  # the example asks for something that the base does not have
    assert not all(outcome.passed for outcome in outcomes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games_under_a_house_rule(path):
    ruleset = loaded(path)
    tally, players = PlayCounts(), min(ruleset.players)
    plan = Plan((players,), 1, seed=players * BLOCK, decisions=40, every=10)
    assert list(play_games(ruleset, plan, tally, Coverage(ruleset.game))) == [None]
    assert tally.players == {players}


def test_a_variant_does_not_hold_the_others_of_its_file():
    for name in ("split-aces", "pontoon-pagat"):
        assert not any(isinstance(one, d.Variant) for one in hoyle.load(name).file.declarations)
