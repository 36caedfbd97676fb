"""Another deal that agrees with all that a seat has seen: cards that are hidden change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    def change_state(self, machine: p.Machine, s: Slots) -> Slots:
        """A state with the other cards, as far as it holds cards and not what follows from them."""
        found = list(s)
        for slot in machine.slots:
            if slot.type is not None:
                found[slot.at] = self._change_value(s[slot.at], slot.type)
        for place in machine.zones:
            held = s[place.slot]
            found[place.slot] = self.change_cards(held) if place.pile else self._change_mask(held)
        if machine.player_of is not None:
            for card, other in self.change.items():
                found[machine.player_of + other] = s[machine.player_of + card]
        return found

    def change_cards(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards in their order."""
        return tuple(self.change.get(card, card) for card in cards)

    def change_move(self, move: Move, action: p.MachineAction) -> Move:
        """A move with the other cards."""
        pairs = zip(move.values, action.params, strict=True)
        values = tuple(self._change_value(value, param.type) for value, param in pairs)
        return Move(move.action, values)

    def _change_mask(self, mask: int) -> int:
        moved = mask & mask_of(self.change)
        return mask ^ moved | mask_of(self.change_cards(bits(moved))) if moved else mask

    def _change_value(self, value: Any, kind: Type) -> Any:
        """A value with other cards in the place of those that it names."""
        kind = bare(kind)
        if kind == CARD:
            return self.change.get(value, value)
        if isinstance(kind, PlanT) and isinstance(value, tuple):
            return tuple(self._change_mask(meld) for meld in value)
        if isinstance(kind, SetT | SequenceT):
            if isinstance(value, tuple):
                return tuple(self._change_value(member, kind.of) for member in value)
            if kind.of == CARD and value >= 0:
                return self._change_mask(value)
        return value
