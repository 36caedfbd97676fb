"""Small games of our own, and how the tests of this folder get at rulesets written as texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.findings import SmallestGames
from hoyle.interpreter.testing.shrink import shrink

# Tricks, a random dealer, state of a phase, a condition that holds only where it can.
KINGS = """\
edition 1
game "Catch the Kings"

players 2..4

options
  worth: 1..9 = 3 "points for a king"
  goal: 1..20 = 6 "points that win"
  needs goal >= worth "a king may not be worth more than the goal"

pack
  ranks 7 8 9 10 J Q K A

order plain, best first: A K Q J 10 9 8 7

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  won of Seat: Cards, face down

state
  dealer: Seat = random of seats
  score of Seat: 0..99 = 0
  trump: Suit = ♥

state of one_hand
  leader: Seat
  tricks: 0..8 = 0

define follows(card: Card) = trick is empty or suit of card is suit of bottom of trick
define ahead = best seat in seats by score of seat

table strength(card: Card), first that fits
  suit of card            | strength
  trump                   | 20 + plain of rank of card
  suit of bottom of trick | plain of rank of card
  -                       | 0

match
  repeat until (any seat in seats where score of seat >= goal) at most 40 times, else end match
    one_hand
    dealer = left of dealer
  win ahead

phase one_hand
  gather into stock
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats from left of dealer
  leader = left of dealer
  repeat until hand of seats is empty
    one_trick
  scoring

phase one_trick
  for seat in seats from leader
    choose seat
      play card in hand of seat
        must follows of card, if able "follow {suit of bottom of trick} if you can"
        move card to trick
  let winning = best card in trick by strength of card
  leader = player of winning
  tricks += 1
  move trick to won of leader

phase scoring
  for seat in seats
    score of seat += worth * (count card in won of seat where rank of card is K)
"""

# Chips, records with their own piles, ranges, cards that lie face up or down, payoffs.
BOXES = """\
edition 1
game "Odd Boxes"

players 2..3

options
  purse: 2..50 = 10 "the chips each begins with"
  second: up or down = up "how the second card is dealt"

pack
  ranks A 2 3 4 5 6

record Box
  hand: Pile, seen by owner, at most 6
  stake: 0..50 = 0

zones
  stock: Pile, face down, starts with the pack
  mat: Pile, face down

state
  chips of Seat: -100..200 = purse
  pot: 0..200 = 0

state of one_round
  boxes of Seat: at most 2 Box

define pips(hand: Cards): 0..60 = total number of rank of card for card in hand

match
  one_round

phase one_round
  shuffle stock
  for seat in seats
    new box in boxes of seat
    move top of stock to hand of box
    move top of stock to hand of box face second
    stake_on of box
  for box in boxes of seats
    play_box of box
  settle

phase stake_on(box: Box)
  choose owner of box
    bet amount in 1..purse / 2
      must amount <= chips of owner of box "you have {chips of owner of box} only"
      pay amount from chips of owner of box to stake of box
    fold

phase play_box(box: Box)
  repeat until size of hand of box >= 4 at most 3 times, else end play_box
    choose owner of box
      draw
        must stake of box > 0 "nothing is staked"
        move top of stock to hand of box
      split
        must size of hand of box is 2 and size of boxes of owner of box < 2 "only two are split"
        new other in boxes of owner of box after box
        move top of hand of box to hand of other
        move top of stock to hand of other
        move top of stock to hand of box
      stay
        end play_box

phase settle
  show hand of boxes of seats
  for box in boxes of seats
    if pips of hand of box > 9
      pay stake of box from stake of box to pot
    else
      pay stake of box from stake of box to chips of owner of box
    move hand of box to mat
  let lucky = best seat in seats by chips of seat
  pay pot from pot to chips of lucky

payoff of seat = chips of seat - purse
"""

# Two copies of each card, subsets, a sealed choice, words as values.
PAIRS = """\
edition 1
game "Two of a Kind"

players 2

type Manner = boldly or meekly

pack
  ranks 7 8 9
  suits ♠ ♥
  copies 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 6
  spare of Seat: Cards, seen by owner
  out: Pile, face up

state
  points of Seat: 0..20 = 0
  bold: Seat or none = none
  mood: Manner = meekly

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  deal 1 each from stock to spare of seat for seat in seats
  layings
  callings

phase layings
  choose together seat in seats
    lay cards in subsets(hand of seat, 2)
      must one_rank of cards "two of one rank are laid"
      move cards to out
      points of seat += 1
    keep

phase callings
  for seat in seats
    choose seat
      call suit in suits, manner in [boldly, meekly]
        must any card in hand of seat where suit of card is suit "you hold none of them"
        mood = manner
        if mood is boldly
          bold = seat
      show_one card in hand of seat + spare of seat
        show card
      pass_on to in seats after seat
        say "{seat} passes to {to}"
"""


@pytest.fixture(scope="session")
def small_games() -> dict[str, str]:
    """The texts by their names.

    `kings2` has a second rule for the same move, `kings3` a phase of its own for all tricks.
    """
    second = '        must rank of card is not Q or trick is empty, if able "no queens"\n'
    moved = "        move card to trick\n"
    loop = "  repeat until hand of seats is empty\n    one_trick\n"
    return {
        "kings": KINGS,
        "kings2": KINGS.replace(moved, second + moved),
        "kings3": KINGS.replace(loop, "  all_tricks\n") + f"\nphase all_tricks\n{loop}",
        "boxes": BOXES,
        "pairs": PAIRS,
    }


@pytest.fixture
def lay(tmp_path: Path) -> Callable[..., Ruleset]:
    """A ruleset from a text, with lines put at its end, and some words in place of others."""

    def laid(text: str, more: str = "", *changes: tuple[str, str]) -> Ruleset:
        for old, new in changes:
            assert text.count(old) == 1, f"`{old}` stands {text.count(old)} times in the text"
            text = text.replace(old, new)
        path = tmp_path / "small.cards"
        path.write_text(text + "\n" + more, encoding="utf-8")
        return load(str(path))

    return laid


@pytest.fixture
def not_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found is told as it was found: to make it small takes longer than to find it."""
    late = SmallestGames(None, None, True)
    monkeypatch.setattr(shrink, "_shrink", lambda *work, **ways: late)
