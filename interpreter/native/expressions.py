"""Expressions: what a value is, and the phrases that go through members."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar, assert_never

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import children, select_kind
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.functions import write_call, write_function
from hoyle.interpreter.native.kept_values import is_kept, write_kept
from hoyle.interpreter.native.layout import count_calls
from hoyle.interpreter.native.memory import Body, Function, FunctionWriter
from hoyle.interpreter.native.operations import Operations
from hoyle.interpreter.native.sequences import Buffer, Seq, Sequences, Value
from hoyle.interpreter.native.value_tables import make_table, take_out_state
from hoyle.interpreter.native.writer import (
    NO,
    NONE,
    ONE,
    YES,
    ZERO,
    Listed,
    Mask,
    Member,
    Number,
    Truth,
    number,
)
from hoyle.interpreter.native.zones import Zones

MAY_FAIL = {
    "over", "times", "top", "bottom", "last_entry", "last_bit", "subsets", "subsets_alike",
    "subsets_of_size", "groups", "arrangements", "laid_off",
}  # fmt: skip
CHEAP = {  # worked out whether or not the value is wanted: that is quicker than to ask
    "plus", "minus", "negate", "less", "more", "at_most", "at_least", "is", "is_not", "not", "and",
    "or", "if", "bit", "union", "without", "both", "opposite", "count_bits", "rank", "suit",
    "rank_mask", "suit_mask", "is_empty", "is_some", "all_if", "smaller", "larger",
}  # fmt: skip
MOST_WRITTEN_OUT = 12  # expressions in a function that stands in place of its call
Found = TypeVar("Found")


class Expressions:
    """Writes expressions. `env` has the values of scratch slots and of parameters."""

    def __init__(self, code: FunctionWriter) -> None:
        self.code, self.sequences = code, Sequences(code)
        self.zones = Zones(self.sequences, self)
        self.operations = Operations(self.sequences, self.zones, self)
        self.env: dict[int, Value] = {}
        self.failing: dict[int, tuple[bool, p.Expr]] = {}

    @property
    def notes_rows(self) -> bool:
        """Whether it is noted which rows of tables give a value."""
        return bool(self.code.all.rows)

    def note_row(self, row: p.TableRow, value: Value) -> None:
        """This row has given a value."""
        noted = self.code.all.rows[row.table, row.row]
        self.code.store_word(self.code.layout.counters, number(noted.number))
        if noted.flag is not None:
            at = self.code.layout.counters + noted.flag
            if noted.adds_up and isinstance(value, Number):
                adds = self.code.compare("ne", value, ZERO)
                self.code.if_(adds, lambda: self.code.store_word(at, ONE))
            else:
                self.code.store_word(at, ONE)

    def asked(self, expr: p.Expr, write: Callable[[p.Expr], Found]) -> Found:
        """What only decides which value is taken: the rows of tables asked there gave none."""
        if not self.notes_rows or not p.asks_table(expr):
            return write(expr)
        tables = {row.table for row in select_kind(p.walk_called(expr), p.TableRow)}
        noted = [note for (table, _), note in self.code.all.rows.items() if table in tables]
        flags = [note.flag for note in noted if note.adds_up and note.flag is not None]
        words = [self.code.layout.counters + at for at in (0, *flags)]
        return self._restoring(words, expr, write)

    def _asked_of(
        self, each: p.Comprehension, expr: p.Expr, write: Callable[[p.Expr], Found]
    ) -> Found:  # fmt: skip
        """What a phrase asks of a member: a part of a hand is not noted as one."""
        if not (self.notes_rows and each.tries_parts and p.asks_table(expr)):
            return write(expr)
        tables = {row.table for row in select_kind(p.walk_called(expr), p.TableRow)}
        words = [
            self.code.layout.counters + note.flag
            for (table, _), note in self.code.all.rows.items()
            if table in tables and note.flag is not None and not note.adds_up
        ]
        return self._restoring(words, expr, write)

    def _restoring(
        self, words: Sequence[int], expr: p.Expr, write: Callable[[p.Expr], Found]
    ) -> Found:  # fmt: skip
        """An expression after which these words of the record are what they were before."""
        before = [self.code.load_word(word) for word in words]
        found = write(expr)
        for word, held in zip(words, before, strict=True):
            self.code.store_word(word, held)
        return found

    def env_with(
        self, slots: Sequence[int], values: Sequence[Value | Member]
    ) -> dict[int, Value]:  # fmt: skip
        """What slots stand for once these stand for some values."""
        return {**self.env, **dict(zip(slots, map(self.sequences.as_value, values), strict=True))}

    @contextmanager
    def bound(self, slot: int, value: Value | Member) -> Iterator[None]:
        """A slot stands for a value while something is written."""
        before = self.env
        self.env = self.env_with([slot], [value])
        try:
            yield
        finally:
            self.env = before

    def may_fail(self, expr: p.Expr | None) -> bool:
        """Whether working an expression out can be a fault of the rules, or is to be noted."""
        if expr is None:
            return False
        known = self.failing.get(id(expr))
        if known is None:
            fails = isinstance(expr, p.Guard) or (isinstance(expr, p.Op) and expr.name in MAY_FAIL)
            fails = fails or (self.notes_rows and isinstance(expr, p.TableRow))
            if isinstance(expr, p.Call):
                fails = self.may_fail(expr.function.body)
            fails = fails or any(self.may_fail(part) for part in children(expr))  # type: ignore[arg-type]
            known = self.failing[id(expr)] = fails, expr
        return known[0]

    def is_cheap(self, expr: p.Expr) -> bool:
        """Whether an expression may as well be worked out where its value is not wanted."""
        match expr:
            case p.Const(value=int()):
                return True
            case p.Get(slot=slot):
                held = self.env.get(slot)
                if held is not None:
                    return not isinstance(held, Seq)
                if slot < 0:
                    return True
                return not self.code.layout.group_of[slot][0].is_list
            case p.TableRow(value=value):
                return not self.notes_rows and self.is_cheap(value)
            case p.Call(function=function, args=args) if function.size <= MOST_WRITTEN_OUT:
                return self.is_cheap(function.body) and all(map(self.is_cheap, args))
            case p.Op(name="if", args=(test, yes, no)):
                cheap = self.is_cheap(test) and self.is_cheap(yes)
                return cheap and self._is_cheap_where_filled(no, test)
            case p.Op(name="bottom" | "top", args=(p.Get() as pile,)) if (
                pile in self.operations.filled
            ):
                return not self.code.layout.group_of[pile.slot][0].temporary
            case p.Op(name="is_empty", args=(p.Get(slot=slot),)) if slot >= 0:
                return True
            case p.Op(name="lookup", args=(p.Const(), p.Op(name="rank" | "suit", args=(card,)))):
                return self.is_cheap(card)
            case p.Op(name=name, args=args):
                return name in CHEAP and all(map(self.is_cheap, args))
        return False

    # ------------------------------------------------------------------ values

    def value(self, expr: p.Expr) -> Value:
        """An expression, as what it is; a constant that may be a set is a number."""
        match expr:
            case p.Const(value=value):
                if isinstance(value, tuple):
                    return self.sequences.constant_seq(value)
                return number(value) if -(2**63) <= value < 2**63 else self.code.mask(value)
            case p.Get(slot=slot):
                held = self.env.get(slot)
                return held if held is not None else self.slot_value(slot, ZERO)
            case p.GetAt(base=base, index=index):
                return self.slot_value(base, self.asked(index, self.number_of))
            case p.Op():
                return self.operations.operation(expr)
            case p.Guard():
                return self._guard(expr)
            case p.Bind(slot=slot, value=value, body=body):
                given = not self.notes_rows or expr.is_given
                found = self._kept(value) if given else self.asked(value, self._kept)
                with self.bound(slot, found):
                    return self.value(body)
            case p.Comprehension():
                return self._phrase(expr)
            case p.TableRow(value=value):
                if not self.notes_rows:
                    return self.value(value)
                found = self._kept(value)
                self.note_row(expr, found)
                return found
            case p.Call():
                return self._call(expr)
        assert_never(expr)

    def _kept(self, expr: p.Expr) -> Value:
        """An expression, worked out here and now."""
        found = self.value(expr)
        return self.sequences.kept(found) if isinstance(found, Seq) else found

    # ------------------------------------------------------------------ functions

    def _call(self, call: p.Call) -> Value:
        """A function: written out, or called where that is shorter."""
        function = call.function
        given = function.given if self.notes_rows else (True,) * len(call.args)
        args = [
            self.value(arg) if gives else self.asked(arg, self._kept)
            for arg, gives in zip(call.args, given, strict=True)
        ]
        lists = any(isinstance(arg, Seq) for arg in args) or function.gives.kind == "list"
        if lists or function.size <= MOST_WRITTEN_OUT or self.calls_of(function) < 2:
            kept = [self.sequences.kept(arg) if isinstance(arg, Seq) else arg for arg in args]
            before = self.env
            self.env = {param.at: arg for param, arg in zip(function.params, kept, strict=True)}
            found = self.value(function.body)
            self.env = before
            return found
        most = tuple(
            min(self.code.members, param.size, self.sequences.as_mask(arg).most)
            if param.kind == "mask"
            else 0
            for param, arg in zip(function.params, args, strict=True)
        )
        known = self.code.all.functions.get((function, most))
        if known is None:
            known = self._write_function(function, most)
        texts = []
        for param, arg in zip(function.params, args, strict=True):
            if param.kind == "mask":
                texts.append(f"i{self.code.width} {self.sequences.as_mask(arg).text}")
            else:
                low = -1 if param.maybe else param.low
                value = self.code.within(self.sequences.as_number_value(arg), low, param.high)
                texts.append(f"i64 {value.text}")
        found_text = write_call(self.code, known, texts)
        if function.gives.kind == "mask":
            return Mask(found_text, function.gives.size)
        return Number(found_text, known.low, known.high)

    def calls_of(self, function: p.Function) -> int:
        """How many calls of a function there are in the machine."""
        if not self.code.all.calls:
            self.code.all.calls.update(count_calls(self.code.machine))
        return self.code.all.calls[function]

    def _write_function(self, function: p.Function, most: tuple[int, ...]) -> Function:
        """Its text; `most` are the members that the sets may have which it is given."""
        width = f"i{self.code.width}"
        takes = [width if param.kind == "mask" else "i64" for param in function.params]
        gives = width if function.gives.kind == "mask" else "i64"

        writer = self.for_function()

        def body(names: tuple[str, ...]) -> Number | Mask:
            for param, name, many in zip(function.params, names, most, strict=True):
                given = Number(name, -1 if param.maybe else param.low, param.high)
                writer.env[param.at] = Mask(name, many) if param.kind == "mask" else given
            if function.gives.kind == "mask":  # which may have 64 bits too
                return writer.mask_of(function.body)
            return writer.number_of(writer.tabulated(function))

        self.code.all.names += 1
        name = f"define{self.code.all.names}"
        made = write_function(writer.code, name, gives, takes, body)
        if not self.notes_rows and is_kept(function, made, self.code.width):
            made = write_kept(self.for_function().code, f"{name}_kept", len(takes), made)
        self.code.all.functions[function, most] = made
        return made

    def tabulated(self, function: p.Function) -> p.Expr:
        """A function's body, as a table of its values where there are few; its inputs are there."""
        if self.notes_rows or function.size <= MOST_WRITTEN_OUT:
            return function.body
        pure = take_out_state(function, self.is_cheap)
        if pure is None:
            return function.body
        self.env.update((slot, self.value(part)) for slot, part in pure.read.items())
        ranges = {}
        for slot in (*pure.inputs, *pure.read):
            given = self.env[slot]
            if not isinstance(given, (Number, Truth)):
                return function.body
            held = self.sequences.as_number_value(given)
            ranges[slot] = range(held.low, held.high + 1)
        return make_table(self.code.machine, pure, ranges) or function.body

    def for_function(self) -> Expressions:
        """What writes another function of the module."""
        return Expressions(FunctionWriter(self.code.all))

    def slot_value(self, base: int, index: Number) -> Value:
        """What the slot `base + index` holds."""
        place = self.code.place_of(base, index)
        return self.sequences.list_seq(place) if place.group.is_list else self.code.load(place)

    def number_of(self, expr: p.Expr) -> Number:
        """An expression that is a number."""
        return self.sequences.as_number_value(self.value(expr))

    def mask_of(self, expr: p.Expr) -> Mask:
        """An expression that is a set."""
        return self.sequences.as_mask(self.value(expr))

    def seq_of_expr(self, expr: p.Expr) -> Seq:
        """An expression that is a sequence."""
        found = self.value(expr)
        if not isinstance(found, Seq):
            raise CannotLower("a value in place of a list")
        return found

    def truth(self, expr: p.Expr) -> Truth:
        """An expression that is asked whether it holds."""
        match expr:
            case p.Const(value=value):
                return YES if value else NO
            case p.Op(name="and" | "or" as name, args=(one, other)):
                return self._both_or_either(name, one, other)
        return self.sequences.holds(self.value(expr))

    def _both_or_either(self, name: str, one: p.Expr, other: p.Expr) -> Truth:
        first = self.truth(one)
        if self.is_cheap(other):
            second = self.truth(other)
            return (
                self.code.both(first, second) if name == "and" else self.code.either(first, second)
            )
        if first in (YES, NO):
            return self.truth(other) if (first == YES) == (name == "and") else first
        more, done, start = self.code.label("more"), self.code.label("asked"), self.code.block
        self.code.branch(first, *((more, done) if name == "and" else (done, more)))
        self.code.begin(more)
        second = self.truth(other)
        end = self.code.block
        self.code.begin(done)
        decided = "false" if name == "and" else "true"
        return Truth(self.code.merge("i1", [(decided, start), (second.text, end)]))

    def _guard(self, guard: p.Guard) -> Value:
        found = self.value(guard.value)
        if isinstance(found, Seq):
            return found
        code = self.code.all.faults.number(guard.says, guard.span)
        if isinstance(found, Mask):
            self.code.need(self.code.is_mask("ne", found, Mask("-1")), code)
            return found
        value = self.sequences.as_number_value(found)
        if guard.low is not None:
            low, high = guard.low, guard.high or 0
            self.code.need(self.code.between(value, low, high), code)
            return Number(value.text, max(value.low, low), max(low, min(value.high, high)))
        self.code.need(self.code.compare("ne", value, NONE), code)
        low = 0 if value.low == -1 else value.low
        return Number(value.text, low, max(low, value.high))

    def if_value(self, test: p.Expr, yes: p.Expr, no: p.Expr) -> Value:
        """One value or another."""
        asked = self.asked(test, self.truth)
        if self.is_cheap(yes) and self._is_cheap_where_filled(no, test):
            first = self.value(yes)
            with self.filled_lists(test):
                return self._one_of(asked, first, self.value(no))
        if asked in (YES, NO):
            return self.value(yes if asked == YES else no)
        then, other, done = self.code.label("yes"), self.code.label("no"), self.code.label("fi")
        self.code.branch(asked, then, other)
        self.code.begin(then)
        first = self.value(yes)
        if isinstance(first, Seq):
            return self._one_list_of(first, no, other, done)
        mark = self.code.block
        ended = len(self.code.lines)
        self.code.jump(done)
        self.code.begin(other)
        with self.filled_lists(test):
            second = self.value(no)
        if isinstance(second, Seq):
            raise CannotLower("a list or a value")
        end = self.code.block
        first, second = self._alike(first, second, ended)
        self.code.begin(done)
        ways = [(first.text, mark), (second.text, end)]
        match first, second:
            case Number(), Number():
                low, high = min(first.low, second.low), max(first.high, second.high)
                return Number(self.code.merge("i64", ways), low, high)
            case Mask(), _:
                return Mask(self.code.merge(f"i{self.code.width}", ways))
        return Truth(self.code.merge("i1", ways))

    @contextmanager
    def filled_lists(self, test: p.Expr) -> Iterator[None]:
        """What stands here is asked only where a test fails: if it was `is empty`, it is not."""
        before = self.operations.filled
        match test:
            case p.Op(name="is_empty", args=(p.Get(slot=slot) as held,)) if slot >= 0:
                self.operations.filled = self.operations.filled | {held}
        try:
            yield
        finally:
            self.operations.filled = before

    def _is_cheap_where_filled(self, expr: p.Expr, test: p.Expr) -> bool:
        with self.filled_lists(test):
            return self.is_cheap(expr)

    def _alike(self, a: Number | Mask | Truth, b: Number | Mask | Truth, ended: int) -> tuple[
        Number | Mask | Truth, Number | Mask | Truth
    ]:  # fmt: skip
        """Two values as the same kind; instructions for the first are written before its end."""
        if isinstance(a, Mask) or isinstance(b, Mask):
            return self.sequences.as_mask(a), self.sequences.as_mask(b)
        if isinstance(a, Truth) and isinstance(b, Truth):
            return a, b
        if isinstance(a, Truth):
            behind = self.code.lines[ended:]
            del self.code.lines[ended:]
            a = self.code.as_number(a)
            self.code.lines += behind
        return a, self.sequences.as_number_value(b)

    def _one_list_of(self, first: Seq, no: p.Expr, other: str, done: str) -> Value:
        """One list or another, in one buffer."""
        buffer = Buffer(self.code, max(first.bound, self.inner_bound(no)), tight=False)
        first.each(buffer.put)
        self.code.jump(done)
        self.code.begin(other)
        second = self.value(no)
        if not isinstance(second, Seq):
            raise CannotLower("a list or a value")
        buffer.filled.set("0")
        second.each(buffer.put)
        self.code.begin(done)
        return buffer.as_seq()

    def _one_of(self, test: Truth, a: Value, b: Value) -> Value:
        if isinstance(a, Mask) or isinstance(b, Mask):
            return self.code.choose_mask(test, self.sequences.as_mask(a), self.sequences.as_mask(b))
        return self.code.select(
            test, self.sequences.as_number_value(a), self.sequences.as_number_value(b)
        )

    # ------------------------------------------------------------------ phrases

    def go_through(self, each: p.Comprehension, body: Body) -> None:
        """Write a body for each member that `where` lets through."""

        def one(member: Member) -> None:
            with self.bound(each.slot, member):
                if each.where is None:
                    body(member)
                else:
                    self.code.if_(self._where(each, each.where), lambda: body(member))

        if each.mask:
            members = self.mask_of(each.over)
            self.code.charge(self.code.bound_of(members) + 1)
            self.code.bits(members, one)
            return
        self._members(each).each(one)

    def _where(self, each: p.Comprehension, test: p.Expr) -> Truth:
        """What only says which members are meant."""
        return self._asked_of(each, test, lambda one: self.asked(one, self.truth))

    def _members(self, each: p.Comprehension) -> Seq:
        """What a phrase goes through, made beforehand where a fault could come in another order."""
        seq = self.seq_of_expr(each.over)
        self.code.charge(min(seq.bound, MOST_CHARGED) + 1)
        if seq.fails and (
            each.kind in p.STOP_EARLY or self.may_fail(each.where) or self.may_fail(each.value)
        ):
            seq = self.sequences.kept(seq)
        return seq

    def _phrase(self, each: p.Comprehension) -> Value:
        match each.kind:
            case "any" | "every":
                return self._any(each, each.kind == "any")
            case "list" | "chain":
                return self._stage(each)
            case "filter" if not each.mask:
                return self._stage(each)
            case "count":
                found = self.code.variable("i64", "0")
                self.go_through(
                    each, lambda _: found.set(self.code.give(f"add nsw i64 {found.get()}, 1"))
                )
                return Number(found.get(), 0, 2**31)
            case "total":
                return self._total(each)
            case "filter" | "unite":
                return self._united(each)
            case "first":
                return self._first(each)
            case "highest" | "lowest":
                return self._extreme(each)
            case "best" | "sole":
                return self._best(each)
        raise CannotLower(f"the phrase `{each.kind}`")

    def _any(self, each: p.Comprehension, wanted: bool) -> Truth:
        found, out = (
            self.code.variable("i1", "false" if wanted else "true"),
            self.code.label("decided"),
        )

        def decide() -> None:
            found.set("true" if wanted else "false")
            self.code.jump(out)

        def ask(_: Member) -> None:
            if wanted:
                decide()
                return
            assert each.value is not None
            self.code.if_(self.code.no(self._where(each, each.value)), decide)

        self.go_through(each, ask)
        self.code.begin(out)
        return Truth(found.get())

    def _total(self, each: p.Comprehension) -> Number:
        found = self.code.variable("i64", "0")
        assert each.value is not None
        value = each.value

        def add(_: Member) -> None:
            summand = self._asked_of(each, value, self.number_of)
            # 2**31 members at most: their sum cannot run over unless one of them is large
            far = max(abs(summand.low), abs(summand.high)) > 2**31
            held = Number(found.get()) if far else Number(found.get(), -(2**62), 2**62)
            found.set(self.code.add(held, summand).text)

        self.go_through(each, add)
        return Number(found.get())

    def _united(self, each: p.Comprehension) -> Mask:
        kind = f"i{self.code.width}"
        found = self.code.variable(kind, "0")
        most = 0

        def add(member: Member) -> None:
            nonlocal most
            if each.kind == "unite":
                assert each.value is not None
                more = self._asked_of(each, each.value, self.mask_of)
                most = self.code.members
            else:
                one = self.sequences.as_number_value(member)
                more, most = self.code.bit(one), one.high + 1
            found.set(self.code.on_masks("or", Mask(found.get()), more).text)

        self.go_through(each, add)
        return Mask(found.get(), most)

    def _first(self, each: p.Comprehension) -> Number | Mask:
        kept, out = MemberVariable(self.code), self.code.label("first")

        def take(member: Member) -> None:
            kept.set(member)
            self.code.jump(out)

        self.go_through(each, take)
        self.code.begin(out)
        return kept.get()

    def _extreme(self, each: p.Comprehension) -> Number:
        """The highest or lowest value; 0 if there are no members."""
        some, most = self.code.variable("i1", "false"), self.code.variable("i64", "0")
        assert each.value is not None
        value, how = each.value, "sgt" if each.kind == "highest" else "slt"
        low, high = [0], [0]

        def compare(_: Member) -> None:
            found = self._asked_of(each, value, self.number_of)
            low.append(found.low)
            high.append(found.high)
            held = most.get()
            beats = Truth(self.code.give(f"icmp {how} i64 {found.text}, {held}"))
            better = self.code.either(self.code.no(Truth(some.get())), beats)
            most.set(self.code.give(f"select i1 {better.text}, i64 {found.text}, i64 {held}"))
            some.set("true")

        self.go_through(each, compare)
        return Number(most.get(), min(low), max(high))

    def _best(self, each: p.Comprehension) -> Number | Mask:
        """The first member whose value is highest, or the only one; none if there is none."""
        kept, most = MemberVariable(self.code), self.code.variable("i64", "0")
        some = self.code.variable("i1", "false")
        assert each.value is not None
        value = each.value

        def compare(member: Member) -> None:
            found = self._asked_of(each, value, lambda one: self.asked(one, self.number_of))
            held = Number(most.get())
            beats = Truth(self.code.give(f"icmp sgt i64 {found.text}, {held.text}"))
            better = self.code.either(self.code.no(Truth(some.get())), beats)
            if each.kind == "sole":
                same = Truth(self.code.give(f"icmp eq i64 {found.text}, {held.text}"))
                kept.lose(same, member)
            kept.set_if(better, member)
            most.set(self.code.give(f"select i1 {better.text}, i64 {found.text}, i64 {held.text}"))
            some.set("true")

        self.go_through(each, compare)
        return kept.get()

    def _stage(self, each: p.Comprehension) -> Seq:
        """`filter`, `list`, `chain`: a loop around a body that is still to come."""
        env, span = self.env, self.code.span
        if each.mask:
            over = self.sequences.members_of(self.mask_of(each.over))
            source = over.bound
            self.code.charge(source + 1)
        else:
            over = self._members(each)
            source = over.bound
        inner = self.inner_bound(each.value) if each.kind == "chain" else 1
        fails = over.fails or self.may_fail(each.where) or self.may_fail(each.value)

        def go(body: Body) -> None:
            outer, place = self.env, self.code.span

            def inside(member: Member) -> None:
                mine, self.env, self.code.span = self.env, outer, place
                body(member)
                self.env, self.code.span = mine, span

            def give() -> None:
                if each.kind == "filter":
                    inside(self.sequences.as_member(self.env[each.slot]))
                    return
                assert each.value is not None
                found = self._asked_of(each, each.value, self.value)
                if each.kind == "chain":
                    if not isinstance(found, Seq):
                        raise CannotLower("a chain of values")
                    found.each(inside)
                else:
                    inside(self.sequences.as_member(found))

            def one(member: Member) -> None:
                self.env, self.code.span = {**env, each.slot: self.sequences.as_value(member)}, span
                if each.where is not None:
                    self.code.if_(self._where(each, each.where), give)
                else:
                    give()
                self.env, self.code.span = outer, place

            over.each(one)

        return Seq(source * inner, go, fails=fails)

    def inner_bound(self, expr: p.Expr | None) -> int:
        """How many members each part of a chain can have."""
        match expr:
            case p.Const(value=tuple(values)):
                return len(values)
            case p.Get(slot=slot):
                held = self.env.get(slot)
                if isinstance(held, Seq):
                    return held.bound
                if held is None and slot in self.code.layout.group_of:
                    return self.code.layout.group_of[slot][0].slot.size
            case p.GetAt(base=base):
                return self.code.layout.group_of[base][0].slot.size
            case p.Op(name="seats_from" | "seats_after"):
                return self.code.machine.players
            case p.Op(name="mask_seq" | "groups"):
                return self.code.members
            case p.TableRow(value=value) | p.Guard(value=value):
                return self.inner_bound(value)
        return MOST_CHARGED


MOST_CHARGED = 64


class MemberVariable:
    """A variable for a member, -1 at first: of which kind is known once it is set."""

    def __init__(self, writer: FunctionWriter) -> None:
        self.writer = writer
        self.kind = "i64"
        self.masks = False
        self.low, self.high = -1, -1
        self.at = len(writer.lines)
        writer.lines.append("")
        self.address = writer.name()

    def _settle(self, member: Member) -> None:
        if isinstance(member, Listed):
            raise CannotLower("one of several lists")
        self.masks = isinstance(member, Mask)
        self.kind = f"i{self.writer.width}" if self.masks else "i64"
        if isinstance(member, Number):
            self.low, self.high = min(self.low, member.low), max(self.high, member.high)

    def set(self, member: Member) -> None:
        """Let it hold a member."""
        self._settle(member)
        self.writer.do(f"store {self.kind} {member.text}, ptr {self.address}")

    def set_if(self, test: Truth, member: Member) -> None:
        """The same where a test holds."""
        self._settle(member)
        held = self.writer.give(f"load {self.kind}, ptr {self.address}")
        new = self.writer.give(
            f"select i1 {test.text}, {self.kind} {member.text}, {self.kind} {held}"
        )
        self.writer.do(f"store {self.kind} {new}, ptr {self.address}")

    def lose(self, test: Truth, member: Member) -> None:
        """Let it hold none where a test holds; `member` is one of those that it may hold."""
        none: Member = Mask("-1") if isinstance(member, Mask) else NONE
        self.set_if(test, none)

    def get(self) -> Number | Mask:
        """What it holds in the end."""
        self.writer.first_lines.append(f"{self.address} = alloca {self.kind}")
        self.writer.lines[self.at] = f"store {self.kind} -1, ptr {self.address}"
        text = self.writer.give(f"load {self.kind}, ptr {self.address}")
        return Mask(text) if self.masks else Number(text, self.low, self.high)
