"""What is found while hands are put to a table: which rows fit them, and which do not."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.interpreter.hand_tables.symbolic_lowering import Unknown


@attrs.frozen
class Case:
    """One case that a table can be asked about: hands, other values, and the setting."""

    size: int
    hands: tuple[tuple[Unknown, int], ...]  # masks of cards
    values: tuple[tuple[Unknown, int], ...]
    players: int
    options: tuple[tuple[str, int], ...] = ()


@attrs.frozen
class Looked:
    """How far a table was looked over: so many classes of hands, or so many hands tried."""

    table: str
    classes: int
    exhaustive: bool

    @property
    def says(self) -> str:
        """`kind: all 1,736 classes of hands`, `meld: 20,000 hands tried`."""
        if self.exhaustive:
            return f"{self.table}: all {self.classes:,} classes of hands"
        return f"{self.table}: {self.classes:,} hands tried"


@attrs.define(eq=False)
class Found:
    """All that is known of one table, over every setting; of each the smallest case."""

    table: g.Table | g.Ranking
    reached: dict[int, Case] = attrs.field(factory=dict)
    takers: dict[int, set[int]] = attrs.field(factory=dict)
    gaps: dict[tuple[int, ...], Case] = attrs.field(factory=dict)  # by the sizes of the hands
    fitted: set[tuple[int, ...]] = attrs.field(factory=set)  # sizes of hands that some row takes
    overlaps: dict[tuple[int, int], Case] = attrs.field(factory=dict)
    outside: dict[int, tuple[int, Case]] = attrs.field(factory=dict)  # ties out of their range
    apart: set[tuple[int, int]] = attrs.field(factory=set)  # rows that do not fit together
    cases: int = 0
    exhaustive: bool = True  # every class of hands, every value of all else
    certain: bool = True  # nothing was left open as a whole
    always: bool = True  # some row fits whatever comes

    def looked(self) -> Looked:
        """How far it was looked over."""
        return Looked(self.table.name, self.cases, self.exhaustive)
