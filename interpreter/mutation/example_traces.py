"""What an example comes to, line by line: two rulesets that pass it may still differ in it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, bare
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.examples import ExampleMachines, carry_out, is_played
from hoyle.interpreter.testing.findings import Finding

Kept = dict[str, Any]  # by the names of zones and of the state of the match


@attrs.frozen
class Moment:
    """What is so after one line of an example: how many moves there are, and what is kept."""

    span: Span
    moves: tuple[tuple[str, int], ...]
    kept: Kept


def trace_example(workshop: ExampleMachines, example: g.Example) -> tuple[Moment, ...]:
    """The moments of an example, as far as it can be played; none where it is of no table."""
    found: list[Moment] = []
    if example.refused or not example.lines_of(x.Start):
        return ()
    with suppress(Finding):
        stage = workshop.open(example, workshop.options_of(example))
        for line in filter(is_played, example.lines):
            carry_out(stage, line)
            found.append(Moment(line.span, _moves_at(stage), _kept_at(stage)))
    return tuple(found)


def _moves_at(stage: ExampleRunner) -> tuple[tuple[str, int], ...]:
    parts = stage.legal.parts if stage.legal is not None else ()
    return tuple((stage.node.actions[part.action].name, part.size) for part in parts)


def _kept_at(stage: ExampleRunner) -> Kept:
    """Zones and the state of the match: what phases keep for themselves is nobody's business."""
    return {
        f"{family.record or ''} {family.name}".strip(): tuple(
            _write_slot(stage, slot) for slot in family.slots
        )
        for family in stage.machine.families
        if stage.machine.slots[family.base].phase is None
    }


def _write_slot(stage: ExampleRunner, slot: int) -> object:
    """What a slot holds; cards by name, since a change may be one of the pack."""
    zones, pack, value = stage.engine.zones, stage.machine.pack, stage.slots[slot]
    place = zones.places.get(slot)
    if place is not None:
        names = [pack.write(card) for card in zones.cards(stage.slots, slot)]
        return tuple(names if place.pile else sorted(names))
    kind = stage.machine.slots[slot].type
    is_card = kind is not None and bare(kind) == CARD and isinstance(value, int) and value >= 0
    return pack.write(value) if is_card else value


def first_difference(old: tuple[Moment, ...], new: tuple[Moment, ...]) -> tuple[Span, str] | None:
    """The line after which two traces differ first, and what differs."""
    for one, other in zip(old, new, strict=False):
        if one.moves != other.moves:
            return one.span, "other moves"
        for name in sorted(one.kept.keys() & other.kept.keys()):
            if one.kept[name] != other.kept[name]:
                return one.span, f"`{to_dashes(name)}` is not the same"
    if len(old) != len(new):
        return (old or new)[-1].span, "it ends elsewhere"
    return None
