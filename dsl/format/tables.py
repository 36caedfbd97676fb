"""The canonical lines of tables and rankings: columns under each other."""

from __future__ import annotations

from hoyle.dsl.format.line_breaking import INDENT
from hoyle.dsl.format.lines import Line
from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d


def format_columns(
    heads: tuple[d.Heading, ...], rows: tuple[d.Row, ...], depth: int
) -> list[Line]:  # fmt: skip
    """Headings and the rows below them."""
    asked = ([format_expression(head.what) for head in heads], heads[0].span)
    return _align([asked, *(_render_cells(row) for row in rows)], depth)


def format_rows(rows: tuple[d.Row, ...], depth: int) -> list[Line]:
    """Rows that stand together."""
    return _align([_render_cells(row) for row in rows], depth)


def _align(rows: list[tuple[list[str], Span]], depth: int) -> list[Line]:
    """Cells padded to the widest of their column; the last cell of a row is not counted."""
    widths: dict[int, int] = {}
    for cells, _ in rows:
        for column, cell in enumerate(cells[:-1]):
            widths[column] = max(widths.get(column, 0), len(cell))
    lines = []
    for cells, span in rows:
        padded = [cell.ljust(widths.get(column, 0)) for column, cell in enumerate(cells)]
        text = " " * (depth * INDENT) + " | ".join(padded).rstrip()
        lines.append(Line(depth, (text,), span.source, span.line, span.line))
    return lines


def _render_cells(row: d.Row) -> tuple[list[str], Span]:
    """The texts of a row's cells, and where the row stands."""
    texts = [", ".join(map(format_expression, cell.tests)) for cell in row.cells]
    return texts, row.span
