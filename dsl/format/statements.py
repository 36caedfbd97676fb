"""The canonical lines of statements and choices."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.format.expressions import render
from hoyle.dsl.format.line_breaking import Deeper, Doc, Group, Soft
from hoyle.dsl.format.lines import Line, Said, code, quoted, said_lines
from hoyle.dsl.parser.from_text import split_comment
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Expr


def block(statements: s.Block, depth: int) -> list[Line]:
    """The lines of several statements."""
    return [line for statement in statements for line in _lines_of_statement(statement, depth)]


def _lines_of_statement(statement: s.Statement, depth: int) -> list[Line]:
    match statement:
        case s.If():
            return _branching(statement, depth)
        case s.For(span=span, body=body) | s.Repeat(span=span, body=body):
            head = _for_head(statement) if isinstance(statement, s.For) else _repeat_head(statement)
            return [code(depth, head, span, loose=True), *block(body, depth + 1)]
        case s.Choose():
            return _choice(statement, depth)
        case _:
            return [code(depth, _simple(statement), statement.span, loose=True)]


def _simple(statement: s.Statement) -> Doc:
    match statement:
        case s.Assign(op, place, value):
            return (render(place), f" {op} ", render(value))
        case s.Run(phase):
            return render(phase)
        case s.Let(name, value, announced):
            return (f"{'announce' if announced else 'let'} {name} = ", render(value))
        case s.Move() | s.Deal():
            return _of_cards(statement)
        case s.Swap(one, other):
            return ("swap ", render(one), " and ", render(other))
        case s.Shuffle(pile):
            return ("shuffle ", render(pile))
        case s.Gather(pile):
            return ("gather into ", render(pile))
        case s.Show(what, to, hidden):
            return ("hide " if hidden else "show ", render(what), *_optional(" to ", to))
        case s.Pay(amount, giver, taker):
            ends: Doc = (" from ", render(giver), " to ", render(taker))
            return ("pay ", render(amount), ends)
        case s.New(name, place, after):
            return (f"new {name} in ", render(place), *_optional(" after ", after))
        case s.Say(sentence):
            return f"say {quoted(sentence)}"
        case s.EndsWhen(test):
            return ("ends when ", render(test))
        case s.Stop():
            return "stop"
        case s.End(phase_name):
            return f"end {phase_name or 'match'}"
        case s.Win(who):
            return ("win ", render(who))
        case s.If() | s.For() | s.Repeat() | s.Choose():
            raise TypeError(f"more than one line: {type(statement).__name__}")
        case _:
            assert_never(statement)


def _optional(word: str, expr: Expr | None) -> tuple[Doc, ...]:
    return () if expr is None else (word, render(expr))


def _narrowed(where: Expr | None) -> tuple[Doc, ...]:
    """` where …`, on a line of its own if need be."""
    return () if where is None else (Deeper((Soft(), "where ", render(where))),)


def _dealt(amount: Expr | s.Packet | None) -> Doc:
    if isinstance(amount, s.Packet):
        return (render(amount.size), " at a time")
    return "all" if amount is None else (render(amount), " each")


def _of_cards(statement: s.Move | s.Deal) -> Doc:
    face = _optional(" face ", statement.facing)
    match statement:
        case s.Move(what, source, to, _, bottom, turned):
            words: tuple[Doc, ...] = (
                *(" at the bottom" for _ in range(bottom)),
                *(" turned over" for _ in range(turned)),
            )
            origin = _optional(" from ", source)
            return (
                "move ",
                render(what),
                *origin,
                " to ",
                render(to),
                *face,
                *words,
            )
        case s.Deal(amount, source, to, _, name, over, where):
            many = _dealt(amount)
            ends: Doc = (" from ", render(source), " to ", render(to))
            each = (f" for {name} in ", render(over), *_narrowed(where))
            return Group(("deal ", many, ends, *face, *each))
        case _:
            assert_never(statement)


def _limit(bound: s.Limit | None) -> tuple[Doc, ...]:
    if bound is None:
        return ()
    otherwise: Doc = "" if bound.otherwise is None else (", else ", _simple(bound.otherwise))
    return (" at most ", render(bound.times), " times", otherwise)


def _for_head(loop: s.For) -> Doc:
    """`for name in over where test, round and round until …`."""
    rounds: tuple[Doc, ...] = ()
    if loop.until is not None:
        rounds = (", round and round until ", render(loop.until), *_limit(loop.limit))
    over = render(loop.over)
    return Group((f"for {loop.name} in ", over, *_narrowed(loop.where), *rounds))


def _repeat_head(loop: s.Repeat) -> Doc:
    """`repeat until …`, `repeat N times`, `repeat at most N times`."""
    if loop.times is not None:
        return ("repeat ", render(loop.times), " times")
    return ("repeat", *_optional(" until ", loop.until), *_limit(loop.limit))


def _branching(statement: s.If, depth: int) -> list[Line]:
    lines: list[Line] = []
    for test, body in statement.branches:
        word = "else if " if lines else "if "
        span = test.span if lines else statement.span
        lines.append(code(depth, (word, render(test)), span, loose=not lines))
        lines += block(body, depth + 1)
    if statement.otherwise:
        lines += _headed_by_word("else", statement.otherwise, depth)
    return lines


def _headed_by_word(word: str, body: s.Block, depth: int) -> list[Line]:
    """A block below a single word, whose place in the source no node holds."""
    first = body[0].span
    at = first.line
    for number in range(at - 1, 0, -1):
        written = split_comment(first.source.line_text(number))[0].strip()
        if written:
            at = number if written == word else at
            break
    head = code(depth, word, first)
    return [Line(depth, head.rows, at, at), *block(body, depth + 1)]


def _choice(statement: s.Choose, depth: int) -> list[Line]:
    if statement.seat is not None:
        head: Doc = ("choose ", render(statement.seat))
    else:
        over = (*_optional("", statement.over), *_narrowed(statement.where))
        head = Group((f"choose together {statement.name} in ", *over))
    lines = [code(depth, head, statement.span, loose=True)]
    lines += [line for each in statement.actions for line in action(each, depth + 1)]
    if statement.otherwise is not None:
        lines += _headed_by_word("otherwise", statement.otherwise, depth + 1)
    return lines


def action(chosen: s.Action, depth: int) -> list[Line]:
    """An action: what is chosen, the conditions, the effects."""
    bindings: list[Doc] = []
    for binding in chosen.bindings:
        comma = "," if bindings else ""
        bindings.append((f"{comma} {binding.name} in ", render(binding.over)))
    head = code(depth, (chosen.name, *bindings), chosen.span, loose=True)
    return [head, *conditions(chosen.musts, depth + 1), *block(chosen.body, depth + 1)]


def conditions(musts: tuple[s.Must, ...], depth: int) -> list[Line]:
    """`must` lines, their sentences in one column."""
    return said_lines([_said(must) for must in musts], depth)


def _said(must: s.Must) -> Said:
    able = ", if able" if must.if_able else ""
    return Said(("must ", render(must.test), able), must.sentence, must.span)
