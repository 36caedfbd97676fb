"""State that a library expects to be a suit is not told to hold more than suits."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.report import Report, as_text
from hoyle.interpreter.library.loader import inspect_file

GAME = """edition 1
game "Named"
players 3
{use}
pack
  ranks 7 8 9 10 J Q K A
order high, best first: A K Q J 10 9 8 7

type Strain = Suit or no_trump

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  won of Seat: Cards, face down
state
  trump: Suit or none = none
  leader: Seat = random of seats
  bid: Strain = no_trump

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  choose leader
    name strain in Strain
      bid = strain
  trump = bid
  repeat until hand of seats is empty
    {trick}
  win best seat in seats by size of won of seat
"""
PLAY = """for seat in seats
      choose seat
        play card in hand of seat
          must trump is none or suit of card is trump, if able
          move card to won of seat"""


def _tell(folder: Path, use: str, trick: str) -> str:
    path, report = folder / "named.cards", Report()
    path.write_text(GAME.format(use=use, trick=trick), encoding="utf-8")
    inspect_file(path, path.name, report, lambda *_: None)
    return "\n".join(map(as_text, report.in_order()))


def test_a_type_is_proposed_only_for_what_the_game_alone_uses(tmp_path: Path) -> None:
    suit, held = "write:  first s in suits where s is bid", "is declared so:  Strain or none"
    said = _tell(tmp_path, "", PLAY)
    assert suit in said and held in said
    said = _tell(tmp_path, "use trump_suit\n", "one_trick")
    assert suit in said and held not in said
