"""From an expression of the tree to a value with its type."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked.applications import apply
from hoyle.dsl.checked.comparisons import compare
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.names import plain_name
from hoyle.dsl.checked.phrases import filtered, phrase
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    NONE,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    YESNO,
    MaybeT,
    NumberT,
    PlainT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
    fits,
    join,
)
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e

FIGURES = {"A": 1, "J": 11, "Q": 12, "K": 13}


def unknown(span: Span) -> g.Value:
    """A stand-in after a mistake."""
    return g.Const(0, UNKNOWN, span)


def value(ctx: CheckContext, scope: Scope, tree: e.Expr, wanted: Type | None = None) -> g.Value:
    """The value of an expression; `wanted` helps to tell ranks from numbers and settles words.

    A seat where a side is wanted stands for the side that it plays for.
    """
    found = _as_written(ctx, scope, tree, wanted)
    if wanted is None or bare(wanted) != SIDE or bare(found.type) != SEAT:
        return found
    side = g.Op("side", (found,), SIDE, tree.span)
    if found.type == SEAT or wanted == SIDE:
        return side
    nobody = g.Const(-1, NONE, tree.span)
    given = g.Op("is_not", (found, nobody), YESNO, tree.span)
    return g.Op("if", (given, side, nobody), MaybeT(SIDE), tree.span)


def _as_written(ctx: CheckContext, scope: Scope, tree: e.Expr, wanted: Type | None) -> g.Value:
    match tree:
        case e.Number():
            return _number_or_rank(ctx, str(tree.value), tree.value, wanted, tree.span)
        case e.RankWord(text=text):
            return _number_or_rank(ctx, "10" if text == "T" else text, None, wanted, tree.span)
        case e.SuitWord():
            if tree.symbol not in ctx.game.suits:
                ctx.once(
                    "P04", f"the pack has no {tree.symbol}", tree.span,
                    help=(f"the suits are {' '.join(ctx.game.suits)}",),
                )  # fmt: skip
            return g.Literal("suit", tree.symbol, False, SUIT, tree.span)
        case e.CardWord():
            return card(ctx, tree)
        case e.Word():
            return _word(ctx, scope, tree)
        case e.Name():
            return plain_name(ctx, scope, tree.name, wanted, tree.span) or unknown(tree.span)
        case e.Apply():
            return apply(ctx, scope, tree, wanted) or unknown(tree.span)
        case e.CardOf():
            suit = typed(ctx, scope, tree.suit, SUIT)
            if suit.type == UNKNOWN:
                return suit
            rank = typed(ctx, scope, tree.rank, RANK)
            return g.Op("cards_of", (rank, suit), SetT(CARD), tree.span)
        case e.SeatsRound():
            seat = typed(ctx, scope, tree.seat, SEAT)
            name = "seats_after" if tree.after else "seats_from"
            return g.Op(name, (seat,), SequenceT(SEAT), tree.span)
        case e.Listing():
            return _listing(ctx, scope, tree, wanted)
        case e.Bracket():
            return value(ctx, scope, tree.inner, wanted)
        case e.Between():
            return between(ctx, scope, tree)
        case e.Sum():
            return _arithmetic(ctx, scope, tree, wanted)
        case e.Negate():
            inner = typed(ctx, scope, tree.value, NumberT())
            of = bare(inner.type)
            bounds = intervals.negate(of) if isinstance(of, NumberT) else NumberT()
            return g.Op("negate", (inner,), bounds, tree.span)
        case e.Compare():
            return compare(ctx, scope, tree)
        case e.Both() | e.EitherOr():
            return _questions(ctx, scope, tree)
        case e.Not():
            inner = yes_or_no(ctx, scope, tree.value, "`not` stands before a question")
            return g.Op("not", (inner,), YESNO, tree.span)
        case e.Either():
            return _either(ctx, scope, tree, wanted)
        case e.Where():
            return filtered(ctx, scope, tree, wanted)
        case e.Phrase():
            return phrase(ctx, scope, tree)
    assert_never(tree)


def typed(
    ctx: CheckContext, scope: Scope, tree: e.Expr, wanted: Type, what: str = "", *, lead: str = "",
    code: str = "T01", param: g.Var | None = None,
) -> g.Value:  # fmt: skip
    """A value that must be of a type; `what` names it as the place does (`a number of cards`).

    `lead` is a title of its own for the case that it is of another type. What is given to a
    parameter is told with the parameter's own line.
    """
    found = value(ctx, scope, tree, wanted)
    if fits(found.type, wanted):
        return found
    verb = "are" if isinstance(wanted, SetT) else "is"
    lead = lead or f"{what or wanted} {verb} wanted here"
    given = "always none" if found.type == NONE else str(found.type)
    also = ((param.span, f"`{param.name}` is {param.type}"),) if param is not None else ()
    ctx.error(code, f"{lead}, but `{shown(tree)}` is {given}", tree.span, also=also)
    return unknown(tree.span)


def yes_or_no(ctx: CheckContext, scope: Scope, tree: e.Expr, why: str) -> g.Value:
    """A question; `why` says who asks it."""
    found = value(ctx, scope, tree, YESNO)
    if fits(found.type, YESNO):
        return found
    help_ = "a question is answered by yes or no"
    if element(bare(found.type)) is not None:
        help_ += f":  {shown(tree)} is not empty"
    elif isinstance(bare(found.type), NumberT):
        help_ += f":  {shown(tree)} > 0"
    ctx.error("T01", f"{why}, but `{shown(tree)}` is {found.type}", tree.span, help=(help_,))
    return unknown(tree.span)


def _questions(ctx: CheckContext, scope: Scope, tree: e.Both | e.EitherOr) -> g.Value:
    """`a and b and c`, or `a or b or c`; `x is 5 or 7` is told with what is nearly always meant."""
    name = "and" if isinstance(tree, e.Both) else "or"
    chain: list[e.Both | e.EitherOr] = [tree]
    while isinstance(left := chain[0].left, type(tree)):
        chain.insert(0, left)
    first = chain[0].left
    odd: list[tuple[e.Expr, Type]] = []

    def question(part: e.Expr) -> g.Value:
        found = value(ctx, scope, part, YESNO)
        if not fits(found.type, YESNO):
            odd.append((part, found.type))
            return unknown(part.span)
        return found

    whole = question(first)
    for pair in chain:
        whole = g.Op(name, (whole, question(pair.right)), YESNO, pair.span)
    if odd:
        part, kind = odd[0]
        help_: tuple[str, ...] = ()
        if isinstance(first, e.Compare) and first.op == "is" and name == "or":
            words = ", ".join(shown(item) for item in (first.right, *(item for item, _ in odd)))
            help_ = (f"write `{shown(first.left)} in [{words}]`",)
        ctx.error(
            "T04", f"`{name}` stands between two questions, but `{shown(part)}` is {kind}",
            part.span, help=help_,
        )  # fmt: skip
    return whole


def shown(tree: e.Expr) -> str:
    """An expression as it was written, on one line."""
    return " ".join(tree.span.text.split())


def _number_or_rank(
    ctx: CheckContext, text: str, number: int | None, wanted: Type | None, span: Span
) -> g.Value:
    """`7` is a rank where a rank is wanted, else a number; `A K Q J` are always ranks."""
    kind = bare(wanted) if wanted is not None else None
    kind = element(kind) or kind if kind is not None else None
    if number is not None and kind != RANK:
        return g.Const(number, NumberT(number, number), span)
    if text not in ctx.game.ranks and ctx.game.ranks:
        ctx.once(
            "P03",
            f"the pack has no {text}",
            span,
            help=(f"the ranks are {' '.join(ctx.game.ranks)}",),
        )
    return g.Literal("rank", text, False, RANK, span)


def card(ctx: CheckContext, tree: e.CardWord) -> g.Value:
    """A card by its name; it must be of the pack."""
    ranks, suits = ctx.game.ranks, ctx.game.suits
    if ranks and (tree.rank not in ranks or tree.suit not in suits):
        help_ = f"the ranks are {' '.join(ranks)}, the suits {' '.join(suits)}"
        ctx.once("P05", f"the pack has no {tree.rank}{tree.suit}", tree.span, help=(help_,))
    return g.Literal("card", f"{tree.rank}{tree.suit}", tree.twin, CARD, tree.span)


def _word(ctx: CheckContext, scope: Scope, tree: e.Word) -> g.Value:
    span = tree.span
    match tree.text:
        case "yes" | "no":
            return g.Const(int(tree.text == "yes"), YESNO, span)
        case "none":
            return g.Const(-1, NONE, span)
        case "empty":
            return g.Op("empty", (), EMPTY, span)
        case "it":
            if scope.it is None:
                ctx.error("N01", "`it` means an element after `where`, and here is none", span)
                return unknown(span)
            return g.Local(scope.it, scope.it.type, span)
        case "players":
            return g.Setting("players", NumberT(*ctx.game.players), span)
        case "sides":
            return g.Setting("sides", SequenceT(SIDE), span)
        case "seats":
            return g.Setting("seats", SequenceT(SEAT), span)
        case _:
            return g.Setting("pack", SetT(CARD), span)


def _listing(ctx: CheckContext, scope: Scope, tree: e.Listing, wanted: Type | None) -> g.Value:
    """`[5, 7]`: the elements are of one kind, the wanted one where it is known."""
    of = element(bare(wanted)) if wanted is not None else None
    kind = of if of not in (None, UNKNOWN) else None
    items = []
    for item in tree.items:
        found = value(ctx, scope, item, kind)
        kind = found.type if kind is None else kind
        joined = join(kind, found.type)
        if joined is None:
            title = f"a list holds things of one kind: `{shown(item)}` is {found.type}, not {kind}"
            ctx.error("T02", title, item.span)
        else:
            kind = joined
        items.append(found)
    return g.Op("list", tuple(items), SetT(kind or UNKNOWN), tree.span)


def between(ctx: CheckContext, scope: Scope, tree: e.Between) -> g.Value:
    """`low..high`."""
    low = typed(ctx, scope, tree.low, NumberT())
    high = typed(ctx, scope, tree.high, NumberT())
    low_t, high_t = bare(low.type), bare(high.type)
    if not (isinstance(low_t, NumberT) and isinstance(high_t, NumberT)):
        return unknown(tree.span)
    bounds = NumberT(low_t.low, high_t.high)
    if bounds.low is not None and bounds.high is not None and bounds.low > bounds.high:
        ends = shown(tree.low), shown(tree.high)
        ctx.error(
            "R02", f"`{shown(tree)}` is empty: {ends[0]} is more than {ends[1]}", tree.span,
            label=f"did you mean `{ends[1]}..{ends[0]}`?",
        )  # fmt: skip
        return unknown(tree.span)
    return g.Op("between", (low, high), SetT(bounds), tree.span)


def is_cards(type_: Type) -> bool:
    """One card or several."""
    return bare(type_) == CARD or element(bare(type_)) == CARD or type_ == EMPTY


def _arithmetic(ctx: CheckContext, scope: Scope, tree: e.Sum, wanted: Type | None) -> g.Value:
    """Numbers; or sets, where `+` joins and `-` takes away."""
    hint = wanted if wanted is not None and not isinstance(bare(wanted), PlainT) else None
    left = value(ctx, scope, tree.left, hint)
    right = value(ctx, scope, tree.right, hint or left.type)
    a, b = bare(left.type), bare(right.type)
    if UNKNOWN in (a, b):
        return g.Const(0, UNKNOWN, tree.span)
    if isinstance(a, NumberT) and isinstance(b, NumberT):
        bounds = {
            "+": lambda: intervals.add(a, b),
            "-": lambda: intervals.add(a, intervals.negate(b)),
            "*": lambda: intervals.times(a, b),
            "/": lambda: intervals.over(a, b),
        }[tree.op]()
        name = {"+": "plus", "-": "minus", "*": "times", "/": "over"}[tree.op]
        return g.Op(name, (left, right), bounds, tree.span)
    of_a = element(a) or (a if element(b) is not None or is_cards(b) else None)
    of_b = element(b) or (b if element(a) is not None or is_cards(a) else None)
    joined = join(of_a, of_b) if of_a is not None and of_b is not None else None
    if tree.op in "+-" and joined is not None and not isinstance(joined, NumberT):
        name = "union" if tree.op == "+" else "without"
        return g.Op(name, (left, right), SetT(joined), tree.span)
    odd, kind = (tree.left, left.type) if not isinstance(a, NumberT) else (tree.right, right.type)
    verb = {"+": "added", "-": "taken away", "*": "multiplied", "/": "divided"}[tree.op]
    ctx.error(
        "T05", f"only numbers can be {verb} here, but `{shown(odd)}` is {kind}", odd.span,
        help=_counted(ctx, odd, bare(kind), tree.op),
    )  # fmt: skip
    return unknown(tree.span)


def _counted(ctx: CheckContext, tree: e.Expr, kind: Type, op: str) -> tuple[str, ...]:
    """How a number is made of something that is none."""
    said = shown(tree)
    of = f"{said}" if isinstance(tree, e.Name | e.Apply) else f"({said})"
    if kind == SEAT:
        return (f"the next seat is `{'left' if op == '+' else 'right'} of {of}`",)
    if kind == RANK:
        orders = [f"`{order} of {of}`" for order in ctx.game.orders]
        return (f"the height of a rank is {' or '.join([*orders, f'`number of {of}`'])}",)
    if element(kind) is not None:
        return (f"how many there are is `size of {of}`",)
    return ()


def _either(ctx: CheckContext, scope: Scope, tree: e.Either, wanted: Type | None) -> g.Value:
    test = yes_or_no(ctx, scope, tree.test, "`if` is followed by a question")
    first = value(ctx, scope, tree.value, wanted)
    other = value(ctx, scope, tree.other, wanted or first.type)
    kind = join(first.type, other.type)
    if kind is None:
        ctx.error(
            "T02", f"`{shown(tree.value)}` is {first.type}, but `{shown(tree.other)}` is "
            f"{other.type}: both must be of one kind", tree.span,
        )  # fmt: skip
        return unknown(tree.span)
    return g.Op("if", (test, first, other), kind, tree.span)
