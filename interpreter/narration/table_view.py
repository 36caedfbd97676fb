"""The table as one seat sees it, in plain lines: cards first, then what is counted.

What is dull is left out (empty zones, flags that are no, numbers that are 0, values that are none)
until it has been shown once: from then on its line stays, so that the table keeps its places. What
each seat or side counts over the match has its line from the start. Of many of one name, such as
melds by rank, only what is not dull has a place. State of a phase has one only while that runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

import attrs

from hoyle.dsl.checked.types import SEAT, SIDE, YESNO, NumberT, RecordT, SetT, SeveralT, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.node import walk
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.narration.card_memory import CardMemory
from hoyle.interpreter.narration.labels import Labels, name_row
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import SlotValue
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.runtime.view import View, ZoneView

MANY = 10  # numbers, or zones, of one name: of more, only those that are not 0 or empty are told
NO_CARDS = "no cards"


class TableView:
    """Shows positions to a seat; with no seat all cards are open."""

    def __init__(self, table: Table, symbols: bool, seat: int | None) -> None:
        self.table = table
        self.labels = Labels(table, symbols)
        self.words = self.labels.words
        self.seat = seat
        self.shown: set[int] = set()  # zones and registers that have been shown
        self.whole = False  # whether what is dull is shown too
        self.memory = CardMemory(table, seat)
        self.counted = _find_counted(table.machine)
        self.idle = _find_idle(table.machine)
        # registers set since their phase began, if followed, and whether to a value that has a name
        self.given: dict[int, bool] | None = None

    def add_position(self, position: Position) -> None:
        """What has happened on the way to a position."""
        self.memory.add_position(position)
        slots, given = self.table.machine.slots, self.given or {}
        for event in position.events:
            if isinstance(event, e.PhaseBegun):
                given = {s: named for s, named in given.items() if slots[s].phase != event.phase}
            named = isinstance(event, e.RegisterSet) and event.copied
            given.update(dict.fromkeys(event.get_all(e.Role.REGISTER), named))
        self.given = given

    def list_lines(
        self, position: Position, untold: Collection[str] = (), *, whole: bool = False
    ) -> list[str]:
        """The view, but for the registers and fields with the names in `untold`.

        The `whole` view, which is asked for, has what is dull too, also where it was not given.
        """
        self.whole = whole
        seen = self._view(position)
        if untold:
            told = [
                (slot, value, kind) for slot, value, kind in seen.registers
                if (kind and _find_record(kind)) or not self._is_one_of(slot, untold)
            ]  # fmt: skip
            seen = attrs.evolve(seen, registers=tuple(told))
        lines = [*self._list_zones(seen), *self._list_records(seen), *self._list_registers(seen)]
        if not position.over:
            about = self.table.engine.subjects[position.at](position.slots)
            if self.labels.is_one_of_several(about):
                label = self.labels.format_subject(about)
                lines.append(f"{self._replace_owner(label)} is to play")
            elif about is not None and about[1] == SEAT and about[0] != position.seat:
                lines.append(f"you decide for {self.labels.format_subject(about)}")
        return lines

    def list_named(self, position: Position, name: str) -> list[str]:
        """Of the whole view the places and registers of one name; or why there are none now."""
        self.whole = True
        seen = self._view(position)
        zones = tuple(zone for zone in seen.zones if self._is_one_of(zone.slot, (name,)))
        told = tuple(one for one in seen.registers if self._is_one_of(one[0], (name,)))
        seen = attrs.evolve(seen, zones=zones, registers=told)
        lines = [*self._list_zones(seen), *self._list_registers(seen)]
        running = self.table.engine.running.get(position.at, ())
        phases = [
            slot.phase for slot in self.table.machine.slots
            if slot.phase and slot.phase not in running and self._is_one_of(slot.at, (name,))
        ]  # fmt: skip
        if not lines and phases:
            lines = [f"{name} is state of {to_dashes(phases[0])}, which is not running"]
        return lines

    def _is_one_of(self, slot: int, names: Collection[str]) -> bool:
        family = self.labels.find_family(slot)
        return family is not None and to_dashes(family.name) in names

    def _keeps(self, slot: int, dull: bool) -> bool:
        """Whether a zone or register has its place in the view."""
        if not dull:
            self.shown.add(slot)
        return slot in self.shown

    def _view(self, position: Position) -> View:
        if self.seat is not None:
            return position.view(self.seat)
        zones = self.table.engine.zones
        seen = position.view(-1)
        held = [ZoneView(z.slot, zones.cards(position.slots, z.slot)) for z in seen.zones]
        return View(-1, tuple(held), seen.registers)

    def _format_place(self, slot: int) -> str:
        """A zone as the reader calls it: `your hand`, `hand of bob`."""
        text = self.labels.format_place(slot)
        family = self.labels.find_family(slot)
        if family is None or self.seat is None or self.labels.find_owner(slot) != self.seat:
            return text
        if family.record is not None:
            return self._replace_owner(text)
        several = len(family.sizes) > 1
        return self._replace_owner(text) if several else f"your {to_dashes(family.name)}"

    def _replace_owner(self, text: str) -> str:
        if self.seat is None:
            return text
        return text.replace(f"{self.table.names[self.seat]}'s ", "your ", 1)

    # ------------------------------------------------------------------ cards

    def _list_zones(self, seen: View) -> list[str]:
        """The reader's own cards, then those of the others side by side, then those of nobody."""
        own: dict[int, list[tuple[str, str]]] = {}  # those that a number tells apart side by side
        others: dict[str, list[tuple[str, str]]] = {}
        shared: list[str] = []
        shown = {self._find_first(zone.slot) for zone in seen.zones if zone.cards}
        for zone in seen.zones:
            family = self.labels.find_family(zone.slot)
            if family is None or family.record is not None:
                continue
            owner, first = self.labels.find_owner(zone.slot), self._find_first(zone.slot)
            if not (self._keeps(first, first not in shown) or self.whole):
                continue
            if not zone.cards and _are_many(family):
                continue
            place, cards = self._format_place(zone.slot), self._format_cards(zone)
            if owner is None:
                shared.append(f"{place}: {cards}")
            elif owner == self.seat:
                own.setdefault(
                    zone.slot if self._is_of_each(zone.slot) else family.base, []
                ).append((place, cards))
            else:
                others.setdefault(family.name, []).append((place, cards))
        rows = [*own.values(), *others.values()]
        return [*(" · ".join(_list_places(row)) for row in rows), *shared]

    def _is_of_each(self, slot: int) -> bool:
        """Whether a zone is one of those that all seats, or sides, have."""
        family = self.labels.find_family(slot)
        each = family is not None and len(family.sizes) == 1
        return each and len(self.labels.find_owners(slot)) > 0

    def _find_first(self, slot: int) -> int:
        """The first of the zones that come into sight together: those of all seats, or sides."""
        family = self.labels.find_family(slot)
        return family.base if family is not None and self._is_of_each(slot) else slot

    def _format_cards(self, zone: ZoneView) -> str:
        if not zone.cards:
            return NO_CARDS
        text = self.labels.format_end(zone.cards, zone.slot)
        known = self.memory.list_hidden(zone.slot, zone.cards) if self.seat is not None else []
        if not known:
            return text
        among = ", known: " if len(known) == len(zone.cards) else ", among them "
        return f"{text}{among}{self.words.format_cards(known)}"

    def _list_records(self, seen: View) -> list[str]:
        """Each record that lies on the table, with its cards and what is not dull of its fields."""
        cards = {zone.slot: zone for zone in seen.zones}
        values = {slot: (value, kind) for slot, value, kind in seen.registers}
        lines = []
        for slot, (value, kind) in values.items():
            family = self.labels.find_family(slot)
            if family is None or not isinstance(value, tuple) or kind is None:
                continue
            record = _find_record(kind)
            if record is not None:
                self.labels.note_records(record, value)
                owned = self.labels.find_holder(slot) is not None
                holder = self.labels.format_holder(slot) if owned else ""
                lines += [
                    self._format_record(record, index, holder, cards, values) for index in value
                ]
        return lines

    def _format_record(
        self, name: str, index: int, holder: str, cards: dict[int, ZoneView],
        values: dict[int, tuple[SlotValue, Type | None]],
    ) -> str:  # fmt: skip
        parts: list[str] = []
        for family in self.table.machine.families:
            if family.record != name:
                continue
            slot = family.base + index
            if slot in cards:
                parts.insert(0, self._format_cards(cards[slot]))
            elif slot in values and (text := self._format_field(family, *values[slot])):
                parts.append(text)
        label = self.labels.format_record(name, index)
        if holder and self.labels.find_record_owner(name, index) < 0:  # a side's list has it
            label = f"{holder}'s {label}"
        return f"{self._replace_owner(label)}: {' · '.join(parts)}"

    def _format_field(self, family: Family, value: SlotValue, kind: Type | None) -> str:
        if kind is None or _is_dull(value, kind):
            return ""
        name = to_dashes(family.name)
        return name if bare(kind) == YESNO else f"{name} {self.words.format_plain(value, kind)}"

    # ------------------------------------------------------------------ registers

    def _list_registers(self, seen: View) -> list[str]:
        """A line for all single registers, and one for each that every seat has."""
        single, lines = [], []
        by_family: dict[int, list[tuple[int, SlotValue, Type]]] = {}
        for slot, value, kind in seen.registers:
            family = self.labels.find_family(slot)
            if family is None or family.record is not None or kind is None or _find_record(kind):
                continue
            if family.base in self.idle and not self.whole:
                continue
            by_family.setdefault(family.base, []).append((slot, value, kind))
        for base, members in by_family.items():
            family = self.labels.families[base]
            if not family.sizes:
                slot, value, kind = members[0]
                if self._keeps(slot, _is_dull(value, kind)) or self.whole:
                    single.append(
                        f"{to_dashes(family.name)}: {self.words.format_plain(value, kind)}"
                    )
                continue
            if line := self._format_family(family, members):
                lines.append(line)
        return ([" · ".join(single)] if single else []) + lines

    def _format_family(self, family: Family, members: list[tuple[int, SlotValue, Type]]) -> str:
        """`score: ann 10 · bob 0`; of large families only what is not dull.

        A number that is given and never counted, as a bid is, has none before it is given; then it
        is not dull, be it 0. What each side or seat counts over the match is told from the start.
        Who asks for the whole view sees it as it is.
        """
        told = [member for member in members if not _is_dull(member[1], member[2])]
        small = len(family.sizes) == 1 and len(members) <= MANY
        numbers = small and all(isinstance(bare(kind), NumberT) for *_, kind in members)
        given = None if family.base in self.counted or not numbers else self.given
        named = given is not None and any(given.get(slot) for slot, *_ in members)
        whole = numbers and (self.whole or self._is_score(family))
        asked_for = whole or (self.whole and bare(members[0][2]) == YESNO)
        if not self._keeps(family.base, not told and not named) and not asked_for:
            return ""
        if numbers:
            told = [m for m in members if whole or m in told or given is None or m[0] in given]
        parts = []
        for slot, value, kind in told:
            label = self.words.format_place(slot).removeprefix(to_dashes(family.name))
            label = label.removeprefix(" of ").strip("() ")
            shown = self.words.format_plain(value, kind)
            parts.append(label if bare(kind) == YESNO else f"{label} {shown}")
        return f"{to_dashes(family.name)}: {' · '.join(parts) or 'none'}"

    def _is_score(self, family: Family) -> bool:
        """Whether each seat or side adds to a number of its own over the match."""
        lasting = self.table.machine.slots[family.base].phase is None
        return lasting and family.base in self.counted and family.kinds in ((SEAT,), (SIDE,))


def _find_counted(machine: p.Machine) -> set[int]:
    """The families to which something is added, or chips are paid: there 0 is a number too."""
    found = set[int]()
    for node in machine.nodes:
        if isinstance(node, p.Set) and node.add:
            found.add(node.ref.base)
        elif isinstance(node, p.PayChips):
            found |= {node.giver.base, node.taker.base}
    return found


def _find_idle(machine: p.Machine) -> set[int]:
    """The state of libraries that no rule of this game asks for."""
    of_libraries = {
        slot.at for slot in machine.slots if slot.span is not None and slot.span.source.is_library
    }
    bodies = tuple(function.body for function in machine.functions)
    paid = machine.payoff[1] if machine.payoff is not None else None
    asked = (*walk((*machine.nodes, *bodies)), *walk(paid))
    return of_libraries - {part.reads for part in asked if isinstance(part, p.BaseExpr)}


def _list_places(row: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Places with their cards; neighbours told apart by a number, of which as much is seen, as one.

    They are `bob's blinds 1 to 3: a card each`.
    """
    split = ((*place.rpartition(" ")[::2], cards) for place, cards in row)
    for (name, cards, several), places in groupby(
        split, lambda one: (one[0], one[2], one[1].isdigit())
    ):
        numbers = [number for _, number, _ in places]
        if not several or len(numbers) == 1:
            yield from (f"{name} {number}".lstrip() + f": {cards}" for number in numbers)
        else:
            each = " each" if cards != NO_CARDS else ""
            yield f"{name_row(name, [*map(int, numbers)])}: {cards}{each}"


def _are_many(family: Family) -> bool:
    """Whether there are many zones of one name; of those that a number tells apart each counts."""
    numbered = any(isinstance(bare(kind), NumberT) for kind in family.kinds)
    return family.count > MANY and not numbered


def _is_dull(value: SlotValue, kind: Type) -> bool:
    if isinstance(value, tuple):
        return not value
    inner = bare(kind)
    if inner == YESNO:  # one that has no value yet is not yes
        return value != 1
    if isinstance(inner, NumberT | SetT):
        return value == 0 or (value == -1 and kind != inner)
    return bool(value == -1)


def _find_record(kind: Type) -> str | None:
    """The record of which a register is a list: those are told one by one."""
    of = kind.of if isinstance(kind, SeveralT) else None
    return of.name if isinstance(of, RecordT) else None
