"""What lies deeper than the interpreter plays: native code finds it, the interpreter tells it."""

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.testing.random_games import BLOCK, Plan
from hoyle.interpreter.testing.search import NATIVE, Search, judge_ruleset
from tests.heads import head

pytest.importorskip("llvmlite")

# In the 301st round the number runs out of its range; whoever is tired ends it before.
DEEP = head("Deep", "2..3")
DEEP += """\

state
  rounds: 0..300 = 0
  tired: 0..LIMIT = 0

match
  shuffle stock
  repeat until tired is LIMIT, however long
    choose last of seats
      go_on
      yawn
        tired += 1
    rounds += 1
  win [last of seats]
"""


@pytest.fixture
def deep(lay, monkeypatch):
    monkeypatch.setenv("HOYLE_NATIVE", "1")
    return lambda limit, laws="": lay(DEEP.replace("LIMIT", str(limit)), laws)


def plan_of(ruleset, native):
    counts = tuple(ruleset.players)
    return Plan(counts, BLOCK * len(counts), decisions=40, longest=80, native=native)


def test_a_fault_deep_in_a_game_is_found_and_told_with_its_game(deep):
    ruleset = deep(290)
    [finding] = [one for one, _ in judge_ruleset(ruleset, plan_of(ruleset, 5)).findings.values()]
    assert "`rounds` would be 301" in finding.says and finding.span.line == 23
    assert len(finding.script.moves) == 301
    assert finding.again.startswith("hoyle run ") and " --bots random" in finding.again
    _, command, _, *words = finding.again.split()
    run = CliRunner().invoke(main, [command, str(ruleset.path), *words])
    assert run.exit_code == 1 and "`rounds` would be 301" in run.output
    without = judge_ruleset(ruleset, plan_of(ruleset, 0)).findings.values()
    assert not any("rounds" in one.says for one, _ in without)


def test_an_end_that_lies_too_deep_is_seen(deep):
    ruleset = deep(120, '\nnever "an end": tired is 120\n')
    says = [one.says for one, _ in judge_ruleset(ruleset, plan_of(ruleset, 5)).findings.values()]
    assert says == ["has come about"]  # the law is asked, and no end is missing
    missing = judge_ruleset(ruleset, plan_of(ruleset, 0)).findings.values()
    assert "no game was played to its end" in [one.says for one, _ in missing]


def test_without_native_code_nothing_of_it_is_played(deep, monkeypatch):
    ruleset = deep(290)
    monkeypatch.setenv("HOYLE_NATIVE", "0")
    verdict = judge_ruleset(ruleset, plan_of(ruleset, 5))
    assert not any("rounds" in one.says for one, _ in verdict.findings.values())


@pytest.mark.usefixtures("two_cores")
def test_the_same_is_found_on_any_number_of_cores(deep):
    ruleset = deep(290)
    one, two = (judge_ruleset(ruleset, plan_of(ruleset, 5), jobs=jobs) for jobs in (1, 2))
    assert list(one.findings) == list(two.findings) and one.tally == two.tally
    steps = [step for round_ in Search(ruleset, plan_of(ruleset, 5)).rounds() for step in round_]
    assert [step.players for step in steps if step.way == NATIVE] == [2, 3]
