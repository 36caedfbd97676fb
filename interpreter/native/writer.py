"""The text of one function in LLVM's language: values, blocks, loops, arithmetic.

Numbers know the range that they lie in, so that what can't happen is not asked, and what is known
is worked out at once. Numbers are 64 bits; sets are masks of `width` bits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

LEAST, MOST = -(2**63), 2**63 - 1
MOST_TIMES = 1024  # how often a loop's work is counted before play; beyond that while it runs


class Number(NamedTuple):
    """A whole number, from `low` to `high`."""

    text: str
    low: int = LEAST
    high: int = MOST

    @property
    def known(self) -> bool:
        """Whether it is a constant."""
        return self.low == self.high


class Mask(NamedTuple):
    """A set, of at most so many members as far as is known."""

    text: str
    most: int = 2**31


class Listed(NamedTuple):
    """A list of sets that may be a member of another: the place where it lies.

    There stands its length, and then its sets, of at most so many members. The next one may be
    written in the same place: who keeps it keeps a copy.
    """

    text: str
    most: int = 2**31


Member = Number | Mask | Listed


class Truth(NamedTuple):
    """Yes or no, in one bit."""

    text: str


YES, NO = Truth("true"), Truth("false")
EMPTY = Mask("0", 0)


def number(value: int) -> Number:
    """A constant."""
    return Number(str(value), value, value)


ZERO, ONE, NONE = number(0), number(1), number(-1)


def in_64_bits(value: int) -> int:
    """The same 64 bits as LLVM writes them."""
    value &= 2**64 - 1
    return value - 2**64 if value >> 63 else value


class Globals:
    """What the functions of a module share: constant tables, and words about memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self.tags: dict[str, str] = {}
        self.notes = ['!0 = !{!"branch_weights", i32 100000, i32 1}', '!1 = !{!"hoyle"}']

    def table(self, kind: str, values: tuple[int, ...]) -> str:
        """The name of a constant table."""
        name = self.tables.get((kind, values))
        if name is None:
            name = self.tables[kind, values] = f"@t{len(self.tables)}"
            held = ", ".join(f"{kind} {value}" for value in values)
            self.lines.append(
                f"{name} = internal unnamed_addr constant [{len(values)} x {kind}] [{held}]"
            )
        return name

    def tag(self, what: str) -> str:
        """Says that memory of one name never lies where memory of another does."""
        tag = self.tags.get(what)
        if tag is None:
            at = len(self.notes)
            self.notes += [f'!{at} = !{{!"{what}", !1}}', f"!{at + 1} = !{{!{at}, !{at}, i64 0}}"]
            tag = self.tags[what] = f", !tbaa !{at + 1}"
        return tag


class Writer(ABC):
    """Writes one function. `width` is the number of bits of a mask, `members` how many it may have.

    A fault leads to `fault_label`, with a number (see faults.py) and a value.
    """

    def __init__(self, shared: Globals, width: int, members: int) -> None:
        self.shared, self.width, self.members = shared, width, members
        self.lines: list[str] = []
        self.first_lines: list[str] = []  # of the first block: places in memory
        self.names = 0
        self.block = "begin"
        self.open = True  # whether the block still lacks its end
        self.fault_label = "fault"
        self.fault_edges: list[tuple[str, str, str]] = []
        self.costs = [0]
        self.times = 1

    # ------------------------------------------------------------------ text

    def name(self) -> str:
        """A new name for a value."""
        self.names += 1
        return f"%v{self.names}"

    def give(self, text: str) -> str:
        """An instruction that gives a value; its name."""
        name = self.name()
        self.do(f"{name} = {text}")
        return name

    def do(self, text: str) -> None:
        """An instruction that gives nothing; behind the end of a block it is never reached."""
        if not self.open:
            self.begin(self.label("unreached"))
        self.lines.append(text)

    def label(self, hint: str) -> str:
        """A new name for a block."""
        self.names += 1
        return f"{hint}{self.names}"

    def begin(self, label: str) -> None:
        """A block begins; the one before goes on to it if it has no end yet."""
        if self.open:
            self.lines.append(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.block, self.open = label, True

    def jump(self, label: str) -> None:
        """The block ends: on to another."""
        if self.open:
            self.lines.append(f"br label %{label}")
        self.open = False

    def branch(self, test: Truth, yes: str, no: str, *, likely: bool = False) -> None:
        """The block ends: one way or the other."""
        if test in (YES, NO):
            self.jump(yes if test == YES else no)
            return
        weights = ", !prof !0" if likely else ""
        self.do(f"br i1 {test.text}, label %{yes}, label %{no}{weights}")
        self.open = False

    def place(self, kind: str, count: int = 1) -> str:
        """A place in memory that the function keeps for itself."""
        name = self.name()
        what = kind if count == 1 else f"[{count} x {kind}]"
        self.first_lines.append(f"{name} = alloca {what}")
        return name

    # ------------------------------------------------------------------ faults and work

    def fault(self, code: int, value: Number = ZERO) -> None:
        """The block ends: the ruleset is at fault."""
        if self.open:
            self.fault_edges.append((str(code), value.text, self.block))
            self.jump(self.fault_label)

    def need(self, test: Truth, code: int, value: Number = ZERO) -> None:
        """Go on only where a test holds; else it is a fault."""
        if test == YES:
            return
        on = self.label("on")
        if test == NO:
            self.fault(code, value)
        else:
            self.fault_edges.append((str(code), value.text, self.block))
            self.branch(test, on, self.fault_label, likely=True)
        self.begin(on)

    def give_up(self, test: Truth = YES) -> None:
        """Where a test holds, the interpreter must say what happens."""
        self.need(self.no(test), GIVEN_UP)

    def charge(self, amount: int) -> None:
        """Work that is done here each time; see budget.py."""
        self.costs[-1] += amount * self.times

    @contextmanager
    def loop_of(self, bound: int) -> Iterator[Callable[[], None]]:
        """The inside of a loop that is run at most so often. It calls what it is given first."""
        before = self.times
        if bound * before <= MOST_TIMES:
            self.times = bound * before
            yield lambda: None
            self.times = before
            return
        self.times = 1
        self.costs.append(1)
        spent: list[range] = []

        def spend() -> None:
            start = len(self.lines)
            self.spend(Number("COST"))
            spent.append(range(start, len(self.lines)))

        yield spend
        self.times = before
        cost = self.costs.pop()
        for at in (at for lines in spent for at in lines):
            self.lines[at] = self.lines[at].replace("COST", str(cost))

    @abstractmethod
    def spend(self, amount: Number) -> None:
        """Take work that is known only while it runs from what is left."""

    # ------------------------------------------------------------------ control flow

    def if_(
        self, test: Truth, then: Callable[[], None], other: Callable[[], None] | None = None
    ) -> None:
        """Do one thing or the other."""
        if test == YES:
            then()
            return
        if test == NO:
            if other is not None:
                other()
            return
        yes, done = self.label("then"), self.label("done")
        no = self.label("else") if other is not None else done
        self.branch(test, yes, no)
        self.begin(yes)
        then()
        self.jump(done)
        if other is not None:
            self.begin(no)
            other()
            self.jump(done)
        self.begin(done)

    def count(
        self, end: Number, body: Callable[[Number], None], first: Number = ZERO,
        bound: int | None = None,
    ) -> None:  # fmt: skip
        """For each number from `first` up to before `end`."""
        if end.known and first.known and end.low - first.low <= 1:
            if end.low > first.low:
                body(first)
            return
        head, inside, done = self.label("for"), self.label("do"), self.label("done")
        start = self.block
        self.jump(head)
        self.begin(head)
        i, at = self.name(), len(self.lines)
        self.lines.append("")
        test = self.give(f"icmp slt i64 {i}, {end.text}")
        self.branch(Truth(test), inside, done)
        self.begin(inside)
        high = max(first.low, end.high - 1)
        with self.loop_of(min(max(1, high - first.low + 1), bound or MOST)) as spend:
            spend()
            body(Number(i, first.low, high))
        back = ""
        if self.open:
            back = f", [ {self.give(f'add nsw i64 {i}, 1')}, %{self.block} ]"
            self.jump(head)
        self.lines[at] = f"{i} = phi i64 [ {first.text}, %{start} ]{back}"
        self.begin(done)

    def bits(self, mask: Mask, body: Callable[[Number], None]) -> None:
        """For each member of a set, the lowest first."""
        kind = f"i{self.width}"
        head, inside, done = self.label("bits"), self.label("do"), self.label("done")
        start = self.block
        self.jump(head)
        self.begin(head)
        left, at = self.name(), len(self.lines)
        self.lines.append("")
        self.branch(Truth(self.give(f"icmp ne {kind} {left}, 0")), inside, done)
        self.begin(inside)
        with self.loop_of(self.bound_of(mask)) as spend:
            spend()
            body(self.lowest(Mask(left)))
        back = ""
        if self.open:
            less = self.give(f"sub {kind} {left}, 1")
            back = f", [ {self.give(f'and {kind} {left}, {less}')}, %{self.block} ]"
            self.jump(head)
        self.lines[at] = f"{left} = phi {kind} [ {mask.text}, %{start} ]{back}"
        self.begin(done)

    def merge(self, kind: str, ways: Sequence[tuple[str, str]]) -> str:
        """The value that came along the way that was gone: values and blocks."""
        return self.give(f"phi {kind} " + ", ".join(f"[ {v}, %{block} ]" for v, block in ways))

    # ------------------------------------------------------------------ truth

    def no(self, test: Truth) -> Truth:
        """The opposite."""
        if test in (YES, NO):
            return NO if test == YES else YES
        return Truth(self.give(f"xor i1 {test.text}, true"))

    def both(self, a: Truth, b: Truth) -> Truth:
        """Whether both hold."""
        if NO in (a, b):
            return NO
        if YES in (a, b):
            return b if a == YES else a
        return Truth(self.give(f"and i1 {a.text}, {b.text}"))

    def either(self, a: Truth, b: Truth) -> Truth:
        """Whether one of them holds."""
        if YES in (a, b):
            return YES
        if NO in (a, b):
            return b if a == NO else a
        return Truth(self.give(f"or i1 {a.text}, {b.text}"))

    def as_number(self, test: Truth) -> Number:
        """1 or 0."""
        if test in (YES, NO):
            return ONE if test == YES else ZERO
        return Number(self.give(f"zext i1 {test.text} to i64"), 0, 1)

    # ------------------------------------------------------------------ numbers

    def compare(self, how: str, a: Number, b: Number) -> Truth:
        """`slt`, `sle`, `sgt`, `sge`, `eq` or `ne`, as LLVM calls them."""
        decided = _decide(how, a, b)
        if decided is not None:
            return YES if decided else NO
        return Truth(self.give(f"icmp {how} i64 {a.text}, {b.text}"))

    def between(self, a: Number, low: int, high: int) -> Truth:
        """Whether a number lies in a range."""
        if low <= a.low and a.high <= high:
            return YES
        if a.high < low or a.low > high or high < low:
            return NO
        if a.low >= low:
            return self.compare("sle", a, number(high))
        if a.high <= high:
            return self.compare("sge", a, number(low))
        moved = self.give(f"sub i64 {a.text}, {low}") if low else a.text
        return Truth(self.give(f"icmp ule i64 {moved}, {high - low}"))

    def within(self, a: Number, low: int, high: int) -> Number:
        """A number that lies in a range; where it does not, the interpreter must go on."""
        self.need(self.between(a, low, high), GIVEN_UP)
        return Number(a.text, max(a.low, low), min(a.high, high))

    def add(self, a: Number, b: Number) -> Number:
        """A sum."""
        if a == ZERO or b == ZERO:
            return b if a == ZERO else a
        return self._calculate("add", a, b, a.low + b.low, a.high + b.high)

    def subtract(self, a: Number, b: Number) -> Number:
        """A difference."""
        return a if b == ZERO else self._calculate("sub", a, b, a.low - b.high, a.high - b.low)

    def multiply(self, a: Number, b: Number) -> Number:
        """A product."""
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return self._calculate("mul", a, b, min(corners), max(corners))

    def _calculate(self, how: str, a: Number, b: Number, low: int, high: int) -> Number:
        if low == high:
            return number(low)
        if low >= LEAST and high <= MOST:
            return Number(self.give(f"{how} nsw i64 {a.text}, {b.text}"), low, high)
        name = f"@llvm.s{how}.with.overflow.i64"
        pair = self.give(f"call {{ i64, i1 }} {name}(i64 {a.text}, i64 {b.text})")
        self.give_up(Truth(self.give(f"extractvalue {{ i64, i1 }} {pair}, 1")))
        text = self.give(f"extractvalue {{ i64, i1 }} {pair}, 0")
        return Number(text, max(low, LEAST), min(high, MOST))

    def divide(self, a: Number, b: Number) -> Number:
        """A quotient, rounded down; `b` is not 0."""
        if a.known and b.known and b.low:
            return number(a.low // b.low)
        if a.low >= 0 and b.low > 0:
            return Number(self.give(f"udiv i64 {a.text}, {b.text}"), a.low // b.high, a.high)
        self.give_up(self.both(self.compare("eq", a, number(LEAST)), self.compare("eq", b, NONE)))
        quotient = self.give(f"sdiv i64 {a.text}, {b.text}")
        rest = self.give(f"srem i64 {a.text}, {b.text}")
        some = self.give(f"icmp ne i64 {rest}, 0")
        signs = self.give(f"xor i64 {rest}, {b.text}")
        off = self.give(f"and i1 {some}, {self.give(f'icmp slt i64 {signs}, 0')}")
        text = self.give(f"sub i64 {quotient}, {self.give(f'zext i1 {off} to i64')}")
        reach = max(abs(a.low), abs(a.high))
        return Number(text, max(-reach, LEAST), min(reach, MOST))

    def modulo(self, a: Number, n: int) -> Number:
        """What is left of a number after division by a constant; never below 0."""
        if a.low >= 0 and a.high < n:
            return a
        if a.known:
            return number(a.low % n)
        if a.low >= -n and a.high < 2 * n:  # once round at most
            if a.high >= n:
                over = self.compare("sge", a, number(n))
                a = self.select(over, self.subtract(a, number(n)), a)
            if a.low < 0:
                under = self.compare("slt", a, ZERO)
                a = self.select(under, self.add(a, number(n)), a)
            return Number(a.text, 0, n - 1)
        rest = Number(self.give(f"srem i64 {a.text}, {n}"), 1 - n, n - 1)
        return self.modulo(rest, n)

    def select(self, test: Truth, a: Number, b: Number) -> Number:
        """One of two numbers."""
        if test in (YES, NO) or a == b:
            return a if test != NO else b
        text = self.give(f"select i1 {test.text}, i64 {a.text}, i64 {b.text}")
        return Number(text, min(a.low, b.low), max(a.high, b.high))

    def least(self, a: Number, b: Number) -> Number:
        """The smaller one."""
        found = self.select(self.compare("sle", a, b), a, b)
        return Number(found.text, min(a.low, b.low), min(a.high, b.high))

    def most(self, a: Number, b: Number) -> Number:
        """The larger one."""
        found = self.select(self.compare("sge", a, b), a, b)
        return Number(found.text, max(a.low, b.low), max(a.high, b.high))

    def look_up(self, values: tuple[int, ...], at: Number) -> Number:
        """What stands at a place of a constant table; the place is known to lie in it."""
        if at.known:
            return number(values[at.low])
        low, high = min(values), max(values)
        kind = smallest(low, high)
        text = self.entry_of(self.shared.table(kind, values), kind, at)
        return Number(self.give(f"sext {kind} {text} to i64") if kind != "i64" else text, low, high)

    def entry_of(self, table: str, kind: str, at: Number) -> str:
        """What stands at a place of a table."""
        place = self.give(f"getelementptr inbounds {kind}, ptr {table}, i64 {at.text}")
        return self.give(f"load {kind}, ptr {place}" + self.shared.tag("table"))

    # ------------------------------------------------------------------ masks

    def mask(self, value: int) -> Mask:
        """A constant set."""
        value &= (1 << self.width) - 1
        text = str(value - (1 << self.width) if value >> self.width - 1 else value)
        return Mask(text, value.bit_count())

    def bound_of(self, mask: Mask) -> int:
        """How many members a set may have, at least one."""
        return max(1, min(self.members, mask.most))

    def on_masks(self, how: str, a: Mask, b: Mask) -> Mask:
        """`and`, `or`, `xor`, `sub` or `shl` of two masks."""
        if how == "or" and "0" in (a.text, b.text):
            return b if a.text == "0" else a
        if how == "and" and "0" in (a.text, b.text):
            return EMPTY
        most = {"and": min(a.most, b.most), "or": a.most + b.most, "xor": a.most + b.most}
        text = self.give(f"{how} i{self.width} {a.text}, {b.text}")
        return Mask(text, most.get(how, self.members))

    def without(self, a: Mask, b: Mask) -> Mask:
        """The members of one set that are not in the other."""
        if b.text == "0":
            return a
        return self.on_masks("and", a, Mask(self.give(f"xor i{self.width} {b.text}, -1")))

    def is_mask(self, how: str, a: Mask, b: Mask) -> Truth:
        """Whether two sets are the same (`eq`) or not (`ne`)."""
        if a.text == b.text:
            return YES if how == "eq" else NO
        return Truth(self.give(f"icmp {how} i{self.width} {a.text}, {b.text}"))

    def some(self, a: Mask) -> Truth:
        """Whether a set has members."""
        return self.is_mask("ne", a, Mask("0"))

    def choose_mask(self, test: Truth, a: Mask, b: Mask) -> Mask:
        """One of two sets."""
        if test in (YES, NO) or a.text == b.text:
            return a if test != NO else b
        kind = f"i{self.width}"
        text = self.give(f"select i1 {test.text}, {kind} {a.text}, {kind} {b.text}")
        return Mask(text, max(a.most, b.most))

    def widen(self, a: Number) -> str:
        """A number, not below 0, with the bits of a mask."""
        return self.give(f"zext i64 {a.text} to i{self.width}") if self.width > 64 else a.text

    def narrow(self, text: str) -> str:
        """The lower 64 bits of a mask."""
        return self.give(f"trunc i{self.width} {text} to i64") if self.width > 64 else text

    def lowest(self, mask: Mask) -> Number:
        """The lowest member of a set that has some."""
        kind = f"i{self.width}"
        found = self.give(f"call {kind} @llvm.cttz.{kind}({kind} {mask.text}, i1 true)")
        return Number(self.narrow(found), 0, self.members - 1)

    def highest(self, mask: Mask) -> Number:
        """The highest member of a set that has some."""
        kind = f"i{self.width}"
        zeros = self.give(f"call {kind} @llvm.ctlz.{kind}({kind} {mask.text}, i1 true)")
        found = self.give(f"sub i64 {self.width - 1}, {self.narrow(zeros)}")
        return Number(found, 0, self.members - 1)

    def size(self, mask: Mask) -> Number:
        """How many members a set has."""
        kind = f"i{self.width}"
        found = self.give(f"call {kind} @llvm.ctpop.{kind}({kind} {mask.text})")
        return Number(self.narrow(found), 0, min(self.members, mask.most))

    def as_set(self, a: Number) -> Mask:
        """A number that stands for a set, as a constant that was chosen among others does."""
        return self.mask(a.low) if a.known else Mask(self.widen(a))

    def bit(self, a: Number) -> Mask:
        """The set of one member; of none, the empty one. The interpreter has wider ones."""
        if a.known and a.low < self.width:
            return self.mask(1 << a.low if a.low >= 0 else 0)
        a = self.within(a, min(a.low, -1), self.width - 1)
        kind = f"i{self.width}"
        if a.low >= 0:
            return Mask(self.give(f"shl {kind} 1, {self.widen(a)}"), 1)
        at = Number(self.give(f"and i64 {a.text}, {self.width - 1}"), 0, self.width - 1)
        found = Mask(self.give(f"shl {kind} 1, {self.widen(at)}"), 1)
        return self.choose_mask(self.compare("sge", a, ZERO), found, EMPTY)

    def has(self, mask: Mask, a: Number) -> Truth:
        """Whether a number is a member."""
        return self.some(self.on_masks("and", mask, self.bit(a)))

    def mask_from(self, values: tuple[int, ...], at: Number) -> Mask:
        """What stands at a place of a constant table of masks."""
        if at.known:
            return self.mask(values[at.low])
        kind = f"i{self.width}"
        signed = tuple(int(self.mask(value).text) for value in values)
        return Mask(self.entry_of(self.shared.table(kind, signed), kind, at))

    def kth_bit(self, mask: Mask, k: Number, *, deposit: bool) -> Number:
        """The k-th member, from 0; there are more than k."""
        if deposit and self.width == 64:
            one = self.give(f"shl i64 1, {k.text}")
            found = self.give(f"call i64 @llvm.x86.bmi.pdep.64(i64 {one}, i64 {mask.text})")
            return self.lowest(Mask(found))
        kind = f"i{self.width}"
        left = self.place(kind)
        self.do(f"store {kind} {mask.text}, ptr {left}")

        def drop(_: Number) -> None:
            held = self.give(f"load {kind}, ptr {left}")
            less = self.give(f"sub {kind} {held}, 1")
            self.do(f"store {kind} {self.give(f'and {kind} {held}, {less}')}, ptr {left}")

        self.count(k, drop, bound=self.members)
        return self.lowest(Mask(self.give(f"load {kind}, ptr {left}")))


GIVEN_UP = 1  # the fault's number that says: let the interpreter play this game


def smallest(low: int, high: int) -> str:
    """The smallest kind of number that holds a range."""
    for width in (8, 16, 32):
        if -(1 << width - 1) <= low and high < 1 << width - 1:
            return f"i{width}"
    return "i64"


def _decide(how: str, a: Number, b: Number) -> bool | None:
    """What a comparison gives, where the ranges say it."""
    match how:
        case "eq" | "ne":
            if a.known and a[1:] == b[1:]:
                return how == "eq"
            return how == "ne" if a.high < b.low or a.low > b.high else None
        case "sgt" | "sge":
            return _decide("slt" if how == "sgt" else "sle", b, a)
        case "slt":
            return True if a.high < b.low else False if a.low >= b.high else None
        case _:
            return True if a.high <= b.low else False if a.low > b.high else None
