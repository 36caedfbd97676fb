"""A state in a fixed number of bytes: the node, then every slot in its width."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Slot
from hoyle.interpreter.runtime.moves import Held, Slots

BYTES = tuple(bytes((number,)) for number in range(256))
Writer = Callable[[Any], bytes]
# For each node the slots that are written there, and how; what is dead has a writer of zeros.
_plans: WeakKeyDictionary[p.Machine, dict[int, list[tuple[int, Writer]]]] = WeakKeyDictionary()


def state_size(machine: p.Machine) -> int:
    """The bytes of a state: the node, then every slot."""
    return 3 + sum(slot.width for slot in machine.slots)


def encode(machine: p.Machine, s: Slots, at: int) -> bytes:
    """The node (3 bytes), then each slot in its width, little end first; unset and dead are 0."""
    plans = _plans.setdefault(machine, {})
    plan = plans.get(at)
    if plan is None:
        plan = plans[at] = _make_plan(machine, at)
    return b"".join([at.to_bytes(3, "little"), *[write(s[slot]) for slot, write in plan]])


def _make_plan(machine: p.Machine, at: int) -> list[tuple[int, Writer]]:
    live = getattr(machine.nodes[at], "live", ())
    plan: list[tuple[int, Writer]] = []
    dead = 0
    for slot in machine.slots:
        if (slot.local or slot.phase is not None) and slot.at not in live:
            dead += slot.width
            continue
        if dead:
            plan.append((0, partial(_write_zeros, bytes(dead))))
        plan.append((slot.at, _make_writer(slot)))
        dead = 0
    return [*plan, (0, partial(_write_zeros, bytes(dead)))]


def _write_zeros(zeros: bytes, value: Held) -> bytes:
    return zeros


def _make_writer(slot: Slot) -> Writer:
    """A number counted from its lowest (none is 0), a mask, or a length and its entries."""
    low, high, width = slot.low, slot.high, slot.width

    def write_mask(value: int) -> bytes:
        return int(value).to_bytes(width, "little")

    def write_maybe(value: int) -> bytes:
        return (0 if value == -1 else int(value) - low + 1).to_bytes(width, "little")

    def write_number(value: int) -> bytes:
        # a number that is out of its range is unset
        return (int(value) - low if low <= value <= high else 0).to_bytes(width, "little")

    def write_short(value: int) -> bytes:
        return BYTES[value - low if low <= value <= high else 0]

    if slot.kind == "mask":
        return write_mask
    if slot.kind == "list":
        return partial(_write_list, slot)
    if slot.maybe:
        return write_maybe
    return write_short if width == 1 else write_number


def _write_list(slot: Slot, value: Any) -> bytes:
    width = slot.entry_width
    if slot.maybe:
        value = [entry + 1 for entry in value]
    if width == 1:
        entries = bytes(value)
    else:
        entries = b"".join([int(v).to_bytes(width, "little") for v in value])
    length = len(value).to_bytes(slot.length_width, "little")
    return (length + entries).ljust(slot.width, b"\0")


def decode(machine: p.Machine, data: bytes) -> tuple[Slots, int]:
    """The slots and the node of a written state; ValueError where the bytes are of another."""
    if len(data) != state_size(machine):
        raise ValueError("these bytes are no state of this table")
    at, place = int.from_bytes(data[:3], "little"), 3
    s: Slots = []
    for slot in machine.slots:
        s.append(decode_slot(slot, data[place : place + slot.width]))
        place += slot.width
    return s + [0] * (machine.scratch + 8), at


def decode_slot(slot: Slot, data: bytes) -> Held:
    """The other way round."""
    if slot.kind == "mask":
        return int.from_bytes(data, "little")
    if slot.kind == "list":
        width, start = slot.entry_width, slot.length_width
        return tuple(
            int.from_bytes(data[start + k * width : start + (k + 1) * width], "little") - slot.maybe
            for k in range(int.from_bytes(data[:start], "little"))
        )
    found = int.from_bytes(data, "little")
    return (
        found - 1 + slot.low if slot.maybe and found else (-1 if slot.maybe else found + slot.low)
    )
