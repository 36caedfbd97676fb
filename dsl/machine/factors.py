"""What an expression multiplies, divides, bounds and adds: which part of it a table gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TypeGuard

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk

# Operations that make a multiple of a value, or a share, or that keep it within a bound.
JOINING = {
    "plus",
    "minus",
    *p.CHOOSING,
}  # those whose value any operand may give, or give a part of
SCALING = {"times", "over", "negate", "smaller", "larger"}


class Share(IntEnum):
    """What rows of one table have to do with a value."""

    NONE = 0
    MULTIPLE = 1  # they give it, times or by a number
    SUMMAND = 2  # they give a part of it, to which something else is added
    BALANCE = 3  # what rows give is taken from what others give: none of them is the reason


@attrs.frozen
class Side:
    """One side of a difference: whether it asks tables, and the slots that it reads."""

    asks: bool
    slots: frozenset[int]


@attrs.frozen
class Factors:
    """What an expression multiplies, divides and bounds; other ones have one factor, themselves."""

    asks: bool  # whether tables are asked in it
    of_table: bool  # whether just one of them asks, and gives what rows of one table give
    slots: tuple[int, ...]  # those that the other factors only read
    scaled: bool = False
    added: bool = False  # whether something is added to that one, or taken off
    balance: tuple[Side, ...] = ()  # of a difference: what is taken off, and from what
    reads: frozenset[int] = frozenset()  # all the slots that it reads
    mixed: bool = False  # whether on one way something is added, and on another not


def find_factors(expr: p.Expr) -> Factors:
    """The factors of an expression, also within what it calls and what that is given."""
    return attrs.evolve(_find_factors(expr), reads=_list_read(expr))


def _find_factors(expr: p.Expr) -> Factors:
    slots: list[int] = []
    asks, scaled, added = p.asks_table(expr), False, False
    given: list[
        dict[int, p.Expr]
    ] = []  # by their slots, what the functions are given one in another

    def is_asking(one: p.Expr) -> bool:
        return p.asks_table(one) or (is_given(one) and p.asks_table(given[-1][one.slot]))

    def is_given(one: p.Expr) -> TypeGuard[p.Get]:
        return isinstance(one, p.Get) and bool(given) and one.slot in given[-1]

    balance: tuple[Side, ...] = ()
    while True:
        if isinstance(expr, p.Op) and expr.name == "minus" and expr.args[0] == p.Const(0):
            expr = p.Op("negate", expr.args[1:])
        if isinstance(expr, p.Op) and expr.name == "minus":
            balance = tuple(Side(is_asking(one), _list_read(one)) for one in expr.args)
        if isinstance(expr, p.Guard):
            expr = expr.value
        elif is_given(expr):
            expr = given.pop()[expr.slot]
        elif isinstance(expr, p.Call) and asks and expr.function.table is None:
            given.append({-k: arg for k, arg in enumerate(expr.args, 1)})
            expr = expr.function.body
        elif isinstance(expr, p.Bind):
            given.append({**(given[-1] if given else {}), expr.slot: expr.value})
            expr = expr.body
        elif isinstance(expr, p.Op) and (one := _find_chosen(expr)) is not None:
            scaled, expr = scaled or any(map(_is_negated, expr.gives)), one
        elif isinstance(expr, p.Op) and expr.name in p.CHOOSING and _adds_somewhere(expr):
            return Factors(asks, False, (), balance=balance, mixed=True)
        elif isinstance(expr, p.Op) and (expr.name in SCALING or _adds(expr, is_asking)):
            scaled, added = scaled or expr.name in SCALING, added or expr.name not in SCALING
            asking = [one for one in expr.args if is_asking(one)] or [*expr.args[:1]]
            slots += [one.slot for one in expr.args if isinstance(one, p.Get) and one not in asking]
            if len(asking) > 1:
                return Factors(asks, False, (), balance=balance)
            (expr,) = asking
        else:
            own = (expr.slot,) if isinstance(expr, p.Get) else ()
            of_table = p.find_table(expr) is not None
            return Factors(asks, of_table, (*slots, *own), scaled, added, balance)


def find_summands(value: p.Expr) -> frozenset[str]:
    """The tables of which rows give a value, where those of several are added; else none.

    Of a product it is the first factor that asks one: what it is taken times may be a difference.
    """
    added, known = set[str](), dict[tuple[object, ...], frozenset[str]]()
    none = frozenset[str]()

    def tables(expr: p.Expr, given: Mapping[int, frozenset[str]]) -> frozenset[str]:
        match expr:
            case p.TableRow(table=table):
                return frozenset({table})
            case p.Get(slot=slot):
                return given.get(slot, none)
            case p.Guard(value=inner):
                return tables(inner, given)
            case p.Bind(slot=slot, value=inner, body=body):
                return tables(body, {**given, slot: tables(inner, given)})
            case p.Call(function=function):
                args = [tables(arg, given) for arg in expr.args]
                key = (function, *args)
                if key not in known:
                    known[key] = tables(function.body, {-k: one for k, one in enumerate(args, 1)})
                return known[key]
            case p.Op(name=name) if name in JOINING:
                parts = [found for one in expr.gives if (found := tables(one, given))]
                joined = none.union(*parts)
                if name not in p.CHOOSING and len(parts) > 1 and len(joined) > 1:
                    added.update(joined)
                return joined
            case p.Op():
                return next(filter(None, (tables(one, given) for one in expr.gives)), none)
        return none

    found = tables(value, {})
    return found | added if added else none


def _find_chosen(expr: p.Op) -> p.Expr | None:
    """What is given on all ways, as it is or turned round, but for those that give nothing."""
    if expr.name not in p.CHOOSING:
        return None
    ways = [one.args[0] if _is_negated(one) else one for one in expr.gives]
    several = {one for one in ways if one != p.Const(0)}
    return several.pop() if len(several) == 1 else None


def _is_negated(expr: p.Expr) -> TypeGuard[p.Op]:
    return isinstance(expr, p.Op) and expr.name == "negate"


def _adds_somewhere(expr: p.Op) -> bool:
    """Whether one of the ways adds something to what a table gives."""
    ways = map(_find_factors, expr.gives)
    return any(one.added or one.mixed for one in ways)


def _list_read(expr: p.Expr) -> frozenset[int]:
    return frozenset(part.slot for part in walk(expr) if isinstance(part, p.Get))


def _adds(expr: p.Op, is_asking: Callable[[p.Expr], bool]) -> bool:
    """Whether something that asks no table is added to what does, or taken off it."""
    if expr.name not in ("plus", "minus"):
        return False
    first, second = map(is_asking, expr.args)
    return (first and not second) or (second and not first and expr.name == "plus")
