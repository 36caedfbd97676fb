"""Cards: where they lie, who sees them, and how they are moved."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import mask_of
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.functions import write_call, write_function
from hoyle.interpreter.native.layout import Group
from hoyle.interpreter.native.memory import Place, Shared
from hoyle.interpreter.native.sequences import Seq
from hoyle.interpreter.native.writer import (
    NO,
    NONE,
    ONE,
    ZERO,
    Mask,
    Member,
    Number,
    Truth,
    number,
)

NOT_THERE = "that card is not on the table any more"
NO_CARD = "there is no such card in the pack"
CARD_COST = 4  # of the work that a card takes which is moved; see `Fuel.charge_cards`


class Zones(Expressions):
    """Writes what has to do with zones."""

    def __init__(self, all_: Shared) -> None:
        super().__init__(all_)
        machine = self.machine
        self.zones = {zone.slot: zone for zone in machine.zones}
        self.everything = self.mask(mask_of(range(machine.pack.size)))

    @classmethod
    def for_function(cls, all_: Shared) -> Zones:
        """What writes the functions of a module."""
        return Zones(all_)

    def zone_groups(self) -> list[Group]:
        """The groups of the zones, in the order of the zones."""
        found: dict[int, Group] = {}
        for zone in self.machine.zones:
            group, _ = self.layout.group_of[zone.slot]
            found.setdefault(group.base, group)
        return list(found.values())

    def each_zone(self, body: Callable[[Place], None]) -> None:
        """For every zone, group by group."""
        for group in self.zone_groups():
            self.count(number(group.count), lambda k, group=group: body(Place(group, k)))  # type: ignore[misc]

    # ------------------------------------------------------------------ looking

    def cards_of(self, place: Place) -> Mask:
        """The cards of a zone, as a set."""
        if not place.group.is_list:
            return self.load_mask(place)
        found = self.variable(f"i{self.width}", "0")

        def add(card: Member) -> None:
            assert isinstance(card, Number)
            one = self.bit(Number(card.text, 0, card.high))
            found.set(self.on_masks("or", Mask(found.get()), one).text)

        self.list_seq(place).each(add)
        return Mask(found.get())

    def row_of(self, place: Place) -> Seq:
        """The cards of a zone one after another: a pile from its bottom."""
        if place.group.is_list:
            return self.list_seq(place)
        return self.members_of(self.load_mask(place))

    def seen_cards(self, seat: Number) -> Mask:
        """All cards that a seat sees; for -1, that all see."""
        known = self.all.functions.get("seen")
        if known is None:
            known = write_function(
                self.all, "seen", f"i{self.width}", ["i64"], Zones(self.all), _write_seen
            )
            self.all.functions["seen"] = known
        return Mask(write_call(self, known, [f"i64 {seat.text}"]))

    def sees(self, seat: Number | None, card: Number) -> Truth:
        """Whether a seat, or everybody, sees a card."""
        return self.has(self.seen_cards(NONE if seat is None else seat), card)

    def write_seen(self, seat: Number) -> Mask:
        """The inside of the function that tells what a seat sees."""
        kind = f"i{self.width}"
        players = self.machine.players
        all_see = self.variable(kind, "0")
        if self.machine.shown is not None:
            all_see.set(self.load_mask(self.place_of(self.machine.shown)).text)
        lying = self.variable(kind, "0")
        others: list[tuple[Mask, p.Expr]] = []
        for zone in self.machine.zones:
            held = self.cards_of(self.place_of(zone.slot))
            lying.set(self.on_masks("or", Mask(lying.get()), held).text)
            if zone.sight == "everyone":
                all_see.set(self.on_masks("or", Mask(all_see.get()), held).text)
            elif zone.seen_by is not None:
                others.append((held, zone.seen_by))
        nowhere = self.without(self.everything, Mask(lying.get()))
        all_see.set(self.on_masks("or", Mask(all_see.get()), nowhere).text)
        one_sees = self.variable(kind, "-1")
        seers = [(held, self.mask_of(seen_by)) for held, seen_by in others]

        def look(other: Number) -> None:
            seen = Mask("0")
            if self.machine.told is not None:
                seen = self.load_mask(self.place_of(self.machine.told, other))
            for held, seen_by in seers:
                mine = self.has(seen_by, other)
                seen = self.on_masks("or", seen, self.choose_mask(mine, held, Mask("0")))
            asked = self.either(self.compare("eq", seat, other), self.compare("slt", seat, ZERO))
            both = self.on_masks("and", Mask(one_sees.get()), seen)
            one_sees.set(self.choose_mask(asked, both, Mask(one_sees.get())).text)

        self.count(number(players), look)
        return self.on_masks("or", Mask(all_see.get()), Mask(one_sees.get()))

    # ------------------------------------------------------------------ what is remembered

    def forget(self, cards: Mask) -> None:
        """A showing lasts only while a card stays where it is."""
        if self.machine.shown is None:
            return
        place = self.place_of(self.machine.shown)
        self.store(place, self.without(self.load_mask(place), cards))
        if self.machine.told is not None:
            told = self.machine.told

            def one(seat: Number) -> None:
                place = self.place_of(told, seat)
                self.store(place, self.without(self.load_mask(place), cards))

            self.count(number(self.machine.players), one)

    def show(self, node: p.ShowCards) -> None:
        """Cards become known, or are hidden again."""
        cards = self.mask_of(node.what)
        assert self.machine.shown is not None
        if node.hidden:
            self.forget(cards)
            return
        place = self.place_of(self.machine.shown)
        if node.to is not None:
            assert self.machine.told is not None
            place = self.place_of(self.machine.told, self.number_of(node.to))
        self.store(place, self.on_masks("or", self.load_mask(place), cards))

    def _remember(self, cards: Mask, to: p.ZonePlace, up: Truth) -> None:
        if self.machine.shown is None:
            return
        self.forget(cards)
        if to.sight != "everyone" and up != NO:
            place = self.place_of(self.machine.shown)
            shown = self.choose_mask(up, cards, Mask("0"))
            self.store(place, self.on_masks("or", self.load_mask(place), shown))

    # ------------------------------------------------------------------ taking and laying

    def take(self, source: Place | None, card: Number) -> None:
        """Take a card from a zone, or from wherever it lies."""
        self.need(self.compare("sge", card, ZERO), self.fault_number(NO_CARD))
        card = Number(card.text, max(0, card.low), max(0, card.high))
        if source is None:
            self._take_anywhere(card)
            return
        taken = self.label("taken")
        self.take_from(source, card, taken)
        self._take_anywhere(card)
        self.begin(taken)

    def take_from(self, place: Place, card: Number, taken: str) -> None:
        """Take a card from a zone and go on at `taken`; behind stands what to do without it."""
        if not place.group.is_list:
            held, one = self.load_mask(place), self.bit(card)

            def get() -> None:
                self.store(place, self.on_masks("xor", held, one))
                self.jump(taken)

            self.if_(self.some(self.on_masks("and", held, one)), get)
            return
        size = self.length(place)

        def look(k: Number) -> None:  # from the top
            at = self.subtract(self.subtract(size, ONE), k)
            at = Number(at.text, 0, max(0, size.high - 1))

            def get() -> None:
                self.remove(place, at)
                self.jump(taken)

            held = self.entry(place, at)
            assert isinstance(held, Number)
            self.if_(self.compare("eq", held, card), get)

        self.count(size, look)

    def _take_anywhere(self, card: Number) -> None:
        known = self.all.functions.get("take")
        if known is None:
            known = write_function(self.all, "take", "i64", ["i64"], Zones(self.all), _write_take)
            self.all.functions["take"] = known
        found = write_call(self, known, [f"i64 {card.text}"])
        self.need(self.compare("ne", Number(found, 0, 1), ZERO), self.fault_number(NOT_THERE))

    def write_take(self, card: Number) -> Number:
        """The inside of the function that takes a card from wherever it lies: 1 if it was there."""
        found, taken, out = self.variable("i64", "0"), self.label("taken"), self.label("out")
        self.each_zone(lambda place: self.take_from(place, card, taken))
        self.jump(out)
        self.begin(taken)
        found.set("1")
        self.begin(out)
        return Number(found.get(), 0, 1)

    def lay(self, to: Place, cards: Seq, *, bottom: bool) -> None:
        """Lay cards down, one on another, or each below the last."""
        zone = self.zones[to.group.base]
        full = self.fault_number(f"`{zone.family}` has room for {zone.capacity} cards only")
        bounded = zone.capacity < self.machine.pack.size
        if not to.group.is_list:
            cards.each(lambda card: self._lay_in_set(to, self.bit(self.as_number_value(card))))
            if bounded:
                size = self.size(self.load_mask(to))
                self.need(self.compare("sle", size, number(zone.capacity)), full)
            return
        if bounded:
            room = self.add(self.length(to), self.seq_size(cards))
            self.need(self.compare("sle", room, number(zone.capacity)), full)

        def one(card: Member) -> None:
            size = self.length(to)
            size = Number(size.text, 0, to.group.room - 1)  # the card lay elsewhere
            if bottom:
                self.make_room(to, ZERO)
                self.put_entry(to, ZERO, card)
            else:
                self.put_entry(to, size, card)
            self.set_length(to, self.add(size, ONE))

        cards.each(one)

    def _lay_in_set(self, to: Place, cards: Mask) -> None:
        self.store(to, self.on_masks("or", self.load_mask(to), cards))

    def empty(self, place: Place) -> None:
        """A zone has no cards any more."""
        if place.group.is_list:
            self.set_length(place, ZERO)
        else:
            self.store(place, Mask("0"))

    # ------------------------------------------------------------------ moves

    def place_of_ref(self, ref: p.Ref) -> Place:
        """The place that a reference names."""
        return self.place_of(ref.base, ZERO if ref.index is None else self.number_of(ref.index))

    def _facing(self, up: p.Expr | None) -> Truth:
        return NO if up is None else self.truth(up)

    def move(self, node: p.MoveCards) -> None:
        """A card, cards, or a number of cards from the top."""
        if node.shape == "card":
            self._move_one(node)
            return
        source = self.place_of_ref(node.source) if node.source is not None else None
        zone = self.zones[node.to.base]
        if (
            source is not None and node.shape in ("mask", "seq") and self._is_whole(node)
            and source.group is not self.layout.group_of[node.to.base][0]
        ):  # fmt: skip
            self._move_all(node, source)
            return
        cards = self.joined([self._wanted(node, source)])  # what is taken is not read any more
        if cards.size is None or cards.size.high > 1:
            self.charge(CARD_COST * min(cards.bound, self.machine.pack.size))
        if node.turned:
            cards = self.reversed_seq(cards)
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        moved = self.variable(f"i{self.width}", "0")

        def take(member: Member) -> None:
            card = self.as_number_value(member)
            self.take(source, card)
            one = self.bit(Number(card.text, 0, card.high))
            moved.set(self.on_masks("or", Mask(moved.get()), one).text)

        cards.each(take)
        self.lay(to, cards, bottom=node.bottom)
        self._remember(Mask(moved.get()), zone, up)
        self._played_by(node.by, cards)

    def _move_one(self, node: p.MoveCards) -> None:
        card = self.number_of(node.what)
        source = self.place_of_ref(node.source) if node.source is not None else None
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        self.take(source, card)
        card = Number(card.text, max(0, card.low), max(0, card.high))
        only = Seq(1, lambda body: body(card), size=ONE)
        self.lay(to, only, bottom=node.bottom)
        self._remember(self.bit(card), self.zones[node.to.base], up)
        self._played_by(node.by, only)

    def _played_by(self, by: p.Expr | None, cards: Seq) -> None:
        played = self.machine.player_of
        if by is None or played is None:
            return
        seat = self.number_of(by)
        cards.each(lambda card: self.store(self.place_of(played, self.as_number_value(card)), seat))

    def _wanted(self, node: p.MoveCards, source: Place | None) -> Seq:
        if node.shape == "mask":
            return self.members_of(self.mask_of(node.what))
        if node.shape == "seq":
            return self.seq_of_expr(node.what)
        if source is None:
            raise CannotLower("a number of cards from nowhere")
        wanted = self.number_of(node.what)
        held = self.kept(self.row_of(source))
        assert held.size is not None
        self.give_up(self.compare("sgt", wanted, held.size))
        return self.reversed_seq(self.top_of(held, wanted))

    def _is_whole(self, node: p.MoveCards) -> bool:
        """Whether all cards of the source go, as they lie."""
        assert node.source is not None
        base, index = node.source.base, node.source.index
        whole = p.Get(base) if index is None else p.GetAt(base, index)
        return node.what == whole and not node.turned and not node.bottom and node.by is None

    def _move_all(self, node: p.MoveCards, source: Place) -> None:
        self.charge(CARD_COST * self.machine.pack.size)
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        cards = self.cards_of(source)
        if not to.group.is_list:
            held = self.on_masks("or", self.load_mask(to), cards)
            self.store(to, held)
            zone = self.zones[to.group.base]
            if zone.capacity < self.machine.pack.size:
                says = f"`{zone.family}` has room for {zone.capacity} cards only"
                fits = self.compare("sle", self.size(held), number(zone.capacity))
                self.need(fits, self.fault_number(says))
        else:
            self.lay(to, self.kept(self.row_of(source)), bottom=False)
        self.empty(source)
        self._remember(cards, self.zones[node.to.base], up)

    def deal(self, node: p.DealCards) -> None:
        """One card at a time from the top, round and round."""
        get, members = self.kept_parts(self.seq_of_expr(node.over))
        source = self.place_of_ref(node.source)
        if not source.group.is_list:
            raise CannotLower("a deal from what is no pile")
        here = self.length(source)
        left = here
        if node.amount is not None:
            left = self.multiply(self.number_of(node.amount), members)
            self.give_up(self.compare("sgt", left, here))
        zone = self.zones[node.to.base]
        turn = self.variable("i64", "0")

        def one(_: Number) -> None:
            at = Number(turn.get(), 0, max(0, members.high - 1))
            after = self.add(at, ONE)
            turn.set(self.select(self.compare("eq", after, members), ZERO, after).text)
            self.store(self.place_of(node.slot), get(at))
            to = self.place_of_ref(node.to)
            size = self.length(source)
            top = self.within(self.subtract(size, ONE), 0, source.group.room - 1)
            card = self.as_number_value(self.entry(source, top))
            card = Number(card.text, 0, card.high)
            up = self._facing(node.up)
            self.set_length(source, top)
            self.lay(to, Seq(1, lambda body: body(card), size=ONE), bottom=False)
            self._remember(self.bit(card), zone, up)

        some = self.compare("sgt", members, ZERO)
        self.if_(some, lambda: self.count(left, one, bound=self.machine.pack.size))

    def swap(self, node: p.SwapZones) -> None:
        """Two zones change their cards."""
        self.charge(2 * CARD_COST * self.machine.pack.size)
        one, other = self.place_of_ref(node.one), self.place_of_ref(node.other)
        first, second = self.joined([self.row_of(one)]), self.joined([self.row_of(other)])
        self.forget(self.on_masks("or", self.cards_of(one), self.cards_of(other)))

        def change() -> None:
            self.empty(one)
            self.empty(other)
            self.lay(other, first, bottom=False)
            self.lay(one, second, bottom=False)

        if one.group is other.group:
            self.if_(self.compare("ne", one.index, other.index), change)
        else:
            change()

    def gather(self, node: p.GatherCards) -> None:
        """All cards into one pile, in the pack's order."""
        self.charge(CARD_COST * self.machine.pack.size)
        self.each_zone(self.empty)
        pile = self.place_of_ref(node.pile)
        size = self.machine.pack.size
        zone = self.zones[node.pile.base]
        if zone.capacity < size:
            says = f"`{zone.family}` has room for {zone.capacity} cards only"
            self.need(NO, self.fault_number(says))
        self.fill(pile, lambda k: k)
        self.forget(self.everything)

    def fill(self, place: Place, card_at: Callable[[Number], Number]) -> None:
        """Put the whole pack into a zone."""
        size = self.machine.pack.size
        if not place.group.is_list:
            self.store(place, self.everything)
            return
        self.count(number(size), lambda k: self.put_entry(place, k, card_at(k)))
        self.set_length(place, number(size))


def _write_seen(writer: Zones, args: tuple[str, ...]) -> Mask:
    return writer.write_seen(Number(args[0], -1, writer.machine.players - 1))


def _write_take(writer: Zones, args: tuple[str, ...]) -> Number:
    return writer.write_take(Number(args[0], 0, writer.machine.pack.size - 1))
