"""What a reader may know of what happened: the one place where the secrets of a game are kept.

A reader is a seat, or somebody who sees all cards. Events come in, and go out with `None` in the
place of every card that the reader does not see, and without registers that are hidden from the
reader. Whatever is told of a game is told from these.

The rows of tables behind a register or a payment stay: a value that all may see depends only on
what all may see, or the ruleset does not pass the checker; so the row that gave it is no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from hoyle.dsl.checked.types import CARD, PlanT, SequenceT, SetT, Type, bare
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.table import Position, Table

Card = int | None


class Redaction:
    """One reader of one game: `seat` from 0, or None for open cards."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.everyone = (1 << table.machine.players) - 1
        engine = table.engine
        self.registers = {
            slot
            for family in table.machine.families
            for slot in range(family.base, family.base + family.count)
            if slot not in engine.zones.places
        }
        self.private = {slot: engine.compiler.value(by) for slot, by in table.machine.hidden}
        self.lies: dict[int, int] = {}  # where the reader (with open cards: everybody) saw a card
        self.open: set[int] = set()  # the cards that have been shown to all and lie there still
        self.sealed: list[Event] = []  # choices that are not yet turned over

    def sees(self, seers: int) -> bool:
        """Whether the reader sees a card that these seats see."""
        return self.seat is None or bool(seers >> self.seat & 1)

    def learns(self, seers: int) -> bool:
        """Whether the reader knows the card from now on; with open cards: whether all seats do."""
        return seers == self.everyone if self.seat is None else self.sees(seers)

    def events(self, position: Position) -> list[Event]:
        """What the reader may know of the events that led to a position."""
        found: list[Event] = []
        if self.sealed and self.turned_over(position):
            found += [self.choice(event, position, late=True) for event in self.sealed]
            self.sealed.clear()
        for event in position.events:
            if self.holds_back(event):
                self.sealed.append(event)
                if self.turned_over(position):
                    found += [self.choice(held, position, late=True) for held in self.sealed]
                    self.sealed.clear()
                continue
            seen = self.event(event, position)
            if seen is not None:
                found.append(seen)
        return found

    def event(self, event: Event, position: Position) -> Event | None:
        """One event as the reader may know it; None where it is hidden altogether."""
        match event.kind:
            case "choose":
                return self.choice(event, position)
            case "move":
                return self.move(event)
            case "deal":
                return self.deal(event)
            case "show" | "hide":
                return self.shown(event)
            case "set" | "draw":
                return event if self.register_seen(event["slot"], position) else None
            case "pay":
                seen = (self.register_seen(event[at], position) for at in ("giver", "taker"))
                return event if any(seen) else None
            case "gather":
                self.lies.clear()
                self.open.clear()
            case "shuffle":
                self.forget(event["slot"])
            case "swap":
                self.forget(event["one"])
                self.forget(event["other"])
        return event

    # ------------------------------------------------------------------ choices

    def holds_back(self, event: Event) -> bool:
        """Whether a choice is still sealed for the reader."""
        return bool(
            event.kind == "choose" and event["sealed"]
            and self.seat is not None and event["seat"] != self.seat
        )  # fmt: skip

    def turned_over(self, position: Position) -> bool:
        """Whether all have chosen: nobody is asked, or something else, or somebody once more."""
        if position.over or not position.node.sealed:
            return True
        nodes = self.table.machine.nodes
        places = {getattr(nodes[event["node"]], "span", None) for event in self.sealed}
        chosen = {event["seat"] for event in self.sealed}
        return position.node.span not in places or position.seat in chosen

    def choice(self, event: Event, position: Position, late: bool = False) -> Event:
        """A choice; of another seat's only the cards that the reader has seen or sees now."""
        seen: set[int] | None = None
        if self.seat is not None and event["seat"] != self.seat:
            seen = self.in_sight(position.events)
            if position.before is not None and not late:
                zones, before = self.table.engine.zones, position.before.slots
                for value, kind in zip(event["values"], event["types"], strict=True):
                    cards = cards_in(value, kind)
                    seen |= {c for c in cards if self.sees(zones.seers(before, c))}
        values = [
            _mask_value(value, kind, seen)
            for value, kind in zip(event["values"], event["types"], strict=True)
        ]
        return attrs.evolve(event, facts=event.facts | {"values": tuple(values)})

    def in_sight(self, events: Sequence[Event]) -> set[int]:
        """The cards that these events show to the reader."""
        found: set[int] = set()
        for event in events:
            if event.kind == "move":
                pairs = zip(event["cards"], event["seers"], strict=True)
                found |= {card for card, seers in pairs if self.sees(seers)}
            elif event.kind == "show" and event["to"] in (-1, self.seat):
                found |= set(event["cards"])
        return found

    # ------------------------------------------------------------------ cards

    def move(self, event: Event) -> Event:
        """Cards that go somewhere; `old` says that the reader knew each where it lay."""
        cards: list[Card] = []
        old = True
        facts = zip(event["cards"], event["sources"], event["seers"], strict=True)
        for card, source, seers in facts:
            old = old and self.lies.get(card) == source
            cards.append(card if self.sees(seers) else None)
            self.lay(card, event["to"], seers)
        return attrs.evolve(event, facts=event.facts | {"cards": tuple(cards), "old": old})

    def deal(self, event: Event) -> Event:
        """Cards dealt: the zone and the card."""
        dealt: list[tuple[int, Card]] = []
        for zone, card, seers in event["dealt"]:
            dealt.append((zone, card if self.sees(seers) else None))
            self.lay(card, zone, seers)
        return attrs.evolve(event, facts=event.facts | {"dealt": tuple(dealt)})

    def shown(self, event: Event) -> Event:
        """Cards turned up or hidden; `news` says for which that changes what the reader knows."""
        cards: list[Card] = []
        news: list[bool] = []
        to_all = event["to"] == -1
        told = event.kind == "show" and (self.seat is None or event["to"] in (-1, self.seat))
        for card, place in zip(event["cards"], event["places"], strict=True):
            knew = self.lies.get(card) == place
            cards.append(card if told or knew or self.seat is None else None)
            if event.kind == "hide":
                news.append(card in self.open)
                self.open.discard(card)
                continue
            news.append(not knew)
            self.open |= {card} if to_all else set()
            if to_all or event["to"] == self.seat:
                self.lies[card] = place
        facts = {"cards": tuple(cards), "news": tuple(news)}
        return attrs.evolve(event, facts=event.facts | facts)

    def lay(self, card: int, place: int, seers: int) -> None:
        """Remember where a card was seen to go; or that it is lost to sight."""
        self.open.discard(card)
        if seers == self.everyone:
            self.open.add(card)
        if self.learns(seers):
            self.lies[card] = place
        else:
            self.lies.pop(card, None)

    def forget(self, place: int) -> None:
        """The cards there are mixed."""
        self.lies = {card: at for card, at in self.lies.items() if at != place}

    # ------------------------------------------------------------------ registers

    def register_seen(self, slot: int, position: Position) -> bool:
        """Whether the reader sees a register, before and after; what phases use inside is not."""
        if self.seat is None:
            return True
        if slot not in self.registers:
            return False
        seen_by = self.private.get(slot)
        moments = [position] if position.before is None else [position, position.before]
        return seen_by is None or all(seen_by(m.slots) == self.seat for m in moments)


def cards_in(value: Any, kind: Type) -> Iterator[int]:
    """The cards that a value names."""
    kind = bare(kind)
    if kind == CARD:
        if value >= 0:
            yield value
    elif isinstance(kind, PlanT):
        for meld in value:
            yield from bits(meld)
    elif isinstance(kind, SetT | SequenceT):
        if kind.of == CARD:
            yield from (bits(value) if value >= 0 else ()) if isinstance(value, int) else value
        elif isinstance(value, tuple):
            for one in value:
                yield from cards_in(one, kind.of)


def _mask_value(value: Any, kind: Type, seen: set[int] | None) -> Any:
    """A value of a move, sets of cards as tuples, with None for the cards outside `seen`."""
    kind = bare(kind)
    if kind == CARD:
        return value if seen is None or value in seen else None
    if isinstance(kind, SetT | SequenceT) and bare(kind.of) == CARD:
        cards = bits(value) if isinstance(value, int) else tuple(value)
        return tuple(card if seen is None or card in seen else None for card in cards)
    if isinstance(kind, SetT | SequenceT) and isinstance(kind.of, SetT | SequenceT):
        return tuple(_mask_value(one, kind.of, seen) for one in value)
    return value
