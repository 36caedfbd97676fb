"""What is hidden from a seat changes nothing for it: leaks are found, and nothing else is."""

from __future__ import annotations

import re

import pytest

from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.events import MemberDrawn, PileShuffled, Role
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.shipped import load

TRICKS = "  repeat until hand of seats is empty\n    one_trick\n"
UP_TO = "        move top of stock to hand of box\n"
SPADES = "count card in hand of leader where suit of card is ♠"
DRAWN = f"{UP_TO}      split"
SHOWN = "  show hand of boxes of seats\n"


def first(ruleset, games: int = 120) -> Finding | None:
    plan = Plan(tuple(ruleset.players), games, every=3)
    found = play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game))
    leaks = (finding for finding in found if finding is not None and finding.kind == "secrets")
    return next(leaks, None)


# What is changed in which game; words of the line that is to blame; what is said.
LEAKS = {
    "a condition on a pile that lies face down": (
        "kings", "must follows of card, if able",
        "must rank of top of stock is not K or suit of card is ♠, if able",
        "must rank of top of stock", "may do other things when two cards change places",
    ),
    "a condition on another's hand": (
        "kings", "must follows of card, if able",
        "must not (A♠ in hand of left of seat) or suit of card is ♥, if able",
        "must not (A♠", "may do other things when two cards change places",
    ),
    "a range": (
        "boxes", "bet amount in 1..purse / 2", "bet amount in 1..number of rank of top of stock",
        "bet amount", "may do other things when two cards change places",
    ),
    "the sentence of a refusal": (
        "kings", '"follow {suit of bottom of trick} if you can"', '"no, {top of stock} is next"',
        "must follows", "is refused for another reason when two cards change places",
    ),
    "a branch, after which a public register is set": (
        "kings", TRICKS, "  if 9♠ in hand of left of dealer\n    leader = dealer\n" + TRICKS,
        "if 9♠", "the game goes another way when two cards change places",
    ),
    "a branch on one's own hidden hand": (
        "boxes", DRAWN, f"{UP_TO}        if pips of hand of box > 12\n          end play_box\n"
        "      split",
        "if pips", "the game goes another way when two cards change places",
    ),
    "a loop": (
        "kings", TRICKS, "  repeat until rank of top of stock is not A at most 3 times, else "
        "end match\n    tricks += 1\n" + TRICKS,
        "repeat until rank", "the game goes another way when two cards change places",
    ),
    "who is asked": (
        "kings", "    choose seat\n", "    choose (left of seat if A♠ in hand of seat else seat)\n",
        "choose (left", "the game goes another way when two cards change places",
    ),
    "a public register": (
        "kings", TRICKS, "  trump = suit of top of stock\n" + TRICKS,
        "trump = suit", "`trump` becomes something else when two cards change places",
    ),
    "a payment": (
        "boxes", SHOWN, f"  let one = first seat in seats\n{SHOWN}"
        "  pay number of rank of top of stock from chips of one to pot\n",
        "pay number", "other amounts are paid when two cards change places",
    ),
    "how many cards are taken": (
        "kings", TRICKS, f"  move top(stock, {SPADES}) to hand of leader\n" + TRICKS,
        "move top(stock", "other cards are moved when two cards change places",
    ),
    "how many are laid face up": (
        "kings", TRICKS, f"  move top(stock, {SPADES}) to trick\n" + TRICKS,
        "move top(stock", "other cards are moved when two cards change places",
    ),
    "how many of a hand are laid down": (
        "kings", TRICKS, f"  move (hand of leader where its suit is ♠) to won of leader\n{TRICKS}",
        "move (hand of leader", "other cards are moved when two cards change places",
    ),
    "whose card is laid down": (
        "kings", TRICKS, f"  move A♠ to won of leader\n{TRICKS}",
        "move A♠", "other cards are moved when two cards change places",
    ),
    "where a card lies that somebody names": (
        "kings", TRICKS,
        f"  choose leader\n    ask card in pack\n      move card to won of leader\n{TRICKS}",
        "move card to won", "other cards are moved when two cards change places",
    ),
    "which card is shown": (
        "kings", TRICKS, "  show hand of leader where its suit is suit of top of stock\n" + TRICKS,
        "show hand of leader", "other cards are shown when two cards change places",
    ),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found_at_its_line(lay, small_games, leak):
    game, old, new, line, says = LEAKS[leak]
    found = first(lay(small_games[game], "", (old, new)))
    assert found is not None
    assert line in found.span.source.line_text(found.span.line)
    assert says in found.says


def test_a_leak_is_told_with_the_two_deals(lay, small_games):
    change = ("bet amount in 1..purse / 2", "bet amount in 1..number of rank of top of stock")
    found = first(lay(small_games["boxes"], "", change))
    assert found is not None and found.script is not None
    one, other, last = found.lines[:3]
    told = r"with (\S+) on top of stock and (\S+) in (?:stock|\w+'s box): (\w+) may (not )?bet \d"
    first_deal, second_deal = re.fullmatch(told, one), re.fullmatch(told, other)
    assert first_deal is not None and second_deal is not None
    assert first_deal.group(1, 2, 3) == second_deal.group(2, 1, 3)
    assert (first_deal[4] is None) != (second_deal[4] is None)
    assert last == f"{first_deal[3]} has been shown and told the same in both"
    assert len(found.script.moves) <= 2  # the game up to a bet, which all make first


# Rules that look at what is hidden, and tell all that they have seen; or do nothing with it.
IN_ORDER = {
    "it is announced": (
        "kings", TRICKS, "  announce lucky = 9♠ in hand of left of dealer\n  if lucky\n"
        "    leader = dealer\n" + TRICKS,
    ),
    "it is shown first": (
        "kings", TRICKS, "  show hand of left of dealer\n  if 9♠ in hand of left of dealer\n"
        "    leader = dealer\n" + TRICKS,
    ),
    "a card is named by a sentence": (
        "kings", TRICKS, '  let below = bottom of stock\n  say "below lies {below}"\n'
        "  show below\n  trump = suit of below\n" + TRICKS,
    ),
    "what all have seen lies face down": (
        "kings", "  tricks += 1\n",
        "  tricks += 1\n  if any card in won of seats where rank of card is K\n    trump = ♠\n",
    ),
    "one's own hand, in the open": (
        "kings", "must follows of card, if able",
        "must (any card in hand of seat where rank of card is K) or follows of card, if able",
    ),
    "the card that is turned over says where it lies": (
        "kings", TRICKS, "  move top of stock to won of (leader if suit of top of stock is ♠ else "
        "left of leader) face up\n" + TRICKS,
    ),
    "the cards that are laid down lie face up": (
        "kings", TRICKS, "  move (hand of leader where its suit is ♠) to trick\n" + TRICKS,
    ),
    "who can do nothing passes": (
        "kings", "  leader = player of winning\n",
        "  leader = player of winning\n  choose left of leader\n"
        "    turn_up card in hand of left of leader\n"
        '      must rank of card is K "a king"\n      show card\n'
        "    otherwise\n      tricks += 0\n",
    ),
    "who can do nothing passes, and the next is asked": (
        "kings", "  leader = player of winning\n",
        "  leader = player of winning\n  for s in seats\n    choose s\n"
        '      turn_up card in hand of s\n        must rank of card is K "a king"\n'
        '        show card\n      otherwise\n        say "{s} has none"\n',
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", IN_ORDER)
def test_what_is_told_is_no_leak(lay, small_games, case):
    game, old, new = IN_ORDER[case]
    assert first(lay(small_games[game], "", (old, new)), games=8) is None


def test_what_lay_face_up_when_it_was_shuffled_is_known_to_all(lay, small_games):
    """The deal takes it from a pile whose whole order everybody has seen."""
    told = "  if 9♠ in hand of left of dealer\n    leader = dealer\n" + TRICKS
    changes = (TRICKS, told), ("stock: Pile, face down", "stock: Pile, face up")
    assert first(lay(small_games["kings"], "", *changes), games=16) is None


NAMED = """edition 1
game "Named"

players 2

pack
  cards guard x2, priest, king

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  laid of Seat: Pile, face up

state
  named: guard or priest or none = none

match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      name_it person in [guard, priest]
        named = person
      play card in hand of seat
        move card to laid of seat
"""


def test_a_card_that_is_only_named_is_no_card_that_lies_somewhere(tmp_path):
    """Where hidden cards change places, the name stays what it was; and everybody hears it."""
    path = tmp_path / "named.cards"
    path.write_text(NAMED, encoding="utf-8")
    ruleset = load_untried(path)
    assert first(ruleset, games=40) is None
    position = ruleset.table(2).start(seed=1).play("name-it priest")
    told = Redaction(position.table, 1).redact_events(position)
    assert [value for event in told for value in event.get(Role.OWN_VALUES, ())] == [2]


GIFTS = """edition 1
game "Gifts"

players 3

pack
  ranks 7 8 9 10 J Q K A

order plain, best first: A K Q J 10 9 8 7

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

state
  taker: Seat = random of seats

match
  shuffle stock
  deal 8 each from stock to hand of seat for seat in seats
  for giver in seats where giver is not taker
    choose giver
      give card in hand of giver
        move card to hand of taker
        let like = hand of taker where its suit is suit of card
        let back = best other in like by plain of rank of other
        move back to hand of giver
"""


def test_who_is_given_a_card_sees_which(tmp_path):
    """What another seat gave before decides which, and only the two see the card."""
    path = tmp_path / "gifts.cards"
    path.write_text(GIFTS, encoding="utf-8")
    assert first(load_untried(path), games=20) is None


NOTHING = """edition 1
game "An empty pile"

players 1..2

pack
  ranks 7 8 9
  suits ♠, ♥

zones
  stock: Pile, face down, starts with the pack
  talon: Pile, face down
  heap: Cards, face up

match
  shuffle stock
  shuffle talon
  repeat 2 times
    shuffle stock
    move top of stock to heap
"""


def test_a_pile_without_cards_that_is_shuffled_leaves_the_order_of_what_follows(tmp_path):
    """Nothing is told of it, and the shuffles behind it are still told apart by their numbers."""
    path = tmp_path / "nothing.cards"
    path.write_text(NOTHING, encoding="utf-8")
    assert first(load_untried(path), games=20) is None


AN_EXAMPLE = """
example "the pack is that of the stock"
  players ann
  pack 9♥ 7♠
  start match
  expect heap is [9♥, 7♠]
"""


def test_no_pack_is_laid_for_a_pile_without_cards(tmp_path):
    """Neither in an example nor from Python."""
    path = tmp_path / "nothing.cards"
    text = NOTHING.replace("    shuffle stock\n", "")
    text = text.replace("stock\n  shuffle talon", "talon\n  shuffle stock")
    path.write_text(text + AN_EXAMPLE, encoding="utf-8")
    ruleset = load_untried(path)
    assert [outcome.findings for outcome in run_examples(ruleset)] == [()]
    assert ruleset.table(1).start(pack="9H 7S")["heap"] == ("7S", "9H")


@pytest.mark.parametrize("name", ["", "leduc-poker", "pontoon", "rummy", "scotch-whist"])
def test_as_many_events_of_chance_are_told_as_are_recorded(tmp_path, name):
    """By their numbers it is known which shuffle to lay otherwise."""
    path = tmp_path / "nothing.cards"
    path.write_text(NOTHING, encoding="utf-8")
    runner = GameRunner(load(name) if name else load_untried(path), 2, {})
    runner.game(Chances(1), lambda position: position.legal().kth(0), CheckSchedule(), 60)
    events = [event for position in runner.path() for event in position.events]
    told = sum(isinstance(event, PileShuffled | MemberDrawn) for event in events)
    assert runner.log.chances == len(runner.chance.list_events()) == told > 0
