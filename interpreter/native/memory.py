"""Reading and writing what slots hold, and the words of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.faults import FaultTable
from hoyle.interpreter.native.layout import Group, Layout, Word
from hoyle.interpreter.native.writer import (
    GIVEN_UP,
    LEAST,
    MOST,
    ONE,
    ZERO,
    Globals,
    Listed,
    Mask,
    Member,
    Number,
    Writer,
    number,
)
from hoyle.interpreter.runtime.fault import NOWHERE, RulesetFault

MOST_IN_ONE = 13  # sets of a list that is itself a member; beyond, the interpreter plays
SMALL = 512  # bytes of a buffer that a function keeps for itself; larger ones are the caller's


@attrs.frozen
class Place:
    """One slot of a group."""

    group: Group
    index: Number


@attrs.frozen
class Function:
    """A function that is written: its name, what it gives, and what a call of it costs."""

    name: str
    gives: str  # LLVM's kind
    fails: bool  # whether it can be at fault, or give up
    cost: int
    spends: bool  # whether it takes work that is known only while it runs
    low: int = LEAST  # of a number that it gives
    high: int = MOST


@attrs.frozen
class NotedRow:
    """A row of a table: its number, and the word that says whether a hand was of it, if any.

    One that `adds_up` is noted in that word where what it adds is not 0.
    """

    number: int
    flag: int | None
    adds_up: bool


@attrs.define
class Shared:
    """What all functions of one machine's module share."""

    machine: p.Machine
    layout: Layout
    faults: FaultTable
    globals: Globals
    deposit: bool  # whether the processor has the instruction that finds the k-th bit
    rows: Mapping[tuple[str, str], NotedRow] = attrs.field(factory=dict)  # that are noted
    functions: dict[object, Function] = attrs.field(factory=dict)
    calls: Counter[p.Function] = attrs.field(factory=Counter)  # in the machine
    names: int = 0  # of functions

    @property
    def pointers(self) -> str:
        """The first parameters of every function: the record, and memory for buffers."""
        state = f"noalias nonnull align 64 dereferenceable({self.layout.size})"
        return f"ptr {state} %state, ptr noalias nonnull align 64 %scratch"

    scratch: int = 0  # bytes of the caller's that buffers take just now
    most_scratch: int = 0
    fixed: int = 0  # bytes that the buffers of functions take, which are behind them


class FunctionWriter(Writer):
    """Writes a function that works on a record; `%state` is the record, `%scratch` for buffers."""

    def __init__(self, all_: Shared) -> None:
        super().__init__(all_.globals, all_.layout.mask_width, all_.layout.members)
        self.all = all_
        self.machine, self.layout = all_.machine, all_.layout
        self.span: Span = NOWHERE  # of what is being written, for faults
        self.pointers: dict[tuple[int, bool], str] = {}
        self.is_function = False  # one that is called; its buffers are its own
        self.left: Variable | None = None  # of the work; in a function it is a word of the record
        self.spends = False  # whether it takes from that

    # ------------------------------------------------------------------ faults

    def fault_number(self, says: str, kind: type[RulesetFault] = RulesetFault) -> int:
        """The number of a fault of the rules at the place that is being written.

        In a function that place is whoever calls it, which only the interpreter knows.
        """
        if self.is_function:
            return GIVEN_UP
        return self.all.faults.number(says, self.span, kind)

    def spend(self, amount: Number) -> None:
        """Take work from what is left."""
        self.spends = True
        if self.left is None:
            now = Number(self.give(f"sub i64 {self.load_word(Word.LEFT).text}, {amount.text}"))
            self.store_word(Word.LEFT, now)
        else:
            now = Number(self.give(f"sub i64 {self.left.get()}, {amount.text}"))
            self.left.set(now.text)
        self.need(self.compare("sge", now, ZERO), GIVEN_UP)

    # ------------------------------------------------------------------ words

    def word_at(self, at: int) -> str:
        """Where a word of the record lies."""
        return self.give(f"getelementptr inbounds i64, ptr %state, i64 {at}") if at else "%state"

    def load_word(self, word: int, low: int = -(2**63), high: int = 2**63 - 1) -> Number:
        """A word of the record."""
        tag = self.shared.tag(f"word {int(word)}")
        return Number(self.give(f"load i64, ptr {self.word_at(word)}{tag}"), low, high)

    def clear_fault(self) -> None:
        """Nothing has gone wrong."""
        self.store_word(Word.FAULT, ZERO)

    def store_word(self, word: int, value: Number) -> None:
        """Write a word of the record."""
        tag = self.shared.tag(f"word {int(word)}")
        self.do(f"store i64 {value.text}, ptr {self.word_at(word)}{tag}")

    # ------------------------------------------------------------------ slots

    def pointer(self, group: Group, *, lengths: bool = False) -> str:
        """Where a group begins, made once at the beginning of the function."""
        found = self.pointers.get((group.base, lengths))
        if found is None:
            found = f"%{'length' if lengths else 'slot'}{group.base}"
            self.pointers[group.base, lengths] = found
            if group.temporary:
                count, kind = (group.count, "i64") if lengths else (
                    group.count * group.room, group.cell
                )  # fmt: skip
                self.first_lines.append(f"{found} = alloca [{count} x {kind}], align 16")
            else:
                at = group.lengths if lengths else group.at
                self.first_lines.append(
                    f"{found} = getelementptr inbounds i8, ptr %state, i64 {at}"
                )
        return found

    def place_of(self, base: int, index: Number = ZERO) -> Place:
        """The slot at `base + index`."""
        group, first = self.layout.group_of[base]
        return Place(group, self.within(self.add(index, number(first)), 0, group.count - 1))

    def _address(self, place: Place, entry: Number | None = None) -> str:
        group, index = place.group, place.index
        start = self.pointer(group)
        if entry is not None and group.count > 1:
            index = self.multiply(index, number(group.room))
            index = self.add(index, entry)
        elif entry is not None:
            index = entry
        if index == ZERO:
            return start
        return self.give(f"getelementptr inbounds {group.cell}, ptr {start}, i64 {index.text}")

    def _tag(self, group: Group) -> str:
        return self.shared.tag(f"slot {group.base}")

    def _load(self, group: Group, address: str) -> Number | Mask:
        text = self.give(f"load {group.cell}, ptr {address}{self._tag(group)}")
        if group.of_masks:
            return Mask(text, group.slot.size) if group.slot.kind == "mask" else Mask(text)
        if group.cell != "i64":
            text = self.give(f"sext {group.cell} {text} to i64")
        return Number(text, group.low, group.high)

    def _store(self, group: Group, address: str, value: Member) -> None:
        if isinstance(value, Listed):
            raise CannotLower("a list where one value is kept")
        text = value.text
        if isinstance(value, Number):
            if group.of_masks:
                raise CannotLower("a number where a set is kept")
            value = self.within(value, group.low, group.high)
            text = str(value.low) if value.known else value.text
            if group.cell != "i64" and not value.known:
                text = self.give(f"trunc i64 {text} to {group.cell}")
        self.do(f"store {group.cell} {text}, ptr {address}{self._tag(group)}")

    def load(self, place: Place) -> Number | Mask:
        """What a slot holds that is no list."""
        return self._load(place.group, self._address(place))

    def store(self, place: Place, value: Member) -> None:
        """Write a slot that is no list."""
        self._store(place.group, self._address(place), value)

    def load_number(self, place: Place) -> Number:
        """A number that a slot holds."""
        found = self.load(place)
        assert isinstance(found, Number)
        return found

    def load_mask(self, place: Place) -> Mask:
        """A set that a slot holds."""
        found = self.load(place)
        assert isinstance(found, Mask)
        return found

    # ------------------------------------------------------------------ lists

    def _length_address(self, place: Place) -> str:
        start = self.pointer(place.group, lengths=True)
        if place.index == ZERO:
            return start
        return self.give(f"getelementptr inbounds i64, ptr {start}, i64 {place.index.text}")

    def length(self, place: Place) -> Number:
        """How many entries a list has."""
        tag = self.shared.tag(f"length {place.group.base}")
        text = self.give(f"load i64, ptr {self._length_address(place)}{tag}")
        return Number(text, 0, place.group.slot.size)

    def set_length(self, place: Place, length: Number) -> None:
        """Say how many entries a list has."""
        tag = self.shared.tag(f"length {place.group.base}")
        length = self.within(length, 0, place.group.slot.size)
        self.do(f"store i64 {length.text}, ptr {self._length_address(place)}{tag}")

    def entry(self, place: Place, at: Number) -> Number | Mask:
        """An entry of a list; the place is known to lie in it."""
        return self._load(place.group, self._address(place, at))

    def put_entry(self, place: Place, at: Number, value: Member) -> None:
        """Write an entry of a list."""
        at = self.within(at, 0, place.group.room - 1)
        self._store(place.group, self._address(place, at), value)

    def append(self, place: Place, value: Member) -> None:
        """An entry more at the end of a list."""
        length = self.length(place)
        self.put_entry(place, length, value)
        self.set_length(place, self.add(length, ONE))

    def remove(self, place: Place, at: Number) -> None:
        """Take an entry out of a list; those behind it move up."""
        last = self.subtract(self.length(place), ONE)
        last = Number(last.text, 0, last.high)

        def move(k: Number) -> None:
            self.put_entry(place, k, self.entry(place, self.add(k, ONE)))

        self.count(last, move, at, bound=place.group.room)
        self.set_length(place, last)

    def make_room(self, place: Place, at: Number) -> None:
        """Move the entries from a place on one further, the last first; the length stays."""
        length = self.length(place)
        behind = self.subtract(length, at)

        def move(k: Number) -> None:
            source = self.subtract(length, self.add(k, ONE))
            source = Number(source.text, 0, place.group.room - 1)
            self.put_entry(place, self.add(source, ONE), self.entry(place, source))

        self.count(behind, move, bound=place.group.room)

    def set_of(self, address: str, at: Number) -> str:
        """Where a set lies of a list that is a member."""
        kind, after = f"i{self.width}", self.add(at, ONE)
        return self.give(f"getelementptr inbounds {kind}, ptr {address}, i64 {after.text}")

    def length_of(self, one: Listed) -> Number:
        """How many sets such a list has."""
        length = self.give(f"load i{self.width}, ptr {one.text}")
        return Number(self.narrow(length), 0, MOST_IN_ONE)

    def copy_list(self, one: Listed, address: str) -> None:
        """Write a list that is a member to another place."""
        size = self.length_of(one)
        self.do(f"store i{self.width} {self.widen(size)}, ptr {address}")

        def copy(k: Number) -> None:
            found = self.give(f"load i{self.width}, ptr {self.set_of(one.text, k)}")
            self.do(f"store i{self.width} {found}, ptr {self.set_of(address, k)}")

        self.count(size, copy, bound=MOST_IN_ONE)

    # ------------------------------------------------------------------ buffers

    def buffer(self, kind: str, count: int) -> str:
        """Room for some values until the next decision."""
        size = int(kind[1:]) // 8 * count
        if size <= SMALL:
            return self.place(kind, count)
        size = (size + 63) // 64 * 64
        if self.is_function:
            at, self.all.fixed = self.all.fixed, self.all.fixed + size
        else:
            at, self.all.scratch = self.all.scratch, self.all.scratch + size
            self.all.most_scratch = max(self.all.most_scratch, self.all.scratch)
        name = self.name()
        self.first_lines.append(f"{name} = getelementptr inbounds i8, ptr %scratch, i64 {at}")
        return name

    @property
    def fixed(self) -> str:
        """Where the buffers of functions lie."""
        return "%scratch" if self.is_function else "%fixed"

    def variable(self, kind: str, value: str) -> Variable:
        """A variable of this function, which begins with a value."""
        found = Variable(self, kind, self.place(kind))
        found.set(value)
        return found


class Variable:
    """A variable of a function."""

    def __init__(self, writer: Writer, kind: str, address: str, tag: str = "") -> None:
        self.writer, self.kind, self.address, self.tag = writer, kind, address, tag

    def get(self) -> str:
        """What it holds."""
        return self.writer.give(f"load {self.kind}, ptr {self.address}{self.tag}")

    def set(self, text: str) -> None:
        """Let it hold something."""
        self.writer.do(f"store {self.kind} {text}, ptr {self.address}{self.tag}")


Body = Callable[[Member], None]
