"""Copies of a card that nobody who chooses can tell apart: they are one way to choose."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.memory import FunctionWriter, Place
from hoyle.interpreter.native.rows import MOST_ROWS, Rows
from hoyle.interpreter.native.writer import (
    ONE,
    YES,
    Listed,
    Mask,
    Member,
    Number,
    Truth,
)
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence, list_overlaps


class Copies:
    """Writes what makes cards that look the same to who chooses one card."""

    def __init__(self, expressions: Expressions, copies: CardEquivalence) -> None:
        self.code, self.copies = expressions.code, copies
        self.sequences, self.zones = expressions.sequences, expressions.zones

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

    def _lowest_alike(self, seen: Mask, card: Number, among: Mask) -> Number:
        """The lowest card of some that cannot be told from one of them."""
        lowest = self.copies.lowest
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

    def keep_lowest(self, node: p.Choose, mask: Mask) -> Mask:
        """Of cards that cannot be told apart only the lowest copy."""
        found = self.code.variable(f"i{self.code.width}", mask.text)
        doubtful = self.code.on_masks("and", mask, self.code.mask(self.copies.several))

        def sift() -> None:
            seen = self._chooser_sees(node)

            def one(card: Number) -> None:
                first = self._lowest_alike(seen, card, mask)

                def drop() -> None:
                    found.set(self.code.without(Mask(found.get()), self.code.bit(card)).text)

                self.code.if_(self.code.compare("ne", first, card), drop)

            self.code.bits(doubtful, one)

        self.code.if_(self.code.some(doubtful), sift)
        return Mask(found.get())

    def drop_alike(self, node: p.Choose, rows: Rows, kinds: Sequence[str]) -> None:
        """Of rows that look the same the first one stays."""
        seen = self._chooser_sees(node)
        kind = f"i{self.code.width}"
        named = self.code.variable(kind, "0")

        def name(k: Number) -> None:
            for value, what in zip(rows.get(k), kinds, strict=True):
                if what != "other":
                    mask = _named_cards(self.code, value)
                    named.set(self.code.on_masks("or", Mask(named.get()), mask).text)

        self.code.count(rows.size, name)
        among = self.code.on_masks("and", Mask(named.get()), self.code.mask(self.copies.several))
        lowest = self.code.buffer("i64", self.code.machine.pack.size)

        def find(card: Number) -> None:
            place = self.code.give(f"getelementptr inbounds i64, ptr {lowest}, i64 {card.text}")
            first = self._lowest_alike(seen, card, among)
            self.code.do(f"store i64 {first.text}, ptr {place}")

        self.code.bits(among, find)
        overlaps = list_overlaps(tuple(kinds))
        looks = Rows(self.code, len(kinds) + len(overlaps))
        looks.kinds = [*rows.kinds, *(among for _ in overlaps)]

        def look(k: Number) -> None:
            values = rows.get(k)
            seen_as = [
                value if what == "other" else self._look_of(value, among, lowest)
                for value, what in zip(values, kinds, strict=True)
            ]
            for few in overlaps:
                common = among
                for at in few:
                    named = _named_cards(self.code, values[at])
                    common = self.code.on_masks("and", common, named)
                seen_as.append(self._look_of(common, among, lowest))
            looks.put(seen_as)

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
                looks.write(at, mine)
                kept.set(self.code.add(at, ONE).text)

            found = Truth(new.get())
            self.code.if_(found, stay)
            return found

        rows.keep(is_first)

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


def _named_cards(code: FunctionWriter, value: Member) -> Mask:
    """A card or cards as a set."""
    assert not isinstance(value, Listed)
    return value if isinstance(value, Mask) else code.bit(value)
