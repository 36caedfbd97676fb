"""What is known of a number before it is played: the least and the most that it can be."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.limits import MAX_NUMBER
from hoyle.dsl.source import Span

Bound = int | None


def _list_known(*bounds: Bound) -> list[int] | None:
    found = [b for b in bounds if b is not None]
    return found if len(found) == len(bounds) else None


def _bounded(low: Bound, high: Bound) -> t.NumberT:
    """The range of what is worked out; a number beyond the largest is a fault."""
    bounds = (b if b is None else max(-MAX_NUMBER, min(b, MAX_NUMBER)) for b in (low, high))
    return t.NumberT(*bounds)


def add(a: t.NumberT, b: t.NumberT) -> t.NumberT:
    """The sum."""
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    return _bounded(low, high)


def negate(a: t.NumberT) -> t.NumberT:
    """The number with the other sign."""
    return t.NumberT(None if a.high is None else -a.high, None if a.low is None else -a.low)


def multiply(a: t.NumberT, b: t.NumberT) -> t.NumberT:
    """The product."""
    bounds = _list_known(a.low, a.high, b.low, b.high)
    if bounds is None:
        return t.NumberT(0 if (a.low or -1) >= 0 and (b.low or -1) >= 0 else None, None)
    products = [x * y for x in bounds[:2] for y in bounds[2:]]
    return _bounded(min(products), max(products))


def may_exceed(kind: t.Type) -> bool:
    """Whether a number that is worked out may be beyond the largest, as far as is known."""
    kind = t.bare(kind)
    if not isinstance(kind, t.NumberT) or kind.low is None or kind.high is None:
        return True
    return kind.low <= -MAX_NUMBER or kind.high >= MAX_NUMBER


def divide(a: t.NumberT, b: t.NumberT) -> t.NumberT:
    """The quotient, rounded down; dividing by a range that holds 0 is trapped at 0."""
    bounds = _list_known(a.low, a.high, b.low, b.high)
    if bounds is None:
        return t.NumberT()
    divisors = [y for y in {bounds[2], bounds[3], -1, 1} if y and bounds[2] <= y <= bounds[3]]
    corners = [x // y for x in bounds[:2] for y in divisors]
    return t.NumberT(min(corners), max(corners)) if corners else t.NumberT()


def is_apart(a: t.NumberT, b: t.NumberT) -> bool:
    """Whether no number lies in both ranges, as far as their bounds are known."""
    return (a.high is not None and b.low is not None and a.high < b.low) or (
        a.low is not None and b.high is not None and a.low > b.high
    )


def is_within(a: t.NumberT, b: t.NumberT) -> bool:
    """Whether every number of `a` is known to lie in `b`."""
    return None not in (a.low, a.high, b.low, b.high) and is_apart(a, b) is False and (
        b.low <= a.low and a.high <= b.high  # type: ignore[operator]
    )  # fmt: skip


# ---------------------------------------------------------------------- what is told


def check_in_range(
    ctx: CheckContext, kind: t.Type, value: g.Value, span: Span, what: str, code: str
) -> None:
    """Tell where a number can never lie in the range that it is for."""
    wanted, given = t.bare(kind), t.bare(value.type)
    if isinstance(wanted, t.NumberT) and isinstance(given, t.NumberT) and is_apart(given, wanted):
        said = span.words
        help_ = f"{what} runs from {wanted.low} to {wanted.high}"
        if given.low != given.high:
            help_ += f", and `{said}` from {given.low} to {given.high}"
        ctx.error(code, f"`{said}` is outside {wanted.range}", span, help=(help_,))


def check_fixed(ctx: CheckContext, value: g.Value, what: str) -> None:
    """A bound must be known before the game begins: it reads no zone, no state and no chance."""
    if any(inside.thing or inside.drawn_among for inside in values_inside(value)):
        ctx.error(
            "R03", f"{what} must be known before the game begins", value.span,
            help=("it may use figures, options, `players` and `size of pack`",),
        )  # fmt: skip
