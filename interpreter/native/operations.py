"""The operations on values: what builtins.py says they mean, as instructions."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.limits import MAX_NUMBER
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import names_in_expressions, runs, say_empty
from hoyle.interpreter.native.arrangements import Arrangements
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.sequences import Buffer, Seq, Sequences, Value
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
from hoyle.interpreter.native.zones import Evaluation, Zones

COMPARISONS = {"less": "slt", "more": "sgt", "at_most": "sle", "at_least": "sge"}


class Operations:
    """Writes operations on values that `expressions` write."""

    def __init__(self, sequences: Sequences, zones: Zones, expressions: Evaluation) -> None:
        self.code, self.sequences = sequences.code, sequences
        self.zones, self.expressions = zones, expressions
        layouts = Arrangements(sequences)
        mask_of, list_of = expressions.mask_of, expressions.seq_of_expr
        self.filled: frozenset[p.Expr] = frozenset()  # lists that are known to have entries
        pack = self.code.machine.pack
        names = names_in_expressions(pack)
        self.ranks, self.suits = names["RANKS"], names["SUITS"]
        self.rank_masks, self.suit_masks = names["RANK_MASKS"], (*names["SUIT_MASKS"].values(),)
        self.by_name: dict[str, Callable[..., Value | Member]] = {
            "plus": self._on_numbers(self.code.add),
            "minus": self._on_numbers(self.code.subtract),
            "negate": lambda a: self.code.subtract(ZERO, self.expressions.number_of(a)),
            "times": self._times,
            "over": self._over,
            "kind_place": self._over,
            "remainder": self._remainder,
            "smaller": self._on_numbers(self.code.least),
            "larger": self._on_numbers(self.code.most),
            "is": lambda a, b: self._same(a, b),
            "is_not": lambda a, b: self.code.no(self._same(a, b)),
            "not": lambda a: self.code.no(self.expressions.truth(a)),
            "if": self.expressions.if_value,
            "all_if": lambda test, mask: self.expressions.if_value(test, mask, p.Const(0)),
            "bit": lambda a: self.code.bit(self.expressions.number_of(a)),
            "mask_of": self._mask_of_members,
            "union": self._on_masks("or"),
            "both": self._on_masks("and"),
            "without": lambda a, b: self.code.without(
                self.expressions.mask_of(a), self.expressions.mask_of(b)
            ),
            "opposite": self._opposite,
            "is_empty": lambda a: self.code.no(self.expressions.truth(a)),
            "is_some": lambda a: self.expressions.truth(a),
            "has_bit": self._has_bit,
            "all_in": self._all_in,
            "count_bits": lambda a: self.code.size(self.expressions.mask_of(a)),
            "last_bit": self._last_bit,
            "rank": lambda a: self._of_card(self.ranks, a),
            "suit": lambda a: self._of_card(self.suits, a),
            "rank_mask": lambda a: self._mask_at(self.rank_masks, a),
            "suit_mask": self._suit_mask,
            "ranks_mask": lambda a: self._masks_of(self.rank_masks, a),
            "suits_mask": lambda a: self._masks_of(self.suit_masks, a),
            "ranks": lambda a: self._kinds_of(self.rank_masks, self.expressions.mask_of(a)),
            "suits": lambda a: self._kinds_of(self.suit_masks, self.expressions.mask_of(a)),
            "rank_of_all": lambda a: self._common(
                self.rank_masks, self.ranks, self.expressions.mask_of(a)
            ),
            "suit_of_all": lambda a: self._common(
                self.suit_masks, self.suits, self.expressions.mask_of(a)
            ),
            "one_rank": lambda a: self._is_alike(
                self.rank_masks, self.ranks, self.expressions.mask_of(a)
            ),
            "one_suit": lambda a: self._is_alike(
                self.suit_masks, self.suits, self.expressions.mask_of(a)
            ),
            "number": lambda a: self._at(pack.words.numbers, a),
            "consecutive": self._consecutive,
            "showing": lambda card: self.zones.sees(None, self.expressions.number_of(card)),
            "sees": lambda seat, card: self.zones.sees(
                self.expressions.number_of(seat), self.expressions.number_of(card)
            ),
            "side": lambda a: self.code.modulo(
                self.expressions.number_of(a), self.code.machine.sides
            ),
            "left": lambda a: self._next(a, 1),
            "right": lambda a: self._next(a, -1),
            "left_of_those": lambda a, among: self._next_of(a, among, 1),
            "right_of_those": lambda a, among: self._next_of(a, among, -1),
            # sequences
            "tuple": lambda *members: self.sequences.seq_of([self.member_of(m) for m in members]),
            "seq_mask": self._seq_mask,
            "mask_seq": lambda a: self.sequences.members_of(self.expressions.mask_of(a)),
            "range": lambda a, b: self.sequences.numbers_between(
                self.expressions.number_of(a), self.expressions.number_of(b)
            ),
            "join": lambda *parts: self.sequences.joined(
                [self.expressions.seq_of_expr(part) for part in parts]
            ),
            "appended": self._appended,
            "has_entry": self._has_entry,
            "same_entries": self._same_entries,
            "count_entries": lambda a: self.sequences.seq_size(self.expressions.seq_of_expr(a)),
            "top": lambda a: self._end_of(a, self._say_empty("top", a), last=True),
            "bottom": lambda a: self._end_of(a, self._say_empty("bottom", a), last=False),
            "last_entry": lambda a: self._end_of(
                a, "there is no last one: there are none", last=True
            ),
            "first_entry": self._first_entry,
            "entry_after": self._entry_after,
            "top_n": lambda a, n: self.sequences.top_of(
                self.expressions.seq_of_expr(a), self.expressions.number_of(n)
            ),
            "reversed": lambda a: self.sequences.reversed_seq(self.expressions.seq_of_expr(a)),
            "repeated": lambda a, n: self.sequences.repeated(
                self.expressions.seq_of_expr(a), self.expressions.number_of(n)
            ),
            "lookup": self._lookup,
            "seats_from": lambda a: self.sequences.seats(self.expressions.number_of(a), 0),
            "seats_after": lambda a: self.sequences.seats(self.expressions.number_of(a), 1),
            "subsets": lambda a: self.sequences.subsets(self.expressions.mask_of(a), None),
            "subsets_alike": self._subsets_alike,
            "subsets_of_size": lambda a, n: self.sequences.subsets(
                self.expressions.mask_of(a), self.expressions.number_of(n)
            ),
            "groups": self._groups,
            # lists of lists
            "arrangements": lambda a, b: layouts.arrangements(mask_of(a), list_of(b)),
            "extensions": lambda a, b: layouts.extensions(list_of(a), mask_of(b)),
            "laid_off": lambda *lists: layouts.laid_off(*map(list_of, lists)),
            "melds": lambda a: layouts.all_but_last(list_of(a)),
            "rest": lambda a: layouts.last_of(list_of(a)),
        }

    # ------------------------------------------------------------------ kinds of values

    def operation(self, op: p.Op) -> Value:
        """An operation on its arguments."""
        if op.name in ("and", "or"):
            return self.expressions.truth(op)
        if op.name in COMPARISONS:
            a, b = map(self.expressions.number_of, op.args)
            return self.code.compare(COMPARISONS[op.name], a, b)
        write = self.by_name.get(op.name)
        if write is None:
            raise CannotLower(f"the operation `{op.name}`")
        return self.sequences.as_value(write(*op.args))

    def member_of(self, expr: p.Expr) -> Member:
        """An expression as a member of a sequence."""
        return self.sequences.as_member(self.expressions.value(expr))

    def _on_numbers(self, how: Callable[[Number, Number], Number]) -> Callable[..., Value]:
        return lambda a, b: how(self.expressions.number_of(a), self.expressions.number_of(b))

    def _on_masks(self, how: str) -> Callable[..., Value]:
        return lambda a, b: self.code.on_masks(
            how, self.expressions.mask_of(a), self.expressions.mask_of(b)
        )

    # ------------------------------------------------------------------ numbers and truth

    def _times(self, a: p.Expr, b: p.Expr) -> Number:
        product = self.code.multiply(self.expressions.number_of(a), self.expressions.number_of(b))
        if isinstance(a, p.Const) or isinstance(b, p.Const):
            return product  # it grows no faster than the text
        return self.code.within(product, -MAX_NUMBER, MAX_NUMBER)

    def _over(self, a: p.Expr, b: p.Expr) -> Number:
        one, other = self.expressions.number_of(a), self.expressions.number_of(b)
        says = "nothing can be divided by 0"
        self.code.need(self.code.compare("ne", other, ZERO), self.code.fault_number(says))
        return self.code.divide(one, other)

    def _remainder(self, a: p.Expr, b: p.Expr) -> Number:
        one, other = self.expressions.number_of(a), self.expressions.number_of(b)
        self.code.need(
            self.code.compare("ne", other, ZERO),
            self.code.fault_number("nothing can be divided by 0"),
        )
        return self.code.subtract(one, self.code.multiply(self.code.divide(one, other), other))

    def _same(self, a: p.Expr, b: p.Expr) -> Truth:
        one, other = self.expressions.value(a), self.expressions.value(b)
        if isinstance(one, Seq) or isinstance(other, Seq):
            if not (isinstance(one, Seq) and isinstance(other, Seq)):
                raise CannotLower("a list beside a value")
            return self.sequences.same_lists(one, other)
        if isinstance(one, Mask) or isinstance(other, Mask):
            return self.code.is_mask(
                "eq", self.sequences.as_mask(one), self.sequences.as_mask(other)
            )
        return self.code.compare(
            "eq", self.sequences.as_number_value(one), self.sequences.as_number_value(other)
        )

    # ------------------------------------------------------------------ sets

    def _mask_of_members(self, *members: p.Expr) -> Mask:
        found = Mask("0")
        for member in members:
            found = self.code.on_masks(
                "or", found, self.code.bit(self.expressions.number_of(member))
            )
        return found

    def _opposite(self, a: p.Expr, everything: p.Expr) -> Mask:
        mask = self.expressions.mask_of(a)
        return self.code.without(self.expressions.mask_of(everything), mask)

    def _has_bit(self, a: p.Expr, mask: p.Expr) -> Truth:
        member, held = self.expressions.number_of(a), self.expressions.mask_of(mask)
        if member.high >= self.code.width:  # such a number is in no set
            inside = self.code.compare("slt", member, number(self.code.width))
            member = self.code.select(inside, member, NONE)
            member = Number(member.text, member.low, self.code.width - 1)
        return self.code.has(held, member)

    def _all_in(self, a: p.Expr, b: p.Expr) -> Truth:
        inner, outer = self.expressions.mask_of(a), self.expressions.mask_of(b)
        return self.code.both(
            self.code.some(inner),
            self.code.is_mask("eq", self.code.without(inner, outer), Mask("0")),
        )

    def _last_bit(self, a: p.Expr) -> Number:
        mask = self.expressions.mask_of(a)
        says = "there is no last one: there are none"
        self.code.need(self.code.some(mask), self.code.fault_number(says))
        return self.code.highest(mask)

    # ------------------------------------------------------------------ cards

    def _at(self, values: tuple[int, ...], a: p.Expr) -> Number:
        """What stands in a table; -1 is its last place."""
        return self.code.look_up(values, self.from_last(self.expressions.number_of(a), len(values)))

    def from_last(self, place: Number, size: int) -> Number:
        """A place in a table, where -1 is the last one."""
        place = self.code.within(place, -1, size - 1)
        if place.low >= 0:
            return place
        found = self.code.select(self.code.compare("slt", place, ZERO), number(size - 1), place)
        return Number(found.text, 0, size - 1) if not found.known else found

    def _of_card(self, values: tuple[int, ...], a: p.Expr) -> Number:
        """The rank or suit of a card; of none, none."""
        card = self.expressions.number_of(a)
        found = self.code.look_up(values, self.from_last(card, len(values)))
        if card.low >= 0 and not found.known:
            return Number(found.text, min((0, *values[:-1])), found.high)
        return found

    def _mask_at(self, masks: tuple[int, ...], a: p.Expr) -> Mask:
        return self.code.mask_from(masks, self.from_last(self.expressions.number_of(a), len(masks)))

    def _suit_mask(self, a: p.Expr) -> Mask:
        """The cards of a suit; none where it is an alternative that is no suit."""
        *suits, of_none = self.suit_masks
        place = self.expressions.number_of(a)
        if place.high >= len(suits):
            place = self.code.least(place, number(len(suits)))
        masks = (*suits, 0, of_none)
        return self.code.mask_from(masks, self.from_last(place, len(masks)))

    def _masks_of(self, masks: tuple[int, ...], a: p.Expr) -> Mask:
        """The cards of all ranks, or suits, of a set, in which there may be more than these."""
        which, found = self.expressions.mask_of(a), self.code.variable(f"i{self.code.width}", "0")
        which = self.code.on_masks("and", which, self.code.mask((1 << (len(masks) - 1)) - 1))

        def add(k: Number) -> None:
            at = self.code.within(Number(k.text, 0, self.code.members), 0, len(masks) - 1)
            found.set(
                self.code.on_masks("or", Mask(found.get()), self.code.mask_from(masks, at)).text
            )

        self.code.bits(which, add)
        return Mask(found.get())

    def _kinds_of(self, masks: tuple[int, ...], cards: Mask) -> Mask:
        """The ranks, or suits, of cards."""
        found = Mask("0")
        for k, mask in enumerate(masks[:-1]):
            here = self.code.some(self.code.on_masks("and", cards, self.code.mask(mask)))
            found = self.code.on_masks(
                "or", found, self.code.choose_mask(here, self.code.mask(1 << k), Mask("0"))
            )
        return found

    def _common(self, masks: tuple[int, ...], of: tuple[int, ...], cards: Mask) -> Number:
        """The rank, or suit, that all cards have; none where there is no such."""
        size = self.code.machine.pack.size
        some = self.code.some(cards)
        first = self.code.select(some, self.code.lowest(cards), number(size))
        first = Number(first.text, 0, size)
        kind = self.code.look_up(of, first)
        mask = self.code.mask_from(masks, self.from_last(kind, len(masks)))
        inside = self.code.is_mask("eq", self.code.without(cards, mask), Mask("0"))
        return self.code.select(inside, kind, NONE)

    def _is_alike(self, masks: tuple[int, ...], of: tuple[int, ...], cards: Mask) -> Truth:
        return self.code.compare("sge", self._common(masks, of, cards), ZERO)

    def _subsets_alike(self, a: p.Expr) -> Seq:
        """The subsets that are of one rank or of one suit."""
        every = self.sequences.subsets(self.expressions.mask_of(a), None)

        def each(body: Callable[[Member], None]) -> None:
            def ask(part: Member) -> None:
                assert isinstance(part, Mask)
                one_rank = self._is_alike(self.rank_masks, self.ranks, part)
                one_suit = self._is_alike(self.suit_masks, self.suits, part)
                self.code.if_(self.code.either(one_rank, one_suit), lambda: body(part))

            every.each(ask)

        return Seq(every.bound, each)

    def _consecutive(self, a: p.Expr, order: p.Expr) -> Truth:
        """Whether cards are of ranks that follow one another, each once."""
        if not isinstance(order, p.Const) or not isinstance(order.value, tuple):
            raise CannotLower("an order that is not known before play")
        cards = self.expressions.mask_of(a)
        ranks = self._kinds_of(self.rank_masks, cards)
        stretches = sorted(
            {run for n in range(1, len(order.value) + 1) for run in runs(order.value, n)}
        )
        found = NO
        for run in stretches:
            found = self.code.either(found, self.code.is_mask("eq", ranks, self.code.mask(run)))
        alone = self.code.compare("eq", self.code.size(ranks), self.code.size(cards))
        return self.code.both(alone, found)

    # ------------------------------------------------------------------ seats

    def _next(self, a: p.Expr, step: int) -> Number:
        return self.code.modulo(
            self.code.add(self.expressions.number_of(a), number(step)), self.code.machine.players
        )

    def _next_of(self, a: p.Expr, among: p.Expr, step: int) -> Number:
        """The next seat of some round the table."""
        seat, seats = self.expressions.number_of(a), self.expressions.mask_of(among)
        players = self.code.machine.players
        found, out = self.code.variable("i64", "-1"), self.code.label("seat")

        def look(k: Number) -> None:
            far = self.code.multiply(self.code.add(k, ONE), number(step))
            here = self.code.modulo(self.code.add(seat, far), players)

            def take() -> None:
                found.set(here.text)
                self.code.jump(out)

            self.code.if_(self.code.has(seats, here), take)

        self.code.count(number(players), look)
        self.code.begin(out)
        return Number(found.get(), -1, players - 1)

    # ------------------------------------------------------------------ sequences

    def _seq_mask(self, a: p.Expr) -> Mask:
        found, most = self.code.variable(f"i{self.code.width}", "0"), 0

        def add(member: Member) -> None:
            nonlocal most
            one = self.sequences.as_number_value(member)
            most = max(most, one.high + 1)
            found.set(self.code.on_masks("or", Mask(found.get()), self.code.bit(one)).text)

        self.expressions.seq_of_expr(a).each(add)
        return Mask(found.get(), most)

    def _appended(self, one: p.Expr, more: p.Expr) -> Seq:
        """Two lists one after another, each entry once."""
        parts = self.expressions.seq_of_expr(one), self.expressions.seq_of_expr(more)
        buffer = Buffer(self.code, sum(part.bound for part in parts))
        seen = self.code.variable(f"i{self.code.width}", "0")

        def add(member: Member) -> None:
            bit = self.code.bit(self.sequences.as_number_value(member))
            there = self.code.compare(
                "sgt", self.code.size(self.code.on_masks("and", Mask(seen.get()), bit)), ZERO
            )
            seen.set(self.code.on_masks("or", Mask(seen.get()), bit).text)
            self.code.if_(self.code.no(there), lambda: buffer.put(member))

        for part in parts:
            part.each(add)
        return buffer.as_seq()

    def _has_entry(self, a: p.Expr, b: p.Expr) -> Truth:
        wanted = self.member_of(a)
        found = self.code.variable("i1", "false")
        self.expressions.seq_of_expr(b).each(
            lambda member: found.set(
                self.code.either(
                    Truth(found.get()), self.sequences.same_member(wanted, member)
                ).text
            )
        )
        return Truth(found.get())

    def _same_entries(self, a: p.Expr, b: p.Expr) -> Truth:
        """Whether two lists have the same entries, each equally often."""
        one, other = (
            self.sequences.kept(self.expressions.seq_of_expr(a)),
            self.sequences.kept(self.expressions.seq_of_expr(b)),
        )
        same = self.code.compare("eq", self.sequences.seq_size(one), self.sequences.seq_size(other))
        found = self.code.variable("i1", same.text)

        def compare(member: Member) -> None:
            here, there = self.code.variable("i64", "0"), self.code.variable("i64", "0")
            for seq, count in ((one, here), (other, there)):
                seq.each(
                    lambda entry, count=count: count.set(  # type: ignore[misc]
                        self.code.add(
                            Number(count.get(), 0, 2**31),
                            self.code.as_number(self.sequences.same_member(member, entry)),
                        ).text
                    )
                )
            alike = self.code.compare("eq", Number(here.get()), Number(there.get()))
            found.set(self.code.both(Truth(found.get()), alike).text)

        one.each(compare)
        return Truth(found.get())

    def _say_empty(self, end: str, pile: p.Expr) -> str:
        return say_empty(end, p.name_pile(self.code.machine.zones, pile))

    def _end_of(self, a: p.Expr, says: str, *, last: bool) -> Member:
        get, size = self.sequences.kept_parts(self.expressions.seq_of_expr(a))
        if not isinstance(a, p.Get) or a not in self.filled:
            self.code.need(self.code.compare("ne", size, ZERO), self.code.fault_number(says))
        elif last:  # it may be worked out where it is not wanted, and must lie in the list
            size = self.code.most(size, ONE)
        place = self.code.subtract(size, ONE) if last else ZERO
        return get(Number(place.text, max(0, place.low), max(0, place.high)))

    def _first_entry(self, a: p.Expr) -> Member:
        get, size = self.sequences.kept_parts(self.expressions.seq_of_expr(a))
        if size == ZERO:
            return NONE
        some = self.code.compare("ne", size, ZERO)
        found = self.code.variable(f"i{self.code.width}", "-1")
        kept: list[Member] = []

        def take() -> None:
            member = get(ZERO)
            if isinstance(member, Listed):
                raise CannotLower("the first of several lists")
            kept.append(member)
            found.kind = f"i{self.code.width}" if isinstance(member, Mask) else "i64"
            found.set(member.text)

        self.code.if_(some, take)
        text = found.get()
        member = kept[0]
        if isinstance(member, Mask):
            return Mask(text)
        assert isinstance(member, Number)
        return Number(text, min(-1, member.low), max(-1, member.high))

    def _entry_after(self, a: p.Expr, b: p.Expr) -> Number:
        """The entry behind the first that is such a one; none where there is none."""
        get, size = self.sequences.kept_parts(self.expressions.seq_of_expr(a))
        wanted = self.expressions.number_of(b)
        found, out = self.code.variable("i64", "-1"), self.code.label("after")
        low, high = [-1], [-1]

        def look(k: Number) -> None:
            def take() -> None:
                behind = self.code.add(k, ONE)

                def there() -> None:
                    entry = self.sequences.as_number_value(get(behind))
                    low.append(entry.low)
                    high.append(entry.high)
                    found.set(entry.text)

                self.code.if_(self.code.compare("slt", behind, size), there)
                self.code.jump(out)

            self.code.if_(
                self.code.compare("eq", self.sequences.as_number_value(get(k)), wanted), take
            )

        self.code.count(size, look)
        self.code.begin(out)
        return Number(found.get(), min(low), max(high))

    def _lookup(self, table: p.Expr, place: p.Expr) -> Member:
        if isinstance(table, p.Const) and isinstance(table.value, tuple):
            values = (*table.value, -1)
            if all(-(2**63) <= value < 2**63 for value in values):
                values, place = self._by_card(values, place)
                at = self.expressions.number_of(place)
                found = self.code.look_up(values, self.from_last(at, len(values)))
                if at.low >= 0 and at.high < len(values) - 1 and not found.known:
                    return Number(found.text, min(values[:-1]), max(values[:-1]))
                return found
        get, size = self.sequences.kept_parts(self.expressions.seq_of_expr(table))
        at = self.expressions.number_of(place)
        inside = self.code.both(
            self.code.compare("sge", at, ZERO), self.code.compare("slt", at, size)
        )
        self.code.need(inside, GIVEN_UP)
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
        cards = self.expressions.mask_of(a)
        kept = [mask for mask in self.rank_masks[:-1] if mask]
        masks = tuple(kept)
        most = self.code.machine.pack.size

        def each(body: Callable[[Member], None]) -> None:
            def of_rank(k: Number) -> None:
                mine = self.code.on_masks("and", cards, self.code.mask_from(masks, k))
                self.sequences.subsets(mine, None).each(body)

            self.code.count(number(len(masks)), of_rank)

        most_of_one = max((mask.bit_count() for mask in masks), default=0)
        bound = len(masks) * 2 ** min(12, most_of_one)
        return Seq(min(bound, 2**20) if most else 0, each, fails=most_of_one > 12)


__all__ = ["YES", "Operations", "Value"]
