"""Which cards cannot be told from one another, and what a move looks like therefore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations

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
        """A move's values as they look on the table, and what each few of them have in common.

        To choose one card twice is not to choose two that look the same.
        """
        found: list[object] = []
        for value, kind in zip(values, kinds, strict=True):
            if kind == "card" and value >= 0:
                found.append(self.lowest[value])
            else:
                found.append(self._look_of(value) if kind == "cards" else value)
        for few in list_overlaps(tuple(kinds)):
            common = self.several
            for k in few:
                named = (
                    values[k] if kinds[k] == "cards" else 1 << values[k] if values[k] >= 0 else 0
                )
                common &= named
            found.append(self._look_of(common))
        return tuple(found)

    def _look_of(self, cards: int) -> object:
        if not cards & self.several:
            return cards
        which = sorted(self.lowest[card] for card in bits(cards & self.several))
        return (cards & ~self.several, *which)


@cache
def list_overlaps(kinds: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The values of a move of which it counts which cards are in all of them.

    One card is in two of them or not; of sets each few are counted.
    """
    named = [k for k, kind in enumerate(kinds) if kind != "other"]
    return tuple(
        few
        for many in range(2, len(named) + 1)
        for few in combinations(named, many)
        if many == 2 or all(kinds[k] == "cards" for k in few)
    )
