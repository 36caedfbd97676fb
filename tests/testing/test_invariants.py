"""Laws: where they are asked, what is told when one does not hold, and when one is never asked."""

from __future__ import annotations

import pytest

from hoyle.interpreter.cli.test_report import format_report
from hoyle.interpreter.testing.findings import Finding, as_text
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.rule_coverage import place_of
from hoyle.interpreter.testing.search import Verdict, judge_ruleset
from hoyle.interpreter.testing.shrink.shrink import shrink_game

GATHERED = "  gather into stock\n  shuffle stock\n"
TRICK = "  move trick to won of leader\n"


def verdict_of(ruleset, games: int = 6, **more) -> Verdict:
    return judge_ruleset(ruleset, Plan(tuple(ruleset.players), games, every=1000, **more))


def found_in(ruleset, **more) -> list[Finding]:
    return [finding for finding, _ in verdict_of(ruleset, **more).findings.values()]


def asked_in(verdict: Verdict) -> list[int]:
    return [verdict.tally.asked.get(place_of(law.span), 0) for law in verdict.ruleset.game.laws]


def test_laws_that_hold_are_asked_everywhere(lay, small_games):
    laws = """
always "all cards are somewhere":
  size of stock + size of hand of seats + size of trick + size of won of seats is size of pack
never "a hand grows": any seat in seats where size of hand of seat > 4
always "a trick is whole" at one_trick: size of trick is 0 and size of won of leader >= players
always "one plays from the hand" at one_trick.play: card in hand of seat
never "a score falls" at scoring: any seat in seats where score of seat < 0
"""
    verdict = verdict_of(lay(small_games["kings"], laws))
    assert not verdict.failed, [as_text(f) for f, _ in verdict.findings.values()]
    everywhere, also, at_phase, at_action, at_scoring = asked_in(verdict)
    assert everywhere == also > at_action > at_phase > at_scoring > 0
    assert at_action == verdict.tally.decisions
    assert not verdict.never_asked()


@pytest.mark.parametrize(
    ("law", "phrases"),
    [
        (
            'always "no king": (count card in hand of seats where rank of card is K) is 0',
            [
                'always "no king": does not hold', "small.cards:", "rank of card is K) is 0",
                "count card in hand of seats where rank of card is K = ", "  yes: K",
                "before the first move", "again: hoyle test",
            ],
        ),
        (
            'never "a trick is taken" at one_trick: tricks > 2',
            ['never "a trick is taken": has come about', "tricks = 3"],
        ),
        (
            'never "a heart is led" at one_trick.play: trick is empty and suit of card is ♥',
            ['never "a heart is led": has come about', "suit of card = ♥", "trick is empty = yes"],
        ),
        (
            'always "there is a top card": rank of top of trick is not K',
            ["has no answer: there is no top card: `trick` is empty"],
        ),
        (
            "define shown = rank of top of trick\n"
            'always "there is a top card": shown is not K',
            [
                "has no answer: there is no top card: `trick` is empty",
                "it is asked for here", "define shown = rank of top of trick",
            ],
        ),
    ],
    ids=["everywhere", "at a phase", "at an action", "without an answer", "in a define"],
)  # fmt: skip
def test_a_law_that_does_not_hold(lay, small_games, law, phrases):
    finding = found_in(lay(small_games["kings"], law))[0]
    told = as_text(finding)
    for phrase in phrases:
        assert phrase in told, told


def test_a_law_without_an_answer_and_one_that_does_not_hold_are_told_apart(lay, small_games):
    """Each is made small as what it is, though one game may have both."""
    law = 'always "no king on top" at one_trick.play: rank of top of trick is not K'
    ruleset = lay(small_games["kings"], law)
    told = {finding.says: finding for finding in found_in(ruleset)}
    no_answer = "has no answer: there is no top card: `trick` is empty"
    assert told.keys() == {"does not hold", no_answer}
    for says, finding in told.items():
        small = shrink_game(ruleset, finding, 40)
        assert small is not None and small.finding.says == says


def test_the_command_plays_the_same_game_again(lay, small_games):
    law = 'never "a late heart" at one_trick.play: tricks is 3 and suit of card is ♥'
    ruleset = lay(small_games["kings"], law)
    finding = found_in(ruleset)[0]
    words = finding.again.split()
    players, seed = words[words.index("--players") + 1], words[words.index("--seed") + 1]
    plan = Plan((int(players),), 1, int(seed), every=1000)
    ((again, times),) = judge_ruleset(ruleset, plan).findings.values()
    assert (again.lines, times) == (finding.lines, 1)


def test_a_law_at_a_phase_is_asked_when_the_phase_is_cut_short(lay, small_games):
    law = 'always "asked" at one_trick: yes\nalways "asked" at one_hand: yes'
    cut = (TRICK, TRICK + "  if tricks is 1\n    end match\n")
    assert asked_in(verdict_of(lay(small_games["kings"], law, cut), games=3)) == [3, 3]


def test_a_law_at_a_phase_that_wins_is_asked(lay, small_games):
    law = 'never "won so early" at one_trick: tricks is 2'
    cut = (TRICK, TRICK + "  if tricks is 2\n    win leader\n")
    finding = found_in(lay(small_games["kings"], law, cut))[0]
    assert finding.about == 'never "won so early"'


def test_a_law_of_a_phases_state_is_asked_while_it_runs_only(lay, small_games):
    pause = ("    dealer = left of dealer\n", "    dealer = left of dealer\n    waiting\n")
    phase = """
phase waiting
  choose dealer
    wait
"""
    law = 'always "counted afresh": tricks <= 4\nalways "asked also between": yes'
    during, always = asked_in(verdict_of(lay(small_games["kings"], phase + law, pause)))
    assert 0 < during < always


def test_the_parameters_of_a_phase_are_in_sight(lay, small_games):
    law = 'never "an empty box is played" at play_box: hand of box is empty'
    verdict = verdict_of(lay(small_games["boxes"], law))
    assert not verdict.failed and asked_in(verdict)[0] > 10


TWICE = """
  choose dealer
    name_it card in pack, loudly in [yes, no]
      say "{card}"
  choose left of dealer
    name_it who in seats
      say "{who}"
"""


def test_a_law_at_an_action_is_asked_at_every_action_of_that_name(lay, small_games):
    """But not where a name that it reads stands for something else, or for nothing."""
    shown = ("    dealer = left of dealer\n", "    dealer = left of dealer\n    shown_twice\n")
    laws = """
never "counted" at shown_twice.name_it: size of stock > 100
always "of cards" at shown_twice.name_it: card in pack
"""
    verdict = verdict_of(lay(small_games["kings"], f"phase shown_twice{TWICE}{laws}", shown), 3)
    everywhere, of_cards = asked_in(verdict)
    assert not verdict.failed and everywhere == 2 * of_cards > 0


def test_a_law_that_no_game_comes_to_is_a_warning(lay, small_games):
    law = 'always "never reached" at nothing: yes\n\nphase nothing\n  say "nothing"\n'
    verdict = verdict_of(lay(small_games["kings"], law))
    assert not verdict.failed
    ((words, span, why),) = verdict.never_asked()
    assert (words, span.line > 60, why) == ('always "never reached"', True, "no game came to it")


def test_a_law_about_an_expectation_is_not_asked_in_play(lay, small_games):
    law = """
always "fair": expected of chips of first_seat is purse

define first_seat = left of last of seats
"""
    ruleset = lay(small_games["boxes"], law)
    ((_, _, why),) = verdict_of(ruleset).never_asked()
    assert why == "it asks for an expectation, which play does not answer"


@pytest.mark.parametrize("front", ["worth < 0", "worth < 0 or goal < 0", "tricks < 9"])
def test_a_law_of_which_only_the_condition_is_asked_is_told(lay, small_games, front):
    law = f'always "a trick" at one_trick: {front} or tricks > 0'
    verdict = verdict_of(lay(small_games["kings"], law))
    told = [(words, why) for words, _, why in verdict.never_asked()]
    if front != "tricks < 9":
        assert not told and not verdict.failed
        return
    why = "what stands before `or tricks > 0` held each time; "
    why += "examples that lay cards by hand are not asked it"
    assert told == [('always "a trick"', why)]
    assert f"not tried: {told[0][0]}" in "\n".join(format_report(verdict))
