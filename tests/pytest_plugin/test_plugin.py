"""`.cards` files as tests of pytest: what is collected, and how a failure reads."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hoyle.interpreter.testing import pytest_items as items
from hoyle.interpreter.testing import pytest_plugin as plugin
from hoyle.interpreter.testing.findings import PROPERTIES

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = "hoyle.interpreter.testing.pytest_plugin"
BY_PLAY = [kind for kind in PROPERTIES if kind != "law"]
CLAIMS = """
example "a spade on a spade"
  players ann bob
  pack A♠ 2♠ 3♠ A♥ 2♥ 3♥
  start match
  ann: play A♠
  bob may not play A♥ "follow suit"

example "a heart on a spade"
  players ann bob
  pack A♠ 2♠ 3♠ A♥ 2♥ 3♥
  start match
  ann: play A♠
  bob: play A♥

never "three cards lie on the heap": size of heap > 2
always "many are few": many <= 4
"""


@pytest.fixture
def run(pytester, lay, monkeypatch):
    """Pytest beside a little game; the plugin is named, since it may be installed already."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*args, more="", where_played="", name="heap.cards"):
        text = lay(more, where_played).source.text if name == "heap.cards" else more
        (pytester.path / name).write_text(text, encoding="utf-8")
        return pytester.runpytest_inprocess(*args, plugins=[plugin])

    return run


def words(result):
    """What was printed, without the rulers."""
    return result.stdout.str()


def test_what_is_collected(run):
    found = [line for line in run("--co", "-q", more=CLAIMS).outlines if "::" in line]
    examples = ['example "a spade on a spade"', 'example "a heart on a spade"']
    laws = ['law "three cards lie on the heap"', 'law "many are few"']
    assert found == [f"heap.cards::{name}" for name in ["check", *examples, *laws, *BY_PLAY]]


def test_failures_read_as_hoyle_test_tells_them(run):
    result = run("--cards-games", "1", more=CLAIMS)
    told = words(result)
    result.assert_outcomes(failed=2, passed=16, skipped=1, warnings=1)
    assert "Traceback" not in told
    assert "items.py" not in told
    result.stdout.fnmatch_lines([
        'never "three cards lie on the heap": has come about',
        "  heap.cards:*",
        "  after 3 moves: ann: *",
        "  again: hoyle test heap.cards --players 2 --games 1 --seed 0",
    ])  # fmt: skip
    assert 'example "a heart on a spade": ' in told


def test_a_law_that_no_game_comes_to_is_no_pass(run):
    law = '\nphase late\n  say "late"\n\nnever "it is late" at late: many > 3\n'
    result = run("-rs", "-k", "late", "--cards-games", "1", more=law)
    result.assert_outcomes(skipped=1, warnings=1)
    result.stdout.fnmatch_lines(['*CardsWarning: law "it is late": no game came to it'])


def test_without_games_nothing_passes(run):
    result = run("-k", "undo or secrets", "--cards-games", "0")
    result.assert_outcomes(skipped=2, warnings=2, deselected=13)


def test_mistakes_fail_the_check_alone(run):
    result = run(more='edition 1\ngame "Odd"\nplayer 2\n', name="odd.cards")
    result.assert_outcomes(failed=1)
    assert "odd.cards:3:" in words(result)
    assert "Traceback" not in words(result)


def test_a_library_has_its_check_only(run):
    text = 'edition 1\nlibrary "Odd"\n\ndefine twice(n: 0..9) = n + n\n'
    found = run("--co", "-q", more=text, name="odd.cards").outlines
    assert [line for line in found if "::" in line] == ["odd.cards::check"]


def test_several_rulesets_in_a_file_each_have_their_tests(run):
    variants = (
        '\nvariant two "Two" of heap\n  set many = 2\n\nvariant one "One" of heap\n  set many = 1\n'
    )
    run("--co", "-q")
    found = run("--co", "-q", more=f"edition 1\n{variants}", name="house.cards").outlines
    named = [line for line in found if line.startswith("house.cards")]
    assert named == ["house.cards::check"] + [
        f"house.cards::{name}::{kind}" for name in ("two", "one") for kind in BY_PLAY
    ]


def test_the_games_are_played_once_and_only_if_they_are_wanted(run, monkeypatch):
    plans = []

    def play_games(ruleset, plan, tally, coverage):
        plans.append((plan.games, plan.seed))
        tally.decisions = 1
        yield None

    monkeypatch.setattr(items, "play_games", play_games)
    run("-k", "example", more=CLAIMS)
    assert plans == []
    run("-k", "undo or secrets or listed", "--cards-seed", "7")
    assert plans == [(8, 7)]


def test_files_and_games_are_named_in_the_configuration(run, pytester):
    pytester.makeini("[pytest]\ncards_files =\ncards_games = 1\n")
    run("--co").assert_outcomes()
    assert (
        pytester.runpytest_inprocess("--co", plugins=[plugin]).ret
        == pytest.ExitCode.NO_TESTS_COLLECTED
    )
    named = pytester.runpytest_inprocess("heap.cards", "-k", "undo", plugins=[plugin])
    named.assert_outcomes(passed=1, deselected=14)


def test_the_plugin_is_found_by_pytest_and_costs_nothing():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["pytest11"] == {"hoyle": PLUGIN}
    asked = f"import sys, pytest; there = set(sys.modules); import {PLUGIN}; " + (
        "print(*sorted(name for name in set(sys.modules) - there))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.split() == [
        "hoyle", "hoyle.interpreter", "hoyle.interpreter.testing", PLUGIN,
    ]  # fmt: skip
