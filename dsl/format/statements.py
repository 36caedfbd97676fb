"""The canonical lines of statements and choices."""

from __future__ import annotations

import attrs

from hoyle.dsl.format.lines import Line, Sentenced, align_sentences, make_line
from hoyle.dsl.format.templates import render
from hoyle.dsl.parser.comments import split_comment
from hoyle.dsl.tree import statements as s


def format_block(statements: s.Block, depth: int) -> list[Line]:
    """The lines of several statements."""
    return [line for statement in statements for line in _format_statement(statement, depth)]


def _format_statement(statement: s.Statement, depth: int) -> list[Line]:
    if isinstance(statement, s.If):
        return _format_if(statement, depth)
    body: s.Block = getattr(statement, "body", ())  # of a loop
    opens = bool(body) or isinstance(statement, s.Choose)
    head = make_line(depth, render(statement), statement.span, loose=True, opens=opens)
    if isinstance(statement, s.Choose):
        lines = [head, *format_actions(statement.actions, depth + 1)]
        if statement.otherwise is not None and statement.otherwise_span is not None:
            word = make_line(depth + 1, "otherwise", statement.otherwise_span)
            lines += [word, *format_block(statement.otherwise, depth + 2)]
        return lines
    return [head, *format_block(body, depth + 1)]


def _format_if(statement: s.If, depth: int) -> list[Line]:
    lines: list[Line] = []
    for test, body in statement.branches:
        word = "else if " if lines else "if "
        span = test.span if lines else statement.span
        lines.append(make_line(depth, (word, render(test)), span, loose=not lines, opens=True))
        lines += format_block(body, depth + 1)
    if statement.otherwise:
        lines += _format_else(statement.otherwise, depth)
    return lines


def _format_else(body: s.Block, depth: int) -> list[Line]:
    """The block below `else`, whose place in the source no node holds."""
    first = body[0].span
    at = first.line
    for number in range(at - 1, 0, -1):
        written = split_comment(first.source.line_text(number))[0].strip()
        if written:
            at = number if written == "else" else at
            break
    head = make_line(depth, "else", first)
    return [attrs.evolve(head, first=at, last=at), *format_block(body, depth + 1)]


def format_actions(actions: tuple[s.Action, ...], depth: int) -> list[Line]:
    """Actions: what is chosen, the conditions, the effects."""
    lines = []
    for action in actions:
        opens = bool(action.musts or action.body)
        lines.append(make_line(depth, render(action), action.span, loose=True, opens=opens))
        lines += format_musts(action.musts, depth + 1)
        lines += format_block(action.body, depth + 1)
    return lines


def format_musts(musts: tuple[s.Must, ...], depth: int) -> list[Line]:
    """`must` lines, their sentences in one column."""
    return align_sentences(
        [Sentenced(render(must), must.sentence, must.span) for must in musts], depth
    )
