"""`choose`: who, among what, under which conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.applications import count_is
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.phrases import narrowed, over_what, zone_drawn_from
from hoyle.dsl.checked.types import SEAT, UNKNOWN, NumberT, bare, element
from hoyle.dsl.checked.values import shown, typed, yes_or_no
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

if TYPE_CHECKING:
    from hoyle.dsl.checked.steps import Here


def choose(ctx: CheckContext, scope: Scope, tree: s.Choose, here: Here) -> g.Step | None:
    """A decision of one seat, or of several together."""
    from hoyle.dsl.checked.steps import block

    seat = over = var = None
    inner = scope
    if tree.seat is not None:
        seat = typed(ctx, scope, tree.seat, SEAT)
    else:
        assert tree.over is not None and tree.name is not None
        over = over_what(ctx, scope, tree.over)
        var, inner, over = narrowed(ctx, scope, tree.name, over, tree.where, tree.head_span)
    actions = []
    seen: dict[str, s.Action] = {}
    for action_tree in tree.actions:
        if action_tree.name in seen:
            ctx.error(
                "N10", f"`{action_tree.name}` stands twice in this choice", action_tree.name_span,
                also=((seen[action_tree.name].name_span, "the first time is here"),),
            )  # fmt: skip
            continue
        seen[action_tree.name] = action_tree
        actions.append(_action(ctx, inner, action_tree, here))
    otherwise = block(ctx, inner, tree.otherwise, here) if tree.otherwise is not None else None
    return g.Choose(seat, var, over, tuple(actions), otherwise, tree.head_span)


def _action(ctx: CheckContext, scope: Scope, tree: s.Action, here: Here) -> g.Action:
    from hoyle.dsl.checked.steps import block

    inner = scope.inner()
    params = []
    for binding in tree.bindings:
        over = over_what(ctx, inner, binding.over)
        of = element(bare(over.type)) or UNKNOWN
        if isinstance(of, NumberT) and None in (of.low, of.high):
            ctx.error(
                "C01", f"it is not known how far `{binding.name}` can go", binding.over.span,
                help=("give a range with two ends, for example `1..10`",),
            )  # fmt: skip
        var = inner.add(g.Var(binding.name, of, binding.name_span, zone_drawn_from(over)))
        params.append(g.Param(var, over, binding.span))
    musts = tuple(m for must_tree in tree.musts for m in must(ctx, inner, must_tree))
    body = block(ctx, inner, tree.body, here)
    return g.Action(tree.name, tuple(params), musts, body, tuple(inner.all_vars()), tree.name_span)


def must(ctx: CheckContext, scope: Scope, tree: s.Must) -> list[g.Must]:
    """One condition, or the list of conditions that it names."""
    test = tree.test
    named = isinstance(test, e.Apply | e.Name) and scope.find(test.name) is None
    if named and test.name in ctx.conditions_trees:  # type: ignore[union-attr]
        return _named_conditions(ctx, scope, tree, test)  # type: ignore[arg-type]
    found = yes_or_no(ctx, scope, test, "`must` is followed by a question")
    sentence = None
    if tree.sentence is not None:
        sentence = tuple(_sentence_pieces(ctx, scope, tree.sentence))
    plain = tree.sentence.plain if tree.sentence is not None else shown(test)
    return [g.Must(found, tree.if_able, sentence, plain, tree.span)]


def _sentence_pieces(ctx: CheckContext, scope: Scope, tree: e.Sentence) -> list[str | g.Value]:
    from hoyle.dsl.checked.values import value

    return [p if isinstance(p, str) else value(ctx, scope, p) for p in tree.pieces]


def _named_conditions(
    ctx: CheckContext, scope: Scope, tree: s.Must, called: e.Apply | e.Name
) -> list[g.Must]:
    """`must can_draw of box`: its own conditions, with the arguments in place of the parameters.

    The conditions are read again for each use, with the parameters as variables of that use.
    """
    from hoyle.dsl.checked.declarations import settle

    name = called.name
    if tree.sentence is not None or tree.if_able:
        title = f"the conditions of `{name}` have sentences of their own"
        ctx.error("N03", title, tree.sentence.span if tree.sentence else tree.span,
                   help=(f"write:  must {' '.join(tree.test.span.text.split())}",))  # fmt: skip
    conditions = ctx.conditions_trees[name]
    ctx.game.uses.names.add(name)
    args = called.args if isinstance(called, e.Apply) else ()
    names = [param.name for param in conditions.params]
    if not count_is(ctx, called, [len(names)], names):
        return []
    inner = Scope()
    for param, arg in zip(conditions.params, args, strict=True):
        kind = settle(ctx, param.type)
        found = typed(ctx, scope, arg, kind)
        if not isinstance(found, g.Local):
            if found.type != UNKNOWN:
                ctx.error(
                    "T01", f"`{name}` is asked of a name in sight, but `{shown(arg)}` is not one",
                    arg.span, help=(f"give it a name:  `let one = {shown(arg)}`",),
                )  # fmt: skip
            return []
        inner.names[param.name] = found.var
    if name in ctx.in_work:
        ctx.error("F01", f"the conditions `{name}` run in a circle", tree.span)
        return []
    ctx.in_work.append(name)
    musts = [m for line in conditions.musts for m in must(ctx, inner, line)]
    ctx.in_work.pop()
    return musts
