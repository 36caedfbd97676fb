"""What the hands of a zone are worth: how the rules ask a ranking for the cards that lie there."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower, bind_variables
from hoyle.dsl.machine.lower_expressions import ExpressionLowering
from hoyle.dsl.node import walk


def list_hand_ratings(
    low: ExpressionLowering, open_slots: Collection[int]
) -> tuple[p.HandRating, ...]:
    """For each zone the ranking of its hands, if the rules ask for one.

    Besides the cards it hangs only on what all see (`open_slots`), so that it can be told once they
    lie open.
    """
    found: dict[int, p.HandRating] = {}
    for call, zone, variable in _list_calls(low.settings.game):
        base = low.context.family(zone).base
        with low.context.scratch() as slot:
            index = {variable: p.Get(slot)} if variable is not None else {}
            try:
                with bind_variables(low.env, index), low.context.all_running():
                    worth = low.value(call)
            except CannotLower:
                continue
        alone = variable is None
        reads = {base}.union(open_slots) if alone else set(open_slots) - {base}
        if _reads_only(worth, reads, None if alone else (base, slot)):
            found.setdefault(base, p.HandRating(base, slot, worth, call.type))
    return tuple(found.values())


@lru_cache(maxsize=8)  # a game has many tables
def _list_calls(game: g.Game) -> list[tuple[g.Call, g.Zone, g.Var | None]]:
    """The calls of rankings for all cards of one zone, and the variable that says of which."""
    found: list[tuple[g.Call, g.Zone, g.Var | None]] = []
    rules = (
        *(define.value for define in game.defines.values()),
        *(phase.body for phase in game.phases.values()),
        *(row for table in game.tables.values() for row in table.rows),
    )
    for call in walk(rules) if game.rankings else ():
        if not isinstance(call, g.Call) or call.of.name not in game.rankings:
            continue
        parts = (part for part in walk(call.args) if isinstance(part, g.ValueNode))
        used = {part.local for part in parts if part.local is not None}
        for load in call.args:
            if isinstance(load, g.Load) and load.zone is not None and len(used) < 2:
                places = [part.local for part in load.index]
                if set(places) == used:
                    found.append((call, load.zone, next(iter(used), None)))
    return found


def _reads_only(worth: p.Expr, slots: Collection[int], own: tuple[int, int] | None) -> bool:
    """Whether an expression reads these slots, the families that begin there, and one hand alone.

    `own` is where the hands begin, and the slot that says whose is asked; in what is called no hand
    is read at all, but as it is given.
    """
    for part in walk(worth):
        assert isinstance(part, p.BaseExpr)
        slot = part.reads
        if isinstance(part, p.GetAt) and own == (slot, part.index.reads):
            continue
        if slot is not None and slot >= 0 and slot not in slots:
            return False
        if part.calls is not None and not _reads_only(part.calls.body, slots, None):
            return False
    return True
