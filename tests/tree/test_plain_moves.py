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
EXAMPLE = GAME + 'example "x"\n  players ann bob cat\n  '
SAID = [
    (STEP + "if size of playing is equal to 1\n    stop", "if size of playing is 1"),
    (STEP + "if size of playing is not equal to 1\n    stop", "if size of playing is not 1"),
    (STEP + "if size of playing is exactly 1\n    stop", "if size of playing is 1"),
    (STEP + "if size of playing is the same as 1\n    stop", "if size of playing is 1"),
    (STEP + "if stake not more than pot\n    stop", "if stake <= pot"),
    (STEP + "if stake is not less than pot\n    stop", "if stake >= pot"),
    (STEP + "move all cards of seat to packed", "move hand of seat to packed"),
    (STEP + "give pot to chips of seat", "pay pot from pot to chips of seat"),
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
    (EXAMPLE + "ann passes", "write:  ann: pass"),
    (EXAMPLE + "ann raises 2", "write:  ann: raise 2"),
    (EXAMPLE + "ann does pass", "write:  ann: pass"),
    (EXAMPLE + "ann does not see hand of ann", "a card that a seat does not see is written `?`"),
    (EXAMPLE + "ann has 102 chips", "write:  expect chips of ann is 102"),
    (EXAMPLE + "expect bob has 90 chips", "write:  expect chips of bob is 90"),
    (EXAMPLE + "ann is not allowed to raise 2", "write:  ann may not raise 2"),
]


@pytest.mark.parametrize(("text", "said"), SAID)
def test_it_is_shown_as_it_is_written_here(text: str, said: str) -> None:
    (problem,) = problems_of(text)
    assert said in as_text(problem)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (EXAMPLE + "ann folds", "ann: fold"),
        (EXAMPLE + "ann does not see hand of ann", "ann: doe"),
        (STEP + "let x = the other player", "left of seat"),
        (STEP + "give stock to packed of seat", "pay"),
    ],
)
def test_nothing_is_shown_that_the_game_does_not_have(text: str, never: str) -> None:
    (problem,) = problems_of(text)
    assert never not in as_text(problem).partition("^")[2]
