"""A little game for the strategies, and what the tests of this folder ask with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.library.ruleset import Ruleset

# In the pack's own order ann has A♠ 3♠ 2♥ where two play, and bob 2♠ A♥ 3♥.
HEAP = """\
edition 1
game "Heap"

players 2..3

options
  many: 1..20 = 3 "cards in a hand"
  needs many <= 4 "there are twelve cards"

pack
  ranks A 2 3

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal many each from stock to hand of seat for seat in seats
  repeat until hand of seats is empty
    for seat in seats
      choose seat
        play card in hand of seat
          must heap is empty or suit of card is suit of top of heap, if able "follow suit"
          move card to heap
"""


@pytest.fixture
def lay(tmp_path: Path) -> Callable[..., Ruleset]:
    """The little game with some more lines: at its end, and where a card is played."""

    def lay(more: str = "", where_played: str = "") -> Ruleset:
        path = tmp_path / "heap.cards"
        path.write_text(HEAP + where_played + more, encoding="utf-8")
        return load(path)

    return lay
