"""Which cards cannot be told from one another, and what a move looks like therefore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import attrs

from hoyle.dsl.checked.types import CARD, SetT, Type
from hoyle.dsl.machine.builtins import bits, mask_of

KINDS = {CARD: "card", SetT(CARD): "cards"}


def kind_of(type: Type) -> str:
    """What a parameter holds: a card, cards or something other."""
    return KINDS.get(type, "other")


@attrs.frozen(eq=False, slots=False)
class CardEquivalence:
    """For each card the lowest that looks the same; it is its own lowest where it is unlike all."""

    lowest: Sequence[int]

    @cached_property
    def several(self) -> int:
        """The mask of the cards of which another looks the same."""
        pairs = [(card, low) for card, low in enumerate(self.lowest) if card != low]
        return mask_of(card for pair in pairs for card in pair)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """The masks of cards that look the same, where there are several."""
        masks: dict[int, int] = {}
        for card, low in enumerate(self.lowest):
            masks[low] = masks.get(low, 0) | 1 << card
        return tuple(mask for mask in masks.values() if mask.bit_count() > 1)

    def looks(self, values: Sequence[int], kinds: Sequence[str]) -> tuple[object, ...]:
        """A move's values as they look on the table."""
        found: list[object] = []
        for value, kind in zip(values, kinds, strict=True):
            if kind == "card" and value >= 0:
                found.append(self.lowest[value])
            elif kind == "cards" and value & self.several:
                which = sorted(self.lowest[card] for card in bits(value & self.several))
                found.append((value & ~self.several, *which))
            else:
                found.append(value)
        return tuple(found)
