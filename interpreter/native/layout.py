"""Where a machine's slots lie in a record: the state of a game in memory of the caller's.

A record begins with a row of words (see `Word`) and the seats' streams of chance; then come the
slots in groups that an index can go through. Numbers of a group of one take 64 bits, others the
fewest that hold their range; sets `mask_width` bits; lists a length of 64 bits and their entries.
What no decision needs is no part of a record: those groups are temporary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from enum import IntEnum
from functools import cached_property
from typing import Any

import attrs

from hoyle.dsl.checked.types import PlanT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Slot
from hoyle.dsl.node import Parts, walk
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.writer import MOST, smallest

MOST_CARDS = 500  # beyond, masks have more bits than are worth it


class Word(IntEnum):
    """The words at the beginning of a record."""

    AT = 0  # the node where somebody chooses, or the end
    STATUS = 1
    TOTAL = 2  # how many moves are legal
    SEAT = 3  # who chooses
    ACTION = 4  # of the move that was asked for
    DECISIONS = 5  # how many there were
    FAULT = 6  # the number of a fault
    FAULT_VALUE = 7  # what its text names
    LEFT = 8  # of the work that may be done up to the next decision
    CHANCE = 9  # the seed, mixed for the streams of chance
    EVENTS = 10  # of chance, so far
    HASH = 11  # of all decisions, where they are hashed
    SEED = 12
    VALUES = 13  # of the move that was asked for: here the first


@attrs.frozen(eq=False, slots=False)
class Group:
    """Slots that an index goes through: `count` of them from `base`, all like `slot`.

    `at` is where their values begin in the record, `lengths` where the lengths of lists do; both in
    bytes. `cell` is LLVM's kind of a value or entry; `low..high` the range of numbers and entries.
    """

    base: int
    count: int
    slot: Slot
    cell: str
    low: int
    high: int
    temporary: bool
    at: int = 0
    lengths: int = 0

    @cached_property
    def is_list(self) -> bool:
        """Whether each is a list."""
        return self.slot.kind == "list"

    @cached_property
    def of_masks(self) -> bool:
        """Whether values or entries are sets."""
        return self.slot.kind == "mask" or _is_list_of_sets(self.slot)

    @cached_property
    def room(self) -> int:
        """Entries of each list; 1 of what is none."""
        return max(1, self.slot.size) if self.is_list else 1

    @cached_property
    def cell_bytes(self) -> int:
        """Bytes of a value or entry."""
        return int(self.cell[1:]) // 8


class Layout:
    """The layout of one machine's records, for games in which somebody plays by some policies.

    `counters` are words in which what happens in a game is counted.
    """

    def __init__(
        self, machine: p.Machine, policies: Collection[str] = (), counters: int = 0
    ) -> None:
        self.machine = machine
        largest = max(
            [machine.pack.size, machine.players + 1,
             *(slot.size for slot in machine.slots if slot.kind == "mask")]
        )  # fmt: skip
        if largest > MOST_CARDS:
            raise CannotLower("a pack of this size")
        widths = (64, 128, 256, 512)
        self.mask_width = next(width for width in widths if largest < width)
        self.members = largest
        most = max((len(action.params) for action in list_actions(machine)), default=0)
        self.value_words = self.mask_width // 64
        self.streams = Word.VALUES + most * self.value_words
        self.groups: list[Group] = []
        at = 8 * (self.streams + machine.players)
        needed = _kept_slots(machine) | _slots_of_policies(machine, policies)
        for base, count in sorted(list_spans(machine)):
            slot = machine.slots[base]
            group = _describe(base, count, slot, self.mask_width)
            if needed.isdisjoint(range(base, base + count)):
                group = attrs.evolve(group, temporary=True)
            else:
                lengths = at
                if group.is_list:
                    at += 8 * count
                step = max(8, group.cell_bytes)
                at = (at + step - 1) // step * step
                group = attrs.evolve(group, at=at, lengths=lengths)
                at += (count * group.room * group.cell_bytes + 7) // 8 * 8
            self.groups.append(group)
        self._number_slots()
        self.counters = at // 8  # the first of the words in which events are counted
        self.size = (at + 8 * counters + 63) // 64 * 64

    def list_facts(self) -> list[object]:
        """Plain data of which `restore` makes the same layout."""
        groups = [[getattr(group, name) for name in _OF_GROUP] for group in self.groups]
        return [*(getattr(self, name) for name in _OF_LAYOUT), groups]

    @classmethod
    def restore(cls, machine: p.Machine, facts: list[Any]) -> Layout:
        """The layout of a machine of which these are the facts."""
        found = cls.__new__(cls)
        *numbers, groups = facts
        found.machine, found.groups = machine, []
        for name, value in zip(_OF_LAYOUT, numbers, strict=True):
            setattr(found, name, value)
        for base, *rest in groups:
            how = dict(zip(_OF_GROUP[1:], rest, strict=True))
            found.groups.append(Group(base=base, slot=machine.slots[base], **how))
        found._number_slots()
        return found

    def _number_slots(self) -> None:
        self.group_of = {
            group.base + place: (group, place)
            for group in self.groups for place in range(group.count)
        }  # fmt: skip


_OF_GROUP = ("base", "count", "cell", "low", "high", "temporary", "at", "lengths")
_OF_LAYOUT = ("mask_width", "members", "value_words", "streams", "counters", "size")


def list_actions(machine: p.Machine) -> list[p.MachineAction]:
    """The actions of all choices."""
    chooses = (node for node in machine.nodes if isinstance(node, p.Choose))
    return [action for node in chooses for action in node.actions]


def _kept_slots(machine: p.Machine) -> set[int]:
    """The slots that matter at a decision, or to functions: of a block's own only the live ones.

    A list that is chosen is told in its slot.
    """
    found = {slot.at for slot in machine.slots if not slot.local and slot.phase is None}
    apart: list[p.Expr] = [function.body for function in machine.functions]
    apart += [zone.seen_by for zone in machine.zones if zone.seen_by is not None]
    found |= _slots_read(tuple(apart))
    for node in machine.nodes:
        if isinstance(node, p.Choose):
            found |= {*node.live, node.seat}
            params = (param.slot for action in node.actions for param in action.params)
            found |= {slot for slot in params if machine.slots[slot].kind == "list"}
    return found


def _slots_read(thing: Parts | None) -> set[int]:
    parts = (part for part in walk(thing) if isinstance(part, p.BaseExpr))
    return {part.reads for part in parts if part.reads is not None}


def _slots_of_policies(machine: p.Machine, policies: Collection[str]) -> set[int]:
    """What the rows of policies read but the values of the moves."""
    found: set[int] = set()
    for action in list_actions(machine):
        rows = tuple(row for row in action.advice if row.policy in policies)
        found |= _slots_read(rows) - {param.slot for param in action.params}
    return found


def list_spans(machine: p.Machine) -> Iterator[tuple[int, int]]:
    """The first slot and the number of slots of each group."""
    found = [(family.base, family.count) for family in machine.families if family.count]
    if machine.told is not None:
        found.append((machine.told, machine.players))
    if machine.player_of is not None:
        found.append((machine.player_of, machine.pack.size))
    yield from found
    taken = {slot for base, count in found for slot in range(base, base + count)}
    slots, bases, at = machine.slots, _indexed(machine), 0
    while at < len(slots):
        count = 1
        if at in taken:
            at += 1
            continue
        if at in bases:  # a row of a block's own variables, one for each seat
            while (
                at + count < len(slots) and at + count not in taken and count < machine.players
                and _alike(slots[at], slots[at + count])
            ):  # fmt: skip
                count += 1
        yield at, count
        at += count


def _alike(one: Slot, other: Slot) -> bool:
    return attrs.evolve(one, at=0) == attrs.evolve(other, at=0) or (
        (one.kind, one.name, one.size, one.entry, one.low, one.high, one.maybe, one.local)
        == (other.kind, other.name, other.size, other.entry, other.low, other.high, other.maybe,
            other.local)
    )  # fmt: skip


def count_calls(machine: p.Machine) -> Counter[p.Function]:
    """How many calls of each function there are."""
    bodies = tuple(function.body for function in machine.functions)
    parts = walk((machine.nodes, bodies))
    return Counter(part.function for part in parts if isinstance(part, p.Call))


def _indexed(machine: p.Machine) -> set[int]:
    """The slots from which an index counts."""
    found: set[int] = set()
    bodies = tuple(function.body for function in machine.functions)
    for part in walk((machine.nodes, bodies)):
        if isinstance(part, p.Ref):
            if part.index is not None:
                found.add(part.base)
        elif isinstance(part, p.GetAt):
            found.add(part.base)
    return found


def _is_list_of_sets(slot: Slot) -> bool:
    kind = None if slot.type is None else bare(slot.type)
    return slot.kind == "list" and (
        isinstance(kind, PlanT) or (kind is not None and isinstance(kind.element, SetT))
    )


def _describe(base: int, count: int, slot: Slot, mask_width: int) -> Group:
    if slot.kind == "number":
        low, high = min(slot.low, -1), min(slot.high, MOST)
        cell = "i64" if count == 1 else smallest(low, high)
        return Group(base, count, slot, cell, low, high, False)
    if slot.kind == "mask" or _is_list_of_sets(slot):
        return Group(base, count, slot, f"i{mask_width}", 0, 0, False)
    low, high = -1 if slot.maybe else 0, max(0, slot.entry - 1)
    return Group(base, count, slot, smallest(low, high), low, high, False)
