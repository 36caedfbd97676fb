"""The cards that a player has seen go where they lie hidden now, such as those laid away."""

from __future__ import annotations

from collections.abc import Collection

from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.events import Event, Role
from hoyle.interpreter.runtime.table import Position, Table


class CardMemory:
    """What one seat remembers of cards that not all have seen, or that have gone to a hand.

    It is made of the events as that seat may know them, so it holds nothing else. Where a hidden
    card leaves a place, it may be any of those there: they are forgotten.
    """

    def __init__(self, table: Table, seat: int | None) -> None:
        self.redaction = Redaction(table, seat)
        self.everyone = self.redaction.everyone
        self.hands = {zone.slot for zone in table.machine.zones if zone.sight == "some"}
        self.places: dict[int, int] = {}  # of each card where it was seen to go

    def add_position(self, position: Position) -> None:
        """What has happened on the way to a position."""
        for event in self.redaction.redact_events(position):
            self._add_event(event)

    def _add_event(self, event: Event) -> None:
        if Role.GATHERED in event.fields:
            self.places.clear()
        self._forget({*event.get_all(Role.MIXED), *event.get_all(Role.SWAPPED)})
        cards = event.list_cards()
        if Role.PLACES in event.fields:  # they stay where they are, and may be hidden again
            self.places |= {card: at for card, _, at, _ in cards if card is not None}
            return
        self._forget({source for card, source, *_ in cards if card is None})
        for card, _, target, seers in cards:
            if card is not None:
                self.places.pop(card, None)
                if seers != self.everyone or target in self.hands:
                    self.places[card] = target

    def _forget(self, slots: Collection[int]) -> None:
        self.places = {card: at for card, at in self.places.items() if at not in slots}

    def list_hidden(self, slot: int, seen: Collection[int | None]) -> list[int]:
        """The cards that are remembered to lie in a zone, but for those that are seen there."""
        return sorted(card for card, at in self.places.items() if at == slot and card not in seen)
