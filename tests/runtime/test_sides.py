"""Sides of one, two and three; and games that only some numbers of players can play."""

from __future__ import annotations

import pytest

import hoyle

TEXT = """\
edition 1
game "Sides"

players 2, 4..6

sides 2 if players is 4 else players / 3 if players is 6 else players, in turn

pack
  ranks 7 8 9

zones
  stock: Pile, face down, starts with the pack

state
  score of Side: 0..9 = 0
  ahead: Side or none = none

match
  for seat in seats
    score of seat += 1
  ahead = last of seats
  for side in sides
    say "{side} {score of side}"
  say "{ahead} {ahead is left of left of last of seats}"
  ahead = first seat in seats where score of seat > 8
  say "{ahead}"

example "a seat stands for its side"
  players ann bob cat dan
  given score of cat = 3
  expect score of ann is 3
  expect score of bob is 0

example "three cannot play"
  players 3 refused
"""


@pytest.fixture
def ruleset(tmp_path):
    path = tmp_path / "sides.cards"
    path.write_text(TEXT, encoding="utf-8")
    return hoyle.load(path)


@pytest.mark.parametrize(
    ("players", "wanted"),
    [
        (2, ["ann 1", "bob 1", "bob yes", "none"]),
        (4, ["ann and cat 2", "bob and dan 2", "bob and dan yes", "none"]),
        (5, ["ann 1", "bob 1", "cat 1", "dan 1", "eve 1", "eve no", "none"]),
        (6, ["ann, cat and eve 3", "bob, dan and fay 3", "bob, dan and fay yes", "none"]),
    ],
)
def test_a_side_is_told_by_its_players_and_a_seat_stands_for_it(ruleset, players, wanted):
    table = ruleset.table(players)
    events = table.start(1).events
    assert [table.words.format_sentence(e.sentence) for e in events if e.kind == "say"] == wanted


@pytest.mark.parametrize("players", [1, 3, 7])
def test_only_those_numbers_can_play(ruleset, players):
    with pytest.raises(hoyle.OptionError, match=f"for 2, 4, 5 or 6 players, not {players}"):
        ruleset.table(players)


def test_examples_of_sides(ruleset):
    from hoyle.interpreter.testing.examples import run_examples

    assert [outcome.passed for outcome in run_examples(ruleset)] == [True, True]
