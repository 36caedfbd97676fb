"""Phrases over the members of a set: what each kind gives, and which are said by another kind."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.suggestions import suggest_heights
from hoyle.dsl.nearest import find_written
from hoyle.dsl.node import Node, map_children
from hoyle.dsl.tree import expressions as e

N = TypeVar("N", bound=Node)

MANY = t.NumberT(0, 1000)
# `lowest x in S by V` is the best by -V.
LEAST = {"lowest_by": "best", "sole_lowest": "sole"}
PHRASES = {
    "lowest_by": "lowest", "sole_lowest": "sole lowest", "sole": "sole best",
    "all_best": "all best", "all_lowest": "all lowest",
}  # fmt: skip
# Those for which a value is as much as the highest, or as little as the lowest.
ALL = {"all_best": ("highest", "at_least"), "all_lowest": ("lowest", "at_most")}


def make_phrase(
    ctx: CheckContext, tree: e.Phrase, var: g.Var, over: g.Value, where: g.Value | None,
    value: g.Value | None,
) -> g.Value:  # fmt: skip
    """The phrase over a variable, with what is asked of each; kinds that others say are those."""
    kind = _type_phrase(ctx, tree, var, value)
    if tree.kind in ALL and value is not None:
        return _keep_all(tree, var, over, where, value)
    name = LEAST.get(tree.kind)
    if name is not None and value is not None:
        value = g.Op("negate", (value,), t.NumberT(), value.span)
    return g.Phrase(name or tree.kind, var, over, where, value, kind, tree.span)


def _keep_all(
    tree: e.Phrase, var: g.Var, over: g.Value, where: g.Value | None, value: g.Value
) -> g.Value:
    """`all best x in S where P by V`: those of S for which P holds and V is the highest."""
    kind, comparison = ALL[tree.kind]
    rival = g.Var(var.name, var.type, var.span, drawn_from=var.drawn_from)
    others = None if where is None else _put_in_place(where, var, rival)
    theirs = _put_in_place(value, var, rival)
    most = g.Phrase(kind, rival, over, others, theirs, t.bare(value.type), tree.span)
    test: g.Value = g.Op(comparison, (value, most), t.YESNO, tree.span)
    if where is not None:
        test = g.Op("and", (where, test), t.YESNO, tree.span)
    return g.Phrase("filter", var, over, test, None, t.bare(over.type), tree.span)


def _put_in_place(node: N, old: g.Var, new: g.Var) -> N:
    """The same with another variable."""
    if isinstance(node, g.Local) and node.var is old:
        return attrs.evolve(node, var=new)
    return map_children(node, partial(_put_in_place, old=old, new=new))


def _type_phrase(ctx: CheckContext, tree: e.Phrase, var: g.Var, found: g.Value | None) -> t.Type:
    if tree.kind in ("any", "every", "count"):
        return MANY if tree.kind == "count" else t.YESNO
    if tree.kind == "first":
        return t.MaybeT(t.bare(var.type))
    assert found is not None and tree.value is not None
    of = t.bare(found.type)
    if of != t.UNKNOWN and not isinstance(of, t.NumberT | t.KindT):
        kind = PHRASES.get(tree.kind, tree.kind)
        title = f"`{kind}` asks a number of each, but `{tree.value.span.text}` is {of}"
        help_ = _suggest_brackets(tree) or suggest_heights(ctx, tree.value, found.type)
        ctx.error("T01", title, tree.value.span, help=help_)
        return t.UNKNOWN
    if tree.kind in ALL:
        return t.SetT(t.bare(var.type))
    if tree.kind in ("sole", "sole_lowest"):
        return t.MaybeT(t.bare(var.type))
    if tree.kind in ("best", "lowest_by"):  # of nothing, these are a fault
        return t.bare(var.type)
    if tree.kind == "total":
        return intervals.multiply(of, MANY) if isinstance(of, t.NumberT) else t.NumberT()
    return of


def _suggest_brackets(tree: e.Phrase) -> tuple[str, ...]:
    """`best x in S by V is y`: the comparison was meant for what the phrase finds."""
    asked = tree.value
    if not isinstance(asked, e.Compare) or asked.span.end != tree.span.end:
        return ()
    phrase = tree.words.removesuffix(asked.words) + asked.left.words
    return (f"if the whole is compared, it stands in brackets:  ({phrase}) {asked.op} …",)


def warn_of_rank_as_name(scope: Scope, tree: e.Phrase, var: g.Var) -> None:
    """`count jacks in hand of seat`, where `jacks` is a name for each card, and all are counted."""
    meant, words = find_written(tree.name), scope.game.words
    part = "rank" if meant in words.ranks else "suit" if meant in words.suits else ""
    if part and tree.where is None and tree.value is None and t.bare(var.type) == t.CARD:
        asked = f"{tree.kind} card in {tree.over.words} where {part} of card is {meant}"
        scope.ctx.report.warn(
            "N07", f"`{tree.name}` is only a name here for each of the cards, whatever it is",
            tree.name_span, help=(f"those of one {part} are found with `where`:  {asked}",),
        )  # fmt: skip


# ---------------------------------------------------------------------- applications
