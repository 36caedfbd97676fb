"""Positions that are laid by hand: cards taken out of the stock, and state that gets values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from hoyle.dsl.checked.types import UNKNOWN, RecordT, element
from hoyle.dsl.machine.builtins import mask_of
from hoyle.dsl.printable import count_cards
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.fault import NOWHERE
from hoyle.interpreter.runtime.moves import Held, Slots
from hoyle.interpreter.runtime.notation import Notation, Plain, check_kind

ANY = -1  # in a pack that is laid: another card would do as well
PlaceName = str | tuple[str, *tuple[int | str, ...]]  # `hand of ann`, or `("hand", "ann")`


@attrs.frozen
class Given:
    """A slot of a position, and what it holds: cards from the bottom, or a value."""

    slot: int
    value: Any


def set_given_state(engine: Engine, s: Slots, given: Sequence[Given]) -> None:
    """State gets the values that were given to it."""
    for one in given:
        if one.slot not in engine.zones.places:
            s[one.slot] = one.value


def make_start_slots(engine: Engine, given: Sequence[Given]) -> Slots:
    """The slots before anything has happened, with these cards taken out of the stock."""
    slots, zones = engine.fresh(), engine.zones
    for one in given:
        if one.slot in zones.places:
            for card in one.value:
                zones.take(slots, engine.machine.stock, card, NOWHERE)
                zones.lay(slots, one.slot, [card], False, NOWHERE)
    return slots


def read_given(
    engine: Engine, words: Notation, entered: Sequence[str], places: Mapping[PlaceName, Plain]
) -> tuple[Given, ...]:
    """What a program gives to zones and state by name; ValueError where that cannot be.

    `entered` are the phases whose own state is there when the play begins.
    """
    check_kind(places, Mapping, "what is given are values by their names")
    taken: list[int] = []
    found = []
    for name, value in places.items():
        slot = find_slot(words, name)
        place = engine.zones.places.get(slot)
        if place is not None:
            if slot == engine.machine.stock:
                raise ValueError(f"`{name}` starts with the pack: `pack` says how it lies")
            cards = read_cards(words, value, taken)
            if len(cards) > place.capacity:
                raise ValueError(f"`{name}` has room for {count_cards(place.capacity)} only")
            taken += cards
            found.append(Given(slot, cards))
        else:
            found.append(Given(slot, _read_state(words, slot, value, entered)))
    _check_listed(words, found)
    return tuple(found)


def _check_listed(words: Notation, given: Sequence[Given]) -> None:
    """A record that is given something is in a list: ValueError where it is in none, or in two."""
    listed = [record for one in given for record in _list_records(words, one)]
    for kind, number in listed:
        if listed.count((kind, number)) > 1:
            raise ValueError(f"{words.format_value(number, kind)} is given twice")
    for one in given:
        family = words.families[one.slot]
        if family.record is None:
            continue
        kind, number = RecordT(family.record), family.index_of(one.slot)[0]
        if (kind, number) not in listed:
            name, which = words.format_place(one.slot), words.format_value(number, kind)
            raise ValueError(f"`{name}` cannot be given: {which} is in no list that is given")


def _list_records(words: Notation, one: Given) -> list[tuple[RecordT, int]]:
    """The records in a list that is given."""
    slot = words.machine.slots[one.slot]
    kind = element(slot.type or UNKNOWN)
    if slot.kind != "list" or not isinstance(kind, RecordT):
        return []
    return [(kind, number) for number in one.value]


def find_slot(words: Notation, place: PlaceName) -> int:
    """The slot of a zone or register by its name, with its indexes; KeyError says what there is."""
    name, *index = place if isinstance(place, tuple) and place else (place,)
    return words.slot_of(name, *index)


def read_cards(
    words: Notation, cards: Any, taken: Sequence[int] = (), any_card: bool = False
) -> tuple[int, ...]:
    """Cards as text or by number, each the next copy that is not `taken`; `?` may be any card."""
    check_kind(cards, Collection, "cards are a text or a list")
    found: list[int] = []
    for word in cards.split() if isinstance(cards, str) else cards:
        hidden = any_card and word == "?"
        found.append(ANY if hidden else _read_card(words, word, [*taken, *found]))
    if len(found) > words.machine.pack.size:
        raise ValueError(f"the pack has {words.machine.pack.size} cards, not {len(found)}")
    return tuple(found)


def _read_card(words: Notation, word: object, taken: Sequence[int]) -> int:
    """A card that is not taken yet: where it is named again, its next copy."""
    pack = words.machine.pack
    if isinstance(word, int):
        if isinstance(word, bool) or not 0 <= word < pack.size:
            raise ValueError(f"the cards of the pack are numbered 0 to {pack.size - 1}: {word}")
        copies = [word]
    else:
        card = words.parse_card(word) if isinstance(word, str) else None
        if card is None:
            raise ValueError(f"the pack has no {word}")
        copies = [card] if "'" in str(word) else pack.copies_of(card)
    free = [card for card in copies if card not in taken]
    if not free:
        raise ValueError(f"{word} is named more often than the pack has it")
    return free[0]


def _read_state(words: Notation, slot: int, value: Plain, entered: Sequence[str]) -> Held:
    """What a register is given, which must lie in its range."""
    shape, name = words.machine.slots[slot], words.format_place(slot)
    if shape.type is None:
        raise ValueError(f"`{name}` cannot be given")
    if shape.phase is not None and shape.phase not in entered:
        raise ValueError(f"`{name}` is set afresh whenever `{shape.phase}` begins")
    held = words.from_plain(value, shape.type)
    if shape.kind == "mask" and isinstance(held, tuple):
        return mask_of(held)
    none = held == -1 and shape.maybe
    if shape.kind == "number" and not none and not shape.low <= held <= shape.high:
        raise ValueError(f"`{name}` runs from {shape.low} to {shape.high}, and {value} is outside")
    if shape.kind == "list" and len(held) > shape.size:
        raise ValueError(f"`{name}` has room for {shape.size} only")
    if shape.kind == "list" and len(set(held)) < len(held):
        raise ValueError(f"`{name}` holds each once: {value}")
    return held
