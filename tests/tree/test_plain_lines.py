"""Scores, orders, rows and several at once in plain English: what is shown in their place."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import problems_of

GAME = """edition 1
game "A Game"
players 2, 4

order height, best first: K Q J

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  won of Side: Cards, face down
  board: Cards, face up
state
  score of Side: 0..80 = 0
  picker: Seat or none = none
define can_take(card: Card) = yes
phase run_up(seat: Seat, from_rank: Rank)
  stop
"""
STEP = GAME + "phase two(seat: Seat)\n  "
CHOOSE = STEP + "choose seat\n    "
CHOICE = CHOOSE + "lay card in hand of seat\n      "
ROW = GAME + "table points(n: 0..40), first that fits\n  n | points\n  "
EXAMPLE = GAME + 'example "x"\n  players ann bob\n  '
VARIANT = 'edition 1\nvariant short "Short" of a_game\n  '
SAID = [
    # a word of another language that may stand for several of ours
    (
        STEP + "give 5 each from stock to hand of seat for seat in seats",
        "there is no word `give`; write `deal`",
    ),
    (
        STEP + "deal 5 each from stock to hand of one for one in seats after seat, seat",
        "deal 5 each from stock to hand of one for one in seats from next of seat",
    ),
    (
        STEP + "choose each seat in turn",
        "in a loop: `for seat in seats`, and below it `choose seat`",
    ),
    (
        STEP + "move all tens in board to won of side of seat",
        "write:  move (board where rank of it is 10) to won of side of seat",
    ),
    (STEP + "move aces in board to won of side of seat", "where rank of it is A) to won of side"),
    (
        STEP + "if no card in board where suit of card is ♠ or no card in board where rank of card "
        "is A\n    stop",
        "if (not any card in board where suit of card is ♠) or (not any card in board where rank",
    ),
    (
        STEP + "if no king in board and size of board is 3\n    stop",
        "write:  if (not any card in board where rank of card is K) and size of board is 3",
    ),
    (
        STEP + "if there are no aces in board and no hearts in board\n    stop",
        "rank of card is A) and (not any card in board where suit of card is ♥)",
    ),
    (
        STEP + "if board is [2♠ joker] or won of side of seat is [2♠ joker]\n    stop",
        "write:  if board is [2♠, joker] or won of side of seat is [2♠, joker]",
    ),
    (STEP + "return board to won of side of seat", "there is no word `return`; write `move`"),
    (STEP + "holder: Seat", "such a line stands under `state`"),
    (STEP + "if there is a picker\n    stop", "write:  if picker is not none"),
    (STEP + "choose together\n    pass", "write:  choose together seat in seats"),
    (GAME + "payoff = score", "write:  payoff of seat = score of seat"),
    (GAME + "payoff is score of each player", "write:  payoff of seat = score of seat"),
    (EXAMPLE + "given hand of ann = [K♥..J♥ Q♠]", "cards have no ranges: they are written one by"),
    (EXAMPLE + "given hand of ann = [K♥ to J♥]", "cards have no ranges: they are written one by"),
    (
        STEP + "win all lowest score of seat for seat in seats",
        "write:  win all lowest seat in seats by score of seat",
    ),
    (
        STEP + "win all highest score of side for side in sides",
        "write:  win all best side in sides by score of side",
    ),
    (STEP + "take 2 from score of seat", "write:  score of seat -= 2"),
    (GAME + "zones\n  gone: hidden", "write:  gone: Cards, face down"),
    (GAME + "zones\n  gone of Seat: private", "write:  gone of Seat: Cards, seen by owner"),
    (STEP + "let points = 2 if picker is seat", "behind the condition stands `else`"),
    (STEP + "give top of stock to board", "write:  move top of stock to board"),
    (STEP + "give better points to picker", "points are added with `+=`, stakes go with `pay`"),
    (STEP + "give half of score of seat to picker", "points are added with `+=`, stakes go with"),
    (
        STEP + "if picker is none\n    stop\n  elif\n    score of side = 1",
        "there is no word `elif`; write `else`",
    ),
    # conditions in another place
    (
        STEP + "win all best seat in seats by score of side of seat where seat in seats",
        "write:  win all best seat in seats where seat in seats by score of side of seat",
    ),
    (
        STEP + "win lowest seat in (seats) by (score of side of seat) where seat is picker",
        "write:  win lowest seat in (seats) where seat is picker by (score of side of seat)",
    ),
    (
        STEP + "if every card in board: can_take(card) where suit of card is ♠\n    stop",
        "write:  if every card in board where suit of card is ♠: can_take(card)",
    ),
    (
        STEP
        + "let n = 1 + (total number of rank of card where suit of card is ♠ for card in board)",
        "write:  let n = 1 + "
        "(total number of rank of card for card in board where suit of card is ♠)",
    ),
    # an amount, a seat and a zone in other words
    (
        GAME + "policy plain\n  run_up.lay highest 2 if yes else 1",
        "write:  run_up.lay highest (2 if yes else 1)",
    ),
    (
        GAME + "policy plain\n  run_up.lay highest 2 + 3 if yes else 1",
        "write:  run_up.lay highest (2 + 3 if yes else 1)",
    ),
    (STEP + "run_up of the other player", "first other in seats where other is not …"),
    (STEP + 'say "nobody"\n  if nobody claimed\n    stop', "seats, or sides, are asked one by one"),
    (
        GAME.replace("board: Cards, face up", "board: Cards, face-up"),
        "write:  board: Cards, face up",
    ),
    (EXAMPLE + "stock 7♠ 4♥", "write:  pack 7♠ 4♥"),
    (VARIANT + "remove cards weli", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "remove weli from the pack", "a variant writes the pack anew: `replace pack`"),
    (
        VARIANT + "add run_up to match after two",
        "a step is added in two lines: `add step to match`",
    ),
    (VARIANT + "remove 2♣", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "remove the sixes", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "add suit ♠", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "remove ♠", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "remove 7♠ 8♠ if players is 3", "a variant writes the pack anew: `replace pack`"),
    (VARIANT + "replace row in points.J\n    J | 3", 'write:  replace row in points."J"'),
    (STEP + "x = board's", "`'s` is not used in this language"),
    (STEP + "say 'done'", "`'` cannot stand here"),
    # several that are chosen at once, and one
    (CHOOSE + "lay several cards in board", "write:  lay cards in subsets of board"),
    (CHOOSE + "lay two cards in board", "write:  lay cards in subsets(board, 2)"),
    (
        CHOOSE + "lay cards in two subsets of hand of seat",
        "write:  lay cards in subsets(hand of seat, 2)",
    ),
    (
        CHOOSE + "lay card in hand of seat, any 3 cards in board",
        "write:  lay card in hand of seat, cards in subsets(board, 3)",
    ),
    (CHOOSE + "lay cards in any subsets of board", "write:  lay cards in subsets of board"),
    (
        CHOOSE + "lay card in hand of seat, all of the cards in board",
        "write:  lay card in hand of seat, cards in subsets of board",
    ),
    (
        CHOOSE + "lay card in hand of seat, any other in board",
        "write:  lay card in hand of seat, other in board",
    ),
    (CHOOSE + "lay some card in board", "write:  lay card in board"),
    # what is declared, run, said and won in other words
    (GAME + "most = highest score of side for side in sides", "write:  define most = highest"),
    (GAME + "define low(card: Card):\n  yes", "write `=`"),
    (GAME.replace("players 2, 4", "players two or four"), "write:  players 2, 4"),
    (GAME + 'options\n  deals: 9 "how many"', 'write:  deals: 0..100 = 9 "how many"'),
    (STEP + "phase run_up(picker, J)", "write:  run_up(picker, J)"),
    (STEP + "do run_up(picker, J)", "write:  run_up(picker, J)"),
    (STEP + 'announce "{seat} is out"', 'write:  say "{seat} is out"'),
    (
        STEP + "deal 1 each from stock to hand of seat for each seat from left of picker",
        "for seat in seats from left of picker",
    ),
    (STEP + "win seats of (highest score of sides)", "win seats of (best side in sides by score"),
    (GAME + "policy plain\n  run_up: lay", "write:  run_up.lay"),
    # what is counted and added
    (STEP + "score[side] += 2", "write:  score of side += 2"),
    (STEP + "score of picker = +1", "write:  score of picker += 1"),
    (STEP + "score score of picker 1", "what is added is written with `+=`"),
    (STEP + "picker has one more trick", "what is added is written with `+=`"),
    (STEP + "board gets one more card", "cards are brought there by `move"),
    (STEP + "score of all sides = 0", "each is set by itself"),
    (
        STEP + "x = (total height of ranks of board) + 1",
        "write:  x = (total height of rank of one for one in board) + 1",
    ),
    (
        STEP + "x = (number of cards in board where rank of it is J) + 1",
        "write:  x = (count card in board where rank of card is J) + 1",
    ),
    (STEP + "x = any of board where rank of r is J", "each has a name here"),
    (STEP + "x = yes || (board is empty)", "write:  x = yes or (board is empty)"),
    (CHOICE + "must be the same rank", "as in `must rank of card is rank of other`"),
    (
        GAME + "define low =\n  yes\n  || (board is empty)",
        "write all in one line:  yes or (board is empty)",
    ),
    (ROW + "< 20\n  -     | 2", "what comes of it is missing: another cell"),
    (CHOICE + "if card is none\n      move card to board", "condition of it:  must card is none"),
    # orders
    (GAME + "order low, highest first: K Q J", "write:  order low, best first: K Q J"),
    (GAME + "order low, lowest first: J Q K", "write:  order low, best first: K Q J"),
    (GAME + "order low, best first: K > Q > J", "write:  order low, best first: K Q J"),
    (GAME + "ranking low: K Q J", "write:  order low, best first: K Q J"),
    (GAME + "trumps high, best first: J Q K", "write:  order trumps, best first: J Q K"),
    (GAME + "trumps high, best first: Q♣ J Q K", "single cards are told apart in a `table`"),
    # numbers of players
    (GAME.replace("players 2, 4", "players 2 4"), "write:  players 2, 4"),
    (GAME.replace("players 2, 4", "players = 2, 4"), "write:  players 2, 4"),
    (GAME.replace("players 2, 4", "players: 2-4"), "write:  players 2..4"),
    (GAME.replace("players 2, 4", "players: 2"), "write:  players 2"),
    # cards without rank and suit
    *(
        (GAME + f"pack\n  ranks J Q K\n  {line}", f"write:  {meant}")
        for line, meant in (
            ("jokers 1", "cards joker"),
            ("jokers 2", "cards joker x2"),
            ("2 jokers", "cards joker x2"),
            ("joker x2", "cards joker x2"),
            ("with two jokers", "cards joker x2"),
            ("joker", "cards joker"),
            ("jokers: 3", "cards joker x3"),
            ("2 packs", "copies 2"),
            ("copies: 2", "copies 2"),
            ("without 8♦ 9♦", "remove [8♦ 9♦]"),
        )
    ),
    *(
        (GAME + f"pack\n  {line}", f"write:  {meant}")
        for line, meant in (
            ("standard", "ranks 2..10 J Q K A"),
            ("full pack of 52 cards", "ranks 2..10 J Q K A"),
            ("32 cards", "ranks 7..10 J Q K A"),
            ("7, 8, 9, J, Q, K, A", "ranks 7, 8, 9, J, Q, K, A"),
        )
    ),
    *(
        (GAME + f"pack\n  ranks J Q K\n  {line}", says)
        for line, says in (
            ("add one J of hearts", "every suit has all `ranks`"),
            ("weli: J of hearts", "every suit has all `ranks`"),
            ("without J", "whole ranks are left out of the line `ranks`"),
            ("no Js", "whole ranks are left out of the line `ranks`"),
        )
    ),
    (GAME + "pack\n  33 cards", "the cards of a pack are named by their `ranks`"),
    (GAME + "pack\n  ranks J Q\n  except jokers", "there are no cards but those that are named"),
    # options, cells, actions and whose turn it is
    (GAME + "options\n  target: 100", 'write:  target: 0..100 = 100 "what it is for"'),
    (ROW.replace("n | points\n  ", "n | points\n  1: 2"), "write:  1 | 2"),
    (CHOOSE + "card in hand of seat", "write:  take card in hand of seat"),
    (CHOOSE + "bid 1..5\n      stop", "write:  bid n in 1..5"),
    (CHOICE + "stop\n    otherwise pass", "what is done then stands below"),
    (STEP + "each player in turn\n    stop", "write:  for seat in seats"),
    (
        GAME + "payoff of each seat = score of side of seat",
        "payoff of seat = score of side of seat",
    ),
    (STEP + "if picker higher than 3\n    stop", "if picker > 3"),
    (STEP + "unless board is empty\n    stop", "if not any card in trick"),
    (STEP + "burn top of stock to board", "there is no word `burn`; write `move`"),
    # a name in two words, which is one elsewhere
    (GAME + "match\n  run up\n\nphase run_up\n  stop", "write `run_up` for both"),
    (STEP + "if picker of run up is none\n    stop", "write `run_up` for both"),
    # orders without `best first`
    *(
        (GAME + line, f"write:  {meant}")
        for line, meant in (
            ("order plain: 7 J Q", "order plain, best first: Q J 7"),
            ("order plain = 7 J Q", "order plain, best first: Q J 7"),
            ("rank order: 7 J Q", "order high, best first: Q J 7"),
        )
    ),
    # zones in other words
    *(
        (GAME.replace("board: Cards, face up", line), f"write:  board: {meant}")
        for line, meant in (
            ("board: Pile, visible", "Pile, face up"),
            ("board: deck, face down, all cards", "Pile, face down, starts with the pack"),
        )
    ),
    (STEP + "if any seat has score >= 9\n    stop", "any seat in seats where score of seat >= 9"),
    # cards of a rank and a suit, and rows by what they begin with
    (STEP + "if [K Q] of trump in board\n    stop", "if [K of trump, Q of trump] in board"),
    (VARIANT + "replace row in odds.4..11\n    5 | 1", 'write:  replace row in odds."4..11"'),
    # two mistakes in a line
    (
        GAME.replace("  board: Cards, face up", "  heap: Pile, hidden, max 4"),
        "write:  heap: Pile, face down, at most 4",
    ),
    # who sees, chooses and wins
    (
        GAME.replace("Cards, seen by owner", "Cards, face up to owner"),
        "write:  hand of Seat: Cards, seen by owner",
    ),
    (STEP + "seat chooses card in hand of seat", "what is done begins with `choose`"),
    (STEP + "choose by seat\n    pass", "`by` cannot stand here"),
    (STEP + "winner seats of picker", "write:  win seats of picker"),
    (STEP + "end when picker is none", "write:  ends when picker is none"),
    (STEP + "stop when picker is none", "what is done under a condition stands below it"),
    (CHOICE + "must x > 2 bid more than {x}", "a sentence stands between quotes"),
    (STEP + "move the whole lot to board", "it means nothing here"),
    (
        STEP + "deal 1 each from stock to hand of seat and board for seat in seats",
        "line of its own",
    ),
    (STEP + "for each other seat\n    stop", "the others are `seats after …`"),
    (
        STEP + "win the seat whose hand is empty",
        "(first seat in seats where hand of seat is empty)",
    ),
    (STEP + "x = max score of sides", "write:  x = highest score of side for side in sides"),
    (GAME + "places\n  heap: Pile, face up", "there is no word `places`; write `zones`"),
    (GAME + "heaps_of\n  heap: Pile, face up", "a part of the file begins with"),
    (STEP + "score of side += 3 if picker is none", "what is done under a condition stands below"),
    (GAME.replace("seen by owner", "face down for owner"), "after `down` comes"),
    (STEP + "win each seat whose hand is empty", "cannot stand here"),
    (GAME.replace("seen by owner", "face down for owner"), "after `down` comes"),
    (STEP + "win each seat whose hand is empty", "cannot stand here"),
    (STEP + "best seat wins", "who wins stands behind `win`"),
    (STEP + "exchange hand of seat with board", "write:  swap hand of seat and board"),
    (STEP + "look at board", "who looks at cards is shown them"),
    (STEP + "if seat has 3 cards\n    stop", "write:  if size of hand of seat is 3"),
    (STEP + "let x = lowest seats in seats by score of side of seat", "has a name: write `seat`"),
    (STEP + "if nobody has low\n    stop", "write:  if (not any seat in seats where low of seat)"),
    (STEP + "if everybody has low\n    stop", "write:  if (every seat in seats: low of seat)"),
    # what is asked of several
    (STEP + "if some r in board where r is J\n    stop", "write:  if any r in board where r is J"),
    (STEP + "if there is r in board where r is J\n    stop", "if any r in board where r is J"),
    (STEP + "if some r in board (count x in y where z) > 2 of\n    stop", "begins with `any`"),
    (
        STEP + "let r = some x in board where x is J",
        "write:  let r = first x in board where x is J",
    ),
    (STEP + "let r = the x in board where x is J", "write:  let r = first x in board where x is J"),
    (STEP + "move (the x in board where y) to stock", "move (first x in board where y) to stock"),
    (STEP + "if score[picker] > 2\n    stop", "write:  if score of picker > 2"),
    (STEP + "if seat has score limit\n    stop", "write:  if score of seat is limit"),
    (STEP + "x = any r in board if r is J", "write:  x = any r in board where r is J"),
    (STEP + "x = count c in board with rank J", "count c in board where rank of c is J"),
    (STEP + "x = any c in board where c is a red 3", "x = any c in board where c in [3♥ 3♦]"),
    (STEP + "x = any c in board rank is J", "write:  x = any c in board where rank of c is J"),
    (STEP + "x = (count of r in board) > 2", "(count card in board where rank of card is r) > 2"),
    (STEP + "x = board has 3 jacks", "(count card in board where rank of card is J) >= 3"),
    (STEP + "x = the highest card in board", "best card in board by height of rank of card"),
    (STEP + "if seat has no score\n    stop", "write:  if score of seat is 0"),
    (STEP + "x = count(c in board where d) > 2", "write:  x = (count c in board where d) > 2"),
    (STEP + "x = (total of b of c for c in d)", "write:  x = (total b of c for c in d)"),
    (STEP + "move (cards in board where it is x) to stock", "move (board where it is x) to stock"),
    (STEP + "x = count board > 2", "write:  x = size of board > 2"),
    # questions
    (STEP + "if a of b and a of c are equal\n    stop", "write:  if a of b is a of c"),
    (CHOICE + "rank of card must be J", "write:  must rank of card is J"),
    (STEP + "if x is one of J Q\n    stop", "write:  if x in [J, Q]"),
    (STEP + "if x in (J, Q)\n    stop", "write:  if x in [J, Q]"),
    (STEP + "if x in J, Q\n    stop", "write:  if x in [J, Q]"),
    (STEP + "if x not in J, Q\n    stop", "write:  if x not in [J, Q]"),
    (STEP + "if card is a J\n    stop", "write:  if rank of card is J"),
    (STEP + "x = (a + b) mod 2", "write:  x = remainder(a + b, 2)"),
    (STEP + "if x is same as y\n    stop", "write:  if x is y"),
    (STEP + "if x reaches 9\n    stop", "write:  if x >= 9"),
    (STEP + "if x > = 9\n    stop", "write:  if x >= 9"),
    (STEP + "if a, b of c\n    stop", "two questions are joined by `and`, or by `or`"),
    (CHOICE + 'not can_take(card) "no"', 'write:  must not can_take(card) "no"'),
    (CHOICE + "may only if x is y", "write:  must x is y"),
    (CHOICE + "provided x is y", "write:  must x is y"),
    (STEP + "choose dealer\n    leave\n      where x is y", "a condition begins with `must`"),
    (CHOICE + "when x is y", "a condition begins with `must`"),
    (CHOICE + "unless x is y", "write:  must not (x is y)"),
    (STEP + "if rank of a matches rank of b\n    stop", "write:  if rank of a is rank of b"),
    (STEP + "x = if y is z 40 else 20", "write:  x = 40 if y is z else 20"),
    (STEP + "x = 40 if y is z otherwise 20", "write:  x = 40 if y is z else 20"),
    (STEP + "if seat has more than 9 score\n    stop", "write:  if score of seat > 9"),
    (STEP + "repeat until nobody has cards\n    stop", "repeat until hand of seats is empty"),
    (STEP + "repeat until no cards are left\n    stop", "repeat until hand of seats is empty"),
    (STEP + "repeat 20 tricks\n    stop", "write:  repeat 20 times"),
    (STEP + "picker is the seat of the card", "write:  picker = seat of card"),
    # scores
    (STEP + "add one to score of seat", "write:  score of seat += 1"),
    (STEP + "add 1 trick to seat", "write:  score of seat += 1"),
    (STEP + "increment score of seat", "write:  score of seat += 1"),
    (STEP + "score of seat + 2", "write:  score of seat += 2"),
    (STEP + "score of seat plus 2", "write:  score of seat += 2"),
    (STEP + "score of seat minus 2", "write:  score of seat -= 2"),
    (STEP + "score of seat increases by 2", "write:  score of seat += 2"),
    (STEP + "score of seat drops by 2", "write:  score of seat -= 2"),
    (STEP + "seat scores 2 points", "write:  score of seat += 2"),
    (STEP + "score of seat += 2 points", "write:  score of seat += 2"),
    (STEP + "give 2 to score of seat", "write:  score of seat += 2"),
    (STEP + "winner is best side in sides by a", "win seats of (best side in sides by a)"),
    (STEP + "best seat in seats by a wins", "write:  win best seat in seats by a"),
    (STEP + "win side with the most points", "(best side in sides by score of side)"),
    # actions, loops and moves
    (CHOOSE + "take top of board\n      stop", "what it does stands below"),
    (STEP + "turn over stock", "turned over as it is moved: `move … to … turned over`"),
    (STEP + "picker wins board", "cards go somewhere with `move … to …`"),
    (STEP + "repeat, however long\n    stop repeating", "write:  stop"),
    (STEP + "for each seat, beginning with picker\n    stop", "write:  for seat in seats from"),
    (
        GAME + "define somebody_won = picker is none\n"
        "phase two\n  repeat until somebody has won at most 3 times\n    stop",
        "it has a name here: write `somebody_won`",
    ),
    (
        GAME + "function twice(n: 0..9): Number\n  return 2 * n",
        "write all as one:  define twice(n: 0..9) = 2 * n",
    ),
    (
        STEP + "choose seat\n    lay card from hand of seat, other card in board\n      stop",
        "write:  lay card in hand of seat, other in board",
    ),
    (
        STEP + "for s in seats clockwise from left of x\n    stop",
        "write:  for s in seats from left of x",
    ),
    (
        STEP + "choose seat\n    name suit in suits if fits(seat, suit)\n      stop",
        "write:  name suit in suits where fits(seat, it)",
    ),
    (STEP + "deal 5 cards each from a to b of s for s in seats", "write:  deal 5 each from a to b"),
    (STEP + "deal 1 from stock to each player", "deal 1 each from stock to hand of seat for seat"),
    (STEP + "each seat draws a card from stock", "deal 1 each from stock to hand of seat for seat"),
    (STEP + "turn up the bottom card of stock", "write:  show bottom of stock"),
    (STEP + "move all x from board to stock", "move (board where rank of it is x) to stock"),
    (STEP + 'say seat + " wins"', 'write:  say "{seat} wins"'),
    (STEP + 'say "winner: " + seat', 'write:  say "winner: {seat}"'),
    (STEP + "move (a, b) to board", "write:  move [a, b] to board"),
    (STEP + "move a and b to board", "write:  move [a, b] to board"),
    (CHOOSE + "forfeit a card from hand of seat", "write:  forfeit card in hand of seat"),
    (CHOOSE + "payout a card in hand of seat, a rank in ranks", "payout card in hand of seat, r"),
    (STEP + "gather all cards in stock", "write:  gather into stock"),
    (STEP + "collect all the cards", "write:  gather into stock"),
    (STEP + "seat takes [a, b]", "cards go somewhere with `move … to …`"),
    (STEP + "seat dances wildly", "no step begins with this name"),
    (STEP + "run_up seat, rank of x", "write:  run_up(seat, rank of x)"),
    (EXAMPLE + "start with run_up", "write:  start run_up"),
    # names
    (STEP + "let a: yes or no = b is c", "write:  let a = b is c"),
    (GAME + "define a is b of c", "write:  define a = b of c"),
    (GAME + "define the a = b of c", "write:  define a = b of c"),
    (GAME + "define a(card: Card) equals b of c", "write:  define a(card: Card) = b of c"),
    # sentences
    (STEP + 'say picker "wins"', 'write:  say "{picker} wins"'),
    (STEP + 'say "so " + picker + "!"', 'write:  say "so {picker}!"'),
    # examples, laws, zones and state
    (EXAMPLE + "ann leads J♠", "write:  ann: lead J♠"),
    (EXAMPLE + "expect bob has 4", "write:  expect score of bob is 4"),
    (EXAMPLE + "expect score of bob 4", "write:  expect score of bob is 4"),
    (EXAMPLE + 'expect bob says "hm"', 'write:  expect say "hm"'),
    (EXAMPLE + "given ann J♠ Q♠", "write:  given hand of ann = [J♠ Q♠]"),
    (GAME + "payoff = score of seat", "write:  payoff of seat = score of seat"),
    (GAME + "payoff score of seat", "write:  payoff of seat = score of seat"),
    (EXAMPLE.replace("ann bob", "3 not allowed"), "write:  players 3 refused"),
    (GAME + 'always "x" after run_up: yes', 'write:  always "x" at run_up: yes'),
    (GAME + "policy p\n  run_up.lay if a > 2", "write:  run_up.lay when a > 2"),
    (GAME + "policy p\n  run_up.lay smallest (a)", "write:  run_up.lay lowest (a)"),
    (GAME + "zones\n  x: Pile, turned up", "write:  x: Pile, face up"),
    (GAME + "state\n  x: Seat or none = none hidden", "what one seat alone sees is `seen by`"),
    (GAME + "state\n  x of Seat: 0..3 = 0, secret", "x of Seat: 0..3 = 0, seen by owner"),
    (GAME + "state\n  x: yes and no = no", "did you mean `or`?"),
    (GAME + "zones\n  x: Pile, facedown", "write:  x: Pile, face down"),
    (GAME + "zones\n  x of Seat: Cards, visible to owner", "x of Seat: Cards, seen by owner"),
    (GAME + "state\n  x: Seat or none = none, untold", "x: Seat or none = none, not told"),
    (GAME + "state\n  x: Seat?", "write:  x: Seat or none"),
    (GAME + "zones\n  x of Seat: Cards, hidden", "write:  x of Seat: Cards, face down"),
    (GAME + "zones\n  x of Seat: Cards, private", "write:  x of Seat: Cards, seen by owner"),
    (GAME + "zones\n  x: Cards, face up, 8 cards", "write:  x: Cards, face up, at most 8"),
    (GAME + "state\n  x for each Seat: 0..9 = 0", "write:  x of Seat: 0..9 = 0"),
    (GAME + "state\n  x of Seat, Suit: 0..9 = 0", "write:  x(Seat, Suit): 0..9 = 0"),
    (GAME + "state\n  x: number from 0 to 9", "write:  x: 0..9"),
    # cells, and heads of columns
    (
        GAME
        + "table worth(card: Card), first that fits\n  card, suit of card | points\n  - | - | 0",
        "write:  card | suit of card | points",
    ),
    (ROW + "all the aces | 11", "write:  A | 11"),
    (ROW + "A is worth 11", "write:  A | 11"),
    (GAME + "table x of card\n  a | b\n  1 | 2", "write:  table x(card: Card), first that fits"),
    (ROW + "20+ | 6", "write:  >= 20 | 6"),
    (ROW + "< 20, | 6", "write:  < 20 | 6"),
    (ROW + "5 | 2\n  * | 6", "the last row of all is `otherwise`"),
    (ROW.replace("  n | points\n", "") + "< 20 | 6", "each column asks:  n | points"),
    # variants
    (VARIANT.replace("a_game", '"A_Game"') + "set x = 2", "of a_game"),
    (VARIANT + "change x = 2", "write:  default x = 2"),
    (VARIANT + "let x to 2", "write:  default x = 2"),
    (VARIANT + "change row in points\n    1 | 2", "write:  replace row in points"),
    (VARIANT + "replace points\n    < 2 | 3", "`replace table …`"),
    (VARIANT + 'remove "you must"', "a condition stands behind its action"),
]


@pytest.mark.parametrize(("text", "said"), SAID)
def test_it_is_shown_how_it_is_written(text: str, said: str) -> None:
    (problem,) = problems_of(text)
    assert said in as_text(problem)


@pytest.mark.parametrize("line", ["x = some r in board has 3", "x = any s in board of has 3"])
def test_what_is_no_name_is_asked_of_nothing(line: str) -> None:
    assert not any("did you mean" in as_text(problem) for problem in problems_of(STEP + line))


def test_seats_have_no_rank() -> None:
    (problem,) = problems_of(STEP + "win best seat in seats")
    assert "rank of seat" not in as_text(problem)


def test_a_part_of_the_file_is_not_meant_among_the_steps() -> None:
    (problem,) = problems_of(STEP + "player seat may")
    assert "players" not in as_text(problem)


def test_a_sign_that_cannot_stand_is_not_offered() -> None:
    (problem,) = problems_of(STEP + "for s in seats where s is x above y\n    stop")
    assert "sign such as `+` or `*`" in as_text(problem)


def test_an_action_among_the_steps_is_told_its_place() -> None:
    (problem,) = problems_of(STEP + "lay card in hand of seat\n    stop")
    assert "such a line stands under `choose`" in as_text(problem)
