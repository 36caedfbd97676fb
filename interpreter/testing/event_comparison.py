"""Two games beside one another: whether a seat is told the same in both, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.view import View

# What is told and shown: where it differs, the seat can tell the two games from one another, and
# nothing that comes later is a leak.
TOLD = "told"
# What follows from the rules alone: where it differs, the rules have looked at what is hidden.
WAY, VALUE = "way", "value"

# Of each kind of event what says which way the game goes. Two events of one line that are the same
# in this, and not in the rest, tell different cards.
WAYS = {
    "choose": ("seat", "action"),
    "deal": ("source",),
    "move": ("to", "bottom"),
    "show": ("to",),
    "hide": ("to",),
    "gather": ("to",),
    "shuffle": ("slot",),
    "draw": ("slot",),
    "swap": ("one", "other"),
    "set": ("slot",),
    "pay": ("giver", "taker"),
    "begin": ("phase",),
    "end": ("phase",),
    "new": ("record", "index"),
}
REST = {
    "choose": ("values",),
    "deal": ("dealt",),
    "move": ("cards", "sources"),
    "show": ("cards", "places"),
    "hide": ("cards", "places"),
    "draw": ("value",),
    "say": ("pieces",),
    "announce": ("value",),
    "win": ("seats",),
    "set": ("old", "new"),
    "pay": ("amount",),
}


def _parted(one: Event | None, other: Event | None, private: set[int]) -> str:
    """How two events differ as a seat knows them; empty where they do not.

    `private` are the registers that only some see: what one of them holds is shown to its seat.
    """
    if one is None or other is None:
        return WAY
    if one.kind != other.kind or one.span != other.span:
        return WAY
    if _facts(one, WAYS) != _facts(other, WAYS):
        return WAY
    if one.kind == "deal" and [z for z, _ in one["dealt"]] != [z for z, _ in other["dealt"]]:
        return WAY
    if _facts(one, REST) == _facts(other, REST):
        return ""
    if one.kind == "pay" or (one.kind == "set" and one["slot"] not in private):
        return VALUE
    return TOLD


def _facts(event: Event, names: dict[str, tuple[str, ...]]) -> list[Any]:
    return [event[name] for name in names.get(event.kind, ())]


def find_first_difference(
    one: Sequence[Event], other: Sequence[Event], private: set[int]
) -> tuple[int, str] | None:
    """The first of the events in which two games differ, and how."""
    for k in range(max(len(one), len(other))):
        how = _parted(
            one[k] if k < len(one) else None, other[k] if k < len(other) else None, private
        )
        if how:
            return k, how
    return None


def compare_views(one: View, other: View, private: set[int]) -> str:
    """How two views differ; where one card is seen in the place of another, that is told."""
    if one == other:
        return ""
    public = [[r for r in view.registers if r[0] not in private] for view in (one, other)]
    if public[0] != public[1]:
        return VALUE
    for first, second in zip(one.zones, other.zones, strict=True):
        hidden = [[card is None for card in zone.cards] for zone in (first, second)]
        if hidden[0] != hidden[1]:
            return VALUE
    return TOLD
