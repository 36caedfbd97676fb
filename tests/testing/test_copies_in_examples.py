"""Copies of a card in the `given` lines of examples: plain ones, marked ones, too many."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from tests.heads import head

GAME = head("Copies", ranks="A 2", suits="♠ ♥\n  copies 4")
GAME += """\
  hand of Seat: Cards, seen by owner

match
  deal 2 each from stock to hand of s for s in seats

example "copies"
  players ann bob
  given hand of ann = {cards}
  expect size of hand of ann > 2
"""


@pytest.mark.parametrize(
    "cards, says",
    [
        ("[A♠ A♠ A♠']", None),
        ("[A♠' A♠ A♠ A♠]", None),
        ("[A♠ A♠ A♠ A♠ A♠]", "A♠ is named 5 times, and only 4 of it can be there"),
    ],
)
def test_marked_copies_are_taken_first(tmp_path, cards, says):
    path = tmp_path / "copies.cards"
    path.write_text(GAME.format(cards=cards), encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(path), "--games", "0"]).output
    assert "somewhere else" not in told and "examples: " in told
    assert (says in told) if says else ("is named" not in told)
