"""Why nothing may be chosen: each move that one might think of, with what refuses it."""

from __future__ import annotations

from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation, to_dashes
from hoyle.interpreter.runtime.table import Table

MAX_ASKED = 200  # values of an action that are asked for their refusal


def find_refusals(table: Table, fault: NothingToChoose) -> list[tuple[list[str], str]]:
    """The moves of a choice that has none, with their reasons."""
    decision = table.engine.decisions[fault.at]
    words = Notation(table.machine, table.names, symbols=True)
    found: list[tuple[list[str], str]] = []
    for choice in decision.choices:
        by_reason: dict[str, list[str]] = {}
        for k, row in enumerate(decision.candidates(list(fault.slots), choice)):
            if k == MAX_ASKED:
                break
            move = Move(choice.number, row)
            refusal = decision.why_not(list(fault.slots), move)
            if refusal is not None:
                why = words.format_sentence(refusal.pieces)
                by_reason.setdefault(why, []).append(words.format_move(decision.node, move))
        if not by_reason:
            by_reason["there is nothing to choose it with"] = [to_dashes(choice.action.name)]
        found += [(moves, why) for why, moves in by_reason.items()]
    return found


def reasons_of(table: Table, fault: NothingToChoose) -> frozenset[tuple[str, str]]:
    """Each action with each sentence that refuses it."""
    return frozenset((moves[0].split()[0], why) for moves, why in find_refusals(table, fault))
