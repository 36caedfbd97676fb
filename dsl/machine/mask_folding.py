"""A condition on one card, folded to the mask of all cards that pass it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dsl.machine import program as p

if TYPE_CHECKING:
    from hoyle.dsl.machine.lowering import Lowering


def mentions(expr: p.Expr | None, slot: int) -> bool:
    """Whether an expression reads a slot."""
    match expr:
        case None | p.Const():
            return False
        case p.Get(slot=found):
            return found == slot
        case p.GetAt(index=index):
            return mentions(index, slot)
        case p.Op(args=args):
            return any(mentions(a, slot) for a in args)
        case p.Guard(value=value) | p.TableRow(value=value):
            return mentions(value, slot)
        case p.Bind(value=value, body=body):
            return mentions(value, slot) or mentions(body, slot)
        case p.Comprehension(over=over, where=where, value=value):
            return mentions(over, slot) or mentions(where, slot) or mentions(value, slot)
    raise AssertionError(expr)


def fold(values: Lowering, test: p.Expr, slot: int) -> p.Expr | None:
    """The mask of the cards for which `test` holds, the card in `slot`; None where it has none."""
    whole = (1 << values.settings.cards().size) - 1
    if not mentions(test, slot):
        return values.op("all_if", test, p.Const(whole))
    match test:
        case p.Op("and" | "or" as name, (a, b)) if not mentions(a, slot):
            rest = fold(values, b, slot)  # asked only where the first part leaves it open
            if rest is None:
                return None
            return values.op(
                "if", a, *((rest, p.Const(0)) if name == "and" else (p.Const(whole), rest))
            )
        case p.Op("and", (a, b)):
            return both(values, fold(values, a, slot), fold(values, b, slot), "both")
        case p.Op("or", (a, b)):
            return both(values, fold(values, a, slot), fold(values, b, slot), "union")
        case p.Op("not", (a,)):
            inner = fold(values, a, slot)
            return None if inner is None else values.op("opposite", inner, p.Const(whole))
        case p.Op("is_not", (a, b)):
            inner = fold(values, p.Op("is", (a, b)), slot)
            return None if inner is None else values.op("opposite", inner, p.Const(whole))
        case p.Op("if", (test_, yes, no)):
            return _fold_if(values, test_, fold(values, yes, slot), fold(values, no, slot), slot)
        case p.Op("is", (p.Op("if", (test_, yes, no)), other)) if not mentions(other, slot):
            return _fold_if(
                values, test_, fold(values, values.op("is", yes, other), slot),
                fold(values, values.op("is", no, other), slot), slot,
            )  # fmt: skip
        case p.Op("is", (p.TableRow(value=inner_value), other)):
            return fold(values, p.Op("is", (inner_value, other)), slot)
        case p.Op("is", (p.Op("suit" | "rank" as what, (p.Get(card),)), other)) if (
            card == slot and not mentions(other, slot)
        ):
            return values.op(f"{what}_mask", other)
        case p.Op("is", (p.Get(card), other)) if card == slot and not mentions(other, slot):
            return values.op("bit", other)
        case p.Op("has_bit", (p.Op("suit" | "rank" as what, (p.Get(card),)), among)) if (
            card == slot and not mentions(among, slot)
        ):
            return values.op(f"{what}s_mask", among)
        case p.Op("has_bit", (p.Get(card), among)) if card == slot and not mentions(among, slot):
            return among
    return None


def both(values: Lowering, a: p.Expr | None, b: p.Expr | None, name: str) -> p.Expr | None:
    """Two masks together, where both are there."""
    return None if a is None or b is None else values.op(name, a, b)


def _fold_if(
    values: Lowering, test: p.Expr, yes: p.Expr | None, no: p.Expr | None, slot: int
) -> p.Expr | None:
    mask = fold(values, test, slot)
    if mask is None or yes is None or no is None:
        return None
    if not mentions(test, slot):
        return values.op("if", test, yes, no)
    whole = p.Const((1 << values.settings.cards().size) - 1)
    one = values.op("both", mask, yes)
    other = values.op("both", values.op("opposite", mask, whole), no)
    return values.op("union", one, other)
