"""Steps and actions in a block: what they are called, and a block with some of them changed."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Apply, Expr, Name

VERBS = {
    s.Move: "move", s.Deal: "deal", s.Swap: "swap", s.Shuffle: "shuffle", s.Gather: "gather",
    s.Pay: "pay", s.New: "new", s.Say: "say", s.EndsWhen: "ends", s.Stop: "stop", s.End: "end",
    s.Win: "win", s.If: "if", s.For: "for", s.Repeat: "repeat", s.Choose: "choose",
}  # fmt: skip


def step_name(step: s.Statement) -> str:
    """What a path calls a step: the phase that it runs, the name that it sets, or its verb."""
    match step:
        case s.Run(phase=place) | s.Assign(place=place):
            return _root(place)
        case s.Let(name=name):
            return name
        case s.Show(hidden=hidden):
            return "hide" if hidden else "show"
        case _:
            return VERBS[type(step)]


def _root(expression: Expr) -> str:
    """`bet` of `bet of box`; nothing where the expression is not a name applied to things."""
    return expression.name if isinstance(expression, Name | Apply) else ""


def must_name(must: s.Must) -> str:
    """What a path calls a condition: its sentence, else the name it begins with."""
    return must.sentence.plain if must.sentence is not None else _root(must.test)


# ---------------------------------------------------------------------- going through


def steps_of(block: s.Block) -> list[s.Statement]:
    """The steps of a block and of the blocks in it, but not those of actions."""
    found: list[s.Statement] = []
    for step in block:
        found.append(step)
        for inner in _inner_blocks(step):
            found += steps_of(inner)
    return found


def _inner_blocks(step: s.Statement) -> list[s.Block]:
    """The blocks below a step, but for those of actions."""
    match step:
        case s.If(branches=branches, otherwise=rest):
            return [*(inner for _, inner in branches), rest]
        case s.For(body=body) | s.Repeat(body=body):
            return [body]
        case s.Choose(otherwise=rest):
            return [rest or ()]
        case _:
            return []


def chooses_of(block: s.Block) -> list[s.Choose]:
    """The decisions in a block, those inside actions too."""
    found = []
    for step in steps_of(block):
        if isinstance(step, s.Choose):
            found.append(step)
            for action in step.actions:
                found += chooses_of(action.body)
    return found


def actions_of(block: s.Block) -> list[s.Action]:
    """The actions of all decisions in a block."""
    return [action for choose in chooses_of(block) for action in choose.actions]


# ---------------------------------------------------------------------- changing


def with_step(block: s.Block, old: s.Statement, new: s.Block) -> s.Block:
    """The block with other steps in the place of one, wherever in it that stands."""
    found: list[s.Statement] = []
    for step in block:
        if step is old:
            found += new
        else:
            found.append(_with_inner(step, lambda inner: with_step(inner, old, new)))
    return tuple(found)


def with_action(block: s.Block, old: s.Action, new: tuple[s.Action, ...]) -> s.Block:
    """The block with other actions in the place of one."""

    def one(choose: s.Choose) -> s.Choose:
        actions = [a for each in choose.actions for a in (new if each is old else (each,))]
        return attrs.evolve(choose, actions=tuple(actions))

    return with_chooses(block, one)


def with_chooses(block: s.Block, change: Callable[[s.Choose], s.Choose]) -> s.Block:
    """The block with each decision changed, those inside actions last."""

    def one(step: s.Statement) -> s.Statement:
        step = _with_inner(step, lambda inner: with_chooses(inner, change))
        if not isinstance(step, s.Choose):
            return step
        choose = change(step)
        actions = (attrs.evolve(a, body=with_chooses(a.body, change)) for a in choose.actions)
        return attrs.evolve(choose, actions=tuple(actions))

    return tuple(one(step) for step in block)


def _with_inner(step: s.Statement, change: Callable[[s.Block], s.Block]) -> s.Statement:
    """The step with the blocks below it changed, but for those of actions."""
    match step:
        case s.If(branches=branches, otherwise=rest):
            changed = tuple((test, change(inner)) for test, inner in branches)
            return attrs.evolve(step, branches=changed, otherwise=change(rest))
        case s.For(body=body) | s.Repeat(body=body):
            return attrs.evolve(step, body=change(body))
        case s.Choose(otherwise=rest):
            return step if rest is None else attrs.evolve(step, otherwise=change(rest))
        case _:
            return step
