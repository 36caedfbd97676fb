"""Lines of code on their way into the canonical text."""

from __future__ import annotations

import attrs

from hoyle.dsl.format.expressions import render, render_meaning
from hoyle.dsl.format.line_breaking import INDENT, WIDTH, Doc, lines_of, one_line
from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, Sentence

GAP = 2  # at least so many spaces stand before a sentence or a comment


@attrs.frozen
class Line:
    """One line of code, or several rows where it had to be broken.

    `first` and `last` are the lines of the source it comes from; a `loose` line keeps one empty
    line above it if the source had any.
    """

    depth: int
    rows: tuple[str, ...]
    first: int
    last: int
    loose: bool = False


@attrs.frozen
class Said:
    """Code that a sentence in quotes may follow."""

    code: Doc
    sentence: Sentence | None
    span: Span


def code(depth: int, doc: Doc, span: Span, *, loose: bool = False) -> Line:
    """A line of code; of its place in the source only the beginning is needed."""
    return Line(depth, tuple(lines_of(doc, depth * INDENT)), span.line, span.line, loose)


def quoted(sentence: Sentence) -> str:
    """A sentence as it was written, braces and all."""
    return f'"{sentence.plain}"'


def with_meaning(depth: int, head: Doc, value: Expr, span: Span) -> Line:
    """`head value` on one line, or the value indented below its head."""
    indent = depth * INDENT
    whole = one_line((head, " ", render(value)))
    if indent + len(whole) <= WIDTH:
        rows = [" " * indent + whole]
    else:
        rows = [*lines_of(head, indent), *lines_of(render_meaning(value), indent + INDENT)]
    return Line(depth, tuple(rows), span.line, value.span.last_line)


def said_lines(items: list[Said], depth: int) -> list[Line]:
    """Lines whose sentences stand in the column that suits most of them."""
    indent = depth * INDENT
    column = _best_column(items, indent)
    lines = []
    for item in items:
        text = " " * indent + one_line(item.code)
        if item.sentence is None:
            rows = lines_of(item.code, indent)
        elif _suits(item, indent, column):
            rows = [text.ljust(column) + quoted(item.sentence)]
        else:
            rows = lines_of((item.code, " " * GAP, quoted(item.sentence)), indent)
        lines.append(Line(depth, tuple(rows), item.span.line, item.span.line))
    return lines


def _best_column(items: list[Said], indent: int) -> int:
    """The column for the sentences: the leftmost of those that suit the most lines."""
    columns = {indent + len(one_line(item.code)) + GAP for item in items if item.sentence}
    counted = {column: sum(_suits(item, indent, column) for item in items) for column in columns}
    return max(sorted(counted), key=lambda column: counted[column], default=0)


def _suits(item: Said, indent: int, column: int) -> bool:
    if item.sentence is None:
        return False
    starts = indent + len(one_line(item.code)) + GAP
    return starts <= column and column + len(quoted(item.sentence)) <= WIDTH
