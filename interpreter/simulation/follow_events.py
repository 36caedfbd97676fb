"""What happened in a game, counted: moves made, rows that scored or paid, sentences, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from hoyle.dsl.machine.program import Family
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Role

Seen = Counter[tuple[str, str]]  # by what it is, and its name


def count_events(
    events: Iterable[e.Event],
    families: Mapping[int, Family],
    moves: Mapping[tuple[int, str], str],
    seen: Seen,
) -> None:
    """Add what happened; `moves` has the names of moves by the node where they are chosen.

    Of the rows that led to a value the last counts, which gave it; where two registers of a seat
    take it, one after the other, it counts once.
    """
    before: tuple[object, ...] = ()
    for event in events:
        match event:
            case e.MoveChosen():
                seen["move", moves[event.node, event.action]] += 1
            case e.SentenceSaid():
                seen["said", e.name_sentence(event.span)] += 1
            case e.RegisterSet(rows=rows) | e.ChipsPaid(rows=rows) if rows:
                row, family = rows[-1][:2], _find_family(event, families)
                now = row, family and (event.get(Role.REGISTER) - family.base)
                if now != before[:2] or family is before[2]:
                    seen["row", e.name_row(*row)] += 1
                before = (*now, family)


def _find_family(event: e.Event, families: Mapping[int, Family]) -> Family | None:
    return families.get(event.get(Role.REGISTER))
