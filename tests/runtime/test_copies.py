"""Cards of which the pack has several copies: what is offered, how they are written and read."""

from __future__ import annotations

import pytest

import hoyle

GAME = """edition 1
game "Copies"

players 2

pack
  ranks 7 8
  suits ♠ ♥
  copies {copies}

zones
  stock: Pile, face down, starts with the pack
  open_cards: Cards, face up
  hand of Seat: Cards, seen by owner

"""


@pytest.fixture
def load(tmp_path):
    def load(text: str, copies: int = 2) -> hoyle.Table:
        path = tmp_path / "copies.cards"
        path.write_text(GAME.format(copies=copies) + text, encoding="utf-8")
        return hoyle.load(path).table(2)

    return load


NAMING = """match
  shuffle stock
  deal 1 each from stock to hand of s for s in seats
  move top of stock to open_cards
  choose last of seats
    name_it card in pack, loudly in [yes, no]
      say "{card}"
  choose last of seats
    name_it card in pack
      say "{card}"
  choose last of seats
    name_it cards in subsets(pack, 1)
      say "{cards}"
"""


@pytest.mark.parametrize("seed", range(10))
def test_what_is_offered_does_not_tell_where_copies_lie_that_the_chooser_does_not_see(load, seed):
    """The hand of the other is dealt otherwise: of what is hidden, one of each is offered."""
    position = load(NAMING).start(seed)
    machine = position.table.machine
    while not position.over:
        seen = {c for zone in position.view(position.seat).zones for c in zone.cards} - {None}
        hidden = {machine.pack.twin_of[c] for c in range(machine.pack.size) if c not in seen}
        places = {(machine.pack.twin_of[c], zone.slot)
                  for zone in position.view(position.seat).zones for c in zone.cards
                  if c is not None}  # fmt: skip
        twice = 2 if len(position.node.actions[0].params) == 2 else 1
        assert position.legal().size == twice * (len(hidden) + len(places))
        position = position.play(position.legal().kth(0))
