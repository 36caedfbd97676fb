"""From a text to its tree, or to the list of what is wrong with it."""

from __future__ import annotations

import re
from typing import Any

from lark import Lark

from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.build_files import Builder
from hoyle.dsl.tree.declarations import Comment, File
from hoyle.dsl.tree.grammar import parser
from hoyle.dsl.tree.mistakes import SYNTAX_ERRORS, explain_syntax
from hoyle.dsl.tree.page import page_is_sound

STRING = re.compile(r'"[^"\n]*"')
BRACES = re.compile(r"\{([^{}]*)\}")
MOST_MISTAKES = 20


def read(source: Source, report: Report) -> File | None:
    """The tree of a whole file; None when the report says why there is none."""
    if not page_is_sound(source, report):
        return None
    sentences = read_sentences(source, report)
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    try:
        tree = parser().parse(text, start="start")
    except SYNTAX_ERRORS as error:
        explain_all(source, text, error, report)
        return None
    if report.failed:
        return None
    builder = Builder(source, 0, sentences)
    edition, body = [child for child in tree.children if child is not None]
    kind, title, declarations = builder.build(body)
    return File(
        builder.build(edition), kind, title, declarations, tuple(comments_of(source)), source
    )


def read_expression(source: Source, start: int, text: str, report: Report) -> Any:
    """The expression written at `start`; None when it cannot be read."""
    try:
        tree = parser().parse(text, start="one_expression")
    except SYNTAX_ERRORS as error:
        explain_syntax(source, text, error, report, shift=start)
        return None
    return Builder(source, start, {}).build(tree)


def read_sentences(source: Source, report: Report) -> dict[int, tuple[Any, ...]]:
    """The pieces of every sentence that has braces, by the offset of its opening quote."""
    found: dict[int, tuple[Any, ...]] = {}
    if "{" not in source.text:
        return found
    for code_start, code in lines_of_code(source):
        for match in STRING.finditer(code):
            if "{" not in match.group():
                continue
            inside, start = match.group()[1:-1], code_start + match.start() + 1
            pieces: list[Any] = []
            last = 0
            for hole in BRACES.finditer(inside):
                pieces.append(inside[last : hole.start()])
                pieces.append(read_expression(source, start + hole.start(1), hole[1], report))
                last = hole.end()
            pieces.append(inside[last:])
            found[start - 1] = tuple(p for p in pieces if p != "" and p is not None)
    return found


def split_comment(line: str) -> tuple[str, str]:
    """A line's text and its comment (with `#`); a `#` inside a sentence is no comment."""
    quoted = False
    for i, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:i], line[i:].rstrip()
    return line, ""


def lines_of_code(source: Source) -> list[tuple[int, str]]:
    """Each line's offset and its text without the comment."""
    return [
        (start, split_comment(source.line_text(number))[0])
        for number, start in enumerate(source.line_starts, 1)
    ]


def comments_of(source: Source) -> list[Comment]:
    """All comments in order."""
    found = []
    for number in range(1, len(source.line_starts) + 1):
        code, comment = split_comment(source.line_text(number))
        if comment:
            found.append(Comment(number, comment, not code.strip()))
    return found


def explain_all(source: Source, text: str, error: Exception, report: Report) -> None:
    """Say the first syntax mistake, then blank its lines and go on, to find the others too."""
    reader: Lark = parser()
    first_of_run = True
    for _ in range(MOST_MISTAKES):
        line = explain_syntax(source, text, error, report, first=first_of_run)
        first_of_run = False
        text = without_block(text, line)
        try:
            reader.parse(text, start="start")
        except SYNTAX_ERRORS as next_error:
            error = next_error
        else:
            return


def without_block(text: str, line: int) -> str:
    """The text with line `line` and all that is indented below it made blank, length kept."""
    lines = text.split("\n")
    depth = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    lines[line - 1] = " " * len(lines[line - 1])
    for i in range(line, len(lines)):
        below = lines[i]
        if below.strip() and len(below) - len(below.lstrip()) <= depth:
            break
        lines[i] = " " * len(below)
    return "\n".join(lines)


def whole(source: Source) -> Span:
    """The first line of a text: where problems of the whole file are shown."""
    return source.whole_line(1)
