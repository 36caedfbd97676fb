"""Lines of code on their way into the canonical text."""

from __future__ import annotations

import attrs

from hoyle.dsl.format.line_breaking import INDENT, WIDTH, Doc, Tail, break_lines, render_flat
from hoyle.dsl.format.templates import format_expression, render, render_meaning
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.expressions import Expr, Sentence

GAP = 2  # at least so many spaces stand before a sentence or a comment


@attrs.frozen
class Line:
    """One line of code, or several rows where it had to be broken.

    `first` and `last` are the lines of the `source` it comes from; a `loose` line keeps one empty
    line above it if the source had any.
    """

    depth: int
    rows: tuple[str, ...]
    source: Source
    first: int
    last: int
    loose: bool = False


@attrs.frozen
class Sentenced:
    """Code that a sentence in quotes may follow."""

    code: Doc
    sentence: Sentence | None
    span: Span


def make_line(
    depth: int, doc: Doc, span: Span, *, loose: bool = False, opens: bool = False
) -> Line:
    """A line of code; of its place in the source only the beginning is needed.

    Where it `opens` a block, it goes on further in than the block stands.
    """
    rows = tuple(break_lines(doc, depth * INDENT, INDENT if opens else 0))
    return Line(depth, rows, span.source, span.line, span.line, loose)


def format_definition(depth: int, head: Doc, value: Expr, span: Span) -> Line:
    """`head value` on one line, or the value indented below its head."""
    indent = depth * INDENT
    whole = render_flat((head, " ", render(value)))
    if indent + len(whole) <= WIDTH:
        rows = [" " * indent + whole]
    else:
        rows = [*break_lines(head, indent), *break_lines(render_meaning(value), indent + INDENT)]
    return Line(depth, tuple(rows), span.source, span.line, value.span.last_line)


def align_sentences(items: list[Sentenced], depth: int) -> list[Line]:
    """Lines whose sentences stand in the column that suits most of them."""
    indent = depth * INDENT
    column = _find_best_column(items, indent)
    lines = []
    for item in items:
        text = " " * indent + render_flat(item.code)
        if item.sentence is None:
            rows = break_lines(item.code, indent)
        elif _has_room_at(item, indent, column):
            rows = [text.ljust(column) + format_expression(item.sentence)]
        else:
            tail = Tail(" " * GAP + format_expression(item.sentence))
            rows = break_lines((item.code, tail), indent)
        at = item.span.line
        lines.append(Line(depth, tuple(rows), item.span.source, at, at))
    return lines


def _find_best_column(items: list[Sentenced], indent: int) -> int:
    """The column for the sentences: the leftmost of those that suit the most lines."""
    columns = {indent + len(render_flat(item.code)) + GAP for item in items if item.sentence}
    counted = {
        column: sum(_has_room_at(item, indent, column) for item in items) for column in columns
    }
    return max(sorted(counted), key=lambda column: counted[column], default=0)


def _has_room_at(item: Sentenced, indent: int, column: int) -> bool:
    if item.sentence is None:
        return False
    starts = indent + len(render_flat(item.code)) + GAP
    return starts <= column and column + len(format_expression(item.sentence)) <= WIDTH
