"""How a transcript tells of hands and cards that are shown, whole and once."""

from __future__ import annotations

import re

import pytest

from tests.cli.test_narrated_cards import RANKED
from tests.heads import head


def test_a_showdown_is_whole_and_in_the_order_of_the_seats(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in reversed of seats
  show hand of one
  choose two
    go_on
  show hand of seats
""")
    shown = [line for line in lines if " shown:  " in line]
    assert [line.split()[2] for line in shown] == ["ann", "bob"]


def test_what_is_shown_one_after_another_is_told_in_that_order(run):
    lines = run("""\
zones
  offer of Seat: Cards, seen by owner

match
  deal 1 each from stock to offer of seat for seat in seats from two
  for seat in seats from two
    show offer of seat
""")
    (told,) = [line for line in lines if " shown: " in line]
    assert re.findall(r"offer of (\w+) shown", told) == ["bob", "ann"]


def test_what_each_round_of_a_loop_shows_at_once_goes_by_the_seats(run):
    """The rounds stay in their order; in each no card of the pack comes before another."""
    lines = run("""\
zones
  offer of Seat: Cards, seen by owner
  board of Seat: Cards, seen by owner

match
  deal 2 each from stock to offer of seat for seat in seats
  deal 2 each from stock to board of seat for seat in seats
  for seat in seats from two
    show (board of seat + offer of seat)
""")
    shown = [line.split()[:3] for line in lines if " shown:" in line]
    rows = [["offer", "of"], ["board", "of"]]
    assert shown == [[*row, seat] for seat in ("bob", "ann") for row in rows]


SHOWN_TWICE = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of two
{}  show hand of seats
{}"""


def test_hands_that_have_just_been_shown_are_not_told_again_with_others(run):
    shown = re.compile(r"hand of (\w+) shown:")
    asked = "  win best seat in seats by kind of hand of seat\n"
    for told in (run(SHOWN_TWICE.format("", "")), run(RANKED + SHOWN_TWICE.format("", asked))):
        assert shown.findall("\n".join(told)) == ["bob", "ann"]
    assert "(other" in "".join(told) or "(eights" in "".join(told)
    fewer = "  move top of hand of two to aside\n"
    told = run(RANKED + SHOWN_TWICE.format(fewer, asked))
    assert shown.findall("\n".join(told)) == ["bob", "ann", "bob"]  # for the worth of what is left


@pytest.mark.parametrize(
    "showing", ["show hand of seats", "for seat in seats\n    show hand of seat"]
)
def test_a_hand_that_a_move_has_shown_is_told_again_in_the_showdown(run, showing):
    lines = run(f"""\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose two
    open
      show hand of two
  {showing}
""")
    assert lines[2].startswith("bob: open → hand shown: ")
    assert [line.split()[2] for line in lines[3:5]] == ["ann", "bob"]


def test_who_is_shown_a_card_behind_a_deal_is_told(run):
    text = """\
zones
  blind of Seat: Pile, face down

match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    move top of stock to blind of seat
    show blind of seat to left of seat
"""
    assert run(text)[3].endswith("to blind of bob, shown to ann")
    seen = run(text, "--as", "bob")[3]
    assert seen.startswith("blind of ann shown to bob: ")
    assert seen.endswith(" · a card to blind of bob, shown to ann")


def test_whole_piles_that_are_turned_up_are_told_though_all_have_seen_the_cards(run):
    text = """\
zones
  won of Seat: Pile, face down

match
  repeat 2 times
    move top of stock to middle
  move middle to won of one
  choose two
    wait
  show won of one
"""
    assert "won of ann shown: " in "\n".join(run(text))


def test_the_shuffling_of_a_pile_without_cards_is_not_told(run):
    text = """\
match
  {}
  shuffle aside
  choose one
    wait
"""
    assert "aside shuffled" not in "\n".join(run(text.format("move top of stock to middle")))
    assert "aside shuffled" in "\n".join(run(text.format("move top of stock to aside")))


def test_who_has_put_cards_somewhere_is_not_told_to_be_shown_them(run):
    text = """\
zones
  widow: Cards, face down

match
  deal 2 each from stock to hand of seat for seat in seats
  move 2 from stock to widow
  swap hand of two and widow
  show widow to {}
  choose two
    wait
"""
    assert "shown to bob" not in "\n".join(run(text.format("two")))
    assert "shown to ann" in "\n".join(run(text.format("one")))


def test_a_number_of_a_phase_is_not_told_though_rows_of_a_table_are_added_to_it(run):
    text = """\
state of count_up
  made: 0..9 = 0

match
  count_up

phase count_up
  for line in points
    made += line
  choose one
    wait
  say "{made} in all"

table points, step by step
  rule   | when     | points
  "high" | made < 9 | 1
  "low"  | made < 9 | 1
"""
    lines = run(text)
    assert not any("made:" in line for line in lines) and "  2 in all" in lines


def test_where_a_seat_has_two_piles_it_is_told_to_which_a_card_goes(run):
    text = """\
zones
  kept of Seat: Cards, face up
  heap of Seat: Cards, face down

match
  move top of stock to middle
  choose one
    wait
  say "{{one}} takes {{top of middle}}{}"
  sort_out

phase sort_out
  move top of middle to kept of one
"""
    assert " to kept of ann" in "\n".join(run(text.format("")))
    assert " to kept of ann" not in "\n".join(run(text.format(", and it is kept")))


def test_parts_of_hands_are_shown_in_the_order_in_which_the_rules_show_them(hoyle, tmp_path):
    text = head("Shown", "3", "7 8 9", "♠ ♥")
    text += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..9 = 0

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats from last of seats
    show_best of seat

phase show_best(seat: Seat)
  show (best card in hand of seat by number of rank of card)
  score of seat += 1
"""
    (tmp_path / "shown.cards").write_text(text, encoding="utf-8")
    done = hoyle("run", tmp_path / "shown.cards", "--seed", 1)
    (told,) = [line for line in done.stdout.splitlines() if " shows " in line]
    assert [part.split()[0] for part in told.split(" · ")] == ["cat", "ann", "bob"]


def test_a_hand_of_cards_that_all_have_seen_go_there_is_shown_whole(hoyle, tmp_path):
    """Few remember all that a seat has taken up."""
    text = (
        head("Taken", "2", "7 8")
        + """\
  hand of Seat: Cards, seen by owner
  middle: Pile, face up

match
  for seat in seats
    move 3 from stock to middle
    choose seat
      take_up
        move middle to hand of seat
  show hand of seats
"""
    )
    (tmp_path / "taken.cards").write_text(text, encoding="utf-8")
    lines = hoyle("run", tmp_path / "taken.cards", "--seed", 1).stdout.splitlines()
    shown = [line.split(" shown: ")[0] for line in lines if " shown: " in line]
    assert shown == ["hand of ann", "hand of bob"]


def test_cards_that_a_seat_has_put_away_go_on_untold_in_its_own_view(hoyle):
    """Nobody sees them on their way, and it has named them."""
    words = ("--players", 4, "--seed", 2, "--policy", "random", "--set", "deals=6")
    whole, own = (hoyle("run", "draw-poker", *words, *how).stdout for how in ((), ("--as", "ann")))
    for told in (whole, own):
        assert "ann: exchange 3♠ 10♠ → draws 3♣ 4♠\n" in told


def test_the_place_of_a_card_is_told_though_another_comes_back_first(hoyle, tmp_path):
    text = (
        head("Exchange", "2", "7 8 9 10")
        + """\
  hand of Seat: Cards, seen by owner
  meld(1..2): Cards, face up

match
  move [7♠, 8♠] to meld(1)
  move [7♥, 8♥] to meld(2)
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      exchange card in hand of seat, n in 1..2
        move (meld(n) where rank of it is 8) to hand of seat
        move card to meld(n)
"""
    )
    (tmp_path / "exchange.cards").write_text(text, encoding="utf-8")
    told = hoyle("run", tmp_path / "exchange.cards", "--seed", 1).stdout
    moves = [line for line in told.splitlines() if ": exchange" in line]
    assert len(moves) == 2
    assert all(" to meld " in line.partition("→")[0] for line in moves)
