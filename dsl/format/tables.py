"""The canonical lines of tables and rankings: columns under each other."""

from __future__ import annotations

from hoyle.dsl.format.expressions import format_expression, render_params
from hoyle.dsl.format.line_breaking import INDENT, Doc
from hoyle.dsl.format.lines import Line, code, quoted
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Sentence

READINGS = {
    "first": "first that fits",
    "one": "exactly one fits",
    "sum": "sum of all that fit",
    "steps": "step by step",
}


def table(node: d.Table, depth: int, prefix: str) -> list[Line]:
    """A table: its name, how it is read, its columns."""
    reading = f", {READINGS[node.reading]}"
    head: Doc = (f"{prefix}table {node.name}", render_params(node.params), reading)
    return [code(depth, head, node.span), *columns_of(node.heads, node.rows, depth + 1)]


def columns_of(
    heads: tuple[d.Heading, ...], rows: tuple[d.Row, ...], depth: int
) -> list[Line]:  # fmt: skip
    """Headings and the rows below them."""
    asked = ([_heading_text(h) for h in heads], heads[0].span)
    return _aligned([asked, *(_cells_of(row) for row in rows)], depth)


def ranking(node: d.Ranking, depth: int, prefix: str) -> list[Line]:
    """A ranking: its name and its kinds."""
    head: Doc = (f"{prefix}ranking {node.name}", render_params(node.params), ", best first")
    return [code(depth, head, node.span), *rows_of(node.rows, depth + 1)]


def rows_of(rows: tuple[d.Row, ...], depth: int) -> list[Line]:
    """Rows that stand together."""
    return _aligned([_cells_of(row) for row in rows], depth)


def _aligned(rows: list[tuple[list[str], Span]], depth: int) -> list[Line]:
    """Cells padded to the widest of their column; the last cell of a row is not counted."""
    widths: dict[int, int] = {}
    for cells, _ in rows:
        for column, cell in enumerate(cells[:-1]):
            widths[column] = max(widths.get(column, 0), len(cell))
    lines = []
    for cells, span in rows:
        padded = [cell.ljust(widths.get(column, 0)) for column, cell in enumerate(cells)]
        text = " " * (depth * INDENT) + " | ".join(padded).rstrip()
        lines.append(Line(depth, (text,), span.line, span.line))
    return lines


def _cells_of(row: d.Row) -> tuple[list[str], Span]:
    """The texts of a row's cells, and where the row stands."""
    texts = [", ".join(_test_text(test) for test in cell.tests) for cell in row.cells]
    return texts, row.span


def _heading_text(heading: d.Heading) -> str:
    match heading.what:
        case d.Matrix(rows, columns):
            return f"{format_expression(rows)} \\ {format_expression(columns)}"
        case _:
            return format_expression(heading.what)


def _test_text(test: d.Test) -> str:
    match test:
        case Sentence():
            return quoted(test)
        case d.Blank():
            return "-"
        case d.Otherwise():
            return "otherwise"
        case d.CompareCell(op, value):
            return f"{op} {format_expression(value)}"
        case _:
            return format_expression(test)
