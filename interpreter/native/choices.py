"""What may be chosen: how many moves each action has, and the values of the k-th."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import mentions
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.memory import FunctionWriter, Place, Variable
from hoyle.interpreter.native.sequences import Buffer, Seq
from hoyle.interpreter.native.writer import (
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
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence, kind_of
from hoyle.interpreter.runtime.choices import ROW_COST

MOST_ROWS = 8192  # ways to choose that are listed; where there are more, the interpreter plays
DISTINCT = (  # operations that give no member twice
    "subsets", "subsets_alike", "subsets_of_size", "groups", "seats_from", "seats_after",
    "mask_seq", "range", "arrangements",
)  # fmt: skip
Picker = Callable[[Number], list[Member]]  # the values of the k-th move
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


class Rows:
    """Ways to choose, one a row, which conditions make fewer.

    A column is of numbers, of sets, or of places where lists lie.
    """

    def __init__(self, writer: FunctionWriter, columns: int) -> None:
        self.writer = writer
        self.buffers = [writer.buffer(f"i{writer.width}", MOST_ROWS) for _ in range(columns)]
        self.kinds: list[Member] = [Number("0", 0, -1)] * columns
        self.filled = writer.variable("i64", "0")

    @property
    def size(self) -> Number:
        """How many rows there are."""
        return Number(self.filled.get(), 0, MOST_ROWS)

    def put(self, values: Sequence[Member]) -> None:
        """One row more."""
        at = self.writer.within(self.size, 0, MOST_ROWS - 1)
        for column, value in enumerate(values):
            known = self.kinds[column]
            if isinstance(value, Number) and isinstance(known, Number):
                low, high = value.low, value.high
                if known.low <= known.high:
                    low, high = min(low, known.low), max(high, known.high)
                self.kinds[column] = Number("", low, high)
            else:
                self.kinds[column] = value
        self._write(at, values)
        self.filled.set(self.writer.add(at, ONE).text)

    def _write(self, at: Number, values: Sequence[Member]) -> None:
        for buffer, value in zip(self.buffers, values, strict=True):
            place = self._place(buffer, value, at)
            self.writer.do(f"store {self._kind(value)} {value.text}, ptr {place}")

    def _kind(self, like: Member) -> str:
        if isinstance(like, Listed):
            return "ptr"
        return f"i{self.writer.width}" if isinstance(like, Mask) else "i64"

    def _place(self, buffer: str, like: Member, at: Number) -> str:
        kind = self._kind(like)
        return self.writer.give(f"getelementptr inbounds {kind}, ptr {buffer}, i64 {at.text}")

    def get(self, at: Number) -> list[Member]:
        """The values of a row."""
        found: list[Member] = []
        for buffer, like in zip(self.buffers, self.kinds, strict=True):
            place = self._place(buffer, like, at)
            text = self.writer.give(f"load {self._kind(like)}, ptr {place}")
            match like:
                case Listed():
                    found.append(Listed(text, like.most))
                case Mask():
                    found.append(Mask(text))
                case Number():
                    low, high = min(like.low, like.high), max(like.low, like.high)
                    found.append(Number(text, low, high))
        return found

    def keep(self, test: Callable[[Number, list[Member]], Truth]) -> None:
        """Keep the rows that pass."""
        writer = self.writer
        kept = writer.variable("i64", "0")

        def one(k: Number) -> None:
            row = self.get(k)

            def stay() -> None:
                at = Number(kept.get(), 0, MOST_ROWS - 1)
                self._write(at, row)
                kept.set(writer.add(at, ONE).text)

            writer.if_(test(k, row), stay)

        writer.count(self.size, one)
        self.filled.set(kept.get())


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
        asking = [c for c in action.conditions if _asks(c, slots)]
        copies = CardEquivalence(self.code.machine.pack.twin_of)
        shape = action.params[-1].shape
        if len(slots) == 1 and shape == "mask" and all(c.folded is not None for c in asking):
            return self._folded(node, action, copies)
        ranged = shape == "range" and not any(_asks(c, slots[-1:]) for c in asking)
        if ranged and len(slots) == 1:
            return self._amount(action)
        if ranged and not copies.several:
            return self._ranged(action, slots)
        return self._listed(node, action, slots, copies)

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
        self, node: p.Choose, action: p.MachineAction, copies: CardEquivalence
    ) -> Part:  # fmt: skip
        """The values as a mask; where a fold has no answer, each value is asked."""
        param = action.params[0]
        self.code.span = param.span
        everything = self.expressions.mask_of(param.over)
        self.code.charge(ROW_COST * self.code.members)
        fails = any(
            self.expressions.may_fail(c.test if c.folded is None else c.folded)
            for c in action.conditions
        )
        found = self.code.variable(f"i{self.code.width}", everything.text)
        if not fails:
            self._fold(action, found)
        else:
            self._fold_or_list(action, everything, found)
        mask = Mask(found.get())
        if copies.several and kind_of(param.type) == "card":
            mask = self._without_twins(node, mask, copies)
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

    def _fold_or_list(
        self, action: p.MachineAction, everything: Mask, found: Variable
    ) -> None:  # fmt: skip
        """The same, and where a fold is at fault the values are asked one by one."""
        label, edges = self.code.fault_label, self.code.fault_edges
        one_by_one, out = self.code.label("each"), self.code.label("known")
        self.code.fault_label, self.code.fault_edges = one_by_one, []
        self._fold(action, found)
        self.code.jump(out)
        faults = self.code.fault_edges
        self.code.fault_label, self.code.fault_edges = label, edges
        if not faults:
            self.code.begin(out)
            return
        self.code.begin(one_by_one)
        code = self.code.merge("i64", [(code, block) for code, _, block in faults])
        value = self.code.merge("i64", [(value, block) for _, value, block in faults])
        # Out of work is out of work; the interpreter says how it ends.
        lost = Truth(self.code.give(f"icmp eq i64 {code}, 1"))
        on = self.code.label("on")
        self.code.fault_edges.append((code, value, self.code.block))
        self.code.branch(lost, self.code.fault_label, on)
        self.code.begin(on)
        self.code.clear_fault()
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
        self.code.begin(out)

    # ------------------------------------------------------------------ amounts

    def _amount(self, action: p.MachineAction) -> Part:
        """One number between two bounds."""
        low, high = self._bounds(action.params[0])
        size = self.code.most(self.code.add(self.code.subtract(high, low), ONE), ZERO)
        found = self.code.variable("i64", size.text)
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

        def pick(k: Number) -> list[Member]:
            value = self.code.add(low, k)
            return [Number(value.text, min(low.low, high.high), high.high)]

        many = Number(found.get(), 0, max(0, size.high))

        def ends(end: int, body: MoveBody) -> None:
            last = self.code.subtract(many, ONE) if end else ZERO
            k = Number(last.text, 0, max(0, many.high - 1))
            self.code.if_(self.code.compare("sgt", many, ZERO), lambda: body(k, pick(k)))

        def each(body: MoveBody) -> None:
            self.code.count(many, lambda k: body(k, pick(k)))

        return Part(many, pick, each, ends)

    def _bounds(self, param: p.Parameter) -> tuple[Number, Number]:
        self.code.span = param.span
        match param.over:
            case p.Op(name="ends", args=(low, high)):
                return self.expressions.number_of(low), self.expressions.number_of(high)
            case p.Const(value=(int() as low, int() as high)):
                return number(low), number(high)
        raise CannotLower("an amount whose ends are one value")

    def _ranged(self, action: p.MachineAction, slots: tuple[int, ...]) -> Part:
        """Rows whose last value is a range, for which no condition asks."""
        rows = Rows(self.code, len(slots) + 1)
        sieve, later = self._split(action, slots[:-1])

        def put(values: list[Member]) -> None:
            low, high = self._bounds(action.params[-1])
            some = self.code.compare("sle", low, high)
            self.code.if_(some, lambda: self._put_allowed(sieve, rows, [*values, low, high]))

        self._each_row(action, len(slots) - 1, put)
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
        copies: CardEquivalence,
    ) -> Part:  # fmt: skip
        """Every combination that all conditions let through."""
        rows = Rows(self.code, len(slots))
        sieve, later = self._split(action, slots)
        self._each_row(action, len(slots), lambda row: self._put_allowed(sieve, rows, row))
        self._keep_allowed(later, slots, rows)
        kinds = [kind_of(param.type) for param in action.params]
        if copies.several and kinds != ["other"] * len(kinds):
            self._drop_alike(node, rows, kinds, copies)

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
                self._keep_if_able(rows, test)
        self.code.begin(out)

    def _keep_if_able(
        self, rows: Rows, test: Callable[[Number, list[Member]], Truth]
    ) -> None:  # fmt: skip
        """Rows that pass, or all: each is asked once, and the answers are kept."""
        answers = self.code.buffer("i8", MOST_ROWS)
        some = self.code.variable("i1", "false")

        def ask(k: Number) -> None:
            passes = test(k, rows.get(k))
            place = self.code.give(f"getelementptr inbounds i8, ptr {answers}, i64 {k.text}")
            self.code.do(f"store i8 {self.code.give(f'zext i1 {passes.text} to i8')}, ptr {place}")
            some.set(self.code.either(Truth(some.get()), passes).text)

        self.code.count(rows.size, ask)

        def answer(k: Number, _: list[Member]) -> Truth:
            place = self.code.give(f"getelementptr inbounds i8, ptr {answers}, i64 {k.text}")
            return Truth(self.code.give(f"icmp ne i8 {self.code.give(f'load i8, ptr {place}')}, 0"))

        self.code.if_(Truth(some.get()), lambda: rows.keep(answer))

    # ------------------------------------------------------------------ cards that look the same

    def _same_place(self, seen: Mask, one: Number, other: Number) -> Truth:
        """Whether nothing on the table tells two equal cards apart for one who sees `seen`."""
        sees, sees_other = self.code.has(seen, one), self.code.has(seen, other)
        unseen = self.code.no(self.code.either(sees, sees_other))
        alike = self.code.both(sees, sees_other)
        both = self.code.on_masks("or", self.code.bit(one), self.code.bit(other))
        together = self.code.variable("i1", "false")

        def look(place: Place) -> None:
            held = self.code.on_masks("and", self.zones.cards_of(place), both)
            inside = self.code.is_mask("eq", held, both)
            together.set(self.code.either(Truth(together.get()), inside).text)

        self.zones.each_zone(look)
        alike = self.code.both(alike, Truth(together.get()))
        machine = self.code.machine
        if machine.player_of is not None:
            players = [
                self.code.load_number(self.code.place_of(machine.player_of, card))
                for card in (one, other)
            ]
            alike = self.code.both(alike, self.code.compare("eq", *players))
        if machine.told is not None:
            raise CannotLower("copies of one card of which a single seat is shown some")
        if machine.shown is not None:
            shown = self.code.load_mask(self.code.place_of(machine.shown))
            held = self.code.on_masks("and", shown, both)
            none, all_ = (
                self.code.is_mask("eq", held, Mask("0")),
                self.code.is_mask("eq", held, both),
            )
            alike = self.code.both(alike, self.code.either(none, all_))
        return self.code.either(unseen, alike)

    def _lowest_alike(
        self, seen: Mask, card: Number, among: Mask, copies: CardEquivalence
    ) -> Number:  # fmt: skip
        """The lowest card of some that cannot be told from one of them."""
        lowest = copies.lowest
        below = tuple(
            sum(1 << other for other in range(card) if lowest[other] == lowest[card])
            for card in range(len(lowest))
        )
        others = self.code.on_masks("and", self.code.mask_from(below, card), among)
        found, out = self.code.variable("i64", card.text), self.code.label("alike")

        def look(other: Number) -> None:
            def take() -> None:
                found.set(other.text)
                self.code.jump(out)

            self.code.if_(self._same_place(seen, card, other), take)

        self.code.bits(others, look)
        self.code.begin(out)
        return Number(found.get(), 0, self.code.machine.pack.size - 1)

    def _chooser_sees(self, node: p.Choose) -> Mask:
        return self.zones.seen_cards(self.code.load_number(self.code.place_of(node.seat)))

    def _without_twins(self, node: p.Choose, mask: Mask, copies: CardEquivalence) -> Mask:
        """Of cards that cannot be told apart only the lowest copy."""
        found = self.code.variable(f"i{self.code.width}", mask.text)
        doubtful = self.code.on_masks("and", mask, self.code.mask(copies.several))

        def sift() -> None:
            seen = self._chooser_sees(node)

            def one(card: Number) -> None:
                first = self._lowest_alike(seen, card, mask, copies)

                def drop() -> None:
                    found.set(self.code.without(Mask(found.get()), self.code.bit(card)).text)

                self.code.if_(self.code.compare("ne", first, card), drop)

            self.code.bits(doubtful, one)

        self.code.if_(self.code.some(doubtful), sift)
        return Mask(found.get())

    def _drop_alike(
        self, node: p.Choose, rows: Rows, kinds: Sequence[str], copies: CardEquivalence
    ) -> None:
        """Of rows that look the same the first one stays."""
        seen = self._chooser_sees(node)
        kind = f"i{self.code.width}"
        named = self.code.variable(kind, "0")

        def name(k: Number) -> None:
            for value, what in zip(rows.get(k), kinds, strict=True):
                if what != "other":
                    mask = self.named_cards(value)
                    named.set(self.code.on_masks("or", Mask(named.get()), mask).text)

        self.code.count(rows.size, name)
        among = self.code.on_masks("and", Mask(named.get()), self.code.mask(copies.several))
        lowest = self.code.buffer("i64", self.code.machine.pack.size)

        def find(card: Number) -> None:
            place = self.code.give(f"getelementptr inbounds i64, ptr {lowest}, i64 {card.text}")
            first = self._lowest_alike(seen, card, among, copies)
            self.code.do(f"store i64 {first.text}, ptr {place}")

        self.code.bits(among, find)
        looks = Rows(self.code, len(kinds))
        looks.kinds = list(rows.kinds)

        def look(k: Number) -> None:
            looks.put([
                value if what == "other" else self._look_of(value, among, lowest)
                for value, what in zip(rows.get(k), kinds, strict=True)
            ])  # fmt: skip

        self.code.count(rows.size, look)
        kept = self.code.variable("i64", "0")

        def is_first(k: Number, _: list[Member]) -> Truth:
            """Compared with the looks of those that have stayed, which come first."""
            mine, new, out = (
                looks.get(k),
                self.code.variable("i1", "true"),
                self.code.label("compared"),
            )

            def compare(i: Number) -> None:
                same: Truth = YES
                for one, other in zip(looks.get(i), mine, strict=True):
                    same = self.code.both(same, self.sequences.same_member(one, other))

                def old() -> None:
                    new.set("false")
                    self.code.jump(out)

                self.code.if_(same, old)

            self.code.count(Number(kept.get(), 0, MOST_ROWS), compare)
            self.code.begin(out)

            def stay() -> None:
                at = Number(kept.get(), 0, MOST_ROWS - 1)
                looks._write(at, mine)
                kept.set(self.code.add(at, ONE).text)

            found = Truth(new.get())
            self.code.if_(found, stay)
            return found

        rows.keep(is_first)

    def named_cards(self, value: Member) -> Mask:
        """A card or cards as a set."""
        assert not isinstance(value, Listed)
        return value if isinstance(value, Mask) else self.code.bit(value)

    def _look_of(self, value: Member, among: Mask, lowest: str) -> Member:
        """A card, or cards, with the lowest of those that look the same in their place."""
        assert not isinstance(value, Listed)
        if isinstance(value, Number):
            found = self.code.variable("i64", value.text)

            def change() -> None:
                place = self.code.give(
                    f"getelementptr inbounds i64, ptr {lowest}, i64 {value.text}"
                )
                found.set(self.code.give(f"load i64, ptr {place}"))

            self.code.if_(self.code.has(among, value), change)
            return Number(found.get(), value.low, value.high)
        mask = self.code.variable(f"i{self.code.width}", self.code.without(value, among).text)

        def one(card: Number) -> None:
            place = self.code.give(f"getelementptr inbounds i64, ptr {lowest}, i64 {card.text}")
            first = self.code.give(f"load i64, ptr {place}")
            here = self.code.variable("i64", first)
            size = self.code.machine.pack.size
            # the lowest of its kind that is not named yet: so many of a kind are the first of it
            head, up, done = (
                self.code.label("taken"),
                self.code.label("up"),
                self.code.label("free"),
            )
            self.code.jump(head)
            self.code.begin(head)
            at = Number(here.get(), 0, size - 1)
            other = self.code.give(f"getelementptr inbounds i64, ptr {lowest}, i64 {at.text}")
            kind = self.code.give(f"load i64, ptr {other}")
            of_kind = self.code.both(
                self.code.has(among, at), Truth(self.code.give(f"icmp eq i64 {kind}, {first}"))
            )
            free = self.code.both(of_kind, self.code.no(self.code.has(Mask(mask.get()), at)))
            self.code.branch(free, done, up)
            self.code.begin(up)
            here.set(self.code.give(f"add i64 {at.text}, 1"))
            self.code.jump(head)
            self.code.begin(done)
            mask.set(self.code.on_masks("or", Mask(mask.get()), self.code.bit(at)).text)

        self.code.bits(self.code.on_masks("and", value, among), one)
        return Mask(mask.get())


def _asks(condition: p.Condition, slots: tuple[int, ...]) -> bool:
    return any(mentions(condition.test, slot) for slot in slots)
