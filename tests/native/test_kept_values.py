"""Functions of hands whose values native code keeps: as if they were worked out each time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.native import expressions, kept_values
from hoyle.interpreter.native.kernel import Kernel, compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.native.memory import Function
from tests.heads import head

FindDifference = Callable[[Kernel, int], str]

GAME = head("Kept", "2", "A 2 3 4 5 6", "♠ ♥ ♦ ♣")
GAME += """\
  heap: Pile, face up
  hand of Seat: Cards, face up

state
  extra: 0..99 = 0
  points of Seat: 0..9999 = 0

define is_meld(cards: Cards) = size of cards >= 2 and one_rank of cards
define unmatched(cards: Cards) =
  (lowest size of rest of plan for plan in arrangements(cards, is_meld))
match
  shuffle stock
  deal 6 each from stock to hand of seat for seat in seats
  repeat 5 times
    for seat in seats
      choose seat
        play card in hand of seat
          must unmatched(hand of seat - card) <= 4 or unmatched(hand of seat) > 4
          move card to heap
      extra += 1
      points of seat += unmatched(hand of seat) + 2 * unmatched(hand of left of seat)
  win seats where points of it >= points of left of it
"""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions whose values are kept by the kernels that a test makes."""
    found: list[str] = []
    write = kept_values.write_kept

    def watched(*given: object) -> Function:
        found.append(str(given[1]))
        return write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(expressions, "write_kept", watched)
    return found


def kernel_of(folder: Path, text: str) -> Kernel:
    path = folder / "kept.cards"
    path.write_text(text, encoding="utf-8")
    return compile_machine(hoyle.load(path).table(2, traced=False).machine, hashed=True, best=False)


def list_differences(kernel: Kernel, find_difference: FindDifference, games: int = 60) -> set[str]:
    return {find_difference(kernel, seed) for seed in range(40)}


def test_what_is_kept_is_what_is_worked_out(
    tmp_path: Path, find_difference: FindDifference, kept: list[str]
) -> None:
    kernel = kernel_of(tmp_path, GAME)
    assert list_differences(kernel, find_difference) == {""}
    assert len(kept) == 1


def test_what_reads_the_state_is_worked_out_anew(
    tmp_path: Path, find_difference: FindDifference, kept: list[str]
) -> None:
    kernel = kernel_of(tmp_path, GAME.replace("(lowest", "extra + (lowest"))
    assert list_differences(kernel, find_difference) == {""}
    assert not kept


def test_a_fault_is_not_kept(
    tmp_path: Path, find_difference: FindDifference, kept: list[str]
) -> None:
    spade = (
        "number of rank of (best card in cards where suit of card is ♠ by number of rank of card)"
    )
    text = GAME.replace("(lowest", f"{spade} + (lowest")
    kernel = kernel_of(tmp_path, text)
    assert list_differences(kernel, find_difference) == {""}
    assert {fault.says for _, fault in kernel.play(0, 0, 60).each_fault()}
    assert kept


def test_what_is_kept_is_paid_for_again(tmp_path: Path, kept: list[str]) -> None:
    counts = "points of seat += unmatched(hand of seat) + 2 * unmatched(hand of left of seat)"
    often = counts.replace("+=", "=")
    text = GAME.replace("cards >= 2", "cards >= 1").replace(
        counts, f"repeat 5000 times\n        {often}"
    )
    kernel = kernel_of(tmp_path, text)
    played = kernel.playouts(kernel.start(0), 9, 0)
    assert list(played.statuses) == [Status.GIVEN_UP] * 9
    assert kept
