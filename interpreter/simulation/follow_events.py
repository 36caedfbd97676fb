"""What happened in a game, counted: moves made, rows that scored or paid, sentences, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from hoyle.dsl.machine.slots import Family
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Role

Seen = Counter[tuple[str, str]]  # by what it is, and its name


def count_events(
    events: Iterable[e.Event],
    families: Mapping[int, Family],
    moves: Mapping[tuple[int, str], str],
    sums: Collection[str],
    of_many: Collection[str],
    added: Mapping[Span | None, Collection[str]],
    seen: Seen,
) -> None:
    """Add what happened; `moves` has the names of moves by the node where they are chosen.

    Of the rows that led to a value the last counts, which gave it (a seat or card is no value: rows
    were compared to find it). If it is of a table whose rows add up (`sums`), so do the others of
    that table, but for those that add 0. Where several tables are `added` at a step, so do those of
    each. Of a table asked of each of several (`of_many`) none does.
    Where two registers of a seat take the value, one after the other, a row counts once.
    """
    before: Collection[tuple[str, str]] = ()
    place_before: tuple[object, ...] | None = None
    family_before: Family | None = None
    for event in events:
        match event:
            case e.MoveChosen():
                seen["move", moves[event.node, event.action]] += 1
            case e.SentenceSaid():
                seen["said", e.name_sentence(event.span)] += 1
            case e.RegisterSet(type=kind) if not e.is_scored(kind):
                pass
            case e.RegisterSet(rows=rows) | e.ChipsPaid(rows=rows) if rows:
                last, family = rows[-1][0], _find_family(event, families)
                together = added.get(event.span, {last} if last in sums else ())
                gave = [row for row in rows if row[0] in together and row[2]]
                now = dict.fromkeys(
                    row[:2] for row in (gave if together else rows[-1:]) if row[0] not in of_many
                )
                place = None
                if family is not None:  # of the same kind as well: a seat is no record
                    place = *family.kinds, event.get(Role.REGISTER) - family.base
                again = place == place_before and family is not family_before
                counted = [row for row in now if not (again and row in before)]
                seen.update(("row", e.name_row(*row)) for row in counted)
                before, place_before, family_before = now, place, family


def _find_family(event: e.Event, families: Mapping[int, Family]) -> Family | None:
    return families.get(event.get(Role.REGISTER))
