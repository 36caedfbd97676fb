"""Sequences: each is a loop that is still to be written around a body, without memory of its own.

So a phrase over a phrase over a list becomes one loop. Where the members are needed twice, in
another order, or must all be made before the first is looked at, they are kept in a buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import attrs

from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.faults import VALUE
from hoyle.interpreter.native.memory import MOST_IN_ONE, Body, FunctionWriter, Place
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
Getter = Callable[[Number], Member]


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


Value = Number | Mask | Truth | Seq


class Buffer:
    """Members that are being kept: of which kind is known once the first is put in."""

    def __init__(self, writer: FunctionWriter, bound: int, *, tight: bool = True) -> None:
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
        place = self._place(at)
        if self.of is Listed:
            return Listed(place, self.most)
        text = self.writer.give(f"load {self.kind}, ptr {place}")
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


@attrs.frozen(eq=False)
class Sequences:
    """Writes sequences, and values in place of those of another kind."""

    code: FunctionWriter

    def sets_of(self, one: Listed) -> Seq:
        """The sets of a list that may be a member."""
        size = self.code.length_of(one)

        def get(at: Number) -> Mask:
            place = self.code.set_of(one.text, at)
            return Mask(self.code.give(f"load i{self.code.width}, ptr {place}"), one.most)

        def each(body: Body) -> None:
            self.code.count(size, lambda k: body(get(k)), bound=MOST_IN_ONE)

        return Seq(MOST_IN_ONE, each, get=get, size=size, listed=one)

    def kept(self, seq: Seq) -> Seq:
        """The same members in memory."""
        if seq.get is not None:
            return seq
        buffer = Buffer(self.code, seq.bound)
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
        found = self.code.variable("i64", "0")
        seq.each(lambda _: found.set(self.code.give(f"add nsw i64 {found.get()}, 1")))
        return Number(found.get(), 0, max(1, seq.bound))

    def constant_seq(self, values: tuple[int, ...]) -> Seq:
        """A list that is known."""
        if any(isinstance(value, tuple) for value in values):
            raise CannotLower("a list of lists")
        size = number(len(values))
        wide = any(not LEAST <= value <= MOST for value in values)

        def get(at: Number) -> Member:
            return self.code.mask_from(values, at) if wide else self.code.look_up(values, at)

        def each(body: Body) -> None:
            self.code.count(size, lambda k: body(get(k)))

        return Seq(len(values), each if values else lambda body: None, get=get, size=size)

    def list_seq(self, place: Place) -> Seq:
        """The entries of a list or pile, from its bottom."""
        size = self.code.length(place)

        def get(at: Number) -> Member:
            return self.code.entry(place, at)

        def each(body: Body) -> None:
            self.code.count(size, lambda k: body(get(k)))

        return Seq(place.group.slot.size, each, get=get, size=size)

    def members_of(self, mask: Mask) -> Seq:
        """The members of a set."""
        return Seq(self.code.bound_of(mask), lambda body: self.code.bits(mask, body))

    def seq_of(self, values: Sequence[Member]) -> Seq:
        """A few values one after another."""
        if len(values) == 1:
            only = values[0]
            return Seq(1, lambda body: body(only), get=lambda at: only, size=ONE)
        buffer = Buffer(self.code, len(values))
        for value in values:
            buffer.put(value)
        return buffer.writer_seq(number(len(values)))

    def joined(self, parts: Sequence[Seq]) -> Seq:
        """Several sequences one after another."""
        buffer = Buffer(self.code, sum(part.bound for part in parts))
        for part in parts:
            part.each(buffer.put)
        return buffer.as_seq()

    def numbers_between(self, low: Number, high: Number) -> Seq:
        """The numbers from one to another."""
        size = self.code.most(self.code.add(self.code.subtract(high, low), ONE), ZERO)
        if size.high > 64:
            self.code.spend(size)
        self.code.charge(size.high if size.high <= 64 else 1)

        def get(at: Number) -> Number:
            found = self.code.add(low, at)
            return Number(found.text, low.low, max(high.high, low.low))

        def each(body: Body) -> None:
            self.code.count(size, lambda k: body(get(k)))

        return Seq(size.high, each, get=get, size=size)

    def seats(self, seat: Number, first: int) -> Seq:
        """The seats round the table from one, or from the one behind it."""
        players = self.code.machine.players
        size = number(players - first)

        def get(at: Number) -> Number:
            return self.code.modulo(self.code.add(seat, self.code.add(at, number(first))), players)

        return Seq(
            players - first, lambda body: self.code.count(size, lambda k: body(get(k))),
            get=get, size=size,
        )  # fmt: skip

    def reversed_seq(self, seq: Seq) -> Seq:
        """The members from the last to the first."""
        get, size = self.kept_parts(seq)

        def at(k: Number) -> Member:
            place = self.code.subtract(size, self.code.add(k, ONE))
            return get(Number(place.text, max(0, place.low), place.high))

        return Seq(
            seq.bound, lambda body: self.code.count(size, lambda k: body(at(k))), get=at, size=size
        )

    def top_of(self, seq: Seq, wanted: Number) -> Seq:
        """The last members, so many as are wanted and there."""
        get, size = self.kept_parts(seq)
        taken = self.code.least(self.code.most(wanted, ZERO), size)
        first = self.code.subtract(size, taken)
        first = Number(first.text, max(0, first.low), first.high)

        def at(k: Number) -> Member:
            place = self.code.add(first, k)
            return get(Number(place.text, place.low, size.high))

        return Seq(
            seq.bound,
            lambda body: self.code.count(taken, lambda k: body(at(k))),
            get=at,
            size=taken,
        )

    def repeated(self, seq: Seq, times: Number) -> Seq:
        """Each member so often."""
        most = self.code.machine.pack.size + 1
        times = self.code.least(times, number(most))
        buffer = Buffer(self.code, seq.bound * max(1, times.high))
        seq.each(lambda member: self.code.count(times, lambda _: buffer.put(member)))
        return buffer.as_seq()

    # ------------------------------------------------------------------ subsets

    def subsets(self, cards: Mask, wanted: Number | None) -> Seq:
        """All choices of one or more, fewer first, or of so many; then in the pack's order."""
        size = self.code.size(cards)
        self.code.give_up(self.code.compare("sgt", size, number(MOST_CHOSEN_FROM)))
        if wanted is None:
            says = f"{VALUE} cards go together in too many ways; 12 cards are the most"
            self.code.need(
                self.code.compare("sle", size, number(12)), self.code.fault_number(says), size
            )
        else:
            most, members = MAX_SUBSETS + 1, self.code.members
            ways = tuple(
                min(most, comb(n, k)) for n in range(members + 1) for k in range(members + 1)
            )
            asked = self.code.most(self.code.least(wanted, number(members)), ZERO)
            place = self.code.add(self.code.multiply(size, number(members + 1)), asked)
            place = Number(place.text, 0, len(ways) - 1)
            found = self.code.look_up(ways, place)
            self.code.give_up(self.code.compare("sge", found, number(most)))

        def each(body: Body) -> None:
            def of_size(k: Number) -> None:
                if wanted is None:
                    k = Number(k.text, k.low, min(k.high, 12))
                self.combinations(cards, size, k, body)

            if wanted is None:
                self.code.count(self.code.add(size, ONE), of_size, ONE, bound=12)
            else:
                fits = self.code.compare("sle", wanted, size)
                fits = self.code.both(self.code.compare("sge", wanted, ZERO), fits)
                self.code.if_(fits, lambda: of_size(wanted))

        return Seq(MAX_SUBSETS, each)

    def combinations(self, cards: Mask, size: Number, k: Number, body: Body) -> None:
        """All choices of k cards, in the order of the pack.

        What is left out, with the first card as the highest bit, counts upwards: the next number
        with as many bits (Gosper).
        """
        every = self.code.give(f"sub i64 {self.code.give(f'shl i64 1, {size.text}')}, 1")
        fewer = self.code.give(f"shl i64 1, {self.code.subtract(size, k).text}")
        left_out = self.code.variable("i64", self.code.give(f"sub i64 {fewer}, 1"))
        head, inside, done = (
            self.code.label("subset"),
            self.code.label("do"),
            self.code.label("done"),
        )
        self.code.jump(head)
        self.code.begin(head)
        out = left_out.get()
        test = self.code.compare("ne", Number(out), number(-1))
        fits = self.code.give(f"icmp ule i64 {out}, {every}")
        self.code.branch(self.code.both(test, Truth(fits)), inside, done)
        self.code.begin(inside)
        with self.code.loop_of(MAX_SUBSETS) as spend:
            spend()
            low = self.code.give(f"and i64 {out}, {self.code.give(f'sub i64 0, {out}')}")
            ripple = self.code.give(f"add i64 {out}, {low}")
            safe = self.code.give(f"call i64 @llvm.umax.i64(i64 {low}, i64 1)")
            changed = self.code.give(
                f"udiv i64 {self.code.give(f'xor i64 {out}, {ripple}')}, {safe}"
            )
            following = self.code.give(
                f"or i64 {ripple}, {self.code.give(f'lshr i64 {changed}, 2')}"
            )
            last = self.code.give(f"icmp eq i64 {out}, 0")
            left_out.set(self.code.give(f"select i1 {last}, i64 -1, i64 {following}"))
            taken = self.code.give(f"and i64 {self.code.give(f'xor i64 {out}, -1')}, {every}")
            body(Mask(self._spread(taken, size, cards).text, max(0, min(k.high, cards.most))))
        self.code.jump(head)
        self.code.begin(done)

    def _spread(self, taken: str, size: Number, cards: Mask) -> Mask:
        """The cards that stand for bits, of which the highest stands for the first card."""
        turned = self.code.give(f"call i64 @llvm.bitreverse.i64(i64 {taken})")
        shift = self.code.give(f"and i64 {self.code.subtract(number(64), size).text}, 63")
        first = self.code.give(f"lshr i64 {turned}, {shift}")
        if self.code.all.deposit and self.code.width == 64:
            return Mask(
                self.code.give(f"call i64 @llvm.x86.bmi.pdep.64(i64 {first}, i64 {cards.text})")
            )
        found = self.code.variable(f"i{self.code.width}", "0")
        bits = self.code.variable("i64", first)

        def member(card: Number | Mask) -> None:
            assert isinstance(card, Number)
            held = bits.get()
            has = Truth(self.code.give(f"trunc i64 {held} to i1"))
            one = self.code.choose_mask(has, self.code.bit(card), Mask("0"))
            found.set(self.code.on_masks("or", Mask(found.get()), one).text)
            bits.set(self.code.give(f"lshr i64 {held}, 1"))

        self.code.bits(cards, member)
        return Mask(found.get())

    # ------------------------------------------------------------------ values

    def as_number_value(self, value: Value | Member) -> Number:
        """A value as a number."""
        if isinstance(value, Number):
            return value
        if isinstance(value, Truth):
            return self.code.as_number(value)
        raise CannotLower("a set or list in place of a number")

    def as_mask(self, value: Value | Member) -> Mask:
        """A value as a set."""
        if isinstance(value, Mask):
            return value
        if isinstance(value, Number) and value.low >= 0:
            return self.code.as_set(value)
        raise CannotLower("a number or list in place of a set")

    def as_member(self, value: Value) -> Member:
        """A value as a member of a sequence."""
        if isinstance(value, Seq):
            if value.listed is None:
                raise CannotLower("a list of lists")
            return value.listed
        return value if isinstance(value, Mask) else self.as_number_value(value)

    def as_value(self, member: Member | Value) -> Value:
        """A member of a sequence as a value."""
        return self.sets_of(member) if isinstance(member, Listed) else member

    def holds(self, value: Value) -> Truth:
        """Whether a value is other than 0 or empty."""
        match value:
            case Truth():
                return value
            case Number():
                return self.code.compare("ne", value, ZERO)
            case Mask():
                return self.code.some(value)
        return self.code.compare("ne", self.seq_size(value), ZERO)

    def same_member(self, one: Member, other: Member) -> Truth:
        """Whether two members are the same."""
        if isinstance(one, Listed) and isinstance(other, Listed):
            return self.same_lists(self.sets_of(one), self.sets_of(other))
        if isinstance(one, Mask) or isinstance(other, Mask):
            return self.code.is_mask("eq", self.as_mask(one), self.as_mask(other))
        return self.code.compare("eq", self.as_number_value(one), self.as_number_value(other))

    def same_lists(self, one: Seq, other: Seq) -> Truth:
        """Whether two lists have the same members in the same order."""
        (get_one, size), (get_other, length) = (
            self.kept_parts(one),
            self.kept_parts(other),
        )
        found = self.code.variable("i1", self.code.compare("eq", size, length).text)

        def compare(k: Number) -> None:
            same = self.same_member(get_one(k), get_other(k))
            found.set(self.code.both(Truth(found.get()), same).text)

        self.code.count(self.code.least(size, length), compare, bound=max(1, one.bound))
        return Truth(found.get())
