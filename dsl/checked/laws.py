"""Laws."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.values import yes_or_no
from hoyle.dsl.tree import declarations as d


def law(ctx: CheckContext, tree: d.Law) -> g.Law | None:
    """`always` or `never`; at a phase its parameters are in sight, at an action its own too."""
    scope = Scope(law=True)
    phase = action = None
    params: list[g.Var] = []
    if tree.place is not None:
        phase, *rest = tree.place.parts
        if phase not in ctx.phase_trees:
            ctx.misnamed(
                "V02", f"there is no phase called `{phase}`", tree.place.span, phase,
                ctx.phase_trees, "phases are",
            )  # fmt: skip
            return None
        for var in ctx.game.phases[phase].params:
            params.append(scope.add(var))
        if rest:
            action = rest[0]
            found = _actions_of(ctx.game.phases[phase].body)
            if action not in found:
                ctx.misnamed(
                    "V02", f"nothing called `{action}` can be chosen in `{phase}`", tree.place.span,
                    action, found, "actions there are",
                )  # fmt: skip
                return None
            params = [scope.add(var) for var in found[action].sight]
    test = yes_or_no(ctx, scope, tree.test, "a law is a question that must always be answered so")
    return g.Law(tree.always, tree.title.plain, phase, action, tuple(params), test, tree.span)


def _actions_of(body: tuple[g.Step, ...]) -> dict[str, g.Action]:
    """All actions in a block and the blocks inside it."""
    found: dict[str, g.Action] = {}
    for step in body:
        match step:
            case g.Choose(actions=actions, otherwise=otherwise):
                for action in actions:
                    found.setdefault(action.name, action)
                    found.update(_actions_of(action.body))
                found.update(_actions_of(otherwise or ()))
            case g.If(branches=branches, otherwise=otherwise):
                for _, inner in branches:
                    found.update(_actions_of(inner))
                found.update(_actions_of(otherwise))
            case g.For(body=inner) | g.ForLines(body=inner) | g.Repeat(body=inner):
                found.update(_actions_of(inner))
    return found
