"""Columns that a variant adds to tables."""

from __future__ import annotations

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.parts import find_grid, find_parts, name_part
from hoyle.dsl.variants.patch_context import PatchContext, find_word_after


def add_column(context: PatchContext, delta: d.Delta) -> None:
    """`add column to pays before pontoon`: a heading, and a cell for each row by its label."""
    path = delta.path
    assert path is not None
    table = _find_table(context, path)
    if table is None:
        return
    heads = tuple(part for part in delta.content if isinstance(part, d.Heading))
    rows = [part for part in delta.content if isinstance(part, d.Row)]
    if len(heads) != 2 or any(len(row.cells) != 2 for row in rows):
        context.report.add(
            "V02", "a new column is written as two: the label of each row, and its new cell",
            path.span, help=(f"the first heading is `{table.heads[0].span.text}`",),
        )  # fmt: skip
        return
    at = _find_column_place(context, table, delta, path)
    key = ("table", table.name, f"column {heads[1].span.text}")
    if at is None or not context.note_change(key, heads[1].span, delta.content):
        return
    cells = _find_cells(context, rows, path)
    if cells is None:
        return
    lacking = [f"`{name_part(row)}`" for row in table.rows if id(row) not in cells]
    if lacking:
        says = f"the new column of `{table.name}` says nothing for {' and '.join(lacking)}"
        context.report.add("V02", says, path.span)
        return
    wider = tuple(
        attrs.evolve(row, cells=(*row.cells[:at], cells[id(row)], *row.cells[at:]))
        for row in table.rows
    )
    heads = (*table.heads[:at], heads[1], *table.heads[at:])
    context.replace(table, attrs.evolve(table, heads=heads, rows=wider))


def _find_table(context: PatchContext, path: d.Path) -> d.Table | None:
    grid = find_grid(context, path)
    if isinstance(grid, d.Ranking):
        says = f"`{grid.name}` is a ranking, which has no columns to add to"
        context.report.add("V02", says, path.span)
        return None
    return grid


def _find_column_place(
    context: PatchContext, table: d.Table, delta: d.Delta, path: d.Path
) -> int | None:
    """Before which column; without `before` and `after` the answers of a table stay last."""
    if delta.where is None:
        return len(table.heads) - (table.matrix is None)
    side, word = delta.where
    names = [head.span.text.strip() for head in table.heads]
    if word.strip('"') not in names[1:]:
        span = find_word_after(path.span, word)
        what = f"column `{word}` in `{table.name}`"
        context.report_unknown(span, what, word, names[1:], f"columns of `{table.name}`")
        return None
    return names.index(word.strip('"')) + (side == "after")


def _find_cells(context: PatchContext, rows: list[d.Row], path: d.Path) -> dict[int, d.Cell] | None:
    """The new cell of each row of the table, by the row's id; none, with a message."""
    parts = find_parts(context, "row", path, 1)
    found: dict[int, d.Cell] = {}
    for row in rows:
        label = row.cells[0].span
        old = parts and parts.find(context, label.text, label)
        if old is None:
            return None
        found[id(old)] = row.cells[1]
    return found
