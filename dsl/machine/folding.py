"""What is known before play is worked out: operations on constants, and conditions as masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import EXPRESSIONS, Meaning, NoAnswer
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.node import Node, children, map_children, walk
from hoyle.dsl.source import Span

Exact = int | tuple[int, ...]
# Beside those that are one expression, the operations that always have an answer.
SURE = {
    *EXPRESSIONS, "smaller", "larger", "bit", "mask_of", "seq_mask", "mask_seq", "has_bit",
    "all_in", "rank_of_all", "suit_of_all", "ranks", "suits", "ranks_mask", "suits_mask", "side",
    "left", "right",
}  # fmt: skip
MOST_ASKED = 50  # expressions of what says which cards a part of a condition is asked for


def fold_op(builtins: Mapping[str, Meaning], name: str, args: tuple[p.Expr, ...]) -> p.Expr:
    """An operation, worked out where its answer is known; without an answer it is left to play."""
    match name, args:
        case "and" | "or", (a, b):
            for first, second in ((a, b), (b, a)):
                if isinstance(first, p.Const):
                    decided = bool(first.value) == (name == "or")
                    return p.Const(int(name == "or")) if decided else second
        case "if", (p.Const(value=test), yes, no):
            return yes if test else no
    known = []
    for arg in args:
        if not isinstance(arg, p.Const):
            return p.Op(name, args)
        known.append(arg.value)
    found = work_out(builtins, name, known)
    return p.Op(name, args) if found is None else p.Const(found)


def work_out(builtins: Mapping[str, Meaning], name: str, known: Sequence[Exact]) -> Exact | None:
    """What an operation gives for values; None where play must say it, or there is no answer."""
    meaning = builtins.get(name)
    if meaning is None:
        return None
    try:
        found = meaning(*known)
    except NoAnswer:
        return None
    return int(found) if isinstance(found, bool) else found


def without_mixed(over: p.Expr, test: p.Expr, slot: int) -> p.Expr:
    """All subsets that a test of the one in `slot` may let pass: without most that are mixed.

    Ten cards have 1,023 subsets, of which about 60 are of one rank or one suit.
    """
    if isinstance(over, p.Op) and over.name == "subsets" and _asks_for_alike(test, slot):
        return p.Op("subsets_alike", over.args, over.span)
    return over


def _asks_for_alike(test: p.Expr, slot: int) -> bool:
    """Whether a test lets only cards pass that are of one rank or of one suit."""
    match test:
        case p.Op(name="one_rank" | "one_suit", args=(p.Get(slot=asked),)):
            return asked == slot
        case p.Op(name="and", args=args):
            return any(_asks_for_alike(arg, slot) for arg in args)
        case p.Op(name="or", args=args):
            return all(_asks_for_alike(arg, slot) for arg in args)
    if test.calls is None:
        return False
    return any(
        arg == p.Get(slot) and _asks_for_alike(test.calls.body, param.at)
        for param, arg in zip(test.calls.params, children(test), strict=True)
    )


def mentions(expr: Node | None, slot: int) -> bool:
    """Whether an expression reads a slot by its number."""
    if isinstance(expr, p.Get):
        return expr.slot == slot
    if isinstance(expr, p.Op):  # the commonest, so without a detour
        return any(mentions(arg, slot) for arg in expr.args)
    return expr is not None and any(mentions(part, slot) for part in children(expr))


def find_known(lowered: p.Expr, span: Span) -> int:
    """The number that an expression comes to; CannotLower where it is none, or up to play."""
    if isinstance(lowered, p.Const) and isinstance(lowered.value, int):
        return lowered.value
    for part in walk(lowered):
        if isinstance(part, p.Guard) and part.value == p.Const(-1):
            raise CannotLower(part.says, part.span)
    raise CannotLower("this must be known before the game begins", span)


def may_fail(expr: p.Expr) -> bool:
    """Whether anything in an expression, or in what it calls, may have no value."""
    return any(
        isinstance(part, p.Guard) or (isinstance(part, p.Op) and part.name not in SURE)
        for part in p.walk_called(expr)
    )


def asks_alike(kind: str, mask: p.Expr) -> bool:
    """Whether a phrase asks the same with a mask as one by one.

    Where it stops at the first that fits, those behind it are not asked; a mask asks them all.
    """
    return kind not in p.STOP_EARLY or not may_fail(mask)


def write_out(call: p.Call, depth: int) -> p.Expr:
    """A function's body in the place of its call, where `depth` scratch slots are in use.

    What its parameters stand for is put in their places; what costs work is kept in scratch slots.
    """
    given: dict[int, p.Expr] = {}
    kept: list[tuple[int, p.Expr]] = []
    for k, arg in enumerate(call.args, 1):
        if arg.is_simple:
            given[-k] = arg
        else:
            kept.append((-k - depth, arg))

    def move(part: Node) -> Node:
        if isinstance(part, p.Get):
            return part if part.slot >= 0 else given.get(part.slot, p.Get(part.slot - depth))
        assert isinstance(part, p.BaseExpr)
        if part.binds is not None:
            part = attrs.evolve(part, slot=part.binds - depth)  # type: ignore[misc]
        return map_children(part, move)

    body = cast(p.Expr, move(call.function.body))
    for slot, value in reversed(kept):
        body = p.Bind(slot, value, body)
    return body


def keep_those(builtins: Mapping[str, Meaning], over: p.Expr, mask: p.Expr, slot: int) -> p.Expr:
    """Those of some cards that are in a mask; it is not asked for where there are none.

    They lie in `slot` meanwhile.
    """
    if not may_fail(mask):
        return fold_op(builtins, "both", (over, mask))
    cards = p.Get(slot)
    some = p.Op("is_some", (cards,))
    return p.Bind(slot, over, p.Op("all_if", (some, p.Op("both", (cards, mask)))))


@attrs.frozen
class MaskFolder:
    """Folds a condition on one card, which lies in `slot`, to the mask of the cards that pass.

    `depth` scratch slots are in use around it. A mask asks the whole condition at once, also a part
    of which no card asks since that before it has said yes or no. Such a part may have no value:
    with `asked`, the cards for which the condition is asked, it is asked only if one of them does.
    """

    builtins: Mapping[str, Meaning]
    everything: p.Const  # the mask of the whole pack
    slot: int
    depth: int
    asked: p.Expr | None = None

    def fold(self, test: p.Expr) -> p.Expr | None:
        """The mask of the cards for which a test holds; None where it has no such form."""
        if not mentions(test, self.slot):
            return self._op("all_if", test, self.everything)
        match test:
            case p.Call():
                return self.fold(write_out(test, self.depth))
            case p.Op("is", (p.Call() as call, other)):
                return self.fold(p.Op("is", (write_out(call, self.depth), other)))
            case p.Op("and" | "or" as name, (a, b)) if not mentions(a, self.slot):
                rest = self.fold(b)  # asked only where the first part leaves it open
                if rest is None:
                    return None
                ways = (rest, p.Const(0)) if name == "and" else (self.everything, rest)
                return self._op("if", a, *ways)
            case p.Op("and" | "or" as name, (p.Op(name=inner, args=(a, b)), c)) if inner == name:
                return self.fold(p.Op(name, (a, p.Op(name, (b, c)))))
            case p.Op("and" | "or" as name, (a, b)):
                first = self.fold(a)
                left = "both" if name == "and" else "without"
                second = None if first is None else self._fold_behind(b, left, first)
                if first is None or second is None:
                    return None
                return self._op("both" if name == "and" else "union", first, second)
            case p.Op("not", (a,)):
                return self._opposite(self.fold(a))
            case p.Op("is_not", args):
                return self._opposite(self.fold(p.Op("is", args)))
            case p.Op("if", (condition, yes, no)):
                return self._fold_if(condition, yes, no)
            case p.Op("is", (p.Op("if", (condition, yes, no)), other)) if not self._asks(other):
                is_yes, is_no = self._op("is", yes, other), self._op("is", no, other)
                return self._fold_if(condition, is_yes, is_no)
            case p.Op("is", (p.TableRow(value=value), other)):
                return self.fold(p.Op("is", (value, other)))
            case p.Op("is" | "has_bit" as name, (asked, other)) if not self._asks(other):
                return self._fold_membership(asked, other, one=name == "is")
        return None

    def _fold_membership(self, asked: p.Expr, other: p.Expr, one: bool) -> p.Expr | None:
        """The cards that are, or whose rank or suit is, `other`, or one of `other`."""
        match asked:
            case p.Op("suit" | "rank" as what, (p.Get(slot=self.slot),)):
                return self._op(f"{what}_mask" if one else f"{what}s_mask", other)
            case p.Get(slot=self.slot):
                return self._op("bit", other) if one else other
        return None

    def _fold_if(self, test: p.Expr, yes: p.Expr, no: p.Expr) -> p.Expr | None:
        if not self._asks(test):
            held, other = self.fold(yes), self.fold(no)
            return None if held is None or other is None else self._op("if", test, held, other)
        if (mask := self.fold(test)) is None:
            return None
        held = self._fold_behind(yes, "both", mask)
        other = self._fold_behind(no, "without", mask)
        if held is None or other is None:
            return None
        others = self._op("opposite", mask, self.everything)
        return self._op("union", self._op("both", mask, held), self._op("both", others, other))

    def _fold_behind(self, test: p.Expr, left: str, mask: p.Expr) -> p.Expr | None:
        """The mask of a part that is asked of those cards only which the part before it leaves."""
        if self.asked is None:
            return self.fold(test)
        asked = self._op(left, self.asked, mask)
        found = attrs.evolve(self, asked=asked).fold(test)
        if found is None or not may_fail(found):
            return found
        if sum(1 for _ in walk(asked)) > MOST_ASKED:
            return None
        return self._op("all_if", self._op("is_some", asked), found)

    def _opposite(self, mask: p.Expr | None) -> p.Expr | None:
        return None if mask is None else self._op("opposite", mask, self.everything)

    def _asks(self, expr: p.Expr) -> bool:
        return mentions(expr, self.slot)

    def _op(self, name: str, *args: p.Expr) -> p.Expr:
        return fold_op(self.builtins, name, args)
