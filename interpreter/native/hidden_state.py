"""What a seat cannot see of a position, and whether a bot can draw it again."""

from __future__ import annotations

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import select_kind
from hoyle.interpreter.native.layout import list_spans
from hoyle.interpreter.runtime.hidden_values import Tainting
from hoyle.interpreter.runtime.moves import Held
from hoyle.interpreter.runtime.table import Position


def can_search(machine: p.Machine) -> bool:
    """Whether all that a seat cannot see are cards, and what others choose at the same time.

    Other secrets cannot be drawn again: registers of one seat; what is worked out from hidden cards
    and kept while somebody chooses; choices made together that wait while another one is made.
    """
    if machine.hidden:
        return False
    told = {node.slot for node in select_kind(machine.nodes, p.AnnounceIt)}
    rows = {base: range(base, base + count) for base, count in list_spans(machine)}
    tainted = {slot for base in Tainting(machine, told).sources for slot in rows[base]}
    waiting = {
        slot for node in machine.nodes if isinstance(node, p.Choose) and node.together is not None
        for slot in node.together.waiting
    }  # fmt: skip
    for node in machine.nodes:
        if isinstance(node, p.Choose):
            mine = node.together.waiting if node.together is not None else ()
            live = {slot for slot in node.live if machine.slots[slot].local}
            if not live.isdisjoint(waiting - set(mine)):
                return False
            if not live.isdisjoint(tainted - _find_origins(machine, node.seat) - set(mine)):
                return False
    return True


def _find_origins(machine: p.Machine, slot: int) -> set[int]:
    """The slots that a slot was copied from, one after the other: they hold the same.

    All see who chooses; so what the chooser's slot was copied from is no secret then.
    """
    found: set[int] = set()
    while True:
        values = [
            node.value for node in select_kind(machine.nodes, p.Set)
            if node.ref.base == slot and node.ref.index is None
        ]  # fmt: skip
        value = values[0] if len(values) == 1 else None
        while isinstance(value, p.Guard):
            value = value.value
        if not isinstance(value, p.Get) or value.slot in found:
            return found
        slot = value.slot
        found.add(slot)


def begin_together(machine: p.Machine, together: p.Together, slots: list[Held], seat: int) -> int:
    """Take a choice back to when the first seat was asked; `seat` is the slot of who is asked.

    How many seats came before.
    """
    before = int(slots[together.place]) - 1
    slots[together.place], slots[seat] = 1, slots[together.members][0]
    for slot in together.waiting:
        slots[slot] = machine.slots[slot].nothing
    return before


@attrs.frozen
class Hidden:
    """A card that a seat cannot see, and where it lies."""

    card: int
    slot: int


def find_hidden(position: Position, seat: int) -> list[Hidden]:
    """The cards that a seat cannot see, by where they lie: in an order that tells nothing of them.

    A pile has its order; in other zones those come first that fewer others know.
    """
    zones, s = position.table.engine.zones, list(position.slots)
    players = position.table.machine.player_of
    found = []
    for slot in zones.order:
        inside = []
        for card in zones.cards(s, slot):
            seers = zones.seers(s, card, slot)
            player = -1 if players is None else s[players + card]
            if not seers >> seat & 1:
                inside.append((seers, player, card))
        ordered = inside if zones.places[slot].pile else sorted(inside)
        found += [Hidden(card, slot) for *_, card in ordered]
    return found
