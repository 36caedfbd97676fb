"""None where something is needed: told where it is sure before play, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import ERROR, Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.options import find_refusal
from tests.heads import head

GAME = head("Missing", "2", "7 8 9 10", order="high")
GAME += """\
  trick: Pile, face up

state
  last_card: Card or none = none
  kept of Seat: Card or none = none
  points: 0..9 = 0
  last_up: Seat = random of seats

define height_of(card: Card) = high of rank of card
define lowest_card: Card = first card in trick
define known_height = height_of(last_card) if last_card is not none else 0

match
  shuffle stock
"""
LATE = """\
  one_turn
  one_turn

phase one_turn
  choose last of seats
    wait
    turn
      move top of stock to trick
      last_card = bottom of trick
"""
MISSING = [
    "  points = height_of(last_card)\n",
    "  points = height_of(kept of last of seats)\n",
    "  if points is 0 and height_of(last_card) is 2\n    points = 1\n",
    "  last_card = bottom of stock\n  last_card = none\n  points = height_of(last_card)\n",
    LATE + "  if last_card is none\n    points = height_of(last_card)\n",
    LATE + "  if not (last_card is not none or points > 0)\n    points = height_of(last_card)\n",
    LATE + "  points = height_of(last_card) if last_card is none else 1\n",
    '  choose last of seats\n    bid n in 1..3\n      must n > height_of(last_card) "higher"\n'
    "      points = n\n    wait\n",
    "  choose last of seats\n    bid suit in suits\n      must suit of last_card is suit\n"
    "    wait\n",
    "  choose last of seats\n    wait\n    turn\n      move top of stock to trick\n"
    "  move trick to stock\n"
    '  say "{best card in trick by height_of(card)}"\n',
    "  move top of stock to trick\n  move trick to stock\n  last_card = lowest_card\n",
    # a condition that is kept `if able` leaves something of which the next is asked
    "  choose last of seats\n    bid n in 1..3\n      must n > 1, if able\n"
    "      must n > height_of(last_card)\n      points = n\n",
    # nothing sets it before, whether or not the loop ever has a round
    "  for card in trick\n    points = height_of(last_card)\n    last_card = card\n",
]
TRICK = "  choose last of seats\n    wait\n    lead\n      last_up = last of seats\n"
TRICK += "  for seat in seats from last_up\n{}    move top of stock to trick\n"
SOUND = [
    # who leads is not asked, and for the others a card lies there
    TRICK.format("    if seat is not last_up\n      last_card = lowest_card\n"),
    TRICK.format("    points = 1 if seat is last_up else height_of(lowest_card)\n"),
    TRICK.format(
        "    choose seat\n      wait\n      turn\n"
        "        must seat is last_up or height_of(lowest_card) is 2\n"
    ),
    "  move top of stock to trick\n  last_card = lowest_card\n  move trick to stock\n",
    "  move top of stock to trick\n  move trick to stock\n  move top of stock to trick\n"
    "  last_card = lowest_card\n",
    "  choose last of seats\n    bid n in 1..points\n      must n > height_of(last_card)\n"
    "      points = n\n    wait\n",
    "  points = known_height\n",
    "  if last_card is not none\n    points = height_of(last_card)\n",
    "  if last_card is not none and height_of(last_card) is 2\n    points = 1\n",
    "  if last_card is none or height_of(last_card) is 2\n    points = 1\n",
    "  last_card = bottom of stock\n  points = height_of(last_card)\n",
    "  points = count card in trick where height_of(card) > height_of(last_card)\n",
    "  for card in trick\n    last_card = card\n  for card in trick\n"
    "    points = height_of(last_card)\n",
    "  choose last of seats\n    take card in trick\n      must card is last_card\n"
    "      must height_of(last_card) is 2\n    wait\n",
    "  choose last of seats\n    take card in trick\n      must height_of(last_card) is 2\n"
    "    wait\n",
    # what is asked of no value comes before all else
    "  choose last of seats\n    bid n in 1..3\n      must n > height_of(last_card)\n"
    "      must last_card is not none\n      points = n\n    wait\n",
    "  choose last of seats\n    bid n in 1..3\n      must n > points\n"
    "      must n > height_of(last_card)\n      points = n\n    wait\n",
    LATE + "  points = height_of(last_card)\n",
    LATE + "  if last_card is not none or points > 0\n    points = height_of(last_card)\n",
    # what is asked twice has one answer, however many questions were open before
    "  choose last of seats\n    bid n in 1..3\n      points = n\n    wait\n"
    "  if points is 3\n    end match\n  if points is 1\n    last_card = bottom of stock\n"
    "  if points is 1\n    points = height_of(last_card)\n",
]


def is_told(rules: str, tmp_path: Path) -> bool:
    path = tmp_path / "missing.cards"
    path.write_text(GAME + rules, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    wrong = {problem.code for problem in report.problems if problem.severity == ERROR}
    assert wrong <= {"R05", "S02", "S03"}
    return any(problem.code == "R05" for problem in report.problems)


@pytest.mark.parametrize("rules", MISSING)
def test_none_where_something_is_needed_is_told_before_play(rules, tmp_path):
    assert is_told(rules, tmp_path)


@pytest.mark.parametrize("rules", SOUND)
def test_what_may_be_there_is_not_told(rules, tmp_path):
    assert not is_told(rules, tmp_path)


NO_LIMIT = head("No limit").replace(
    "\n\npack", '\n\noptions\n  limit: 3 or 6 or none = 3 "the most that is put in"\n\npack'
)
NO_LIMIT += """\

state
  pool: 0..{most} = 0

match
  pool = 1
  say "{{pool}}"
"""


@pytest.mark.parametrize("most", ["limit * 2", "limit", "(0 if limit is none else limit * 2)"])
def test_a_bound_may_read_an_option_that_may_be_none_where_it_is_not(most, tmp_path):
    path = tmp_path / "limit.cards"
    path.write_text(NO_LIMIT.format(most=most), encoding="utf-8")
    game = load(str(path)).game
    assert find_refusal(game, 2, {"limit": 6}) is None
    refusal = find_refusal(game, 2, {"limit": -1})
    if "else" in most:
        assert refusal is None
    else:
        assert refusal is not None and "`limit` is none here, and a value is needed" in refusal
        assert "limit.cards:16:12" in refusal
