"""Numbers, chips and moves in plain English: what is shown in their place."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import problems_of

GAME = """edition 1
game "A Game"
players 3..6

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, face down, at most 3
  packed: Cards, face down
state
  chips of Seat: 0..100 = 50
  pot: 0..300 = 0
  playing: Seats
  stake: 0..9 = 1
phase one(seat: Seat)
  choose seat
    pass
      pot = 0
    raise amount in 1..3
      pot = 0
"""
STEP = GAME + "phase two(seat: Seat)\n  "
CHOICE = STEP + "choose seat\n    give cards in subsets of packed\n      "
POINTS = STEP.replace("  pot: 0..300 = 0\n", "")
ANTE = STEP + "pay 1 from chips of seat to pot\n  "
EXAMPLE = GAME + 'example "x"\n  players ann bob cat\n  '
TWO_SCORES = EXAMPLE.replace("  pot:", "  score of Seat: 0..9 = 0\n  pot:")
CHOOSE = STEP + "choose seat\n    "
LED = STEP.replace("  pot:", "  leader: Seat or none = none\n  pot:")
PACK = 'edition 1\ngame "A Game"\nplayers 2\npack\n  '
SIDES = 'edition 1\ngame "A Game"\n'
ROW = GAME + "table worth(n: 0..40), first that fits\n  n | points\n  "
SAID = [
    # the pack, in a line that says more
    (PACK + "ranks 7 8 9 if players = 4", "`if` cannot stand here"),
    (PACK + "ranks 7 8 9 when players is 4", "remove 3♣ if players in [5, 7]"),
    (PACK + "ranks in four suits", "here stand ranks alone"),
    (PACK + "all ranks in four suits", "write:  ranks 2..10 J Q K A"),
    # what an action asks, in its own line
    (CHOOSE + "stand if pot > 0", "    stand\n      must pot > 0"),
    (CHOOSE + 'stand only when pot > 0 "no"', '    stand\n      must pot > 0 "no"'),
    (CHOOSE + "stand unless pot > 0", "    stand\n      must not (pot > 0)"),
    (CHOOSE + "lay card in packed if pot > 0", "    lay card in packed\n      must pot > 0"),
    (CHOOSE + "lay card in packed if card is x", "lay card in packed where it is x"),
    (CHOICE + "cannot give if pot is 0", "write:  must not (pot is 0)"),
    (CHOICE + "only after pot > 0", "write:  must pot > 0"),
    (CHOICE + "must not be the dealer", "it is said of what is chosen, or of who chooses"),
    (CHOICE + "must pot unless stake less", "after `pot` comes"),
    (
        CHOOSE + "lay card in packed, n in 1..3 if card is x",
        "    lay card in packed, n in 1..3\n      must card is x",
    ),
    # what is chosen, and of what
    (CHOOSE + "stand_by card", "write:  stand_by card in hand of seat"),
    (CHOOSE + "give_up cards", "write:  give_up cards in subsets of hand of seat"),
    (CHOOSE + "name suit", "write:  name suit in suits"),
    (CHOOSE + "call number", "what is chosen goes on with `in`: `call number in …`"),
    (CHOOSE + "go down", "write `go_down`; what is chosen goes on with `in`: `go down in …`"),
    (
        CHOOSE + "point left of seat or right of seat",
        "write:  point one in [left of seat, right of seat]",
    ),
    (CHOOSE + "point left of seat", "what is chosen has a name, and stands `in` the place"),
    (CHOOSE + "lay card in packed and stock where it is x", "in packed + stock where it is x"),
    (CHOOSE + "lay card in pack and more where it is x", "are put together with `+`"),
    (STEP + "choose each seat\n    pass", "a `for seat in seats` stands above the `choose`"),
    # ranges with gaps, and what is rounded
    (CHOOSE + 'bid n in 5..90 step 5 "in fives"', "them:  must remainder(n, 5) is 0"),
    (STEP + "for n in 1..9 step 2\n    stop", "for n in 1..9 where remainder(n, 2) is 1"),
    (POINTS + "pot = (pot + 2) rounded to 5", "`n / 5 * 5` is `n` rounded down to fives"),
    (POINTS + "pot = pot / 3 rounded down", "`n / 5 * 5` is `n` rounded down to fives"),
    # several
    (EXAMPLE + "given playing = ann, bob", "write:  given playing = [ann, bob]"),
    (EXAMPLE + "expect playing is ann, bob and cat", "write:  expect playing is [ann, bob, cat]"),
    (STEP + "playing = seat, leader", "write:  playing = [seat, leader]"),
    (STEP + "pot += 1 for s in seats", "    for s in seats\n      pot += 1"),
    (STEP + "chips of s += 1 for s in seats", "    for s in seats\n      chips of s += 1"),
    (STEP + "pot = chips of s for s in seats", "begins with `total`, `highest` or `lowest`"),
    (GAME + "define a = b of c for c in packed", "begins with `total`, `highest` or `lowest`"),
    (STEP + "x = size of each hand of seat", "it means nothing here: leave it out first"),
    (STEP + "x = left left of seat", "did you mean `left of left`?"),
    # questions
    (STEP + "if nobody opened\n    stop", "seats, or sides, are asked one by one"),
    (STEP + "if all players have passed\n    stop", "seats, or sides, are asked one by one"),
    (STEP + "if a player has no cards\n    stop", "seat in seats where hand of seat is empty)"),
    (STEP + "if any seat is playing\n    stop", "it begins a phrase: `any seat in … where …`"),
    (STEP + "if first trick is over\n    stop", "it begins a phrase: `first trick in …`"),
    (STEP + "if this is the last trick\n    stop", "which one it is only state can count"),
    (STEP + "if hands are empty\n    stop", "write:  if hand of seats is empty"),
    (STEP + "if (stock and packed are empty)\n    stop", "(stock is empty and packed is empty)"),
    (
        STEP + "if both stock and packed are not empty\n    stop",
        "write:  if (stock is not empty and packed is not empty)",
    ),
    (STEP + "if a side reaches target\n    stop", "(any side in sides where chips of side >="),
    (STEP + "leader = seat who has A♠", "(first seat in seats where A♠ in hand of seat)"),
    (LED + "seat leads to the first trick", "write:  leader = seat"),
    (STEP + "one ends", "write:  end one"),
    (STEP + "one ends if pot is 0", "a phase is ended with `end` and its name, below an `if`"),
    # who wins
    (STEP + "win side of seat with chips", "those of a side are `seats of side of …`"),
    (STEP + "win side with chips > 3", "write:  win seats where chips of side of it > 3"),
    (STEP + "the side with the most chips wins", "win seats of (best side in sides by chips of"),
    # laws
    (GAME + 'always "x": pot is 0 at one', 'write:  always "x" at one: pot is 0'),
    (GAME + 'never "x": pot is 5 when one ends', 'write:  never "x" at one: pot is 5'),
    (GAME + 'always "x": pot is 0 at one.pass', 'write:  always "x" at one.pass: pot is 0'),
    (GAME + 'always at one "x": pot is 0', 'write:  always "x" at one: pot is 0'),
    (GAME + 'always "x": at one: pot is 0', 'write:  always "x" at one: pot is 0'),
    (GAME + 'never "x": at one.pass: pot is 5', 'write:  never "x" at one.pass: pot is 5'),
    # zones, state, sides and cells
    (SIDES + "zones\n  row of Seat, 1..4: Pile", "write:  row(Seat, 1..4): Pile"),
    (SIDES + "zones\n  row of Seat(1..4): Pile", "write:  row(Seat, 1..4): Pile"),
    (SIDES + "zones\n  row of Seat: 4 Piles, face up", "write:  row(Seat, 1..4): Pile, face up"),
    (SIDES + "zones\n  row: 4 piles, face up", "write:  row(1..4): Pile, face up"),
    (SIDES + "zones\n  row for each suit: Pile", "write:  row of Suit: Pile"),
    (SIDES + "zones\n  row: 2 cards, hidden from all", "row: Cards, face down, at most 2"),
    (SIDES + "zones\n  row: 4 Piles", "write:  row(1..4): Pile"),
    (SIDES + "state\n  bid of Seat, 1..4: 0..9 = 0", "write:  bid(Seat, 1..4): 0..9 = 0"),
    (SIDES + "state\n  bid: 0..90 step 5 = 0", "a range holds every number in it"),
    (SIDES + "state\n  bid: 0..90, starts at 0", "write:  bid: 0..90 = 0"),
    (SIDES + "players 4\npartners opposite", "write:  sides 2, in turn"),
    (SIDES + "players 4 in partnerships", "on a line of its own, as in `sides 2, in turn`"),
    (ROW + "5 | 4 chips", "write:  5 | 4"),
    (SIDES + "players 4 in 2 sides", "on a line of its own, as in `sides 2, in turn`"),
    (SIDES + "players 4\npartners ann cat and bob dan", "write:  sides 2, in turn"),
    (SIDES + "players 4\npartners ann and cat, bob and dan", "as in `sides 2, in turn`"),
    (LED + "seat leads", "write:  leader = seat"),
    (LED + "left of seat leads", "write:  leader = left of seat"),
    (STEP + "seat leads", "no step begins with this name"),
    (STEP + "taker leads", "nothing is called `taker` here"),
    (
        LED.replace("\nplayers", "\nuse tricks\nplayers") + "taker goes",
        "no step begins with `taker`",
    ),
    (STEP + "stake = minus stake * 2", "write:  stake = -stake * 2"),
    (GAME + "define most = pot + minus stake", "write:  define most = pot + -stake"),
    (STEP + "if size of playing is equal to 1\n    stop", "if size of playing is 1"),
    (STEP + "if size of playing is not equal to 1\n    stop", "if size of playing is not 1"),
    (STEP + "if size of playing is exactly 1\n    stop", "if size of playing is 1"),
    (STEP + "if size of playing is the same as 1\n    stop", "if size of playing is 1"),
    (STEP + "if stake not more than pot\n    stop", "if stake <= pot"),
    (STEP + "if stake is not less than pot\n    stop", "if stake >= pot"),
    (STEP + "move all cards of seat to packed", "move hand of seat to packed"),
    (STEP + "give pot to chips of seat", "pay pot from pot to chips of seat"),
    (ANTE + "pay pot to chips of seat", "pay pot from pot to chips of seat"),
    (ANTE + "pay all of the pot to seat", "pay pot from pot to chips of seat"),
    (
        POINTS.replace("  stake: 0..9 = 1", "  pile: 0..9 = 0") + "pay pile to seat",
        "pay pile from pile to chips of seat",
    ),
    (STEP + "give 5 to seat", "as in `pay 5 from pot to chips of seat`"),
    (
        STEP + "repeat until pot > 9 max 500 times\n    stop",
        "repeat until pot > 9 at most 500 times",
    ),
    (GAME + "state\n  seen: Seats = []", "seen: Seats = empty"),
    (
        GAME + "ranking kind(cards: Cards), best first\n  three of a kind | otherwise | 1",
        "three_of_a_kind | otherwise | 1",
    ),
    (
        GAME + "ranking kind(cards: Cards), best first\n  pair size of cards is 2 | 1",
        "write:  pair | size of cards is 2 | 1",
    ),
    (STEP + "let chips of seat = 3", "write:  chips of seat = 3"),
    (
        STEP + "repeat 4 times if pot > 2 else 2 times\n    stop",
        "repeat (4 if pot > 2 else 2) times",
    ),
    (
        STEP + "repeat 4 if pot > 2 otherwise 2 times\n    stop",
        "repeat (4 if pot > 2 else 2) times",
    ),
    (STEP + "if empty of packed\n    stop", "write:  if packed is empty"),
    (STEP + "if not empty packed\n    stop", "write:  if packed is not empty"),
    (STEP + "if packed empty and pot > 2\n    stop", "write:  if packed is empty and pot > 2"),
    (STEP + "for each player after seat\n    stop", "write:  for seat in seats after seat"),
    (GAME + "pack\n  ranks A..K", "write:  ranks A 2..10 J Q K"),
    (STEP + "if any card in packed is stake\n    stop", "any card in packed where card is stake"),
    (STEP + "if stock matches packed\n    stop", "as in `rank of card is rank of other`"),
    (STEP + "let x = stock.size + packed.size", "write:  let x = size of stock + size of packed"),
    (STEP + "let x = any seat", "write:  let x = random of seats"),
    (STEP + "deal 1 each from stock to hand of seat for each player", "for seat in seats"),
    (
        STEP + "deal 1 each from stock to hand of seat for each seat from left of seat",
        "write:  deal 1 each from stock to hand of seat for seat in seats from left of seat",
    ),
    (CHOICE + "must at least 2 cards", "write:  must size of cards >= 2"),
    (CHOICE + "must cannot raise(seat)", "write:  must not can_raise(seat)"),
    # a word of the language that was a name before it was called otherwise
    (
        GAME + "define the_count(seat: Seat) = pot\nphase two(seat: Seat)\n"
        "  if count(seat) is 31\n    stop",
        "did you mean `the_count`?",
    ),
    # paid by nobody: where nothing is paid from one to another
    (POINTS + "pay 2 to chips of seat", "write:  chips of seat += 2"),
    (POINTS + "pay 2 to seat", "write:  chips of seat += 2"),
    # what stands before was hardly meant for a value
    (STEP + "let x = at hand", "`at` cannot stand here"),
    (STEP + "let x = three pots", "it is written in figures: `3`"),
    (STEP + "let x = frobbed pots", "nothing is called so here"),
    (STEP + "let x = last card laid", "after `last` comes `of`"),
    (STEP + "for x in seats above pot\n    stop", "found with `where`: `for x in seats where …`"),
    (STEP + "if any x in seats has pot\n    stop", "`any x in seats where …`"),
    (STEP + "if every x in seats has pot\n    stop", "behind a colon: `every x in seats: …`"),
    (STEP + "if stake is my chips\n    stop", "stands behind it: `chips of …`"),
    (STEP + "repeat until three pot\n    stop", "stands behind `is`: `pot is 3`"),
    (STEP + "repeat until 3 pot\n    stop", "stands behind `is`: `pot is 3`"),
    (CHOOSE + "bid n in 80..100 by 10, x in seats", "write:  bid n in [80, 90, 100], x in seats"),
    (SIDES + "options\n  fast: yes/no = no", 'write:  fast: yes or no = no "what it is for"'),
    (SIDES + "state\n  won of each Side = 0", "write:  won of Side: 0..100 = 0"),
    # what it is called is not known: there are two
    (TWO_SCORES + "expect ann has 37", "by its name: `expect … of ann is 37`"),
    (EXAMPLE + "ann plays 7♠", "a colon stands behind who makes the move"),
    (EXAMPLE + "ann passes", "write:  ann: pass"),
    (EXAMPLE + "ann raises 2", "write:  ann: raise 2"),
    (EXAMPLE + "ann does pass", "write:  ann: pass"),
    (EXAMPLE + "ann does not see hand of ann", "a card that a seat does not see is written `?`"),
    (EXAMPLE + "ann has 102 chips", "write:  expect chips of ann is 102"),
    (EXAMPLE + "expect bob has 90 chips", "write:  expect chips of bob is 90"),
    (EXAMPLE + 'ann may raise 2 "too much"', 'write:  ann may not raise 2 "too much"'),
    (EXAMPLE + "ann is not allowed to raise 2", "write:  ann may not raise 2"),
]


@pytest.mark.parametrize(("text", "said"), SAID)
def test_it_is_shown_as_it_is_written_here(text: str, said: str) -> None:
    (problem,) = problems_of(text)
    assert said in as_text(problem)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (STEP + "for x in seats, round and round until y z\n    stop", "for seat in seats"),
        (EXAMPLE + "ann folds", "ann: fold"),
        (EXAMPLE + "ann does not see hand of ann", "ann: doe"),
        (STEP + "let x = the other player", "left of seat"),
        (STEP + "pay stake to chips of seat", "from stake"),  # or from the pot
        (STEP + "give stock to packed of seat", "pay"),
        (STEP + "pay 1 from pot to chips of seat\n  pay 2 to chips of seat", "+="),
        (STEP.replace("zones", "use betting\nzones", 1) + "pay 2 to chips of seat", "+="),
        (STEP + "if empty of pot\n    stop", "pot is empty"),
        (STEP + "let x = pot stake", "nothing is called so"),
        (
            STEP.replace("zones", "use tricks\nzones", 1) + "let x = led stake",
            "nothing is called so",
        ),
    ],
)
def test_nothing_is_shown_that_the_game_does_not_have(text: str, never: str) -> None:
    (problem,) = problems_of(text)
    assert never not in as_text(problem).partition("^")[2]
