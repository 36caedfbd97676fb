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
    with pytest.raises(RulesetFault, match="the pile is empty") as raised:
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
