"""Copies of a card in lines of examples and in moves: plain ones, marked ones, too many."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.interpreter.cli.main import main
from tests.heads import head

GAME = head("Copies", ranks="A 2", suits="♠ ♥\n  copies 4")
GAME += """\
  hand of Seat: Cards, seen by owner

match
  deal 2 each from stock to hand of s for s in seats

example "copies"
  players ann bob
  given hand of ann = {cards}
  expect size of hand of ann > 2
"""


@pytest.mark.parametrize(
    "cards, says",
    [
        ("[A♠ A♠ A♠']", None),
        ("[A♠' A♠ A♠ A♠]", None),
        ("[A♠ A♠ A♠ A♠ A♠]", "A♠ is given 5 times, and the pack has 4"),
    ],
)
def test_marked_copies_are_taken_first(tmp_path, cards, says):
    path = tmp_path / "copies.cards"
    path.write_text(GAME.format(cards=cards), encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(path), "--games", "0"]).output
    assert "somewhere else" not in told and "examples: " in told
    assert (says in told) if says else ("is named" not in told)


LAYING = (
    GAME.split("match")[0]
    + """\
  heap: Pile, face up

match
  shuffle stock
  deal 4 each from stock to hand of s for s in seats
  laying

phase laying
  choose (first s in seats)
    lay cards in subsets(hand of (first s in seats), {many})
      move cards to heap

example "copies"
  players ann bob
  given hand of ann = [A♠ A♠ A♠ A♠]
  start laying
  ann: lay {cards}
  expect size of heap is {many}
"""
)


@pytest.mark.parametrize(
    "cards, many, says",
    [
        ("A♠ A♠ A♠'", 3, None),
        ("A♠ A♠' A♠'3 A♠", 4, None),
        ("A♠' A♠'", 2, "A♠' is named twice"),
        ("A♠ A♠ A♠ A♠ A♠'", 4, "A♠ is named 5 times, and only 4 of it can be there"),
    ],
)
def test_a_move_names_as_many_cards_as_it_moves(tmp_path, cards, many, says):
    path = tmp_path / "copies.cards"
    path.write_text(LAYING.format(cards=cards, many=many), encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(path), "--games", "0"]).output
    assert (says or "1 of 1 passed") in told


@pytest.mark.parametrize(
    "cards, says",
    [
        ("AS AS AS'", None),
        ("AS' AS'", "`AS'` is named twice"),
        ("AS AS AS AS AS'", "`AS` is named more often than there are such cards"),
        ("AS'' AS", "`AS''` is not a card; did you mean `AS'3`?"),
    ],
)
def test_the_text_of_a_move_names_as_many_cards_as_it_moves(tmp_path, cards, says):
    path = tmp_path / "copies.cards"
    path.write_text(LAYING.format(cards="A♠ A♠ A♠", many=3), encoding="utf-8")
    position = hoyle.load(path).table(players=2).start(seed=1, pack="AS 2S AS 2H AS AH AS 2H")
    if says is None:
        assert len(position.play(f"lay [{cards}]")["heap"]) == 3
        return
    with pytest.raises(hoyle.NotAMove, match=re.escape(says)):
        position.parse(f"lay [{cards}]")
