"""What is asked of every game is asked of an example too, but for what was laid by hand."""

from __future__ import annotations

import textwrap

import pytest

from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text

ROUND = """
example "a round"
  players ann bob
  pack A♠ 2♠ A♥ 2♥ 3♠ 4♠ 5♠ 6♠
  start one_round
  ann: bet 1
  bob: fold
  ann: stay
  bob: stay
"""
TRICK = """
example "a trick"
  players ann bob
  given dealer = bob
  given hand of ann = [K♣ 7♦]
  given hand of bob = [7♣ 7♥]
  given leader = ann
  start one_trick
  ann: play K♣
  bob: play 7♣
"""

FAILS = {
    "a law that breaks at a move": (
        "boxes", ROUND, 'never "a bet": any seat in seats where chips of seat < purse', (),
        "`never \"a bet\"` has come about here", "ann: bet 1",
    ),
    "a law of an action": (
        "boxes", ROUND, 'never "a bet of one" at stake_on.bet: amount is 1', (),
        "`never \"a bet of one\"` has come about here", "ann: bet 1",
    ),
    "a law at the end of a phase": (
        "boxes", ROUND, 'always "all is paid" at settle: pot > 0', (),
        "`always \"all is paid\"` does not hold here", "bob: stay",
    ),
    "a law where no card was laid that it asks for": (
        "kings", TRICK, 'always "few tricks" at one_trick: tricks is 0', (),
        "`always \"few tricks\"` does not hold here", "bob: play 7♣",
    ),
    "chips that are lost": (
        "boxes", ROUND, "",
        (("      pay stake of box from stake of box to pot\n", "      pot += 0\n"),
         ("stake of box from stake of box to chips of owner", "0 from pot to chips of owner")),
        "by the log of events `stake` holds 1 chip, not", "bob: stay",
    ),
    "chips that are made, told where they were made and not where play has ended": (
        "boxes", ROUND, "",
        (("to stake of box\n    fold", "to stake of box\n      pot += amount\n    fold"),),
        "1 chip is made where it is set and not paid", "ann: bet 1",
    ),
    "what is hidden decides": (
        "kings", """
example "a deal"
  players ann bob
  given dealer = bob
  pack K♣ 7♣ 7♦ 8♦ 9♦ 10♦ J♦ Q♦
  start one_hand
  ann: play 7♦
""", "",
        (("    choose seat\n      play card in hand of seat\n",
          "    choose seat\n      play card in hand of seat\n"
          "        must top of stock is 7♠ or suit of card is ♦ \"not now\"\n"),),
        "never seen", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", FAILS)
def test_an_example_fails_where_its_game_is_not_as_any_game_must_be(title, lay, small_games):
    game, example, law, changes, says, line = FAILS[title]
    ruleset = lay(small_games[game], example + law + "\n", *changes)
    (outcome,) = run_examples(ruleset)
    (finding,) = outcome.findings
    assert says in finding.says, as_text(finding)
    assert finding.kind == "example" and finding.about == f'example "{outcome.title}"'
    assert line in " ".join(finding.span.text.split())
    if law:
        assert finding.also[0][0].text in law


LAID = {
    "a law that does not hold where it begins":
        'always "all cards are dealt": stock is empty',
    "a law at the end of a phase that asks for cards, where cards were laid":
        'always "four cards each" at one_trick: size of hand of ann is 4',
    "a law at the end of a phase that asks for state that was given":
        'never "ann leads" at one_trick: leader is ann',
}  # fmt: skip


def test_a_law_of_cards_that_nobody_has_dealt_is_not_asked(lay, small_games):
    example = """
example "the dealer alone is given"
  players ann bob
  given dealer = bob
  start scoring
"""
    law = 'always "ann has won" at scoring: every seat in seats: won of seat is not empty'
    (outcome,) = run_examples(lay(small_games["kings"], example + law + "\n"))
    assert outcome.passed, [as_text(one) for one in outcome.findings]


@pytest.mark.parametrize("title", LAID)
def test_a_law_is_not_asked_of_what_was_laid_by_hand(title, lay, small_games):
    law = (
        LAID[title]
        .replace("of ann is", "of seats is")
        .replace("leader is ann", "leader is left of dealer")
    )
    ruleset = lay(small_games["kings"], TRICK + law + "\n")
    (outcome,) = run_examples(ruleset)
    assert outcome.passed, [as_text(one) for one in outcome.findings]


def test_an_example_that_fails_by_itself_is_not_asked_more(lay, small_games):
    wrong = textwrap.dedent(ROUND) + '  expect pot is 9\nnever "a bet": pot is 0\n'
    (outcome,) = run_examples(lay(small_games["boxes"], wrong))
    assert [one.says for one in outcome.findings] == ["`pot is 9` was expected, and is not so"]
