"""Tables that ask many questions of hidden cards, one in another: what is asked stays bounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.analysis.visibility import Knowledge
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

TEXT = """\
edition 1
game "Nested"
players 2
pack
  ranks 2..10 J Q K A
  cards joker
order high, best first: A K Q J 10 9 8 7 6 5 4 3 2
type Place = front or back
zones
  stock: Pile, face down, starts with the pack
  laid(Seat, Place): Cards, seen by owner
  bank: Pile, face down
state
  score of Seat: 0..9 = 0
match
  shuffle stock
  deal 5 each from stock to laid(seat, back) for seat in seats
  deal 2 each from stock to laid(seat, front) for seat in seats
  for seat in seats
    score of seat += count place in Place where worth of laid(seat, place) > worth of bank
  win all best seat in seats by score of seat

define worth(cards: Cards) = holding of natural of cards
define natural(cards: Cards) =
  (cards if joker not in cards or stand_ins of (cards - [joker]) is empty
  else cards - [joker] + [best card in stand_ins of (cards - [joker])
    by holding of (cards - [joker] + [card])])
define stand_ins(others: Cards) =
  (pack - others - [joker]) where rank of it is A
    or holding of (others + [it]) in [straight_flush, flush]

ranking holding(cards: Cards), best first
  straight_flush | run of cards and flushed of cards | end_of of cards
  four           | alike(cards, 4) is not empty      | alike(cards, 4) by high
  full_house     | alike(cards, 3) is not empty and alike(cards, 2) is not empty
  flush          | flushed of cards                  | cards by high
  straight       | run of cards                      | end_of of cards
  three          | alike(cards, 3) is not empty      | alike(cards, 3) by high
  two_pair       | size of alike(cards, 2) is 2      | alike(cards, 2) by high
  pair           | alike(cards, 2) is not empty      | alike(cards, 2) by high
  high_card      | otherwise                         | cards by high

define run(cards: Cards) = size of cards is 5 and consecutive(cards, high)
define flushed(cards: Cards) = size of cards is 5 and one_suit of cards
define end_of(cards: Cards) =
  ((highest high of rank of card for card in cards) if [A, 5] not in ranks of cards
  else high of 5)
define face(card: Card): Rank = A if card is joker else rank of card
define alike(cards: Cards, number: 1..5) =
  ranks where (count card in cards where face of card is it) is number
"""
MANY = 5_000


def test_questions_in_questions_are_not_all_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is hidden already is not asked again for each answer to a question around it."""
    made = 0
    make = Knowledge.__init__

    def count(*args: object, **named: object) -> None:
        nonlocal made
        made += 1
        assert made < MANY, "too many cases are told apart"
        make(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Knowledge, "__init__", count)
    path = tmp_path / "nested.cards"
    path.write_text(TEXT, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert [problem.code for problem in report.problems] == ["N12", "S02"]
