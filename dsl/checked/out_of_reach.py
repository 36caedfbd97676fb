"""Names that stand where nothing is meant by them: known elsewhere only, or never to be set."""

from __future__ import annotations

import re

from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.written_names import name_in_sight, write_application
from hoyle.dsl.nearest import distance
from hoyle.dsl.node import walk
from hoyle.dsl.report import Problem
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import NamedNode

DEFAULT = re.compile(r" +(\w+): .* = ([^#]*\w\)?)")  # a line of state that is one thing
MOST_GIVERS = 2  # where more steps give a name, nobody knows which was meant
WITHIN: dict[type[NamedNode], str] = {
    s.Let: "from this line to the end of its block",
    s.New: "from this line to the end of its block",
    s.For: "inside this loop",
    s.Binding: "in this action",
}


def report_out_of_reach(scope: Scope, name: str, span: Span) -> bool:
    """Tell a name that a step, an action or a phase gives, where it is not known."""
    ctx = scope.ctx
    trees = ctx.phase_trees.values()
    holders = [tree for tree in trees if name in [param.name for param in tree.params]]
    near = [var for var in scope.all_vars() if distance(name, var.name) == 1]
    params = [param for tree in holders for param in tree.params if param.name == name]
    words = {getattr(param.type, "name", "") for param in params}
    kinds = {ctx.types.get(word) or t.NAMED.get(word) for word in words}
    # one of the same type was misspelt where it got its name, or here
    alike = any(var.type in kinds for var in near)
    if scope.it is not None or (near and (alike or not holders)):
        return False
    if ctx.given_in_phases is None:
        ctx.given_in_phases = _index_given(ctx)
    given = ctx.given_in_phases.get(name, [])
    if holders and len(holders) + len(given) > MOST_GIVERS:  # the first shows what is meant
        holders, given = holders[:1], []
    also = [(tree.name_span, f"this is a parameter of `{tree.name}`") for tree in holders]
    also += [
        (node.name_span, f"it has its name in `{phase}`, {WITHIN[type(node)]}")
        for phase, node in given
    ]
    if not 0 < len(also) <= MOST_GIVERS:
        return False
    help_: list[str] = []
    lets = [node for phase, node in given if isinstance(node, s.Let) and phase == scope.phase]
    if len(lets) > 1:
        help_.append(f"what two cases give is said once, above them:  let {name} = … if … else …")
    elif any(isinstance(node, s.Let) for _, node in given):
        help_.append("what is asked elsewhere too is kept under `state`")
    if scope.law is not None and scope.law.place is None and holders:
        word = "always" if scope.law.always else "never"
        help_.append(
            f'a law that stands at the phase can ask it:  {word} "…" at {holders[0].name}: …'
        )
        if scope.law.span.source.line_text(scope.law.span.line).lstrip().startswith("replace"):
            help_.append("of the law that is replaced nothing is kept, also not where it stood")
    elif holders and not help_:
        help_.append(_say_how_given(scope, holders[0], name, span))
    title = f"there is nothing called `{name}` here"
    told = Problem("N01", title, span, help=tuple(help_), also=tuple(also))
    ctx.collected += 1
    ctx.missing.setdefault(name, []).append(told)
    return True


def _say_how_given(scope: Scope, holder: d.Phase, name: str, span: Span) -> str:
    """How what a phase is given comes to another phase, or to where nothing is given."""
    tree = scope.ctx.phase_trees.get(scope.phase)
    if tree is not None:
        param = next(param for param in holder.params if param.name == name)
        heads = ", ".join(one.span.words for one in (*tree.params, param))
        run = write_application(tree.name, [one.name for one in (*tree.params, param)])
        return f"another phase takes it too:  phase {tree.name}({heads}); it is run as `{run}`"
    line = DEFAULT.match(span.source.line_text(span.line))
    if line is not None:
        says = f"a default does not know it; in place of that, `{holder.name}` sets it first"
        return f"{says}:  {line[1]} = {line[2]}"
    return f"what is asked elsewhere too is kept under `state`, and `{holder.name}` sets it first"


def _index_given(ctx: CheckContext) -> dict[str, list[tuple[str, NamedNode]]]:
    """What the steps of phases give a name, by the name."""
    found: dict[str, list[tuple[str, NamedNode]]] = {}
    for tree in ctx.phase_trees.values():
        for node in walk(tree.body):
            if isinstance(node, NamedNode) and type(node) in WITHIN:
                found.setdefault(node.name, []).append((tree.name, node))
    return found


def list_settable(scope: Scope, kind: t.Type) -> list[str]:
    """The state that can be set, as it is written here; of numbers those that are kept."""
    return [
        write_application(one.name, [name_in_sight(scope, index.type) for index in one.index])
        if one.index else one.name
        for one in scope.game.registers.values()
        if kind == t.UNKNOWN or t.is_number(one.type)
    ]  # fmt: skip


def report_unset(scope: Scope, name: str, title: str, span: Span, kind: t.Type) -> None:
    """Tell a name that nothing has where something is set, or chips are paid."""
    known = list_settable(scope, kind)
    lead, lacking = "what can be set is", ""
    if kind != t.UNKNOWN:
        lead, lacking = (
            "numbers that are kept are",
            f"or it stands under `state`:  {name}: 0..100 = 0",
        )
    scope.ctx.add_unknown(
        "N01", title, span, name, known, lead, lacking=lacking, takes=lambda _: False
    )
