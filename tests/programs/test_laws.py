"""Laws of the language, asked of games made at random: what `check` accepts can be played.

Programs that `check` refuses count for little, so few may be: see `test_most_pass_check`.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.format.format_file import format_file
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.hand_tables.inspect_tables import inspect_tables
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.findings import as_text as finding_text
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.effort import TIMES
from tests.programs.shown import Program, shown_programs
from tests.programs.strategies import Maker, programs

GAMES = 4  # of each program
AUTHORS = (
    "rules",
    "choice",
    "ends",
)  # faults of the rules, which a program made at random may have
asked = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
# The same programs each time: what is found for the first time should not be found in a merge.
few = settings(asked, max_examples=25, derandomize=True, database=None)
many = settings(asked, max_examples=300 * TIMES, phases=[Phase.generate, Phase.shrink])


def checked(tree: d.File) -> tuple[Ruleset, Report]:
    """All that `hoyle check` asks of a game."""
    report = Report()
    game = check(tree, lambda _: None, report)
    analyse_game(tree, game, report)
    if not report.failed:
        check_counts(game, report)
    if not report.failed:
        inspect_tables(game, report)
    return Ruleset("made", Path("made.cards"), tree.source, tree, game), report


def parsed(text: str) -> d.File:
    report = Report()
    tree = read(Source("made.cards", text), report)
    assert tree is not None, "\n".join(map(as_text, report.in_order()))
    return tree


def ask(text: str) -> None:
    """Whether a program keeps all laws."""
    note(text)
    ruleset, report = checked(parsed(text))
    if not report.failed:
        plays_and_keeps_its_secrets(ruleset)
    for problem in report.problems:
        usual = re.match(r"with (\d+) players this", problem.title)
        if problem.code == "D01" and usual is not None:
            takes_too_many_cards(ruleset, int(usual[1]), problem.span)


def keeps_its_layout(tree: d.File) -> None:
    laid = format_file(tree)
    again = parsed(laid)
    assert again == tree
    assert format_file(again) == laid


def plays_and_keeps_its_secrets(ruleset: Ruleset) -> None:
    """Games go to their end, or to a fault of the rules at a line of the text; nothing leaks."""
    plan = Plan(ruleset.players, GAMES, every=4, decisions=60)
    for found in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)):
        if found is not None:
            assert found.kind in AUTHORS, finding_text(found)
            assert found.span.source is ruleset.source, finding_text(found)


def takes_too_many_cards(ruleset: Ruleset, players: int, span: Span) -> None:
    """Some game really is at fault where a deal is said to take too many cards, or before."""
    usual = dict(ruleset.build(players).machine.options)
    plan = Plan((players,), 8, every=0, decisions=60, fixed=usual)
    found = list(play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)))
    faults = [finding.span for finding in found if finding is not None]
    there = any(fault.start <= span.start < fault.end for fault in faults)
    assert there or len(faults) == len(found), f"no game is at fault at line {span.line}"


@settings(few, max_examples=20)
@given(programs())
def test_a_program_keeps_its_layout(text):
    keeps_its_layout(parsed(text))


@few
@given(programs())
def test_laws_hold_for_programs_made_at_random(text):
    ask(text)


@pytest.mark.long
@many
@given(programs())
def test_laws_hold_for_many_programs(text):
    ask(text)


def keeps_track_of_what_is_shown(program: Program) -> None:
    """Whether what has been shown may be asked for, and nothing else."""
    note(program.text)
    ruleset, report = checked(parsed(program.text))
    if not report.failed:
        plays_and_keeps_its_secrets(ruleset)
    elif program.surely_open:
        raise AssertionError("\n".join(map(as_text, report.in_order())))


@settings(few, max_examples=30)
@given(shown_programs())
def test_what_is_shown_is_kept_track_of(program):
    keeps_track_of_what_is_shown(program)


@pytest.mark.long
@settings(many, max_examples=1000 * TIMES)
@given(shown_programs())
def test_what_is_shown_is_kept_track_of_in_many_programs(program):
    keeps_track_of_what_is_shown(program)


def test_most_pass_check():
    made = [Maker(Random(seed).randrange).program() for seed in range(25)]
    passed = sum(not checked(parsed(text))[1].failed for text in made)
    assert passed >= 0.5 * len(made)
