"""Functions of few values: what they give is worked out beforehand, and then only looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import cast

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import write_out
from hoyle.dsl.node import Node, map_children, walk
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.fault import RulesetFault

MOST_ENTRIES = 2048  # of a table; working one out takes about a microsecond
LOOK_AT_STATE = ("showing", "sees")  # operations that look at more than their arguments


@attrs.frozen
class Pure:
    """A function's body without the state: what it read of that lies in scratch slots.

    `inputs` are the slots of the parameters, `read` what is to be put into the others; there are
    `scratch` slots in all.
    """

    body: p.Expr
    inputs: tuple[int, ...]
    read: dict[int, p.Expr]
    scratch: int


def take_out_state(function: p.Function, is_cheap: Callable[[p.Expr], bool]) -> Pure | None:
    """A function with the parts that need no parameter taken out; None if it reads more than that.

    A part is taken out where it `is_cheap`: it is worked out at every call from then on.
    """
    whole, depth = _write_out_calls(function)
    read: dict[p.Expr, int] = {}

    def take(part: Node) -> Node:
        expr = cast(p.Expr, part)
        if _reads_more(expr) and is_cheap(expr) and not _has_scratch(expr):
            return p.Get(read.setdefault(expr, -depth - len(read) - 1))
        return map_children(expr, take)

    body = cast(p.Expr, take(whole))
    if _reads_more(body):
        return None
    inputs = tuple(param.at for param in function.params)
    return Pure(body, inputs, {slot: expr for expr, slot in read.items()}, depth + len(read))


def _write_out_calls(function: p.Function) -> tuple[p.Expr, int]:
    """A function's body without calls of what reads the state; the scratch slots in use there."""
    depth = function.scratch

    def write(part: Node) -> Node:
        nonlocal depth
        if isinstance(part, p.Call) and _reads_more(part):
            out = write_out(part, depth)
            depth += part.function.scratch
            return write(out)
        return map_children(part, write)

    return cast(p.Expr, write(function.body)), depth


def make_table(machine: p.Machine, pure: Pure, ranges: dict[int, range]) -> p.Expr | None:
    """What looks up the values of a function, whose inputs have these ranges.

    What is a fault has no place in the table: there the function itself is asked. None where
    the table would be too large.
    """
    # Not `len`, which knows no range so long as that of the cards of a large pack.
    if prod(numbers.stop - numbers.start for numbers in ranges.values()) > MOST_ENTRIES:
        return None
    value = Compiler(machine, traced=False).value(pure.body)
    slots = [0] * pure.scratch
    entries: list[int | None] = []
    for given in product(*ranges.values()):
        for slot, number in zip(ranges, given, strict=True):
            slots[slot] = number
        try:
            entries.append(int(cast(int, value(slots))))  # a truth is a number too
        except RulesetFault:
            entries.append(None)
    known = [entry for entry in entries if entry is not None]
    if not known:
        return None
    missing = min(known) - 1
    table = p.Const(tuple(missing if entry is None else entry for entry in entries))
    found = p.Op("lookup", (table, _place_of(ranges)))
    if len(known) == len(entries):
        return found
    return p.Op("if", (p.Op("is", (found, p.Const(missing))), pure.body, found))


def _place_of(ranges: dict[int, range]) -> p.Expr:
    """Where in a table the values of these slots stand, the last of them turning fastest."""
    place: p.Expr = p.Const(0)
    for slot, numbers in ranges.items():
        first = p.Op("plus", (p.Get(slot), p.Const(-numbers.start)))
        place = p.Op("plus", (p.Op("times", (place, p.Const(len(numbers)))), first))
    return place


def _has_scratch(expr: p.Expr) -> bool:
    """Whether an expression reads a scratch slot or keeps something in one."""
    return any(
        (isinstance(part, p.Get) and part.slot < 0) or part.binds is not None
        for part in cast(Iterator[p.BaseExpr], walk(expr))
    )


def reads_state(expr: p.Expr) -> bool:
    """Whether an expression reads the state, here or in what it calls."""
    return any(
        (part.reads is not None and part.reads >= 0)
        or (isinstance(part, p.Op) and part.name in LOOK_AT_STATE)
        for part in cast(Iterator[p.BaseExpr], p.walk_called(expr))
    )


def _reads_more(expr: p.Expr) -> bool:
    """Whether an expression reads the state, here or in what it calls, or goes through members."""
    return reads_state(expr) or any(isinstance(e, p.Comprehension) for e in p.walk_called(expr))
