"""What is said of a choice that is none: how many are wanted, what is not held."""

from __future__ import annotations

import pytest

import hoyle

TEXT = """edition 1
game "Passing"

players 2

pack
  ranks 7 8 9 10 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 6
  row: Cards, face up
  aside of Seat: Cards, face down

match
  shuffle stock
  deal 4 at a time from stock to hand of seat for seat in seats
  move top of stock to row
  for seat in seats
    choose seat
      pass cards in subsets(hand of seat, 3)
        move cards to aside of seat
      lay cards in subsets(hand of seat)
        must size of cards > 1 "at least two"
        move cards to aside of seat
      drop card in hand of seat
        move card to aside of seat
      burn card in hand of seat where its suit is ♠
        move card to aside of seat
      take card in row
        move card to hand of seat
      wait
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> hoyle.Position:
    path = tmp_path_factory.mktemp("passing") / "passing.cards"
    path.write_text(TEXT, encoding="utf-8")
    return hoyle.load(path).table(2).start(pack="7S 7H 9S JS KS KD QC QH AS")


def ask(position: hoyle.Position, move: str) -> str:
    refusal = position.why_not(move)
    return str(refusal) if refusal else "allowed"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("pass 7S 9S", "3 cards are wanted, not 2"),
        ("pass 7S 7H 9S JS", "3 cards are wanted, not 4"),
        ("pass 7S 7H QD", "you do not hold QD"),
        ("pass 7S 8H QD", "you do not hold 8H QD"),
        ("lay 7S 8S 9S 10S JS QS KS", "1 to 4 cards are wanted, not 7"),
        ("drop QD", "you do not hold QD"),
        ("take QD", "that is not one of those to choose from"),  # the row is nobody's hand
        ("burn 7H", "that is not one of those to choose from"),  # it is held
        ("drop AS", "that is not one of those to choose from"),  # it lies open, as all can see
        ("pass 7S 7H 9S", "allowed"),
    ],
)
def test_a_choice_is_refused_by_what_is_wrong_with_it(
    start: hoyle.Position, move: str, says: str
) -> None:
    assert ask(start, move) == says


def test_a_hidden_card_is_refused_wherever_it_lies(start: hoyle.Position) -> None:
    in_the_other_hand, in_the_stock = "KS", "KH"
    for card in (in_the_other_hand, in_the_stock):
        assert ask(start, f"drop {card}") == f"you do not hold {card}"
        assert ask(start, f"pass 7S 7H {card}") == f"you do not hold {card}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pass", "`pass` wants 3 cards"),
        ("lay", "`lay` wants cards"),
        ("pass 7S 7S 9S", "`7S` is named twice"),
        ("pass 7S two 9S", "`two` is not a card"),
    ],
)
def test_what_is_no_choice_says_why(start: hoyle.Position, text: str, says: str) -> None:
    with pytest.raises(hoyle.NotAMove) as caught:
        start.parse(text)
    assert str(caught.value) == says
