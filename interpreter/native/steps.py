"""The nodes of the machine, block by block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import assert_never

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span
from hoyle.interpreter.native.budget import Ways
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.chance import Chance
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.faults import VALUE
from hoyle.interpreter.native.memory import Place
from hoyle.interpreter.native.sequences import Seq
from hoyle.interpreter.native.watch import Watching
from hoyle.interpreter.native.writer import (
    NONE,
    ONE,
    YES,
    ZERO,
    Mask,
    Member,
    Number,
    Truth,
    number,
)
from hoyle.interpreter.runtime.fault import CardsLeft, NoEnd, OutOfRange, tell_cards_left


def find_span(machine: p.Machine, at: int) -> Span:
    """The place in the text of a node, or of the next that has one."""
    while True:
        span = machine.nodes[at].span
        if span is not None and span.source.text:
            return span
        at += 1


class Steps(ABC):
    """Writes the machine's nodes. Choices and the end are for whoever inherits."""

    def __init__(self, expressions: Expressions, notes: Watching, ways: Ways) -> None:
        self.expressions, self.code = expressions, expressions.code
        self.sequences, self.zones = expressions.sequences, expressions.zones
        self.operations, self.chance = expressions.operations, Chance(expressions)
        self.notes, self.ways = notes, ways
        self.dearest = 0, 0  # what the node costs that costs most, and which it is

    # ------------------------------------------------------------------ blocks

    def write_block(self, start: int) -> int:
        """The block that begins at a node; what it costs."""
        before = self.code.costs[0]
        self.code.begin(f"n{start}")
        at = start
        while True:
            node, spent = self.code.machine.nodes[at], self.code.costs[0]
            self.code.span = find_span(self.code.machine, at)
            self.expressions.env = {}
            match node:
                case p.Jump(to=to):
                    self.go(start, to)
                case p.Branch(test=test, yes=yes, no=no):
                    self._fork(start, self.expressions.truth(test), yes, no)
                case p.Choose():
                    self.choose(start, at, node)
                case p.Chance():
                    self.chance.happen(node)
                    self.go(start, node.then)
                case p.End():
                    self.finish(at)
                case p.Fault():
                    self.code.fault(self.code.all.faults.number(node.says, node.span, NoEnd))
                case _:
                    self.work(node)
            self.dearest = max(self.dearest, (self.code.costs[0] - spent, at))
            if not self.code.open:
                break
            at += 1
            if at in self.ways.exits:
                self.go(start, at)
                break
        return self.code.costs[0] - before

    def go(self, start: int, to: int) -> None:
        """The block ends: on to another, which on a way round is paid for."""
        if (start, to) in self.ways.rounds:
            self.code.spend(Number(f"COST_OF_{to}_"))
        self.code.jump(f"n{to}")

    def _fork(self, start: int, test: Truth, yes: int, no: int) -> None:
        ends = []
        for to in (yes, no):
            round_ = (start, to) in self.ways.rounds
            ends.append((self.code.label("round") if round_ else f"n{to}", to, round_))
        self.code.branch(test, ends[0][0], ends[1][0])
        for label, to, round_ in ends:
            if round_:
                self.code.begin(label)
                self.go(start, to)

    @abstractmethod
    def choose(self, start: int, at: int, node: p.Choose) -> None:
        """Somebody chooses."""

    @abstractmethod
    def finish(self, at: int) -> None:
        """The game is over."""

    def mark(self, node: p.Mark) -> None:
        """A phase begins or ends."""
        self.notes.mark(node)

    def say(self, node: p.SayIt) -> None:
        """A sentence is said."""
        self.notes.say(node)

    # ------------------------------------------------------------------ work

    def work(self, node: p.Node) -> None:
        """A node that goes on at the one behind it."""
        match node:
            case p.Set():
                self._set(node)
            case p.MoveCards():
                self.zones.move(node)
            case p.DealCards():
                self.zones.deal(node)
            case p.SwapZones():
                self.zones.swap(node)
            case p.GatherCards():
                self.zones.gather(node)
            case p.ShowCards():
                self.zones.show(node)
            case p.PayChips():
                self._pay(node)
            case p.NewRecord():
                self._new(node)
            case p.FreeRecords():
                self._free(node)
            case p.Win():
                self.code.store(
                    self.code.place_of(self.code.machine.winners),
                    self.expressions.mask_of(node.who),
                )
            case p.Mark():
                self.mark(node)
            case p.SayIt():
                self.say(node)
            case p.AnnounceIt():
                pass  # told to nobody
            case p.Fault() | p.Jump() | p.Branch() | p.Choose() | p.Chance() | p.End():
                raise AssertionError(node)
            case _:
                assert_never(node)

    def _out_of_range(self, name: str, low: int, high: int) -> int:
        return self.code.fault_number(
            f"`{name}` would be {VALUE}, and runs from {low} to {high} only", OutOfRange
        )

    def _set(self, node: p.Set) -> None:
        self.notes.forget_rows(node)
        place = self.zones.place_of_ref(node.ref)
        self._assign(node, place)
        self.notes.note_value(node, place.index)

    def _assign(self, node: p.Set, place: Place) -> None:
        if place.group.is_list:
            self._set_list(node, place)
            return
        if place.group.of_masks:
            self.code.store(place, self.expressions.mask_of(node.value))
            return
        value = self.expressions.number_of(node.value)
        if node.add:
            old = self.code.load_number(place)
            value = self.code.add(old, value) if node.add > 0 else self.code.subtract(old, value)
        local = node.ref.index is None and self.code.machine.slots[node.ref.base].local
        if node.held or not (node.quiet and local):
            value = self.in_range(value, node.low, node.high, node.place)
        self.code.store(place, value)

    def in_range(self, value: Number, low: int, high: int, name: str) -> Number:
        """A number that a register can hold; else the rules are at fault."""
        fits = self.code.between(value, low, high)
        if fits != YES:
            self.code.need(fits, self._out_of_range(name, low, high), value)
        return Number(value.text, max(value.low, low), max(low, min(value.high, high)))

    def _set_list(self, node: p.Set, place: Place) -> None:
        seq = self.expressions.seq_of_expr(node.value)
        if any(
            isinstance(part, p.BaseExpr) and self._reads(part, place) for part in walk(node.value)
        ):
            seq = self.sequences.joined([seq])
        filled = self.code.variable("i64", "0")
        room = place.group.slot.size

        def put(member: Member) -> None:
            at = Number(filled.get(), 0, room - 1 if seq.bound <= room else 2**40)
            self.code.put_entry(place, at, member)
            filled.set(self.code.add(at, ONE).text)

        seq.each(put)
        self.code.set_length(place, Number(filled.get(), 0, room))

    def _reads(self, part: p.BaseExpr, place: Place) -> bool:
        slot = part.reads
        return slot is not None and slot >= 0 and self.code.layout.group_of[slot][0] is place.group

    def _pay(self, node: p.PayChips) -> None:
        self.notes.forget_rows(node)
        amount = self.expressions.number_of(node.amount)
        giver, taker = self.zones.place_of_ref(node.giver), self.zones.place_of_ref(node.taker)
        had, held = self.code.load_number(giver), self.code.load_number(taker)
        given, taken = self.code.subtract(had, amount), self.code.add(held, amount)
        if giver.group is taker.group:  # perhaps to itself
            same = self.code.compare("eq", giver.index, taker.index)
            given, taken = self.code.select(same, had, given), self.code.select(same, had, taken)
        given = self.in_range(given, *node.giver_range, node.names[0])
        taken = self.in_range(taken, *node.taker_range, node.names[1])
        self.code.store(giver, given)
        self.code.store(taker, taken)
        self.notes.note_value(node, giver.index)

    # ------------------------------------------------------------------ records

    def _new(self, node: p.NewRecord) -> None:
        """The lowest free record of the list's part of the pool joins the list."""
        place = self.zones.place_of_ref(node.ref)
        first, most = self.expressions.number_of(node.pool[0]), node.pool[1]
        held = self.sequences.list_seq(place)
        record, out = self.code.variable("i64", "-1"), self.code.label("free")

        def look(k: Number) -> None:
            one, used = self.code.add(first, k), self.code.variable("i1", "false")

            def compare(other: Member) -> None:
                same = self.code.compare("eq", self.sequences.as_number_value(other), one)
                used.set(self.code.either(Truth(used.get()), same).text)

            held.each(compare)

            def take() -> None:
                record.set(one.text)
                self.code.jump(out)

            self.code.if_(self.code.no(Truth(used.get())), take)

        self.code.count(number(most), look)
        self.code.begin(out)
        high = place.group.high
        found = Number(record.get(), -1, high)
        says = f"there is room for {most} here, and all are taken"
        self.code.need(self.code.compare("ne", found, NONE), self.code.fault_number(says))
        found = Number(found.text, 0, high)
        size = self.code.length(place)
        at = size
        if node.after is not None:
            at = self._place_behind(held, size, self.expressions.number_of(node.after))
            self.code.make_room(place, at)
        self.code.put_entry(place, Number(at.text, 0, place.group.room - 1), found)
        self.code.set_length(place, self.code.add(size, ONE))
        for base, value in node.defaults:
            self._set_field(base, found, value)
        self.code.store(self.code.place_of(node.slot), found)

    def _place_behind(self, held: Seq, size: Number, wanted: Number) -> Number:
        at, out = self.code.variable("i64", "-1"), self.code.label("found")
        assert held.get is not None
        get = held.get

        def look(k: Number) -> None:
            def take() -> None:
                at.set(self.code.add(k, ONE).text)
                self.code.jump(out)

            self.code.if_(
                self.code.compare("eq", self.sequences.as_number_value(get(k)), wanted), take
            )

        self.code.count(size, look)
        self.code.begin(out)
        return self.code.within(Number(at.get(), -1, size.high), 0, size.high)

    def _set_field(self, base: int, record: Number, value: p.Expr) -> None:
        place = self.code.place_of(base, record)
        if place.group.is_list:
            self.put_all(place, self.sequences.joined([self.expressions.seq_of_expr(value)]))
        elif place.group.of_masks:
            self.code.store(place, self.expressions.mask_of(value))
        else:
            self.code.store(place, self.expressions.number_of(value))

    def put_all(self, place: Place, seq: Seq) -> None:
        """Let a list hold these."""
        self.code.set_length(place, ZERO)
        seq.each(lambda member: self.code.append(place, member))

    def _free(self, node: p.FreeRecords) -> None:
        """The lists of a phase are made empty."""
        families = [family for family in self.code.machine.families if family.record == node.record]
        for at in node.lists:
            place = self.code.place_of(at)

            def one(member: Member, at: int = at) -> None:
                record = self.sequences.as_number_value(member)
                for family in families:
                    field = self.code.place_of(family.base, record)
                    if family.base in self.zones.zones:
                        left = (
                            self.code.compare("eq", self.code.length(field), ZERO)
                            if field.group.is_list
                            else self.code.is_mask("eq", self.code.load_mask(field), Mask("0"))
                        )
                        says = tell_cards_left(self.code.machine, at, family.name)
                        self.code.need(left, self.code.fault_number(says, CardsLeft))
                    elif field.group.is_list or field.group.of_masks:
                        raise CannotLower("a record's field that is a set or a list")
                    else:
                        self.code.store(field, NONE)

            self.sequences.list_seq(place).each(one)
            self.code.set_length(place, ZERO)
