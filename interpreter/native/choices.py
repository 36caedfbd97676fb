"""What may be chosen: how many moves each action has, and the values of the k-th."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import mentions
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.copies import Copies
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.memory import Variable
from hoyle.interpreter.native.rows import MOST_ROWS, Rows
from hoyle.interpreter.native.sequences import Buffer, Seq
from hoyle.interpreter.native.writer import (
    ONE,
    ZERO,
    Mask,
    Member,
    Number,
    Truth,
    number,
)
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence, kind_of
from hoyle.interpreter.runtime.choices import ROW_COST

DISTINCT = (  # operations that give no member twice
    "subsets", "subsets_alike", "subsets_of_size", "groups", "seats_from", "seats_after",
    "mask_seq", "range", "arrangements",
)  # fmt: skip
Picker = Callable[[Number], list[Member]]  # the values of the k-th move
Opened = Callable[[Callable[[], None]], None]  # writes what runs only where an action is open
MoveBody = Callable[[Number, list[Member]], None]  # for a move: its number, and its values


@attrs.frozen
class Part:
    """The moves of one action: how many, what the k-th is, and a loop around a body for each.

    `ends` goes only through those with the lowest (0) or highest (1) last value; None where the
    last value is no amount for which no condition asks.
    """

    size: Number
    pick: Picker
    each: Callable[[MoveBody], None]
    ends: Callable[[int, MoveBody], None] | None = None


class Choices:
    """Writes what may be chosen."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.code = expressions, expressions.code
        self.sequences, self.zones = expressions.sequences, expressions.zones
        self.operations = expressions.operations

    def part(self, node: p.Choose, action: p.MachineAction) -> Part:
        """The moves of an action."""
        slots = tuple(param.slot for param in action.params)
        if not slots:
            return self._single(action)
        action, opened = self._open(action, slots)
        asking = [c for c in action.conditions if _asks(c, slots)]
        copies = CardEquivalence(self.code.machine.pack.twin_of)
        shape = action.params[-1].shape
        if len(slots) == 1 and shape == "mask" and all(c.folded is not None for c in asking):
            return self._folded(node, action, copies, opened)
        ranged = shape == "range" and not any(_asks(c, slots[-1:]) for c in asking)
        if ranged and len(slots) == 1:
            return self._amount(action, opened)
        if ranged and not copies.several:
            return self._ranged(action, slots, opened)
        return self._listed(node, action, slots, copies, opened)

    def _open(
        self, action: p.MachineAction, slots: tuple[int, ...]
    ) -> tuple[p.MachineAction, Opened]:  # fmt: skip
        """Ask what asks for no value that is chosen; the action without it, and what it lets be.

        What is written by the function that it gives runs only where all of it holds. Such as has
        no answer is left to its turn, as in the interpreter.
        """
        openings = [c for c in action.conditions if not c.if_able and not _asks(c, slots)]
        if not openings:
            return action, lambda body: body()
        found, out = self.code.variable("i1", "true"), self.code.label("opened")

        def close() -> None:
            found.set("false")
            self.code.jump(out)

        for condition in openings:

            def ask(condition: p.Condition = condition) -> None:
                self.code.if_(self.code.no(self._holds(condition)), close)

            self._attempt(ask, lambda: None)
        self.code.begin(out)
        rest = [
            one for one in action.conditions
            if one not in openings or self.expressions.may_fail(one.test)
        ]  # fmt: skip
        return (
            attrs.evolve(action, conditions=tuple(rest)),
            lambda body: self.code.if_(Truth(found.get()), body),
        )

    def _attempt(self, body: Callable[[], None], instead: Callable[[], None]) -> None:
        """Write what may be at fault, and what is done in place of it where it is."""
        code = self.code
        label, edges = code.fault_label, code.fault_edges
        failed, out = code.label("failed"), code.label("known")
        code.fault_label, code.fault_edges = failed, []
        body()
        code.jump(out)
        faults = code.fault_edges
        code.fault_label, code.fault_edges = label, edges
        if faults:
            code.begin(failed)
            number_of = code.merge("i64", [(one, block) for one, _, block in faults])
            value = code.merge("i64", [(one, block) for _, one, block in faults])
            # Out of work is out of work; the interpreter says how it ends.
            lost = Truth(code.give(f"icmp eq i64 {number_of}, 1"))
            on = code.label("on")
            code.fault_edges.append((number_of, value, code.block))
            code.branch(lost, code.fault_label, on)
            code.begin(on)
            code.clear_fault()
            instead()
        code.begin(out)

    def _holds(self, condition: p.Condition) -> Truth:
        """A condition that asks for none of the values."""
        self.code.span = condition.span
        return self.expressions.truth(condition.test)

    def _single(self, action: p.MachineAction) -> Part:
        """An action without values: it may be taken or not."""
        found = self.code.variable("i64", "1")
        out = self.code.label("allowed")
        for condition in action.conditions:
            if condition.if_able and not self.expressions.may_fail(condition.test):
                continue

            def refuse() -> None:
                found.set("0")
                self.code.jump(out)

            holds = self._holds(condition)
            if not condition.if_able:
                self.code.if_(self.code.no(holds), refuse)
        self.code.begin(out)
        size = Number(found.get(), 0, 1)
        return Part(size, lambda k: [], lambda body: self.code.count(size, lambda k: body(k, [])))

    def values_for(self, action: p.MachineAction, values: list[Member]) -> list[Member]:
        """The values of a move as the slots of its action hold them."""
        sets = [self.code.machine.slots[param.slot].kind == "mask" for param in action.params]
        return [
            self.code.as_set(value) if is_set and isinstance(value, Number) else value
            for value, is_set in zip(values, sets, strict=True)
        ]

    # ------------------------------------------------------------------ one of a set

    def _folded(
        self, node: p.Choose, action: p.MachineAction, copies: CardEquivalence, opened: Opened
    ) -> Part:
        """The values as a mask; where a fold has no answer, each value is asked."""
        param = action.params[0]
        found = self.code.variable(f"i{self.code.width}", "0")

        def fill() -> None:
            self.code.span = param.span
            everything = self.expressions.mask_of(param.over)
            self.code.charge(ROW_COST * self.code.members)
            found.set(everything.text)
            self._attempt(
                lambda: self._fold(action, found),
                lambda: self._ask_each(action, everything, found),
            )

        opened(fill)
        mask = Mask(found.get())
        if copies.several and kind_of(param.type) == "card":
            mask = Copies(self.expressions, copies).keep_lowest(node, mask)
        size = self.code.size(mask)

        def pick(k: Number) -> list[Member]:
            return [self.code.kth_bit(mask, k, deposit=self.code.all.deposit)]

        def each(body: MoveBody) -> None:
            at = self.code.variable("i64", "0")

            def one(card: Number) -> None:
                k = Number(at.get(), 0, max(0, size.high - 1))
                body(k, [card])
                at.set(self.code.add(k, ONE).text)

            self.code.bits(mask, one)

        return Part(size, pick, each)

    def _fold(self, action: p.MachineAction, found: Variable) -> None:
        """Each condition takes away its cards, until none is left."""
        out = self.code.label("folded")
        for condition in action.conditions:
            self.code.span = condition.span
            if condition.folded == p.Const(self._everything()):
                continue
            mask = Mask(found.get())
            fails = self.expressions.may_fail(condition.folded or condition.test)
            if fails:  # asked only where something is left
                on = self.code.label("some")
                self.code.branch(self.code.some(mask), on, out)
                self.code.begin(on)
            if condition.folded is not None:
                kept = self.code.on_masks("and", mask, self.expressions.mask_of(condition.folded))
            else:
                kept = self.code.choose_mask(
                    self.expressions.truth(condition.test), mask, Mask("0")
                )
            if condition.if_able:
                kept = self.code.choose_mask(self.code.some(kept), kept, mask)
            found.set(kept.text)
        self.code.begin(out)

    def _everything(self) -> int:
        return (1 << self.code.machine.pack.size) - 1

    def _ask_each(self, action: p.MachineAction, everything: Mask, found: Variable) -> None:
        """The values asked one by one."""
        slots = (action.params[0].slot,)
        rows = Rows(self.code, 1)
        self.code.bits(everything, lambda card: rows.put([card]))
        self._keep_allowed(action.conditions, slots, rows)
        found.set("0")

        def add(k: Number) -> None:
            (card,) = rows.get(k)
            assert isinstance(card, Number)
            found.set(self.code.on_masks("or", Mask(found.get()), self.code.bit(card)).text)

        self.code.count(rows.size, add)

    # ------------------------------------------------------------------ amounts

    def _amount(self, action: p.MachineAction, opened: Opened) -> Part:
        """One number between two bounds."""
        found, first = self.code.variable("i64", "0"), self.code.variable("i64", "0")
        low = high = size = ZERO

        def fill() -> None:
            nonlocal low, high, size
            low, high = self._bounds(action.params[0])
            size = self.code.most(self.code.add(self.code.subtract(high, low), ONE), ZERO)
            first.set(low.text)
            found.set(size.text)
            self._keep_size(action, found, size)

        opened(fill)

        def pick(k: Number) -> list[Member]:
            value = self.code.add(Number(first.get(), low.low, low.high), k)
            return [Number(value.text, min(low.low, high.high), high.high)]

        many = Number(found.get(), 0, max(0, size.high))

        def ends(end: int, body: MoveBody) -> None:
            last = self.code.subtract(many, ONE) if end else ZERO
            k = Number(last.text, 0, max(0, many.high - 1))
            self.code.if_(self.code.compare("sgt", many, ZERO), lambda: body(k, pick(k)))

        def each(body: MoveBody) -> None:
            self.code.count(many, lambda k: body(k, pick(k)))

        return Part(many, pick, each, ends)

    def _keep_size(self, action: p.MachineAction, found: Variable, size: Number) -> None:
        """Ask the conditions, none of which asks for the amount, as long as there is one."""
        out = self.code.label("allowed")
        for condition in action.conditions:
            if condition.if_able and not self.expressions.may_fail(condition.test):
                continue
            on = self.code.label("some")
            self.code.branch(self.code.compare("sgt", Number(found.get()), ZERO), on, out)
            self.code.begin(on)
            holds = self._holds(condition)
            if not condition.if_able:
                found.set(self.code.select(holds, size, ZERO).text)
        self.code.begin(out)

    def _bounds(self, param: p.Parameter) -> tuple[Number, Number]:
        self.code.span = param.span
        match param.over:
            case p.Op(name="ends", args=(low, high)):
                return self.expressions.number_of(low), self.expressions.number_of(high)
            case p.Const(value=(int() as low, int() as high)):
                return number(low), number(high)
        raise CannotLower("an amount whose ends are one value")

    def _ranged(self, action: p.MachineAction, slots: tuple[int, ...], opened: Opened) -> Part:
        """Rows whose last value is a range, for which no condition asks."""
        rows = Rows(self.code, len(slots) + 1)
        sieve, later = self._split(action, slots[:-1])

        def put(values: list[Member]) -> None:
            low, high = self._bounds(action.params[-1])
            some = self.code.compare("sle", low, high)
            self.code.if_(some, lambda: self._put_allowed(sieve, rows, [*values, low, high]))

        opened(lambda: self._each_row(action, len(slots) - 1, put))
        self._keep_allowed(later, slots[:-1], rows)
        total = self.code.variable("i64", "0")

        def width_of(k: Number) -> Number:
            *_, low, high = rows.get(k)
            assert isinstance(low, Number) and isinstance(high, Number)
            found = self.code.add(self.code.subtract(high, low), ONE)
            return Number(found.text, 1, max(1, found.high))

        def add(k: Number) -> None:
            total.set(self.code.add(Number(total.get(), 0, 2**62), width_of(k)).text)

        self.code.count(rows.size, add)

        def pick(k: Number) -> list[Member]:
            left, at = self.code.variable("i64", k.text), self.code.variable("i64", "0")
            out = self.code.label("row")

            def look(i: Number) -> None:
                at.set(i.text)
                rest, wide = Number(left.get(), 0, 2**62), width_of(i)
                on = self.code.label("further")
                self.code.branch(self.code.compare("slt", rest, wide), out, on)
                self.code.begin(on)
                left.set(self.code.subtract(rest, wide).text)

            self.code.count(rows.size, look)
            self.code.begin(out)
            *values, low, high = rows.get(Number(at.get(), 0, MOST_ROWS - 1))
            assert isinstance(low, Number) and isinstance(high, Number)
            last = self.code.add(low, Number(left.get(), 0, max(0, high.high - low.low)))
            return [*values, Number(last.text, low.low, high.high)]

        def through(look: Callable[[Number, Number, list[Member]], None]) -> None:
            """For each row: the number of its first move, how many it has, and what it is."""
            begun = self.code.variable("i64", "0")

            def one(i: Number) -> None:
                first, wide = Number(begun.get(), 0, 2**62), width_of(i)
                look(first, wide, rows.get(i))
                begun.set(self.code.add(first, wide).text)

            self.code.count(rows.size, one)

        def value_at(row: list[Member], k: Number) -> list[Member]:
            *values, low, high = row
            assert isinstance(low, Number) and isinstance(high, Number)
            last = self.code.add(low, k)
            return [*values, Number(last.text, low.low, max(low.low, high.high))]

        def each(body: MoveBody) -> None:
            def look(first: Number, wide: Number, row: list[Member]) -> None:
                self.code.count(wide, lambda k: body(self.code.add(first, k), value_at(row, k)))

            through(look)

        def ends(end: int, body: MoveBody) -> None:
            def look(first: Number, wide: Number, row: list[Member]) -> None:
                k = self.code.subtract(wide, ONE) if end else ZERO
                body(self.code.add(first, k), value_at(row, k))

            through(look)

        return Part(Number(total.get(), 0, 2**62), pick, each, ends)

    # ------------------------------------------------------------------ rows

    def _listed(
        self, node: p.Choose, action: p.MachineAction, slots: tuple[int, ...],
        copies: CardEquivalence, opened: Opened,
    ) -> Part:  # fmt: skip
        """Every combination that all conditions let through."""
        rows = Rows(self.code, len(slots))
        sieve, later = self._split(action, slots)
        opened(
            lambda: self._each_row(
                action, len(slots), lambda row: self._put_allowed(sieve, rows, row)
            )
        )
        self._keep_allowed(later, slots, rows)
        kinds = [kind_of(param.type) for param in action.params]
        if copies.several and kinds != ["other"] * len(kinds):
            Copies(self.expressions, copies).drop_alike(node, rows, kinds)

        def each(body: MoveBody) -> None:
            self.code.count(rows.size, lambda k: body(k, rows.get(k)))

        return Part(rows.size, rows.get, each)

    def _each_row(
        self, action: p.MachineAction, count: int, put: Callable[[list[Member]], None]
    ) -> None:
        """Every combination of the first values, later ones inside earlier ones."""

        def go(k: int, row: list[Member]) -> None:
            if k == count:
                put(row)
                return
            param = action.params[k]

            def one(value: Member) -> None:
                self.code.charge(ROW_COST)
                with self.expressions.bound(param.slot, value):
                    go(k + 1, [*row, value])

            self.code.span = param.span
            if param.shape == "range":
                low, high = self._bounds(param)
                size = self.code.most(self.code.add(self.code.subtract(high, low), ONE), ZERO)

                def amount(i: Number) -> None:
                    found = self.code.add(low, i)
                    one(Number(found.text, low.low, max(low.low, high.high)))

                self.code.count(size, amount)
            elif param.shape == "mask":
                self.code.bits(self.expressions.mask_of(param.over), one)
            else:
                members = self.expressions.seq_of_expr(param.over)
                if not self._is_distinct(param.over):
                    members = self._distinct(members)
                self.sequences.kept(members).each(one)

        go(0, [])

    def _is_distinct(self, expr: p.Expr) -> bool:
        """Whether no member can come twice in a list."""
        match expr:
            case p.Const(value=tuple(values)):
                return len(set(values)) == len(values)
            case p.Op(name=name) if name in DISTINCT:
                return True
            case p.Op(name="reversed" | "top_n", args=(inner, *_)):
                return self._is_distinct(inner)
            case p.Comprehension(kind="filter", over=inner) | p.Bind(body=inner):
                return self._is_distinct(inner)
            case p.Get(slot=slot) | p.GetAt(base=slot):
                return slot in self.zones.zones
        return False

    def _distinct(self, seq: Seq) -> Seq:
        """The members of a list, each where it comes first."""
        buffer = Buffer(self.code, seq.bound)

        def add(member: Member) -> None:
            new, out = self.code.variable("i1", "true"), self.code.label("compared")
            buffer.note(member)

            def compare(k: Number) -> None:
                def old() -> None:
                    new.set("false")
                    self.code.jump(out)

                self.code.if_(self.sequences.same_member(buffer.get(k), member), old)

            self.code.count(Number(buffer.filled.get(), 0, buffer.bound), compare)
            self.code.begin(out)
            self.code.if_(Truth(new.get()), lambda: buffer.put(member))

        self.sequences.kept(seq).each(add)
        return buffer.as_seq()

    def _split(
        self, action: p.MachineAction, slots: tuple[int, ...]
    ) -> tuple[list[p.Condition], list[p.Condition]]:
        """The conditions that each row can be asked before it is kept, and the others."""
        free = list(
            takewhile(
                lambda c: not c.if_able and not self.expressions.may_fail(c.test), action.conditions
            )
        )
        sieve = [condition for condition in free if _asks(condition, slots)]
        return sieve, [condition for condition in action.conditions if condition not in sieve]

    def _put_allowed(self, sieve: list[p.Condition], rows: Rows, row: list[Member]) -> None:
        """One row more where these conditions let it through."""
        out = self.code.label("refused")
        for condition in sieve:
            self.code.charge(1)
            self.code.span = condition.span
            on = self.code.label("allowed")
            self.code.branch(self.expressions.truth(condition.test), on, out)
            self.code.begin(on)
        rows.put(row)
        self.code.begin(out)

    def _keep_allowed(
        self, conditions: Sequence[p.Condition], slots: tuple[int, ...], rows: Rows
    ) -> None:  # fmt: skip
        """Take away what conditions refuse, as long as anything is left."""
        out = self.code.label("sifted")
        for condition in conditions:
            asks = _asks(condition, slots)
            if condition.if_able and not asks and not self.expressions.may_fail(condition.test):
                continue
            on = self.code.label("some")
            self.code.branch(self.code.compare("sgt", rows.size, ZERO), on, out)
            self.code.begin(on)
            self.code.span = condition.span
            if not asks:
                holds = self.expressions.truth(condition.test)
                if not condition.if_able:
                    self.code.if_(self.code.no(holds), lambda: rows.filled.set("0"))
                continue

            def test(_: Number, row: list[Member], condition: p.Condition = condition) -> Truth:
                before = self.expressions.env
                self.expressions.env = self.expressions.env_with(slots, row[: len(slots)])
                found = self.expressions.truth(condition.test)
                self.expressions.env = before
                return found

            self.code.charge(1)
            if not condition.if_able:
                rows.keep(test)
            else:
                rows.keep_if_able(test)
        self.code.begin(out)


def _asks(condition: p.Condition, slots: tuple[int, ...]) -> bool:
    return any(mentions(condition.test, slot) for slot in slots)
