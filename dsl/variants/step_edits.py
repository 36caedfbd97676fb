"""Actions, conditions and steps of phases."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.variants.block_edits import (
    actions_of,
    chooses_of,
    must_name,
    step_name,
    steps_of,
    with_action,
    with_chooses,
    with_step,
)
from hoyle.dsl.variants.patch_context import PatchContext, part, word_after

# ---------------------------------------------------------------------- finding


def _phase_of(bench: PatchContext, path: d.Path) -> d.Phase | None:
    name = path.parts[0]
    found = bench.named(d.Phase, name)
    if found is None:
        names = [phase.name for phase in bench.all(d.Phase)]
        bench.unknown(part(path, 0), f"phase `{name}`", name, names, "its phases are")
    return found


def _action_named(bench: PatchContext, phase: d.Phase, word: str, span: Span) -> s.Action | None:
    actions = actions_of(phase.body)
    found = [action for action in actions if action.name == word]
    if not found:
        names = [action.name for action in actions]
        lead = f"what can be chosen in `{phase.name}`"
        if not names:
            names, lead = _places_of(bench, word), f"`{word}` can be chosen in"
        bench.unknown(span, f"action `{word}` in `{phase.name}`", word, names, lead)
    says = f"`{word}` can be chosen at {len(found)} places in `{phase.name}`"
    help_ = "`replace phase` can change them all"
    return bench.only(found, span, says, lambda action: action.name_span, help_)


def _places_of(bench: PatchContext, word: str) -> list[str]:
    """The phases in which an action of this name can be chosen."""
    phases = bench.all(d.Phase)
    return [one.name for one in phases if any(a.name == word for a in actions_of(one.body))]


def _step_named(
    bench: PatchContext, block: s.Block, where: str, word: str, span: Span
) -> s.Statement | None:  # fmt: skip
    steps = steps_of(block)
    found = [step for step in steps if step_name(step) == word]
    if not found:
        names = [step_name(step) for step in steps]
        bench.unknown(span, f"step `{word}` in `{where}`", word, names, f"steps of `{where}`")
    says = f"`{where}` has {len(found)} steps `{word}`"
    help_ = "a step is named by the phase it runs, what it sets, or its verb"
    return bench.only(found, span, says, lambda step: step.span, help_)


# ---------------------------------------------------------------------- actions


def add_actions(bench: PatchContext, delta: d.Delta) -> None:
    """`add action to play_box before split`."""
    assert delta.path is not None
    phase = _phase_of(bench, delta.path)
    if phase is None:
        return
    for action in delta.content:
        key = ("phase", phase.name, action.name)
        if not bench.touch(key, action.name_span, action, whole=True):
            return
    new = tuple(delta.content)
    if delta.where is None:
        chooses = chooses_of(phase.body)
        if len(chooses) != 1:
            return _tell_which_decision(bench, phase, delta.path, chooses)
        body = with_chooses(phase.body, lambda c: attrs.evolve(c, actions=(*c.actions, *new)))
    else:
        side, word = delta.where
        old = _action_named(bench, phase, word, word_after(delta.path.span, word))
        if old is None:
            return
        body = with_action(phase.body, old, (*new, old) if side == "before" else (old, *new))
    bench.put(phase, attrs.evolve(phase, body=body))


def _tell_which_decision(
    bench: PatchContext, phase: d.Phase, path: d.Path, chooses: list[s.Choose]
) -> None:  # fmt: skip
    """An action is added, and nobody knows to which decision."""
    if not chooses:
        bench.report.add("V02", f"nothing is chosen in `{phase.name}`", path.span)
        return
    says = f"there are {len(chooses)} decisions in `{phase.name}`"
    places = [choose.head_span for choose in chooses]
    bench.unclear(path.span, says, places, "say `before` or `after` which action it comes")


def replace_actions(bench: PatchContext, delta: d.Delta) -> None:
    """`replace action in play_box`; the actions are found by their names."""
    assert delta.path is not None
    for action in delta.content:
        phase = _phase_of(bench, delta.path)
        if phase is None:
            return
        old = _action_named(bench, phase, action.name, action.name_span)
        key = ("phase", phase.name, action.name)
        if old is None or not bench.touch(key, action.name_span, action, whole=True):
            continue
        if old == action:
            bench.same(action.name_span, f"the action `{action.name}` is so already")
        bench.put(phase, attrs.evolve(phase, body=with_action(phase.body, old, (action,))))


# ---------------------------------------------------------------------- conditions


@attrs.frozen
class Musts:
    """Conditions that are changed together: those of an action, or a list that has a name."""

    key: tuple[str, ...]
    called: str
    lines: tuple[s.Must, ...]
    put: Callable[[tuple[s.Must, ...]], None]


def _musts_of(bench: PatchContext, path: d.Path) -> Musts | None:
    """The conditions that a path leads to: `phase.action`, or a list by its name."""
    list_ = bench.named(d.Conditions, path.parts[0])
    if list_ is not None:
        key = ("conditions", list_.name)
        return Musts(key, list_.name, list_.musts,
                     lambda new: bench.put(list_, attrs.evolve(list_, musts=new)))  # fmt: skip
    phase = _phase_of(bench, path)
    if phase is None:
        return None
    if len(path.parts) < 2:
        says = f"`{phase.name}` is a phase: conditions belong to one of its actions"
        names = ", ".join(f"`{phase.name}.{a.name}`" for a in actions_of(phase.body))
        bench.report.add("V02", says, path.span, help=(f"write {names}",) if names else ())
        return None
    action = _action_named(bench, phase, path.parts[1], part(path, 1))
    if action is None:
        return None

    def put(new: tuple[s.Must, ...]) -> None:
        changed = attrs.evolve(action, musts=new)
        bench.put(phase, attrs.evolve(phase, body=with_action(phase.body, action, (changed,))))

    called = f"{phase.name}.{action.name}"
    return Musts(("phase", phase.name, action.name), called, action.musts, put)


def _must_named(bench: PatchContext, musts: Musts, word: str, span: Span) -> s.Must | None:
    """A condition by its sentence, or by the name that it begins with."""
    wanted = word.strip('"')
    found = [must for must in musts.lines if must_name(must) == wanted]
    if not found:
        names = [must_name(must) for must in musts.lines]
        quoted = f"condition {word} in `{musts.called}`"
        bench.unknown(span, quoted, wanted, names, "its conditions are")
    says = f"`{musts.called}` has {len(found)} conditions `{wanted}`"
    help_ = "`replace action` can change them all"
    return bench.only(found, span, says, lambda must: must.span, help_)


def add_conditions(bench: PatchContext, delta: d.Delta) -> None:
    """`add condition to play_box.stick`; behind the last where no place is said."""
    assert delta.path is not None
    musts = _musts_of(bench, delta.path)
    if musts is None:
        return
    at = len(musts.lines)
    if delta.where is not None:
        side, word = delta.where
        near = _must_named(bench, musts, word, word_after(delta.path.span, word))
        if near is None:
            return
        at = musts.lines.index(near) + (side == "after")
    for must in delta.content:
        if not bench.touch((*musts.key, must_name(must)), must.span, must, whole=True):
            return
        same = next((old for old in musts.lines if old == must), None)
        if same is not None:
            says = f"`{musts.called}` has this condition already"
            return bench.present(must.span, says, same.span)
    musts.put((*musts.lines[:at], *delta.content, *musts.lines[at:]))


def replace_conditions(bench: PatchContext, delta: d.Delta) -> None:
    """`replace condition in P.A`, found by its sentence, or by the one that the path names."""
    assert delta.path is not None
    listed = bench.named(d.Conditions, delta.path.parts[0]) is not None
    by_path = len(delta.path.parts) > (1 if listed else 2)
    for must in delta.content:
        musts = _musts_of(bench, delta.path)
        if musts is None:
            return
        word = delta.path.parts[-1] if by_path else _quoted(must_name(must))
        span = part(delta.path, len(delta.path.parts) - 1) if by_path else must.span
        old = _must_named(bench, musts, word, span)
        key = (*musts.key, word.strip('"'))
        if old is None or not bench.touch(key, must.span, must, whole=True):
            continue
        if old == must:
            bench.same(must.span, "the condition is so already")
        musts.put(tuple(must if line is old else line for line in musts.lines))


def _quoted(text: str) -> str:
    return f'"{text}"'


# ---------------------------------------------------------------------- steps


@attrs.frozen
class Body:
    """The steps of a phase or of an action."""

    key: tuple[str, ...]
    called: str
    block: s.Block
    put: Callable[[s.Block], None]


def _body_of(bench: PatchContext, path: d.Path, parts: int) -> Body | None:
    """The steps that the first parts of a path lead to: `phase`, or `phase.action`."""
    phase = _phase_of(bench, path)
    if phase is None:
        return None
    if parts == 1:
        return Body(("phase", phase.name), phase.name, phase.body,
                    lambda new: bench.put(phase, attrs.evolve(phase, body=new)))  # fmt: skip
    action = _action_named(bench, phase, path.parts[1], part(path, 1))
    if action is None:
        return None

    def put(new: s.Block) -> None:
        changed = attrs.evolve(action, body=new)
        bench.put(phase, attrs.evolve(phase, body=with_action(phase.body, action, (changed,))))

    called = f"{phase.name}.{action.name}"
    return Body(("phase", phase.name, action.name), called, action.body, put)


def add_steps(bench: PatchContext, delta: d.Delta) -> None:
    """`add step to one_deal after first_stakes`; at the end where no place is said."""
    assert delta.path is not None
    body = _body_of(bench, delta.path, len(delta.path.parts))
    if body is None:
        return
    if delta.where is None:
        body.put((*body.block, *delta.content))
        return
    side, word = delta.where
    span = word_after(delta.path.span, word)
    old = _step_named(bench, body.block, body.called, word, span)
    if old is not None:
        new = (*delta.content, old) if side == "before" else (old, *delta.content)
        body.put(with_step(body.block, old, new))


def replace_steps(bench: PatchContext, delta: d.Delta) -> None:
    """`replace step in match.one_hand`: other steps in its place."""
    assert delta.path is not None
    path = delta.path
    if len(path.parts) < 2:
        says = f"`{path}` is a whole phase: which of its steps is replaced?"
        bench.report.add("V02", says, path.span, help=("write `phase.step`",))
        return
    body = _body_of(bench, path, len(path.parts) - 1)
    if body is None:
        return
    word = path.parts[-1]
    old = _step_named(bench, body.block, body.called, word, part(path, len(path.parts) - 1))
    if old is None or not bench.touch((*body.key, word), path.span, delta.content, whole=True):
        return
    if delta.content == (old,):
        bench.same(path.span, f"the step `{word}` is so already")
    body.put(with_step(body.block, old, delta.content))


# ---------------------------------------------------------------------- removing


def remove_within(bench: PatchContext, phase: d.Phase, path: d.Path) -> None:
    """`remove phase.action`, `phase.step`, `phase.action."condition"`, `phase.action.step`."""
    word, rest = path.parts[1], path.parts[2:]
    is_action = any(action.name == word for action in actions_of(phase.body))
    key = ("phase", *path.parts)
    if rest and rest[0].startswith('"'):
        remove_condition(bench, path)
    elif is_action and not rest:
        action = _action_named(bench, phase, word, part(path, 1))
        if action is not None and bench.touch(key, path.span, None, whole=True):
            bench.put(phase, attrs.evolve(phase, body=with_action(phase.body, action, ())))
    elif is_action and _is_condition(phase, word, rest[0]):
        remove_condition(bench, path)
    else:
        body = _body_of(bench, path, len(path.parts) - 1)
        step = body and _step_named(
            bench, body.block, body.called, path.parts[-1], part(path, len(path.parts) - 1)
        )
        if body and step and bench.touch(key, path.span, None, whole=True):
            body.put(with_step(body.block, step, ()))


def _is_condition(phase: d.Phase, action: str, word: str) -> bool:
    """Whether an action has a condition that begins with this name."""
    return any(
        must_name(must) == word
        for one in actions_of(phase.body)
        if one.name == action
        for must in one.musts
    )


def remove_condition(bench: PatchContext, path: d.Path) -> None:
    """`remove play_box.stick."…"`, `remove can_draw."…"`."""
    musts = _musts_of(bench, path)
    if musts is None:
        return
    word = path.parts[-1]
    old = _must_named(bench, musts, word, part(path, len(path.parts) - 1))
    key = (*musts.key, word.strip('"'))
    if old is not None and bench.touch(key, path.span, None, whole=True):
        musts.put(tuple(line for line in musts.lines if line is not old))
