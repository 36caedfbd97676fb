"""What is found where cards are dealt: too few, too many, always the same, numbers out of range."""

from __future__ import annotations

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import count_cards
from hoyle.dsl.source import Span


@attrs.frozen
class Overdraw:
    """A step that takes more cards than there can be."""

    span: Span
    does: str
    wanted: int
    there: int
    whole: bool
    before: int = 0  # how often it was done before, as far as that is sure
    drained: str = ""  # the pile that it takes from, where no step brings cards to that
    code = "D01"

    @property
    def says(self) -> str:
        """What is wrong."""
        whole = f"the pack has {self.there}" if self.whole else f"{self.there} are left"
        return f"this {self.does} {count_cards(self.wanted)}; {whole}"

    @property
    def help(self) -> tuple[str, ...]:
        """How often it was done before that, and what may be missing."""
        if not self.before:
            return ()
        often = "once" if self.before == 1 else f"{self.before} times"
        back = f"; no step brings cards back, as `gather into {self.drained}` does"
        return (f"it was done {often} before{back * bool(self.drained)}",)

    @property
    def also(self) -> tuple[tuple[Span, str], ...]:
        """What else is shown."""
        return ()


@attrs.frozen
class Overfill:
    """A step after which more cards would lie in a zone than it has room for."""

    span: Span
    zone: str
    holds: int
    room: int
    declared: Span
    code = "D03"
    help = ()
    drained = ""

    @property
    def says(self) -> str:
        """What is wrong."""
        return f"`{self.zone}` would hold {count_cards(self.holds)}; it has room for {self.room}"

    @property
    def also(self) -> tuple[tuple[Span, str], ...]:
        """What else is shown."""
        return ((self.declared, f"room for {self.room}"),) if self.declared != self.span else ()


Excess = Overdraw | Overfill


@attrs.frozen
class Stray:
    """A step that makes a number leave its range."""

    span: Span
    name: str
    value: int
    low: int
    high: int


@attrs.frozen
class Unmixed:
    """Cards taken as the pack was made: no shuffle before, or all `gathered` since."""

    taken: p.DealCards | p.MoveCards
    pile: str
    gathered: bool


@attrs.frozen
class Emptied:
    """A deal from a pile that it has emptied, and to which no cards come back."""

    deal: p.DealCards
    pile: str
    there: int
