"""What a seat cannot see of a position, and whether a bot can draw it again."""

from __future__ import annotations

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import Node, children, select_kind
from hoyle.interpreter.native.layout import list_spans
from hoyle.interpreter.runtime.moves import Held
from hoyle.interpreter.runtime.table import Position

SIZES = ("count_bits", "count_entries", "is_empty", "is_some")  # of whole zones open to all


def can_search(machine: p.Machine) -> bool:
    """Whether all that a seat cannot see are cards, and what others choose at the same time.

    Other secrets cannot be drawn again: registers of one seat; what is worked out from hidden cards
    and kept while somebody chooses; choices made together that wait while another one is made.
    """
    if machine.hidden:
        return False
    tainted = _find_tainted(machine)
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


def _find_tainted(machine: p.Machine) -> set[int]:
    """Slots of a block or parameter that may hold what hidden cards say.

    What is announced is open to all, though it was found in hidden cards.
    """
    hidden = {zone.slot for zone in machine.zones if zone.sight != "everyone"}
    told = {node.slot for node in select_kind(machine.nodes, p.AnnounceIt)}
    tainted: set[int] = set()

    def reads_hidden(expr: Node) -> bool:
        if isinstance(expr, p.Op) and expr.name in SIZES and all(map(is_whole, expr.args)):
            return False
        assert isinstance(expr, p.BaseExpr)
        if expr.reads in hidden or expr.reads in tainted:  # a family is seen alike
            return True
        if expr.calls is not None and reads_hidden(expr.calls.body):
            return True
        return any(map(reads_hidden, children(expr)))

    def is_whole(expr: Node) -> bool:
        """Whether it is all of a zone, or of several, whichever that may be."""
        if isinstance(expr, p.Op):
            return expr.name == "union" and all(map(is_whole, expr.args))
        assert isinstance(expr, p.BaseExpr)
        return expr.reads is not None and not any(map(reads_hidden, children(expr)))

    kept = [
        (base, node.value) for node in select_kind(machine.nodes, p.Set)
        if (slot := machine.slots[base := node.ref.base]).local
        and not slot.whose_turn and base not in told
    ]  # fmt: skip
    spans = [range(base, base + count) for base, count in list_spans(machine)]
    rows = {slot: span for span in spans for slot in span}
    before = -1
    while len(tainted) > before:
        before = len(tainted)
        for base, value in kept:
            if reads_hidden(value):  # of a row of slots, which of them it is shows only in play
                tainted.update(rows[base])
    return tainted


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
