"""Whether a better hand is ever paid less, in tables that are asked about kinds of hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import KindT, NumberT, bare
from hoyle.dsl.machine.lower_expressions import tie_width
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.case_text import hand_text
from hoyle.interpreter.hand_tables.evaluation import answer, holds
from hoyle.interpreter.hand_tables.results import Found
from hoyle.interpreter.hand_tables.row_functions import View, rows_of, views
from hoyle.interpreter.hand_tables.table_settings import Laying

MOST_CASES = 20_000


@attrs.frozen
class Payment:
    """What a table gives for some kinds of hands, and by which row."""

    row: int
    value: int


@attrs.frozen
class Less:
    """A better kind that is given less than a worse one, all else being the same."""

    better: tuple[int, ...]
    worse: tuple[int, ...]
    given: Payment
    other: Payment
    place: int  # which of the values is the kind


def check_payments(
    laying: Laying, table: g.Table, known: Mapping[str, Found], report: Report
) -> None:  # fmt: skip
    """A warning for each row that gives a better hand less; with the options as they stand."""
    if table.reading not in ("first", "one") or not isinstance(bare(table.type), NumberT):
        return
    laid = laying.at(laying.game.counts[0])
    if laid is None:
        return
    open_, compiler = laid
    for view in views(rows_of(table, open_), compiler, {}):
        paid = payments(view)
        for place, (one, _) in enumerate(view.free):
            kind = bare(one.type)
            if isinstance(kind, KindT):
                width = tie_width(laying.game.rankings[kind.ranking])
                for less in _by_pair(paid, place, width):
                    _tell(laying, table, kind, less, known.get(kind.ranking), report)


def payments(view: View) -> dict[tuple[int, ...], Payment]:
    """What every combination of kinds gets."""
    found: dict[tuple[int, ...], Payment] = {}
    slots = [0] * view.width
    for values in view.scalars():
        if len(found) >= MOST_CASES:
            return {}
        for (one, _), value in zip(view.free, values, strict=True):
            slots[one.slot] = value
        row = next((k for k, test in enumerate(view.tests) if holds(test, slots)), None)
        given = answer(view.gives[row][-1], slots) if row is not None else None
        if row is not None and given is not None:
            found[values] = Payment(row, given)
    return found


def _by_pair(paid: dict[tuple[int, ...], Payment], place: int, width: int) -> list[Less]:
    """For each two kinds the first case in which the better hand gets less.

    Most pairs of cases say whether the table gives more for a better hand of this kind or less (to
    the other side): what goes against that is told, if it is the exception.
    """
    along: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for values in paid:
        along.setdefault((*values[:place], *values[place + 1 :]), []).append(values)
    more, less = list[Less](), list[Less]()
    for line in along.values():
        for worse, better in combinations(sorted(line, key=lambda values: values[place]), 2):
            if worse[place] // width == better[place] // width:
                continue  # one kind of hand: what compares them is the table's own affair
            gets, other = paid[better], paid[worse]
            if worse[place] < width and max(gets.value, other.value) < 0:
                continue  # the lowest hand may have lost already what it can lose
            if gets.value != other.value:
                (more if gets.value > other.value else less).append(
                    Less(better, worse, gets, other, place)
                )
    fewer = less if len(less) * 2 < len(more) else more if len(more) * 2 < len(less) else []
    if fewer is more and place == 0:
        return []
    pairs: dict[tuple[int, int], Less] = {}
    for one in fewer:
        pairs.setdefault((one.better[place] // width, one.worse[place] // width), one)
    return list(pairs.values())


def _tell(
    laying: Laying, table: g.Table, kind: KindT, less: Less, known: Found | None, report: Report
) -> None:
    laid = laying.at(laying.game.counts[0])
    assert laid is not None
    width = tie_width(laying.game.rankings[kind.ranking])
    rows = [
        len(kind.rows) - 1 - values[less.place] // width for values in (less.better, less.worse)
    ]
    better, worse = (kind.rows[row] for row in rows)
    gets, other = less.given.value, less.other.value
    title = f"`{better}` is given {gets} where `{worse}`, the lower hand, is given {other}"
    if gets > other:
        title = (
            f"against `{better}` one is given {gets}, against `{worse}`, the lower hand, {other}"
        )
    hands = []
    for row in rows:
        case = known.reached.get(row) if known is not None else None
        at = laying.at(case.players, case.options) if case is not None else None
        if case is not None and at is not None and case.hands:
            text = " and ".join(hand_text(at[0], mask) for _, mask in case.hands)
            hands.append(f"`{text}` is `{kind.rows[row]}`")
    report.warn(
        "B08", title, table.rows[less.given.row].head,
        also=((table.rows[less.other.row].head, f"`{worse}` gets {other} here"),), help=hands,
    )  # fmt: skip
