"""The machine's state: slots, the families that they belong to, and zones."""

from __future__ import annotations

from functools import cached_property

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine.expressions import Expr
from hoyle.dsl.source import Span


@attrs.frozen(eq=False)
class Slot:
    """One register or zone of the state.

    `kind` is `number` (low..high), `mask` (low 0, `size` bits), or `list` (up to `size` entries of
    `entry` values). A `number` may be unset or none, -1, when `maybe`. What is `local` to a block,
    or kept for a `phase`, matters only at nodes that name it as live.
    """

    at: int
    name: str
    kind: str
    low: int = 0
    high: int = 1
    size: int = 0
    entry: int = 0
    maybe: bool = False
    local: bool = False
    phase: str | None = None
    type: Type | None = None
    span: Span | None = None

    @cached_property
    def width(self) -> int:
        """Bytes that the slot takes in a written state."""
        if self.kind == "mask":
            return (self.size + 7) // 8
        if self.kind == "list":
            return self.length_width + self.size * self.entry_width
        return bytes_for(self.high - self.low + (1 if self.maybe else 0) + 1)

    @cached_property
    def length_width(self) -> int:
        """Bytes of a list's length."""
        return bytes_for(self.size + 1)

    @cached_property
    def entry_width(self) -> int:
        """Bytes of each entry of a list."""
        return bytes_for(self.entry)


def bytes_for(values: int) -> int:
    """Bytes that hold this many different values."""
    return max(1, ((max(1, values) - 1).bit_length() + 7) // 8)


@attrs.frozen(eq=False)
class Family:
    """Slots of one declaration: `sizes` and `lows` of its indexes, the last turning fastest."""

    name: str
    base: int
    sizes: tuple[int, ...]
    lows: tuple[int, ...]
    kinds: tuple[Type, ...]
    record: str | None = None

    @property
    def count(self) -> int:
        """How many slots."""
        total = 1
        for size in self.sizes:
            total *= size
        return total


@attrs.frozen(eq=False)
class ZonePlace:
    """One zone: its slot, whose it is, and who sees it (`everyone`, `nobody` or by `seen_by`)."""

    slot: int
    family: str
    index: tuple[int, ...]
    pile: bool
    sight: str
    seen_by: Expr | None
    capacity: int
    record: str | None
