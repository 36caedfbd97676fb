"""What shipped libraries do with what few games give them."""

from __future__ import annotations

from pathlib import Path

import hoyle
from tests.heads import head

FULL = (
    head("Full", "2").replace("\nplayers", "\nuse draw_and_discard\n\nplayers", 1)
    + """\
  hand of Seat: Cards, seen by owner

match
  shuffle stock
  move 24 from stock to hand of (first s in seats)
  make_up(first s in seats, 3)
  make_up(last of seats, 3)
  win seats
"""
)


def test_a_hand_that_is_larger_than_it_is_made_up_to_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "full.cards"
    path.write_text(FULL, encoding="utf-8")
    end = hoyle.load(path).table(2).start(1)
    assert end.over
    held = end.state()
    assert [len(held[f"hand of {name}"]) for name in ("ann", "bob")] == [24, 3]
