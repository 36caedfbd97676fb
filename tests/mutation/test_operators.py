"""Every operator on a small game: exactly these changes, and each makes another game."""

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.mutation.mutants import all_changes, changed, sampled
from hoyle.interpreter.mutation.operators import OPERATORS

# One line for each change: `operator: line: what is written there -> what becomes of it`.
EXPECTED = Path(__file__).parent / "pairs.changes"


def told(change):
    text = change.span.text
    return f"{change.operator}: {change.span.line}: {text} -> {change.says}"


def test_these_changes_are_made_and_no_others(pairs):
    expected = EXPECTED.read_text(encoding="utf-8").splitlines()
    assert [told(change) for change in all_changes(pairs)] == expected


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_every_operator_finds_something_to_change(pairs, operator):
    assert any(change.operator == operator.name for change in all_changes(pairs))


def test_every_change_makes_another_tree(pairs):
    for change in all_changes(pairs):
        new = changed(pairs, change, Report())
        assert new.file != pairs.file, change.words
        assert new.file.declarations[-3:] == pairs.file.declarations[-3:]  # examples and the law


def test_a_library_is_changed_after_the_game_itself(scotch):
    changes = all_changes(scotch)
    own = [change for change in changes if not change.library]
    assert {change.library for change in changes} == {"", "tricks"}
    assert all(not change.library for change in sampled(changes, len(own), 0))
    assert sampled(changes, len(changes), 0) == changes
    last = changes[-1]
    assert changed(scotch, last, Report()).libraries["tricks"] != scotch.libraries["tricks"]


@pytest.fixture(scope="module")
def scotch():
    from hoyle.interpreter.library.loader import load

    return load("scotch-whist")


def test_the_same_seed_draws_the_same_changes(pairs):
    changes = all_changes(pairs)
    assert sampled(changes, 20, 5) == sampled(changes, 20, 5)
    assert sampled(changes, 20, 5) != sampled(changes, 20, 6)
    assert set(map(told, sampled(changes, 20, 5))) <= set(map(told, sampled(changes, 40, 5)))
