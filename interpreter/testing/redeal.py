"""Another deal that agrees with all that a seat has seen: cards that are hidden change places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from hoyle.dsl.checked.types import CARD, PlanT, SequenceT, SetT, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits, mask_of
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.moves import Move


@attrs.frozen
class Redeal:
    """Cards that change places from a shuffle on, which is chance event number `event`.

    `seat` has seen none of them since, so that for it the one order of that shuffle is as likely as
    the other. `step` is the position for which they were chosen.
    """

    seat: int
    step: int
    event: int
    change: Mapping[int, int]

    def slots(self, machine: p.Machine, s: Slots) -> Slots:
        """A state with the other cards, as far as it holds cards and not what follows from them."""
        moved, found = mask_of(self.change), list(s)
        for place in machine.zones:
            held = s[place.slot]
            if place.pile:
                found[place.slot] = self.cards(held)
            elif held & moved:
                found[place.slot] = self.mask(held, moved)
        masks = [] if machine.shown is None else [machine.shown]
        if machine.told is not None:
            masks += range(machine.told, machine.told + machine.players)
        for at in masks:
            found[at] = self.mask(s[at], moved)
        if machine.player_of is not None:
            for one, other in self.change.items():
                found[machine.player_of + other] = s[machine.player_of + one]
        zones = {place.slot for place in machine.zones}
        for slot in machine.slots:
            if slot.type is not None and slot.at not in zones:
                found[slot.at] = _changed(s[slot.at], slot.type, self.change)
        return found

    def mask(self, mask: int, moved: int) -> int:
        """A set of cards, of which only those that are `moved` change."""
        return mask & ~moved | mask_of(self.change[card] for card in bits(mask & moved))

    def cards(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards in their order."""
        return tuple(self.change.get(card, card) for card in cards)

    def move(self, move: Move, action: p.MachineAction) -> Move:
        """A move with the other cards."""
        pairs = zip(move.values, action.params, strict=True)
        return Move(
            move.action,
            tuple(_changed(value, param.type, self.change) for value, param in pairs),
        )


def _changed(value: Any, kind: Type, change: Mapping[int, int]) -> Any:
    """A value with other cards in the place of those that it names."""
    kind = bare(kind)
    if kind == CARD:
        return change.get(value, value)
    if isinstance(kind, PlanT) and isinstance(value, tuple):
        return tuple(mask_of(change.get(card, card) for card in bits(meld)) for meld in value)
    if isinstance(kind, SetT | SequenceT):
        if kind.of == CARD:
            if not isinstance(value, int):
                return tuple(change.get(card, card) for card in value)
            return mask_of(change.get(c, c) for c in bits(value)) if value >= 0 else value
        if isinstance(value, tuple):
            return tuple(_changed(one, kind.of, change) for one in value)
    return value
