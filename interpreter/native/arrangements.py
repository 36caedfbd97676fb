"""Ways to lay out sets that share no card: lists of lists, each written where the last one lay."""

from __future__ import annotations

from math import comb

from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.interpreter.native.memory import Body, Variable
from hoyle.interpreter.native.sequences import (
    MOST_CHOSEN_FROM,
    MOST_IN_ONE,
    Buffer,
    Seq,
    Sequences,
)
from hoyle.interpreter.native.writer import ONE, ZERO, Listed, Mask, Member, Number, number

MOST_ADDED = 4  # cards that are laid off on one set


class Arrangements(Sequences):
    """Writes layouts. Of each the sets come first, and last what is left over."""

    def all_but_last(self, seq: Seq) -> Seq:
        """The sets of a layout."""
        get, size = self.kept_parts(seq)
        fewer = self.within(self.subtract(size, ONE), 0, max(0, size.high - 1))

        def each(body: Body) -> None:
            self.count(fewer, lambda k: body(get(k)), bound=seq.bound)

        return Seq(seq.bound, each, get=get, size=fewer)

    def last_of(self, seq: Seq) -> Member:
        """What a layout leaves over."""
        get, size = self.kept_parts(seq)
        return get(self.within(self.subtract(size, ONE), 0, max(0, size.high - 1)))

    def _mask_member(self, member: Member) -> Mask:
        assert isinstance(member, Mask)
        return member

    def arrangements(self, cards: Mask, melds: Seq) -> Seq:
        """Every way to lay out sets one behind another, none before one that has it as a part."""
        get, size = self.kept_parts(melds)
        kind = f"i{self.width}"

        def each(body: Body) -> None:
            row = self.place(kind, MOST_IN_ONE + 1)
            places = self.place("i64", MOST_IN_ONE)
            depth, at = self.variable("i64", "0"), self.variable("i64", "0")
            rest, found = self.variable(kind, cards.text), self.variable("i64", "0")
            head, seek, look = self.label("layout"), self.label("seek"), self.label("look")
            on, back, done = self.label("further"), self.label("back"), self.label("done")
            self.begin(head)
            laid = self.within(Number(depth.get()), 0, MOST_IN_ONE - 1)
            many = Number(found.get())
            self.give_up(self.compare("sge", many, number(MAX_SUBSETS)))
            found.set(self.add(Number(many.text, 0, MAX_SUBSETS), ONE).text)
            with self.loop_of(MAX_SUBSETS) as spend:
                spend()
                self.do(f"store {kind} {self.widen(self.add(laid, ONE))}, ptr {row}")
                self.do(f"store {kind} {rest.get()}, ptr {self.set_of(row, laid)}")
                body(Listed(row, cards.most))
            self.jump(seek)
            self.begin(seek)
            self.branch(self.compare("slt", Number(at.get(), 0, size.high), size), look, back)
            self.begin(look)
            k = Number(at.get(), 0, max(0, size.high - 1))
            at.set(self.add(k, ONE).text)
            meld = self._mask_member(get(k))
            left = Mask(rest.get())
            lay = self.label("lay")
            inside = self.is_mask("eq", self.without(meld, left), Mask("0"))
            self.branch(inside, lay, seek)
            self.begin(lay)
            deep = Number(depth.get(), 0, MOST_IN_ONE - 1)
            self.do(f"store {kind} {meld.text}, ptr {self.set_of(row, deep)}")
            self._keep_place(places, deep, k)
            rest.set(self.without(left, meld).text)
            depth.set(self.add(deep, ONE).text)
            self.jump(head)
            self.begin(back)
            self.branch(self.compare("sgt", Number(depth.get()), ZERO), on, done)
            self.begin(on)
            deep = self.subtract(Number(depth.get(), 1, MOST_IN_ONE), ONE)
            depth.set(deep.text)
            taken = self.give(f"load {kind}, ptr {self.set_of(row, deep)}")
            rest.set(self.on_masks("or", Mask(rest.get()), Mask(taken)).text)
            self._go_on_after(places, deep, at)
            self.jump(seek)
            self.begin(done)

        return Seq(MAX_SUBSETS, each, fails=True)

    def _keep_place(self, places: str, deep: Number, k: Number) -> None:
        place = self.give(f"getelementptr inbounds i64, ptr {places}, i64 {deep.text}")
        self.do(f"store i64 {k.text}, ptr {place}")

    def _go_on_after(self, places: str, deep: Number, at: Variable) -> None:
        place = self.give(f"getelementptr inbounds i64, ptr {places}, i64 {deep.text}")
        held = Number(self.give(f"load i64, ptr {place}"), 0, 2**31)
        at.set(self.add(held, ONE).text)

    def extensions(self, melds: Seq, cards: Mask) -> Seq:
        """Each set with one to four of the cards added to it that lie in none."""
        melds = self.kept(melds)
        used = self.variable(f"i{self.width}", "0")
        melds.each(
            lambda meld: used.set(
                self.on_masks("or", Mask(used.get()), self._mask_member(meld)).text
            )
        )
        left = self.without(cards, Mask(used.get()))
        size = self.size(left)
        self.give_up(self.compare("sgt", size, number(MOST_CHOSEN_FROM)))
        most = min(size.high, MOST_CHOSEN_FROM)
        size = Number(size.text, 0, most)

        def each(body: Body) -> None:
            def one(meld: Member) -> None:
                mine = self._mask_member(meld)

                def add(more: Member) -> None:
                    body(self.on_masks("or", mine, self._mask_member(more)))

                def of_size(k: Number) -> None:
                    self.combinations(left, size, k, add)

                end = self.add(self.least(size, number(MOST_ADDED)), ONE)
                self.count(end, of_size, ONE, bound=MOST_ADDED)

            melds.each(one)

        ways = sum(comb(most, k) for k in range(1, MOST_ADDED + 1))
        return Seq(melds.bound * ways, each)

    def laid_off(self, plans: Seq, melds: Seq, grown: Seq) -> Seq:
        """Every layout, and each with cards of its rest laid off on others' sets."""
        buffer = Buffer(self, MAX_SUBSETS, tight=False)
        plans.each(buffer.put)
        melds, grown = self.kept(melds), self.kept(grown)

        def lay_off(member: Member) -> None:
            meld = self._mask_member(member)
            added = Buffer(self, grown.bound)

            def note(longer: Member) -> None:
                more = self._mask_member(longer)
                fits = self.is_mask("eq", self.without(meld, more), Mask("0"))
                self.if_(fits, lambda: added.put(self.without(more, meld)))

            grown.each(note)
            before = Number(buffer.filled.get(), 0, buffer.bound)
            self.count(before, lambda k: self._lay_off_on(buffer, k, added.as_seq()))

        melds.each(lay_off)
        return buffer.as_seq()

    def _lay_off_on(self, buffer: Buffer, k: Number, added: Seq) -> None:
        """The layout at a place once more with each of some cards taken from what it leaves."""
        plan = buffer.get(k)
        assert isinstance(plan, Listed)
        rest = self._mask_member(self.last_of(self.sets_of(plan)))

        def take(member: Member) -> None:
            more = self._mask_member(member)

            def put() -> None:
                at = Number(buffer.filled.get(), 0, buffer.bound)
                buffer.put(plan)
                longer = buffer.get(Number(at.text, 0, buffer.bound - 1))
                assert isinstance(longer, Listed)
                last = self.subtract(self.length_of(longer), ONE)
                place = self.set_of(longer.text, last)
                self.do(f"store i{self.width} {self.without(rest, more).text}, ptr {place}")

            self.if_(self.is_mask("eq", self.without(more, rest), Mask("0")), put)

        added.each(take)
