"""Cards: where they lie, who sees them, and how they are moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import mask_of
from hoyle.dsl.printable import count_cards
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.functions import write_call, write_function
from hoyle.interpreter.native.layout import Group
from hoyle.interpreter.native.memory import Function, Place
from hoyle.interpreter.native.sequences import Seq, Sequences, Value
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
from hoyle.interpreter.runtime.fault import NoRoom

NOT_THERE = "that card is not on the table any more"
Found = TypeVar("Found")
NO_CARD = "there is no such card in the pack"
CARD_COST = 4  # of the work that a card takes which is moved; see `Fuel.charge_cards`


class Evaluation(Protocol):
    """Writes expressions, for the parts that expressions are themselves made of."""

    @property
    def zones(self) -> Zones:
        """What writes where cards lie."""

    def for_function(self) -> Evaluation:
        """What writes another function of the module."""

    def value(self, expr: p.Expr) -> Value:
        """An expression, as what it is."""

    def number_of(self, expr: p.Expr) -> Number:
        """An expression that is a number."""

    def mask_of(self, expr: p.Expr) -> Mask:
        """An expression that is a set."""

    def seq_of_expr(self, expr: p.Expr) -> Seq:
        """An expression that is a sequence."""

    def truth(self, expr: p.Expr) -> Truth:
        """An expression that is asked whether it holds."""

    def asked(self, expr: p.Expr, write: Callable[[p.Expr], Found]) -> Found:
        """What only decides which value is taken."""

    def if_value(self, test: p.Expr, yes: p.Expr, no: p.Expr) -> Value:
        """One value or another."""


class Zones:
    """Writes what has to do with zones."""

    def __init__(self, sequences: Sequences, expressions: Evaluation) -> None:
        self.code, self.sequences, self.expressions = sequences.code, sequences, expressions
        machine = self.code.machine
        self.zones = {zone.slot: zone for zone in machine.zones}
        self.everything = self.code.mask(mask_of(range(machine.pack.size)))

    def zone_groups(self) -> list[Group]:
        """The groups of the zones, in the order of the zones."""
        found: dict[int, Group] = {}
        for zone in self.code.machine.zones:
            group, _ = self.code.layout.group_of[zone.slot]
            found.setdefault(group.base, group)
        return list(found.values())

    def each_zone(self, body: Callable[[Place], None]) -> None:
        """For every zone, group by group."""
        for group in self.zone_groups():
            self.code.count(number(group.count), lambda k, group=group: body(Place(group, k)))  # type: ignore[misc]

    # ------------------------------------------------------------------ looking

    def cards_of(self, place: Place) -> Mask:
        """The cards of a zone, as a set."""
        if not place.group.is_list:
            return self.code.load_mask(place)
        found = self.code.variable(f"i{self.code.width}", "0")

        def add(card: Member) -> None:
            assert isinstance(card, Number)
            one = self.code.bit(Number(card.text, 0, card.high))
            found.set(self.code.on_masks("or", Mask(found.get()), one).text)

        self.sequences.list_seq(place).each(add)
        return Mask(found.get())

    def row_of(self, place: Place) -> Seq:
        """The cards of a zone one after another: a pile from its bottom."""
        if place.group.is_list:
            return self.sequences.list_seq(place)
        return self.sequences.members_of(self.code.load_mask(place))

    def seen_cards(self, seat: Number) -> Mask:
        """All cards that a seat sees; for -1, that all see."""
        known = self.code.all.functions.get("seen")
        if known is None:
            known = self._write_function("seen", f"i{self.code.width}", Zones._write_seen)
            self.code.all.functions["seen"] = known
        return Mask(write_call(self.code, known, [f"i64 {seat.text}"]))

    def sees(self, seat: Number | None, card: Number) -> Truth:
        """Whether a seat, or everybody, sees a card."""
        return self.code.has(self.seen_cards(NONE if seat is None else seat), card)

    def _write_function(
        self, name: str, gives: str, inside: Callable[[Zones, str], Number | Mask]
    ) -> Function:
        """A function of one number; `inside` writes what stands in it."""
        zones = self.expressions.for_function().zones
        return write_function(zones.code, name, gives, ["i64"], lambda names: inside(zones, *names))

    def _write_seen(self, name: str) -> Mask:
        """The inside of the function that tells what a seat sees."""
        seat = Number(name, -1, self.code.machine.players - 1)
        kind = f"i{self.code.width}"
        players = self.code.machine.players
        all_see = self.code.variable(kind, "0")
        if self.code.machine.shown is not None:
            all_see.set(self.code.load_mask(self.code.place_of(self.code.machine.shown)).text)
        lying = self.code.variable(kind, "0")
        others: list[tuple[Mask, p.Expr]] = []
        for zone in self.code.machine.zones:
            held = self.cards_of(self.code.place_of(zone.slot))
            lying.set(self.code.on_masks("or", Mask(lying.get()), held).text)
            if zone.sight == "everyone":
                all_see.set(self.code.on_masks("or", Mask(all_see.get()), held).text)
            elif zone.seen_by is not None:
                others.append((held, zone.seen_by))
        nowhere = self.code.without(self.everything, Mask(lying.get()))
        all_see.set(self.code.on_masks("or", Mask(all_see.get()), nowhere).text)
        one_sees = self.code.variable(kind, "-1")
        seers = [(held, self.expressions.mask_of(seen_by)) for held, seen_by in others]

        def look(other: Number) -> None:
            seen = Mask("0")
            if self.code.machine.told is not None:
                seen = self.code.load_mask(self.code.place_of(self.code.machine.told, other))
            for held, seen_by in seers:
                mine = self.code.has(seen_by, other)
                seen = self.code.on_masks("or", seen, self.code.choose_mask(mine, held, Mask("0")))
            asked = self.code.either(
                self.code.compare("eq", seat, other), self.code.compare("slt", seat, ZERO)
            )
            both = self.code.on_masks("and", Mask(one_sees.get()), seen)
            one_sees.set(self.code.choose_mask(asked, both, Mask(one_sees.get())).text)

        self.code.count(number(players), look)
        return self.code.on_masks("or", Mask(all_see.get()), Mask(one_sees.get()))

    # ------------------------------------------------------------------ what is remembered

    def forget(self, cards: Mask) -> None:
        """A showing lasts only while a card stays where it is."""
        if self.code.machine.shown is None:
            return
        place = self.code.place_of(self.code.machine.shown)
        self.code.store(place, self.code.without(self.code.load_mask(place), cards))
        if self.code.machine.told is not None:
            told = self.code.machine.told

            def one(seat: Number) -> None:
                place = self.code.place_of(told, seat)
                self.code.store(place, self.code.without(self.code.load_mask(place), cards))

            self.code.count(number(self.code.machine.players), one)

    def show(self, node: p.ShowCards) -> None:
        """Cards become known, or are hidden again."""
        cards = self.expressions.mask_of(node.what)
        assert self.code.machine.shown is not None
        if node.hidden:
            self.forget(cards)
            return
        place = self.code.place_of(self.code.machine.shown)
        if node.to is not None:
            assert self.code.machine.told is not None
            place = self.code.place_of(self.code.machine.told, self.expressions.number_of(node.to))
        self.code.store(place, self.code.on_masks("or", self.code.load_mask(place), cards))

    def _remember(self, cards: Mask, to: p.ZonePlace, up: Truth) -> None:
        if self.code.machine.shown is None:
            return
        self.forget(cards)
        if to.sight != "everyone" and up != NO:
            place = self.code.place_of(self.code.machine.shown)
            shown = self.code.choose_mask(up, cards, Mask("0"))
            self.code.store(place, self.code.on_masks("or", self.code.load_mask(place), shown))

    # ------------------------------------------------------------------ taking and laying

    def take(self, source: Place | None, card: Number) -> None:
        """Take a card from a zone, or from wherever it lies."""
        self.code.need(self.code.compare("sge", card, ZERO), self.code.fault_number(NO_CARD))
        card = Number(card.text, max(0, card.low), max(0, card.high))
        if source is None:
            self._take_anywhere(card)
            return
        taken = self.code.label("taken")
        self.take_from(source, card, taken)
        self._take_anywhere(card)
        self.code.begin(taken)

    def take_from(self, place: Place, card: Number, taken: str) -> None:
        """Take a card from a zone and go on at `taken`; behind stands what to do without it."""
        if not place.group.is_list:
            held, one = self.code.load_mask(place), self.code.bit(card)

            def get() -> None:
                self.code.store(place, self.code.on_masks("xor", held, one))
                self.code.jump(taken)

            self.code.if_(self.code.some(self.code.on_masks("and", held, one)), get)
            return
        size = self.code.length(place)

        def look(k: Number) -> None:  # from the top
            at = self.code.subtract(self.code.subtract(size, ONE), k)
            at = Number(at.text, 0, max(0, size.high - 1))

            def get() -> None:
                self.code.remove(place, at)
                self.code.jump(taken)

            held = self.code.entry(place, at)
            assert isinstance(held, Number)
            self.code.if_(self.code.compare("eq", held, card), get)

        self.code.count(size, look)

    def _take_anywhere(self, card: Number) -> None:
        known = self.code.all.functions.get("take")
        if known is None:
            known = self._write_function("take", "i64", Zones._write_take)
            self.code.all.functions["take"] = known
        found = write_call(self.code, known, [f"i64 {card.text}"])
        self.code.need(
            self.code.compare("ne", Number(found, 0, 1), ZERO), self.code.fault_number(NOT_THERE)
        )

    def _write_take(self, name: str) -> Number:
        """The inside of the function that takes a card from wherever it lies: 1 if it was there."""
        card = Number(name, 0, self.code.machine.pack.size - 1)
        found, taken, out = (
            self.code.variable("i64", "0"),
            self.code.label("taken"),
            self.code.label("out"),
        )
        self.each_zone(lambda place: self.take_from(place, card, taken))
        self.code.jump(out)
        self.code.begin(taken)
        found.set("1")
        self.code.begin(out)
        return Number(found.get(), 0, 1)

    def _full(self, zone: p.ZonePlace) -> int:
        """The number of the fault that a zone has no room for what comes."""
        says = f"`{zone.family}` has room for {count_cards(zone.capacity)} only"
        return self.code.fault_number(says, NoRoom)

    def lay(self, to: Place, cards: Seq, *, bottom: bool) -> None:
        """Lay cards down, one on another, or each below the last."""
        zone = self.zones[to.group.base]
        full = self._full(zone)
        bounded = zone.capacity < self.code.machine.pack.size
        if not to.group.is_list:
            cards.each(
                lambda card: self._lay_in_set(
                    to, self.code.bit(self.sequences.as_number_value(card))
                )
            )
            if bounded:
                size = self.code.size(self.code.load_mask(to))
                self.code.need(self.code.compare("sle", size, number(zone.capacity)), full)
            return
        if bounded:
            room = self.code.add(self.code.length(to), self.sequences.seq_size(cards))
            self.code.need(self.code.compare("sle", room, number(zone.capacity)), full)

        def one(card: Member) -> None:
            size = self.code.length(to)
            size = Number(size.text, 0, to.group.room - 1)  # the card lay elsewhere
            if bottom:
                self.code.make_room(to, ZERO)
                self.code.put_entry(to, ZERO, card)
            else:
                self.code.put_entry(to, size, card)
            self.code.set_length(to, self.code.add(size, ONE))

        cards.each(one)

    def _lay_in_set(self, to: Place, cards: Mask) -> None:
        self.code.store(to, self.code.on_masks("or", self.code.load_mask(to), cards))

    def empty(self, place: Place) -> None:
        """A zone has no cards any more."""
        if place.group.is_list:
            self.code.set_length(place, ZERO)
        else:
            self.code.store(place, Mask("0"))

    # ------------------------------------------------------------------ moves

    def place_of_ref(self, ref: p.Ref) -> Place:
        """The place that a reference names."""
        if ref.index is None:
            return self.code.place_of(ref.base, ZERO)
        index = self.expressions.asked(ref.index, self.expressions.number_of)
        return self.code.place_of(ref.base, index)

    def _facing(self, up: p.Expr | None) -> Truth:
        return NO if up is None else self.expressions.truth(up)

    def move(self, node: p.MoveCards) -> None:
        """A card, cards, or a number of cards from the top."""
        if node.shape == "card":
            self._move_one(node)
            return
        source = self.place_of_ref(node.source) if node.source is not None else None
        zone = self.zones[node.to.base]
        if (
            source is not None and node.shape in ("mask", "seq") and self._is_whole(node)
            and source.group is not self.code.layout.group_of[node.to.base][0]
        ):  # fmt: skip
            self._move_all(node, source)
            return
        cards = self.sequences.joined(
            [self._wanted(node, source)]
        )  # what is taken is not read any more
        if cards.size is None or cards.size.high > 1:
            self.code.charge(CARD_COST * min(cards.bound, self.code.machine.pack.size))
        if node.turned:
            cards = self.sequences.reversed_seq(cards)
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        moved = self.code.variable(f"i{self.code.width}", "0")

        def take(member: Member) -> None:
            card = self.sequences.as_number_value(member)
            self.take(source, card)
            one = self.code.bit(Number(card.text, 0, card.high))
            moved.set(self.code.on_masks("or", Mask(moved.get()), one).text)

        cards.each(take)
        self.lay(to, cards, bottom=node.bottom)
        self._remember(Mask(moved.get()), zone, up)
        self._played_by(node.by, cards)

    def _move_one(self, node: p.MoveCards) -> None:
        card = self.expressions.number_of(node.what)
        source = self.place_of_ref(node.source) if node.source is not None else None
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        self.take(source, card)
        card = Number(card.text, max(0, card.low), max(0, card.high))
        only = Seq(1, lambda body: body(card), size=ONE)
        self.lay(to, only, bottom=node.bottom)
        self._remember(self.code.bit(card), self.zones[node.to.base], up)
        self._played_by(node.by, only)

    def _played_by(self, by: p.Expr | None, cards: Seq) -> None:
        played = self.code.machine.player_of
        if by is None or played is None:
            return
        seat = self.expressions.number_of(by)
        cards.each(
            lambda card: self.code.store(
                self.code.place_of(played, self.sequences.as_number_value(card)), seat
            )
        )

    def _wanted(self, node: p.MoveCards, source: Place | None) -> Seq:
        if node.shape == "mask":
            return self.sequences.members_of(self.expressions.mask_of(node.what))
        if node.shape == "seq":
            return self.expressions.seq_of_expr(node.what)
        if source is None:
            raise CannotLower("a number of cards from nowhere")
        wanted = self.expressions.number_of(node.what)
        held = self.sequences.kept(self.row_of(source))
        assert held.size is not None
        self.code.give_up(self.code.compare("sgt", wanted, held.size))
        return self.sequences.reversed_seq(self.sequences.top_of(held, wanted))

    def _is_whole(self, node: p.MoveCards) -> bool:
        """Whether all cards of the source go, as they lie."""
        assert node.source is not None
        base, index = node.source.base, node.source.index
        whole = p.Get(base) if index is None else p.GetAt(base, index)
        return node.what == whole and not node.turned and not node.bottom and node.by is None

    def _move_all(self, node: p.MoveCards, source: Place) -> None:
        self.code.charge(CARD_COST * self.code.machine.pack.size)
        to, up = self.place_of_ref(node.to), self._facing(node.up)
        cards = self.cards_of(source)
        if not to.group.is_list:
            held = self.code.on_masks("or", self.code.load_mask(to), cards)
            self.code.store(to, held)
            zone = self.zones[to.group.base]
            if zone.capacity < self.code.machine.pack.size:
                fits = self.code.compare("sle", self.code.size(held), number(zone.capacity))
                self.code.need(fits, self._full(zone))
        else:
            self.lay(to, self.sequences.kept(self.row_of(source)), bottom=False)
        self.empty(source)
        self._remember(cards, self.zones[node.to.base], up)

    def deal(self, node: p.DealCards) -> None:
        """One card at a time from the top, round and round."""
        get, members = self.sequences.kept_parts(self.expressions.seq_of_expr(node.over))
        source = self.place_of_ref(node.source)
        if not source.group.is_list:
            raise CannotLower("a deal from what is no pile")
        here = self.code.length(source)
        left = here
        if node.amount is not None:
            left = self.code.multiply(self.expressions.number_of(node.amount), members)
            self.code.give_up(self.code.compare("sgt", left, here))
        zone = self.zones[node.to.base]
        turn = self.code.variable("i64", "0")

        def one(_: Number) -> None:
            at = Number(turn.get(), 0, max(0, members.high - 1))
            after = self.code.add(at, ONE)
            turn.set(self.code.select(self.code.compare("eq", after, members), ZERO, after).text)
            self.code.store(self.code.place_of(node.slot), get(at))
            to = self.place_of_ref(node.to)
            size = self.code.length(source)
            top = self.code.within(self.code.subtract(size, ONE), 0, source.group.room - 1)
            card = self.sequences.as_number_value(self.code.entry(source, top))
            card = Number(card.text, 0, card.high)
            up = self._facing(node.up)
            self.code.set_length(source, top)
            self.lay(to, Seq(1, lambda body: body(card), size=ONE), bottom=False)
            self._remember(self.code.bit(card), zone, up)

        some = self.code.compare("sgt", members, ZERO)
        self.code.if_(some, lambda: self.code.count(left, one, bound=self.code.machine.pack.size))

    def swap(self, node: p.SwapZones) -> None:
        """Two zones change their cards."""
        self.code.charge(2 * CARD_COST * self.code.machine.pack.size)
        one, other = self.place_of_ref(node.one), self.place_of_ref(node.other)
        first, second = (
            self.sequences.joined([self.row_of(one)]),
            self.sequences.joined([self.row_of(other)]),
        )
        self.forget(self.code.on_masks("or", self.cards_of(one), self.cards_of(other)))

        def change() -> None:
            self.empty(one)
            self.empty(other)
            self.lay(other, first, bottom=False)
            self.lay(one, second, bottom=False)

        if one.group is other.group:
            self.code.if_(self.code.compare("ne", one.index, other.index), change)
        else:
            change()

    def gather(self, node: p.GatherCards) -> None:
        """All cards into one pile, in the pack's order."""
        self.code.charge(CARD_COST * self.code.machine.pack.size)
        self.each_zone(self.empty)
        pile = self.place_of_ref(node.pile)
        size = self.code.machine.pack.size
        zone = self.zones[node.pile.base]
        if zone.capacity < size:
            self.code.need(NO, self._full(zone))
        self.fill(pile, lambda k: k)
        self.forget(self.everything)

    def fill(self, place: Place, card_at: Callable[[Number], Number]) -> None:
        """Put the whole pack into a zone."""
        size = self.code.machine.pack.size
        if not place.group.is_list:
            self.code.store(place, self.everything)
            return
        self.code.count(number(size), lambda k: self.code.put_entry(place, k, card_at(k)))
        self.code.set_length(place, number(size))
