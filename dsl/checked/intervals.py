"""What is known of a number before it is played: the least and the most it can be."""

from __future__ import annotations

from hoyle.dsl.checked.types import NumberT

Bound = int | None


def _known(*bounds: Bound) -> list[int] | None:
    found = [b for b in bounds if b is not None]
    return found if len(found) == len(bounds) else None


def add(a: NumberT, b: NumberT) -> NumberT:
    """The sum."""
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    return NumberT(low, high)


def negate(a: NumberT) -> NumberT:
    """The number with the other sign."""
    return NumberT(
        None if a.high is None else -a.high,
        None if a.low is None else -a.low,
    )


def times(a: NumberT, b: NumberT) -> NumberT:
    """The product."""
    bounds = _known(a.low, a.high, b.low, b.high)
    if bounds is None:
        return NumberT(0 if (a.low or -1) >= 0 and (b.low or -1) >= 0 else None, None)
    corners = [x * y for x in bounds[:2] for y in bounds[2:]]
    return NumberT(min(corners), max(corners))


def over(a: NumberT, b: NumberT) -> NumberT:
    """The quotient, rounded down; dividing by a range that holds 0 is trapped at 0."""
    bounds = _known(a.low, a.high, b.low, b.high)
    if bounds is None:
        return NumberT()
    divisors = [y for y in {bounds[2], bounds[3], -1, 1} if y and bounds[2] <= y <= bounds[3]]
    corners = [x // y for x in bounds[:2] for y in divisors]
    return NumberT(min(corners), max(corners)) if corners else NumberT()


def apart(a: NumberT, b: NumberT) -> bool:
    """Whether no number can lie in both."""
    return (a.high is not None and b.low is not None and a.high < b.low) or (
        a.low is not None and b.high is not None and a.low > b.high
    )
