"""`any every count total highest lowest best sole first … in …`, and `… where …`."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.types import (
    UNKNOWN,
    YESNO,
    KindT,
    MaybeT,
    NumberT,
    Type,
    bare,
    element,
    fits,
    single,
)
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e

MANY = NumberT(0, 1000)


def over_what(ctx: CheckContext, scope: Scope, tree: e.Expr, wanted: Type | None = None) -> g.Value:
    """A set or sequence to go through."""
    from hoyle.dsl.checked.values import shown, unknown, value

    over = value(ctx, scope, tree, wanted)
    if element(bare(over.type)) is None:
        title = f"several things are wanted here, but `{shown(tree)}` is {single(over.type)}"
        help_: tuple[str, ...] = ()
        if fits(over.type, NumberT()):
            help_ = (f"a range has two ends:  `1..{shown(tree)}`",)
        ctx.error("T03", title, tree.span, help=help_)
        return unknown(tree.span)
    return over


def zone_drawn_from(over: g.Value) -> g.Value | None:
    """The zone that elements of a set lie in, where the set is one zone or a part of it."""
    match over:
        case g.Load(thing=g.Zone()):
            return over
        case g.Phrase(kind="filter", over=inner):
            return zone_drawn_from(inner)
        case g.Op(name="subsets" | "groups", args=(inner, *_)):
            return zone_drawn_from(inner)
        case _:
            return None


def bind(
    ctx: CheckContext, scope: Scope, name: str, over: g.Value, span: Span
) -> tuple[g.Var, Scope]:
    """A variable for the elements of a set, and the scope that has it."""
    of = element(bare(over.type)) or UNKNOWN
    var = g.Var(name, of, span, drawn_from=zone_drawn_from(over))
    inner = scope.inner()
    inner.add(var)
    return var, inner


def filtered(ctx: CheckContext, scope: Scope, tree: e.Where, wanted: Type | None) -> g.Value:
    """`S where P`, with `it` for the element."""
    from hoyle.dsl.checked.values import yes_or_no

    over = over_what(ctx, scope, tree.over, wanted)
    var = g.Var("it", element(bare(over.type)) or UNKNOWN, tree.span, zone_drawn_from(over))
    test = yes_or_no(ctx, scope.inner(it=var), tree.test, "`where` is followed by a question")
    return g.Phrase("filter", var, over, test, None, bare(over.type), tree.span)


def narrowed(
    ctx: CheckContext, scope: Scope, name: str, over: g.Value, where: e.Expr | None, span: Span
) -> tuple[g.Var, Scope, g.Value]:
    """`name in over where test` of a statement: the set with its filter."""
    from hoyle.dsl.checked.values import yes_or_no

    if where is not None:
        it, inner = bind(ctx, scope, name, over, span)
        test = yes_or_no(ctx, inner, where, "`where` is followed by a question")
        over = g.Phrase("filter", it, over, test, None, bare(over.type), where.span)
    var, inner = bind(ctx, scope, name, over, span)
    return var, inner, over


def phrase(ctx: CheckContext, scope: Scope, tree: e.Phrase) -> g.Value:
    """One of the nine phrases."""
    from hoyle.dsl.checked.values import value, yes_or_no

    over = over_what(ctx, scope, tree.over)
    var, inner = bind(ctx, scope, tree.name, over, tree.name_span)
    where = None
    if tree.where is not None:
        where = yes_or_no(ctx, inner, tree.where, "`where` is followed by a question")
    found = None
    if tree.kind == "every":
        assert tree.value is not None
        found = yes_or_no(ctx, inner, tree.value, "after `:` stands a question")
    elif tree.value is not None:
        found = value(ctx, inner, tree.value)
    return g.Phrase(
        tree.kind, var, over, where, found, _phrase_type(ctx, tree, var, over, found), tree.span
    )


def _phrase_type(
    ctx: CheckContext, tree: e.Phrase, var: g.Var, over: g.Value, found: g.Value | None
) -> Type:
    match tree.kind:
        case "any" | "every":
            return YESNO
        case "count":
            return MANY
        case "first" | "sole":
            return MaybeT(bare(var.type))
        case _:
            pass
    assert found is not None and tree.value is not None
    of = bare(found.type)
    if of != UNKNOWN and not isinstance(of, NumberT | KindT):
        title = f"`{tree.kind}` asks a number of each, but `{tree.value.span.text}` is {of}"
        ctx.error("T01", title, tree.value.span)
        return UNKNOWN
    if tree.kind == "best":
        return MaybeT(bare(var.type))
    if tree.kind == "total":
        return intervals.times(of, MANY) if isinstance(of, NumberT) else NumberT()
    return of
