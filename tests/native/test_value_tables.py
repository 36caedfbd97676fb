"""Functions of few values, which native code looks up: as if they were worked out each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.interpreter.native import expressions, value_tables
from hoyle.interpreter.native.kernel import Kernel, compile_machine
from tests.heads import head

FindDifference = Callable[[Kernel, int], str]

GAME = head("Values", "2", "7 8 9", "♠ ♥ ♦")
GAME += """\
  heap: Pile, face up
  hand of Seat: Cards, face up

state
  favourite: Suit
  points of Seat: 0..999 = 0
  leaves: 0..999 = 0

define begun = none if heap is empty else suit of bottom of heap

table worth(card: Card), first that fits
  suit of card | worth
  favourite    | 10 + number of rank of card
  begun        | number of rank of card
  -            | 0

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  repeat 4 times
    for seat in seats
      choose seat
        favour suit in suits
          favourite = suit
        leave
          leaves += 1
      choose seat
        play card in hand of seat
          move card to heap
          points of seat += total worth of other for other in hand of seat
          points of seat += worth of card
  win seats where points of it >= points of left of it
"""


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[p.Expr]:
    """The tables that take the places of functions while a test makes kernels."""
    found: list[p.Expr] = []
    make = expressions.make_table

    def watched(*given: object) -> p.Expr | None:
        table = make(*given)  # type: ignore[arg-type]
        if table is not None:
            found.append(table)
        return table

    monkeypatch.setattr(expressions, "make_table", watched)
    return found


def kernel_of(folder: Path, text: str) -> Kernel:
    path = folder / "values.cards"
    path.write_text(text, encoding="utf-8")
    return compile_machine(hoyle.load(path).table(2, traced=False).machine, hashed=True, best=False)


def test_what_is_looked_up_is_what_is_worked_out(
    tmp_path: Path, find_difference: FindDifference, tables: list[p.Expr]
) -> None:
    kernel = kernel_of(tmp_path, GAME)
    assert [find_difference(kernel, seed) for seed in range(40)] == [""] * 40
    [table] = tables
    [constant] = {
        part for part in walk(table) if isinstance(part, p.Const) and isinstance(part.value, tuple)
        if len(part.value) > 9
    }  # fmt: skip
    assert isinstance(constant.value, tuple)
    assert len(constant.value) == 10 * 4 * 4  # cards, favourites and suits, each of them or none


def test_a_fault_among_the_values_is_told_where_it_is(
    tmp_path: Path, find_difference: FindDifference, tables: list[p.Expr]
) -> None:
    kernel = kernel_of(tmp_path, GAME)
    faults = {fault.says for _, fault in kernel.play(0, 0, 40).each_fault()}
    assert faults == {"`favourite` has no value yet"}
    assert tables


@pytest.mark.parametrize("value", ["leaves", "lowest points of seat for seat in seats"])
def test_a_function_of_many_values_is_worked_out(
    value: str, tmp_path: Path, find_difference: FindDifference, tables: list[p.Expr]
) -> None:
    kernel = kernel_of(tmp_path, GAME.replace("10 + number", f"({value}) + number"))
    assert [find_difference(kernel, seed) for seed in range(10)] == [""] * 10
    assert not tables


def test_the_cards_of_a_large_pack_make_no_table(tables: list[p.Expr]) -> None:
    """A set of 104 cards has more values than `len` counts to."""
    make_for_cards: Callable[..., object] = value_tables.make_table
    assert make_for_cards(None, None, {0: range(2**104)}) is None
