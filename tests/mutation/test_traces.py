"""What an example comes to in two rulesets that are alike but for a little."""

from __future__ import annotations

from pathlib import Path

from hoyle.interpreter.library.loader import load
from hoyle.interpreter.mutation.example_traces import Moment, first_difference, trace_example
from hoyle.interpreter.testing.examples import ExampleMachines
from tests.heads import head

GAME = """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  for seat in seats
    choose seat
      play card in hand of seat
        move card to heap

example "one card each"
  players ann bob
  given hand of ann = [9♠ 10♠]
  given hand of bob = [J♠]
  start match
  ann: play 9♠
"""


def _trace(folder: Path, ranks: str) -> tuple[Moment, ...]:
    path = folder / "traced.cards"
    path.write_text(head("Traced", "2", ranks) + GAME, encoding="utf-8")
    ruleset = load(str(path))
    return trace_example(ExampleMachines(ruleset), ruleset.game.examples[0])


def test_cards_are_the_same_by_name_in_two_packs(tmp_path: Path) -> None:
    """Only what lies in the stock differs where the smaller pack lacks a rank."""
    found = first_difference(_trace(tmp_path, "7 8 9 10 J"), _trace(tmp_path, "8 9 10 J"))
    assert found is not None and found[1] == "`stock` is not the same"
