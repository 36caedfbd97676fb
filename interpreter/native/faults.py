"""The faults of a machine by number, as native code knows them."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span
from hoyle.interpreter.native.writer import GIVEN_UP
from hoyle.interpreter.runtime.fault import RulesetFault

VALUE = "\0"  # stands in a fault's text for a number that is known only in play


@attrs.frozen
class FaultPlace:
    """One way to be at fault: the text, perhaps with a VALUE, and the place in the rules."""

    kind: type[RulesetFault]
    says: str
    span: Span

    def fill(self, value: int) -> RulesetFault:
        """The fault itself."""
        return self.kind(self.says.replace(VALUE, str(value)), self.span)


class FaultTable:
    """Numbers for faults; GIVEN_UP is none of them."""

    def __init__(self) -> None:
        self.places: list[FaultPlace] = []
        self.numbers: dict[FaultPlace, int] = {}

    def number(self, says: str, span: Span, kind: type[RulesetFault] = RulesetFault) -> int:
        """The number of a fault."""
        place = FaultPlace(kind, says, span)
        found = self.numbers.get(place)
        if found is None:
            self.places.append(place)
            found = self.numbers[place] = GIVEN_UP + len(self.places)
        return found

    def __getitem__(self, number: int) -> FaultPlace:
        return self.places[number - GIVEN_UP - 1]
