"""What is told of the text of a base under a variant in the same file."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import game as g
from hoyle.dsl.report import Report
from hoyle.interpreter.library.loader import inspect_file
from tests.heads import head

GAME = head("Base", "2", "7 8")
GAME += """\
table worth(card: Card), first that fits
  rank of card | points
  7            | 1
  -            | 2
match
  shuffle stock
  win best seat in seats by worth of top of stock

variant other "Another" of base
  replace row in worth."7"
    7 | 3
"""


@pytest.mark.parametrize(
    ("code", "row", "told"), [("B04", -1, []), ("C01", -1, [1]), ("B04", 0, [0])]
)
def test_a_row_of_the_base_need_not_be_come_to_under_a_variant(tmp_path, code, row, told):
    """A row of the variant must, and what stops a game is told wherever it stands."""
    path, report, games = tmp_path / "base.cards", Report(), list[g.Game]()
    path.write_text(GAME, encoding="utf-8")

    def inspect_variant(game: g.Game, mine: Report) -> None:
        games.append(game)
        if len(games) == 2:
            mine.warn(code, "a row", game.tables["worth"].rows[row].head)

    inspect_file(path, path.name, report, inspect_variant)
    found = [problem for problem in report.problems if problem.code == code]
    assert [len(problem.also) for problem in found] == told
