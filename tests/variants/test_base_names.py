"""The name of a base that is misspelt: what is proposed lies in the same file, or beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

GAME = """\
edition 1
game "Ladder"

players 2

options
  rungs: 1..9 = 3 "how many rungs"

pack
  ranks 7 8 9

zones
  stock: Pile, face down, starts with the pack

match
  repeat rungs times
    shuffle stock
"""
VARIANT = '\nvariant long "The long one" of my_german_wist\n  set rungs = 9\n'


def find_labels(path: Path) -> list[str]:
    report = Report()
    inspect_fully(path, path.name, report)
    return [problem.label for problem in report.in_order() if problem.code == "V01"]


@pytest.mark.parametrize(
    ("own", "label"),
    [(True, "write `my_german_whist`"), (False, "did you mean `my_german_whist`?")],
)
def test_the_base_is_the_game_at_hand_and_not_a_shipped_one(
    own: bool, label: str, tmp_path: Path
) -> None:
    game = tmp_path / "my-german-whist.cards"
    game.write_text(GAME + VARIANT * own, encoding="utf-8")
    variant = tmp_path / "long.cards"
    variant.write_text("edition 1\n" + VARIANT, encoding="utf-8")
    assert find_labels(game if own else variant) == [label]


def test_a_title_that_is_misspelt_is_written_and_the_file_is_called_so(tmp_path: Path) -> None:
    game = tmp_path / "7_of_them.cards"  # a name that no base can have
    variant = VARIANT.replace("of my_german_wist", "of laddder")
    game.write_text(GAME + variant, encoding="utf-8")
    assert find_labels(game) == ["write `ladder`, and rename the file"]
    game.write_text(GAME + variant.replace("laddder", "ladder"), encoding="utf-8")
    assert find_labels(game) == ["rename the file"]
