"""What an expression multiplies, divides and bounds: which part of a payment a table gives."""

from __future__ import annotations

import attrs

from hoyle.dsl.machine import program as p

# Operations that make a multiple of a value, or a share, or that keep it within a bound.
SCALING = {"times", "over", "negate", "smaller", "larger"}


@attrs.frozen
class Factors:
    """What an expression multiplies, divides and bounds; other ones have one factor, themselves."""

    asks: bool  # whether tables are asked in it
    of_table: bool  # whether just one of them asks, and gives what rows of one table give
    slots: tuple[int, ...]  # those that the other factors only read


def find_factors(expr: p.Expr) -> Factors:
    """The factors of an expression, also within what it calls."""
    slots: list[int] = []
    asks = p.asks_table(expr)
    while True:
        if isinstance(expr, p.Guard):
            expr = expr.value
        elif isinstance(expr, p.Call) and asks and expr.function.table is None:
            expr = expr.function.body
        elif isinstance(expr, p.Op) and expr.name in SCALING:
            asking = [one for one in expr.args if p.asks_table(one)] or [*expr.args[:1]]
            slots += [one.slot for one in expr.args if isinstance(one, p.Get) and one not in asking]
            if len(asking) > 1:
                return Factors(asks, False, ())
            (expr,) = asking
        else:
            own = (expr.slot,) if isinstance(expr, p.Get) else ()
            return Factors(asks, p.find_table(expr) is not None, (*slots, *own))
