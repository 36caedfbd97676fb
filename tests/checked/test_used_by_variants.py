"""What only a variant of the same file uses is told as that, and not as used by nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bad.test_bad import problems_of
from tests.heads import head

GAME = head("Used", "2", "7 8 9")
GAME += """\
  hand of Seat: Cards, seen by owner
{declared}
match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  win (first seat in seats)

variant luck "Luck" of used
  replace step in match.win
    {says}
    win (first seat in seats)
"""
DEFINE = "\ndefine lucky = first seat in seats\n"


@pytest.mark.parametrize(
    ("declared", "says", "title"),
    [
        (DEFINE, 'say "{lucky}"', "without a variant the define `lucky` is never used"),
        (DEFINE, 'say "well"', "the define `lucky` is never used"),
        (DEFINE, 'say "lucky"  # lucky', "the define `lucky` is never used"),
        (DEFINE, 'let lucky = 3\n    say "{3}"', "the define `lucky` is never used"),
        (
            "  aside: Cards, face up\n", "move top of stock to aside",
            "without a variant no rule speaks of the zone `aside`",
        ),
        (
            "\nstate\n  luck_of: 0..9 = 0\n", "luck_of += 1",
            "without a variant `luck_of` is never used",
        ),
    ],
)  # fmt: skip
def test_what_a_variant_uses(tmp_path: Path, declared: str, says: str, title: str) -> None:
    path = tmp_path / "used.cards"
    path.write_text(GAME.format(declared=declared, says=says), encoding="utf-8")
    told = [problem for problem in problems_of(path) if problem.code in ("N07", "N09")]
    assert [problem.title for problem in told[:1]] == [title]
    beside = [span.text for span, _ in told[0].also]
    assert beside == (["luck"] if title.startswith("without") else [])
