"""Comparisons and arithmetic: what an operator gives for two checked operands."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.names import is_cards, make_unknown, quote
from hoyle.dsl.tree import expressions as e

COMPARISONS = {
    "is": "is", "is not": "is_not", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip


def check_comparison(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """A question that compares two values."""
    if t.UNKNOWN in (left.type, right.type):
        return g.Op("is", (left, right), t.YESNO, tree.span)
    if tree.op in ("in", "not in"):
        return _check_membership(ctx, tree, left, right)
    if tree.op in ("is", "is not"):
        return _check_sameness(ctx, tree, left, right)
    a, b = t.bare(left.type), t.bare(right.type)
    if isinstance(a, t.KindT) and isinstance(b, t.KindT) and a.ranking == b.ranking:
        return g.Op(COMPARISONS[tree.op], (left, right), t.YESNO, tree.span)
    if not (isinstance(a, t.NumberT) and isinstance(b, t.NumberT)):
        odd, kind = (tree.left, a) if not isinstance(a, t.NumberT) else (tree.right, b)
        ctx.error(
            "T02", f"`{tree.op}` compares two numbers, but `{odd.span.text}` is {kind}",
            odd.span, help=_suggest_height(ctx, odd, kind),
        )  # fmt: skip
    return g.Op(COMPARISONS[tree.op], (left, right), t.YESNO, tree.span)


def _suggest_height(ctx: CheckContext, tree: e.Expr, kind: t.Type) -> tuple[str, ...]:
    said = tree.span.text
    if t.element(kind) is not None:
        return (f"how many there are is `size of {said}`",)
    if kind in (t.CARD, t.RANK):
        of = said if kind == t.RANK else f"rank of {said}"
        orders = ctx.game.orders or ("number",)
        return (f"the height of a rank is {' or '.join(f'`{order} of {of}`' for order in orders)}",)
    return ()


def _check_sameness(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    name = COMPARISONS[tree.op]
    a, b = t.bare(left.type), t.bare(right.type)
    if t.EMPTY in (left.type, right.type):
        what, side = (left, tree.left) if right.type == t.EMPTY else (right, tree.right)
        if t.element(t.bare(what.type)) is None:
            ctx.error(
                "T03", f"only several things can be empty, but `{side.span.text}` is "
                f"{t.name_single(what.type)}", side.span,
            )  # fmt: skip
        return g.Op("is_empty" if name == "is" else "is_some", (what,), t.YESNO, tree.span)
    if a == t.CARD and b == t.SetT(t.CARD) and isinstance(right, g.Op) and right.name == "cards_of":
        return g.Op("in" if name == "is" else "not_in", (left, right), t.YESNO, tree.span)
    if isinstance(a, t.KindT) and isinstance(right, g.Literal):
        return g.Op(f"{name}_kind", (left, right), t.YESNO, tree.span)
    if not t.is_comparable(left.type, right.type):
        title = (
            f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` is {right.type}"
        )
        ctx.error("T02", title, tree.right.span, help=_suggest_meant(tree, a, b))
    elif t.element(a) is not None and t.element(b) is not None:
        several = "same_order" if _are_in_order(left, right) else "same_set"
        name = several if name == "is" else f"not_{several}"
    return g.Op(name, (left, right), t.YESNO, tree.span)


def _are_in_order(left: g.Value, right: g.Value) -> bool:
    """Whether both have an order, where that of a list is as it is written."""
    kept = [isinstance(t.bare(side.type), t.SequenceT) for side in (left, right)]
    listed = [isinstance(side, g.Op) and side.name == "list" for side in (left, right)]
    return all(kept) or (any(kept) and any(listed))


PARTS: dict[t.Type, str] = {t.RANK: "rank", t.SUIT: "suit", t.SIDE: "side"}


def _suggest_meant(tree: e.Compare, a: t.Type, b: t.Type) -> tuple[str, ...]:
    """What was nearly always meant where two things that are compared are of different kinds."""
    left, op, right = tree.left.span.text, tree.op, tree.right.span.text
    if t.element(a) is not None and t.is_number(b):
        if right == "0" and op in ("is", "is not"):
            return (f"whether there are any is asked by `is empty`:  {left} {op} empty",)
        return (f"write `size of {left} {op} {right}`",)
    figure = isinstance(tree.right, e.Number) and 2 <= tree.right.value <= 10
    part = "rank" if figure and a in (t.CARD, t.SUIT) else PARTS.get(b)
    if isinstance(tree.left, e.Apply) and tree.left.name in ("rank", "suit") and part:
        return (f"write `{part} of {tree.left.args[0].span.text} {op} {right}`",)
    if part and (a == t.CARD or (a, b) == (t.SEAT, t.SIDE)):
        return (f"write `{part} of {left} {op} {right}`",)
    return ()


def _check_membership(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """`in` and `not in`: one thing among several, or several all among others."""
    of = t.element(t.bare(right.type))
    name = "in" if tree.op == "in" else "not_in"
    if of is None:
        what = f"`{tree.right.span.text}` is {t.name_single(right.type)}"
        ctx.error("T03", f"`in` asks for several things, but {what}", tree.right.span)
        return g.Op("is", (left, right), t.YESNO, tree.span)
    inner = t.element(t.bare(left.type))
    if isinstance(t.bare(left.type), t.KindT) and isinstance(right, g.Op) and right.name == "list":
        return g.Op(f"{name}_kinds", (left, right), t.YESNO, tree.span)
    if inner is not None and t.is_assignable(inner, of) and not t.is_assignable(left.type, of):
        return g.Op(f"all_{name}", (left, right), t.YESNO, tree.span)
    if not t.is_comparable(left.type, of):
        ctx.error(
            "T02", f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` holds "
            f"{of.plural}", tree.right.span, help=_suggest_meant(tree, t.bare(left.type), of),
        )  # fmt: skip
    return g.Op(name, (left, right), t.YESNO, tree.span)


# ---------------------------------------------------------------------- arithmetic


def check_arithmetic(ctx: CheckContext, tree: e.Sum, left: g.Value, right: g.Value) -> g.Value:
    """Numbers; or sets, where `+` joins and `-` takes away."""
    a, b = t.bare(left.type), t.bare(right.type)
    if t.UNKNOWN in (a, b):
        return g.Const(0, t.UNKNOWN, tree.span)
    if isinstance(a, t.NumberT) and isinstance(b, t.NumberT):
        bounds = {
            "+": lambda: intervals.add(a, b),
            "-": lambda: intervals.add(a, intervals.negate(b)),
            "*": lambda: intervals.multiply(a, b),
            "/": lambda: intervals.divide(a, b),
        }[tree.op]()
        name = {"+": "plus", "-": "minus", "*": "times", "/": "over"}[tree.op]
        return g.Op(name, (left, right), bounds, tree.span)
    of_a = t.element(a) or (a if t.element(b) is not None or is_cards(b) else None)
    of_b = t.element(b) or (b if t.element(a) is not None or is_cards(a) else None)
    joined = t.join(of_a, of_b) if of_a is not None and of_b is not None else None
    if tree.op in "+-" and joined is not None and not isinstance(joined, t.NumberT):
        name = "union" if tree.op == "+" else "without"
        return g.Op(name, (left, right), t.SetT(joined), tree.span)
    odd, kind = (tree.left, left.type) if not isinstance(a, t.NumberT) else (tree.right, right.type)
    verb = {"+": "added", "-": "taken away", "*": "multiplied", "/": "divided"}[tree.op]
    ctx.error(
        "T05", f"only numbers can be {verb} here, but `{quote(odd)}` is {kind}", odd.span,
        help=_suggest_number(ctx, odd, t.bare(kind), tree.op),
    )  # fmt: skip
    return make_unknown(tree.span)


def _suggest_number(ctx: CheckContext, tree: e.Expr, kind: t.Type, op: str) -> tuple[str, ...]:
    said = quote(tree)
    of = f"{said}" if isinstance(tree, e.Name | e.Apply) else f"({said})"
    if kind == t.SEAT:
        return (f"the next seat is `{'left' if op == '+' else 'right'} of {of}`",)
    if kind == t.RANK:
        orders = [f"`{order} of {of}`" for order in ctx.game.orders]
        return (f"the height of a rank is {' or '.join([*orders, f'`number of {of}`'])}",)
    if t.element(kind) is not None:
        return (f"how many there are is `size of {of}`",)
    return ()
