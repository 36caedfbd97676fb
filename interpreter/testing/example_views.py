"""What an example says of what a seat sees, held against the position."""

from __future__ import annotations

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, Type, bare
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.move_matching import seat_name


def check_view(stage: ExampleRunner, line: x.Sees) -> None:
    """What a seat sees of some cards; those without an order may be named in any."""
    ordered, cards = _cards_and_places(stage, line.cards)
    zones = stage.engine.zones
    twin = stage.machine.pack.twin_of
    came = [
        twin[card] if zones.seers(stage.slots, card, slot) >> line.seat & 1 else None
        for card, slot in cards
    ]
    wanted = [None if card is None else _named(stage, card) for card in line.seen]
    if not ordered:
        key = _sort_key
        came, wanted = sorted(came, key=key), sorted(wanted, key=key)
    if came != wanted:
        raise Finding(
            f"{seat_name(stage, line.seat)} sees something else", line.span,
            (
                f"expected: {_as_seen(stage.words, wanted)}",
                f"came:     {_as_seen(stage.words, came)}",
            ),
        )  # fmt: skip


def _named(stage: ExampleRunner, card: g.Literal) -> int:
    found = int(stage.ask(card))
    if found < 0:
        raise Finding(f"there is no {card.span.text} in the pack of this table", card.span)
    return stage.machine.pack.twin_of[found]


def _sort_key(card: int | None) -> int:
    return 10_000 if card is None else card


def _as_seen(words: Notation, cards: list[int | None]) -> str:
    return "[" + " ".join("?" if card is None else words.format_card(card) for card in cards) + "]"


def _cards_and_places(stage: ExampleRunner, value: g.Value) -> tuple[bool, list[tuple[int, int]]]:
    """The cards of an expression, each with its zone, and whether they have an order."""
    zones = stage.engine.zones
    slots = _zones_of(stage, value)
    if slots is not None:
        ordered = all(zones.places[slot].pile for slot in slots)
        cards = [(card, slot) for slot in slots for card in zones.cards(stage.slots, slot)]
        return ordered or len(cards) < 2, cards
    found = stage.ask(value)
    if bare(value.type) == CARD:
        found = (found,)
    held = bits(found) if isinstance(found, int) else found
    return not isinstance(found, int), [(c, zones.where(stage.slots, c)) for c in held if c >= 0]


def _zones_of(stage: ExampleRunner, value: g.Value) -> list[int] | None:
    """The zones that an expression names, in order; None where it is more than a name of zones."""
    if isinstance(value, g.Load) and isinstance(value.thing, g.Zone):
        return [stage.slot_of(value)]
    if isinstance(value, g.Many) and isinstance(value.thing, g.Zone):
        place = value.index[value.place]
        of: Type = getattr(bare(place.type), "of", bare(place.type))
        members = stage.ask(place)
        members = bits(members) if isinstance(members, int) else members
        found = []
        for member in members:
            index = list(value.index)
            index[value.place] = g.Const(member, of, place.span)
            load = g.Load(value.thing, tuple(index), value.type, value.span)
            found.append(stage.slot_of(load))
        return found
    return None
