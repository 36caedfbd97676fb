"""A position that can be asked what values are; why an `expect` or a law does not hold there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SIDE, Type, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.from_game import Build
from hoyle.dsl.node import children
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.findings import Finding


@attrs.define(eq=False)
class PositionEvaluator:
    """One position of a table."""

    build: Build
    engine: Engine
    words: Notation
    slots: Slots
    # what variables stand for that the machine has no slot for
    variables: dict[g.Var, p.Expr] = attrs.field(factory=dict, kw_only=True)

    @property
    def machine(self) -> p.Machine:
        """The machine."""
        return self.build.machine

    def ask(self, value: g.Value, kind: Type | None = None) -> Any:
        """What a value is now; in the shape of `kind` where that is given."""
        try:
            expr = self.build.lower_value(value, kind, self.variables)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        return self._run_now(expr, value.span)

    def place_of(self, place: g.Load) -> int:
        """The slot of a zone or register."""
        try:
            ref = self.build.lower_place(place, self.variables)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        return ref.base + (0 if ref.index is None else int(self._run_now(ref.index, place.span)))

    def _run_now(self, expr: p.Expr, span: Span) -> Any:
        if isinstance(expr, p.Const):
            return expr.value
        deeper = max(0, self.build.scratch - self.machine.scratch)
        s = self.copied([*self.slots, *([0] * (deeper + 8))])
        try:
            return self.engine.compiler.value(expr)(s)
        except NoAnswer as none:
            raise Finding(str(none), span) from none
        except RulesetFault as fault:
            inside = fault.span.source is span.source and span.start <= fault.span.start < span.end
            if inside:
                raise Finding(fault.says, fault.span) from fault
            raise Finding(fault.says, span, also=((fault.span, ""),)) from fault

    def copied(self, slots: Slots) -> Slots:
        """Slots to work on."""
        return slots


MAX_LINES = 24
MAX_MEMBERS = 10
CONSTANTS = (g.Const, g.Literal)


def explain_failure(asks: PositionEvaluator, test: g.Value) -> tuple[str, ...]:
    """A line for each part of a test: how it is written, and what it is."""
    lines: list[str] = []
    for value in _parts(test):
        text = " ".join(value.span.text.split())
        if _is_unwritten(value):
            if value.type != SIDE:
                continue
            text = f"side of {text}"
        line = f"{text} = {_answer(asks, value)}"
        if line not in lines:
            lines.append(line)
        if isinstance(value, g.Phrase):
            lines += [one for one in _members(asks, value) if one not in lines]
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], f"and {len(lines) - MAX_LINES} more"]
    return tuple(lines)


def _parts(value: g.Value, top: bool = True) -> Iterator[g.Value]:
    """What a value is made of, from the outside in; not what says its own value.

    Of a phrase only the set that it goes through: what it asks of members has lines of its own.
    """
    phrase = value if isinstance(value, g.Phrase) else None
    if _says_itself(value):
        return
    if phrase or not (top or isinstance(value, g.Local)):
        yield value
    for part in (phrase.over,) if phrase else children(value):
        if isinstance(part, g.Value):
            yield from _parts(part, False)


def _is_unwritten(value: g.Value) -> bool:
    """Whether the language put it round what is written: the side of a seat that stands there."""
    inside = (part for part in children(value) if isinstance(part, g.Value))
    return any(part.span is value.span for part in inside)


def _says_itself(value: object) -> bool:
    """Whether it is a constant, also below zero, or a list of such."""
    if isinstance(value, g.Op):
        return value.name in ("list", "between", "negate") and all(map(_says_itself, value.args))
    return isinstance(value, CONSTANTS)


def _answer(asks: PositionEvaluator, value: g.Value) -> str:
    try:
        return asks.words.format_value(asks.ask(value), value.type)
    except Finding as none:
        return f"nothing: {none.says}"


def _members(asks: PositionEvaluator, phrase: g.Phrase) -> list[str]:
    """What a phrase asks of each member; of the first that decides it, also what that asks."""
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
    decisive = {"every": "no", "any": "yes"}.get(phrase.kind)
    before = dict(asks.variables)
    for member in found[:MAX_MEMBERS]:
        asks.variables[phrase.var] = p.Const(member)
        left_out = phrase.value is not None and phrase.where is not None
        if left_out and _answer(asks, phrase.where) == "no":  # type: ignore[arg-type]
            continue
        answer = _answer(asks, body)
        lines.append(f"  {asks.words.format_value(member, of)}: {text} = {answer}")
        if answer == decisive:
            decisive = None
            inner = (part for part in _parts(body) if isinstance(part, g.Phrase))
            lines += [f"  {line}" for part in inner for line in _members(asks, part)]
    asks.variables = before
    if len(found) > MAX_MEMBERS:
        lines.append(f"  and {len(found) - MAX_MEMBERS} more")
    return lines
