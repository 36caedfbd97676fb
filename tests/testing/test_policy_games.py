"""Games by policies of the ruleset see what random moves do not come to."""

from __future__ import annotations

import attrs
import pytest
from click.testing import CliRunner

import hoyle
import hoyle.interpreter.testing.policy_games as policy_games
import hoyle.interpreter.testing.random_games as random_games
import hoyle.interpreter.testing.search as search
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.test_report import format_report
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.missing_end import advise_on_end, explain_missing_end
from hoyle.interpreter.testing.policy_games import (
    list_policy_games,
    play_policy_game,
)
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import judge_ruleset
from tests.heads import head

LADDER = head("Ladder", "2", "7 8")
LADDER += """\

state
  level: 0..40 = 0

match
  repeat until level is 40, however long
    for s in seats
      choose s
        climb
          level += 1 if level < 40 else 0
        jump_off
          level = 0
  win seats
"""
CAREFUL = "\npolicy careful\n  match.climb\n\npolicy afraid\n  match.jump_off\n"
WAITING = LADDER.replace(", however long", " at most 300 times").replace(
    "        jump_off\n          level = 0\n", "        wait\n"
)


@pytest.fixture
def lay(tmp_path):
    def laid(text):
        path = tmp_path / "ladder.cards"
        path.write_text(text, encoding="utf-8")
        return hoyle.load(path)

    return laid


def play(ruleset, game):
    tally = PlayCounts()
    plan = Plan((2,), 4, longest=1000)
    coverage = Coverage(ruleset.game)
    found = play_policy_game(ruleset, plan, game, tally, coverage, lambda: True)
    return found, tally


def test_a_policy_comes_to_the_end(lay):
    ruleset = lay(LADDER + CAREFUL)
    games = list_policy_games(ruleset, Plan((2,), 4))
    whole = [game for game in games if not game.is_short]
    assert [game.policy for game in whole] == ["careful", "careful", "afraid", "afraid"]
    ended = {game.policy: play(ruleset, game)[1].finished for game in whole}
    assert ended == {"careful": 1, "afraid": 0}


def test_policies_meet_every_number_of_players_and_many_settings(lay):
    """What goes wrong in some games only, with more players, is found without asking for it."""
    few = LADDER.replace("players 2", "players 2..5").replace(
        "\npack\n", '\noptions\n  height: 1..9 = 5 "the height"\n\npack\n'
    )
    ruleset = lay(few.replace("level < 40", "players < 4 or height < 9 or level < 5") + CAREFUL)
    games = [game for game in list_policy_games(ruleset, Plan((2, 3, 4, 5), 16)) if game.is_short]
    assert {(game.policy, game.players) for game in games} == {
        (policy, players) for policy in ("careful", "afraid") for players in (2, 3, 4, 5)
    }
    assert len({game.seed // random_games.BLOCK for game in games}) == len(games) == 12
    played = [(game.policy, *play(ruleset, game)) for game in games]
    assert all(tally.decisions <= policy_games.SOON for _, _, tally in played)
    assert sum(len(tally.options) for *_, tally in played) == 12
    assert {policy for policy, found, _ in played if found} == {"careful"}


def test_a_policy_that_asks_too_much_of_each_move_is_told_so(lay):
    """The rules may ask it once: here it is asked for each of the moves."""
    text = LADDER.replace("        climb\n", "        climb n in 1..200\n          must n < 150\n")
    each = "count a in 0..150 where (count b in 0..150 where a * b + level > 9) > 0"
    ruleset = lay(text + f"\npolicy careful\n  match.climb when n > ({each})\n")
    [found] = play(ruleset, list_policy_games(ruleset, Plan((2,), 4))[0])[0]
    assert found.says.endswith("; this row of a policy is asked once for each legal move")


def test_doing_nothing_comes_to_the_bound_of_a_loop(lay):
    ruleset = lay(WAITING)
    [game] = list_policy_games(ruleset, Plan((2,), 4))
    [found], _ = play(ruleset, game)
    assert "this loop has reached its bound" in found.says and found.span.text == "300"
    assert list_policy_games(lay(LADDER), Plan((2,), 4)) == []


@pytest.mark.parametrize(
    "asked",
    (
        "        wait\n          must waiting is allowed\n",
        "        wait\n          must may_wait(s)\n",
        "      if waiting is allowed\n        choose s\n          wait\n",
    ),
)
def test_doing_nothing_is_tried_where_an_option_allows_it(lay, asked):
    """A loop whose bound is reached only with an option that is not the default."""
    options = """
options
  waiting: allowed or forbidden = forbidden  "whether one may wait"
  height: 30..40 = 40                        "the highest level"

define may_wait(seat: Seat) = seat in seats and waiting is allowed
"""
    text = WAITING.replace("\npack\n", f"{options}\npack\n", 1).replace("        wait\n", asked)
    ruleset = lay(text.replace("until level is 40", "until level >= height"))
    usual, other = list_policy_games(ruleset, Plan((2,), 4))
    allowed = ruleset.game.options["waiting"]
    assert (usual.options, other.options) == (None, {allowed.name: 0})
    if "must" in asked:
        [found], _ = play(ruleset, other)
        assert "this loop has reached its bound" in found.says and found.span.text == "300"
    assert len(list_policy_games(ruleset, Plan((2,), 4, fixed={"waiting": 0}))) == 1
    way = search.Search(ruleset, Plan((2,), 4, decisions=40, rounds=1)).rounds()
    assert search.Step(search.BY_POLICY, 1) in (next(way), next(way))[1][:2]


def test_a_short_game_of_doing_nothing_is_left_where_much_is_done(lay):
    options = '\noptions\n  waiting: yes or no = no  "whether one may wait"\n\npack\n'
    text = WAITING.replace("\npack\n", options, 1)
    text = text.replace("        wait\n", "        wait\n          must waiting and level < 0\n")
    ruleset = lay(text.replace("until level is 40", "until level is 40 and level is 41"))
    _, other = list_policy_games(ruleset, Plan((2,), 4))
    assert play(ruleset, other)[1].decisions <= policy_games.DRAWN


def test_an_action_that_only_notes_who_takes_it_does_nothing(lay):
    """Where all may take it for ever, that is a warning: no loop has so far a bound."""
    notes = LADDER.replace("level: 0..40 = 0", "level: 0..40 = 0\n  waiting: Seats")
    notes = notes.replace("jump_off\n          level = 0", "wait\n          waiting += [s]")
    ruleset = lay(notes)
    [game] = list_policy_games(ruleset, Plan((2,), 4))
    [found], _ = play(ruleset, game)
    assert found.kind == "progress" and found.span.words.startswith("wait")
    assert found.says == "everybody may choose `wait` for ever, and nothing changes"
    verdict = judge_ruleset(ruleset, Plan((2,), 4, decisions=300, longest=1000, rounds=1))
    assert not verdict.findings and "warning: everybody may choose" in " ".join(
        format_report(verdict)
    )
    flag = notes.replace("waiting: Seats", "waiting of Seat: yes or no = no")
    flag = flag.replace("waiting += [s]", "waiting of s = yes")
    assert list_policy_games(lay(flag), Plan((2,), 4))
    for other in ("level = 0", "waiting += seats", "waiting -= [s]"):
        assert list_policy_games(lay(notes.replace("waiting += [s]", other)), Plan((2,), 4)) == []


def test_a_fault_in_a_game_by_a_policy_is_shown_by_that_game_alone(lay):
    ruleset = lay(
        LADDER.replace(" if level < 40 else 0", "").replace(
            "until level is 40", "until level is 41"
        )
        + CAREFUL
    )
    game, *_ = list_policy_games(ruleset, Plan((2,), 4, seed=7))
    [found], _ = play(ruleset, game)
    assert "`level` would be 41" in found.says
    assert found.again == f"hoyle run {ruleset.source.name} --players 2 --seed 7 --bots careful"


def test_a_law_that_breaks_in_a_game_by_a_policy_is_shown_by_that_game_alone(lay, monkeypatch):
    options = '\noptions\n  height: 35..40 = 40  "the highest level"\n'
    text = LADDER.replace("\npack\n", f"{options}\npack\n", 1) + CAREFUL
    text = text.replace("until level is 40", "until level >= height")
    ruleset = lay(text + '\nnever "high": level > 30\n')
    game, *_ = list_policy_games(ruleset, Plan((2,), 4, seed=7))
    [found], _ = play(ruleset, game)
    again = found.again.split()
    assert again[3:9] == ["--players", "2", "--games", "1", "--seed", "7"]
    assert again[9:12] == ["--policy", "careful", "--set"] and again[12].startswith("height=")
    monkeypatch.chdir(ruleset.path.parent)
    done = CliRunner().invoke(main, again[1:])
    assert done.exit_code == 1
    assert "games: 1 by `careful`" in done.stdout and found.again in done.stdout
    wrong = CliRunner().invoke(main, ["test", str(ruleset.path), "--policy", "carefull"])
    assert "there is no policy carefull; did you mean careful?" in wrong.output


def test_once_a_law_has_not_held_a_long_match_is_not_played_to_its_end(lay, monkeypatch):
    """The command that shows it would else last as long as the whole match."""
    monkeypatch.setattr(policy_games, "MORE_OF_BOTS", 100)
    monkeypatch.setattr(random_games, "MORE_OF_BOTS", 100)
    ruleset = lay(LADDER + CAREFUL + '\nnever "high": level is 5\n')
    _, _, game, *_ = list_policy_games(ruleset, Plan((2,), 4))
    assert game.policy == "afraid" and play(ruleset, game)[1].decisions == 1000
    ruleset = lay(LADDER + CAREFUL + '\nnever "low": level is 0\n')
    found, tally = play(ruleset, game)
    assert len(found) == 1 and tally.decisions == 101
    plan = Plan((2,), 1, policy="afraid")
    tally = PlayCounts()
    [again] = random_games.play_games(ruleset, plan, tally, Coverage(ruleset.game))
    assert again.says == found[0].says and tally.decisions == 101


def test_the_search_plays_by_policies(lay, monkeypatch):
    monkeypatch.setattr(search, "FIRST", 2)
    ruleset = lay(LADDER + CAREFUL)
    for rounds, many in ((0, 0), (1, 16)):
        plan = Plan((2,), 4, decisions=40, longest=1000, rounds=rounds)
        verdict = judge_ruleset(ruleset, plan)
        assert verdict.by_policy == many and (verdict.tally.finished >= 2) == bool(many)
        assert (", 16 by policies (players: 2)" in " ".join(format_report(verdict))) == bool(many)
    verdict = judge_ruleset(lay(LADDER), Plan((2,), 4, decisions=40, longest=1000))
    verdict.by_policy = 2  # without a policy in the file, those of doing nothing
    told = " ".join(format_report(verdict))
    assert "2 in which all pass if they can" in told and "by policies" not in told


def test_why_no_end_was_seen_is_asked_by_a_policy(lay):
    policies = CAREFUL.replace("careful", "bold").replace("match.climb", "match.jump_off")
    plan = Plan((2,), 4, decisions=60)
    _, (line, *_) = explain_missing_end(lay(LADDER + policies), plan, lambda: True)
    assert line.startswith("in a game by the policy `bold`, of 2 players this was asked")
    ruleset = lay(LADDER)
    _, (line, *_) = explain_missing_end(ruleset, plan, lambda: True)
    assert line.startswith("in a random game of 2 players this was asked")
    until = ruleset.game.phases["match"].span
    assert "write a `policy`" in advise_on_end(ruleset.game, until)
    assert "policy" not in advise_on_end(lay(LADDER + CAREFUL).game, until)


NEAR_THE_END = """
example "the top"
  players ann bob
  given level = 39
  start match
  ann: climb
  bob: climb
"""


def test_an_end_that_an_example_has_seen_is_tried(lay):
    plan = Plan((2,), 1, decisions=4, longest=4)
    (finding, _), *others = judge_ruleset(lay(LADDER + CAREFUL), plan).list_findings()
    assert finding.says == "no game was played to its end" and not others
    verdict = judge_ruleset(lay(LADDER + CAREFUL + NEAR_THE_END), plan)
    assert not verdict.failed and not verdict.tally.finished
    seen = "end of the match seen: in 1 example; 1 game was left before it"
    assert seen in [line.strip() for line in format_report(verdict)]


def test_an_example_that_only_asks_has_seen_no_end(lay):
    asking = """
example "only asked"
  players ann bob
  expect 1 + 1 is 2
"""
    plan = Plan((2,), 1, decisions=4, longest=4)
    (finding, _), *_ = judge_ruleset(lay(LADDER + CAREFUL + asking), plan).list_findings()
    assert finding.says == "no game was played to its end"


def test_a_policy_that_comes_to_the_end_is_proposed(lay):
    plan = Plan((2,), 1, decisions=60)
    _, lines = explain_missing_end(lay(LADDER + CAREFUL), plan, lambda: True)
    assert lines == (
        "a game by the policy `careful` of 2 players came to its end: "
        "`--policy careful` may show more such games",
    )


def test_a_game_that_only_the_bound_of_a_loop_has_ended_has_not_come_to_its_end(lay):
    stuck = """edition 1
game "Stuck"
players 2
pack
  ranks 2 3 4
zones
  stock: Pile, face up, starts with the pack
state
  rounds: 0..100000 = 0
match
  repeat until stock is empty, however long
    for seat in seats
      choose seat
        lay
          must stock is empty "never"
          move stock to stock
        otherwise
          rounds += 1
  win seats
"""
    span, lines = explain_missing_end(lay(stuck), Plan((2,), 1, decisions=60), lambda: True)
    assert span.text == ", however long"
    assert lines[0] == (
        "in a random game of 2 players this loop went on to its bound of 10,000 rounds, "
        "which is a draw"
    )
    assert "below `otherwise`" in lines[1]


def test_games_by_a_policy_for_which_there_is_no_time_are_not_called_random(lay, monkeypatch):
    ruleset = lay(LADDER + CAREFUL)
    verdict = judge_ruleset(ruleset, Plan((2,), 4, policy="careful"))
    monkeypatch.setattr(type(verdict), "short", property(lambda self: True))
    told = " ".join(format_report(attrs.evolve(verdict, random=3)))
    assert "; 1 of 4 games by `careful` not played for lack of time: with more `--seconds`" in told


def test_a_fault_that_a_policy_asks_for_shows_its_row(lay):
    """The rules are sound: what the define asks is asked by the policy only."""
    text = (
        LADDER
        + "\ndefine odds(n: 0..40) = number of (first r in ranks where number of r > n + 99)\n"
    )
    ruleset = lay(text + "\npolicy careful\n  match.climb when odds(level) > 2\n")
    [found] = play(ruleset, list_policy_games(ruleset, Plan((2,), 4))[0])[0]
    assert [label for _, label in found.also][-1] == "this row of a policy asks for it"
    assert "match.climb when" in found.also[-1][0].text
