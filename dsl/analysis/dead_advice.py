"""B04: rows of a policy to which no move comes, since an earlier row has taken one there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hoyle.dsl.analysis.table_coverage import Comparison
from hoyle.dsl.checked import game as g
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source


def check_dead_advice(
    game: g.Game, sources: Sequence[Source], compare: Comparison, report: Report
) -> None:
    """Tell a row that asks for all that one before it asks for, wherever it is asked.

    `sources` are that of the game and those of its variants.
    """
    earlier: dict[tuple[str, int], list[tuple[g.Action, g.Advice, g.Advice | None]]] = {}
    for action, advice in game.advice.items():
        for policy, rows in groupby(advice, key=lambda row: row.policy):
            before: list[g.Advice] = []
            for row in rows:
                compare.work.spend(len(before), row.span)
                first = next((one for one in before if _takes_all(one, row, compare)), None)
                earlier.setdefault((policy, row.row), []).append((action, row, first))
                before.append(row)
    for found in earlier.values():
        action, row, first = found[0]
        if first is None or any(one is None for *_, one in found) or row.span.source not in sources:
            continue
        base = row.span.source is sources[0]
        if base and (first.span.source is not sources[0] or first.span.start > row.span.start):
            continue  # a variant has another row taken in its place
        report.warn(
            "B04", "no move ever comes to this row of the policy", row.span,
            also=((first.span, f"wherever it can `{action.name}`, this row has taken a move"),),
            help=("the first row that fits is taken: put this one before that",),
        )  # fmt: skip


def _takes_all(first: g.Advice, row: g.Advice, compare: Comparison) -> bool:
    """Whether there is a move for the first row wherever there is one for the other."""
    if first.test is None:
        return True
    return row.test is not None and compare.implies(row.test, first.test)
