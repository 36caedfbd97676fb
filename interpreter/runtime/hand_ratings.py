"""What hands are worth, for whoever reads: asked once all their cards lie open."""

from __future__ import annotations

from collections.abc import Set

from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Slots


class HandRatings:
    """Asks the rankings of one machine, beside the play: no row counts as reached by that."""

    def __init__(self, machine: p.Machine, zones: Zones) -> None:
        families = {family.base: family for family in machine.families}
        self.ratings = {
            slot: (rating, k)
            for rating in machine.ratings
            for slot in families[rating.base].slots
            for k in families[rating.base].index_of(slot) or (0,)
        }
        self.zones = zones
        self.compiler = Compiler(machine, traced=False) if self.ratings else None
        self.compiled: dict[int, Value] = {}

    def rate(self, s: Slots, places: Set[int]) -> tuple[tuple[int, int, Type], ...]:
        """Of these places those where a hand lies open to all, with its worth and the type.

        A hand that no row of the ranking fits, as before all its cards are there, has none.
        """
        found = []
        for slot in sorted(self.ratings.keys() & places) if self.ratings else ():
            rating, index = self.ratings[slot]
            cards = self.zones.cards(s, slot)
            if cards and all(self.zones.seers(s, c, slot) == self.zones.all_seats for c in cards):
                worth = self._find_worth(s, rating, index)
                if worth is not None:
                    found.append((slot, worth, rating.type))
        return tuple(found)

    def _find_worth(self, s: Slots, rating: p.HandRating, index: int) -> int | None:
        assert self.compiler is not None
        if rating.base not in self.compiled:
            self.compiled[rating.base] = self.compiler.value(rating.worth)
        self.compiler.fuel.renew()
        s[rating.index] = index
        try:
            worth: int = self.compiled[rating.base](s)
        except RulesetFault:
            return None
        return worth
