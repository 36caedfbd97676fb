"""Why an `expect` or a law does not hold: the value of everything that it is made of."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.testing.evaluation import PositionEvaluator
from hoyle.interpreter.testing.findings import Finding

MOST_LINES = 24
MOST_MEMBERS = 10


def explain_failure(asks: PositionEvaluator, test: g.Value) -> tuple[str, ...]:
    """A line for each part of a test: how it is written, and what it is."""
    lines: list[str] = []
    for value in _parts(test):
        text = " ".join(value.span.text.split())
        line = f"{text} = {_answer(asks, value)}"
        if line not in lines:
            lines.append(line)
        if isinstance(value, g.Phrase):
            lines += [one for one in _members(asks, value) if one not in lines]
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    return tuple(lines)


def _parts(value: g.Value, top: bool = True) -> Iterator[g.Value]:
    """What a value is made of, from the outside in; not what says its own value."""
    match value:
        case g.Const() | g.Literal():
            return
        case g.Local():
            if not top:
                return
        case g.Op(name="list" | "between", args=args) if all(
            isinstance(arg, g.Const | g.Literal) for arg in args
        ):
            return
    if not top and not isinstance(value, g.Local):
        yield value
    match value:
        case g.Load(index=index) | g.Many(index=index):
            inner = index
        case g.Call(args=args) | g.Op(args=args) | g.RowValue(args=args):
            inner = args
        case g.Phrase(over=over):
            if top:
                yield value
            inner = (over,)
        case _:
            inner = ()
    for each in inner:
        yield from _parts(each, False)


def _answer(asks: PositionEvaluator, value: g.Value) -> str:
    try:
        return asks.words.format_value(asks.ask(value), value.type)
    except Finding as none:
        return f"nothing: {none.says}"


def _members(asks: PositionEvaluator, phrase: g.Phrase) -> list[str]:
    """What a phrase asks of each member of its set."""
    body = phrase.value if phrase.value is not None else phrase.where
    of = element(bare(phrase.over.type))
    if body is None or of is None:
        return []
    try:
        over = asks.ask(phrase.over)
    except Finding:
        return []
    found = bits(over) if isinstance(over, int) else tuple(over)
    text = " ".join(body.span.text.split())
    lines = []
    before = dict(asks.variables)
    for member in found[:MOST_MEMBERS]:
        asks.variables[phrase.var] = p.Const(member)
        left_out = phrase.value is not None and phrase.where is not None
        if left_out and _answer(asks, phrase.where) == "no":  # type: ignore[arg-type]
            continue
        lines.append(f"  {asks.words.format_value(member, of)}: {text} = {_answer(asks, body)}")
    asks.variables = before
    if len(found) > MOST_MEMBERS:
        lines.append(f"  and {len(found) - MOST_MEMBERS} more")
    return lines
