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
        self.ratings = {rating.slot: rating for rating in machine.ratings}
        self.zones = zones
        self.compiler = Compiler(machine, traced=False) if self.ratings else None
        self.compiled: dict[int, Value] = {}

    def rate(self, s: Slots, places: Set[int]) -> tuple[tuple[int, int, Type], ...]:
        """Of these places those where a hand lies open to all, with its worth and the type.

        A hand that no row of the ranking fits, as before all its cards are there, has none.
        """
        found = []
        for slot in sorted(self.ratings.keys() & places) if self.ratings else ():
            cards = self.zones.cards(s, slot)
            if cards and all(self.zones.seers(s, c, slot) == self.zones.all_seats for c in cards):
                worth = self._find_worth(s, slot)
                if worth is not None:
                    found.append((slot, worth, self.ratings[slot].type))
        return tuple(found)

    def _find_worth(self, s: Slots, slot: int) -> int | None:
        assert self.compiler is not None
        if slot not in self.compiled:
            self.compiled[slot] = self.compiler.value(self.ratings[slot].worth)
        self.compiler.fuel.renew()
        try:
            worth: int = self.compiled[slot](s)
        except RulesetFault:
            return None
        return worth
