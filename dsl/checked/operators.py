"""Comparisons and arithmetic: what an operator gives for two checked operands."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.names import is_cards, make_unknown
from hoyle.dsl.checked.suggestions import (
    PARTS,
    as_operand,
    suggest_any,
    suggest_brackets,
    suggest_cards_of,
    suggest_comparison,
    suggest_conversion,
    suggest_each,
    suggest_height,
    suggest_ranked,
    suggest_ranks,
    suggest_whole,
)
from hoyle.dsl.checked.values import is_card_of, parts_of
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e

COMPARISONS = {
    "is": "is", "is not": "is_not", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip


def check_comparison(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """A question that compares two values."""
    if left.type == t.UNKNOWN and tree.op == "in":
        return make_unknown(tree.span)  # `sum of cards in hand` may have meant no question
    if t.UNKNOWN in (left.type, right.type):
        return g.Op("is", (left, right), t.YESNO, tree.span)
    if tree.op in ("in", "not in"):
        return _check_membership(ctx, tree, left, right)
    if tree.op in ("is", "is not"):
        return _check_sameness(ctx, tree, left, right)
    a, b = t.bare(left.type), t.bare(right.type)
    joined = t.join(a, b)
    ordered = joined is not None and joined.answers is not None
    if not ordered and not (isinstance(a, t.NumberT) and isinstance(b, t.NumberT)):
        _report_unordered(ctx, tree, left, right)
    return g.Op(COMPARISONS[tree.op], (left, right), t.YESNO, tree.span)


def _report_unordered(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> None:
    """Tell two of which neither can be more than the other, at the one that does not fit."""
    a, b = t.bare(left.type), t.bare(right.type)
    if isinstance(a, t.KindT) is not isinstance(b, t.KindT):
        sides = ((tree.left, a), (tree.right, b))
        (one, _), (odd, kind) = sides if isinstance(a, t.KindT) else sides[::-1]
        title = f"`{one.words}` is compared with its like, but `{odd.words}` is {kind}"
        meant = suggest_ranked(ctx, one, odd)
        ctx.error("T02", title, odd.span, label=f"write `{meant}`" if meant else "")
        return
    odd, kind = (tree.left, a) if not isinstance(a, t.NumberT) else (tree.right, b)
    ctx.error(
        "T02", f"`{tree.op}` compares two numbers, but `{odd.span.text}` is {kind}", odd.span,
        help=suggest_any(tree, left, right)
        or suggest_brackets(ctx.phrases.get(tree.left.span) if a == t.YESNO else None, tree)
        or suggest_height(ctx, tree, left, right)
        or suggest_conversion(ctx, odd, kind, t.NUMBER),
    )  # fmt: skip


def _check_sameness(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    name = COMPARISONS[tree.op]
    a, b = t.bare(left.type), t.bare(right.type)
    if t.EMPTY in (left.type, right.type):
        what, side = (left, tree.left) if right.type == t.EMPTY else (right, tree.right)
        if t.element(t.bare(what.type)) is None:
            ctx.error(
                "T03", f"only several things can be empty, but `{side.span.text}` is "
                f"{t.name_single(what.type)}", side.span,
                help=_suggest_none(tree, what.type) or _suggest_several(what),
            )  # fmt: skip
        return g.Op("is_empty" if name == "is" else "is_some", (what,), t.YESNO, tree.span)
    if b == t.CARD and is_card_of(left):
        left, right, a, b = right, left, b, a
    if a == t.CARD and is_card_of(right):
        return g.Op("in" if name == "is" else "not_in", (left, right), t.YESNO, tree.span)
    of_several = t.element(a) is None and t.element(b) not in (None, t.UNKNOWN)
    if of_several or not t.is_comparable(left.type, right.type):
        title = (
            f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` is {right.type}"
        )
        register, other = (left.register, b) if left.register is not None else (right.register, a)
        counted = ctx.phrases.get(tree.left.span) if a == t.YESNO and t.is_number(b) else None
        help_ = suggest_any(tree, left, right) or suggest_brackets(counted, tree)
        help_ = help_ or suggest_comparison(ctx, tree, a, b)
        if isinstance(right, g.Call) and isinstance(right.of, g.Define) and help_:
            called, body = right.of, t.bare(right.of.value.type)
            if t.element(called.type) == body:  # it is said to be several, and is one
                says = (
                    f"what `{called.name}` finds is {body}, though it is said to be {called.type}"
                )
                help_ = (*help_, says)
        also = _point_at_hiding(left, right) + _point_at_hiding(right, left)
        ctx.add_unfit(register, other, "T02", title, tree.right.span, help_, also)
        return g.Op(name, (left, right), t.YESNO, tree.span)
    return ask_same(ctx, left, right, tree.span, name)


def _point_at_hiding(one: g.Value, other: g.Value) -> tuple[tuple[Span, str], ...]:
    """`used is one`, where the alternative that was meant is also the name of something else."""
    kind = t.bare(one.type)
    if not (isinstance(kind, t.ChoiceT) and isinstance(other, g.Local)):
        return ()
    name = other.var.name
    says = f"`{name}` is this here, and no alternative: give it another name"
    return ((other.var.span, says),) if name in kind.words else ()


def ask_same(
    ctx: CheckContext, left: g.Value, right: g.Value, span: Span, name: str = "is"
) -> g.Value:
    """Whether two values that can be compared are the same, or are not (`is_not`)."""
    a, b = t.bare(left.type), t.bare(right.type)
    ctx.add_fit(left, b)
    ctx.add_fit(right, a)
    if (found := _check_copies(ctx, left, right, span)) is not None:
        return found if name == "is" else g.Op("not", (found,), t.YESNO, span)
    if isinstance(a, t.KindT) and isinstance(right, g.Literal):
        return g.Op(f"{name}_kind", (left, right), t.YESNO, span)
    if t.element(a) is not None or t.element(b) is not None:
        left, right = _as_several(left), _as_several(right)
    if t.element(t.bare(left.type)) is not None and t.element(t.bare(right.type)) is not None:
        several = "same_order" if _are_in_order(left, right) else "same_set"
        name = several if name == "is" else f"not_{several}"
    return g.Op(name, (left, right), t.YESNO, span)


def _check_copies(ctx: CheckContext, left: g.Value, right: g.Value, span: Span) -> g.Value | None:
    """`card is joker`, where the pack has several: any of them is meant; None for other things."""
    if (t.bare(left.type), t.bare(right.type)) != (t.CARD, t.CARD):
        return None
    one, other = (left, right) if isinstance(left, g.Literal) else (right, left)
    if not _means_any_copy(ctx, one):
        one, other = other, one
    if not _means_any_copy(ctx, one):
        return None
    found = g.Op("in", (other, _copies_of(one)), t.YESNO, span)
    if not (one.type.or_none and other.type.or_none):
        return found
    nothing = g.Const(-1, t.NONE, span)
    neither = (g.Op("is", (side, nothing), t.YESNO, span) for side in (one, other))
    return g.Op("or", (found, g.Op("and", tuple(neither), t.YESNO, span)), t.YESNO, span)


def _means_any_copy(ctx: CheckContext, value: g.Value) -> bool:
    """Whether a value is a card, or are cards, given by name, of which there may be several."""
    lone = isinstance(value, g.Literal) and value.word in ctx.game.lone_cards
    return ctx.game.has_copies and t.is_by_name(value.type) and not lone


def _as_several(value: g.Value) -> g.Value:
    """One thing that is compared with several: the list of it alone."""
    kind = t.bare(value.type)
    if t.element(kind) is not None or kind == t.EMPTY:
        return value
    return g.Op("list", (value,), t.SetT(kind), value.span)


def number_copies(value: g.Value) -> g.Value:
    """`[K♠ K♠ 9♥]` of the whole pack: two kings and a nine, the first copies of each."""
    if not (isinstance(value, g.Op) and value.name == "list" and t.is_by_name(value.type)):
        return value
    often: Counter[str] = Counter()
    items: list[g.Value] = []
    for item in value.args:
        if isinstance(item, g.Literal) and item.copy == 0:
            items.append(attrs.evolve(item, copy=often[item.word], type=t.CARD))
            often[item.word] += 1
        else:
            items.append(item)
    return attrs.evolve(value, args=tuple(items), type=t.SetT(t.CARD))


def _copies_of(value: g.Value) -> g.Value:
    """A card, or cards, with all that look the same."""
    return g.Op("copies", (value,), t.SetT(t.CARD), value.span)


def _are_in_order(left: g.Value, right: g.Value) -> bool:
    """Whether both have an order; cards that are written out have one beside a pile."""
    kept = [isinstance(t.bare(side.type), t.SequenceT) for side in (left, right)]
    cards = [isinstance(side, g.Op) and side.name == "list" for side in (left, right)]
    return any(kept) and all(map(or_, kept, cards))


def _check_membership(ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value) -> g.Value:
    """`in` and `not in`: one thing among several, or several all among others."""
    of = t.element(t.bare(right.type))
    name = "in" if tree.op == "in" else "not_in"
    if right.type == t.EMPTY:
        asked = "is" if tree.op == "in" else "is not"
        help_ = f"whether there are any is asked so:  {tree.left.words} {asked} empty"
        several = t.element(t.bare(left.type)) is not None
        ctx.error(
            "T03", "nothing lies in `empty`, so nothing is asked here", tree.right.span,
            help=(help_,) if several else (),
        )  # fmt: skip
        return g.Op("is", (left, right), t.YESNO, tree.span)
    if of is None:
        what = f"`{tree.right.words}` is {t.name_single(right.type)}"
        asked, held = "" if name == "in" else "not ", t.element(t.bare(left.type))
        help_ = "".join(suggest_each(tree.right))
        if t.bare(right.type) == t.YESNO:
            help_ = f"that is a question by itself:  {asked}{as_operand(tree.right)}"
        elif held is not None and t.is_comparable(right.type, held):
            turned = f"{tree.right.words} {asked}in {tree.left.words}"
            help_ = f"what holds several stands behind `in`:  {turned}"
        elif t.bare(right.type) == t.CARD and (part := PARTS.get(t.bare(left.type))):
            same = "is" if name == "in" else "is not"
            help_ = f"a card has one:  {part} of {as_operand(tree.right)} {same} {tree.left.words}"
        elif isinstance(tree.right, e.Apply) and help_ and _is_of_several(right):
            parts = f"{tree.right.name}s of {as_operand(tree.right.args[0])}"
            help_ = f"all that occur among them:  {tree.left.words} {asked}in {parts}"
        elif t.is_comparable(left.type, right.type):
            same = "is" if name == "in" else "is not"
            test = f"{tree.left.words} {same} {tree.right.words}"
            help_ = f"one is compared with one by `{same}`:  {test}"
        meant = t.SetT(t.bare(left.type)) if held is None else t.bare(left.type)
        ctx.add_unfit(
            right.register, meant, "T03", f"`in` asks for several things, but {what}",
            tree.right.span, (help_,) * bool(help_),
        )  # fmt: skip
        return g.Op("is", (left, right), t.YESNO, tree.span)
    if not _are_several(left, of) and not t.is_comparable(left.type, of):
        ctx.error(
            "T02", f"`{tree.left.span.text}` is {left.type}, but `{tree.right.span.text}` holds "
            f"{of.plural}", tree.right.span,
            help=suggest_comparison(ctx, tree, t.bare(left.type), of)
            or (suggest_ranks(ctx, tree.right) if t.bare(left.type) == t.RANK else ()),
        )  # fmt: skip
        return g.Op(name, (left, right), t.YESNO, tree.span)
    return ask_among(ctx, left, right, tree.span, name)


def _is_of_several(value: g.Value) -> bool:
    """Whether one thing is asked of several together: the rank that all of them have."""
    asked = value.args[0].type if isinstance(value, g.Op) and value.args else t.UNKNOWN
    return t.element(t.bare(asked)) is not None


def _are_several(value: g.Value, of: t.Type) -> bool:
    """Whether a value is several things of a type, each of which is asked for."""
    inner = t.element(t.bare(value.type))
    return inner is not None and t.is_assignable(inner, of) and not t.is_assignable(value.type, of)


def ask_among(
    ctx: CheckContext, left: g.Value, right: g.Value, span: Span, name: str = "in"
) -> g.Value:
    """Whether one thing, or several, are among others of their type, or are not (`not_in`)."""
    of = t.element(t.bare(right.type))
    inner = t.element(t.bare(left.type))
    if ctx.game.has_copies and of == t.CARD:
        items = _list_items(right) or ()
        if inner is None and any(item.type.or_none or item.type == t.NONE for item in items):
            return _ask_one_of(ctx, left, items, span, name)
        if any(_means_any_copy(ctx, item) for item in items):
            items = tuple(_copies_of(x) if _means_any_copy(ctx, x) else x for x in items)
            right = g.Op("union", items, t.SetT(t.CARD), right.span)
        elif _means_any_copy(ctx, right):
            right = _copies_of(right)
        if inner is not None and (_means_any_copy(ctx, left) or _are_cards_of(left)):
            found = _check_all_in(ctx, left, right, span)
            return found if name == "in" else g.Op("not", (found,), t.YESNO, span)
    if isinstance(t.bare(left.type), t.KindT) and isinstance(right, g.Op) and right.name == "list":
        return g.Op(f"{name}_kinds", (left, right), t.YESNO, span)
    if of is not None and _are_several(left, of):
        return g.Op(f"all_{name}", (left, right), t.YESNO, span)
    if _means_any_copy(ctx, left):
        found = _ask_of_copies("any", left, right, t.YESNO, span)
        return found if name == "in" else g.Op("not", (found,), t.YESNO, span)
    return g.Op(name, (left, right), t.YESNO, span)


def _list_items(value: g.Value) -> tuple[g.Value, ...] | None:
    """What stands in a list, as it is written; None for anything else."""
    return value.args if isinstance(value, g.Op) and value.name == "list" else None


def _ask_one_of(
    ctx: CheckContext, left: g.Value, items: tuple[g.Value, ...], span: Span, name: str
) -> g.Value:
    """`wanted in [joker, none]`: whether it is one of them."""
    found = _join_questions("or", [ask_same(ctx, left, item, span) for item in items], span)
    return found if name == "in" else g.Op("not", (found,), t.YESNO, span)


def _are_cards_of(value: g.Value) -> bool:
    """Whether cards are named one by one, some as `K of trump`, which means any copy too."""
    parts = tuple(parts_of(value))
    named = all(is_card_of(part) or t.bare(part.type) == t.CARD for part in parts)
    return named and any(map(is_card_of, parts))


def _check_all_in(ctx: CheckContext, left: g.Value, right: g.Value, span: Span) -> g.Value:
    """`[joker, joker, 2♣] in hand of seat`: two jokers and a 2♣, whichever copies they are."""
    items = tuple(parts_of(left)) if _are_cards_of(left) else _list_items(left)
    if items is None:
        var = g.Var("it", t.NAMED_CARD, left.span)
        one = g.Local(var, t.NAMED_CARD, left.span)
        test = _ask_of_copies("any", one, right, t.YESNO, span)
        every = g.Phrase("every", var, left, None, test, t.YESNO, span)
        return _join_questions("and", [g.Op("is_some", (left,), t.YESNO, span), every], span)
    wanted: dict[object, list[g.Value]] = {}
    for item in items:
        word: object = item.word if isinstance(item, g.Literal) and item.copy == 0 else item
        if is_card_of(item):
            word = item.span.words
        wanted.setdefault(word, []).append(item)
    questions: list[g.Value] = []
    for same in wanted.values():
        if not (_means_any_copy(ctx, same[0]) or is_card_of(same[0])):
            questions.append(g.Op("in", (same[0], right), t.YESNO, span))
        elif len(same) == 1:
            questions.append(_ask_of_copies("any", same[0], right, t.YESNO, span))
        else:
            there = _ask_of_copies("count", same[0], right, t.NumberT(0), span)
            least = g.Const(len(same), t.NumberT(len(same), len(same)), span)
            questions.append(g.Op("at_least", (there, least), t.YESNO, span))
    return _join_questions("and", questions, span)


def _join_questions(word: str, questions: list[g.Value], span: Span) -> g.Value:
    return reduce(lambda a, b: g.Op(word, (a, b), t.YESNO, span), questions)


def _ask_of_copies(
    kind: str, card: g.Value, several: g.Value, gives: t.Type, span: Span
) -> g.Value:
    """Whether any copy of a card is among several, or how many are."""
    var = g.Var("it", t.CARD, card.span)
    test = g.Op("in", (g.Local(var, t.CARD, card.span), several), t.YESNO, span)
    copies = card if is_card_of(card) else _copies_of(card)
    return g.Phrase(kind, var, copies, test, None, gives, span)


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
        ctx.game.uses.needed |= {side for side in (left, right) if isinstance(side, g.Call)}
        return g.Op(name, (left, right), bounds, tree.span)
    of_a = t.element(a) or (a if t.element(b) is not None or is_cards(b) else None)
    of_b = t.element(b) or (b if t.element(a) is not None or is_cards(a) else None)
    joined = t.join(of_a, of_b) if of_a is not None and of_b is not None else None
    if tree.op in "+-" and joined is not None and not isinstance(joined, t.NumberT):
        if t.NONE in (left.type, right.type):
            report_no_thing(ctx, (left if left.type == t.NONE else right).span)
        if tree.op == "-" and t.element(joined) is not None:
            title = f"of {t.SetT(joined)} none can be taken away"
            help_ = ("those that fit are found with `where`, or by a condition of the action",)
            ctx.error("T05", title, tree.span, help=help_)
            return make_unknown(tree.span)
        name = "union" if tree.op == "+" else "without"
        if name == "without" and _means_any_copy(ctx, right):
            whole = isinstance(left, g.Setting) and left.name == "pack"
            right = number_copies(right) if whole else _copies_of(right)
        return g.Op(name, (left, right), t.SetT(joined), tree.span)
    odd, kind = (tree.left, left.type) if not isinstance(a, t.NumberT) else (tree.right, right.type)
    verb = {"+": "added", "-": "taken away", "*": "multiplied", "/": "divided"}[tree.op]
    several = t.element(a)  # from which others of their kind could be taken away
    wanted = "numbers" if several is None or t.is_number(several) else str(t.SetT(several))
    if isinstance(b, t.RecordT) or (wanted != "numbers" and not isinstance(b, t.NumberT)):
        odd, kind = tree.right, right.type
    else:
        wanted = "numbers"
    if tree.op in "+-" and (of_cards := suggest_cards_of(ctx, odd, kind)):
        title = f"`{odd.words}` is {kind}, and cannot be {verb} itself"
        ctx.error("T05", title, odd.span, help=of_cards)
        return make_unknown(tree.span)
    ctx.error(
        "T05", f"only {wanted} can be {verb} here, but `{odd.words}` is {kind}", odd.span,
        help=suggest_brackets(ctx.phrases.get(odd.span), tree)
        or suggest_whole(tree, left, right)
        or _suggest_neighbour(tree, odd, t.bare(kind))
        or suggest_conversion(ctx, odd, kind, t.NUMBER if wanted == "numbers" else left.type),
    )  # fmt: skip
    return make_unknown(tree.span)


def report_no_thing(ctx: CheckContext, span: Span) -> None:
    """Tell of `none` where a thing belongs, in a list or put together with others."""
    help_ = "where one may choose none, give that an action of its own"
    ctx.error("T02", "a list holds things, and none is no thing", span, help=(help_,))


def _suggest_none(tree: e.Compare, kind: t.Type) -> tuple[str, ...]:
    """What is asked of one thing that may be none, in place of `is empty`."""
    if t.is_number(kind):
        one = as_operand(tree.right if tree.left.words == "empty" else tree.left)
        return (f"of a number it is asked so:  {one} {'is' if tree.op == 'is' else '>'} 0",)
    asked = f"{tree.left.words} {tree.op} none"
    return (f"whether there is one is asked so:  {asked}",) if kind.or_none else ()


def _suggest_several(what: g.Value) -> tuple[str, ...]:
    """How state for one thing is declared so that it is for several."""
    if not isinstance(what, g.Load) or not isinstance(what.thing, g.Register):
        return ()
    several = (word for word, kind in t.NAMED.items() if kind == t.SetT(t.bare(what.type)))
    return tuple(f"state that holds several, or none, is declared `{word}`" for word in several)


def _suggest_neighbour(tree: e.Sum, seat: e.Expr, kind: t.Type) -> tuple[str, ...]:
    """Who sits beside somebody, for `seat + 1` and `seat - 1`."""
    if tree.op not in ("+", "-") or seat is not tree.left:
        return ()
    if isinstance(seat, e.SeatsRound):
        seat, kind = seat.seat, t.SEAT
    if kind != t.SEAT:
        return ()
    which, side = ("next seat", "left") if tree.op == "+" else ("seat before", "right")
    return (f"the {which} is `{side} of {as_operand(seat)}`",)
