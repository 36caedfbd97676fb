"""A game that has one of everything, and what is said of it with a few lines added."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import ERROR, Problem, Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import File

BASE = """edition 1
game "Probe"

players 2..4

type Manner = alone or helped

options
  target: 10..50 = 21 "points that win"
  pace: slow or quick = slow "how fast it goes"
  omit: 7♣ or 7♠ = 7♣ "the seven left out"
  cap: 1..3 or none = none "the most"
  strict: yes or no = no "as in the book"
  needs target >= 10 "a game of ten points at least"

pack
  ranks 7 8 9 10 J Q K A
  remove omit if players is 3

order high, best first: A K Q J 10 9 8 7

sides 2, in turn

record Box
  cards: Pile, seen by owner, at most 8
  stake: 0..10 = 0

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 8
  trick: Pile, face up
  won of Side: Cards, face down
  place(Seat, 1..3): Pile, face up

state
  dealer: Seat = random of seats
  chips of Seat: 0..100 = 10
  manner of Seat: Manner = alone
  out: Seats = empty
  eldest: Seat or none = none
  trump: Suit
  boxes of Seat: at most 2 Box

define points(card: Card): 0..11 = 11 if rank of card is A else 0
define is_set(cards: Cards) = one_rank of cards

table worth(rank: Rank), first that fits
  rank    | worth
  A       | 11
  J, Q, K | 2
  -       | 0

ranking kind(cards: Cards), best first
  pair  | one_rank of cards | high of rank of cards
  loose | otherwise

payoff of seat = chips of seat

match
  shuffle stock
  trump = suit of top of stock
"""

LIBRARY = """edition 1
library "tricks"

expects
  trick: Pile
  least: 0..9 = 1

define led: Suit or none = none if trick is empty else suit of bottom of trick
define worth_it(card: Card) = least <= 3
"""
FINER = """edition 1
library "finer"
use tricks

define worth_it(card: Card) = rank of card is A
"""
LIBRARIES = {"tricks": LIBRARY, "finer": FINER, "other": FINER.replace("use tricks\n", "")}


def library(name: str) -> File | None:
    """There are three libraries: `finer` uses `tricks`, and `other` uses none."""
    text = LIBRARIES.get(name)
    return None if text is None else read(Source(f"{name}.cards", text), Report())


def look_over(text: str) -> tuple[g.Game, list[Problem]]:
    """The game of a text, and its errors in order."""
    report = Report()
    file = read(Source("probe.cards", text), report)
    assert file is not None, "\n".join(as_text(problem) for problem in report.in_order())
    game = check(file, library, report)
    analyse_game(file, game, report)
    return game, [problem for problem in report.in_order() if problem.severity == ERROR]


@pytest.fixture
def checked() -> Callable[..., g.Game]:
    """`checked(lines, use=…)`: the game with lines added at its end; it must have no problem."""

    def found(lines: str, use: str = "") -> g.Game:
        game, errors = look_over(BASE.replace("\nplayers", f"\n{use}\nplayers", 1) + lines)
        assert not errors, "\n".join(as_text(problem) for problem in errors)
        return game

    return found


@pytest.fixture
def mistakes() -> Callable[..., list[str]]:
    """`mistakes(lines, old=…, new=…)`: what is said of the game with a part of it replaced.

    Each is told as `CODE underlined text: title`.
    """

    def found(lines: str = "", old: str = "", new: str = "", use: str = "") -> list[str]:
        assert old in BASE
        text = BASE.replace(old, new) if old else BASE
        _, errors = look_over(text.replace("\nplayers", f"\n{use}\nplayers", 1) + lines)
        return [f"{one.code} {one.span.text}: {one.title}" for one in errors]

    return found
