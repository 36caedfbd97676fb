"""What is said of texts that cannot be parsed: the code, what is underlined, what was meant."""

import re
from pathlib import Path

import pytest

from hoyle.dsl.checked.wide_phrases import warn_of_wide_phrases
from hoyle.dsl.open_source import MAX_BYTES, open_source
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.parser.grammar import load_parser
from hoyle.dsl.report import WARNING, Report, as_text
from hoyle.dsl.source import Source

TOP = 'edition 1\ngame "A Game"\nplayers 2..4\n\n'
PHASE = TOP + "phase one\n  "
DEFINES = (
    TOP + "define has_low(seat: Seat) = yes\n\ndefine worth_of(seat: Seat) = 3\n\nphase one\n  "
)
ZONES = TOP + "zones\n  "
BOARD = """edition 1
game "A Game"
players 2..4

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  board: Cards, face up
state
  picker: Seat or none = none
  points: 0..99 = 0
define sweeps(card: Card) = yes
phase other
  stop
"""
ASKED = BOARD + "phase one\n  "
EXAMPLES = 'edition 1\nexamples of a_b\n\nexample "x"\n  players 1 refused\n'
STATE = TOP + "state\n  "
CHOOSE = TOP + "phase one\n  choose seat\n    play card in hand of seat\n      "


def problems_of(text):
    """All that is said of a text, in order."""
    report = Report()
    file = read(Source("a.cards", text), report)
    assert (file is None) == report.failed
    return report.in_order()


# One mistake each: its code, what is underlined, and something that the message says.
MISTAKES = [
    # what is asked, in plain English
    (ASKED + "if no picker\n    stop", "G01", "no", "write:  if picker is none"),
    (ASKED + "if no seat is picker\n    stop", "G01", "no", "write:  if picker is none"),
    (ASKED + "if there is no picker\n    stop", "G01", "there", "write:  if picker is none"),
    (ASKED + "if board not empty\n    stop", "G01", "not", "write:  if board is not empty"),
    (ASKED + "if picker not none\n    stop", "G01", "not", "write:  if picker is not none"),
    (ASKED + "if points not 0\n    stop", "G01", "not", "write:  if points is not 0"),
    (ASKED + "if rank of card not J\n    stop", "G01", "not", "write:  if rank of card is not J"),
    (ASKED + "if card not board\n    stop", "G01", "board", "write:  if card not in board"),
    (ASKED + "for s in seats left of s\n    stop", "G01", "seats", "in seats from left of s"),
    (ASKED + "if board has 7♦\n    stop", "G01", "board", "write:  if 7♦ in board"),
    (ASKED + "if hand of s contains 2♣\n    stop", "G01", "hand", "write:  if 2♣ in hand of s"),
    (ASKED + "if board has 6\n    stop", "G01", "board", "write:  if size of board is 6"),
    (ASKED + "if board has 1 card\n    stop", "G01", "board", "write:  if size of board is 1"),
    (ASKED + "if board has no cards\n    stop", "G01", "has", "write:  if board is empty"),
    (ASKED + "if board has over 6 cards\n    stop", "G01", "board", "if size of board > 6"),
    (ASKED + "if board has J\n    stop", "G01", "board", "(any card in board where rank of card"),
    (ASKED + "if 1 < points <= 9\n    stop", "G01", "<=", "if 1 < points and points <= 9"),
    (ASKED + "if points over 90\n    stop", "G01", "over", "write:  if points > 90"),
    (ASKED + "if any card in board sweeps\n    stop", "G01", "sweeps", "where sweeps of card"),
    (ASKED + "if picker is not\n    other", "G01", "not", "put it after this, as in `is not none`"),
    (ASKED + "x = count J in board", "G01", "J", "count card in board where rank of card is J"),
    (ASKED + "x = best s in seats by y where z", "G01", "by", "best s in seats where z by y"),
    (ASKED + "x = next player", "G01", "player", "write:  x = next of x"),
    (ASKED + "set picker to seat", "G01", "set", "write:  picker = seat"),
    (ASKED + "picker is dealer", "G01", "is", "write:  picker = dealer"),
    (ASKED + "deal 2 to board", "G01", "deal", "write:  move 2 from stock to board"),
    (
        ASKED + "deal size of cards from board to hand of picker",
        "G01",
        "deal",
        "write:  move size of cards from board to hand of picker",
    ),
    (
        ASKED + "deal 5 from board to hand of seats",
        "G01",
        "from",
        "write:  deal 5 each from board to hand of seat for seat in seats",
    ),
    (ASKED + "move hands' cards to board", "G01", "hands", "write:  move cards of hands to board"),
    (BOARD + "table x, first that fits\n  a | b\n  Q = 3", "G01", "=", "write:  Q | 3"),
    (BOARD + "state\n  carried = 0", "G01", "=", "write:  carried: 0..100 = 0"),
    (BOARD + "zones\n  x: Pile, secret", "G01", "secret", "write:  x: Pile, face down"),
    (BOARD + 'always "x" at end of one: yes', "G01", "end", 'write:  always "x" at one: yes'),
    (
        BOARD + 'example "x"\n  players ann bob\n  ann holds 9♣ 8♥\n  start one',
        "G01",
        "ann",
        "write:  given hand of ann = [9♣ 8♥]",
    ),
    (
        BOARD + 'example "x"\n  players ann bob\n  start one\n  winner is ann',
        "G01",
        "winner",
        "write:  ann wins",
    ),
    (TOP.replace("2..4", "2 or 4") + "phase one\n  stop", "G01", "or", "write:  players 2, 4"),
    (PHASE + "move seat's hand to board", "G06", "'", "`hand of seat`"),
    (TOP + 'variant x "x" of y\n  target = 121', "G01", "target", "write:  default target = 121"),
    (
        TOP + 'variant x "x" of y\n  remove condition in play.lay."z"',
        "G01",
        "condition",
        'write:  remove play.lay."z"',
    ),
    (
        TOP + "policy plain\n  match.play_tricks.play highest worth of card",
        "G01",
        ".",
        "write:  play_tricks.play highest worth of card",
    ),
    # words of the language that are misspelt: where they stand, or one word later
    (PHASE + "shufle stock", "G03", "shufle", "did you mean `shuffle`?"),
    (PHASE + "chose seat\n    pass", "G03", "chose", "did you mean `choose`?"),
    (PHASE + "chos seat\n    pass", "G03", "chos", "did you mean `choose`?"),
    (TOP + "tabel x, first that fits\n  a | b\n  1 | 2", "G03", "tabel", "did you mean `table`?"),
    (TOP + "zonse\n  stock: Pile", "G03", "zonse", "did you mean `zones`?"),
    (TOP + 'optoins\n  x: 1..3 = 2 "x"', "G03", "optoins", "did you mean `options`?"),
    (TOP + "phse one\n  stop", "G03", "phse", "did you mean `phase`?"),
    (PHASE + "repaet 3 times\n    stop", "G03", "repaet", "did you mean `repeat`?"),
    (TOP + "repaet 3 times\n  stop", "G03", "repaet", "did you mean `repeat`?"),
    (PHASE + "move card too trick", "G03", "too", "did you mean `to`?"),
    (PHASE + "for seat on seats\n    stop", "G03", "on", "did you mean `in`?"),
    (TOP + "define a = every seat n seats: yes", "G03", "n", "did you mean `in`?"),
    (TOP + "table x, frist that fits\n  a | b\n  1 | 2", "G03", "frist", "did you mean `first`?"),
    (PHASE + "if x\n    stop\n  els\n    stop", "G03", "els", "did you mean `else`?"),
    (PHASE + "x = y is nto z", "G03", "nto", "did you mean `not`?"),
    ('editon 1\ngame "A Game"\n', "G03", "editon", "did you mean `edition`?"),
    ('edition 1\ngaem "A Game"\n', "G03", "gaem", "did you mean `game`?"),
    # `=` for a question
    (PHASE + "if x = 3\n    stop", "G02", "=", "write `is`"),
    (PHASE + "if x is 2 or y = 3\n    stop", "G02", "=", "write `is`"),
    (CHOOSE + 'must suit of card = led "follow"', "G02", "=", "write `is`"),
    (PHASE + "x = hand where its suit = ♥", "G02", "=", "write `is`"),
    (TOP + 'example "x"\n  expect score of ann = 3', "G02", "=", "write `is`"),
    # a word that cannot stand here
    (PHASE + "for seat of seats\n    stop", "G01", "of", "did you mean `in`?"),
    (PHASE + "if x then\n    stop", "G01", "then", "leave it out"),
    (PHASE + "if x then stop", "G01", "then", "stands below"),
    (PHASE + "if x:\n    stop", "G01", ":", "leave it out"),
    (PHASE + "while x < 3:\n    stop", "G01", "while", "write:  repeat until x >= 3"),
    (PHASE + "while x = 3\n    stop", "G01", "while", "write `repeat until not`"),
    (PHASE + "while x\n    stop", "G01", "while", "write:  repeat until not (x)"),
    (PHASE + "if x\n    stop\n  elif y\n    stop", "G01", "elif", "write `else if`"),
    (PHASE + "shuffle the stock", "G01", "the", "leave it out"),
    (PHASE + "move card trick", "G01", "trick", "`to` is missing before `trick`"),
    (PHASE + "move card to", "G01", "to", "a value is missing at the end of this line"),
    (PHASE + "let x 3", "G01", "3", "`=` is missing before `3`"),
    (PHASE + "for in seats\n    stop", "G01", "in", "a name is missing before `in`"),
    (
        ZONES + "five of Seat: Cards\nphase one\n  move five card to trick",
        "G01",
        "card",
        "did you mean `five of card`?",
    ),
    (PHASE + "let myScore = 3", "G01", "myScore", "did you mean `my_score`?"),
    (PHASE + "say hello", "G01", "hello", 'a sentence in `"…"`'),
    (PHASE + "repeat 3\n    stop", "G01", "3", "`times` is missing"),
    (PHASE + "else\n    stop", "G01", "else", "`if`"),
    (PHASE + 'say "he says \\"yes\\" now"', "G01", "yes", "a sentence holds no quotes"),
    (PHASE + 'say "he says \\" yes \\" now"', "G01", "yes", "a sentence holds no quotes"),
    (PHASE + 'say "he says "yes" now"', "G01", "yes", "a sentence holds no quotes"),
    (PHASE + "stop\n  else", "G01", "else", "cannot stand here"),
    (PHASE + "zones\n    stock: Pile", "G01", "zones", "at the left edge"),
    (
        CHOOSE + 'move card to trick\n      must x "y"',
        "G01",
        "must",
        "conditions stand below an action",
    ),
    (TOP + "shuffle stock", "G01", "shuffle", "`phase`"),
    (TOP + "score = 3", "G01", "score", "`phase`"),
    (STATE + "hand of Seat: Cards, seen by owner", "G01", "hand", "under `zones`"),
    (ZONES + "shuffle stock", "G01", "shuffle", "`phase`"),
    (STATE + "score Seat: 0..4", "G01", "Seat", "`of` is missing before `Seat`"),
    (TOP + "options\n  x: 1..5 = 2", "G01", "2", 'a sentence in `"…"` is missing'),
    (TOP + "define f(x) = 3", "G01", ")", "comes `:`"),
    (TOP + "table x(card: Card)\n  a | b\n  - | 0", "G01", ")", "x(card: Card), first that fits"),
    (TOP + "table x, first that fits\n  a | b", "G01", "a | b", "no rows"),
    (TOP + "edition 1", "G01", "edition", "at the top of the file"),
    ("edition 1\nplayers 2..4\n", "G01", "players", '`game "…"`'),
    ("edition 1\n", "G01", "edition 1", "the file stops too soon"),
    ('edition 1\nvariant x "X" of y\ndefine z = 3\n', "G01", "define", "variants"),
    # what was meant, line by line
    (PHASE + "deal 3 at time from a to b for s in seats", "G01", "time", "deal 3 at a time from a"),
    (PHASE + "x = [A♠ trump]", "G01", "trump", "write:  x = [A♠, trump]"),
    (PHASE + "x = [7 of trump 8 of trump]", "G01", "8", "write:  x = [7 of trump, 8 of trump]"),
    (PHASE + "x = y mod 2", "G01", "mod", "x = remainder(y, 2)"),
    (PHASE + "x = card.suit is ♥", "G01", ".", "write:  x = suit of card is ♥"),
    (PHASE + "x = card.owner.hand", "G01", ".", "write:  x = hand of owner of card"),
    (PHASE + "x = y % 2", "G06", "%", "`remainder(y, 2)`"),
    (TOP + 'example "x"\n  match is over', "G01", "is", "write:  match ends"),
    (TOP + 'example "x"\n  one has ended', "G01", "has", "write:  one ends"),
    (TOP + 'example "x"\n  a for b: play', "G01", "for", "write:  a: play"),
    (TOP + 'example "x"\n  a for b may not play', "G01", "for", "write:  a may not play"),
    (TOP + 'example "x"\n  players B P1', "G01", "B", "write:  players b p1"),
    (ZONES + "a of Seat: Cards, seen by seats - [owner]", "G01", "-", "seen by all but owner"),
    (EXAMPLES.replace("a_b", "a-b"), "G01", "-", "write:  examples of a_b"),
    # steps below a word of the author's own, or one that begins something else
    (TOP + "play\n  stop\nphase a\n  stop", "G01", "play", "whole game goes stands below `match`"),
    (TOP + "setup:\n  stop", "G01", "setup", "how the whole game goes stands below `match`"),
    (TOP + "match\n  stop\nstart\n  stop", "G01", "start", "stand below `phase one_hand`"),
    (TOP + "match\n  stop\nsetup\n  stop", "G01", "setup", "stand below `phase setup`"),
    (TOP + "match\n  stop\nif\n  stop", "G01", "if", "stand below `phase one_hand`"),
    (TOP + "play\n", "G01", "play", "put a name after this"),
    (EXAMPLES + 'always "x": yes', "G01", "always", "a file of examples holds nothing else"),
    # phrases that need brackets
    (PHASE + "move x to hand of first s in seats", "G01", "first", "hand of (first s in seats)"),
    (PHASE + 'say "{size of hand of first s in seats}"', "G01", "first", "of (first s in seats)"),
    (PHASE + "x of best s in y by z = 3", "G01", "best", "write:  x of (best s in y by z) = 3"),
    (PHASE + "x = first s in y if z else w", "G01", "if", "write:  x = (first s in y) if z else w"),
    (PHASE + "x = total y for s in z > 6", "G01", ">", "write:  x = (total y for s in z) > 6"),
    (TOP + "define f =\n  highest x\n    for s in y", "G01", "x", "write:  (highest x for s in y)"),
    (TOP + 'always "x": every s in y:\n  z', "G01", ":", "(every s in y: z)"),
    (PHASE + "x = 3 if any s in y where z", "G01", "any", "write:  (any s in y where z)"),
    (PHASE + "x = any c in hand of s is ♥", "G01", "is", "x = any c in hand of s where c is ♥"),
    (PHASE + "x = every s in seats is y", "G01", "is", "x = every s in seats: s is y"),
    (PHASE + "x = lives of best s", "G01", "best", "`(best s in …)`"),
    (PHASE + "show hand of any seat", "G01", "any", "`any seat in … where …`"),
    (
        TOP + "define a = any s in seats: score of s > 2",
        "G01",
        ":",
        "any s in seats where score of s",
    ),
    (TOP + 'example "x"\n  given hand of ann = [A♠ 2♥ joker]', "G01", "joker", "[A♠, 2♥, joker]"),
    (
        CHOOSE + 'must suit of card is led\n        "follow suit"',
        "L04",
        '"follow suit"',
        "a sentence stands behind its condition",
    ),
    (PHASE + "x = size of all seats", "G01", "all", "write:  x = size of seats"),
    # loops and phrases that go through two things, or say no end
    (PHASE + "repeat however long\n    stop", "G01", "long", "write:  repeat, however long"),
    (PHASE + "repeat however long:\n    stop", "G01", "long", "write:  repeat, however long"),
    (PHASE + "repeat\n    stop", "G01", "repeat", "write:  repeat, however long"),
    (PHASE + "repeat forever\n    stop", "G01", "forever", "write:  repeat, however long"),
    (PHASE + "repeat however long until x\n    stop", "G01", "long", "repeat until x, however lo"),
    (PHASE + "for a in b for c in d\n    stop", "G01", "for", "another `for` stands below it"),
    (PHASE + "for a in b, c in d\n    stop", "G01", "c", "another `for` stands below it"),
    (PHASE + "x = total y for a in b for c in d", "G01", "for", "total (total y for c in d) for a"),
    (
        PHASE + "x = (lowest f(y) for a in g((b)) where h for c in (d - e) where i) + 1",
        "G01",
        "for",
        "x = (lowest (lowest f(y) for c in (d - e) where i) for a in g((b)) where h) + 1",
    ),
    (
        PHASE + "x = count a in b where c for d in e",
        "G01",
        "for",
        "total (count a in b where c) for",
    ),
    (TOP + "pack\n  ranks 7 8\n  packs 2", "G01", "packs", "write `copies`"),
    (TOP + "pack\n  ranks 7 8\n  decks 2", "G01", "decks", "write `copies`"),
    # those that fit
    (PHASE + "x = ranks where its in y", "G01", "its", "write:  x = ranks where it in y"),
    (PHASE + "x = seats if lives of it < 3", "G01", "if", "x = seats where lives of it < 3"),
    (PHASE + "for s in seats if x of s\n    stop", "G01", "if", "for s in seats where x of s"),
    (PHASE + "x = count pack where its rank is 7", "G01", "where", "size of (pack where its rank"),
    # some cards of a pile
    (PHASE + "move the top 3 cards of x to y", "G01", "top", "write:  move top(x, 3) to y"),
    (PHASE + "move 3 top cards of x to y", "G01", "top", "write:  move top(x, 3) to y"),
    (PHASE + "move the first 3 of x to y", "G01", "first", "write:  move top(x, 3) to y"),
    (PHASE + "move bottom 3 of x to y", "G01", "3", "move top(reversed of x, 3) to y"),
    (PHASE + "move 3 cards from x of y to z", "G01", "cards", "move 3 from x of y to z"),
    (PHASE + "move the top card of x to y", "G01", "the", "write:  move top of x to y"),
    (PHASE + "move all the cards of x to y", "G01", "all", "write:  move x to y"),
    (PHASE + "move random 3 of x to y", "G01", "3", "after `random` comes"),
    # lines of examples as one might say them
    (EXAMPLES + "  expect match ends", "G01", "expect", "write:  match ends"),
    (EXAMPLES + "  expect ann wins", "G01", "expect", "write:  ann wins"),
    (EXAMPLES + "  expect ann has won", "G01", "expect", "write:  ann wins"),
    (EXAMPLES + '  expect refused "no"', "G01", '"no"', "`ann may not pass"),
    (EXAMPLES + "  expect payoff is 3", "G01", "is", "write:  expect payoff of ann is 3"),
    (EXAMPLES + "  announce x is 3", "G01", "announce", "write:  expect announce x is 3"),
    (EXAMPLES + "  move top 3 of stock to heap", "G01", "move", "under `match`"),
    (EXAMPLES + "  players North, South", "G01", "North", "write:  players north south"),
    (EXAMPLES + "  players ann, bob", "G01", ",", "write:  players ann bob"),
    (EXAMPLES + "  players ann and bob", "G08", "and", "leave it out"),
    (EXAMPLES + "  given a = [K♠'']", "G10", "'", "did you mean `K♠'3`?"),
    (EXAMPLES + "  given a = [K♠′]", "G10", "′", "did you mean `K♠'`?"),
    (STATE + "winner: Seat of none = none", "G01", "of", "did you mean `or`?"),
    (ZONES + "a of Seat: Cards, seen by left of owner, right of owner", "G01", "left", "[left of"),
    (ZONES + "a: Cards, seen by ann, seen by bob", "G01", "seen by bob", "seen by [ann, bob]"),
    (PHASE + "if x of any side >= 3\n    stop", "G01", "x", "any side in sides where x of side"),
    (TOP + "record Box\n  stake: 0..9 = 0, not told", "G01", "not", "write:  stake: 0..9 = 0"),
    (ZONES + "a: Pile, face down, not told", "G01", "not", "fields of records are in none"),
    # words of the language as names, in lines with other mistakes
    (STATE + "count 0..9 = 0", "G08", "count", "`the_count`"),
    (STATE + "highest of Seat 0..9 = 0", "G08", "highest", "`the_highest`"),
    (TOP + "define total(a: 0..9) a + 1", "G08", "total", "`the_total`"),
    (TOP + 'phase repeat(n 0..9)\n  say "x"', "G08", "repeat", "`the_repeat`"),
    (TOP + "options\n  total: 1..9 = 3", "G08", "total", "`the_total`"),
    (TOP + "record Box\n  first: 0..9 = 0", "G08", "first", "`the_first`"),
    # neither one that is taken for a name nor a heading that lacks more is a hint of what was meant
    (PHASE + "seats score", "G01", "score", "after `seats` can come"),
    (TOP + "define count b = 3", "G01", "b", "write `count_b`"),
    (TOP + "example :\n  players 2", "G01", ":", 'comes a sentence in `"…"`'),
    (PHASE + "stop Mx", "G01", "Mx", "after `stop` comes the end"),
    (PHASE + "move card card to heap", "G01", "card", "without it the line can be read"),
    (PHASE + "x = total total y for s in z", "G01", "total", "without it the line can be read"),
    (PHASE + "if x\n    card in hand\n      stop", "G01", "in", "after `card` can come"),
    (STATE + "bet 0..9 = 0", "G01", "0", "`:` is missing before `0`"),
    (ZONES + "drawn of at: Pile", "G01", "at", "a type such as `Card`"),
    (TOP + "pack\n  suits reds, Blue\n  ranks 1..9", "G01", "Blue", "did you mean `blue`?"),
    (PHASE + "let Upper = 3", "G01", "Upper", "did you mean `upper`?"),
    # verbs and forms of other languages, and of plain English
    (PHASE + "ponder heap", "G01", "ponder", "what is done begins with: announce, choose, deal"),
    (PHASE + "draw top of stock", "G01", "draw", "write `move`"),
    (PHASE + "for each s in seats\n    stop", "G01", "each", "write:  for s in seats"),
    (PHASE + "x *= 2", "G01", "*", "write:  x = x * 2"),
    (PHASE + "increase x by 2", "G01", "increase", "write:  x += 2"),
    (PHASE + "win ann, left of ann", "G01", ",", "write:  win [ann, left of ann]"),
    (PHASE + "let x = first of heap", "G01", "heap", "write:  let x = (first x in heap)"),
    (
        PHASE + "let x = first of out from left of dealer",
        "G01",
        "out",
        "write:  let x = (first x in out from left of dealer)",
    ),
    (PHASE + "x = first of (a - [b])", "G01", "(", "write:  x = (first x in (a - [b]))"),
    (
        PHASE + "x = first of out where suit of it is ♠",
        "G01",
        "out",
        "write:  x = (first x in out where suit of x is ♠)",
    ),
    (PHASE + "let x = last one in seats", "G01", "one", "write:  let x = last of seats"),
    (
        PHASE + "if any score of s > 2 for s in seats\n    stop",
        "G01",
        "of",
        "write:  if any s in seats where score of s > 2",
    ),
    (
        PHASE + "if every score of s > 2 for s in seats\n    stop",
        "G01",
        "of",
        "write:  if every s in seats: score of s > 2",
    ),
    (
        PHASE + "if any score of seats > 2\n    stop",
        "G01",
        "of",
        "write:  if any seat in seats where score of seat > 2",
    ),
    (
        PHASE + "choose seats together\n    pass",
        "G01",
        "together",
        "write:  choose together seat in seats",
    ),
    (
        PHASE + "choose x in out at once\n    pass",
        "G01",
        "in",
        "write:  choose together x in out",
    ),
    (PHASE + "choose seat in seats\n    pass", "G01", "in", "a `for` stands above the `choose`"),
    (
        PHASE + "let one = player with the most tricks",
        "G01",
        "with",
        "write:  let one = (best seat in seats by tricks of seat)",
    ),
    (DEFINES + "x = seat has_low", "G01", "has_low", "write:  x = has_low of seat"),
    (
        TOP + "define fits(a: Cards, n: 1..3) = yes\n\nphase one\n  x = offer fits heap",
        "G01",
        "fits",
        "stands in brackets: `fits(a, n)`",
    ),
    (
        PHASE + "x = every n in 1..3, s in seats: place(s, n) is empty",
        "G01",
        ",",
        "write:  x = every n in 1..3: every s in seats: place(s, n) is empty",
    ),
    (
        PHASE + "x = any n in 1..3, any s in seats where place(s, n) is empty",
        "G01",
        ",",
        "write:  x = any n in 1..3 where any s in seats where place(s, n) is empty",
    ),
    (
        PHASE + "x = y or no n in 1..3 where n is x",
        "G01",
        "no",
        "write:  x = y or not any n in 1..3 where n is x",
    ),
    (
        PHASE + "deal 10 each 2 at a time from a to b of seat for seat in seats",
        "G01",
        "2",
        "write:  deal 2 at a time from a to b of seat for seat in seats",
    ),
    (DEFINES + "x = worth_of seat + 1", "G01", "seat", "write:  x = worth_of(seat) + 1"),
    (
        PHASE + "for x in out,\n      round and round until x\n    stop",
        "G01",
        ",",
        "write both as one:  for x in out, round and round until x",
    ),
    (PHASE + "for x in out, round and round\n    stop", "G01", "round", "ends: `until …`"),
    (PHASE + "for x in out round and round\n    stop", "G01", "round", "ends: `until …`"),
    (
        PHASE + "for x in out round and round until y\n    stop",
        "G01",
        "round",
        "write:  for x in out, round and round until y",
    ),
    (PHASE + "repeat round and round\n    stop", "G01", "and", "write:  repeat, however long"),
    (PHASE + "x =\n    stop", "G01", "=", "a value"),
    (
        TOP + 'variant x "x" of y\n  add step to z after let a\n    stop',
        "G01",
        "a",
        "add step to match",
    ),
    (
        TOP + 'variant x "x" of y\n  add field to Box to Bax\n    x: 0..2 = 0',
        "G01",
        "to",
        "add field to Box",
    ),
    (EXAMPLES + "  given out = [ann bob cat]", "G01", "bob", "commas stand between all of them"),
    (PHASE + "for s in a - b from c\n    stop", "G01", "from", "for s in (a - b) from c"),
    (PHASE + "repeat until x, at most 3 times\n    stop", "G01", ",", "until x at most 3 times"),
    (PHASE + "let a = b\n  x = [a a]", "G01", "a", "write:  x = [a, a]"),
    (PHASE + "x = [joker'3 joker]", "G01", "joker", "write:  x = [joker'3, joker]"),
    (PHASE + "play way", "G01", "play", "at the left edge"),
    (PHASE + "deal 10 cards to each player", "G01", "cards", "write:  deal 10 each from stock to"),
    (PHASE + "move 1 card from a to b n", "G01", "card", "without the word `cards`"),
    (PHASE + "let a = highest n in b by c", "G01", "highest", "write:  let a = best n in b by c"),
    (PHASE + "let a = if b then c else d", "G01", "if", "write:  let a = c if b else d"),
    (PHASE + "let a = sum of b for c in d", "G01", "sum", "write:  let a = total b for c in d"),
    (PHASE + "let a = max b for c in d", "G01", "max", "write:  let a = highest b for c in d"),
    (PHASE + "if a isn't empty\n    stop", "G06", "isn't", "write `is not`"),
    (PHASE + "x = a times b", "G01", "times", "write:  x = a * b"),
    (PHASE + "x = a plus 1", "G01", "plus", "write:  x = a + 1"),
    (EXAMPLES + "  given a = A♣ 2♠", "G01", "2♠", "write:  given a = [A♣ 2♠]"),
    (TOP + "partners 2, crosswise", "G01", "partners", "write:  sides 2, in turn"),
    (TOP + "direction anticlockwise", "G01", "direction", "write:  play counter_clockwise"),
    (TOP + "zzyzx is it", "G01", "zzyzx", "a part of the file begins with: "),
    (PHASE + "x = a b c", "G01", "b", "a sign such as `+`, `*` or `is`"),
    (PHASE + "x wins", "G01", "x", "write:  win x"),
    (PHASE + "if x exists\n    stop", "G01", "exists", "write:  if x is not none"),
    (PHASE + "if x\n    stop\n  otherwise\n    stop", "G01", "otherwise", "write:  else"),
    (PHASE + "repeat until only one card in a\n    stop", "G01", "only", "until size of a is 1"),
    (PHASE + "if no cards left in a\n    stop", "G01", "no", "write:  if a is empty"),
    (PHASE + "x = a\n  until all b are c\n    stop", "G01", "until", "a loop begins with"),
    (PHASE + "choose a\n    otherwise\n      stop\n    go", "G01", "otherwise", "it comes last"),
    (PHASE + "choose a\n    go\n    otherwise\n      stop\n    x", "G01", "otherwise", "last"),
    (PHASE + "choose a\n    go\n    or x in b\n      stop", "G01", "or", "needs another name"),
    (PHASE + "if a\n    or\n    b\n    stop", "G01", "or", "in the same line"),
    (PHASE + "win a if b else c where d", "G01", "where", "win a if b else (c where d)"),
    (PHASE + "pat b\n\nphase pat(x: Card)\n  stop", "G01", "b", "write:  pat of b"),
    (PHASE + "say {a} takes b {c}", "G06", "{", 'write `say "{a} takes b {c}"`'),
    (PHASE + "say to all: {a} takes b", "G06", "t", 'write `say "to all: {a} takes b"`'),
    (ZONES + "row of 1..4: Pile, face up", "G01", "of", "write:  row(1..4): Pile, face up"),
    (ZONES + "x of Seat: Pile, seen by all", "G01", "seen", "write:  x of Seat: Pile, face up"),
    (TOP + "define x of card = 3", "G01", "of", "write:  define x(card: Card) = 3"),
    (
        TOP + "ranking kind of cards, best first\n  a | b\n  c | otherwise",
        "G01",
        "of",
        "write:  ranking kind(cards: Cards), best first",
    ),
    (
        TOP + "table worth(rank: Rank), first that fits\n  rank | worth\n  J Q K | 10\n  - | 1",
        "G01",
        "Q",
        "write:  J, Q, K | 10",
    ),
    (TOP + 'example "x"\n  given x is 3', "G01", "is", "write:  given x = 3"),
    (TOP + 'example "x"\n  has 31: no', "G01", "31", "write:  expect announce has_31 is no"),
    (TOP + 'example "x"\n  expect has_it: 3', "G01", ":", "write:  expect announce has_it is 3"),
    (TOP + 'example "x"\n  expect ann won', "G01", "expect", "write:  ann wins"),
    (TOP + 'example "x"\n  expect game over', "G01", "over", "write:  match ends"),
    (TOP + 'example "x"\n  expect not ann wins', "G01", "expect", "not what has not"),
    (PHASE + "repeat while x is not y\n    stop", "G01", "while", "write:  repeat until x is y"),
    (PHASE + "while not x:\n    stop", "G01", "while", "write:  repeat until x"),
    (PHASE + "while x and y is z\n    stop", "G01", "while", "repeat until not (x and y is z)"),
    (
        PHASE + "repeat while any s in seats where x of s at most 3 times\n    stop",
        "G01",
        "while",
        "repeat until not any s in seats where x of s at most 3 times",
    ),
    (PHASE + "repeat as long as x < 2\n    stop", "G01", "as", "write:  repeat until x >= 2"),
    (PHASE + "add a into b", "G01", "add", "write:  b += a"),
    (PHASE + "append a to b", "G01", "append", "write:  b += a"),
    (ZONES + "b: Pile, face up\nmatch\n  add a to b", "G01", "add", "write:  move a to b"),
    (ZONES + "b: Pile, face up\nmatch\n  remove a from b", "G01", "remove", "with `move`"),
    (PHASE + "x = next player of y", "G01", "player", "write:  x = next of y"),
    (PHASE + "x = total f(a, b) for a in c, b in d", "G01", ",", "for b in d) for a in c"),
    (ZONES + "a of Seat: Cards, seen by owner and b", "G01", "owner", "seen by [owner, b]"),
    (ZONES + "a of Seat: Cards, hidden from owner", "G01", "hidden", "seen by all but owner"),
    (TOP + 'example "x"\n  x = 3', "G01", "x", "write:  given x = 3"),
    (TOP + 'example "x"\n  x is 3', "G01", "x", "write:  expect x is 3"),
    (TOP + 'example "x"\n  assert x is 3', "G01", "assert", "write:  expect x is 3"),
    (TOP + 'example "x"\n  say "a"', "G01", "say", 'write:  expect say "a"'),
    (TOP + 'example "x"\n  begin one', "G01", "begin", "write:  start one"),
    (TOP + 'example "x"\n  a can pass', "G01", "can", "write:  a may pass"),
    (TOP + 'example "x"\n  a cannot pass', "G01", "cannot", "write:  a may not pass"),
    (TOP + 'example "x"\n  a must pass', "G01", "must", "write:  a may only: pass"),
    (
        TOP + 'example "x"\n  a may only play_run 2♣ 3♣ and pick_up',
        "G01",
        "play_run",
        "write:  a may only: play_run 2♣ 3♣, pick_up",
    ),
    (TOP + 'example "x"\n  expect a may pass', "G01", "expect", "write:  a may pass"),
    (TOP + 'example "x"\n  expect a to win', "G01", "expect", "write:  a wins"),
    (TOP + 'example "x"\n  expect wins a', "G01", "expect", "write:  a wins"),
    (TOP + 'example "x"\n  expect announces n 3', "G01", "announces", "announce n is 3"),
    # lines that go on
    (TOP + "define f =\n  5 if a\n  else 4", "G01", "a", "`else` below begins a line of its own"),
    (TOP + "define f =\n  5 if (a)\n    else 4", "G01", ")", "brackets round the whole"),
    (TOP + "define f = size of a +\n  size of b", "G01", "+", "begins with `+` goes on"),
    # sentences, brackets, signs
    (PHASE + 'say "hello', "G04", '"', "no closing quote"),
    (PHASE + "x = (a + b", "G05", "(", "never closed"),
    (PHASE + "x = 3 * (a if b is c else d at most 3", "G05", "(", "it comes before `at most`"),
    (PHASE + 'say "{x}"\n  deal (3 + n each from a', "G05", "(", "it comes before `each from`"),
    (PHASE + "repeat until (x is not none at most 9 times", "G05", "(", "before `at most`"),
    (PHASE + "x = a + b)", "G05", ")", "never opened"),
    (PHASE + "x = [A♥ 10♠\n  y = 3", "G05", "[", "its `]` is missing"),
    (PHASE + "x = [(a]", "G05", "(", "never closed"),
    (PHASE + "if x == 3\n    stop", "G06", "==", "write `is`"),
    (PHASE + "if x != 3\n    stop", "G06", "!=", "write `is not`"),
    (PHASE + "let x == 3", "G06", "==", "`=` to set"),
    (TOP + "define x(a: Card): 0..3 == 3", "G06", "==", "`=` to set"),
    (PHASE + "x = 3;", "G06", ";", "leave it out"),
    (PHASE + "if x {\n    stop\n  }", "G06", "{", "no braces: a block is what is indented"),
    (PHASE + "x = 3 × 4", "G06", "×", "write `*`"),
    (PHASE + "x = 3\u00a0+ 4", "G06", "\u00a0", "an ordinary one"),
    (PHASE + "x = 5♥\ufe0f", "G06", "\ufe0f", "cannot be seen"),
    (PHASE + "say “hello”", "G06", "“", "straight quotes"),
    (PHASE + "say 'hello'", "G06", "'", "straight quotes"),
    (PHASE + "größe = 3", "G06", "ö", "a to z"),
    # words of the language as names
    (PHASE + "let and = 3", "G08", "and", "`the_and`"),
    (PHASE + "let order = 3", "G08", "order", "`order` is a word of the language"),
    (PHASE + "x = first + 1", "G01", "first", "and no value by itself"),
    (PHASE + "win all", "G01", "all", "and no value by itself"),
    (TOP + "define best of cards = 3", "G08", "best", "`the_best`"),
    (ZONES + "pack: Pile", "G08", "pack", "another name"),
    (TOP + "define f(count: Card) = 3", "G08", "count", "another name"),
    (PHASE + "for any in seats\n    stop", "G08", "any", "another name"),
    (STATE + "pot: 0..9 = 4\n\nphase one\n  x = pot half", "G01", "half", "after `pot` comes"),
    # editions, cards, ranks
    ('game "A Game"\n', "G09", "game", "the first line must be `edition 1`"),
    ("hoyle game 1\nruleset war\n", "G09", "hoyle game", "a game that was recorded, and no rules"),
    ('edition 2\ngame "A Game"\n', "G09", "2", "there is no edition 2"),
    ('edition one\ngame "A Game"\n', "G09", "one", "there is no edition one"),
    (PHASE + "x = 11♣", "G10", "11♣", "is not a card"),
    (PHASE + "x = 1♥", "G10", "1♥", "did you mean `A♥`?"),
    (PHASE + "x = ♥K", "G10", "♥K", "did you mean `K♥`?"),
    (PHASE + "x = 3h", "G10", "3h", "did you mean `3H`?"),
    (PHASE + "x = [Kh 3S]", "G10", "Kh", "did you mean `KH`?"),
    (TOP + "pack\n  ranks 5x 6 7", "G10", "5x", "is not a card"),
    (PHASE + "x = 12345678901", "G10", "12345678901", "nine figures"),
    # the page
    (PHASE + "x\t= 3", "L01", "\t", "a tab"),
    (TOP + "phase one\n\tstop", "L01", "\t", "two spaces"),
    (PHASE + "if x\n      stop\n    stop", "L02", "stop", "write 4 to stand beside it"),
    (PHASE + "if x\n  stop", "L03", "if x", "nothing stands under `if x`"),
    (TOP + "match\n", "L03", "match", "nothing stands under `match`"),
    (TOP + "zones\nstock: Pile\nhand of Seat: Cards", "L03", "zones", "two spaces further in"),
    (PHASE + "x = 3\n    y = 4", "L04", "y", "indented for no reason"),
    (TOP + "define f =\n  3\n    if 2 > 1 else 4", "L04", "if", "put the whole in brackets"),
    (TOP + "  zones\n    stock: Pile", "L04", "zones", "indented for no reason"),
    (PHASE + "stop\0", "X01", "\0", "not text that can be read"),
    ("edition 1\rgame 'x'\r", "X01", "\r", "ordinary line ends"),
    ("# " + "x" * MAX_BYTES, "X02", "", "512 kB"),
    (PHASE + "x = " + "(" * 65 + "1" + ")" * 65, "X03", "(", "64"),
    (PHASE + "x = " + "a of " * 200 + "b", "X03", "o", "100 parts"),
    (TOP + "".join("  " * i + "if x\n" for i in range(70)), "X03", "i", "64 levels"),
    ("", "X04", "", "there is nothing in this file"),
    ("# soon\n\n   # soon\n", "X04", "", "there is nothing in this file"),
]


@pytest.mark.parametrize(("text", "code", "underlined", "phrase"), MISTAKES)
def test_one_mistake_gives_one_message(text, code, underlined, phrase):
    (problem,) = problems_of(text)
    assert problem.code == code, as_text(problem)
    assert problem.span.text == underlined, as_text(problem)
    assert phrase in as_text(problem)


@pytest.mark.parametrize(("text", "code", "underlined", "phrase"), MISTAKES)
def test_a_message_keeps_to_the_house_rules(text, code, underlined, phrase):
    (problem,) = problems_of(text)
    assert not problem.title.endswith("."), problem.title
    assert not problem.title[0].isupper(), problem.title
    said = " ".join([problem.title, problem.label, *problem.help])
    known = {terminal.name for terminal in load_parser().terminals} | {"Token", "$END", "ANON"}
    shown = {"A", "K", "Q", "J"}
    assert not (set(re.findall(r"[$A-Za-z_0-9]+", said)) - shown) & {
        name for name in known if name.isupper()
    }


# Several mistakes in one text: (code, line) of each, and nothing that only follows from another.
SEVERAL = [
    (
        TOP + "tabel worth, first that fits\n  a | b\n  1 | 2\n"
        "phase one\n  shufle stock\n  if x = 3\n    stop\n  move card too trick\n"
        'define f(x: Seat) 3\nexample "x"\n  playres ann bob\n  expect x is 3\n',
        [("G03", 5), ("G03", 9), ("G02", 10), ("G03", 12), ("G01", 13), ("G03", 15)],
    ),
    # the body of a head that can't be read goes with it; the next part is read again
    (
        TOP + "phase one(\n  stop\nphase 2\n  a b c\n  d e f\nphase three\n  x y\n",
        [("G05", 5), ("G01", 7), ("G01", 11)],
    ),
    # an `else` does not fall with its `if`, nor with the only step under it
    (
        PHASE + "if x y z\n    stop\n  else\n    stop\n  if x\n    y z\n  else\n    stop\n  w w\n",
        [("G01", 6), ("G01", 11), ("G01", 14)],
    ),
    # the only action of a choice, and what follows it
    (
        PHASE
        + "choose seat\n    play card of hand\n      stop\n    otherwise\n      stop\n  x x\n",
        [("G01", 7), ("G01", 11)],
    ),
    # a head without a block, in front of another part and at the end
    (PHASE + "if x\nphase two\n  for seat in seats\n", [("L03", 6), ("L03", 8)]),
    # what stands under a head that is put otherwise
    (PHASE + "for n in 2 to 7\n    x x\n  shufle stock\n", [("G01", 6), ("G01", 7), ("G03", 8)]),
    (PHASE + "move top of x to up pile\nzones\n  up pile: Pile", [("G01", 6), ("G01", 8)]),
    (PHASE + "close gaps\n  stop", [("G03", 6)]),  # not also that nothing stands below it
    # lines of a block whose head is missing are told once
    (TOP + "state\n  x: 1..3 = 2\n  shuffle stock\n  deal all from stock to x\n", [("G01", 7)]),
    # what stands beside a line of another place
    (
        PHASE + "otherwise\n    stop\n  shufle stock\n  play way\n  x x\n",
        [("G01", 6), ("G03", 8), ("G01", 9), ("G01", 10)],
    ),
    # signs and sentences do not hide what stands elsewhere
    (
        TOP + 'phase one\n  x = 3;\n  y = 4;\nphase two\n  say "open\n  z = (1\n  shufle stock\n',
        [("G06", 6), ("G04", 9), ("G05", 10), ("G03", 11)],
    ),
    # a bracket that is left open does not make those of other parts wrong
    (TOP + "define f =\n  (4 if x\n  else 5)\nphase one\n  y = 1 + (f\n", [("G05", 9)]),
    # a line of another place, and lines of this one that have mistakes of their own
    (
        TOP + 'example "x"\n  players 2\n  move a to b\n  shuffle a\n  ann should win\n  x = 3\n',
        [("G01", 7), ("G01", 9), ("G01", 10)],
    ),
    # names that cannot be: told where they are given
    (TOP + 'example "x"\n  players B P1\n  given dealer = B\n  P1: pass\n', [("G01", 6)]),
    # a wrong first line does not hide the others
    ('editon 1\ngaem "x"\nplayres 2..4\n', [("G03", 1), ("G03", 2), ("G03", 3)]),
    ('game "x"\nplayres 2..4\nedition 1\n', [("G09", 1), ("G03", 2)]),
]


TELLING = ("no picker", "board wrong empty", "not some board", "picker is almost seat")


@pytest.mark.parametrize("question", TELLING)
def test_no_word_that_may_mean_something_is_left_out(question):
    (problem,) = problems_of(PHASE + f"if {question}\n    stop")
    assert "without it" not in as_text(problem)


@pytest.mark.parametrize(("text", "expected"), SEVERAL)
def test_all_mistakes_are_told_and_none_is_invented(text, expected):
    found = problems_of(text)
    assert [(p.code, p.span.line) for p in found] == expected, "\n".join(map(as_text, found))


def test_a_mistake_in_a_sentence_is_told_at_its_place():
    text = PHASE + 'say "{dealer} has {score off seat} and {x +}"'
    first, second = problems_of(text)
    assert (first.code, first.span.text, first.span.column) == ("G03", "off", 28)
    assert (second.code, second.span.text) == ("G01", "+")


@pytest.mark.parametrize(
    ("sentence", "code", "underlined"),
    [("{x", "G05", "{"), ("x}", "G05", "}"), ("a {} b", "G01", "{}"), ("{x = 3}", "G02", "=")],
)
def test_braces_in_a_sentence(sentence, code, underlined):
    (problem,) = problems_of(PHASE + f'say "{sentence}"')
    assert (problem.code, problem.span.text) == (code, underlined)


def test_the_same_slip_on_many_lines_is_told_once():
    (problem,) = problems_of(TOP + "phase one\n" + "  x = 3;\n" * 5)
    assert "the same on lines 7, 8, 9, 10" in problem.help


def test_no_more_than_can_be_read():
    assert len(problems_of(TOP + "phase one\n" + "  x x\n" * 500)) == 20


# ---------------------------------------------------------------------- phrases

PHRASES = [
    ("any card in hand where suit of card is ♥ or broken", True),
    ("every seat in seats: hand of seat is empty or x", True),
    ("count card in hand where x of card and y of card or z", False),
    ("best card in trick by x of card", False),
    ("any card in hand where suit of card is ♥ or rank of card is Q", False),
    ("(any card in hand where suit of card is ♥) or broken", False),
    ("(any card in hand where suit of card is ♥ or broken)", False),
    ("any card in hand where suit of card is ♥ or ♠", False),
    ("any a in x where any b in y where b is 1 or a is 2", True),
]


@pytest.mark.parametrize(("value", "warned"), PHRASES)
def test_a_phrase_that_takes_in_too_much(value, warned):
    report = Report()
    file = read(Source("a.cards", PHASE + "x = " + value + "\n"), report)
    assert file is not None
    warn_of_wide_phrases(file, report)
    assert [(p.code, p.severity) for p in report.problems] == [("G07", WARNING)] * warned
    for problem in report.problems:
        assert "brackets" in problem.help[0]
        assert problem.also[0][0].text.startswith("or ")


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("content", "code", "line", "column"),
    [
        (b'edition 1\ngame "Caf\xe9"\n', "X01", 2, 10),
        (b"\xef\xbb\xbfedition 1\n# \xff\n", "X01", 2, 3),
        ("edition 1\n".encode("utf-16"), "X01", 1, 1),
        (b"#" * (MAX_BYTES + 1), "X02", 1, 1),
    ],
)
def test_a_file_that_cannot_be_opened(tmp_path: Path, content, code, line, column):
    path = tmp_path / "a.cards"
    path.write_bytes(content)
    report = Report()
    assert open_source(path, "a.cards", report) is None
    (problem,) = report.problems
    assert (problem.code, problem.span.line, problem.span.column) == (code, line, column)


def test_a_mark_of_byte_order_is_no_part_of_the_text(tmp_path: Path):
    path = tmp_path / "a.cards"
    path.write_bytes(b"\xef\xbb\xbfedition 1\n")
    source = open_source(path, "a.cards", Report())
    assert source is not None
    assert source.text == "edition 1\n"


def test_line_ends_of_windows_are_fine():
    assert not problems_of((TOP + "match\n  # here\n  stop\n").replace("\n", "\r\n"))


def help_of(text):
    """The lines below the one problem of a text."""
    [problem] = problems_of(text)
    return "\n".join(problem.help)


def test_the_example_below_a_message_has_the_word_that_is_proposed():
    assert "repeat 3 times" in help_of(PHASE + "let n = 3\n  repeat n\n    stop")
    assert "repeat until stock is empty" in help_of(PHASE + "repeat zz zz\n    stop")


def test_a_name_at_the_left_edge_with_lines_below_is_no_step():
    text = TOP + "{} steady\n  match.play"
    assert "write `policy`" in as_text(*problems_of(text.format("strategy")))
    [problem] = problems_of(text.format("approach"))
    assert problem.label == ""
    assert "example, match, never" in problem.help[0]
    [problem] = problems_of(TOP + "approach steady")
    assert problem.label.startswith("what is done stands under `match`")


def test_only_a_library_tells_what_it_expects():
    library = 'edition 1\nlibrary "x"\n'
    assert "expects" in help_of(library + "approach steady\n  match.play")
    assert "expects" not in help_of(TOP + "approach steady\n  match.play")
