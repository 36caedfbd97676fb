"""What a program gets at a position: things by their names, sentences for mistakes, pickles."""

from __future__ import annotations

import pickle

import pytest

import hoyle

GAME = """edition 1
game "Door"

players 4
sides 2, in turn

pack
  ranks 7 8 9 10

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  row(1..2): Pile, face up

state
  dealer: Seat = last of seats
  score of Side: 0..99 = 0
  trump: Suit or none = ♥
  mood: calm or bold = calm
  open: yes or no = yes
  marked: Seats
  secret of Seat: 0..9 = 3, seen by owner

match
  shuffle stock
  deal 2 each from stock to hand of s for s in seats
  move top of stock to row(2)
  marked += dealer
  for s in seats
    choose s
      play card in hand of s
        move card to trick
        score of side of s += 5
      bid n in 1..9
        trump = none
"""


@pytest.fixture
def start(tmp_path):
    path = tmp_path / "door.cards"
    path.write_text(GAME, encoding="utf-8")
    return hoyle.load(path).table(4).start(pack="7S 8S 9S TS 7H 8H 9H TH 7D")


def play_out(position: hoyle.Position) -> hoyle.Position:
    while not position.over:
        position = position.play(position.legal().kth(0))
    return position


def test_things_are_asked_by_name(start):
    assert start["hand", 0] == start["hand", "ann"] == ("7S", "7H")
    assert start["row", 2] == ("7D",) and start["row", 1] == ()
    assert (start["dealer"], start["marked"], start["mood"]) == (3, (3,), "calm")
    assert start["trump"] == "H" and start["open"] is True
    after = start.play("play 7S").play("bid 4")
    assert (after["score", 0], after["score", 1], after["trump"]) == (5, 0, None)
    assert after["trick"] == ("7S",)


def test_the_whole_state_and_what_a_seat_sees_of_it(start):
    whole = start.state()
    assert whole["hand of bob"] == ("8S", "8H") and whole["secret of bob"] == 3
    assert whole["row(2)" if "row(2)" in whole else "row of 2"] == ("7D",)
    seen = start.state(0)
    assert seen["hand of ann"] == ("7S", "7H") and seen["hand of bob"] == (None, None)
    assert "secret of ann" in seen and "secret of bob" not in seen
    assert set(seen) < set(whole)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("hnad", "there is no `hnad`; there are"), ("hand", "`hand` wants a seat"),
        (("hand", 4), "`hand` of 4"), (("hand", "zoe"), "`hand` of zoe"),
        (("row", 0), "`row` of 0"), (("mood", 1), "`mood` wants no index"),
    ],
)  # fmt: skip
def test_a_wrong_name_says_what_there_is(start, place, says):
    with pytest.raises(KeyError) as told:
        start[place]
    assert says in told.value.args[0]


def test_mistakes_have_a_sentence(start):
    for wrong, says in (
        (hoyle.Move(9, ()), "there is no such action here"), (hoyle.Move(-1, ()), "no such action"),
        (hoyle.Move(0, ()), "that is not possible here"), (hoyle.Move(1, (10,)), "not between 1"),
    ):  # fmt: skip
        with pytest.raises(hoyle.IllegalMove, match=says):
            start.play(wrong)
        assert start.why_not(wrong) is not None
    with pytest.raises(hoyle.NotAMove, match="is no move here"):
        start.text(hoyle.Move(9, ()))
    with pytest.raises(TypeError, match=r"a move is its text or a hoyle\.Move, not 0"):
        start.play(0)
    for seat in (4, -2):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 0 to 3"):
            start.view(seat)
        with pytest.raises(ValueError, match="there is no seat"):
            start.payoff(seat)
    for k in (-1, 11):
        with pytest.raises(IndexError):
            start.legal().kth(k)


def test_a_finished_game_says_that_it_is_over(start):
    last = play_out(start)
    refusal = last.why_not("play 7S")
    assert refusal is not None and refusal.pieces == ("the game is over",)
    for ask in (last.parse, last.play):
        with pytest.raises(hoyle.IllegalMove, match="the game is over"):
            ask("play 7S")
    with pytest.raises(hoyle.IllegalMove, match="the game is over"):
        last.text(hoyle.Move(0, (1,)))


def test_a_position_is_pickled_with_its_path(start):
    last = play_out(start)
    again = pickle.loads(pickle.dumps(last))
    assert again.bytes() == last.bytes() and again.history() == last.history()
    assert [repr(one.events) for one in again.path()] == [repr(one.events) for one in last.path()]
    middle = again.path()[2]
    assert middle.play(last.history()[2]).bytes() == last.path()[3].bytes()


def test_a_long_game_is_pickled(tmp_path):
    """Its path is longer than Python may nest."""
    path = tmp_path / "long.cards"
    waits = (
        "match\n  repeat at most 2000 times, else end match\n    choose last of seats\n      wait\n"
    )
    path.write_text(GAME[: GAME.index("match")] + waits, encoding="utf-8")
    last = play_out(hoyle.load(path).table(4).start())
    again = pickle.loads(pickle.dumps(last))
    assert len(again.history()) == 2000 and again.hash == last.hash
