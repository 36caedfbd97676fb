"""Moving cards between zones: where they lie, who sees them, what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits, mask_of
from hoyle.dsl.printable import count_cards
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.fault import NoRoom, RulesetFault
from hoyle.interpreter.runtime.moves import Held, Slots


class Zones:
    """The zones of one machine. Zones keep cards as masks or tuples; each card lies in one."""

    def __init__(self, machine: p.Machine, compiler: Compiler) -> None:
        self.machine = machine
        self.places = {zone.slot: zone for zone in machine.zones}
        self.order = tuple(zone.slot for zone in machine.zones)
        self.all_seats = (1 << machine.players) - 1
        self.seen_by = {
            zone.slot: compiler.value(zone.seen_by)
            for zone in machine.zones
            if zone.seen_by is not None
        }
        self.shown, told = machine.shown, machine.told
        self.told = range(0) if told is None else range(told, told + machine.players)
        compiler.names["m_showing"] = lambda s, card: self.seers(s, card) == self.all_seats
        compiler.names["m_sees"] = lambda s, seat, card: bool(self.seers(s, card) >> seat & 1)

    # ------------------------------------------------------------------ looking

    def cards(self, s: Slots, slot: int) -> tuple[int, ...]:
        """The cards of a zone: a pile from its bottom, others in the pack's order."""
        held = s[slot]
        return held if self.places[slot].pile else bits(held)

    def put_as_lying(self, s: Slots, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards with those of each pile as they lie in it; others keep their order."""
        zones = [self.where(s, card) for card in cards]
        lying = {
            slot: iter([card for card in s[slot] if card in cards])
            for slot in set(zones) if slot >= 0 and self.places[slot].pile
        }  # fmt: skip
        pairs = zip(cards, zones, strict=True)
        return tuple(next(lying[slot]) if slot in lying else card for card, slot in pairs)

    def find_end(self, s: Slots, cards: Sequence[int]) -> str:
        """Which end of a pile a single card of it is; empty where it is all there is."""
        pile = s[self.where(s, cards[0])] if len(cards) == 1 else ()
        if not isinstance(pile, tuple) or len(pile) < 2 or cards[0] not in (pile[0], pile[-1]):
            return ""
        return "bottom" if cards[0] == pile[0] else "top"

    def where(self, s: Slots, card: int) -> int:
        """The zone that a card lies in."""
        for slot in self.order:
            held = s[slot]
            if card in held if self.places[slot].pile else held >> card & 1:
                return slot
        return -1

    def seers(self, s: Slots, card: int, slot: int | None = None) -> int:
        """The seats that see a card now, as a mask."""
        slot = self.where(s, card) if slot is None else slot
        if slot < 0 or (self.shown is not None and s[self.shown] >> card & 1):
            return self.all_seats
        sight = self.places[slot].sight
        if sight == "everyone":
            return self.all_seats
        seen = 0
        for seat, told in enumerate(self.told):
            if s[told] >> card & 1:
                seen |= 1 << seat
        return seen | self.seen_by[slot](s) if sight == "some" else seen

    # ------------------------------------------------------------------ moving

    def take(self, s: Slots, slot: int, card: int, span: Span) -> None:
        """Take a card from where it lies; -1 as slot: it is looked for."""
        if card < 0:
            raise RulesetFault("there is no such card in the pack", span)
        if slot < 0:
            slot = self.where(s, card)
        held: Held = s[slot] if slot >= 0 else 0
        if slot >= 0 and self.places[slot].pile:
            if held and held[-1] == card:
                s[slot] = held[:-1]
                return
            if card in held:
                k = held.index(card)
                s[slot] = held[:k] + held[k + 1 :]
                return
        elif slot >= 0 and held >> card & 1:
            s[slot] = held ^ (1 << card)
            return
        if slot in self.places and (found := self.where(s, card)) not in (-1, slot):
            self.take(s, found, card, span)
            return
        raise RulesetFault("that card is not on the table any more", span)

    def lay(self, s: Slots, slot: int, cards: Sequence[int], bottom: bool, span: Span) -> None:
        """Lay cards down one after another, on the top or, each below the last, at the bottom."""
        place = self.places[slot]
        if place.pile:
            held = s[slot]
            s[slot] = tuple(reversed(cards)) + held if bottom else held + tuple(cards)
            size = len(s[slot])
        else:
            s[slot] |= mask_of(cards)
            size = s[slot].bit_count()
        if size > place.capacity:
            says = f"`{place.family}` has room for {count_cards(place.capacity)} only"
            raise NoRoom(says, span, slot, size - len(cards), cards)

    def show(self, s: Slots, mask: int, seat: int) -> None:
        """Cards are shown to a seat, or to all (-1)."""
        at = self.shown if seat < 0 else self.told[seat]
        assert at is not None
        s[at] |= mask

    def list_shown(self, s: Slots, mask: int) -> int:
        """Those of a mask's cards that have been shown to anybody where they lie."""
        shown = 0 if self.shown is None else s[self.shown]
        for told in self.told:
            shown |= s[told]
        return mask & shown

    def forget(self, s: Slots, mask: int) -> None:
        """A showing lasts only while a card stays where it is."""
        if self.shown is not None:
            s[self.shown] &= ~mask
            for told in self.told:
                s[told] &= ~mask

    def move(
        self,
        s: Slots,
        cards: Sequence[int],
        source: int,
        to: int,
        up: int | None,
        bottom: bool,
        span: Span,
    ) -> None:
        """Cards from a zone (-1: wherever each lies) to another."""
        for card in cards:
            self.take(s, source, card, span)
        self.lay(s, to, cards, bottom, span)
        if self.shown is not None:
            mask = mask_of(cards)
            self.forget(s, mask)
            if up and self.places[to].sight != "everyone":
                s[self.shown] |= mask

    def gather(self, s: Slots, pile: int, span: Span) -> None:
        """Every card of the pack into one pile, in the pack's order, the first at the bottom."""
        self._empty(s, self.order)
        self.lay(s, pile, range(self.machine.pack.size), False, span)
        self.forget(s, (1 << self.machine.pack.size) - 1)

    def swap(self, s: Slots, one: int, other: int, span: Span) -> None:
        """Two zones change their cards; only what they hold in the end must find room."""
        first, second = self.cards(s, one), self.cards(s, other)
        self.forget(s, mask_of(first) | mask_of(second))
        if one != other:
            self._empty(s, (one, other))
            self.lay(s, other, first, False, span)
            self.lay(s, one, second, False, span)

    def _empty(self, s: Slots, slots: Iterable[int]) -> None:
        for slot in slots:
            s[slot] = () if self.places[slot].pile else 0
