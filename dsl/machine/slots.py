"""The slots of a machine's state: what each can hold, and which belong to one declaration."""

from __future__ import annotations

from functools import cached_property
from math import prod

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.dsl.source import Span


@attrs.frozen(eq=False)
class Slot:
    """One register or zone of the state.

    `kind` is `number` (low..high), `mask` (low 0, `size` bits), or `list` (up to `size` entries of
    `entry` values). A `number` may be unset or none, -1, when `maybe`, and so may entries of a
    list. What is `local` to a block, or kept for a `phase`, matters only at nodes that name it as
    live. One that says `whose_turn` it is (who chooses, the seats that a loop goes through) holds
    what everybody sees. An `endless` one counts the rounds of a loop that goes on `however long`.
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
    whose_turn: bool = False
    endless: bool = False

    def at_place(self, at: int, name: str) -> Slot:
        """The same at another place; tables have hundreds, so without the detour of `evolve`."""
        return Slot(
            at, name, self.kind, self.low, self.high, self.size, self.entry, self.maybe, self.local,
            self.phase, self.type, self.span, self.whose_turn, self.endless,
        )  # fmt: skip

    @property
    def nothing(self) -> int | tuple[int, ...]:
        """What it holds where it holds nothing."""
        return () if self.kind == "list" else 0 if self.kind == "mask" else -1

    @cached_property
    def width(self) -> int:
        """Bytes that the slot takes in a written state."""
        if self.kind == "mask":
            return (self.size + 7) // 8
        if self.kind == "list":
            return self.length_width + self.size * self.entry_width
        return _bytes_for(self.high - self.low + (1 if self.maybe else 0) + 1)

    @cached_property
    def length_width(self) -> int:
        """Bytes of a list's length."""
        return _bytes_for(self.size + 1)

    @cached_property
    def entry_width(self) -> int:
        """Bytes of each entry of a list."""
        return _bytes_for(self.entry + self.maybe)


def _bytes_for(values: int) -> int:
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
        return prod(self.sizes)

    @property
    def slots(self) -> tuple[int, ...]:
        """Their numbers."""
        return tuple(range(self.base, self.base + self.count))

    def index_of(self, slot: int) -> tuple[int, ...]:
        """What one of the slots stands for: the value of each index."""
        k, found = slot - self.base, []
        for size, low in zip(reversed(self.sizes), reversed(self.lows), strict=True):
            found.append(k % size + low)
            k //= size
        return tuple(reversed(found))
