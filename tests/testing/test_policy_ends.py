"""Whether matches end by a policy: where none does that is a finding, where some do not a doubt."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import hoyle
import hoyle.interpreter.testing.novelty_search as novelty_search
import hoyle.interpreter.testing.policy_ends as policy_ends
import hoyle.interpreter.testing.search as search
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.test_report import format_report, verdict_facts
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.search import judge_ruleset
from tests.heads import head

# Whoever waits for a spade on top of the stock waits for ever where another card lies there.
WAITING = head("Waiting", "2..3")
WAITING += """\

state
  level: 0..9 = 0

match
  shuffle stock
  show top of stock
  repeat until level is 9, however long
    choose last of seats
      climb
        level += 1
      wait
  win seats

policy careful
  match.climb

policy patient
  match.wait

policy now_and_then
  match.climb when suit of top of stock is not ♠
  match.wait
"""
ONLY_BY_THE_BOUND = "only by the bound of this loop, as draws after 10,000 rounds"


@pytest.fixture
def judge(tmp_path, monkeypatch):
    """What is said of the game with a law more, if one is given."""
    monkeypatch.setattr(search, "FIRST", 1)

    def judge_with(law="", rounds=1, text=WAITING):
        path = tmp_path / "waiting.cards"
        path.write_text(text + law, encoding="utf-8")
        plan = Plan((2, 3), 4, decisions=40, longest=80, rounds=rounds)
        return judge_ruleset(hoyle.load(path), plan)

    return judge_with


@pytest.mark.parametrize("native", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_a_policy_by_which_no_match_ends_is_a_finding(judge, monkeypatch, native):
    monkeypatch.setenv("HOYLE_NATIVE", native)
    verdict = judge()
    [(finding, _)] = verdict.findings.values()
    assert (finding.about, finding.kind) == ("policy `patient`", "ends")
    assert finding.says == "no match comes to its end" and finding.span.text == ", however long"
    [line] = finding.lines
    many = line.split()[1]
    assert line == f"all {many} games of 2 players ended {ONLY_BY_THE_BOUND}" and int(many) >= 3
    assert finding.again.endswith(
        f"waiting.cards --players 2 --policy patient --games {many} --seed 0"
    )


@pytest.mark.parametrize("native", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_one_by_which_some_do_not_is_a_doubt(judge, monkeypatch, native):
    monkeypatch.setenv("HOYLE_NATIVE", native)
    verdict = judge()
    [doubt] = [one for one in verdict.doubts() if one.kind == "ends"]
    assert doubt.says == "by the policy `now-and-then` not every match comes to its end"
    drawn, _, of, *_ = doubt.lines[0].split()
    assert 0 < int(drawn) < int(of)
    assert doubt.lines[0] == f"{drawn} of {of} games of 2 players ended {ONLY_BY_THE_BOUND}"
    said = "\n".join(format_report(verdict))
    assert f"warning: {doubt.says} (" in said and "careful" not in said
    assert doubt.says in [one["says"] for one in verdict_facts(verdict)["doubts"]]


@pytest.mark.parametrize("native", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_a_fault_that_comes_in_such_games_only_is_a_finding(judge, monkeypatch, native):
    monkeypatch.setenv("HOYLE_NATIVE", native)
    counted = WAITING.replace("  level: 0..9 = 0", "  level: 0..9 = 0\n  waits: 0..300 = 0")
    counted = counted.replace("      wait\n", "      wait\n        waits += 1\n")
    [(finding, _)] = judge(text=counted).findings.values()
    assert finding.says.endswith("`waits` would be 301, and runs from 0 to 300 only")
    assert " --players 2 --seed 0 " in finding.again and finding.again.endswith("--bots patient")


@pytest.mark.parametrize("native", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_a_win_that_comes_in_few_games_of_a_policy_is_seen(judge, monkeypatch, native):
    monkeypatch.setenv("HOYLE_NATIVE", native)
    rare = "  if top of stock is A♣\n    win last of seats\n  win seats\n"
    rare = WAITING.replace("  win seats\n", rare).replace("\npolicy patient\n  match.wait\n", "")
    assert "match: win last of seats" not in "\n".join(format_report(judge(text=rare)))
    assert "match: win last of seats" in "\n".join(format_report(judge(text=rare, rounds=0)))


def test_without_a_search_no_such_games_are_played(judge):
    assert not judge(rounds=0).findings


@pytest.mark.long
def test_a_law_that_fails_only_in_such_games_says_so(judge):
    verdict = judge('\nalways "the top is reached" at match: level is 9\n')
    [finding] = [one for one, _ in verdict.findings.values() if one.kind == "law"]
    [(loop, label)] = finding.also
    assert loop.text == ", however long"
    assert label == "after 10,000 rounds the match is a draw here, and the law is asked then"
    assert " --games 1 --seed " in finding.again and " --policy " in finding.again


def test_the_players_of_the_game_and_of_the_smallest_are_told(tmp_path):
    path = tmp_path / "waiting.cards"
    path.write_text(WAITING + '\nnever "a climb": level is 1\n', encoding="utf-8")
    words = ["test", str(path), "--players", "3", "--games", "2", "--seed", "1"]
    said = CliRunner().invoke(main, words).stdout
    assert "the smallest game found (2 players" in said
    line, again = (
        next(one for one in said.splitlines() if one.startswith(f"  {word}"))
        for word in ("it was", "again:")
    )
    assert line == "  it was found in a game of 3 players, and shows with 2 too"
    assert " --players 3 --games 1 --seed " in again


# Whoever passes for ever: nobody can play where the card on top is no spade.
STUCK = (
    head("Stuck", "2")
    + """\

state
  passed: 0..20000 = 0

match
  shuffle stock
  show top of stock
  for seat in seats, round and round until stock is empty, however long
    choose seat
      play
        must suit of top of stock is ♠ or size of stock < 8  "a spade"
        gather into stock
        stop
      otherwise
        passed += 1
  win seats
"""
)


@pytest.mark.parametrize("native", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_without_a_policy_random_moves_are_tried(tmp_path, monkeypatch, native):
    monkeypatch.setenv("HOYLE_NATIVE", native)
    monkeypatch.setattr(search, "FIRST", 1)
    monkeypatch.setattr(policy_ends, "GAMES", 6)  # each is 10,000 rounds long
    monkeypatch.setattr(novelty_search, "MAX_GAMES", 4)
    path = tmp_path / "stuck.cards"
    path.write_text(STUCK, encoding="utf-8")
    # no secrets are looked for: each of these games would be played ten times over
    plan = Plan((2,), 4, decisions=40, longest=80, rounds=1, every=0)
    verdict = judge_ruleset(hoyle.load(path), plan)
    [doubt] = [one for one in verdict.doubts() if one.kind == "ends"]
    assert doubt.says == "by random moves not every match comes to its end"
    drawn, _, of, *_ = doubt.lines[0].split()
    assert 0 < int(drawn) < int(of)
    assert doubt.lines[0] == f"{drawn} of {of} games of 2 players ended {ONLY_BY_THE_BOUND}"
    monkeypatch.chdir(tmp_path)
    simulated = CliRunner().invoke(main, doubt.lines[1].split()[2:], catch_exceptions=False)
    assert f"{drawn} of {of} games ended {ONLY_BY_THE_BOUND}" in simulated.stdout
    tally = verdict.tally
    assert tally.drawn and tally.drawn + tally.finished == tally.games
    ended = f"end of the match seen: in {tally.finished} of {tally.games} games; "
    ended += f"{tally.drawn} ended only by the bound of a loop, as a draw"
    assert ended in [line.strip() for line in format_report(verdict)]
