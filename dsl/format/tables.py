"""The canonical lines of tables and rankings: columns under each other."""

from __future__ import annotations

from hoyle.dsl.format.line_breaking import INDENT, WIDTH
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
        texts = _break_row([*padded[:-1], cells[-1]], depth * INDENT)
        lines.append(Line(depth, tuple(texts), span.source, span.line, span.last_line))
    return lines


def _break_row(cells: list[str], indent: int) -> list[str]:
    """A row that is too wide goes on with `|` under the end of its first cell."""
    texts = [" " * indent + cells[0]]
    lead = " " * len(texts[0])
    for cell in cells[1:]:
        if len(texts[-1]) + len(" | ") + len(cell.rstrip()) > WIDTH and texts != [lead]:
            texts.append(lead)
        texts[-1] += f" | {cell}"
    return [text.rstrip() for text in texts]


def _render_cells(row: d.Row) -> tuple[list[str], Span]:
    """The texts of a row's cells, and where the row stands."""
    texts = [", ".join(map(format_expression, cell.tests)) for cell in row.cells]
    return texts, row.span
