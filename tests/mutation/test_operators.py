"""Every operator on a small game: exactly these changes, and each makes another game."""

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.mutation.mutants import apply_mutant, find_mutants, sample_mutants
from hoyle.interpreter.mutation.operators import OPERATORS
from tests import shipped

# One line for each change: `operator: line: what is written there -> what becomes of it`.
EXPECTED = Path(__file__).parent / "pairs.changes"


def told(change):
    text = change.span.text
    return f"{change.operator}: {change.span.line}: {text} -> {change.says}"


def test_these_changes_are_made_and_no_others(pairs):
    expected = EXPECTED.read_text(encoding="utf-8").splitlines()
    assert [told(change) for change in find_mutants(pairs)] == expected


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_every_operator_finds_something_to_change(pairs, operator):
    assert any(change.operator == operator.name for change in find_mutants(pairs))


def test_every_change_makes_another_tree(pairs):
    for change in find_mutants(pairs):
        new = apply_mutant(pairs, change, Report())
        assert new.file != pairs.file, change.words
        assert new.file.declarations[-3:] == pairs.file.declarations[-3:]  # examples and the law


def test_a_library_is_changed_after_the_game_itself(scotch):
    changes = find_mutants(scotch)
    own = [change for change in changes if not change.library]
    assert {change.library for change in changes} == {"", "tricks"}
    assert all(not change.library for change in sample_mutants(changes, len(own), 0))
    assert sample_mutants(changes, len(changes), 0) == changes
    last = changes[-1]
    assert apply_mutant(scotch, last, Report()).libraries["tricks"] != scotch.libraries["tricks"]


@pytest.fixture(scope="module")
def scotch():

    return shipped.load("scotch-whist")


def test_the_same_seed_draws_the_same_changes(pairs):
    changes = find_mutants(pairs)
    assert sample_mutants(changes, 20, 5) == sample_mutants(changes, 20, 5)
    assert sample_mutants(changes, 20, 5) != sample_mutants(changes, 20, 6)
    assert set(map(told, sample_mutants(changes, 20, 5))) <= set(
        map(told, sample_mutants(changes, 40, 5))
    )


def test_what_is_told_of_the_words_of_a_rule_stops_no_change(altered):
    game = altered(
        ("must quiet  ", "must any other in hand of seat where other is A♠ and size of heap < 9  ")
    )
    found = [change for change in find_mutants(game) if change.operator == "swaps `and` and `or`"]
    assert found
    for change in found:
        apply_mutant(game, change, Report())
