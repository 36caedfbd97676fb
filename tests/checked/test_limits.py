"""What is as large as a game may be is played; what is larger is refused with its line."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import hoyle
from hoyle.dsl.analysis import secrecy
from hoyle.dsl.limits import (
    BRANCHES,
    CARDS,
    COLUMNS,
    FOLLOWED,
    OPTIONS,
    PLACES,
    ROUNDS,
    ROWS,
    STEPS,
)
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

TEXT = """edition 1
game "As Large as It May Be"
players 2

pack
  ranks 7 8 9 10 J Q K A
{pack}
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
{zones}
state
  x: 0..999 = 0

{options}{declared}match
  deal 3 each from stock to hand of seat for seat in seats
{body}
payoff of seat = x
"""


def write(body="  x = 1\n", *, pack="", zones="", options="", declared=""):
    return TEXT.format(pack=pack, zones=zones, options=options, declared=declared, body=body)


def write_lines(line: str, count: int) -> str:
    return "".join(line.format(k=k, next=k + 1) for k in range(count))


def write_table(rows: int) -> str:
    plain = write_lines("  {k} | {k}\n", rows - 1)
    declared = f"table worth(n: 0..999), first that fits\n  n | worth\n{plain}  - | 1\n\n"
    return write("  x = worth(x)\n", declared=declared)


def write_ranking(columns: int) -> str:
    row = " | ".join(["size of cards"] * columns)
    declared = f"ranking kind(cards: Cards), best first\n  some | yes | {row}\n\n"
    body = "  if kind(hand of (first seat in seats)) is some\n    x = 1\n"
    return write(body, declared=declared)


def write_chain(definitions: int) -> str:
    chain = "define d0 = x\n" + write_lines("define d{next} = d{k} + 1\n", definitions - 1)
    return write(f"  x = smaller(d{definitions - 1}, 9)\n", declared=f"{chain}\n")


def write_phases(phases: int) -> str:
    chain = write_lines("phase p{k}\n  p{next}\n\n", phases - 1)
    return write("  p0\n", declared=f"{chain}phase p{phases - 1}\n  x = 1\n\n")


def write_branches(count: int) -> str:
    others = write_lines("  else if x is {k}\n    x = {next}\n", count - 1)
    return write(f"  if x is 999\n    x = 1\n{others}")


def write_options(count: int) -> str:
    lines = write_lines('  option_{k}: 0..9 = 1 "of no use"\n', count)
    return write(write_lines("  x = option_{k}\n", count), options=f"options\n{lines}\n")


FITS: dict[str, tuple[Callable[[int], str], int]] = {
    "rows of a table": (write_table, ROWS.most),
    "branches of an if": (write_branches, BRANCHES.most),
    "columns of a ranking": (write_ranking, COLUMNS.most),
    "definitions in definitions": (write_chain, 58),
    "phases in phases": (write_phases, (STEPS.most - 2) // 2),
    "options": (write_options, OPTIONS.most),
    "things in a loop": (lambda n: write(f"  for n in 1..{n}\n    x = 1\n"), ROUNDS.most),
    "copies": (lambda n: write(pack=f"  copies {n}\n"), CARDS.most // 32),
    "zones": (lambda n: write(zones=f"  heap(1..{n}): Cards, face up\n"), PLACES.most - 100),
}


def codes_of(text: str, folder) -> list[str]:
    path = folder / "large.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return [problem.code for problem in report.in_order() if problem.severity == "error"]


@pytest.mark.parametrize("what", FITS)
def test_what_fits_is_checked_and_played(what, tmp_path):
    make, most = FITS[what]
    text = make(most)
    assert codes_of(text, tmp_path) == []
    position = hoyle.load(tmp_path / "large.cards").table().start(seed=1)
    assert position.over


@pytest.mark.parametrize("what", FITS)
def test_what_does_not_fit_is_refused(what, tmp_path):
    make, most = FITS[what]
    assert codes_of(make(most + 100 if what == "zones" else most + 3), tmp_path) == ["X05"]


@pytest.mark.long
def test_secrets_of_too_many_loops_are_not_followed_for_ever(tmp_path):
    loops = write_lines(
        "  for seat in seats\n    choose seat\n      keep_{k} card in hand of seat\n"
        "        must rank of card is not 7 or x is {k}\n        show card\n", 500
    )  # fmt: skip
    assert codes_of(write(loops), tmp_path) == ["X05"]


def test_phases_that_many_lines_run_are_named_where_too_much_is_followed(monkeypatch, tmp_path):
    """The line at which it became too much is no mistake: what stands there most often is."""
    monkeypatch.setattr(secrecy, "FOLLOWED", attrs.evolve(FOLLOWED, most=300))
    round_ = write_lines("  for seat in seats\n    x = {k}\n", 20)
    asked = write_lines("      ask_{k}\n        raise_it\n", 9)
    text = write(
        f"  for seat in seats\n    choose seat\n{asked}", declared=f"phase raise_it\n{round_}\n"
    )
    path = tmp_path / "large.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    (told,) = [problem for problem in report.in_order() if problem.severity == "error"]
    assert (told.code, told.span.text) == ("X05", "raise_it")
    assert told.help[0] == "a phase counts each time that a line runs it: `raise_it` 9 times"


def test_problems_are_as_many_as_can_be_read(tmp_path):
    found = codes_of(write(write_lines("  x = nothing_{k}\n", 700)), tmp_path)
    assert len(found) == 501
    assert set(found) == {"N01", "X06"}
