"""Comparisons: `is`, `<`, `in` and their opposites."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    RANK,
    UNKNOWN,
    YESNO,
    ChoiceT,
    KindT,
    NumberT,
    SetT,
    Type,
    alike,
    bare,
    element,
    fits,
)
from hoyle.dsl.tree import expressions as e

NAMES = {
    "is": "is", "is not": "is_not", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip


def bare_literal(tree: e.Expr) -> bool:
    """Whether a side says little of its own type: a figure, a word, a list of those."""
    match tree:
        case e.Number() | e.Name() | e.RankWord():
            return True
        case e.Listing(items=items):
            return all(bare_literal(item) for item in items)
        case e.Bracket(inner=inner):
            return bare_literal(inner)
    return False


def sides(desk: Desk, scope: Scope, tree: e.Compare) -> tuple[g.Value, g.Value]:
    """Both sides; the one that says more is read first and helps with the other."""
    from hoyle.dsl.checked.values import value

    several = tree.op in ("in", "not in")
    if isinstance(tree.left, e.Number) and not isinstance(tree.right, e.Number):
        right = value(desk, scope, tree.right)
        hint = element(right.type) if several else right.type
        return value(desk, scope, tree.left, hint), right
    left = value(desk, scope, tree.left)
    return left, value(desk, scope, tree.right, SetT(left.type) if several else left.type)


def compare(desk: Desk, scope: Scope, tree: e.Compare) -> g.Value:
    """A question that compares two values."""
    left, right = sides(desk, scope, tree)
    if UNKNOWN in (left.type, right.type):
        return g.Op("is", (left, right), YESNO, tree.span)
    if tree.op in ("in", "not in"):
        return membership(desk, tree, left, right)
    a, b = bare(left.type), bare(right.type)
    if tree.op in ("is", "is not"):
        return sameness(desk, tree, left, right)
    if isinstance(a, KindT) and isinstance(b, KindT) and a.ranking == b.ranking:
        return g.Op(NAMES[tree.op], (left, right), YESNO, tree.span)
    if not (isinstance(a, NumberT) and isinstance(b, NumberT)):
        odd, odd_type = (tree.left, a) if not isinstance(a, NumberT) else (tree.right, b)
        help_ = ()
        if odd_type == RANK:
            orders = ", ".join(desk.game.orders) or "an order"
            help_ = (f"ranks have a height in an order: {orders}",)
        desk.error(
            "T02", f"`{tree.op}` compares two numbers, but `{odd.span.text}` is {odd_type}",
            odd.span, help=help_,
        )  # fmt: skip
    return g.Op(NAMES[tree.op], (left, right), YESNO, tree.span)


def sameness(desk: Desk, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """`is` and `is not`."""
    name = NAMES[tree.op]
    a, b = bare(left.type), bare(right.type)
    if right.type == EMPTY or left.type == EMPTY:
        several = left if right.type == EMPTY else right
        if element(bare(several.type)) is None:
            desk.error(
                "T03", f"only several things can be empty; `{tree.left.span.text}` is {left.type}",
                tree.left.span,
            )  # fmt: skip
        return g.Op("is_empty" if name == "is" else "is_some", (several,), YESNO, tree.span)
    if a == CARD and b == SetT(CARD) and isinstance(right, g.Op) and right.name == "cards_of":
        return g.Op("in" if name == "is" else "not_in", (left, right), YESNO, tree.span)
    if isinstance(a, KindT) and isinstance(right, g.Literal):
        return g.Op(f"{name}_kind", (left, right), YESNO, tree.span)
    if not alike(left.type, right.type):
        desk.error(
            "T02", f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` is "
            f"{right.type}: they can never be the same", tree.span,
        )  # fmt: skip
    elif element(a) is not None and element(b) is not None:
        return g.Op("same_set" if name == "is" else "not_same_set", (left, right), YESNO, tree.span)
    return g.Op(name, (left, right), YESNO, tree.span)


def membership(desk: Desk, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """`in` and `not in`: one thing among several, or several all among others."""
    of = element(bare(right.type))
    name = "in" if tree.op == "in" else "not_in"
    if of is None:
        desk.error(
            "T03", f"`in` wants several things, but `{tree.right.span.text}` is {right.type}",
            tree.right.span,
        )  # fmt: skip
        return g.Op("is", (left, right), YESNO, tree.span)
    inner = element(bare(left.type))
    if isinstance(bare(left.type), KindT) and isinstance(right, g.Op) and right.name == "list":
        return g.Op(f"{name}_kinds", (left, right), YESNO, tree.span)
    if inner is not None and fits(inner, of) and not fits(left.type, of):
        return g.Op(f"all_{name}", (left, right), YESNO, tree.span)
    if not alike(left.type, of):
        desk.error(
            "T02", f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` holds "
            f"{right.type}", tree.span,
        )  # fmt: skip
    return g.Op(name, (left, right), YESNO, tree.span)


def says(kind: Type) -> str:
    """A type for a message."""
    return str(kind) if not isinstance(kind, ChoiceT) else " or ".join(kind.words)
