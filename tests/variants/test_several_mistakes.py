"""A syntax mistake in a file of variants hides no wrong names of its other lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

FILE = """edition 1

variant louder "The moves are named" of scotch_whist
  set the target = 200
  add state
    loud: yes or no = maybe

variant softer "Softer" of scotch_whist
  add define nice = scoer + 1

variant softest "Softest" of softer
  add define nicest = niece + 1

variant lost "Of no game" of scoch_whist
  add define nicest = niece + 1
"""


def find_problems(folder: Path, text: str) -> list[str]:
    path = folder / "many.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return [f"{one.code} {one.span.line} {one.span.text}" for one in report.in_order()]


def test_names_of_every_variant_are_checked(tmp_path: Path) -> None:
    found = find_problems(tmp_path, FILE)
    assert found == ["G01 4 the", "N01 6 maybe", "N01 9 scoer", "V01 14 scoch_whist"]


def test_what_a_lost_line_may_have_declared_is_not_told(tmp_path: Path) -> None:
    lost = FILE.replace("set the target = 200", "add define maybe the = 2")
    assert [one for one in find_problems(tmp_path, lost) if "maybe" in one and "N01" in one] == []
    assert "N01 9 scoer" in find_problems(tmp_path, lost)


HIDDEN = """  hand of Seat: Cards, seen by owner
state
  sitting: Seats
  rich: Seats
match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  show hand of rich
  say "{hand of rich}"
  say "that is all"
"""
SHOWN_BY_A_VARIANT = """edition 1
variant bare "All are shown" of hidden
  replace step in match.show
    show hand of sitting
"""


def test_a_line_of_another_file_is_told_with_that_file(tmp_path: Path) -> None:
    (tmp_path / "hidden.cards").write_text(head("Hidden") + HIDDEN, encoding="utf-8")
    path, report = tmp_path / "bare.cards", Report()
    path.write_text(SHOWN_BY_A_VARIANT, encoding="utf-8")
    inspect_fully(path, path.name, report)
    [problem] = report.in_order()
    assert problem.span.source.name.endswith("hidden.cards")
    assert problem.help[0] == (
        "`hand of sitting` is shown in line 4 of bare.cards, and nothing says that all of `rich` "
        "are in `sitting`: show `hand of rich` too"
    )


NAMED_TWICE = (
    head("Named Twice")
    + """  hand of Seat: Cards, face up
state
  trump: Suit = ♠
table strength(card: Card), first that fits
  rule    | suit of card | strength
  "trump" | ♠            | 2
  "plain" | -            | 1
match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    if trump is ♠ and strength of A♠ > 1
      win seat

variant plain "No trumps" of named
"""
)


@pytest.mark.parametrize("first", [True, False])
def test_a_name_that_is_gone_is_not_blamed_on_a_row_that_is_called_so(
    tmp_path: Path, first: bool
) -> None:
    lines = ["  remove trump\n", '  remove strength."trump"\n']
    path = tmp_path / "named.cards"
    path.write_text(NAMED_TWICE + "".join(lines if first else lines[::-1]), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    [lost] = [one for one in report.in_order() if one.code == "N01"]
    blamed = [place for place, says in lost.also if says == "it is taken away here"]
    assert [place.source.line_text(place.line) for place in blamed] == ["  remove trump"]
