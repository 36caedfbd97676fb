"""What is known of a number before it is played: the least and the most that it can be."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

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


def list_fixed_ranges(allowed: Sequence[g.Value]) -> list[range]:
    """The numbers that an option may be, one after another: `7 or 9` has two of one number each.

    None where an end depends on the players or on other options, or where they are no numbers.
    """
    found = []
    for value in allowed:
        ends = value.args if isinstance(value, g.Op) and value.name == "between" else (value, value)
        if value.type == t.NONE:
            continue
        kinds = [t.bare(end.type) for end in ends]
        if not all(isinstance(kind, t.NumberT) and kind.low == kind.high for kind in kinds):
            return []
        low, high = (kind.low for kind in kinds)  # type: ignore[union-attr]
        if low is None or high is None:
            return []
        found.append(range(low, high + 1))
    return found


def format_ranges(ranges: Iterable[tuple[int | None, ...]]) -> str:
    """`7 or 9`, `1 to 5 or 10`: the numbers between two ends, or single ones."""
    ends = (dict.fromkeys(each) for each in ranges)
    return " or ".join(" to ".join(map(str, each)) for each in ends)


def check_in_range(
    ctx: CheckContext, kind: t.Type, value: g.Value, span: Span, what: str, code: str,
    allowed: Sequence[g.Value] = (), more: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Tell where a number can never lie in its range, or is none of those that are allowed.

    What `more` says stands below.
    """
    wanted, given, said = t.bare(kind), t.bare(value.type), span.words
    if not isinstance(wanted, t.NumberT) or not isinstance(given, t.NumberT):
        return
    ranges, number = list_fixed_ranges(allowed), given.low
    if len(ranges) > 1:
        if number is not None and number == given.high and not any(number in r for r in ranges):
            values = format_ranges((each[0], each[-1]) for each in ranges)
            ctx.error(code, f"{what} is never {number}", span, help=(f"it can be {values}", *more))
    elif is_apart(given, wanted):
        help_ = f"{what} runs from {wanted.low} to {wanted.high}"
        if given.low != given.high:
            help_ += f", and `{said}` from {given.low} to {given.high}"
        ctx.error(code, f"`{said}` is outside {wanted.range}", span, help=(help_, *more))


def check_fixed(ctx: CheckContext, value: g.Value, what: str) -> None:
    """A bound must be known before the game begins: it reads no zone, no state and no chance."""
    if any(inside.thing or inside.drawn_among for inside in values_inside(value)):
        ctx.error(
            "R03", f"{what} must be known before the game begins", value.span,
            help=("it may use figures, options, `players` and `size of pack`",),
        )  # fmt: skip


DECIDED: dict[str, Callable[[int, int], bool]] = {
    "less": operator.lt, "at_most": operator.le, "more": operator.gt, "at_least": operator.ge,
}  # fmt: skip


def explain_answer(question: g.Value) -> tuple[str, str] | None:
    """What is said of a comparison that the ranges of its two numbers decide; None of others."""
    if not isinstance(question, g.Op) or question.name not in (*DECIDED, "is", "is_not"):
        return None
    one, other = question.args
    kinds = t.bare(one.type), t.bare(other.type)
    if one.thing is None and not isinstance(one, g.Setting):
        return None  # what is reckoned has a range that may be wider than what comes of it
    ends = [end for kind in kinds if isinstance(kind, t.NumberT) for end in (kind.low, kind.high)]
    low, high, least, most = ends if len(ends) == 4 else [None] * 4
    if low is None or high is None or least is None or most is None:
        return None
    if question.name in DECIDED:
        answers = {DECIDED[question.name](x, y) for x in (low, high) for y in (least, most)}
    elif one.type.or_none and other.type.or_none:  # both may be none
        return None
    else:
        answers = {question.name == "is_not"} if high < least or low > most else set[bool]()
    if len(answers) != 1:
        return None
    answer = "yes" if answers == {True} else "no"
    title = f"this question is always answered by `{answer}`"
    return title, f"`{one.span.words}` is {low}..{high}"
