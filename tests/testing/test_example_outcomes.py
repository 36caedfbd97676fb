"""What an example can say of what came of the moves: words, announcements, payoffs, the end."""

from __future__ import annotations

import re
import textwrap

import pytest

from hoyle.interpreter.library.ruleset import RulesetError
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from tests.heads import head

GAME = """\
edition 1
game "Trumps by Lot"

players 2..3

options
  target: 5..20 = 10 "to win"
  low: 1..9 = 2 "low"
  needs target > low "the target lies above the low score"

pack
  ranks 7 8 9 10 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  trump: Suit = random of suits
  score of Seat: 0..99 = 0
  dealer: Seat = random of seats

match
  deal 2 each from stock to hand of seat for seat in seats from left of dealer
  one_round
  say "a second round"
  one_round
  win seats where score of it is (highest score of s for s in seats)

phase one_round
  for seat in seats from left of dealer
    choose seat
      play card in hand of seat
        move card to heap
        let die = random of (1..6)
        trump = random of suits
        if suit of card is trump
          announce gain = die + 1
          score of seat += gain
          say "{seat} has a trump, {card}"
        if rank of card is A
          win seat

payoff of seat = score of seat
"""

WHOLE = """
players ann bob
given dealer = bob
given trump = ♠ then ♠ then ♥ then ♦ then ♠
given die = 3 then 4 then 1 then 2
pack 7♠ 8♠ 9♠ J♠
start match
ann: play 7♠
"""
# so far as it goes no more is asked of chance
MOVE = WHOLE.replace(" then ♥ then ♦ then ♠", "").replace(" then 4 then 1 then 2", "")
MOVES = MOVE.replace("♠ then ♠", "♠ then ♠ then ♥").replace("= 3", "= 3 then 4") + "bob: play 8♠"
ROUND = """
players ann bob
given trump = ♠ then ♥
given die = 3
given hand of ann = [A♠ 7♣]
given hand of bob = [8♣]
given dealer = bob
start one_round
ann: play {card}
"""
REST = """
bob: play 8♠
ann: play 9♠
bob: play J♠
"""

HOLDS = [
    (MOVE, 'expect say "ann has a trump, 7♠"'),
    (MOVE, 'expect say "ann has a trump, 7S"'),
    (MOVE, "expect announce gain is 4"),
    (MOVES, "one_round ends"),
    (MOVES, 'expect say "a second round"'),
    (WHOLE + REST, "match ends"),
    (WHOLE + REST, "ann wins"),
    (WHOLE + REST, "expect payoff of ann is 4"),
    (WHOLE + REST, "expect payoff of bob is score of bob"),
    (ROUND.format(card="A♠"), "ann wins"),
    (ROUND.format(card="A♠"), "match ends"),
    (ROUND.format(card="7♣"), "nobody wins"),
    # what has an order is compared in order, a list as it is written
    (MOVE, "expect score of seats is [4, 0]"),
    (MOVE, "expect score of seats is not [0, 4]"),
    (MOVES, "expect heap is [7♠ 8♠]"),
    (MOVES, "expect top(heap, 2) is [7♠ 8♠]"),
    (MOVES, "expect top(heap, 2) is heap"),
    (MOVE, "expect hand of bob is [J♠ 8♠]"),
    ("players 3 refused", "set target = 40"),
    ('players 3 refused "target cannot be 40; it is 5 to 20"', "set target = 40"),
    ('players 3 refused "the target lies above the low score"\nset target = 5', "set low = 6"),
    ('players 4 refused "2 to 3 can play"', ""),
]

FAILS = [
    (WHOLE, 'expect say "a second round"', "this was not said", "said was: ann has a trump, 7♠"),
    (WHOLE, "expect score of seats is [0, 4]", "was expected, and is not so", ""),
    (WHOLE + "bob: play 8♠", "expect heap is [8♠ 7♠]", "was expected, and is not so", ""),
    (WHOLE, "expect announce gain is 5", "expected: 5", "came:     4"),
    (WHOLE + "bob: play 8♠\nann: play 9♠", "expect announce gain is 5", "was not announced", ""),
    (WHOLE, "one_round ends", "`one_round` has not ended", ""),
    (WHOLE + "bob: play 8♠", "match ends", "`match` has not ended", ""),
    (WHOLE + REST, "bob wins", "the game is not won like this", "came: ann wins"),
    (WHOLE + REST, "ann and bob win", "the game is not won like this", "came: ann wins"),
    (WHOLE, "ann wins", "the game is not won like this", "came: nobody has won"),
    (WHOLE + REST, "expect payoff of ann is 3", "ann has another payoff", "came:     4"),
    (WHOLE + REST, "ann may play 7♠", "the game is over", ""),
    (ROUND.format(card="A♠"), "bob may play 8♣", "the game is over", ""),
    (ROUND.format(card="A♠"), "one_round ends", "`one_round` has not ended", ""),
    (ROUND.format(card="7♣"), "match ends", "`match` has not ended", "it is bob's turn"),
    (WHOLE.replace(" then 4 then 1 then 2", "") + REST, "ann wins",
     "chance fills `die` 2 times here, and one value is given", "given die = 3 then …"),
    (WHOLE.replace("given die = 3 then 4 then 1 then 2", ""), "ann wins",
     "say what `die` is", "`given die = …`"),
    ('players 3 refused "no"', "set target = 40", "but with another sentence", "expected: no"),
    ("players 3 refused", "set target = 20", "3 players are not refused", ""),
    # what stands behind `then` and never comes, also where the match goes on
    (MOVE.replace("♠ then ♠", "♠ then ♠ then ♥"), "expect heap is [7♠]",
     "chance fills `trump` 2 times here, and 3 values are given", ""),
]  # fmt: skip

MISTAKES = {
    'expect say "three rounds"': "nothing says `three rounds`",
    'expect say "{seat} has a trump, {card}"': "in the words that come, without braces",
    "expect announce loss is 3": "nothing called `loss` is announced",
    "expect announce gain is ♥": "a number is wanted here",
    "expect payoff of cat is 3": "nobody called `cat` plays in this example",
    "cat wins": "nobody called `cat` plays in this example",
    "two_rounds ends": "there is no phase called `two_rounds`",
}


def example(lines: str) -> str:
    return 'example "outcome"\n' + textwrap.indent(lines.strip(), "  ")


@pytest.mark.parametrize(("before", "line"), HOLDS)
def test_what_came_is_as_it_was_expected(before, line, lay):
    (outcome,) = run_examples(lay(GAME, example(f"{before.rstrip()}\n{line}")))
    assert outcome.passed, "\n\n".join(as_text(found) for found in outcome.findings)


@pytest.mark.parametrize(("before", "line", "says", "also"), FAILS)
def test_what_came_is_not_as_it_was_expected(before, line, says, also, lay):
    (outcome,) = run_examples(lay(GAME, example(f"{before.rstrip()}\n{line}")))
    (found,) = outcome.findings
    assert says in as_text(found) and also in as_text(found), as_text(found)


@pytest.mark.parametrize("line", MISTAKES)
def test_what_can_never_come_is_told_before(line, lay):
    with pytest.raises(RulesetError, match=re.escape(MISTAKES[line])):
        lay(GAME, example(f"{WHOLE.strip()}\n{line}"))


def test_without_a_declared_payoff_the_winners_are_named(lay):
    undeclared = ("payoff of seat = score of seat", "")
    with pytest.raises(RulesetError, match="who has won is said by `ann wins`"):
        lay(GAME, example(f"{WHOLE}expect payoff of ann is 3"), undeclared)


CASES = """
players ann bob
cases
  led   | other  | points
  7♠    | 8♠     | 4
  7♥    | 8♥     | 0
given dealer = bob
given trump = ♠ then ♠
given die = 3
given hand of ann = [led]
given hand of bob = [other]
start one_round
ann: play led
expect score of ann is points
"""


def test_each_case_is_an_example(lay):
    played = list(run_examples(lay(GAME, example(CASES))))
    assert [outcome.title for outcome in played] == ["outcome (case 1)", "outcome (case 2)"]
    assert all(outcome.passed for outcome in played), played


def test_a_case_that_fails_is_shown(lay):
    wrong = CASES.replace("8♥     | 0", "8♥     | 1")
    _, outcome = run_examples(lay(GAME, example(wrong)))
    told = as_text(outcome.findings[0])
    assert "`score of ann is points` was expected" in told
    assert "7♥    | 8♥     | 1" in told and "in this case" in told


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("led   | other", "heap  | other", "`heap` means something else in this game"),
        ("led   | other", "5     | other", "above a column of cases stands a name"),
        ("7♠    | 8♠     | 4", "7♠    | 8♠", "this case has 2 cells, and there are 3 names"),
        ("7♠    | 8♠", "7♠, 9♠ | 8♠", "a cell of a case holds one value"),
        ("given dealer", "cases\n  one | two\n  1   | 2\ngiven dealer", "one table of cases"),
    ],
)
def test_cases_that_are_none(old, new, says, lay):
    with pytest.raises(RulesetError, match=says):
        lay(GAME, example(CASES.replace(old, new)))


def test_cases_may_have_one_column(lay):
    lines = "players 2\ncases\n  card\n  7♠\n  9♥\nexpect card in pack"
    played = list(run_examples(lay(GAME, example(lines))))
    assert len(played) == 2 and all(outcome.passed for outcome in played)


def test_a_short_case_is_told_and_nothing_that_follows_from_it(lay):
    with pytest.raises(RulesetError) as told:
        lay(GAME, example(CASES.replace("7♠    | 8♠     | 4", "7♠")))
    assert [problem.code for problem in told.value.report.problems] == ["B01"]


def test_a_pile_may_have_all_the_rest(lay):
    lines = "given dealer = bob\ngiven hand of ann = [7♠ 9♥]\ngiven heap = pack - [7♠ 9♥]"
    after = "expect top of heap is 8♠\nexpect bottom of heap is A♣\nexpect size of heap is 30"
    (outcome,) = run_examples(
        lay(GAME, example(f"players ann bob\n{lines}\nstart one_round\n{after}"))
    )
    assert outcome.passed, outcome.findings


def test_the_zone_that_starts_with_the_pack_is_not_given(lay):
    lines = "players ann bob\ngiven stock = pack - [7♠ 8♠]\nstart one_round"
    with pytest.raises(RulesetError, match="how its cards lie is said by `pack`"):
        lay(GAME, example(lines))


def test_a_set_of_cards_needs_no_brackets(lay):
    game = GAME.replace(
        "      play card in hand of seat\n",
        "      throw cards in subsets(hand of seat, 2)\n        move cards to heap\n"
        "      play card in hand of seat\n",
    )
    lines = (
        "players ann bob\ngiven dealer = bob\ngiven hand of ann = [7♠ 8♠ 9♥]\n"
        "given hand of bob = [A♠]\nstart one_round\n"
        "ann may throw 8♠ 9♥\nann may not throw 8♠ 10♥\nann: throw 7♠ 9♥\n"
        "expect hand of ann is [8♠]"
    )
    (outcome,) = run_examples(lay(game, example(lines)))
    assert outcome.passed, outcome.findings
    with pytest.raises(RulesetError, match="`play` is said with card, here with 2 values"):
        lay(game, example(lines.replace("ann: throw", "ann: play")))


def test_what_chance_cannot_bring_says_what_it_can(lay):
    lines = (
        "players ann bob\ngiven dealer = bob\ngiven trump = ♠ then ♥\ngiven die = 3\n"
        "given hand of ann = [7♠]\nstart one_round\nann: play 7♠"
    )
    game = GAME.replace(
        "trump = random of suits\n        if", "trump = random of [♦, ♣]\n        if"
    )
    (outcome,) = run_examples(lay(game, example(lines)))
    (finding,) = outcome.findings
    assert finding.says == "chance cannot bring ♥ here"
    assert finding.lines == ("it brings one of: ♦, ♣",)


def test_only_chance_comes_again(lay):
    lines = "players ann bob\ngiven hand of ann = [7♠] then [8♠]\nstart one_round"
    with pytest.raises(RulesetError, match="cards lie where they are given"):
        lay(GAME, example(lines))


def test_a_move_for_another_seat_is_made_by_the_one_who_decides(lay):
    lines = "given dealer = bob\ngiven hand of ann = [7♠]\ngiven hand of bob = [8♠]\n"
    deal = "for seat in seats from left of dealer\n  one_round"
    shown = (deal, deal.replace("\n", "\n  show hand of seats\n"))
    deciding = ("    choose seat\n", "    choose seat, left of seat deciding\n")
    moves = f"players ann bob\n{lines}start one_round\nann may play 7♠"
    (outcome,) = run_examples(lay(GAME, example(moves), shown, deciding))
    (found,) = outcome.findings
    assert "ann may not play 7♠: bob makes this move for ann" in as_text(found)


TOGETHER = (
    head("Sealed", "3", "7 8")
    + """
match
  choose together seat in seats
    bid number in 1..3
      say "{seat} bids {number}"
    pass
  win seats
"""
)


@pytest.mark.parametrize("word", ["cat: bid 2", "cat may bid 2", "cat may not bid 2"])
def test_what_is_chosen_together_is_written_in_the_order_of_the_seats(word, lay):
    lines = f"players ann bob cat\nstart match\nann: bid 1\n{word}\nbob: pass"
    (outcome,) = run_examples(lay(TOGETHER, example(lines)))
    (found,) = outcome.findings
    says = "what is chosen together is written in the order of the seats: bob before cat"
    assert found.says == says
    assert found.lines == (
        "they are asked in this order: ann bob cat", "bob may: bid 1..3, pass"
    )  # fmt: skip


def test_who_has_chosen_already_is_not_asked_to_wait(lay):
    lines = "players ann bob cat\nstart match\nann: bid 1\nann may not bid 2\nbob: pass\ncat: pass"
    (outcome,) = run_examples(lay(TOGETHER, example(lines)))
    assert outcome.passed


BELOW_ZERO = (
    head("Below", "2")
    + """\
state
  n: -20..20 = 0
match
  turns
phase turns
  for seat in seats
    choose seat
      put number in -10..10
        n += number

example "below zero"
  players ann bob
  start turns
  ann may only: put -10..10
  ann may not put -11
  ann: put -10
  bob may put -3
  bob: put 3
  expect n is -7
"""
)


def test_a_move_may_name_a_number_below_zero(lay):
    (outcome,) = run_examples(lay(BELOW_ZERO))
    assert outcome.passed, "\n".join(map(as_text, outcome.findings))
