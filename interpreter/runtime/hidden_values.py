"""Which names of a block or parameter may hold what hidden cards say."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import children, select_kind

SIZES = ("count_bits", "count_entries", "is_empty", "is_some")  # of whole zones open to all
Sources = dict[int, set[int]]


def find_tainted(
    machine: p.Machine, known: Collection[int] = (), chosen: Collection[int] = ()
) -> Sources:  # fmt: skip
    """The slots of names, each with the hidden zones and registers that its value was found in.

    Of a row of slots, as of a family of zones, it is the first: an index counts from there. What is
    `known` is open to all, though it was found in hidden cards. Slots of what was `chosen` are told
    as places are: whether the cards that they name are hidden shows only in play.
    """
    hidden = {zone.slot for zone in machine.zones if zone.sight != "everyone"}
    hidden |= {slot for slot, _ in machine.hidden} | {*chosen}
    tainted: Sources = {}

    def find_sources(value: p.Expr) -> set[int]:
        found, waiting, entered = set[int](), [value], set[p.Function]()
        while waiting:
            expr = waiting.pop()
            if isinstance(expr, p.Op) and expr.name in SIZES and all(map(is_whole, expr.args)):
                continue
            if expr.reads in hidden:  # a family is seen alike
                found.add(expr.reads)
            elif expr.reads is not None:
                found |= tainted.get(expr.reads, set())
            if expr.calls is not None and expr.calls not in entered:
                entered.add(expr.calls)
                waiting.append(expr.calls.body)
            waiting += cast("list[p.Expr]", children(expr))
        return found

    def is_whole(expr: p.Expr) -> bool:
        """Whether it is all of a zone, or of several, whichever that may be."""
        if isinstance(expr, p.Op):
            return expr.name == "union" and all(map(is_whole, expr.args))
        index = cast("list[p.Expr]", children(expr))
        return expr.reads is not None and not any(map(find_sources, index))

    kept = [
        (base, node.value) for node in select_kind(machine.nodes, p.Set)
        if (slot := machine.slots[base := node.ref.base]).local
        and not slot.whose_turn and base not in known
    ]  # fmt: skip
    grown = True
    while grown:
        grown = False
        for base, value in kept:
            more = find_sources(value) - tainted.get(base, set())
            tainted.setdefault(base, set()).update(more)
            grown = grown or bool(more)
    return {slot: sources for slot, sources in tainted.items() if sources}
