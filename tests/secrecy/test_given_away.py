"""Steps that give a hidden card away, and steps like them that do not."""

from __future__ import annotations

import pytest

from tests.heads import head

FRAME = head("Probe", "2..4", order="high")
FRAME += """\
  hand of Seat: Cards, seen by owner, at most 9
  shown_right of Seat: Cards, seen by right of owner
  heap: Pile, face up
  won of Seat: Cards, face down
  column(0..9): Pile, face down
  pile(Seat, 1..2): Pile, face down
  row(0..9): Pile, face up
  box(Seat, 1..2): Cards, seen by owner

state
  dealer: Seat = random of seats
  hint: Seat = random of seats
  noted: Cards
  secret of Seat: Seat or none = none, seen by owner
  score of Seat: 0..99 = 0
  sitting: Seats
  active: Seats
  place: 1..4 = 1

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
"""
COPIES = FRAME.replace("\n\norder", "\n  copies 2\n\norder", 1)
SPADES = "count card in hand of dealer where suit of card is ♠"
WHO = "(dealer if suit of top of stock is ♠ else left of dealer)"


TOPS = """\
deal 2 each from stock to column(n) for n in 1..2
for n in 1..2
  show top of column(n)
"""
LOW = "(seats where score of it <= 20)"
PILES = """\
for s in seats
  for n in 1..2
    move 2 from stock to pile(s, n)
    show top of pile(s, n)
"""
TELL_TOPS = 'for s in seats\n  for n in 1..2\n    say "{top of pile(s, n)}"'
ROUNDS = "for s in seats, round and round until stock is empty at most 9 times\n"
ASIDE = "choose dealer\n  drop card in hand of dealer\n    move card to won of dealer\n"
SEEN_BY_ONE = (
    "choose dealer\n  give card in hand of dealer\n    show card to left of dealer\n" + ASIDE
)
PLAYED = (
    "choose left of dealer\n  play card in hand of left of dealer\n    move card to heap\n"
    "move heap to hand of dealer\n" + ASIDE
)
PASSED = "let gift = top of stock\nmove gift to hand of left of dealer\n"
GIVEN_AWAY = {
    "the hand of one who is no more among those that are shown": (
        'active = sitting\nsitting -= [dealer]\nshow hand of sitting\nsay "{hand of active}"',
        "S02", "hand of active"
    ),
    "the hand of one who came to those that were among the shown": (
        'active = sitting\nactive += [dealer]\nshow hand of sitting\nsay "{hand of active}"',
        "S02", "hand of active"
    ),
    "the hands of two parts, of which one has changed between": (
        'show hand of active\nactive += [dealer]\nshow hand of (sitting - active)\n'
        'say "{hand of sitting}"', "S02", "hand of sitting"
    ),
    "a condition on a card that another was given": (
        PASSED + "choose right of dealer\n  play other in hand of right of dealer\n"
        "    must suit of other is suit of gift, if able\n    move other to heap",
        "S01", "gift",
    ),
    "one of the shown hands, by the name of somebody whom one seat knows": (
        'show hand of seats after dealer\n'
        f'secret of dealer = left of dealer if ({SPADES}) > 2 else right of dealer\n'
        'choose dealer\n  tell\n    must secret of dealer in seats after dealer\n'
        '    say "{hand of secret of dealer}"', "S02", "secret of dealer"
    ),
    "one of the shown hands, picked by a hidden one": (
        'sitting = [left of dealer]\nshow hand of sitting\n'
        f'let one = first s in sitting where score of s < ({SPADES})\n'
        'say "{hand of one}"', "S02", "one"
    ),
    "the best of all, some of whose hands have been shown": (
        'show hand of sitting\nannounce one = best s in seats by score of s\nsay "{hand of one}"',
        "S02", "hand of one"
    ),
    "hidden cards that have not been shown": (
        'for card in hand of dealer where rank of card is A\n  show card', "S03", "hand of dealer"
    ),
    "a hidden card among those that have not been shown": (
        'if any c in hand of dealer where not showing of c and rank of c is A\n  say "x"',
        "S03", "hand of dealer"
    ),
    "what a loop shows of another seat, under another name": (
        'for s in seats\n  let k = dealer\n  show hand of k\nsay "{hand of seats}"',
        "S02", "hand of seats"
    ),
    "what a loop shows of a seat that has had another name before": (
        'for s in seats\n  let k = s\n  let m = left of k\n  show hand of m\n  '
        'move top of stock to hand of s\nsay "{hand of seats}"', "S02", "hand of seats"
    ),
    "how many of the hidden cards one of the others has seen": (
        SEEN_BY_ONE + 'say "{count c in hand of dealer where sees(left of dealer, c)}"',
        "S02", "hand of dealer"
    ),
    "whether a hidden card is among those of its zone with which it goes": (
        "choose dealer\n  put card in hand of dealer, cards in subsets(hand of dealer, 1)"
        " + subsets(hand of dealer, 2)\n    move [card] + cards to won of dealer", "S02", "card"
    ),
    "whether a card that one of the others has seen lies there still": (
        SEEN_BY_ONE + 'choose right of right of dealer\n  guess\n'
        '    must every c in hand of dealer: not sees(left of dealer, c)\n  pass',
        "S01", "hand of dealer"
    ),
    "how many of the hidden cards somebody has played": (
        PLAYED + 'say "{count c in hand of dealer where player of c is left of dealer}"',
        "S02", "hand of dealer"
    ),
    "whether the best of the hidden cards is the one that was shown": (
        'choose dealer\n  play card in hand of dealer\n    show card\n'
        'let one = best c in hand of dealer by high of rank of c\nif showing of one\n  say "x"',
        "S03", "one"
    ),
    "the shown hand of one to whom a card came, who is no dealer any more": (
        'show hand of seats\nmove top of stock to hand of dealer\ndealer = left of dealer\n'
        'for s in seats where s is not dealer\n  say "{hand of s}"', "S02", "hand of s"
    ),
    "the shown hand of one to whom a card came, by another name": (
        'show hand of seats\nmove top of stock to hand of dealer\nsay "{hand of hint}"',
        "S02", "hand of hint"
    ),
    "the shown hands when a card has come to each": (
        'show hand of seats\nfor s in seats\n  move top of stock to hand of s\n'
        'say "{hand of dealer}"', "S02", "hand of dealer"
    ),
    "the shown hand of one who is not in the set as it now is": (
        f'show hand of {LOW}\nscore of dealer = 0\nfor s in {LOW}\n  say "{{hand of s}}"',
        "S02", "hand of s",
    ),
    "the shown hand of another than the one whose round it is": (
        f'show hand of {LOW}\nfor s in {LOW} from dealer\n  score of s += 9\n'
        '  say "{hand of left of s}"', "S02", "hand of left of s"
    ),
    "shown hands to which a card comes in the round of another": (
        f'show hand of {LOW}\nfor s in {LOW} from dealer\n  score of s += 9\n'
        '  say "{hand of s}"\n  move top of stock to hand of left of s', "S02", "hand of s"
    ),
    "shown hands, where the next one is of the set as it then is": (
        f'show hand of {LOW}\nfor s in {LOW}, round and round until score of dealer > 9 at most 9 '
        'times\n  score of s -= 1\n  say "{hand of s}"', "S02", "hand of s"
    ),
    "the shown card of a place that a kept number names, where not all were shown": (
        TOPS + 'place = random of (1..4)\nsay "{top of column(place)}"', "S02", "column(place)"
    ),
    "the top of the pile that has changed its place with a shown one": (
        'move 2 from stock to column(2)\nshow top of stock\nswap stock and column(2)\n'
        'say "{top of stock}"', "S02", "stock"
    ),
    "the number of cards from the top": (
        f"move top(stock, {SPADES}) to heap", "S02", "hand of dealer"
    ),
    "the number of those that are laid down": (
        "move (hand of dealer where its suit is ♠) to won of dealer", "S02", "hand of dealer"
    ),
    "the number of those that come from several hands": (
        "move (hand of seats where its suit is ♠) to won of dealer", "S02", "hand of seats"
    ),
    "the number of those that come from several places of each": (
        "for s in seats\n  for n in 1..2\n    move top of stock to box(s, n)\n"
        "move (box(seats, 1..2) where its suit is ♠) to won of dealer", "S02", "box(seats, 1..2)"
    ),
    "the number of those that are named first": (
        "let spades = hand of dealer where its suit is ♠\nmove spades to won of dealer",
        "S02", "spades",
    ),
    "whether two names stand for one card": (
        "let one = best card in hand of dealer by high of rank of card\n"
        "let other = first card in hand of dealer where suit of card is ♠\n"
        "move [one, other] to won of dealer",
        "S02", "one",
    ),
    "whether a card is one of several": (
        "let one = best card in hand of dealer by high of rank of card\n"
        "choose dealer\n  drop cards in subsets(hand of dealer)\n"
        "    move [one] + cards to won of dealer",
        "S02", "one",
    ),
    "whose card it is": (
        "let ace = best card in hand of seats by high of rank of card\nmove ace to won of dealer",
        "S02", "ace",
    ),
    "whose card it is that has a name": ("move A♠ to won of dealer", "S02", "A♠"),
    "where the first of the pack lies": (
        "move (first card in pack where suit of card is ♠) to won of dealer",
        "S02", "first card in pack where suit of card is ♠",
    ),
    "where some of the pack lie": (
        "move (pack where its suit is ♠) to won of dealer", "S02", "pack where its suit is ♠"
    ),
    "where each of the pack lies": (
        "for card in pack where suit of card is ♠\n  move card to won of dealer", "S02", "card"
    ),
    "where each of those lies that are named": (
        "for card in [A♠, K♠]\n  move card to won of dealer", "S02", "card"
    ),
    "where a card lies that chance names": (
        "let card = random of pack\nmove card to won of dealer", "S02", "card"
    ),
    "where a card lies that somebody names": (
        "choose dealer\n  ask card in pack\n    move card to won of dealer", "S02", "card"
    ),
    "where cards lie that were noted": (
        "noted = pack where its suit is ♠\nmove noted to won of dealer", "S02", "noted"
    ),
    "which of them are laid face up": (
        "move (hand of dealer where its suit is suit of top of stock) to heap", "S02", "stock"
    ),
    "the column": ("move top of stock to column(high of rank of top of stock)", "S02", "stock"),
    "the column of a card in a hand": (
        "for card in hand of dealer\n  move top of stock to column(high of rank of card)",
        "S02", "card",
    ),
    "whose hand it goes to": (f"move top of stock to hand of {WHO}", "S02", "stock"),
    "whose hand it comes from": (f"move hand of {WHO} to heap", "S02", "stock"),
    "where cards are dealt": (
        "deal 1 each from stock to column(high of rank of top of stock) for seat in seats",
        "S02", "stock",
    ),
    "whose cards are swapped": (f"swap hand of {WHO} and won of dealer", "S02", "stock"),
    "which pile is shuffled": ("shuffle column(high of rank of top of stock)", "S02", "stock"),
    "where all cards go": ("gather into column(high of rank of top of stock)", "S02", "stock"),
    "who is shown a card": (f"show top of stock to {WHO}", "S02", "stock"),
    "how many cards somebody is shown": (
        "show (hand of dealer where its suit is ♠) to left of dealer", "S02", "hand of dealer"
    ),
    "which cards are shown": (
        "show (hand of dealer where its suit is suit of top of stock)", "S02", "stock"
    ),
    "which of the cards that may be played": (
        'choose dealer\n  play card in hand of dealer\n    must card is A♠ or card is K♠\n'
        '    say "{card}"\n    move card to heap',
        "S02", "card",
    ),
    "which card of a list": (
        'choose dealer\n  play card in hand of dealer\n    must card in [A♠, K♠]\n'
        '    say "{card}"\n    move card to heap',
        "S02", "card",
    ),
    "the hand of the one of two that has not been shown": (
        'show hand of dealer\nfor s in seats\n  if s is dealer or s is hint\n'
        '    say "{hand of s}"',
        "S02", "hand of s",
    ),
    "the hand of a seat that is said to be itself": (
        'for s in seats where s is not hint\n  show hand of s\nfor t in seats\n'
        '  if t in [t]\n    say "{hand of t}"',
        "S02", "hand of t",
    ),
    "the hand of another than the two": (
        'show hand of dealer\nshow hand of hint\nfor s in seats\n'
        '  if s is not dealer or s is not hint\n    say "{hand of s}"',
        "S02", "hand of s",
    ),
    "the card below a shown one": (
        TOPS + 'for n in 1..2\n  move top of column(n) to heap\n  say "{top of column(n)}"',
        "S02", "column(n)",
    ),
    "the card below a shown one, a round later": (
        TOPS + 'for n in 1..2\n  say "{top of column(1)}"\n  move top of column(n) to heap',
        "S02", "column(1)",
    ),
    "the card below one that another loop takes": (
        TOPS + 'for n in 1..2\n  say "{top of column(n)}"\n  for m in 1..2\n'
        '    move top of column(m) to heap',
        "S02", "column(n)",
    ),
    "the card below one that the neighbour's round takes": (
        TOPS + 'for n in 1..2\n  say "{top of column(n)}"\n  move top of column(3 - n) to heap',
        "S02", "column(n)",
    ),
    "the card below one that the seat took a round before": (
        PILES + ROUNDS + '  say "{top of pile(s, 1)}"\n  move top of pile(s, 1) to heap',
        "S02", "pile(s, 1)",
    ),
    "the card below where another pile was shown again": (
        PILES + "move top of pile(dealer, 1) to heap\nshow top of pile(dealer, 2)\n" + TELL_TOPS,
        "S02", "pile(s, n)",
    ),
    "the cards below where one of two was shown again": (
        TOPS + "move top of column(1) to heap\nmove top of column(2) to heap\n"
        'show top of column(1)\nfor n in 1..2\n  say "{top of column(n)}"',
        "S02", "column(n)",
    ),
    "the card below in a list that names a column twice": (
        TOPS + 'for n in [1, 1]\n  say "{top of column(n)}"\n  move top of column(n) to heap',
        "S02", "column(n)",
    ),
    "the hand of a seat that a list may name twice": (
        'show hand of seats\nlet two = [dealer, hint]\nfor s in two\n  say "{hand of s}"\n'
        '  move top of stock to hand of s',
        "S02", "hand of s",
    ),
    "the card below those that were shown": (
        'show top(stock, 2)\nmove top of stock to heap\nmove top of stock to heap\n'
        'say "{top of stock}"',
        "S02", "stock",
    ),
    "the second of two that were shown, with another laid on it": (
        'show top(stock, 2)\nmove top of stock to heap\nmove hand of hint to stock\n'
        'say "{top of stock}"',
        "S02", "stock",
    ),
    "the second of two that were shown to a seat": (
        'show top(stock, 2) to dealer\nmove top of stock to heap\nsay "{top of stock}"',
        "S02", "stock",
    ),
    "the top of a pile to which open cards come, if there are any": (
        TOPS.replace("show top of column(n)", "move heap to column(n)")
        + 'say "{top of column(1)}"',
        "S02", "column(1)",
    ),
    "the card below once more": (
        TOPS + 'for n in 1..2\n  move top of column(n) to heap\n'
        'for n in 1..2\n  say "{top of column(n)}"',
        "S02", "column(n)",
    ),
    "which card of a hand that was hidden again": (
        'for s in seats\n  show hand of s\nhide hand of dealer\nchoose dealer\n'
        '  play card in hand of dealer\n    say "{card}"\n    move card to won of dealer',
        "S02", "card",
    ),
    "which card of hands that were hidden again": (
        'show hand of seats\nhide hand of dealer\nchoose dealer\n'
        '  play card in hand of dealer\n    say "{card}"\n    move card to won of dealer',
        "S02", "card",
    ),
    "a hand where that of one other was shown in a loop over a list of one": (
        'for s in seats\n  for t in [dealer]\n    show hand of t\nfor s in seats\n'
        '  say "{hand of s}"',
        "S02", "hand of s",
    ),
    "the sentence of a refusal": (
        'choose dealer\n  play card in hand of dealer\n'
        '    must suit of card is ♠, if able "not with {top of stock} below"\n'
        "    move card to heap",
        "S01", "stock",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", GIVEN_AWAY)
def test_it_is_given_away(case, find_errors):
    steps, code, reads = GIVEN_AWAY[case]
    [problem] = find_errors(FRAME, steps)
    found, text = problem.code, problem.span.text
    assert (found, text) == (code, reads)


@pytest.mark.parametrize("where", ["", '\n    must card in hand of dealer  "it is not yours"'])
def test_which_copy_it_is_gives_its_place_away(where, find_errors):
    steps = f"choose dealer\n  play card in pack{where}\n    move card to won of dealer"
    [problem] = find_errors(COPIES, steps)
    assert (problem.code, problem.span.text) == ("S02", "card")


KEPT = {
    "those who are left of the shown": (
        'active = sitting\nfor s in sitting where score of s is 0\n  active -= [s]\n'
        'active = active where it is not dealer\nshow hand of sitting\nsay "{hand of active}"'
    ),
    "the first of those who are shown, to whom more have come": (
        'active = sitting\nsitting += [dealer]\nsitting = sitting + [left of dealer]\n'
        'show hand of sitting\nsay "{hand of active}"'
    ),
    "the hands of all in two parts": (
        'show hand of active\nshow hand of (sitting - active)\nsay "{hand of sitting}"'
    ),
    "the hands of all in two parts, the other way round": (
        'show hand of (sitting - active)\nshow hand of active\nsay "{hand of sitting}"'
    ),
    "the number is told first": (
        f"announce spades = {SPADES}\nmove (hand of dealer where its suit is ♠) to won of dealer\n"
        "move top(stock, spades) to heap"
    ),
    "the top of a pile to which open cards surely come": (
        'move top of stock to heap\nmove heap to column(1)\nsay "{top of column(1)}"'
    ),
    "the shown top of a pile to which open cards come, if there are any": (
        TOPS + 'move heap to column(1)\nsay "{top of column(1)}"'
    ),
    "a whole hand": "move hand of dealer to won of dealer",
    "whole hands": "move hand of seats to won of dealer",
    "two whole zones": "move hand of dealer + won of dealer to stock",
    "all but one that was chosen": (
        "choose dealer\n  keep card in hand of dealer\n"
        "    move hand of dealer - [card] to won of dealer"
    ),
    "as many as were chosen": (
        "choose dealer\n  drop cards in subsets(hand of dealer)\n"
        "    move cards to won of dealer\n    move top(stock, size of cards) to hand of dealer"
    ),
    "as many as were chosen and named": (
        "choose dealer\n  drop cards in subsets(hand of dealer)\n"
        "    let dropped = cards\n    move dropped to won of dealer"
    ),
    "a hidden card with one or two that lie open": (
        "move 4 from stock to heap\nchoose dealer\n"
        "  take card in hand of dealer, cards in subsets(heap, 1) + subsets(heap, 2)\n"
        "    move [card] + cards to won of dealer"
    ),
    "a hidden card with some of one open zone or another": (
        "move 4 from stock to heap\nmove 4 from stock to row(1)\nchoose dealer\n"
        "  take card in hand of dealer, cards in groups of heap + subsets(row(1), 2)\n"
        "    move [card] + cards to won of dealer"
    ),
    "all that are laid face up": "move (hand of dealer where its suit is ♠) to heap",
    "all that are shown": "show (hand of dealer where its suit is ♠)",
    "a card that has been found": (
        "announce there = A♠ in hand of dealer\nif there\n  move A♠ to won of dealer"
    ),
    "a card of the pack that is one's own": (
        "choose dealer\n  play card in pack\n"
        '    must card in hand of dealer  "it is not yours"\n    move card to won of dealer'
    ),
    "those of the pack that are in one's hand": (
        "choose dealer\n  play card in pack where it in hand of dealer\n"
        "    move card to won of dealer"
    ),
    "each card before the deal": (
        "gather into stock\nfor card in pack where suit of card is ♠\n  move card to won of dealer"
    ),
    "a card that is left out before the deal": (
        "gather into stock\nmove A♠ to won of dealer\nmove [K♠, Q♠] to won of hint"
    ),
    "the rest of the pack": "move pack - hand of dealer to stock",
    "a card of the table": "move (heap where its rank is A) to won of dealer",
    "a card with a name that is turned over": "move A♠ to heap",
    "the best of a hand": (
        "let best_card = best card in hand of dealer by high of rank of card\n"
        "move best_card to won of dealer"
    ),
    "the card itself says where it lies": (
        "choose dealer\n  play card in hand of dealer\n    move card to row(high of rank of card)"
    ),
    "the card turned over says where it lies": (
        "move top of stock to column(high of rank of top of stock) face up"
    ),
    "one card of each hand in turn": (
        "for seat in seats\n  for card in hand of seat\n    move card to won of seat"
    ),
    "a card that has been named": (
        "let burnt = top of stock\nmove top of stock to won of dealer\nmove burnt to won of hint"
    ),
    "the hand of one of two seats": (
        'show hand of dealer\nshow hand of hint\nfor s in seats\n'
        '  if s is dealer or s is hint\n    say "{hand of s}"\n'
        '  if not (s is not dealer and s is not hint)\n    say "{hand of s}"'
    ),
    "the hand of a seat of a list": (
        'let two = [dealer, hint]\nshow hand of dealer\nshow hand of hint\nfor s in seats\n'
        '  if s in [dealer]\n    say "{hand of s}"\n  if s in two\n    say "{hand of s}"\n'
        'for s in [dealer, hint]\n  say "{hand of s}"'
    ),
    "a card of the hand of a seat that is chosen from a list": (
        'show hand of left of dealer\nshow hand of right of dealer\nchoose dealer\n'
        '  play s in [left of dealer, right of dealer], card in hand of s\n    move card to heap'
    ),
    "the only card of a list": (
        'choose dealer\n  play card in hand of dealer\n    must card in [A♠]\n'
        '    say "{card}"\n    move card to heap'
    ),
    "the hand seen by a neighbour": (
        'for s in seats\n  choose s\n    look other in seats\n      must other is left of s\n'
        '      must any card in shown_right of other where rank of card is A "no ace"\n'
        '    look_far other in seats\n      must left of right of other is s\n'
        '      must any card in shown_right of (left of s) where rank of card is A "no ace"'
    ),
    "each of those that were shown, until the last": (
        'show top(stock, 4)\nmove top of stock to won of dealer\nsay "{top of stock}"\n'
        'move top(stock, 2) to won of dealer\nsay "{top of stock}"'
    ),
    "those that are left of those that were shown": (
        'show top(stock, 4)\nmove 2 from stock to won of dealer\nsay "{top(stock, 2)}"\n'
        'move 2 from stock to column(1)\nshow top(column(1), 2)\n'
        'move top of column(1) to heap\nsay "{top of column(1)}"'
    ),
    "each shown card before it goes": (
        TOPS + 'for n in 1..2\n  say "{top of column(n)}"\n  move top of column(n) to heap\n'
        '  if column(n) is not empty\n    show top of column(n)\n'
    ),
    "each shown card, where the next one is shown after one was taken": (
        TOPS + "move top of column(1) to heap\nmove top of column(2) to heap\n"
        "show top of column(2)\nshow top of column(1)\n"
        'for n in 1..2\n  say "{top of column(n)}"'
    ),
    "each card shown again by the seat that took one, round and round": (
        PILES + ROUNDS + '  say "{top of pile(s, 1)}"\n'
        '  move top of pile(s, 1) to heap\n  show top of pile(s, 1)'
    ),
    "each shown card of the piles of each, where the next one is shown": (
        PILES + "move top of pile(dealer, 1) to heap\nshow top of pile(dealer, 1)\n" + TELL_TOPS
    ),
    "the shown cards of the piles that were left alone": (
        PILES + 'move top of pile(dealer, 1) to heap\nsay "{top of pile(dealer, 2)}"\n'
        'say "{top of pile(left of dealer, 1)}"'
    ),
    "each shown hand before a card comes to it": (
        'show hand of seats\nfor s in seats\n  say "{hand of s}"\n'
        '  move top of stock to hand of s'
    ),
    "each shown card before it goes, inside another loop": (
        TOPS + 'for once in 1..2\n  for n in 1..2\n    show top of column(n)\n'
        '  for n in 1..2\n    say "{top of column(n)}"\n    move top of column(n) to heap'
    ),
    "each shown card of a list before it goes": (
        TOPS + 'for n in [2, 1]\n  say "{top of column(n)}"\n  move top of column(n) to heap'
    ),
    "all shown hands but those to which a card came": (
        'show hand of seats\nmove top of stock to hand of dealer\n'
        'say "{hand of left of dealer}{hand of seats after dealer}"\n'
        'for s in seats where s is not dealer\n  say "{hand of s}"\n'
        'move top of stock to hand of left of dealer\n'
        'for s in seats where s not in [dealer, left of dealer]\n  say "{hand of s}"'
    ),
    "the shown hands of some of those whose hands were shown": (
        'let some = seats - [hint]\nshow hand of some\n'
        'for s in some from dealer where s is not dealer\n  say "{hand of s}"'
    ),
    "the shown top of a pile that has changed its place with another": (
        'move 2 from stock to column(2)\nshow top of stock\nswap stock and column(2)\n'
        'say "{top of column(2)}"'
    ),
    "the shown card of a place that a kept number names": (
        TOPS.replace("1..2", "1..4") + 'place = random of (1..4)\nsay "{top of column(place)}"'
    ),
    "the shown hands of seats of a list that state holds too": (
        'sitting = [dealer, hint]\nshow hand of sitting\nsay "{hand of dealer}{hand of [hint]}"'
    ),
    "the shown hands of a set that the rounds change": (
        f'show hand of {LOW}\nfor s in {LOW} from dealer where s is not dealer\n'
        '  score of s += 9\n  say "{hand of s}"'
    ),
    "each shown hand of a set that the rounds change before a card comes to it": (
        f'show hand of {LOW}\nfor s in {LOW}\n  score of s += 9\n  say "{{hand of s}}"\n'
        '  move top of stock to hand of s'
    ),
    "all shown places but the one to which a card came": (
        'show box(seats, 1..2)\nmove top of stock to box(dealer, 2)\n'
        'for s in seats\n  say "{box(s, 1)}"\nfor s in seats after dealer\n  say "{box(s, 2)}"'
    ),
    "a shown place by its number": (
        'for s in seats\n  show box(s, 2)\nfor s in seats\n  for n in 1..2\n'
        '    if n is 2\n      say "{box(s, n)}"'
    ),
    "a condition on the card that the chooser was given": (
        PASSED + "choose left of dealer\n  play other in hand of left of dealer\n"
        "    must suit of other is suit of gift, if able\n    move other to heap"
    ),
    "hands that were shown in a loop over a list of one": (
        'for s in seats\n  for t in [s]\n    show hand of t\nfor s in seats\n  say "{hand of s}"'
    ),
    "the sentence of a refusal tells what the chooser sees": (
        'choose dealer\n  play card in hand of dealer\n    must suit of card is ♠, if able '
        f'"{{{SPADES}}} spades"\n    move card to heap'
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", KEPT)
def test_nothing_is_given_away(case, find_errors):
    assert find_errors(FRAME, KEPT[case]) == []


@pytest.mark.parametrize(
    ("steps", "codes"),
    [
        ('let one = top of stock\nlet two = one\nif rank of two is A\n  say "an ace"', {"S03"}),
        ('let one = top of stock\nlet two = one\nsay "{two}"', {"S02"}),
        ('let one = top of stock\nlet two = one\nlet three = two\nsay "{three}"', {"S02"}),
        ('move top of stock to heap\nlet one = top of heap\nlet two = one\nsay "{two}"', set()),
    ],
)
def test_a_second_name_hides_nothing(steps, codes, find_errors):
    assert {problem.code for problem in find_errors(FRAME, steps)} == codes
