"""Another deal that agrees with all that a seat has seen: cards that are hidden change places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hoyle.dsl.checked.types import CARD, PlanT, SequenceT, SetT, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.meaning import bits, mask_of
from hoyle.interpreter.play.moves import Move


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

    def cards(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards in their order."""
        return tuple(self.change.get(card, card) for card in cards)

    def move(self, move: Move, action: p.MachineAction) -> Move:
        """A move with the other cards."""
        pairs = zip(move.values, action.params, strict=True)
        return Move(
            move.action,
            tuple(changed(value, param.type, self.change) for value, param in pairs),
        )


def cards_in(value: Any, kind: Type) -> Iterator[int]:
    """The cards that a value names."""
    kind = bare(kind)
    if kind == CARD:
        if value >= 0:
            yield value
    elif isinstance(kind, PlanT):
        for meld in value:
            yield from bits(meld)
    elif isinstance(kind, SetT | SequenceT):
        if kind.of == CARD:
            yield from (bits(value) if value >= 0 else ()) if isinstance(value, int) else value
        elif isinstance(value, tuple):
            for one in value:
                yield from cards_in(one, kind.of)


def changed(value: Any, kind: Type, change: Mapping[int, int]) -> Any:
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
            return tuple(changed(one, kind.of, change) for one in value)
    return value
