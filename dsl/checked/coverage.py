"""Gaps, overlaps and dead rows of a table, found by trying every value its columns can have."""

from __future__ import annotations

from itertools import islice, product

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk
from hoyle.dsl.checked.types import (
    RANK,
    SUIT,
    YESNO,
    ChoiceT,
    KindT,
    NumberT,
    Type,
    bare,
)
from hoyle.dsl.nearest import listed

MOST_CASES = 20_000
Cell = frozenset[str] | None  # None: everything


def domain(desk: Desk, kind: Type) -> tuple[str, ...] | None:
    """Every value of a type as a word; None where there are too many or they are not known."""
    kind = bare(kind)
    if kind == RANK:
        return desk.ranks
    if kind == SUIT:
        return desk.suits
    if kind == YESNO:
        return ("no", "yes")
    if isinstance(kind, ChoiceT):
        return kind.words
    if isinstance(kind, KindT):
        return kind.rows
    if isinstance(kind, NumberT) and kind.low is not None and kind.high is not None:
        if kind.high - kind.low < 1000:
            return tuple(str(n) for n in range(kind.low, kind.high + 1))
    return None


def words_of(value: g.Value, kind: Type) -> frozenset[str] | None:
    """The words that a plain cell names; None where they are not known before play."""
    kind = bare(kind)
    match value:
        case g.Literal(what="kind", word=word):
            return frozenset({word.split(".", 1)[1]})
        case g.Literal(word=word):
            return frozenset({word})
        case g.Const(value=number):
            if isinstance(kind, ChoiceT):
                return frozenset({kind.words[number]})
            if kind == YESNO:
                return frozenset({("no", "yes")[number]})
            return frozenset({str(number)})
        case g.Op(name="list", args=args):
            parts = [words_of(arg, kind) for arg in args]
            return None if None in parts else frozenset().union(*parts)  # type: ignore[arg-type]
        case g.Op(name="between", args=(g.Const(value=low), g.Const(value=high))):
            return frozenset(str(n) for n in range(low, high + 1))
    return None


def known_cells(table: g.Table, row: g.Row) -> list[Cell] | None:
    """What each column of a row lets through; None where a cell is not plain."""
    found: list[Cell] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None:
            return None
        if cell == ():
            found.append(None)
            continue
        parts = [words_of(value, column.type) for value in cell]
        if None in parts:
            return None
        found.append(frozenset().union(*parts))  # type: ignore[arg-type]
    return found


def check_coverage(desk: Desk, table: g.Table | g.Ranking) -> None:
    """Tell rows behind one that always fits, and for plain columns gaps, overlaps, dead rows."""
    if isinstance(table, g.Ranking) or table.reading in ("first", "one"):
        behind_a_row_that_always_fits(desk, table)
    if isinstance(table, g.Ranking):
        return
    if table.reading in ("first", "one") and table.columns and len(table.columns) == len(
        table.rows[0].cells if table.rows else ()
    ):  # fmt: skip
        try_all(desk, table)


def always_fits(row: g.Row) -> bool:
    """Whether a row has nothing to ask."""
    return bool(row.cells) and all(cell == () for cell in row.cells)


def behind_a_row_that_always_fits(desk: Desk, table: g.Table | g.Ranking) -> None:
    """Rows that can never be reached; and a ranking or table that ends without `otherwise`."""
    if isinstance(table, g.Table) and table.reading == "one":
        return
    for k, row in enumerate(table.rows):
        if always_fits(row):
            for dead in table.rows[k + 1 :]:
                desk.error(
                    "B04", f"the row `{dead.name}` can never be reached", dead.span,
                    also=((row.span, "this row fits whatever comes"),),
                    help=("the first row that fits is taken; move this row above it",),
                )  # fmt: skip
            return


def try_all(desk: Desk, table: g.Table) -> None:
    """Every combination of the columns' values against the rows."""
    domains = [domain(desk, column.type) for column in table.columns]
    rows = [known_cells(table, row) for row in table.rows]
    known = [d for d in domains if d is not None]
    if len(known) < len(domains) or any(row is None for row in rows):
        return
    hits = [0] * len(rows)
    gaps: list[tuple[str, ...]] = []
    overlap = None
    for case in islice(product(*known), MOST_CASES):
        fitting = [
            k for k, row in enumerate(rows)
            if all(cell is None or word in cell for cell, word in zip(row, case, strict=True))  # type: ignore[arg-type]
        ]  # fmt: skip
        if not fitting:
            gaps.append(case)
        elif table.reading == "first":
            hits[fitting[0]] += 1
        else:
            for k in fitting:
                hits[k] += 1
            if len(fitting) > 1 and overlap is None:
                overlap = (case, table.rows[fitting[0]], table.rows[fitting[1]])
    tell(desk, table, hits, gaps, overlap)


def tell(
    desk: Desk, table: g.Table, hits: list[int], gaps: list[tuple[str, ...]],
    overlap: tuple[tuple[str, ...], g.Row, g.Row] | None,
) -> None:  # fmt: skip
    """What the trial showed."""
    if gaps:
        cases = listed([" and ".join(gap) for gap in gaps], 6)
        given = listed([row.name for row in table.rows], 12)
        desk.error(
            "B02", f"no row of `{table.name}` fits {cases}", table.span,
            help=(f"rows are given for {given}",),
        )  # fmt: skip
    if overlap is not None:
        case, first, second = overlap
        desk.error(
            "B03", f"two rows of `{table.name}` fit {' and '.join(case)}", second.span,
            also=((first.span, "this one too"),),
        )  # fmt: skip
    for row, count in zip(table.rows, hits, strict=True):
        if count == 0 and not (overlap is not None and row is overlap[2]):
            desk.error(
                "B04", f"the row `{row.name}` can never be reached", row.span,
                help=("rows above it, or the values that there are, leave nothing for it",),
            )  # fmt: skip
