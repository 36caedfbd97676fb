"""Rows and columns of tables and rankings."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Sentence
from hoyle.dsl.variants.patch_context import PatchContext, part, word_after

Grid = d.Table | d.Ranking


def _label_of(row: d.Row) -> str:
    """What a row is called: its sentence, or its first cell as it is written."""
    first = row.cells[0].tests[0]
    return first.plain if isinstance(first, Sentence) else " ".join(row.cells[0].span.text.split())


def _grid(bench: PatchContext, path: d.Path) -> Grid | None:
    name = path.parts[0]
    found = bench.named(d.Table, name) or bench.named(d.Ranking, name)
    if found is None:
        names = [one.name for one in bench.all(d.Table)]
        names += [one.name for one in bench.all(d.Ranking)]
        bench.unknown(part(path, 0), f"table `{name}`", name, names, "its tables are")
    return found


def _row_named(bench: PatchContext, table: Grid, word: str, span: Span) -> d.Row | None:
    """The row of a label; a message where there is none, or more than one."""
    wanted = " ".join(word.strip('"').split())
    found = [row for row in table.rows if _label_of(row) == wanted]
    if not found:
        labels = [_label_of(row) for row in table.rows]
        bench.unknown(
            span, f"row `{wanted}` in `{table.name}`", word, labels, f"rows of `{table.name}`"
        )
    says = f"`{table.name}` has {len(found)} rows `{wanted}`"
    help_ = "`replace table` can change them all"
    return bench.only(found, span, says, lambda row: row.span, help_)


def _with_rows(bench: PatchContext, table: Grid, rows: list[d.Row]) -> None:
    bench.put(table, attrs.evolve(table, rows=tuple(rows)))


def _place_among(bench: PatchContext, table: Grid, delta: d.Delta) -> int | None:
    """Where `before X` and `after X` put a row; without them, behind the last."""
    if delta.where is None:
        return len(table.rows)
    assert delta.path is not None
    side, word = delta.where
    row = _row_named(bench, table, word, word_after(delta.path.span, word))
    return None if row is None else table.rows.index(row) + (side == "after")


def add_rows(bench: PatchContext, delta: d.Delta) -> None:
    """`add row to pays before pontoon`."""
    assert delta.path is not None
    table = _grid(bench, delta.path)
    if table is None:
        return
    at = _place_among(bench, table, delta)
    if at is None:
        return
    for row in delta.content:
        if not bench.touch(("table", table.name, _label_of(row)), row.span, row, whole=True):
            return
        same = next((old for old in table.rows if old == row), None)
        if same is not None:
            says = f"`{table.name}` has this row already"
            return bench.present(row.span, says, same.span)
    _with_rows(bench, table, [*table.rows[:at], *delta.content, *table.rows[at:]])


def replace_rows(bench: PatchContext, delta: d.Delta) -> None:
    """`replace row in pays`, found by its label; `replace row in kind.pontoon` by its path."""
    assert delta.path is not None
    table = _grid(bench, delta.path)
    if table is None:
        return
    rows = list(table.rows)
    for row in delta.content:
        by_path = len(delta.path.parts) > 1
        word = delta.path.parts[1] if by_path else _label_of(row)
        span = part(delta.path, 1) if by_path else row.cells[0].span
        old = _row_named(bench, table, word, span)
        if old is None or not bench.touch(
            ("table", table.name, _label_of(old)), row.span, row, whole=True
        ):
            continue
        if old == row:
            bench.same(row.span, f"the row `{_label_of(old)}` is so already")
        rows[rows.index(old)] = row
    _with_rows(bench, table, rows)


def remove_row(bench: PatchContext, table: Grid, path: d.Path) -> None:
    """`remove pays.five_card`."""
    row = _row_named(bench, table, path.parts[1], part(path, 1))
    if row is not None and bench.touch(
        ("table", table.name, _label_of(row)), path.span, None, whole=True
    ):
        _with_rows(bench, table, [one for one in table.rows if one is not row])


def add_column(bench: PatchContext, delta: d.Delta) -> None:
    """`add column to pays before pontoon`: a heading, and a cell for each row by its label."""
    assert delta.path is not None
    table = _grid(bench, delta.path)
    if table is None:
        return
    if isinstance(table, d.Ranking):
        bench.report.add("V02", f"`{table.name}` is a ranking, which has no columns to add to",
                         delta.path.span)  # fmt: skip
        return
    heads = tuple(head for head in delta.content if isinstance(head, d.Heading))
    rows = [row for row in delta.content if isinstance(row, d.Row)]
    if len(heads) != 2 or any(len(row.cells) != 2 for row in rows):
        bench.report.add(
            "V02", "a new column is written as two: the label of each row, and its new cell",
            delta.path.span, help=(f"the first heading is `{table.heads[0].span.text}`",),
        )  # fmt: skip
        return
    at = _column_place(bench, table, delta)
    key = ("table", table.name, f"column {heads[1].span.text}")
    if at is None or not bench.touch(key, heads[1].span, delta.content, whole=True):
        return
    cells = _cells_by_row(bench, table, rows, delta)
    if cells is None:
        return
    wider = [
        attrs.evolve(row, cells=(*row.cells[:at], cells[k], *row.cells[at:]))
        for k, row in enumerate(table.rows)
    ]
    new_heads = (*table.heads[:at], heads[1], *table.heads[at:])
    bench.put(table, attrs.evolve(table, heads=new_heads, rows=tuple(wider)))


def _column_place(bench: PatchContext, table: d.Table, delta: d.Delta) -> int | None:
    """Before which column; without `before` and `after` the answers of a table stay last."""
    assert delta.path is not None
    matrix = isinstance(table.heads[0].what, d.Matrix)
    if delta.where is None:
        return len(table.heads) if matrix else len(table.heads) - 1
    side, word = delta.where
    names = [head.span.text.strip() for head in table.heads]
    if word.strip('"') not in names[1:]:
        span = word_after(delta.path.span, word)
        lead = f"columns of `{table.name}`"
        bench.unknown(span, f"column `{word}` in `{table.name}`", word, names[1:], lead)
        return None
    return names.index(word.strip('"')) + (side == "after")


def _cells_by_row(
    bench: PatchContext, table: d.Table, rows: list[d.Row], delta: d.Delta
) -> list[d.Cell] | None:
    """The new cell of each row of the table, in the table's order."""
    found: dict[int, d.Cell] = {}
    for row in rows:
        old = _row_named(bench, table, row.cells[0].span.text, row.cells[0].span)
        if old is None:
            return None
        found[table.rows.index(old)] = row.cells[1]
    lacking = [_label_of(row) for k, row in enumerate(table.rows) if k not in found]
    if lacking:
        assert delta.path is not None
        rest = " and ".join(f"`{label}`" for label in lacking)
        bench.report.add(
            "V02", f"the new column of `{table.name}` says nothing for {rest}", delta.path.span
        )
        return None
    return [found[k] for k in range(len(table.rows))]
