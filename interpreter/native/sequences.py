"""Sequences: each is a loop that is still to be written around a body, without memory of its own.

So a phrase over a phrase over a list becomes one loop. Where the members are needed twice, in
another order, or must all be made before the first is looked at, they are kept in a buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.faults import VALUE
from hoyle.interpreter.native.memory import Body, Memory, Place
from hoyle.interpreter.native.writer import (
    LEAST,
    MOST,
    NONE,
    ONE,
    ZERO,
    Listed,
    Mask,
    Member,
    Number,
    Truth,
    number,
)

MOST_KEPT = 65_536  # members of a buffer; where there are more, the interpreter plays
MOST_CHOSEN_FROM = 62  # cards; a choice is a row of bits
MOST_IN_ONE = 13  # sets of a list that is itself a member; where there are more, the same


class Seq:
    """A sequence of at most `bound` members.

    `each` writes the loop around a body. `get` gives the k-th member where members lie in memory,
    `size` is their number then. `fails` says that making the members can be a fault. `listed` is
    the same as a member, if it can be one.
    """

    def __init__(
        self, bound: int, each: Callable[[Body], None], *, get: Getter | None = None,
        size: Number | None = None, fails: bool = False, listed: Listed | None = None,
    ) -> None:  # fmt: skip
        self.bound = max(0, bound)
        self.each = each
        self.get = get
        self.size = size
        self.fails = fails
        self.listed = listed


Getter = Callable[[Number], Member]


class Buffer:
    """Members that are being kept: of which kind is known once the first is put in."""

    def __init__(self, writer: Sequences, bound: int, *, tight: bool = True) -> None:
        self.writer = writer
        self.bound = max(1, min(bound, MOST_KEPT))
        self.tight = tight and bound <= MOST_KEPT
        self.address = ""
        self.filled = writer.variable("i64", "0")
        self.of: type[Member] | None = None
        self.low, self.high = MOST, LEAST
        self.most = 0  # members of a set among them

    def note(self, value: Member) -> None:
        """Such a member will be put in."""
        if self.of is None:
            self.of = type(value)
            cells = MOST_IN_ONE + 1 if self.of is Listed else 1
            self.tight = self.tight and self.bound * cells <= MOST_KEPT
            self.bound = min(self.bound, MOST_KEPT // cells)
            self.address = self.writer.buffer(f"i{self.writer.width}", self.bound * cells)
        if not isinstance(value, self.of):
            raise CannotLower("a list of numbers and sets")
        if isinstance(value, Number):
            self.low, self.high = min(self.low, value.low), max(self.high, value.high)
        else:
            self.most = max(self.most, value.most)

    def put(self, value: Member) -> None:
        """One member more."""
        writer = self.writer
        self.note(value)
        at = Number(self.filled.get(), 0, self.bound if self.tight else MOST)
        if not self.tight:
            at = writer.within(at, 0, self.bound - 1)
        place = self._place(at)
        if isinstance(value, Listed):
            writer.copy_list(value, place)
        else:
            writer.do(f"store {self.kind} {value.text}, ptr {place}")
        self.filled.set(writer.add(at, ONE).text)

    @property
    def kind(self) -> str:
        """LLVM's kind of a member."""
        if self.of is Listed:
            return f"[{MOST_IN_ONE + 1} x i{self.writer.width}]"
        return f"i{self.writer.width}" if self.of is Mask else "i64"

    def _place(self, at: Number) -> str:
        return self.writer.give(
            f"getelementptr inbounds {self.kind}, ptr {self.address}, i64 {at.text}"
        )

    def get(self, at: Number) -> Member:
        """The member at a place."""
        if self.of is None:  # nothing is ever put in
            self.note(NONE)
        writer, place = self.writer, self._place(at)
        if self.of is Listed:
            return Listed(place, self.most)
        text = writer.give(f"load {self.kind}, ptr {place}")
        if self.of is Mask:
            return Mask(text, self.most)
        return Number(text, min(self.low, self.high), self.high)

    def as_seq(self) -> Seq:
        """The members that have been put in."""
        size = Number(self.filled.get(), 0, self.bound)
        return self.writer_seq(size)

    def writer_seq(self, size: Number) -> Seq:
        """The first members."""
        writer = self.writer

        def each(body: Body) -> None:
            writer.count(size, lambda k: body(self.get(k)), bound=self.bound)

        return Seq(self.bound, each, get=self.get, size=size)


class Sequences(Memory):
    """Writes sequences."""

    def set_of(self, address: str, at: Number) -> str:
        """Where a set lies of a list that is a member."""
        kind, after = f"i{self.width}", self.add(at, ONE)
        return self.give(f"getelementptr inbounds {kind}, ptr {address}, i64 {after.text}")

    def copy_list(self, one: Listed, address: str) -> None:
        """Write a list that is a member to another place."""
        size = self.length_of(one)
        self.do(f"store i{self.width} {self.widen(size)}, ptr {address}")

        def copy(k: Number) -> None:
            found = self.give(f"load i{self.width}, ptr {self.set_of(one.text, k)}")
            self.do(f"store i{self.width} {found}, ptr {self.set_of(address, k)}")

        self.count(size, copy, bound=MOST_IN_ONE)

    def length_of(self, one: Listed) -> Number:
        """How many sets such a list has."""
        length = self.give(f"load i{self.width}, ptr {one.text}")
        return Number(self.narrow(length), 0, MOST_IN_ONE)

    def sets_of(self, one: Listed) -> Seq:
        """The sets of such a list."""
        size = self.length_of(one)

        def get(at: Number) -> Mask:
            place = self.set_of(one.text, at)
            return Mask(self.give(f"load i{self.width}, ptr {place}"), one.most)

        def each(body: Body) -> None:
            self.count(size, lambda k: body(get(k)), bound=MOST_IN_ONE)

        return Seq(MOST_IN_ONE, each, get=get, size=size, listed=one)

    def kept(self, seq: Seq) -> Seq:
        """The same members in memory."""
        if seq.get is not None:
            return seq
        buffer = Buffer(self, seq.bound)
        seq.each(buffer.put)
        return buffer.as_seq()

    def kept_parts(self, seq: Seq) -> tuple[Getter, Number]:
        """How to get a member by its place, and how many there are."""
        seq = self.kept(seq)
        assert seq.get is not None and seq.size is not None
        return seq.get, seq.size

    def seq_size(self, seq: Seq) -> Number:
        """How many members a sequence has."""
        if seq.size is not None:
            return seq.size
        found = self.variable("i64", "0")
        seq.each(lambda _: found.set(self.give(f"add nsw i64 {found.get()}, 1")))
        return Number(found.get(), 0, max(1, seq.bound))

    def constant_seq(self, values: tuple[int, ...]) -> Seq:
        """A list that is known."""
        if any(isinstance(value, tuple) for value in values):
            raise CannotLower("a list of lists")
        size = number(len(values))
        wide = any(not LEAST <= value <= MOST for value in values)

        def get(at: Number) -> Member:
            return self.mask_from(values, at) if wide else self.look_up(values, at)

        def each(body: Body) -> None:
            self.count(size, lambda k: body(get(k)))

        return Seq(len(values), each if values else lambda body: None, get=get, size=size)

    def list_seq(self, place: Place) -> Seq:
        """The entries of a list or pile, from its bottom."""
        size = self.length(place)

        def get(at: Number) -> Member:
            return self.entry(place, at)

        def each(body: Body) -> None:
            self.count(size, lambda k: body(get(k)))

        return Seq(place.group.slot.size, each, get=get, size=size)

    def members_of(self, mask: Mask) -> Seq:
        """The members of a set."""
        return Seq(self.bound_of(mask), lambda body: self.bits(mask, body))

    def seq_of(self, values: Sequence[Member]) -> Seq:
        """A few values one after another."""
        if len(values) == 1:
            only = values[0]
            return Seq(1, lambda body: body(only), get=lambda at: only, size=ONE)
        buffer = Buffer(self, len(values))
        for value in values:
            buffer.put(value)
        return buffer.writer_seq(number(len(values)))

    def joined(self, parts: Sequence[Seq]) -> Seq:
        """Several sequences one after another."""
        buffer = Buffer(self, sum(part.bound for part in parts))
        for part in parts:
            part.each(buffer.put)
        return buffer.as_seq()

    def numbers_between(self, low: Number, high: Number) -> Seq:
        """The numbers from one to another."""
        size = self.most(self.add(self.subtract(high, low), ONE), ZERO)
        if size.high > 64:
            self.spend(size)
        self.charge(size.high if size.high <= 64 else 1)

        def get(at: Number) -> Number:
            found = self.add(low, at)
            return Number(found.text, low.low, max(high.high, low.low))

        def each(body: Body) -> None:
            self.count(size, lambda k: body(get(k)))

        return Seq(size.high, each, get=get, size=size)

    def seats(self, seat: Number, first: int) -> Seq:
        """The seats round the table from one, or from the one behind it."""
        players = self.machine.players
        size = number(players - first)

        def get(at: Number) -> Number:
            return self.modulo(self.add(seat, self.add(at, number(first))), players)

        return Seq(
            players - first, lambda body: self.count(size, lambda k: body(get(k))),
            get=get, size=size,
        )  # fmt: skip

    def reversed_seq(self, seq: Seq) -> Seq:
        """The members from the last to the first."""
        get, size = self.kept_parts(seq)

        def at(k: Number) -> Member:
            place = self.subtract(size, self.add(k, ONE))
            return get(Number(place.text, max(0, place.low), place.high))

        return Seq(
            seq.bound, lambda body: self.count(size, lambda k: body(at(k))), get=at, size=size
        )

    def top_of(self, seq: Seq, wanted: Number) -> Seq:
        """The last members, so many as are wanted and there."""
        get, size = self.kept_parts(seq)
        taken = self.least(self.most(wanted, ZERO), size)
        first = self.subtract(size, taken)
        first = Number(first.text, max(0, first.low), first.high)

        def at(k: Number) -> Member:
            place = self.add(first, k)
            return get(Number(place.text, place.low, size.high))

        return Seq(
            seq.bound, lambda body: self.count(taken, lambda k: body(at(k))), get=at, size=taken
        )

    def repeated(self, seq: Seq, times: Number) -> Seq:
        """Each member so often."""
        most = self.machine.pack.size + 1
        times = self.least(times, number(most))
        buffer = Buffer(self, seq.bound * max(1, times.high))
        seq.each(lambda member: self.count(times, lambda _: buffer.put(member)))
        return buffer.as_seq()

    # ------------------------------------------------------------------ subsets

    def subsets(self, cards: Mask, wanted: Number | None) -> Seq:
        """All choices of one or more, fewer first, or of so many; then in the pack's order."""
        size = self.size(cards)
        self.give_up(self.compare("sgt", size, number(MOST_CHOSEN_FROM)))
        if wanted is None:
            says = f"{VALUE} cards have too many subsets; 12 is the most"
            self.need(self.compare("sle", size, number(12)), self.fault_number(says), size)
        else:
            most, members = MAX_SUBSETS + 1, self.members
            ways = tuple(
                min(most, comb(n, k)) for n in range(members + 1) for k in range(members + 1)
            )
            asked = self.most(self.least(wanted, number(members)), ZERO)
            place = self.add(self.multiply(size, number(members + 1)), asked)
            place = Number(place.text, 0, len(ways) - 1)
            found = self.look_up(ways, place)
            self.give_up(self.compare("sge", found, number(most)))

        def each(body: Body) -> None:
            def of_size(k: Number) -> None:
                if wanted is None:
                    k = Number(k.text, k.low, min(k.high, 12))
                self.combinations(cards, size, k, body)

            if wanted is None:
                self.count(self.add(size, ONE), of_size, ONE, bound=12)
            else:
                fits = self.compare("sle", wanted, size)
                fits = self.both(self.compare("sge", wanted, ZERO), fits)
                self.if_(fits, lambda: of_size(wanted))

        return Seq(MAX_SUBSETS, each)

    def combinations(self, cards: Mask, size: Number, k: Number, body: Body) -> None:
        """All choices of k cards, in the order of the pack.

        What is left out, with the first card as the highest bit, counts upwards: the next number
        with as many bits (Gosper).
        """
        every = self.give(f"sub i64 {self.give(f'shl i64 1, {size.text}')}, 1")
        fewer = self.give(f"shl i64 1, {self.subtract(size, k).text}")
        left_out = self.variable("i64", self.give(f"sub i64 {fewer}, 1"))
        head, inside, done = self.label("subset"), self.label("do"), self.label("done")
        self.jump(head)
        self.begin(head)
        out = left_out.get()
        test = self.compare("ne", Number(out), number(-1))
        fits = self.give(f"icmp ule i64 {out}, {every}")
        self.branch(self.both(test, Truth(fits)), inside, done)
        self.begin(inside)
        with self.loop_of(MAX_SUBSETS) as spend:
            spend()
            low = self.give(f"and i64 {out}, {self.give(f'sub i64 0, {out}')}")
            ripple = self.give(f"add i64 {out}, {low}")
            safe = self.give(f"call i64 @llvm.umax.i64(i64 {low}, i64 1)")
            changed = self.give(f"udiv i64 {self.give(f'xor i64 {out}, {ripple}')}, {safe}")
            following = self.give(f"or i64 {ripple}, {self.give(f'lshr i64 {changed}, 2')}")
            last = self.give(f"icmp eq i64 {out}, 0")
            left_out.set(self.give(f"select i1 {last}, i64 -1, i64 {following}"))
            taken = self.give(f"and i64 {self.give(f'xor i64 {out}, -1')}, {every}")
            body(Mask(self._spread(taken, size, cards).text, max(0, min(k.high, cards.most))))
        self.jump(head)
        self.begin(done)

    def _spread(self, taken: str, size: Number, cards: Mask) -> Mask:
        """The cards that stand for bits, of which the highest stands for the first card."""
        turned = self.give(f"call i64 @llvm.bitreverse.i64(i64 {taken})")
        shift = self.give(f"and i64 {self.subtract(number(64), size).text}, 63")
        first = self.give(f"lshr i64 {turned}, {shift}")
        if self.all.deposit and self.width == 64:
            return Mask(self.give(f"call i64 @llvm.x86.bmi.pdep.64(i64 {first}, i64 {cards.text})"))
        found = self.variable(f"i{self.width}", "0")
        bits = self.variable("i64", first)

        def member(card: Number | Mask) -> None:
            assert isinstance(card, Number)
            held = bits.get()
            has = Truth(self.give(f"trunc i64 {held} to i1"))
            one = self.choose_mask(has, self.bit(card), Mask("0"))
            found.set(self.on_masks("or", Mask(found.get()), one).text)
            bits.set(self.give(f"lshr i64 {held}, 1"))

        self.bits(cards, member)
        return Mask(found.get())
