"""Cards that come to lie open: told once, and with the worth that the rules themselves ask for."""

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
        ("{dealer} beats {last of seats}: {first card in shown of dealer}", True),
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


RATED = head("Rated", "2", "7 8 9")
RATED += """\
  hand of Seat: Cards, seen by owner

ranking kind(cards: Cards), best first
  two   | size of cards is 2
  other | otherwise

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  choose (first seat in seats)
    show_one card in hand of (first seat in seats)
      show card
    show_none
  show hand of seats
  {rule}
  win (first seat in seats)

define held(seat: Seat) = kind of hand of seat

policy careful
  match.show_one when held of (first seat in seats) is two
"""


@pytest.mark.parametrize(
    ("rule", "rated"),
    [
        ('say "well"', False),  # a policy is no rule, whatever it calls what it asks
        ('if held of (first seat in seats) is two\n    say "two"', True),
        ('for seat in seats\n    if kind of hand of seat is two\n      say "two"', True),
    ],
)
def test_what_a_hand_is_worth_is_told_where_the_rules_ask_for_it(hoyle, tmp_path, rule, rated):
    path = tmp_path / "rated.cards"
    path.write_text(RATED.format(rule=rule), encoding="utf-8")
    done = hoyle("run", path, "--seed", 1)
    assert "shown:" in done.stdout, done.stderr
    assert ("(two)" in done.stdout) is rated, done.stdout
