"""Loops through a range that goes down, in which no number lies at any table."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report

LEAST_DOWN = 2  # `1..0` is how nothing is counted up


def check_empty_ranges(game: g.Game, tables: Sequence[TableConstants], report: Report) -> None:
    """F10: warn of `for n in most - 1..1`, with the options as they are usual.

    One that ends at what an option or a number of players settles may be empty on purpose.
    """
    for loop in select_kind(all_steps(game), g.For):
        match loop.over:
            case g.Op(name="between", args=(low, g.Const() as high)) as several if all(
                _goes_down(low, high, constants) for constants in tables
            ):
                one, other = low.span.words, high.span.words
                report.warn(
                    "F10", "no number lies here: a range goes up from its first to its last",
                    several.span, help=(f"from the highest down:  reversed of ({other}..{one})",),
                )  # fmt: skip


def _goes_down(low: g.Value, high: g.Value, constants: TableConstants) -> bool:
    """Whether a range surely ends well below its beginning."""
    ends = constants.evaluate_constant(low), constants.evaluate_constant(high)
    return ends[0] is not None and ends[1] is not None and ends[0] - ends[1] >= LEAST_DOWN
