"""What is said of tables made at random, beside all deals played: an error is never false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random

import attrs
import pytest

from hoyle.dsl.report import ERROR, Problem, Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.loader import load, load_untried
from hoyle.interpreter.library.ruleset import RulesetError
from hoyle.interpreter.runtime.fault import RulesetFault
from tests.effort import TIMES

FRAME = """edition 1
game "Two Piles"

players 1

pack
  ranks 2 3 4 5
  suits ♠ ♥

order high, best first: 5 4 3 2

zones
  shoe: Pile, face down, starts with the pack
  one: {one}
  two: {two}

state
  taken: 0..99 = 99
{state}
{defines}
{tables}
match
  shuffle shoe
{deals}{asks}"""
CARDS = [rank + suit for suit in "♠♥" for rank in "2345"]
# What is asked of one place, and the numbers that it may be compared with.
OF_PILES = (
    "high of rank of top of {0}", "number of rank of top of {0}", "number of rank of bottom of {0}",
    "number of rank of last of {0}",
)  # fmt: skip
OF_CARDS = (
    "size of {0}", "total number of rank of card for card in {0}",
    "number of rank of (first card in {0})", "count card in {0} where suit of card is ♥",
    "highest number of rank of card for card in {0}", "size of ranks of {0}",
)  # fmt: skip
JOINED = ("{0} - {1}", "{0} + {1}", "{0} - {1} - 1", "larger({0}, {1})", "{0} * 2 + {1}", "{0}")


@attrs.frozen
class Made:
    """A game with one table: its text, one that notes which rows fit, and the cards of a deal.

    Which sizes a table is asked about is not followed: `noting` is for each that the places allow.
    """

    text: str
    noting: list[tuple[int, str]]
    rows: list[str]
    bounded: bool  # whether all sizes are there


def make_game(chance: Random) -> Made:
    """A table about one or two places, asked of them by defines of any number of steps."""
    zones, sizes = list[str](), list[int | None]()
    for _ in range(2):
        kind, most = chance.choice(("Pile", "Pile", "Cards")), chance.choice((1, 1, 1, 2, None))
        zones.append(f"{kind}, face up" + (f", at most {most}" if most else ""))
        sizes.append(most)
    piles = all(zone.startswith("Pile") for zone in zones)
    asked = chance.choice(OF_PILES * piles + OF_CARDS)
    parameter = "Pile" if asked in OF_PILES else "Cards"
    defines = [f"define height(what: {parameter}) = {asked.format('what')}"]
    of = [f"height({zone})" for zone in ("one", "two")]
    if chance.random() < 0.3:  # by its name in the very question
        of[0] = f"({asked.format('one')})"
    if chance.random() < 0.4:
        defines.append(f"define above(this: {parameter}, more: 0..9) = height(this) + more")
        of[1] = f"above(two, {chance.randrange(3)})"
    defines.append(f"define spread = {chance.choice(JOINED).format(*of)}")
    cells = [_make_cell(chance) for _ in range(chance.choice((1, 2, 2, 3)))]
    if chance.random() < 0.2:
        cells.append("-")
    way = chance.choice(("first that fits", "exactly one fits"))
    table = f"table odds, {way}\n  spread | times\n"
    table += "".join(f"  {cell} | {k}\n" for k, cell in enumerate(cells))
    conditions = (
        "", "", "  if spread in [1, 2]\n", "  if size of one > 0\n", "  if ♥ in suits of two\n",
        "  ends when spread < 1\n", "  if odds > 0 and odds > 1\n",
    )  # fmt: skip
    before = chance.choice(conditions)
    asks = f"{before}{'    ' if before.startswith('  if') else '  '}taken = odds\n"
    if before.startswith("  if odds"):  # it is asked there already
        before = ""
    inside = "    " if before.startswith("  if") else "  "
    parts = {"one": zones[0], "two": zones[1], "defines": "\n".join(defines)}
    single = [f"  spread | fits\n  {cell} | 1\n" + "  - | 0\n" * (cell != "-") for cell in cells]
    rows = "".join(f"table row{k}, first that fits\n{each}" for k, each in enumerate(single))
    text = FRAME.format(
        **parts, state="", tables=table, asks=asks, deals=_deal([size or 1 for size in sizes])
    )
    notes = "".join(f"{inside}fits{k} = row{k}\n" for k in range(len(cells)))
    state = "".join(f"  fits{k}: 0..1 = 0\n" for k in range(len(cells))) + "  asked: 0..1 = 0\n"
    asks = f"{before}{inside}asked = 1\n{notes}"
    noting = [
        (sum(each), FRAME.format(**parts, state=state, tables=rows, asks=asks, deals=_deal(each)))
        for each in product(*(range((size or 1) + 1) for size in sizes))
    ]
    return Made(text, noting, cells, None not in sizes)


def _deal(sizes: Sequence[int]) -> str:
    each = zip(("one", "two"), sizes, strict=True)
    return "".join(f"  move top of shoe to {zone}\n" * size for zone, size in each)


def _make_cell(chance: Random) -> str:
    low = chance.randrange(-2, 9)
    return chance.choice(
        (f"{low}", f"{low}, {low + 2}", f"{low}..{low + chance.randrange(1, 4)}", f"< {low}")
    )


def play_all(path: Path, dealt: int, rows: int) -> Iterator[list[int]]:
    """The rows that fit in each deal in which the table is asked and has an answer."""
    try:
        table, faults = load(path).table(players=1), False
    except RulesetError as refused:  # with nothing dealt, what is asked may be none in all games
        assert "error[R05]" in str(refused)
        table, faults = load_untried(str(path)).table(players=1), True
    for cards in permutations(CARDS, dealt):
        try:
            position = table.start(pack=" ".join(cards))
        except RulesetFault:
            continue
        assert not faults, path.read_text(encoding="utf-8")
        if position["asked"]:
            yield [k for k in range(rows) if position[f"fits{k}"]]


def told_of(path: Path) -> list[Problem]:
    """The errors that are told of a game."""
    report = Report()
    inspect_fully(path, path.name, report)
    return [problem for problem in report.in_order() if problem.severity == ERROR]


def check_errors(folder: Path, seed: int) -> int:
    """Each error of a game that is made from a seed holds of its play; how many there are."""
    made = make_game(Random(seed))
    path, noting = folder / "piles.cards", folder / "noting.cards"
    path.write_text(made.text, encoding="utf-8")
    errors, fitting = told_of(path), list[list[int]]()
    for dealt, text in made.noting if errors else ():
        noting.write_text(text, encoding="utf-8")
        fitting += play_all(noting, dealt, len(made.rows))
    head = made.text.index("  spread | times")
    first_line = made.text.count("\n", 0, head) + 2
    for problem in errors:
        row = problem.span.line - first_line
        where = f"seed {seed}: {problem.code} {problem.title}\n{made.text}"
        match problem.code:
            case "B02":
                assert [] in fitting or not made.bounded, where
            case "B03" if problem.title.startswith("whatever fits"):
                assert all(len(rows) > 1 for rows in fitting if row in rows), where
            case "B03":
                assert any(len(rows) > 1 for rows in fitting) or not made.bounded, where
            case "B04":
                assert not any(rows[:1] == [row] for rows in fitting), where
            case _:
                pytest.fail(where)
    return len(errors)


FEW = 12  # games


def test_no_error_is_false(tmp_path: Path) -> None:
    """Most games of so few cards have one."""
    assert sum(check_errors(tmp_path, seed) > 0 for seed in range(FEW)) > 2


@pytest.mark.long
def test_no_error_is_false_in_many_games(tmp_path: Path) -> None:
    for seed in range(FEW, FEW + 600 * TIMES):
        check_errors(tmp_path, seed)
