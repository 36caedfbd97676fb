"""A number that is given to a define, a table or a ranking lies in the range of its parameter."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.machine import program as p


def hold_to_range(lowered: p.Expr, arg: g.Value, param: g.Var) -> p.Expr:
    """What is given, guarded where its type lets it leave the range of the parameter."""
    wanted, given = t.bare(param.type), t.bare(arg.type)
    if not isinstance(wanted, t.NumberT) or not isinstance(given, t.NumberT):
        return lowered
    low, high = wanted.low, wanted.high
    if low is None or high is None or wanted.join(given) == wanted:
        return lowered
    if param.type.or_none or isinstance(lowered, p.Const):  # a constant was checked
        return lowered
    return p.Guard(lowered, low, high, f"`{param.name}` runs from {low} to {high}", arg.span)
