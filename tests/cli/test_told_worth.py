"""How a transcript tells what a hand is worth, with which rank, and not twice; and a part of it."""

import pytest


def test_of_ranks_that_are_compared_in_an_order_the_highest_is_told(run):
    """`(pairs)` does not say which."""
    kinds = """\
ranking kind(cards: Cards), best first
  pairs | pairs_of of cards is not empty | pairs_of of cards by high | singles of cards by high
  ends  | size of cards is 1             | (high of 8 if 8 in ranks of cards else high of 7)
  loose | otherwise                      | size of cards

order high, best first: 8 7
define pairs_of(cards: Cards) = ranks where (count c in cards where rank of c is it) is 2
define singles(cards: Cards) = ranks where (count c in cards where rank of c is it) is 1

match
  deal {n} each from stock to hand of seat for seat in seats
  show hand of seats
  win best seat in seats by kind of hand of seat
"""
    assert run(kinds.format(n=2))[:2] == [
        "hand of ann  7♠ 7♥ (pairs 7)", "hand of bob  8♠ 8♥ (pairs 8)",
    ]  # fmt: skip
    assert run(kinds.format(n=1))[0] == "hand of ann 7♠ (ends 7) · hand of bob 8♠ (ends 8)"


def test_the_worth_of_a_hand_is_not_told_before_a_sentence_that_says_as_much(run):
    text = """\
ranking kind(cards: Cards), best first
  many | size of cards > 1
  few  | otherwise {number}

order high, best first: 8 7

match
  for seat in seats
    move 1 from stock to hand of seat face up
    say "{{seat}} has {said}"
  win best seat in seats by kind of hand of seat
"""
    lines = run(text.format(said="{kind of hand of seat}", number=""))
    assert lines[:2] == ["ann draws 7♠", "ann has few"]
    lines = run(text.format(said="{kind of hand of seat}", number="| cards by high"))
    assert lines[:2] == ["ann draws 7♠ (few 7)", "ann has few"]
    assert run(text.format(said="a card", number=""))[0] == "ann draws 7♠ (few)"


def test_a_seat_that_shows_some_of_its_hand_is_told_so(run):
    text = """\
zones
  held of Seat: Cards, seen by owner

order high, best first: 8 7

match
  deal 2 each from stock to held of seat for seat in seats
  choose one
    nod
  show best card in held of one by high of rank of card
  choose two
    peep
      show best card in held of two by high of rank of card to one
  choose two
    spread
      show held of two
"""
    told = ["ann shows 7♠", "bob: peep → shows ann 8♠ · spread → held shown: 8♠  8♥"]
    assert run(text)[3:5] == run(text, "--as", "ann")[3:5] == told


def test_seats_that_show_some_of_their_hands_one_after_another_are_told_so(run):
    text = """\
zones
  held of Seat: Cards, seen by owner

order high, best first: 8 7

match
  deal 2 each from stock to held of seat for seat in seats
  for seat in seats
    show best card in held of seat by high of rank of card
"""
    assert run(text)[2] == "ann shows 7♠ · bob shows 8♠"


def test_several_hands_of_a_seat_are_not_shown_before_a_sentence_with_each_of_them(run):
    text = """\
type Place = front or back

zones
  laid(Seat, Place): Cards, seen by owner

match
  for seat in seats
    for place in Place
      move 2 from stock to laid(seat, place)
  for seat in seats
    show laid(seat, Place)
    say "{{seat}} has {said}"
"""
    each = run(text.format(said="{laid(seat, back)} and {laid(seat, front)}"))
    assert not any(" shown:" in line for line in each)
    for said in ("{laid(seat, back) + laid(seat, front)}", "{laid(seat, back)} and {pack}"):
        assert sum(" shown:" in line for line in run(text.format(said=said))) == 4
    one = [line for line in run(text.format(said="{laid(seat, back)}")) if " shown:" in line]
    assert [line[: line.index(" of ")] for line in one] == ["laid front"] * 2


def test_who_takes_cards_stands_before_points_with_their_reason_too(run):
    lines = run("""\
state
  score of Seat: 0..99 = 0

table worth(rank: Rank), first that fits
  rule    | rank | points
  "seven" | 7    | 3
  "eight" | 8    | 11

match
  for card in [7♠, 8♥]
    score of one += worth of rank of card
    say "{one} takes {card}"
    choose one
      go_on
""")
    told = [line for line in lines if "takes" in line or "+" in line]
    assert told == [
        "ann takes 7♠", "ann +3 (seven) → score 3",
        "ann takes 8♥", "ann +11 (eight) → score 14",
    ]  # fmt: skip


def test_where_one_row_is_taken_from_another_neither_is_the_reason(run):
    """What is left of the two is no row's, though it may be as much as one of them."""
    text = """\
state
  score of Seat: -9..9 = 0

match
  let one = first seat in seats
  move 2 from stock to hand of one
  move 1 from stock to hand of right of one
{settle}
  win best seat in seats by score of seat

table result(seat: Seat), sum of all that fit
  rule     | when                    | points
  "cards"  | size of hand of seat > 0 | 2 * size of hand of seat
  "a pair" | size of hand of seat > 1 | -2
"""
    through_a_name = """\
  let more = result of one - result of right of one - 2
  score of one += more
"""
    at_once = "  score of one += result of one - result of right of one - 2\n"
    plain = "  score of one += result of one - 4\n"
    assert "ann -2 → score -2" in run(text.format(settle=through_a_name))
    assert "ann -2 → score -2" in run(text.format(settle=at_once))
    assert "ann -2 (cards 4, a pair -2) → score -2" in run(text.format(settle=plain))


SETTLED = """\
state
  score of Seat: -50..50 = 0
  how: -1..1 = 0, not told

table bonus, sum of all that fit
  rule   | when          | points
  honour | how is 0      | 1
  last   | how is not 0  | how

match
  how = {how}
  let value = 2 + bonus
  score of one += {counts}
"""


@pytest.mark.parametrize(
    "how, counts, told",
    [
        (-1, "value", "ann +1 (last -1) → score 1"),
        (1, "value", "ann +3 (last 1) → score 3"),
        (0, "value", "ann +3 (honour 1) → score 3"),
        # what is taken the other way round, or on one way only, is no sum of what rows gave
        (-1, "value if how < 1 else -value", "ann +1 → score 1"),
        (1, "value if how < 1 else -value", "ann -3 → score -3"),
        (-1, "2 + bonus if how < 1 else -(2 + bonus)", "ann +1 → score 1"),
        (-1, "2 + bonus if how < 1 else bonus", "ann +1 → score 1"),
        (-1, "value * 3 / 3 if how < 1 else -value", "ann +1 → score 1"),
        (1, "bonus if how > 0 else -bonus", "ann +1 (last) → score 1"),
        # what is left of a number, or comes another way, may be as much as a row by chance
        (1, "2 - bonus", "ann +1 → score 1"),
        (1, "4 - value", "ann +1 → score 1"),
        (1, "larger(1, 2 - bonus)", "ann +1 → score 1"),
        (1, "remainder(bonus, 2)", "ann +1 → score 1"),
        (1, "3 if how > 0 else value", "ann +3 → score 3"),
        (1, "0 - bonus", "ann -1 (last) → score -1"),
    ],
)
def test_a_row_to_which_something_is_added_is_no_reason_by_its_amount(run, how, counts, told):
    lines = run(SETTLED.format(how=how, counts=counts))
    assert any(line.strip() == told for line in lines), lines


def test_cards_laid_away_before_are_not_of_those_that_were_just_played(run):
    text = """\
zones
  away: Pile, face down
  trick: Pile, face up
  won of Seat: Pile, face down

match
  deal 3 each from stock to hand of seat for seat in seats
  choose one
    lay card in hand of one
      move card to away
  for seat in seats
    choose seat
      play card in hand of seat
        move card to trick
  move trick to won of one
"""
    assert any("the cards of trick to won of ann" in line for line in run(text))
