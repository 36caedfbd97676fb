"""From an expression of the tree to a value with its type."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import intervals
from hoyle.dsl.checked.applied import apply
from hoyle.dsl.checked.compared import compare
from hoyle.dsl.checked.desk import Desk, Scope
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


def value(desk: Desk, scope: Scope, tree: e.Expr, wanted: Type | None = None) -> g.Value:
    """The value of an expression; `wanted` helps to tell ranks from numbers and settles words."""
    match tree:
        case e.Number():
            return number_or_rank(desk, str(tree.value), tree.value, wanted, tree.span)
        case e.RankWord():
            return number_or_rank(desk, "10" if tree.text == "T" else tree.text, None, wanted, tree.span)
        case e.SuitWord():
            if tree.symbol not in desk.suits:
                desk.error(
                    "P04", f"the pack has no {tree.symbol}", tree.span,
                    help=(f"the suits are {' '.join(desk.suits)}",),
                )  # fmt: skip
            return g.Literal("suit", tree.symbol, False, SUIT, tree.span)
        case e.CardWord():
            return card(desk, tree)
        case e.Word():
            return word(desk, scope, tree)
        case e.Name():
            return plain_name(desk, scope, tree.name, wanted, tree.span) or unknown(tree.span)
        case e.Apply():
            return apply(desk, scope, tree, wanted) or unknown(tree.span)
        case e.CardOf():
            rank = typed(desk, scope, tree.rank, RANK, "a rank")
            suit = typed(desk, scope, tree.suit, SUIT, "a suit")
            return g.Op("cards_of", (rank, suit), SetT(CARD), tree.span)
        case e.SeatsRound():
            seat = typed(desk, scope, tree.seat, SEAT, "a seat")
            name = "seats_after" if tree.after else "seats_from"
            return g.Op(name, (seat,), SequenceT(SEAT), tree.span)
        case e.Listing():
            return listing(desk, scope, tree, wanted)
        case e.Bracket():
            return value(desk, scope, tree.inner, wanted)
        case e.Between():
            return between(desk, scope, tree)
        case e.Sum():
            return arithmetic(desk, scope, tree, wanted)
        case e.Negate():
            inner = typed(desk, scope, tree.value, NumberT(), "a number")
            of = bare(inner.type)
            bounds = intervals.negate(of) if isinstance(of, NumberT) else NumberT()
            return g.Op("negate", (inner,), bounds, tree.span)
        case e.Compare():
            return compare(desk, scope, tree)
        case e.Both() | e.EitherOr():
            name = "and" if isinstance(tree, e.Both) else "or"
            left = yes_or_no(desk, scope, tree.left, f"`{name}` stands between two questions")
            right = yes_or_no(
                desk, scope, tree.right, f"`{name}` stands between two questions", beside=tree.left
            )
            return g.Op(name, (left, right), YESNO, tree.span)
        case e.Not():
            inner = yes_or_no(desk, scope, tree.value, "`not` stands before a question")
            return g.Op("not", (inner,), YESNO, tree.span)
        case e.Either():
            return either(desk, scope, tree, wanted)
        case e.Where():
            return filtered(desk, scope, tree, wanted)
        case e.Phrase():
            return phrase(desk, scope, tree)
    assert_never(tree)


def typed(desk: Desk, scope: Scope, tree: e.Expr, wanted: Type, what: str) -> g.Value:
    """A value that must be of a type; `what` is how the place names it (`a seat`)."""
    found = value(desk, scope, tree, wanted)
    if not fits(found.type, wanted):
        desk.error(
            "T01", f"{what} is wanted here, but `{shown(tree)}` is {found.type}", tree.span
        )
        return g.Const(0, UNKNOWN, tree.span)
    if found.type == NONE and wanted != NONE and not fits(NONE, wanted):
        desk.error("T01", f"{what} is wanted here, but this is always none", tree.span)
    return found


def yes_or_no(
    desk: Desk, scope: Scope, tree: e.Expr, why: str, beside: e.Expr | None = None
) -> g.Value:
    """A question; `beside` is the left side of an `or` that may have been meant as a list."""
    found = value(desk, scope, tree, YESNO)
    if fits(found.type, YESNO):
        return found
    help_: tuple[str, ...] = ()
    if isinstance(beside, e.Compare) and beside.op == "is":
        help_ = (f"write:  {shown(beside.left)} in [{shown(beside.right)}, {shown(tree)}]",)
    desk.error("T04", f"{why}, but `{shown(tree)}` is {found.type}", tree.span, help=help_)
    return unknown(tree.span)


def shown(tree: e.Expr) -> str:
    """An expression as it was written, on one line."""
    return " ".join(tree.span.text.split())


def number_or_rank(
    desk: Desk, text: str, number: int | None, wanted: Type | None, span: Span
) -> g.Value:
    """`7` is a rank where a rank is wanted, else a number; `A K Q J` are always ranks."""
    kind = bare(wanted) if wanted is not None else None
    kind = element(kind) or kind if kind is not None else None
    if number is not None and kind != RANK:
        return g.Const(number, NumberT(number, number), span)
    if text not in desk.ranks and desk.ranks:
        desk.error(
            "P03", f"the pack has no {text}", span, help=(f"the ranks are {' '.join(desk.ranks)}",)
        )
    return g.Literal("rank", text, False, RANK, span)


def card(desk: Desk, tree: e.CardWord) -> g.Value:
    """A card by its name; it must be of the pack."""
    if desk.ranks and (tree.rank not in desk.ranks or tree.suit not in desk.suits):
        desk.error(
            "P05", f"the pack has no {tree.rank}{tree.suit}", tree.span,
            help=(f"the ranks are {' '.join(desk.ranks)}, the suits {' '.join(desk.suits)}",),
        )  # fmt: skip
    return g.Literal("card", f"{tree.rank}{tree.suit}", tree.twin, CARD, tree.span)


def word(desk: Desk, scope: Scope, tree: e.Word) -> g.Value:
    """`yes no none empty it players sides pack seats`."""
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
                desk.error("N01", "`it` means an element after `where`, and here is none", span)
                return unknown(span)
            return g.Local(scope.it, scope.it.type, span)
        case "players":
            return g.Setting("players", NumberT(*desk.game.players), span)
        case "sides":
            return g.Setting("sides", SequenceT(SIDE), span)
        case "seats":
            return g.Setting("seats", SequenceT(SEAT), span)
        case _:
            return g.Setting("pack", SetT(CARD), span)


def listing(desk: Desk, scope: Scope, tree: e.Listing, wanted: Type | None) -> g.Value:
    """`[5, 7]`: the elements are of one kind, the wanted one where it is known."""
    of = element(bare(wanted)) if wanted is not None else None
    kind = of if of not in (None, UNKNOWN) else None
    items = []
    for item in tree.items:
        found = value(desk, scope, item, kind)
        if kind is None:
            kind = found.type
        joined = join(kind, found.type)
        if joined is None:
            desk.error(
                "T02", f"a list holds things of one kind: `{shown(item)}` is {found.type}, "
                f"not {kind}", item.span,
            )  # fmt: skip
        else:
            kind = joined
        items.append(found)
    return g.Op("list", tuple(items), SetT(kind or UNKNOWN), tree.span)


def between(desk: Desk, scope: Scope, tree: e.Between) -> g.Value:
    """`low..high`."""
    low = typed(desk, scope, tree.low, NumberT(), "a number")
    high = typed(desk, scope, tree.high, NumberT(), "a number")
    low_t, high_t = bare(low.type), bare(high.type)
    bounds = NumberT(
        low_t.low if isinstance(low_t, NumberT) else None,
        high_t.high if isinstance(high_t, NumberT) else None,
    )
    if bounds.low is not None and bounds.high is not None and bounds.low > bounds.high:
        desk.error(
            "R02", f"no number lies in {shown(tree)}: it begins above its end", tree.span,
            label=f"{shown(tree.high)}..{shown(tree.low)}",
        )  # fmt: skip
    return g.Op("between", (low, high), SetT(bounds), tree.span)


def is_cards(type_: Type) -> bool:
    """One card or several."""
    return bare(type_) == CARD or element(bare(type_)) == CARD or type_ == EMPTY


def arithmetic(desk: Desk, scope: Scope, tree: e.Sum, wanted: Type | None) -> g.Value:
    """Numbers; or sets, where `+` joins and `-` takes away."""
    hint = wanted if wanted is not None and not isinstance(bare(wanted), PlainT) else None
    left = value(desk, scope, tree.left, hint)
    right = value(desk, scope, tree.right, hint or left.type)
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
    verb = {"+": "added to", "-": "taken from", "*": "multiplied with", "/": "divided by"}[tree.op]
    desk.error(
        "T05", f"`{shown(tree.left)}` is {left.type} and `{shown(tree.right)}` is {right.type}: "
        f"they cannot be {verb} one another", tree.span,
    )  # fmt: skip
    return unknown(tree.span)


def either(desk: Desk, scope: Scope, tree: e.Either, wanted: Type | None) -> g.Value:
    """`a if test else b`."""
    test = yes_or_no(desk, scope, tree.test, "`if` is followed by a question")
    first = value(desk, scope, tree.value, wanted)
    other = value(desk, scope, tree.other, wanted or first.type)
    kind = join(first.type, other.type)
    if kind is None:
        desk.error(
            "T02", f"`{shown(tree.value)}` is {first.type}, but `{shown(tree.other)}` is "
            f"{other.type}: both must be of one kind", tree.span,
        )  # fmt: skip
        return unknown(tree.span)
    return g.Op("if", (test, first, other), kind, tree.span)
