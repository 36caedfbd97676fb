"""State that a variant leaves as it begins: told where no rule asks for it any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.library.loader import inspect_file

GAME = """edition 1
game "Points"
players 2

pack
  ranks A 2 3 4

zones
  stock: Pile, face down, starts with the pack

state
  dealer: Seat = random of seats
  score of Seat: 0..9 = 0
  chips of Seat: 0..9 = 4
  doubled: yes or no = no

define most = highest score of seat for seat in seats

match
  score_one
  pay 1 from chips of dealer to chips of left of dealer
  doubled = most > 3
  win all best seat in seats by (2 * score of seat if doubled else chips of seat)

phase score_one
  score of dealer += 1

payoff of seat = chips of seat

always "few points": every seat in seats: score of seat < 5

variant other "Other" of points
"""
NOTHING = "  replace phase score_one\n    dealer = left of dealer\n"
CHIPS = "  replace match\n    score_one\n    win all best seat in seats by chips of seat\n"
LEFT = {
    "no rule asks": (NOTHING + CHIPS, ["doubled", "score"]),
    "the match asks": (NOTHING, []),
    "a define that is used asks": (
        NOTHING + CHIPS.replace("chips of", "most + chips of"),
        ["doubled"],
    ),
    "the payoff asks": (
        NOTHING + CHIPS + "  replace payoff of seat = score of seat\n",
        ["doubled"],
    ),
    "it is set elsewhere": (CHIPS, ["doubled"]),
}


@pytest.mark.parametrize("case", LEFT)
def test_state_that_a_variant_leaves(case: str, tmp_path: Path) -> None:
    change, left = LEFT[case]
    path, report = tmp_path / "points.cards", Report()
    path.write_text(GAME + change, encoding="utf-8")
    inspect_file(path, path.name, report, lambda game, report: None)
    told = [one for one in report.in_order() if one.code == "N12"]
    assert [one.also[0][0].text for one in told] == left, told
    assert not report.failed
    assert all(one.title.startswith("under this variant no rule sets `") for one in told)
