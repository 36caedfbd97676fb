"""The operations on values: what builtins.py says they mean, as instructions."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.limits import MAX_NUMBER
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import names_in_expressions, runs
from hoyle.interpreter.native.arrangements import Arrangements
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.memory import Shared
from hoyle.interpreter.native.sequences import Buffer, Seq
from hoyle.interpreter.native.writer import (
    GIVEN_UP,
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

Value = Number | Mask | Truth | Seq
COMPARISONS = {"less": "slt", "more": "sgt", "at_most": "sle", "at_least": "sge"}


class Operations(Arrangements):
    """Writes operations; a layer above writes their arguments."""

    def __init__(self, all_: Shared) -> None:
        super().__init__(all_)
        self.filled: frozenset[p.Expr] = frozenset()  # lists that are known to have entries
        pack = self.machine.pack
        names = names_in_expressions(pack)
        self.ranks, self.suits = names["RANKS"], names["SUITS"]
        self.rank_masks, self.suit_masks = names["RANK_MASKS"], (*names["SUIT_MASKS"].values(),)
        self.by_name: dict[str, Callable[..., Value | Member]] = {
            "plus": self._on_numbers(self.add),
            "minus": self._on_numbers(self.subtract),
            "negate": lambda a: self.subtract(ZERO, self.number_of(a)),
            "times": self._times,
            "over": self._over,
            "kind_place": self._over,
            "remainder": self._remainder,
            "smaller": self._on_numbers(self.least),
            "larger": self._on_numbers(self.most),
            "is": lambda a, b: self._same(a, b),
            "is_not": lambda a, b: self.no(self._same(a, b)),
            "not": lambda a: self.no(self.truth(a)),
            "if": self.if_value,
            "all_if": lambda test, mask: self.if_value(test, mask, p.Const(0)),
            "bit": lambda a: self.bit(self.number_of(a)),
            "mask_of": self._mask_of_members,
            "union": self._on_masks("or"),
            "both": self._on_masks("and"),
            "without": lambda a, b: self.without(self.mask_of(a), self.mask_of(b)),
            "opposite": self._opposite,
            "is_empty": lambda a: self.no(self.truth(a)),
            "is_some": lambda a: self.truth(a),
            "has_bit": self._has_bit,
            "all_in": self._all_in,
            "count_bits": lambda a: self.size(self.mask_of(a)),
            "last_bit": self._last_bit,
            "rank": lambda a: self._of_card(self.ranks, a),
            "suit": lambda a: self._of_card(self.suits, a),
            "rank_mask": lambda a: self._mask_at(self.rank_masks, a),
            "suit_mask": self._suit_mask,
            "ranks_mask": lambda a: self._masks_of(self.rank_masks, a),
            "suits_mask": lambda a: self._masks_of(self.suit_masks, a),
            "ranks": lambda a: self._kinds_of(self.rank_masks, self.mask_of(a)),
            "suits": lambda a: self._kinds_of(self.suit_masks, self.mask_of(a)),
            "rank_of_all": lambda a: self._common(self.rank_masks, self.ranks, self.mask_of(a)),
            "suit_of_all": lambda a: self._common(self.suit_masks, self.suits, self.mask_of(a)),
            "one_rank": lambda a: self.compare(
                "sge", self._common(self.rank_masks, self.ranks, self.mask_of(a)), ZERO
            ),
            "one_suit": lambda a: self.compare(
                "sge", self._common(self.suit_masks, self.suits, self.mask_of(a)), ZERO
            ),
            "number": lambda a: self._at(pack.words.numbers, a),
            "consecutive": self._consecutive,
            "showing": lambda card: self.sees(None, self.number_of(card)),
            "sees": lambda seat, card: self.sees(self.number_of(seat), self.number_of(card)),
            "side": lambda a: self.modulo(self.number_of(a), self.machine.sides),
            "left": lambda a: self._next(a, 1),
            "right": lambda a: self._next(a, -1),
            "left_of_those": lambda a, among: self._next_of(a, among, 1),
            "right_of_those": lambda a, among: self._next_of(a, among, -1),
            # sequences
            "tuple": lambda *members: self.seq_of([self.member_of(m) for m in members]),
            "seq_mask": self._seq_mask,
            "mask_seq": lambda a: self.members_of(self.mask_of(a)),
            "range": lambda a, b: self.numbers_between(self.number_of(a), self.number_of(b)),
            "join": lambda *parts: self.joined([self.seq_of_expr(part) for part in parts]),
            "appended": self._appended,
            "has_entry": self._has_entry,
            "same_entries": self._same_entries,
            "count_entries": lambda a: self.seq_size(self.seq_of_expr(a)),
            "top": lambda a: self._end_of(a, "there is no top card: the pile is empty", last=True),
            "bottom": lambda a: self._end_of(
                a, "there is no bottom card: the pile is empty", last=False
            ),
            "last_entry": lambda a: self._end_of(
                a, "there is no last one: there are none", last=True
            ),
            "first_entry": self._first_entry,
            "entry_after": self._entry_after,
            "top_n": lambda a, n: self.top_of(self.seq_of_expr(a), self.number_of(n)),
            "reversed": lambda a: self.reversed_seq(self.seq_of_expr(a)),
            "repeated": lambda a, n: self.repeated(self.seq_of_expr(a), self.number_of(n)),
            "lookup": self._lookup,
            "seats_from": lambda a: self.seats(self.number_of(a), 0),
            "seats_after": lambda a: self.seats(self.number_of(a), 1),
            "subsets": lambda a: self.subsets(self.mask_of(a), None),
            "subsets_of_size": lambda a, n: self.subsets(self.mask_of(a), self.number_of(n)),
            "groups": self._groups,
            # lists of lists
            "arrangements": lambda a, b: self.arrangements(self.mask_of(a), self.seq_of_expr(b)),
            "extensions": lambda a, b: self.extensions(self.seq_of_expr(a), self.mask_of(b)),
            "laid_off": lambda *lists: self.laid_off(*map(self.seq_of_expr, lists)),
            "melds": lambda a: self.all_but_last(self.seq_of_expr(a)),
            "rest": lambda a: self.last_of(self.seq_of_expr(a)),
        }

    # ------------------------------------------------------------------ from the layer above

    def value(self, expr: p.Expr) -> Value:
        """An expression."""
        raise NotImplementedError

    def number_of(self, expr: p.Expr) -> Number:
        """An expression that is a number."""
        raise NotImplementedError

    def mask_of(self, expr: p.Expr) -> Mask:
        """An expression that is a set."""
        raise NotImplementedError

    def seq_of_expr(self, expr: p.Expr) -> Seq:
        """An expression that is a sequence."""
        raise NotImplementedError

    def truth(self, expr: p.Expr) -> Truth:
        """An expression that is asked whether it holds."""
        raise NotImplementedError

    def if_value(self, test: p.Expr, yes: p.Expr, no: p.Expr) -> Value:
        """One value or another."""
        raise NotImplementedError

    def sees(self, seat: Number | None, card: Number) -> Truth:
        """Whether a seat, or everybody, sees a card."""
        raise NotImplementedError

    # ------------------------------------------------------------------ kinds of values

    def operation(self, op: p.Op) -> Value:
        """An operation on its arguments."""
        if op.name in ("and", "or"):
            return self.truth(op)
        if op.name in COMPARISONS:
            a, b = map(self.number_of, op.args)
            return self.compare(COMPARISONS[op.name], a, b)
        write = self.by_name.get(op.name)
        if write is None:
            raise CannotLower(f"the operation `{op.name}`")
        return self.as_value(write(*op.args))

    def as_number_value(self, value: Value | Member) -> Number:
        """A value as a number."""
        if isinstance(value, Number):
            return value
        if isinstance(value, Truth):
            return self.as_number(value)
        raise CannotLower("a set or list in place of a number")

    def as_mask(self, value: Value | Member) -> Mask:
        """A value as a set."""
        if isinstance(value, Mask):
            return value
        if isinstance(value, Number) and value.low >= 0:
            return self.as_set(value)
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

    def member_of(self, expr: p.Expr) -> Member:
        """An expression as a member of a sequence."""
        return self.as_member(self.value(expr))

    def holds(self, value: Value) -> Truth:
        """Whether a value is other than 0 or empty."""
        match value:
            case Truth():
                return value
            case Number():
                return self.compare("ne", value, ZERO)
            case Mask():
                return self.some(value)
        return self.compare("ne", self.seq_size(value), ZERO)

    def _on_numbers(self, how: Callable[[Number, Number], Number]) -> Callable[..., Value]:
        return lambda a, b: how(self.number_of(a), self.number_of(b))

    def _on_masks(self, how: str) -> Callable[..., Value]:
        return lambda a, b: self.on_masks(how, self.mask_of(a), self.mask_of(b))

    # ------------------------------------------------------------------ numbers and truth

    def _times(self, a: p.Expr, b: p.Expr) -> Number:
        product = self.multiply(self.number_of(a), self.number_of(b))
        if isinstance(a, p.Const) or isinstance(b, p.Const):
            return product  # it grows no faster than the text
        return self.within(product, -MAX_NUMBER, MAX_NUMBER)

    def _over(self, a: p.Expr, b: p.Expr) -> Number:
        one, other = self.number_of(a), self.number_of(b)
        says = "nothing can be divided by 0"
        self.need(self.compare("ne", other, ZERO), self.fault_number(says))
        return self.divide(one, other)

    def _remainder(self, a: p.Expr, b: p.Expr) -> Number:
        one, other = self.number_of(a), self.number_of(b)
        self.need(self.compare("ne", other, ZERO), self.fault_number("nothing can be divided by 0"))
        return self.subtract(one, self.multiply(self.divide(one, other), other))

    def _same(self, a: p.Expr, b: p.Expr) -> Truth:
        one, other = self.value(a), self.value(b)
        if isinstance(one, Seq) or isinstance(other, Seq):
            if not (isinstance(one, Seq) and isinstance(other, Seq)):
                raise CannotLower("a list beside a value")
            return self._same_lists(one, other)
        if isinstance(one, Mask) or isinstance(other, Mask):
            return self.is_mask("eq", self.as_mask(one), self.as_mask(other))
        return self.compare("eq", self.as_number_value(one), self.as_number_value(other))

    def same_member(self, one: Member, other: Member) -> Truth:
        """Whether two members are the same."""
        if isinstance(one, Listed) and isinstance(other, Listed):
            return self._same_lists(self.sets_of(one), self.sets_of(other))
        if isinstance(one, Mask) or isinstance(other, Mask):
            return self.is_mask("eq", self.as_mask(one), self.as_mask(other))
        return self.compare("eq", self.as_number_value(one), self.as_number_value(other))

    def _same_lists(self, one: Seq, other: Seq) -> Truth:
        (get_one, size), (get_other, length) = self.kept_parts(one), self.kept_parts(other)
        found = self.variable("i1", self.compare("eq", size, length).text)

        def compare(k: Number) -> None:
            same = self.same_member(get_one(k), get_other(k))
            found.set(self.both(Truth(found.get()), same).text)

        self.count(self.least(size, length), compare, bound=max(1, one.bound))
        return Truth(found.get())

    # ------------------------------------------------------------------ sets

    def _mask_of_members(self, *members: p.Expr) -> Mask:
        found = Mask("0")
        for member in members:
            found = self.on_masks("or", found, self.bit(self.number_of(member)))
        return found

    def _opposite(self, a: p.Expr, everything: p.Expr) -> Mask:
        mask = self.mask_of(a)
        return self.without(self.mask_of(everything), mask)

    def _has_bit(self, a: p.Expr, mask: p.Expr) -> Truth:
        member, held = self.number_of(a), self.mask_of(mask)
        if member.high >= self.width:  # such a number is in no set
            inside = self.compare("slt", member, number(self.width))
            member = self.select(inside, member, NONE)
            member = Number(member.text, member.low, self.width - 1)
        return self.has(held, member)

    def _all_in(self, a: p.Expr, b: p.Expr) -> Truth:
        inner, outer = self.mask_of(a), self.mask_of(b)
        return self.both(
            self.some(inner), self.is_mask("eq", self.without(inner, outer), Mask("0"))
        )

    def _last_bit(self, a: p.Expr) -> Number:
        mask = self.mask_of(a)
        says = "there is no last one: there are none"
        self.need(self.some(mask), self.fault_number(says))
        return self.highest(mask)

    # ------------------------------------------------------------------ cards

    def _at(self, values: tuple[int, ...], a: p.Expr) -> Number:
        """What stands in a table; -1 is its last place."""
        return self.look_up(values, self.from_last(self.number_of(a), len(values)))

    def from_last(self, place: Number, size: int) -> Number:
        """A place in a table, where -1 is the last one."""
        place = self.within(place, -1, size - 1)
        if place.low >= 0:
            return place
        found = self.select(self.compare("slt", place, ZERO), number(size - 1), place)
        return Number(found.text, 0, size - 1) if not found.known else found

    def _of_card(self, values: tuple[int, ...], a: p.Expr) -> Number:
        """The rank or suit of a card; of none, none."""
        card = self.number_of(a)
        found = self.look_up(values, self.from_last(card, len(values)))
        if card.low >= 0 and not found.known:
            return Number(found.text, min((0, *values[:-1])), found.high)
        return found

    def _mask_at(self, masks: tuple[int, ...], a: p.Expr) -> Mask:
        return self.mask_from(masks, self.from_last(self.number_of(a), len(masks)))

    def _suit_mask(self, a: p.Expr) -> Mask:
        """The cards of a suit; none where it is an alternative that is no suit."""
        *suits, of_none = self.suit_masks
        place = self.number_of(a)
        if place.high >= len(suits):
            place = self.least(place, number(len(suits)))
        masks = (*suits, 0, of_none)
        return self.mask_from(masks, self.from_last(place, len(masks)))

    def _masks_of(self, masks: tuple[int, ...], a: p.Expr) -> Mask:
        """The cards of all ranks, or suits, of a set, in which there may be more than these."""
        which, found = self.mask_of(a), self.variable(f"i{self.width}", "0")
        which = self.on_masks("and", which, self.mask((1 << (len(masks) - 1)) - 1))

        def add(k: Number) -> None:
            at = self.within(Number(k.text, 0, self.members), 0, len(masks) - 1)
            found.set(self.on_masks("or", Mask(found.get()), self.mask_from(masks, at)).text)

        self.bits(which, add)
        return Mask(found.get())

    def _kinds_of(self, masks: tuple[int, ...], cards: Mask) -> Mask:
        """The ranks, or suits, of cards."""
        found = Mask("0")
        for k, mask in enumerate(masks[:-1]):
            here = self.some(self.on_masks("and", cards, self.mask(mask)))
            found = self.on_masks("or", found, self.choose_mask(here, self.mask(1 << k), Mask("0")))
        return found

    def _common(self, masks: tuple[int, ...], of: tuple[int, ...], cards: Mask) -> Number:
        """The rank, or suit, that all cards have; none where there is no such."""
        size = self.machine.pack.size
        some = self.some(cards)
        first = self.select(some, self.lowest(cards), number(size))
        first = Number(first.text, 0, size)
        kind = self.look_up(of, first)
        mask = self.mask_from(masks, self.from_last(kind, len(masks)))
        inside = self.is_mask("eq", self.without(cards, mask), Mask("0"))
        return self.select(inside, kind, NONE)

    def _consecutive(self, a: p.Expr, order: p.Expr) -> Truth:
        """Whether cards are of ranks that follow one another, each once."""
        if not isinstance(order, p.Const) or not isinstance(order.value, tuple):
            raise CannotLower("an order that is not known before play")
        cards = self.mask_of(a)
        ranks = self._kinds_of(self.rank_masks, cards)
        stretches = sorted(
            {run for n in range(1, len(order.value) + 1) for run in runs(order.value, n)}
        )
        found = NO
        for run in stretches:
            found = self.either(found, self.is_mask("eq", ranks, self.mask(run)))
        alone = self.compare("eq", self.size(ranks), self.size(cards))
        return self.both(alone, found)

    # ------------------------------------------------------------------ seats

    def _next(self, a: p.Expr, step: int) -> Number:
        return self.modulo(self.add(self.number_of(a), number(step)), self.machine.players)

    def _next_of(self, a: p.Expr, among: p.Expr, step: int) -> Number:
        """The next seat of some round the table."""
        seat, seats = self.number_of(a), self.mask_of(among)
        players = self.machine.players
        found, out = self.variable("i64", "-1"), self.label("seat")

        def look(k: Number) -> None:
            far = self.multiply(self.add(k, ONE), number(step))
            here = self.modulo(self.add(seat, far), players)

            def take() -> None:
                found.set(here.text)
                self.jump(out)

            self.if_(self.has(seats, here), take)

        self.count(number(players), look)
        self.begin(out)
        return Number(found.get(), -1, players - 1)

    # ------------------------------------------------------------------ sequences

    def _seq_mask(self, a: p.Expr) -> Mask:
        found, most = self.variable(f"i{self.width}", "0"), 0

        def add(member: Member) -> None:
            nonlocal most
            one = self.as_number_value(member)
            most = max(most, one.high + 1)
            found.set(self.on_masks("or", Mask(found.get()), self.bit(one)).text)

        self.seq_of_expr(a).each(add)
        return Mask(found.get(), most)

    def _appended(self, one: p.Expr, more: p.Expr) -> Seq:
        """Two lists one after another, each entry once."""
        parts = self.seq_of_expr(one), self.seq_of_expr(more)
        buffer = Buffer(self, sum(part.bound for part in parts))
        seen = self.variable(f"i{self.width}", "0")

        def add(member: Member) -> None:
            bit = self.bit(self.as_number_value(member))
            there = self.compare(
                "sgt", self.size(self.on_masks("and", Mask(seen.get()), bit)), ZERO
            )
            seen.set(self.on_masks("or", Mask(seen.get()), bit).text)
            self.if_(self.no(there), lambda: buffer.put(member))

        for part in parts:
            part.each(add)
        return buffer.as_seq()

    def _has_entry(self, a: p.Expr, b: p.Expr) -> Truth:
        wanted = self.member_of(a)
        found = self.variable("i1", "false")
        self.seq_of_expr(b).each(
            lambda member: found.set(
                self.either(Truth(found.get()), self.same_member(wanted, member)).text
            )
        )
        return Truth(found.get())

    def _same_entries(self, a: p.Expr, b: p.Expr) -> Truth:
        """Whether two lists have the same entries, each equally often."""
        one, other = self.kept(self.seq_of_expr(a)), self.kept(self.seq_of_expr(b))
        same = self.compare("eq", self.seq_size(one), self.seq_size(other))
        found = self.variable("i1", same.text)

        def compare(member: Member) -> None:
            here, there = self.variable("i64", "0"), self.variable("i64", "0")
            for seq, count in ((one, here), (other, there)):
                seq.each(
                    lambda entry, count=count: count.set(  # type: ignore[misc]
                        self.add(
                            Number(count.get(), 0, 2**31),
                            self.as_number(self.same_member(member, entry)),
                        ).text
                    )
                )
            alike = self.compare("eq", Number(here.get()), Number(there.get()))
            found.set(self.both(Truth(found.get()), alike).text)

        one.each(compare)
        return Truth(found.get())

    def _end_of(self, a: p.Expr, says: str, *, last: bool) -> Member:
        get, size = self.kept_parts(self.seq_of_expr(a))
        if not isinstance(a, p.Get) or a not in self.filled:
            self.need(self.compare("ne", size, ZERO), self.fault_number(says))
        elif last:  # it may be worked out where it is not wanted, and must lie in the list
            size = self.most(size, ONE)
        place = self.subtract(size, ONE) if last else ZERO
        return get(Number(place.text, max(0, place.low), max(0, place.high)))

    def _first_entry(self, a: p.Expr) -> Member:
        get, size = self.kept_parts(self.seq_of_expr(a))
        if size == ZERO:
            return NONE
        some = self.compare("ne", size, ZERO)
        found = self.variable(f"i{self.width}", "-1")
        kept: list[Member] = []

        def take() -> None:
            member = get(ZERO)
            if isinstance(member, Listed):
                raise CannotLower("the first of several lists")
            kept.append(member)
            found.kind = f"i{self.width}" if isinstance(member, Mask) else "i64"
            found.set(member.text)

        self.if_(some, take)
        text = found.get()
        member = kept[0]
        if isinstance(member, Mask):
            return Mask(text)
        assert isinstance(member, Number)
        return Number(text, min(-1, member.low), max(-1, member.high))

    def _entry_after(self, a: p.Expr, b: p.Expr) -> Number:
        """The entry behind the first that is such a one; none where there is none."""
        get, size = self.kept_parts(self.seq_of_expr(a))
        wanted = self.number_of(b)
        found, out = self.variable("i64", "-1"), self.label("after")
        low, high = [-1], [-1]

        def look(k: Number) -> None:
            def take() -> None:
                behind = self.add(k, ONE)

                def there() -> None:
                    entry = self.as_number_value(get(behind))
                    low.append(entry.low)
                    high.append(entry.high)
                    found.set(entry.text)

                self.if_(self.compare("slt", behind, size), there)
                self.jump(out)

            self.if_(self.compare("eq", self.as_number_value(get(k)), wanted), take)

        self.count(size, look)
        self.begin(out)
        return Number(found.get(), min(low), max(high))

    def _lookup(self, table: p.Expr, place: p.Expr) -> Member:
        if isinstance(table, p.Const) and isinstance(table.value, tuple):
            values = (*table.value, -1)
            if all(-(2**63) <= value < 2**63 for value in values):
                values, place = self._by_card(values, place)
                at = self.number_of(place)
                found = self.look_up(values, self.from_last(at, len(values)))
                if at.low >= 0 and at.high < len(values) - 1 and not found.known:
                    return Number(found.text, min(values[:-1]), max(values[:-1]))
                return found
        get, size = self.kept_parts(self.seq_of_expr(table))
        at = self.number_of(place)
        inside = self.both(self.compare("sge", at, ZERO), self.compare("slt", at, size))
        self.need(inside, GIVEN_UP)
        return get(Number(at.text, max(0, at.low), max(0, min(at.high, size.high - 1))))

    def _by_card(
        self, values: tuple[int, ...], place: p.Expr
    ) -> tuple[tuple[int, ...], p.Expr]:  # fmt: skip
        """A table asked by a card's rank or suit is one table asked by the card."""
        match place:
            case p.Op(name="rank" | "suit" as name, args=(card,)):
                kinds = self.ranks if name == "rank" else self.suits
                if max(kinds) < len(values) - 1:
                    return tuple(values[kind] for kind in kinds), card
        return values, place

    def _groups(self, a: p.Expr) -> Seq:
        """The subsets of the cards of each rank."""
        cards = self.mask_of(a)
        kept = [mask for mask in self.rank_masks[:-1] if mask]
        masks = tuple(kept)
        most = self.machine.pack.size

        def each(body: Callable[[Member], None]) -> None:
            def of_rank(k: Number) -> None:
                mine = self.on_masks("and", cards, self.mask_from(masks, k))
                self.subsets(mine, None).each(body)

            self.count(number(len(masks)), of_rank)

        most_of_one = max((mask.bit_count() for mask in masks), default=0)
        bound = len(masks) * 2 ** min(12, most_of_one)
        return Seq(min(bound, 2**20) if most else 0, each, fails=most_of_one > 12)


__all__ = ["YES", "Operations", "Value"]
