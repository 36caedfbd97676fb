"""`player of card`: who moved it last with an action, there or in a phase that it is given to."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle as door
from tests.heads import head

GAME = head("Played", "2", "7 8 9")
GAME += """\
  hand of Seat: Cards, face up
  heap: Pile, face up

match
  deal 2 each from stock to hand of s for s in seats
  for s in seats
    choose s
      lay card in hand of s
        {step}
  for card in heap
    say "{{player of card}}"

phase put(card: Card)
  move card to heap

phase put_on(other: Card)
  put of other

phase put_any
  move (first c in hand of seats) to heap
"""


@pytest.mark.parametrize(
    "step, played",
    [
        ("move card to heap", True),
        ("put of card", True),
        ("put_on of card", True),
        ("put of (first c in hand of s)", False),
        ("put_any", False),
    ],
)
def test_a_card_has_the_player_whose_action_moves_it(
    tmp_path: Path, step: str, played: bool
) -> None:
    path = tmp_path / "played.cards"
    path.write_text(GAME.format(step=step), encoding="utf-8")
    position = door.load(path).table(2).start(1)
    while not position.over:
        position = position.play(position.legal().kth(0))
    said = [event.sentence[0][0] for event in position.events if event.kind == "say"]
    assert said == ([0, 1] if played else [-1, -1])
