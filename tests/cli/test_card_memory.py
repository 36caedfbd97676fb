"""What a player is told again of cards seen to go: those laid away, no sign of which went on."""

from __future__ import annotations

import re

import pytest

from tests.heads import head

STASH = head("Stash", "3", order="high")
STASH += """\
  hand of Seat: Cards, seen by owner
  stash: Cards, face down
  won of Seat: Cards, face down

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  choose together seat in seats
    lay_away card in hand of seat
      move card to stash
  move (best card in stash by high of rank of card) to won of last of seats
  say "{last of seats} takes the best"
  for seat in seats
    choose seat
      go_on
"""


@pytest.fixture
def stash(tmp_path):
    path = tmp_path / "stash.cards"
    path.write_text(STASH, encoding="utf-8")
    return path


def test_cards_that_one_has_laid_away_are_told_at_every_move(hoyle):
    words = ("play", "cribbage", "--players", 2, "--seed", 4, "--bots", "random")
    done = hoyle(*words, "--record", "/dev/null", answers="1\n1\nundo\nundo\n2\n1\n")
    assert done.stdout.count("crib: 4 cards, among them J♠ 6♥\n") >= 2
    assert "crib: 4 cards, among them J♠ 2♦\n" in done.stdout


def test_what_may_have_gone_on_is_forgotten(hoyle, stash):
    done = hoyle("play", stash, "--seed", 4, "--bots", "random", answers="1\n1\n")
    assert "stash: 2 cards\n" in done.stdout and "among them" not in done.stdout


def test_a_transcript_does_not_tell_whether_it_was_ones_own_card_that_went_on(hoyle, stash):
    told = set()
    for seed in range(8):
        lines = hoyle("run", stash, "--seed", seed, "--as", "ann", "--bots", "random").stdout
        rest = lines[lines.index("bob: lay-away") :].split("the game is over")[0]
        told.add(re.sub(r"(10|[7-9AKQJ])[♠♥♦♣]", "CARD", rest))
    assert len(told) == 1


def test_cards_that_were_shown_out_of_a_hand_and_taken_up_again_are_told(hoyle, tmp_path):
    text = head("Songs", "2", "7 8 9 10")
    text += """\
  hand of Seat: Cards, seen by owner
  heap: Cards, face up

match
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    show (hand of seat where its rank is 10)
    hide hand of seat
  for seat in seats
    choose seat
      lay card in hand of seat
        move card to heap
"""
    (tmp_path / "songs.cards").write_text(text, encoding="utf-8")
    words = ("play", tmp_path / "songs.cards", "--seed", 1, "--bots", "random")
    done = hoyle(*words, "--record", "/dev/null", answers="1\n")
    assert re.search(r"hand of bob: 3 cards, among them 10♠\n", done.stdout), done.stdout


def test_cards_that_all_saw_go_to_a_hand_are_told_and_moves_stand_in_the_order_of_the_hand(
    hoyle, tmp_path
):
    text = head("Melds", "2", "7 8 9 10")
    text += """\
  hand of Seat: Cards, seen by owner
  meld of Seat: Cards, face up

match
  deal 5 each from stock to hand of seat for seat in seats
  for seat in seats
    move (hand of seat where its suit is ♠) to meld of seat
  for seat in seats
    move meld of seat to hand of seat
  for seat in seats
    choose seat
      lay card in hand of seat
        move card to meld of seat
"""
    (tmp_path / "melds.cards").write_text(text, encoding="utf-8")
    words = ("play", tmp_path / "melds.cards", "--seed", 1, "--bots", "random")
    done = hoyle(*words, "--record", "/dev/null", answers="1\n")
    assert "your hand: 9♠ 7♠  9♥ 7♥  7♦\n" in done.stdout
    assert "hand of bob: 5 cards, among them 8♠ 10♠\n" in done.stdout
    assert "1 lay 9♠ · 2 lay 7♠ · 3 lay 9♥ · 4 lay 7♥ · 5 lay 7♦\n" in done.stdout
