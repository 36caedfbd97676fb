"""What a report tells first, what last, and what of the search was left out."""

from __future__ import annotations

from itertools import count

import hoyle.interpreter.testing.search as search
from hoyle.interpreter.cli.test_report import FOLLOWS, format_report, verdict_facts
from hoyle.interpreter.testing.random_games import Plan, bots_command, replay_command
from hoyle.interpreter.testing.search import judge_ruleset
from hoyle.interpreter.testing.time_share import TimeShare
from tests.heads import head

# A share is set and not paid, so that there are more chips after each round than before it; in the
# end somebody has more than there can be.
TOO_MANY = head("Too many", "2", "7 8")
TOO_MANY += """\

state
  chips of Seat: 0..20 = 10
  pot: 0..20 = 0

match
  repeat 40 times
    for seat in seats
      choose seat
        share
          pay 1 from chips of seat to pot
          chips of seat += 2
        wait

always "few": chips of (first seat in seats) < 13
"""


def test_what_made_chips_comes_before_what_follows_from_it(lay):
    """Also where no game comes to its end, since each breaks off."""
    verdict = judge_ruleset(lay(TOO_MANY), Plan((2,), 8))
    (made, times), *others = verdict.list_findings()
    assert "chips are made where they are set and not paid" in made.says
    assert made.span.words == "chips of seat += 2" and times == 8 and not made.follows
    faults = [finding for finding, _ in others if finding.kind == "rules"]
    assert faults and all(finding.follows for finding in faults)
    assert [one.follows for one, _ in others] == sorted(one.follows for one, _ in others)
    assert "runs from 0 to 20 only" in others[-1][0].says
    told = "\n".join(format_report(verdict))
    assert told.index("chips are made") < told.index("runs from 0 to 20") < told.rindex(FOLLOWS)


def test_of_the_same_the_game_is_kept_in_which_nothing_was_wrong_before(lay):
    verdict = judge_ruleset(lay(TOO_MANY), Plan((2,), 2))
    last = verdict.list_findings()[-1][0]
    alone = last.__reduce__()[0](*last.__reduce__()[1])
    alone.follows = False
    verdict.add(alone)
    assert alone in [one for one, _ in verdict.list_findings()]
    verdict.add(last)
    assert last not in [one for one, _ in verdict.list_findings()]


def test_no_part_of_a_search_is_left_out_without_a_word(lay, small_games, monkeypatch):
    monkeypatch.setattr(search, "FIRST", 2)
    ruleset = lay(small_games["kings"])
    plan = Plan((2, 3), 8, decisions=40, longest=40, rounds=1, positions=20)
    whole = judge_ruleset(ruleset, plan)
    told = format_report(whole)
    assert not whole.left_out and told[-1] == "  nothing was found"
    assert not any("lack of time" in line for line in told)
    assert verdict_facts(whole)["left_out"] == {}
    began = 0
    for seconds in (5, 40, 80):
        clock = count().__next__
        verdict = judge_ruleset(ruleset, plan, share=TimeShare(0, seconds, clock))
        told = "\n".join(format_report(verdict))
        assert verdict.left_out and "nothing was found" not in told.splitlines()[-1][:20]
        left = verdict_facts(verdict)["left_out"]
        for way, words in (("sought", "games that seek what is new"), ("every way", "every way")):
            assert (words in told.partition("for lack of time: ")[2]) == (way in left)
        cut = "not tried to the end for lack of time: hands and cases of tables" in told
        assert cut == (not verdict.tables_in_time)
        if "sought" not in verdict.begun:
            assert "not begun for lack of time: games that seek what is new, " in told
            changed = bool(verdict.tally.options)
            assert changed or "other values of the options (worth and goal)" in told
            began += not changed
    assert began


def test_what_shows_a_game_again_takes_no_longer_than_its_test(lay):
    ruleset = lay(TOO_MANY)
    plan = Plan((2,), 4, seconds=20)
    assert " --seconds 20" in replay_command(ruleset, 2, 1, plan)
    assert "--seconds" not in replay_command(ruleset, 2, 1, Plan((2,), 4))
    alone = plan.of_one_game(2, 7, {}, "random")
    assert bots_command(ruleset, alone, "chips").endswith("--policy random --seconds 20")


def test_a_game_in_which_something_was_found_is_left_when_it_is_late(lay):
    """So that there is time to make it small, also where that one game is all that is played."""
    clock = iter([0.0, *[0.7] * 10_000]).__next__
    text = TOO_MANY.replace("chips of seat += 2", "chips of seat += 1").replace("< 13", "> 12")
    verdict = judge_ruleset(lay(text), Plan((2,), 1), share=TimeShare(0.0, 1.0, clock))
    [(finding, _)] = verdict.list_findings()
    assert finding.about == 'always "few"' and verdict.tally.decisions <= 1


ASKED_OF_STATE = head("Asked", "2", "7 8")
ASKED_OF_STATE += """\
  hand of Seat: Cards, seen by owner

state
  declarer: Seat or none = none

match
  deal 2 each from stock to hand of seat for seat in seats
  declarer = last of seats
  play_out
phase play_out
  for seat in seats
    choose seat
      play card in hand of seat
        move card to stock
  win declarer

always "somebody plays" at play_out.play: declarer is not none

example "in the middle"
  players ann bob
  given hand of ann = [7♠]
  given hand of bob = [8♠]
  start play_out
  ann: play 7♠
"""


def test_of_a_law_that_asks_state_the_example_is_told_what_it_may_give(lay):
    said = "\n".join(format_report(judge_ruleset(lay(ASKED_OF_STATE), Plan((2,), 1))))
    assert "`declarer` was not given here: the example may say `given declarer = …`" in said
    assert "cards were laid by hand" not in said
