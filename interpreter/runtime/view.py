"""What a seat sees, derived from the zones and from what has been shown: never written by hand."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.moves import Held, Slots


@attrs.frozen
class ZoneView:
    """One zone: its slot, and its cards; None is a card that lies hidden.

    A pile is told from its bottom. Of another zone the cards that are seen come first, in the
    pack's order, so that the places of the hidden ones tell nothing.
    """

    slot: int
    cards: tuple[int | None, ...]


@attrs.frozen
class View:
    """What one seat sees; -1 as seat is somebody who only watches."""

    seat: int
    zones: tuple[ZoneView, ...]
    registers: tuple[tuple[int, Held, Type | None], ...]


def make_view(engine: Engine, s: Slots, at: int, seat: int) -> View:
    """The view of a seat, with the state of phases that run at a node and no others."""
    zones, slots = [], engine.machine.slots
    running = {None, *engine.running.get(at, ())}
    for slot, place in engine.zones.places.items():
        cards = engine.zones.cards(s, slot)
        seen = [
            card if (seat >= 0 and engine.zones.seers(s, card, slot) >> seat & 1)
            or (seat < 0 and engine.zones.seers(s, card, slot) == engine.zones.all_seats)
            else None
            for card in cards
        ]  # fmt: skip
        if not place.pile:
            seen = [c for c in seen if c is not None] + [None] * seen.count(None)
        zones.append(ZoneView(slot, tuple(seen)))
    hidden = {slot: seen_by(s) for slot, seen_by in engine.hidden.items()}
    registers = []
    for family in engine.machine.families:
        for slot in family.slots:
            if slot in engine.zones.places or slots[slot].phase not in running:
                continue
            if slot in hidden and (seat < 0 or not hidden[slot] >> seat & 1):
                continue
            registers.append((slot, s[slot], slots[slot].type))
    return View(seat, tuple(zones), tuple(registers))
