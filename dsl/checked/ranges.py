"""What is known of a number before it is played: the least and the most that it can be."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.names import answers, known_alone
from hoyle.dsl.checked.types import UNKNOWN, NumberT, Type, bare, element
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

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


def _apart(a: NumberT, b: NumberT) -> bool:
    return (a.high is not None and b.low is not None and a.high < b.low) or (
        a.low is not None and b.high is not None and a.low > b.high
    )


def _within(a: NumberT, b: NumberT) -> bool:
    """Whether every number of `a` is known to lie in `b`."""
    return None not in (a.low, a.high, b.low, b.high) and _apart(a, b) is False and (
        b.low <= a.low and a.high <= b.high  # type: ignore[operator]
    )  # fmt: skip


def _changes(value: g.Value | None) -> bool:
    """Whether a value reads what the play changes: zones, state, chance."""
    match value:
        case g.Load() | g.Many() | g.Op(name="random"):
            return True
        case g.Op(args=args):
            return any(_changes(arg) for arg in args)
        case g.Call(of=g.Define(value=inner), args=args):
            return _changes(inner) or any(_changes(arg) for arg in args)
        case g.Phrase(over=over, where=where, value=asked):
            return _changes(over) or _changes(where) or _changes(asked)
        case _:
            return False


def number_bounds(ctx: CheckContext, tree: e.Between) -> Type:
    """The widest that a range can be, over all options and player counts."""
    from hoyle.dsl.checked.values import between

    return element(between(ctx, Scope(), tree).type) or UNKNOWN


def range_of(ctx: CheckContext, tree: d.Type) -> e.Between | None:
    """The range that a type names, itself, `or none`, or by a name."""
    for part in tree.parts if isinstance(tree, d.TypeOr) else (tree,):
        if isinstance(part, d.TypeValue) and isinstance(part.value, e.Between):
            return part.value
        if isinstance(part, d.TypeNamed) and part.name in ctx.named_types:
            return range_of(ctx, ctx.named_types[part.name][0])
    return None


# ---------------------------------------------------------------------- what is told


def in_range(
    ctx: CheckContext, kind: Type, value: g.Value, span: Span, what: str, code: str
) -> None:
    """Tell where a number can never lie in the range that it is for."""
    wanted, given = bare(kind), bare(value.type)
    if isinstance(wanted, NumberT) and isinstance(given, NumberT) and _apart(given, wanted):
        said = " ".join(span.text.split())
        help_ = f"{what} runs from {wanted.low} to {wanted.high}"
        if given.low != given.high:
            help_ += f", and `{said}` from {given.low} to {given.high}"
        ctx.error(code, f"`{said}` is outside {wanted.range}", span, help=(help_,))


def fixed(ctx: CheckContext, value: g.Value, what: str) -> None:
    """A bound must be known before the game begins."""
    if _changes(value):
        ctx.error(
            "R03", f"{what} must be known before the game begins", value.span,
            help=("it may use figures, options, `players` and `size of pack`",),
        )  # fmt: skip


def option_default(
    ctx: CheckContext, tree: d.Option, kind: Type, allowed: list[g.Value]
) -> g.Value:
    """The default, which must be one of the values of the option at every number of players."""
    from hoyle.dsl.checked.values import shown, typed, unknown

    single = [a.word for a in allowed if isinstance(a, g.Literal)]
    words = answers(kind) or (single if len(single) == len(allowed) else ())
    said, span = shown(tree.default), tree.default.span
    named = isinstance(tree.default, e.Name) and not known_alone(ctx, said)
    word = said if named and words else None
    default = typed(ctx, Scope(), tree.default, kind) if word in (None, *words) else unknown(span)
    if isinstance(default, g.Literal) and single:
        word = default.word
    if word is not None and word not in words:
        title = f"`{said}` is not one of {', '.join(words)}"
        ctx.misnamed("O01", title, span, word, words, f"`{tree.name}` can be")
        return unknown(span)
    in_range(ctx, kind, default, span, f"`{tree.name}`", "O01")
    if isinstance(default.type, NumberT) and not isinstance(default, g.Const):
        _at_each_count(ctx, tree, default.type, kind)
    return default


def _at_each_count(ctx: CheckContext, tree: d.Option, given: NumberT, kind: Type) -> None:
    """A default that depends on the players must lie in its range whatever their number."""
    from hoyle.dsl.checked.declarations import settle
    from hoyle.dsl.checked.values import shown, value

    ends = ctx.game.players
    wanted = bare(kind)
    if not isinstance(wanted, NumberT) or _within(given, wanted) or _apart(given, wanted):
        return
    for players in ctx.game.counts:
        ctx.game.players = (players, players)
        here, range_ = value(ctx, Scope(), tree.default).type, bare(settle(ctx, tree.type))
        if isinstance(here, NumberT) and isinstance(range_, NumberT) and _apart(here, range_):
            said = f"with {players} players `{shown(tree.default)}` is {here.low}"
            ctx.error("O01", f"{said}, outside {range_.range}", tree.default.span)
            break
    ctx.game.players = ends
