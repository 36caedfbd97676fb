"""State that is set as a phase ends, or keeps what was chosen: told only if it says something."""

import re

import pytest

from tests.heads import head

HAND = (
    head("Two Rounds", players="3")
    + """\
state
  last_leader: Seat or none = none, not told

state of one_hand
  leader: Seat = random of seats
  rounds: 0..2 = 0

match
  repeat 2 times
    one_hand

phase one_hand
  repeat 2 times
    one_round
  tell_end

phase one_round
  choose leader
    go_on
  rounds += 1
  leader = left of leader

phase tell_end
  say "all rounds are over"
"""
)


@pytest.fixture
def told(hoyle, tmp_path):
    def tell(text: str) -> list[str]:
        path = tmp_path / "told.cards"
        path.write_text(text, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1)
        assert done.exit_code == 0, done.output
        return [line.strip() for line in done.stdout.splitlines()]

    return tell


def test_who_would_lead_next_is_not_told_where_nobody_does(told):
    assert not any("leader: " in line and "by lot" not in line for line in told(HAND))


@pytest.mark.parametrize(
    "before, now",
    [
        ('  say "all', '  last_leader = leader\n  say "all'),
        ('  say "all', '  for seat in seats from leader\n    last_leader = seat\n  say "all'),
        ('  say "all', '  say "all rounds are over"\n  choose leader\n    leave\n  say "all'),
        ("  tell_end\n", "  tell_end\n  if leader is last of seats\n    rounds = 0\n"),
    ],
)
def test_it_is_told_where_something_asks_for_it(told, before, now):
    text = HAND.replace(before, now, 1)
    if "choose leader\n    leave" in text:
        text = text.replace("choose leader\n    leave", "choose last of seats\n    leave")
    assert any("leader: " in line and "by lot" not in line for line in told(text))


@pytest.mark.parametrize("words", [(), ("--as", "ann"), ("--as", "bob")])
def test_what_each_has_chosen_together_is_not_told_again_as_what_it_keeps(run, words):
    """But what the rules then make of it is."""
    told = run(
        """\
state
  promise of Seat: 0..9 = 0

match
  choose together seat in seats
    name number in 3..4
      promise of seat = number
  choose together seat in seats
    guess number in 5..9
      promise of (left of seat) = number
  say "so be it"
""",
        "--seed",
        "4",
        *words,
    )
    named, guessed = (re.findall(rf"{word} (\d)", told[0]) for word in ("name", "guess"))
    assert len({*guessed}) == len(named) == 2
    assert told[1] == f"bob: promise {guessed[0]} · ann: promise {guessed[1]}"


PRIZE = head("Prize", players="2")
PRIZE += """\
state of one_hand
  holder: Seat or none = none
  leader: Seat or none = none

match
  one_hand

phase one_hand
  for seat in seats
    choose first_seat
      go_on
    holder = seat
    leader = seat
  choose last of seats
    nod
  choose first_seat
    thank
  if holder is first_seat
    say "again"

define first_seat = first s in seats
"""


def test_each_holder_of_a_prize_is_told_whoever_moves_next(told):
    lines = [line for line in told(PRIZE) if "holder: " in line]
    assert len(lines) == 2 and "ann" in lines[0] and "bob" in lines[1], lines


def test_of_what_says_whose_turn_it_is_the_next_to_move_is_not_told(told):
    asked = PRIZE.replace("choose last of seats", "choose leader")
    assert not any("leader: bob" in line for line in told(asked))
    by_way = PRIZE.replace("choose last of seats", "leader = holder\n  choose leader")
    assert not any("holder: bob" in line for line in told(by_way))


LOAN = (
    head("Loan", players="1", order="high")
    + """\
  hand of Seat: Cards, face up
  row(1..2): Cards, face up

match
  deal 3 each from stock to hand of seat for seat in seats
  move 2 from stock to row(1)
  choose (first seat in seats)
    borrow loan in subsets(row(1), 1), others in subsets(hand of seats, 1)
      move loan to row(2)
      move others to row(2)
  win seats
"""
)


def test_a_move_that_names_cards_of_two_places_is_told_once(told):
    [line] = [line for line in told(LOAN) if "borrow" in line]
    assert line.count("borrow") == 1
    assert "from" not in line


ANSWERS = """\
state
  tricks of Seat: 0..9 = 0

match
  tricks of one = 1
  for seat in seats
    announce makes_it = tricks of seat > 0
    if makes_it
      say "{seat} makes it"
      move top of stock to hand of seat
      show hand of seat
    else
      say "{who} fails"
"""


def test_a_no_that_a_sentence_stands_for_is_not_told(run):
    lines = run(ANSWERS.replace("{who}", "{seat}"))
    assert not any("makes it: no" in line for line in lines)
    assert "bob fails" in lines


def test_an_answer_of_one_shares_no_line_with_what_is_shown_of_another(run):
    """And is told where the sentence names another."""
    lines = run(ANSWERS.replace("{who}", "{one}"))
    assert lines[lines.index("ann fails") - 1] == "bob: makes it: no"


LAST_LEADER = """\
edition 1
game "Lead"
use tricks

players 2

pack
  ranks 7 8 9 10 J Q K A

order high, best first: A K Q J 10 9 8 7

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  won of Seat: Cards, face down

state
  dealer: Seat = random of seats
  score of Seat: 0..60 = 0

state of one_deal
  leader: Seat = left of dealer

match
  repeat 2 times
    one_deal
    dealer = left of dealer
  win all best seat in seats by score of seat

phase one_deal
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats from left of dealer
  play_tricks

phase play_tricks
  repeat until hand of seats is empty
    for seat in seats from leader
      choose seat
        play card in hand of seat
          move card to trick
    take_trick of taker

phase take_trick(seat: Seat)
  leader = seat
  score of seat += 1
  move trick to won of seat

define strength(card: Card) = high of rank of card if suit of card is led else 0
"""


def test_who_would_lead_to_the_next_trick_is_not_told_after_the_last(hoyle, tmp_path):
    place = tmp_path / "last-leader.cards"
    place.write_text(LAST_LEADER, encoding="utf-8")
    lines = hoyle("run", place, "--seed", 3).stdout.splitlines()
    assert "  bob: play 10♥ · ann: play J♥" in lines  # ann would lead, and bob has led
    assert not any("leader" in line for line in lines)
