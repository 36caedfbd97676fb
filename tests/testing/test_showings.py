"""Cards that were shown before an example begins."""

from __future__ import annotations

import pytest

from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from tests.heads import head

# Nobody has to look at the own cards; who has looked may not bet blind.
BRAG = head("Blind bets", ranks="7 8 9 10")
BRAG += """\
  hand of Seat: Cards, face down

state
  blind: Seats = seats

match
  deal 2 each from stock to hand of seat for seat in seats
  betting

phase betting
  for seat in seats
    choose seat
      look
        show hand of seat to seat
        blind -= [seat]
      boast
        must (hand of seat where sees(seat, it)) is not empty "you have not looked"
        say "{seat} boasts"
      show_all
        show hand of seat
"""
LOOKED = """
example "bob has looked, ann has not"
  players ann bob
  given hand of ann = [7♠ 8♠]
  given hand of bob = [10♠ 10♥]
  given blind = [ann]
  show hand of bob to bob
  start betting
  ann sees hand of ann as [? ?]
  ann sees hand of bob as [? ?]
  bob sees hand of bob as [10♠ 10♥]
  ann may not boast "you have not looked"
  ann: look
  ann sees hand of ann as [7♠ 8♠]
  bob: boast
  expect say "bob boasts"
"""

# The card at the bottom of the stock has been turned, and ann has seen the top of it.
BOTTOM = head("The bottom card", ranks="7 8 9 10")
BOTTOM += """\
  heap: Pile, face up

match
  shuffle stock
  show bottom of stock
  one_turn of dealer

state
  dealer: Seat = random of seats

phase one_turn(seat: Seat)
  choose seat
    peep
      show top of stock to seat
    draw
      must not showing of top of stock "all know it"
      move top of stock to heap
"""
TURNED = """
example "the top has been peeped at, the bottom lies open"
  players ann bob
  given dealer = ann
  given heap = pack - [7♠ 8♠ 9♠ 10♠]
  pack 7♠ 8♠ 9♠ 10♠
  show bottom of stock
  show [7♠ 8♠] to ann
  start one_turn of ann
  ann sees stock as [10♠ ? 8♠ 7♠]
  bob sees stock as [10♠ ? ? ?]
  ann may only: peep, draw

example "all know the top"
  players ann bob
  given dealer = ann
  given heap = pack - [7♠]
  show 7♠
  start one_turn of ann
  ann may not draw "all know it"
"""


@pytest.mark.parametrize(("game", "lines"), [(BRAG, LOOKED), (BOTTOM, TURNED)])
def test_cards_have_been_shown_where_the_example_says_so(lay, game, lines):
    for outcome in run_examples(lay(game, lines)):
        assert not outcome.findings, "\n\n".join(map(as_text, outcome.findings))


def test_what_no_rule_shows_cannot_have_been_shown(lay):
    bare = BRAG.replace("show hand of seat to seat", 'say "{seat} looks"')
    bare = bare.replace("(hand of seat where sees(seat, it)) is not empty", "seat not in blind")
    [outcome] = run_examples(lay(bare, LOOKED))
    assert outcome.findings[0].says == "no rule of this game shows cards to one seat"
    bare = bare.replace("show hand of seat", "shuffle stock")
    [outcome] = run_examples(lay(bare, LOOKED.replace("show hand of bob to bob", "show 10♠")))
    assert outcome.findings[0].says == "no rule of this game shows cards to all"
