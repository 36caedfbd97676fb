"""Ways to lay out sets that share no card: lists of lists, each written where the last one lay."""

from __future__ import annotations

from math import comb

import attrs

from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.interpreter.native.memory import MOST_IN_ONE, Body, FunctionWriter
from hoyle.interpreter.native.sequences import (
    MOST_CHOSEN_FROM,
    MOST_KEPT,
    Buffer,
    Getter,
    Seq,
    Sequences,
)
from hoyle.interpreter.native.writer import ONE, ZERO, Listed, Mask, Member, Number, number

MOST_ADDED = 4  # cards that are laid off on one set


@attrs.frozen(eq=False)
class Arrangements:
    """Writes layouts. Of each the sets come first, and last what is left over."""

    sequences: Sequences

    @property
    def code(self) -> FunctionWriter:
        """The function that is written."""
        return self.sequences.code

    def all_but_last(self, seq: Seq) -> Seq:
        """The sets of a layout."""
        get, size = self.sequences.kept_parts(seq)
        fewer = self.code.within(self.code.subtract(size, ONE), 0, max(0, size.high - 1))

        def each(body: Body) -> None:
            self.code.count(fewer, lambda k: body(get(k)), bound=seq.bound)

        return Seq(seq.bound, each, get=get, size=fewer)

    def last_of(self, seq: Seq) -> Member:
        """What a layout leaves over."""
        get, size = self.sequences.kept_parts(seq)
        return get(self.code.within(self.code.subtract(size, ONE), 0, max(0, size.high - 1)))

    def arrangements(self, cards: Mask, melds: Seq) -> Seq:
        """Every way to lay out some of the sets, a way before the longer ones that begin so."""
        get, size = self.sequences.kept_parts(melds)
        return Seq(MAX_SUBSETS, lambda body: self._lay_out(cards, get, size, body), fails=True)

    def _lay_out(self, cards: Mask, get: Getter, size: Number, body: Body) -> None:
        """The loop round each layout: one set more if one fits, else the last one goes on."""
        code, kind = self.code, f"i{self.code.width}"
        row, places = code.place(kind, MOST_IN_ONE + 1), code.place("i64", MOST_IN_ONE)
        depth, at, found = (code.variable("i64", "0") for _ in range(3))
        rest = code.variable(kind, cards.text)
        head, seek, look, lay, back, further, done = map(
            code.label, ("layout", "seek", "look", "lay", "back", "further", "done")
        )
        code.begin(head)
        laid = code.within(Number(depth.get()), 0, MOST_IN_ONE - 1)
        code.give_up(code.compare("sge", Number(found.get()), number(MAX_SUBSETS)))
        found.set(code.add(Number(found.get(), 0, MAX_SUBSETS), ONE).text)
        code.do(f"store {kind} {code.widen(code.add(laid, ONE))}, ptr {row}")
        code.do(f"store {kind} {rest.get()}, ptr {code.set_of(row, laid)}")
        with code.loop_of(MAX_SUBSETS) as spend:
            spend()
            body(Listed(row, cards.most))
        code.jump(seek)
        code.begin(seek)
        next_one = Number(at.get(), 0, size.high)
        code.branch(code.compare("slt", next_one, size), look, back)
        code.begin(look)
        k = Number(next_one.text, 0, max(0, size.high - 1))
        at.set(code.add(k, ONE).text)
        meld, left = self.sequences.as_mask(get(k)), Mask(rest.get())
        code.branch(code.is_mask("eq", code.without(meld, left), Mask("0")), lay, seek)
        code.begin(lay)
        deep = Number(depth.get(), 0, MOST_IN_ONE - 1)
        code.do(f"store {kind} {meld.text}, ptr {code.set_of(row, deep)}")
        code.do(f"store i64 {k.text}, ptr {self._place_in(places, deep)}")
        rest.set(code.without(left, meld).text)
        depth.set(code.add(deep, ONE).text)
        code.jump(head)
        code.begin(back)
        code.branch(code.compare("sgt", Number(depth.get()), ZERO), further, done)
        code.begin(further)
        deep = code.subtract(Number(depth.get(), 1, MOST_IN_ONE), ONE)
        depth.set(deep.text)
        taken = Mask(code.give(f"load {kind}, ptr {code.set_of(row, deep)}"))
        rest.set(code.on_masks("or", Mask(rest.get()), taken).text)
        place = Number(code.give(f"load i64, ptr {self._place_in(places, deep)}"), 0, MOST_KEPT)
        at.set(code.add(place, ONE).text)
        code.jump(seek)
        code.begin(done)

    def _place_in(self, places: str, deep: Number) -> str:
        return self.code.give(f"getelementptr inbounds i64, ptr {places}, i64 {deep.text}")

    def extensions(self, melds: Seq, cards: Mask) -> Seq:
        """Each set with one to four of the cards added to it that lie in none."""
        melds = self.sequences.kept(melds)
        used = self.code.variable(f"i{self.code.width}", "0")
        melds.each(
            lambda meld: used.set(
                self.code.on_masks("or", Mask(used.get()), self.sequences.as_mask(meld)).text
            )
        )
        left = self.code.without(cards, Mask(used.get()))
        size = self.code.size(left)
        self.code.give_up(self.code.compare("sgt", size, number(MOST_CHOSEN_FROM)))
        most = min(size.high, MOST_CHOSEN_FROM)
        size = Number(size.text, 0, most)

        def each(body: Body) -> None:
            def one(meld: Member) -> None:
                mine = self.sequences.as_mask(meld)

                def add(more: Member) -> None:
                    body(self.code.on_masks("or", mine, self.sequences.as_mask(more)))

                def of_size(k: Number) -> None:
                    self.sequences.combinations(left, size, k, add)

                end = self.code.add(self.code.least(size, number(MOST_ADDED)), ONE)
                self.code.count(end, of_size, ONE, bound=MOST_ADDED)

            melds.each(one)

        ways = sum(comb(most, k) for k in range(1, MOST_ADDED + 1))
        return Seq(melds.bound * ways, each)

    def laid_off(self, plans: Seq, melds: Seq, grown: Seq) -> Seq:
        """Every layout, and each with cards of its rest laid off on others' sets."""
        buffer = Buffer(self.code, MAX_SUBSETS, tight=False)
        plans.each(buffer.put)
        melds, grown = self.sequences.kept(melds), self.sequences.kept(grown)

        def lay_off(member: Member) -> None:
            meld = self.sequences.as_mask(member)
            added = Buffer(self.code, grown.bound)

            def note(longer: Member) -> None:
                more = self.sequences.as_mask(longer)
                fits = self.code.is_mask("eq", self.code.without(meld, more), Mask("0"))
                self.code.if_(fits, lambda: added.put(self.code.without(more, meld)))

            grown.each(note)
            before = Number(buffer.filled.get(), 0, buffer.bound)
            self.code.count(before, lambda k: self._lay_off_on(buffer, k, added.as_seq()))

        melds.each(lay_off)
        return buffer.as_seq()

    def _lay_off_on(self, buffer: Buffer, k: Number, added: Seq) -> None:
        """The layout at a place once more with each of some cards taken from what it leaves."""
        plan = buffer.get(k)
        assert isinstance(plan, Listed)
        rest = self.sequences.as_mask(self.last_of(self.sequences.sets_of(plan)))

        def take(member: Member) -> None:
            more = self.sequences.as_mask(member)

            def put() -> None:
                at = Number(buffer.filled.get(), 0, buffer.bound)
                buffer.put(plan)
                longer = buffer.get(Number(at.text, 0, buffer.bound - 1))
                assert isinstance(longer, Listed)
                last = self.code.subtract(self.code.length_of(longer), ONE)
                place = self.code.set_of(longer.text, last)
                self.code.do(
                    f"store i{self.code.width} {self.code.without(rest, more).text}, ptr {place}"
                )

            self.code.if_(self.code.is_mask("eq", self.code.without(more, rest), Mask("0")), put)

        added.each(take)
