"""Records: the state of a game as native code keeps it, and as the interpreter does."""

from __future__ import annotations

import ctypes

from hoyle.dsl.machine.slots import Slot
from hoyle.interpreter.native.layout import Group, Layout, Word
from hoyle.interpreter.runtime.moves import Held, Slots

_TOTAL = int(Word.TOTAL)
ALIGNED = 64  # bytes: where memory for native code begins


class Memory:
    """Zeroed memory for native code, which begins at `address`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._held = ctypes.create_string_buffer(size + ALIGNED)
        self.address = (ctypes.addressof(self._held) + ALIGNED - 1) // ALIGNED * ALIGNED
        first = self.address - ctypes.addressof(self._held)
        self.bytes = memoryview(self._held).cast("B")[first : first + size]
        self.words = self.bytes[: size // 8 * 8].cast("q")


class Record(Memory):
    """The state of one game."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout.size)
        self.layout = layout

    def copy(self) -> Record:
        """Another record of the same state."""
        other = Record(self.layout)
        other.bytes[:] = self.bytes
        return other

    @property
    def at(self) -> int:
        """The node where somebody chooses, or the end."""
        return self.words[Word.AT]

    @property
    def seat(self) -> int:
        """Who chooses."""
        return self.words[Word.SEAT]

    @property
    def total(self) -> int:
        """How many moves are legal; 0 at the end."""
        return self.words[_TOTAL]

    # ------------------------------------------------------------------ slots

    def read_slots(self, scratch: int) -> Slots:
        """What the slots hold, as the interpreter has it; what a block needs no more is unset."""
        return [*map(self.read_slot, self.layout.machine.slots), *[0] * (scratch + 8)]

    def read_slot(self, slot: Slot) -> Held:
        """What one slot holds."""
        group, place = self.layout.group_of[slot.at]
        if group.temporary:
            empty = 0 if slot.kind == "mask" else ()
            return empty if slot.kind != "number" else -1 if slot.maybe else slot.low
        if group.is_list:
            size, first = self.words[group.lengths // 8 + place], place * group.room
            return tuple(self._cell(group, first + k) for k in range(size))
        return self._cell(group, place)

    def write_slots(self, slots: Slots) -> None:
        """Take over what the interpreter's slots hold."""
        for slot in self.layout.machine.slots:
            self.write_slot(slot.at, slots[slot.at])

    def write_slot(self, slot: int, held: Held) -> None:
        """Take over what one of the interpreter's slots holds."""
        group, place = self.layout.group_of[slot]
        if group.temporary:
            return
        if group.is_list:
            self.words[group.lengths // 8 + place] = len(held)
            for k, entry in enumerate(held):
                self._put_cell(group, place * group.room + k, entry)
        else:
            self._put_cell(group, place, held)

    def _cell(self, group: Group, place: int) -> int:
        at, width = group.at + place * group.cell_bytes, group.cell_bytes
        signed = not group.of_masks
        return int.from_bytes(self.bytes[at : at + width], "little", signed=signed)

    def _put_cell(self, group: Group, place: int, value: int) -> None:
        at, width = group.at + place * group.cell_bytes, group.cell_bytes
        signed = not group.of_masks
        self.bytes[at : at + width] = int(value).to_bytes(width, "little", signed=signed)

    def read_value(self, k: int, *, is_set: bool) -> int:
        """The k-th value of the move that was asked for."""
        at, words = Word.VALUES + k * self.layout.value_words, self.layout.value_words
        if not is_set:
            return self.words[at]
        return int.from_bytes(self.bytes[8 * at : 8 * (at + words)], "little")
