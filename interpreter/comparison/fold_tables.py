"""What is known before play, put into tables and rankings: rows that never fit fall away."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.constant_folding import (
    Known,
    compared,
    constant,
    folded,
    is_no,
    is_yes,
)
from hoyle.interpreter.comparison.fold_steps import folded_part


def folded_table(table: d.Table, known: Known) -> d.Table:
    """A table; a column that asks for something known is answered."""
    rows: list[d.Row] = [folded_part(row, known) for row in table.rows]
    heads = [attrs.evolve(head, what=_head_of(head.what, known)) for head in table.heads[:-1]]
    if heads and isinstance(heads[0].what, d.Matrix):
        return attrs.evolve(table, heads=(heads[0], *table.heads[1:]), rows=tuple(rows))
    for k in reversed(range(len(heads))):
        fits = [fit(heads[k].what, row.cells[k], known) for row in rows]
        if None in fits and not _is_when(heads[k].what):
            continue
        rows = [row for row, one in zip(rows, fits, strict=True) if one is not False]
        if _is_when(heads[k].what):
            rows = [_blank_where_sure(row, k, known) for row in rows]
        else:
            rows = [_without(row, k) for row in rows]
            del heads[k]
    return attrs.evolve(table, heads=(*heads, table.heads[-1]), rows=tuple(rows))


def _head_of(what: Any, known: Known) -> Any:
    """What a column asks; a name that stands for something known is put in."""
    if isinstance(what, d.Matrix):
        return folded_part(what, known)
    return (
        what if isinstance(what, e.Word) and what.text in ("when", "rule") else folded(what, known)
    )


def _is_when(what: Any) -> bool:
    """Whether a column asks a question of its own in each row."""
    return isinstance(what, e.Word) and what.text == "when"


def fit(what: Any, cell: d.Cell, known: Known) -> bool | None:
    """Whether a cell fits, where that is known before play."""
    if isinstance(what, e.Word) and what.text == "rule":
        return None
    answers = [_test_fits(what, test, known) for test in cell.tests]
    if True in answers:
        return True
    return None if None in answers else False


def _test_fits(what: Any, test: d.Test, known: Known) -> bool | None:
    match test:
        case d.Blank():
            return True if _is_when(what) or constant(what, known) is not None else None
        case d.Otherwise() | e.Sentence():
            return None
    if _is_when(what):
        return True if is_yes(test) else False if is_no(test) else None
    if constant(what, known) is None:
        return None
    if isinstance(test, d.CompareCell):
        asked = e.Compare(test.op, what, test.value, test.span, test.span)
    else:
        among = isinstance(test, e.Listing | e.Between)
        asked = e.Compare("in" if among else "is", what, test, test.span, test.span)
    found = compared(asked, known)
    return True if is_yes(found) else False if is_no(found) else None


def _blank_where_sure(row: d.Row, column: int, known: Known) -> d.Row:
    cell = row.cells[column]
    if len(cell.tests) == 1 and is_yes(cell.tests[0]):
        cells = list(row.cells)
        cells[column] = attrs.evolve(cell, tests=(d.Blank(cell.span),))
        return attrs.evolve(row, cells=tuple(cells))
    return row


def _without(row: d.Row, column: int) -> d.Row:
    return attrs.evolve(row, cells=(*row.cells[:column], *row.cells[column + 1 :]))


def folded_ranking(ranking: d.Ranking, known: Known) -> d.Ranking:
    """A ranking without the kinds that no hand can be."""
    rows = []
    for row in ranking.rows:
        label, test, *ties = folded_part(row, known).cells
        label = row.cells[0]  # the name of a kind is no option, even if it has the same word
        if not any(is_no(one) for one in test.tests):
            rows.append(attrs.evolve(row, cells=(label, test, *ties)))
    return attrs.evolve(ranking, rows=tuple(rows))
