"""Many decisions of one ruleset: they come to an end where a game asks nothing."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.testing.game_runner import PlayCounts
from tests.testing.endurance import endure

TEXT = """\
edition 1
game "Idle"

players 2

options
  rounds: 0..1 = 1 "how often everybody plays"

pack
  ranks 7 8 9

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  deal 3 each from stock to hand of seat for seat in seats
  repeat rounds times
    for seat in seats
      choose seat
        play card in hand of seat
          move card to heap
"""
NOBODY = "with these options nobody is ever asked anything"


@pytest.mark.parametrize(("least", "wanted"), [("0..1", [NOBODY]), ("1..2", [])])
def test_a_setting_in_which_nobody_is_asked_is_a_finding(tmp_path, least, wanted):
    path = tmp_path / "idle.cards"
    path.write_text(TEXT.replace("0..1", least), encoding="utf-8")
    tally = PlayCounts()
    found = list(endure(hoyle.load(path), 2, 40, 4, tally))
    assert sorted({finding.says for finding in found}) == wanted
    assert all("--set rounds=0" in finding.again for finding in found)
    assert tally.decisions > 0
