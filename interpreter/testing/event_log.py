"""Cards and chips counted again from the log of events alone; and what each seat has ever seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import mask_of
from hoyle.dsl.printable import count_chips
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, list_cards_in
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.testing.findings import Finding

EVERYBODY = -1  # as a mask of seats


class ChipRegisters:
    """The registers that `pay` moves chips between, and when the rules set them afresh."""

    def __init__(self, machine: p.Machine, game: g.Game) -> None:
        self.family_of = {slot: family for family in machine.families for slot in family.slots}
        paid = [node for node in machine.nodes if isinstance(node, p.PayChips)]
        purses = {ref.base for node in paid for ref in (node.giver, node.taker)}
        self.slots = {slot for base in purses for slot in self.family_of[base].slots}
        self.of_phase: dict[str, list[int]] = {}
        for thing in game.registers.values():
            if thing.phase is not None:
                self.of_phase.setdefault(thing.phase, []).extend(
                    slot for slot in self.slots
                    if self.family_of[slot].name == thing.name and not self.family_of[slot].record
                )  # fmt: skip
        self.defaults = self._find_constants(_list_defaults(machine))
        self.fresh = self._find_constants(
            each for node in machine.nodes if isinstance(node, p.NewRecord)
            for each in node.defaults
        )  # fmt: skip

    def _find_constants(self, values: Iterable[tuple[int, p.Expr]]) -> dict[int, object]:
        """The purses that begin with a value that is known."""
        return {
            base: value.value
            for base, value in values
            if base in self.slots and isinstance(value, p.Const)
        }


def _list_defaults(machine: p.Machine) -> list[tuple[int, p.Expr]]:
    """Registers that a phase sets afresh, and with what."""
    return [
        (node.ref.base, node.value) for node in machine.nodes
        if isinstance(node, p.Set) and node.quiet and node.ref.index is None
    ]  # fmt: skip


class EventLog:
    """Follows one game by its events only. `chips` of a purse is None where it is not known."""

    def __init__(self, engine: Engine, registers: ChipRegisters, opening: dict[int, int]) -> None:
        self.engine = engine
        self.machine = engine.machine
        self.registers = registers
        self.places = dict.fromkeys(range(self.machine.pack.size), self.machine.stock)
        self.chips: dict[int, int | None] = dict(opening)
        # what each seat has ever seen since it was last shuffled; the first order is the pack's own
        self.known = [(1 << self.machine.pack.size) - 1] * self.machine.players
        # by which chance event, from 0, each card was last shuffled; -1 for never
        self.mixed = [-1] * self.machine.pack.size
        self.chances = 0
        self.private = set(engine.hidden)
        self.open = {zone.slot for zone in self.machine.zones if zone.sight != "nobody"}
        self.lost: Finding | None = None
        # what was added to chips, less what was taken off, without a payment; and where last
        self.written = 0
        self.written_at: Span | None = None
        self.moves = self.written_after = 0  # so far, and when that was

    def follow(self, events: Iterable[Event]) -> None:
        """Go on with these events."""
        for event in events:
            for card, source, target, seers in event.list_cards():
                if card is not None:
                    if e.Role.PLACES not in event.fields:
                        self._put(card, source, target, event.span)
                    self._reveal(card, seers)
            for card in self._list_named(event):
                self._reveal(card, EVERYBODY)
            self._follow(event)

    def _follow(self, event: Event) -> None:
        match event:
            case e.CardsGathered(to=to):
                for card in self.places:
                    self.places[card] = to
                    self._reveal(card, EVERYBODY)
            case e.PileShuffled():
                mixed = [card for card, place in self.places.items() if place == event.place]
                for card in mixed:
                    self.mixed[card] = self.chances
                mask = mask_of(mixed)
                self.known = [known & ~mask for known in self.known]
                for card in mixed if event.place in self.open else ():
                    self._reveal(card, EVERYBODY)  # whoever sees the pile sees its new order
                self.chances += 1
            case e.MemberDrawn():
                self.chances += 1
            case e.MoveChosen():
                self.moves += 1
            case e.ChipsPaid(amount=amount):
                for slot, more in ((event.from_, -amount), (event.to, amount)):
                    held = self.chips.get(slot)
                    if held is not None:
                        self.chips[slot] = held + more
            case e.RegisterSet():
                self._set(event)
            case e.PhaseBegun(phase=phase):
                for slot in self.registers.of_phase.get(phase, ()):
                    self._reset(slot, self.registers.defaults.get(slot), event.span)
            case e.RecordMade(record=record):
                for slot in self.registers.slots:
                    family = self.registers.family_of[slot]
                    if (family.record, slot - family.base) == record:
                        self._reset(slot, self.registers.fresh.get(family.base), event.span)
            case (
                e.CardsMoved() | e.CardsDealt() | e.ZonesSwapped()
                | e.CardsShown() | e.CardsHidden() | e.ValueAnnounced() | e.SentenceSaid()
                | e.GameWon() | e.PhaseEnded()
            ):  # fmt: skip
                pass  # cards and values are followed by their roles
            case _:
                assert_never(event)

    def lay(self, s: Slots) -> None:
        """Begin with a position that was laid by hand: each seat knows what it sees there."""
        zones = self.engine.zones
        self.known = [0] * self.machine.players
        for slot in zones.places:
            for card in zones.cards(s, slot):
                self.places[card] = slot
                self._reveal(card, zones.seers(s, card, slot))

    # ------------------------------------------------------------------ cards

    def _put(self, card: int, source: int, to: int, span: Span) -> None:
        if self.places[card] != source:
            raise Finding("by the log of events this card lies somewhere else", span, kind="cards")
        self.places[card] = to

    def _reveal(self, card: int, seers: int) -> None:
        for seat in range(self.machine.players):
            if seers >> seat & 1:
                self.known[seat] |= 1 << card

    def _list_named(self, event: Event) -> Iterator[int]:
        if self.private.isdisjoint(event.get_all(e.Role.REGISTER)):
            for value in event.get_all(e.Role.NEW) + event.get_all(e.Role.VALUE):
                yield from list_cards_in(value, event.get(e.Role.TYPE))
        for piece in event.get(e.Role.SENTENCE, ()):
            if not isinstance(piece, str):
                yield from list_cards_in(*piece)

    # ------------------------------------------------------------------ chips

    def _set(self, event: e.RegisterSet) -> None:
        slot, new = event.place, event.new
        if slot not in self.registers.slots or not isinstance(new, int):
            return
        held = self.chips.get(slot)
        if held is not None:
            if held != event.old:
                says = "by the log of events there are other chips here"
                raise Finding(says, event.span, kind="chips")
            self.written += new - held
            self.written_at, self.written_after = event.span, self.moves
        self.chips[slot] = new

    def _reset(self, slot: int, value: object, span: Span) -> None:
        """A purse that begins again should be empty, or its chips are gone."""
        held = self.chips.get(slot)
        if held and held != value and self.lost is None:
            name = self.registers.family_of[slot].name
            were, are = ("was", "is") if held == 1 else ("were", "are")
            says = f"{count_chips(held)} {were} still in `{name}` and {are} lost here"
            self.lost = Finding(says, span, kind="chips", moves=self.moves)
        self.chips[slot] = value if isinstance(value, int) else None

    # ------------------------------------------------------------------ at the end

    def compare(self, s: Slots, span: Span) -> None:
        """The state must say what the log says."""
        zones = self.engine.zones
        for slot in zones.places:
            cards = sorted(zones.cards(s, slot))
            by_log = sorted(card for card, place in self.places.items() if place == slot)
            if cards != by_log:
                name = zones.places[slot].family
                raise Finding(
                    f"by the log of events other cards lie in `{name}`", span, kind="cards"
                )
        for slot, held in self.chips.items():
            family = self.registers.family_of[slot]
            ended = family.record is not None and s[slot] == -1
            if held is not None and held != (0 if ended else s[slot]):
                holds = f"holds {count_chips(held)}, not {s[slot]}"
                says = f"by the log of events `{family.name}` {holds}"
                raise Finding(says, span, kind="chips")
        if self.lost is not None:
            raise self.lost
        if self.written and self.written_at is not None:
            done = "made" if self.written > 0 else "lost"
            many = abs(self.written)
            are, where = ("is", "it is") if many == 1 else ("are", "they are")
            says = f"{count_chips(many)} {are} {done} where {where} set and not paid"
            raise Finding(says, self.written_at, kind="chips", moves=self.written_after)
