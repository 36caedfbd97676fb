"""Cards and chips counted again from the log of events alone; and what each seat has ever seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.redaction import cards_in
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.testing.findings import Finding


class ChipRegisters:
    """The registers that `pay` moves chips between, and when the rules set them afresh."""

    def __init__(self, machine: p.Machine, game: g.Game) -> None:
        self.family_of = {
            slot: family
            for family in machine.families
            for slot in range(family.base, family.base + family.count)
        }
        self.slots: set[int] = set()
        for node in machine.nodes:
            if isinstance(node, p.PayChips):
                for ref in (node.giver, node.taker):
                    family = self.family_of[ref.base]
                    self.slots |= set(range(family.base, family.base + family.count))
        self.of_phase: dict[str, list[int]] = {}
        for thing in game.registers.values():
            if thing.phase is not None:
                self.of_phase.setdefault(thing.phase, []).extend(
                    slot for slot in self.slots
                    if self.family_of[slot].name == thing.name and not self.family_of[slot].record
                )  # fmt: skip
        self.defaults = {
            node.ref.base: node.value.value
            for node in machine.nodes
            if isinstance(node, p.Set) and node.quiet and node.ref.index is None
            and node.ref.base in self.slots and isinstance(node.value, p.Const)
        }  # fmt: skip
        self.fresh = {
            base: value.value
            for node in machine.nodes if isinstance(node, p.NewRecord)
            for base, value in node.defaults if base in self.slots and isinstance(value, p.Const)
        }  # fmt: skip


class EventLog:
    """Follows one game by its events only. `chips` of a purse is None where it is not known."""

    def __init__(self, engine: Engine, purses: ChipRegisters, opening: dict[int, int]) -> None:
        self.engine = engine
        self.machine = engine.machine
        self.purses = purses
        self.places = dict.fromkeys(range(self.machine.pack.size), self.machine.stock)
        self.chips: dict[int, int | None] = dict(opening)
        # what each seat has ever seen since it was last shuffled; the first order is the pack's own
        self.known = [(1 << self.machine.pack.size) - 1] * self.machine.players
        # by which chance event, from 0, each card was last shuffled; -1 for never
        self.mixed = [-1] * self.machine.pack.size
        self.chances = 0
        self.private = {slot for slot, _ in self.machine.hidden}
        self.lost: Finding | None = None
        # what was added to purses, less what was taken off, without a payment; and where last
        self.written = 0
        self.written_at: Span | None = None

    def follow(self, events: Iterable[Event]) -> None:
        """Go on with these events."""
        for event in events:
            method = getattr(self, f"_{event.kind}", None)
            if method is not None:
                method(event)

    def lay(self, s: Slots) -> None:
        """Begin with a position that was laid by hand: each seat knows what it sees there."""
        zones = self.engine.zones
        self.known = [0] * self.machine.players
        for slot in zones.places:
            for card in zones.cards(s, slot):
                self.places[card] = slot
                self.told(card, zones.seers(s, card, slot))

    # ------------------------------------------------------------------ cards

    def put(self, card: int, source: int, to: int, span: Span) -> None:
        """A card goes from one zone to another."""
        if self.places[card] != source:
            raise Finding("by the log of events this card lies somewhere else", span, kind="cards")
        self.places[card] = to

    def told(self, card: int, seers: int) -> None:
        """These seats have seen a card."""
        for seat in range(self.machine.players):
            if seers >> seat & 1:
                self.known[seat] |= 1 << card

    def _deal(self, event: Event) -> None:
        for at, card, seers in event["dealt"]:
            self.put(card, event["source"], at, event.span)
            self.told(card, seers)

    def _move(self, event: Event) -> None:
        for card, source, seers in zip(
            event["cards"], event["sources"], event["seers"], strict=True
        ):
            self.put(card, source, event["to"], event.span)
            self.told(card, seers)

    def _swap(self, event: Event) -> None:
        change = {event["one"]: event["other"], event["other"]: event["one"]}
        for card, place in self.places.items():
            if place in change:
                self.places[card] = change[place]
                self.told(card, -1)  # the log does not say who sees it now

    def _gather(self, event: Event) -> None:
        for card in self.places:
            self.places[card] = event["to"]
            self.told(card, -1)

    def _shuffle(self, event: Event) -> None:
        for card, place in self.places.items():
            if place == event["slot"]:
                self.mixed[card] = self.chances
                for seat in range(self.machine.players):
                    self.known[seat] &= ~(1 << card)
        self.chances += 1

    def _draw(self, event: Event) -> None:
        self.chances += 1
        self.named(event["value"], event["type"], event["slot"])

    def _show(self, event: Event) -> None:
        for card in event["cards"]:
            self.told(card, -1 if event["to"] < 0 else 1 << event["to"])

    def _say(self, event: Event) -> None:
        for piece in event["pieces"]:
            if not isinstance(piece, str):
                self.named(*piece)

    def _announce(self, event: Event) -> None:
        self.named(event["value"], event["type"])

    def named(self, value: Any, kind: Type, slot: int = -1) -> None:
        """A value that everybody hears or sees; the cards in it are known from now on."""
        if slot not in self.private:
            for card in cards_in(value, kind):
                self.told(card, -1)

    # ------------------------------------------------------------------ chips

    def _pay(self, event: Event) -> None:
        for slot, amount in ((event["giver"], -event["amount"]), (event["taker"], event["amount"])):
            held = self.chips.get(slot)
            if held is not None:
                self.chips[slot] = held + amount

    def _set(self, event: Event) -> None:
        slot = event["slot"]
        self.named(event["new"], event["type"], slot)
        if slot not in self.purses.slots:
            return
        held = self.chips.get(slot)
        if held is not None:
            if held != event["old"]:
                says = "by the log of events there are other chips here"
                raise Finding(says, event.span, kind="chips")
            self.written += event["new"] - held
            self.written_at = event.span
        self.chips[slot] = event["new"]

    def _begin(self, event: Event) -> None:
        for slot in self.purses.of_phase.get(event["phase"], ()):
            self.set_afresh(slot, self.purses.defaults.get(slot), event.span)

    def _new(self, event: Event) -> None:
        for slot in self.purses.slots:
            family = self.purses.family_of[slot]
            if family.record == event["record"] and slot - family.base == event["index"]:
                self.set_afresh(slot, self.purses.fresh.get(family.base), event.span)

    def set_afresh(self, slot: int, value: object, span: Span) -> None:
        """A purse that begins again should be empty, or its chips are gone."""
        held = self.chips.get(slot)
        if held and held != value and self.lost is None:
            name = self.purses.family_of[slot].name
            self.lost = Finding(
                f"{held} chips were still in `{name}` and are lost here", span, kind="chips"
            )
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
            family = self.purses.family_of[slot]
            ended = family.record is not None and s[slot] == -1
            if held is not None and held != (0 if ended else s[slot]):
                raise Finding(
                    f"by the log of events `{family.name}` holds {held} chips, not {s[slot]}",
                    span,
                    kind="chips",
                )
        if self.lost is not None:
            raise self.lost
        if self.written and self.written_at is not None:
            done = "made" if self.written > 0 else "lost"
            says = f"{abs(self.written)} chips are {done} where they are set and not paid"
            raise Finding(says, self.written_at, kind="chips")
