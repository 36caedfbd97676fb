"""What an example comes to, line by line: two rulesets that pass it may still differ in it."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.observer import peek
from hoyle.interpreter.testing import examples as turns
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.examples import ExampleMachines
from hoyle.interpreter.testing.findings import Finding

Kept = dict[str, Any]  # by the names of zones and of the state of the match


@attrs.frozen
class Moment:
    """What is so after one line of an example: how many moves there are, and what is kept."""

    span: Span
    moves: tuple[tuple[str, int], ...]
    kept: Kept


def trace_example(workshop: ExampleMachines, example: g.Example) -> tuple[Moment, ...]:
    """The moments of an example, as far as it can be played."""
    try:
        stage = _staged(workshop, example)
        return tuple(_moments(stage)) if stage is not None else ()
    except Finding:
        return ()


def _staged(workshop: ExampleMachines, checked: g.Example) -> ExampleRunner | None:
    """The table of an example; none where it says that there is none."""
    if checked.refused:
        return None
    if not checked.lines_of(x.Start):
        return None
    return workshop.open(checked, workshop.options_of(checked))


def _moments(stage: ExampleRunner) -> list[Moment]:
    found: list[Moment] = []
    for line in stage.checked.lines:
        stage.now = line.span
        try:
            match line:
                case x.Start():
                    stage.begin()
                case x.Ask(kind="plays"):
                    turns.check_moves(stage, line, None)
                case _:
                    continue
        except Finding:
            break
        found.append(Moment(line.span, _moves_at(stage), _kept_at(stage)))
    return found


def _moves_at(stage: ExampleRunner) -> tuple[tuple[str, int], ...]:
    if stage.legal is None:
        return ()
    return tuple((stage.node.actions[part.action].name, part.size) for part in stage.legal.parts)


def _kept_at(stage: ExampleRunner) -> Kept:
    """Zones and the state of the match: what phases keep for themselves is nobody's business."""
    machine, slots = stage.machine, list.copy(stage.slots)
    found: Kept = {}
    for family in machine.families:
        if machine.slots[family.base].phase is None:
            name = f"{family.record or ''} {family.name}".strip()
            found[name] = tuple(peek(slots, family.base + k)
                                for k in range(family.count))  # fmt: skip
    return found


def first_difference(old: tuple[Moment, ...], new: tuple[Moment, ...]) -> tuple[Span, str] | None:
    """The line after which two traces differ first, and what differs."""
    for one, other in zip(old, new, strict=False):
        if one.moves != other.moves:
            return one.span, "other moves"
        for name in sorted(one.kept.keys() & other.kept.keys()):
            if one.kept[name] != other.kept[name]:
                return one.span, f"another {name}"
    if len(old) != len(new):
        return (old or new)[-1].span, "it ends elsewhere"
    return None
