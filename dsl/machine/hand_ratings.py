"""What the hands of a zone are worth: how the rules ask a ranking for the cards that lie there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import TIE_WIDTH
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower, bind_variables
from hoyle.dsl.machine.heights import Heights
from hoyle.dsl.machine.lower_expressions import ExpressionLowering, tie_width
from hoyle.dsl.node import walk


def list_hand_ratings(
    low: ExpressionLowering, open_slots: Collection[int]
) -> tuple[p.HandRating, ...]:
    """For each zone the ranking of its cards, if the rules ask for one.

    Besides the cards it hangs only on what all see (`open_slots`), so that it can be told once they
    lie open.
    """
    found: dict[int, p.HandRating] = {}
    for call, load, used in _list_calls(low.settings.game):
        assert load.zone is not None
        family = low.context.family(load.zone)
        others = set(open_slots) - {family.base}
        for slot in family.slots:
            index = _match_index(load, family.index_of(slot))
            if slot in found or index is None or not used <= index.keys():
                continue
            try:
                with bind_variables(low.env, index), low.context.all_running():
                    worth = low.value(call)
            except CannotLower:
                break
            if _reads_only(worth, others, slot):
                found[slot] = p.HandRating(slot, worth, call.type, _list_heights(low, call))
    return tuple(found.values())


def _list_heights(low: ExpressionLowering, call: g.Call) -> tuple[Heights, ...]:
    """For each row of a ranking the order in which its first number is a height, if it is one."""
    found: list[Heights] = []
    for row in low.settings.game.rankings[call.of.name].rows:
        order = _find_order(row.values[0]) if row.values else ""
        several = bool(order) and tie_width(row.values[0]) > TIE_WIDTH
        found.append(Heights(low.order(order), several) if order else Heights())
    return tuple(found)


def _find_order(value: g.Value) -> str:
    """The order in which a number is the height of a rank, or of one or all of several."""
    match value:
        case g.Op(name="height" | "in_order", args=(g.Literal(word=order), _)):
            return order
        case g.Op(name="if", args=(_, one, other)):
            order = _find_order(one)
            return order if order == _find_order(other) else ""
        case (
            g.Call(of=g.Define(value=inner))
            | g.Phrase(kind="highest" | "lowest", value=g.Op() | g.Call() as inner)
        ):
            return _find_order(inner)
    return ""


def _match_index(load: g.Load, place: Sequence[int]) -> dict[g.Var, p.Expr] | None:
    """What the variables of an index stand for at one place; None where it says another place."""
    found: dict[g.Var, int] = {}
    for part, at in zip(load.index, place, strict=True):
        says = part.value if isinstance(part, g.Const) else None
        if part.local is not None:
            says = found.setdefault(part.local, at)
        if says != at:
            return None
    return {variable: p.Const(at) for variable, at in found.items()}


@lru_cache(maxsize=8)  # a game has many tables
def _list_calls(game: g.Game) -> list[tuple[g.Call, g.Load, set[g.Var]]]:
    """The calls of rankings for all cards of one zone, that zone, and the variables of the call.

    What only a policy or a law asks is no rule of the game, also where it has a name.
    """
    found: list[tuple[g.Call, g.Load, set[g.Var]]] = []
    bodies = tuple(phase.body for phase in game.phases.values())
    asked = [part for part in walk(bodies) if isinstance(part, g.Value)]
    asked += [] if game.payoff is None else [game.payoff[1]]
    named = {value.calls for value in values_inside(*asked)} if game.rankings else set()
    rules = (
        *(define.value for define in game.defines.values() if define in named),
        *bodies,
        *(row for table in game.tables.values() if table in named for row in table.rows),
    )
    for call in walk(rules) if game.rankings else ():
        if not isinstance(call, g.Call) or call.of.name not in game.rankings:
            continue
        kind = game.rankings[call.of.name].type
        if len(kind.rows) == 1 and kind.ties != 1:
            continue  # nothing is said by a row that all hands have, without one number
        parts = (part for part in walk(call.args) if isinstance(part, g.ValueNode))
        used = {part.local for part in parts if part.local is not None}
        found += [
            (call, load, used) for load in call.args
            if isinstance(load, g.Load) and load.zone is not None
        ]  # fmt: skip
    return found


def _reads_only(worth: p.Expr, slots: Collection[int], own: int | None) -> bool:
    """Whether an expression reads these slots, the families that begin there, and one hand alone.

    `own` is where that hand lies; in what is called no hand is read at all, but as it is given.
    """
    for part in walk(worth):
        assert isinstance(part, p.BaseExpr)
        slot = part.reads
        if isinstance(part, p.Get) and part.slot == own:
            continue
        if slot is not None and slot >= 0 and slot not in slots:
            return False
        if part.calls is not None and not _reads_only(part.calls.body, slots, None):
            return False
    return True
