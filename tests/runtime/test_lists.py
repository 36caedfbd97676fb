"""Lists with values that may be none; families over a range; what a choice cannot be made of."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.table import Position

START = """edition 1
game "Test"
players 3

options
  cap: 1..3 or none = none "the most"

pack
  ranks 7 8 9

zones
  stock: Pile, face down, starts with the pack
  heap: Pile, face up
  column(1..3): Pile, face up

state
  somebody: Seat or none = none
  nobody: Seat or none = none
  answer: 0..20 = 0

match
  move top of stock to heap
  somebody = last of seats
"""


def start(path: Path, lines: str) -> Position:
    path = path / "test.cards"
    path.write_text(START + lines, encoding="utf-8")
    return hoyle.load(path).table().start(1)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("size of [nobody]", 0),
        ("size of [nobody, somebody, last of seats]", 2),
        ("size of (seats - [nobody])", 3),
        ("count s in [nobody, somebody] where s is last of seats", 1),
        ("total n for n in [cap, 2]", 2),
        ("1 if nobody in [somebody, none] else 0", 1),
        ("1 if nobody in [somebody, nobody] else 0", 1),
        ("1 if nobody in [somebody] else 0", 0),
        ("1 if somebody not in [nobody, none] else 0", 1),
        ("1 if cap in [1, none] else 0", 1),
        ("size of column(1..3)", 2),
        ("size of column(1..size of heap)", 2),
    ],
)
def test_none_is_no_member_of_a_list_and_a_family_may_be_read_over_a_range(tmp_path, value, number):
    lines = f"  move 2 from stock to column(1)\n  answer = {value}\n"
    registers = start(tmp_path, lines).view(-1).registers
    assert [value for _, value, _ in registers][-1] == number


def test_a_choice_whose_cards_cannot_be_told_is_a_fault_of_the_rules(tmp_path):
    lines = """  choose last of seats
    take card in (heap where it is top of column(3))
      move card to stock
"""
    with pytest.raises(RulesetFault, match="this `column` is empty") as raised:
        start(tmp_path, lines)
    assert "take" in raised.value.span.source.line_text(raised.value.span.line)


def test_what_comes_twice_in_a_list_is_one_thing_to_choose(tmp_path):
    lines = """  move 3 from stock to column(1)
  choose last of seats
    lay cards in subsets(column(1), 2) + subsets(column(1), 2)
      move cards to heap
    name n in [1, 2, 1]
"""
    position = start(tmp_path, lines)
    texts = [position.text(move) for move in position.legal()]
    assert len(texts) == position.legal().size == 3 + 2 and len(set(texts)) == 5


TWICE = """  let named = [somebody, left of somebody, somebody]
  choose together s in named
    bid n in 1..3
      answer = 3 * answer + n
"""


def test_a_seat_that_stands_twice_in_a_list_chooses_once_together_with_others(tmp_path):
    position = start(tmp_path, TWICE).play("bid 2").play("bid 3")
    assert position.over and position["answer"] == 3 * 2 + 3


@pytest.mark.parametrize("named", ["[s, left of s, s]", "those of s", "reversed of [s, s]"])
def test_the_records_of_a_seat_that_stands_twice_in_a_list_come_once(tmp_path, named):
    lines = f"""  let s = last of seats
  for owner_of_it in seats
    new box in boxes of owner_of_it
  for box in boxes of {named}
    answer += 1
    if answer is 1
      new other in boxes of owner of box

record Box
  stake: 0..3 = 0

state
  boxes of Seat: at most 2 Box

define those(s: Seat) = [s, left of s, s]
"""
    assert start(tmp_path, lines)["answer"] == (2 if "reversed" in named else 3)


LARGE = "  let large = size of heap + 999999999 * 999999998\n"  # 18 digits


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('  say "{large + large}"\n', "`large \\+ large` is beyond 1,000,000,000,000,000,000"),
        ('  say "{-large - large}"\n', "`-large - large` is beyond"),
        ('  say "{large * 2}"\n', "is beyond 1,000"),
        ('  say "{3 * 999999999 * 999999999}"\n', "is beyond 1,000"),
        ('  say "{total large for s in seats}"\n', "`total large for s in seats` is beyond"),
        (
            "  choose last of seats\n    bid n in 1..large + large\n      answer = 1\n",
            "`large \\+ large` is beyond",
        ),
        (
            "  choose last of seats\n    bid s in seats, n in -large..large\n      answer = 1\n",
            "there are more than 1,000,000,000,000,000,000 ways to `bid`",
        ),
    ],
)
def test_a_number_that_grows_too_large_is_a_fault_with_its_line(tmp_path, lines, says):
    with pytest.raises(RulesetFault, match=says) as raised:
        start(tmp_path, LARGE + lines)
    assert raised.value.span.line > START.count("\n") + 1


def test_numbers_of_up_to_18_digits_are_gone_through_chosen_and_read(tmp_path):
    lines = (
        LARGE + "  for n in large..large + 1\n    choose last of seats\n      bid k in n - 1..n\n"
    )
    position = start(tmp_path, lines + "        answer += n - k\n")
    for move in ("bid 999999997000000002", "bid 999999997000000003"):
        assert position.text(position.legal().kth(0)) == move
        assert position.parse(position.text(position.legal().kth(1))) in position.legal()
        position = position.play(move)
    assert position.over
    one = start(tmp_path, "  choose last of seats\n    bid k in 1..999999999\n      answer = 1\n")
    assert str(one.why_not("bid 1000000000")) == "not between 1 and 999999999"
