"""A card that is turned up before a seat is told once: beside the deal, or by the sentence."""

from __future__ import annotations

import pytest

from tests.heads import head

GAME = head("Turned Up", "2", "7 8 9")
GAME += """\
  hand of Seat: Pile, face down
  shown of Seat: Cards, face up

state
  dealer: Seat = first seat in seats

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  move top of stock to shown of dealer
  say "{says}"
  win dealer
"""


@pytest.mark.parametrize(
    ("says", "twice"),
    [
        ("{dealer} turns up {first card in shown of dealer}", False),
        ("{first card in shown of dealer} is turned up", True),  # before whom is not said
        ("{dealer} turns up a card", True),
    ],
)
def test_a_sentence_that_names_it_tells_it_alone(hoyle, tmp_path, says, twice):
    path = tmp_path / "turned.cards"
    path.write_text(GAME.format(says=says), encoding="utf-8")
    told = str(hoyle("run", path, "--seed", 1).stdout)
    assert ("shown of ann" in told) is twice, told


FULL = head("Full", "2", "7 8 9 10 J Q K A")
FULL += """\
  hand of Seat: Pile, seen by owner, at most 3

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  announce many = rank of top of stock is not 7
  if many
    deal 3 each from stock to hand of seat for seat in seats
  win (first seat in seats)
"""


def test_where_a_fault_breaks_off_the_first_cards_have_come_to_empty_hands(hoyle, tmp_path):
    path = tmp_path / "full.cards"
    path.write_text(FULL, encoding="utf-8")
    told = str(hoyle("run", path, "--seed", 1).stdout)
    assert "hand of ann" in told and "to hand" not in told
