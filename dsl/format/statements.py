"""The canonical lines of statements and choices."""

from __future__ import annotations

from hoyle.dsl.format.expressions import render
from hoyle.dsl.format.line_breaking import Deeper, Doc, Group, Soft, join
from hoyle.dsl.format.lines import Line, Sentenced, align_sentences, make_line
from hoyle.dsl.format.templates import fill_template
from hoyle.dsl.parser.from_text import split_comment
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Expr


def format_block(statements: s.Block, depth: int) -> list[Line]:
    """The lines of several statements."""
    return [line for statement in statements for line in _format_statement(statement, depth)]


def _format_statement(statement: s.Statement, depth: int) -> list[Line]:
    match statement:
        case s.If():
            return _format_if(statement, depth)
        case s.For(body=body):
            head, below = _render_for(statement), format_block(body, depth + 1)
        case s.Repeat(body=body):
            head, below = _render_repeat(statement), format_block(body, depth + 1)
        case s.Choose():
            return _format_choose(statement, depth)
        case _:
            head, below = _render_simple(statement), []
    return [make_line(depth, head, statement.span, loose=True), *below]


def _render_simple(statement: s.Statement) -> Doc:
    match statement:
        case s.Let(name, value, announced):
            return (f"{'announce' if announced else 'let'} {name} = ", render(value))
        case s.Deal(amount, source, to, facing, name, over, where):
            many: Doc = "all"
            if isinstance(amount, s.Packet):
                many = (render(amount.size), " at a time")
            elif amount is not None:
                many = (render(amount), " each")
            ends: Doc = (" from ", render(source), " to ", render(to))
            each = (f" for {name} in ", render(over), *_render_where(where))
            return Group(("deal ", many, ends, *_render_optional(" face ", facing), *each))
        case s.Show(what, to, hidden):
            return ("hide " if hidden else "show ", render(what), *_render_optional(" to ", to))
        case s.End(phase):
            return f"end {phase or 'match'}"
    return fill_template(statement)


def _render_optional(word: str, expr: Expr | None) -> tuple[Doc, ...]:
    return () if expr is None else (word, render(expr))


def _render_where(where: Expr | None) -> tuple[Doc, ...]:
    """` where …`, on a line of its own if need be."""
    return () if where is None else (Deeper((Soft(), "where ", render(where))),)


def _render_limit(bound: s.Limit | None) -> tuple[Doc, ...]:
    if bound is None:
        return ()
    if bound.times is None:
        return (", however long",)
    otherwise: Doc = "" if bound.otherwise is None else (", else ", _render_simple(bound.otherwise))
    return (" at most ", render(bound.times), " times", otherwise)


def _render_for(loop: s.For) -> Doc:
    """`for name in over where test, round and round until …`."""
    rounds: tuple[Doc, ...] = ()
    if loop.until is not None:
        rounds = (", round and round until ", render(loop.until), *_render_limit(loop.limit))
    over = render(loop.over)
    return Group((f"for {loop.name} in ", over, *_render_where(loop.where), *rounds))


def _render_repeat(loop: s.Repeat) -> Doc:
    """`repeat until …`, `repeat N times`, `repeat at most N times`."""
    if loop.times is not None:
        return ("repeat ", render(loop.times), " times")
    return ("repeat", *_render_optional(" until ", loop.until), *_render_limit(loop.limit))


def _format_if(statement: s.If, depth: int) -> list[Line]:
    lines: list[Line] = []
    for test, body in statement.branches:
        word = "else if " if lines else "if "
        span = test.span if lines else statement.span
        lines.append(make_line(depth, (word, render(test)), span, loose=not lines))
        lines += format_block(body, depth + 1)
    if statement.otherwise:
        lines += _format_headed_block("else", statement.otherwise, depth)
    return lines


def _format_headed_block(word: str, body: s.Block, depth: int) -> list[Line]:
    """A block below a single word, whose place in the source no node holds."""
    first = body[0].span
    at = first.line
    for number in range(at - 1, 0, -1):
        written = split_comment(first.source.line_text(number))[0].strip()
        if written:
            at = number if written == word else at
            break
    head = make_line(depth, word, first)
    return [Line(depth, head.rows, at, at), *format_block(body, depth + 1)]


def _format_choose(statement: s.Choose, depth: int) -> list[Line]:
    if statement.seat is not None:
        head: Doc = ("choose ", render(statement.seat))
    else:
        over = (*_render_optional("", statement.over), *_render_where(statement.where))
        head = Group((f"choose together {statement.name} in ", *over))
    lines = [make_line(depth, head, statement.span, loose=True)]
    lines += [line for each in statement.actions for line in format_action(each, depth + 1)]
    if statement.otherwise is not None:
        lines += _format_headed_block("otherwise", statement.otherwise, depth + 1)
    return lines


def format_action(chosen: s.Action, depth: int) -> list[Line]:
    """An action: what is chosen, the conditions, the effects."""
    bindings = join([fill_template(binding) for binding in chosen.bindings], ", ")
    named = (chosen.name, " ", bindings) if chosen.bindings else chosen.name
    head = make_line(depth, named, chosen.span, loose=True)
    return [head, *format_musts(chosen.musts, depth + 1), *format_block(chosen.body, depth + 1)]


def format_musts(musts: tuple[s.Must, ...], depth: int) -> list[Line]:
    """`must` lines, their sentences in one column."""
    items = [Sentenced(fill_template(must), must.sentence, must.span) for must in musts]
    return align_sentences(items, depth)
