"""Comments and empty lines, put back into the canonical text."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from hoyle.dsl.format.line_breaking import CONTINUES, INDENT
from hoyle.dsl.format.lines import GAP, Line
from hoyle.dsl.parser.comments import split_comment
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import Comment, File

COMMENT_COLUMN = 71  # comments after code begin no further to the right where the code lets them


@attrs.frozen
class Chunk:
    """The lines of a declaration; `apart` when an empty line must stand above it."""

    lines: tuple[Line, ...]
    apart: bool


@attrs.define
class Row:
    """A row of the text, its comment, whether an empty line stands above it.

    Rows of one `unit` have their comments in one column.
    """

    text: str
    comment: str = ""
    spaced: bool = False
    unit: int = 0


def weave_comments(file: File, chunks: list[Chunk]) -> str:
    """The whole text: the lines of code with the comments and empty lines of the source."""
    weaver = Weaver(file)
    lines = [(chunk, line) for chunk in chunks for line in chunk.lines]
    nexts = [line.first for _, line in lines[1:]]
    for (chunk, line), until in zip(lines, [*nexts, None], strict=True):
        weaver.add(line, chunk if line is chunk.lines[0] else None, until)
    return "".join(_write_rows(weaver.finish()))


class Weaver:
    """Goes through the lines of code and the comments side by side."""

    def __init__(self, file: File) -> None:
        self.source = file.source
        self.comments = list(file.comments)
        self.above: list[Line] = []
        self.rows: list[Row] = []
        self.unit = 0

    def add(self, line: Line, opened: Chunk | None, until: int | None) -> None:
        """A line of code (which may open a declaration), and the comments up to the next line."""
        before = self.take(lambda c: c.line < line.first)
        last = max(line.last, _find_last_line(self.source, line.first))
        mine = self.take(
            lambda c: c.line <= last or (not c.alone and (until is None or c.line < until))
        )
        kept = _place_comments(line, mine, last)
        hoisted = [comment for comment in mine if comment not in kept.values()]
        gap = [self.alone(comment, line) for comment in before]
        inner = [Row(" " * (line.depth * INDENT) + comment.text) for comment in hoisted]
        code = [Row(text, kept[i].text if i in kept else "") for i, text in enumerate(line.rows)]
        own = [*inner, *code]
        own[0].spaced = _is_blank_above(self.source, line.first)
        self._space([*gap, own[0]], line, opened)
        for row in [*gap, *own]:
            row.unit = self.unit
            self.rows.append(row)
        self.above.append(line)

    def _space(self, gap: list[Row], line: Line, opened: Chunk | None) -> None:
        """Decide which rows between two lines of code have an empty line above them."""
        if opened is not None:
            if opened.apart and not any(row.spaced for row in gap):
                next(row for row in gap if not row.text.startswith(" ")).spaced = True
            self.unit += any(row.spaced for row in gap)
        elif not (line.loose and line.depth <= self.above[-1].depth):
            for row in gap:
                row.spaced = False

    def finish(self) -> list[Row]:
        """The comments after the last line, and all rows."""
        self.rows += [self.alone(comment, None) for comment in self.take(lambda _: True)]
        self.rows[0].spaced = False
        return self.rows

    def take(self, wanted: Callable[[Comment], bool]) -> list[Comment]:
        """The next comments, as long as they are wanted."""
        taken = []
        while self.comments and wanted(self.comments[0]):
            taken.append(self.comments.pop(0))
        return taken

    def alone(self, comment: Comment, line: Line | None) -> Row:
        """A comment above a line: indented like it, or like the block that it ends."""
        column = _find_indent(self.source, comment.line)
        depth = 0 if line is None else line.depth
        if column > (-1 if line is None else _find_indent(self.source, line.first)):
            ended = (
                a for a in reversed(self.above) if _find_indent(self.source, a.first) <= column
            )
            depth = max(depth, next((a.depth for a in ended), 0))
        text = " " * (depth * INDENT) + comment.text
        return Row(text, spaced=_is_blank_above(self.source, comment.line))


def _place_comments(line: Line, comments: list[Comment], last: int) -> dict[int, Comment]:
    """Which row each comment ends; those that have no place go above the line.

    Where the source had as many rows, each comment stays on its own. If not, one on the first row
    stays there, and the last comment ends the last row.
    """
    ends = [comment for comment in comments if not comment.alone]
    rows = len(line.rows)
    if not ends or ends[-1] is not comments[-1]:
        return {}
    if ends == comments and rows == last - line.first + 1 and ends[-1].line <= last:
        return {comment.line - line.first: comment for comment in ends}
    final = 0 if ends[-1].line == line.first else rows - 1
    kept = {final: ends[-1]}
    if len(comments) == 2 and ends[0].line == line.first and final > 0:
        kept[0] = ends[0]
    return kept


def _write_rows(rows: list[Row]) -> list[str]:
    """The rows with their comments, those of each unit in one column."""
    columns: dict[int, int] = {}
    for row in rows:
        if row.comment:
            wanted = max(columns.get(row.unit, 0), len(row.text) + GAP)
            columns[row.unit] = min(wanted, COMMENT_COLUMN)
    found = []
    for row in rows:
        text = row.text
        if row.comment:
            text = (text + " " * GAP).ljust(columns[row.unit]) + row.comment
        found.append(("\n" if row.spaced else "") + text + "\n")
    return found


# ---------------------------------------------------------------------- what the source says


def _find_indent(source: Source, number: int) -> int:
    text = source.line_text(number)
    return len(text) - len(text.lstrip())


def _is_blank_above(source: Source, number: int) -> bool:
    """Whether an empty line stands above a line of the source."""
    return number > 1 and not source.line_text(number - 1).strip()


def _find_last_line(source: Source, first: int) -> int:
    """The last line of what begins on line `first`: open brackets and continued lines go on."""
    depth, number = 0, first
    while number < len(source.line_starts):
        code = re.sub(r'"[^"]*"', "", split_comment(source.line_text(number))[0])
        depth += sum(code.count(sign) for sign in "([") - sum(code.count(sign) for sign in ")]")
        if depth <= 0 and not CONTINUES.match(f"{source.line_text(number + 1).lstrip(' ')}\n"):
            break
        number += 1
    return number
