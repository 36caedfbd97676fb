"""Where cards that somebody has seen are not known any more, and what would show them again."""

from __future__ import annotations

from collections.abc import Collection

from hoyle.dsl.analysis.control_flow import Point, PointKind
from hoyle.dsl.analysis.facts import step_facts, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import things_read
from hoyle.dsl.source import Span


def tell_where_lost(
    point: Point, asked: Collection[object], guard: str, here: Span
) -> tuple[str, ...]:
    """The step at which what is asked is not known any more, and the guard that would do.

    Of a loop whose rounds take cards of it away, the step that does.
    """
    if point.step is None:
        return ()
    line, word = point.step.span.line_told_at(here), point.step.span.text.split(None, 1)[0]
    mend = "show it on every way"
    match point.kind:
        case PointKind.HEAD:
            where = f"it is not known in every round of the loop of {line}"
            if (taken := _find_taken(point.step, asked)) is not None:
                where += f": another card may lie there after {taken.span.line_told_at(here)}"
                mend = f"show that one too, behind {taken.span.line_told_at(here)}"
        case PointKind.STEP:
            where, mend = f"it was known until {line}", "show it again"
        case _:
            where = f"it is known on some ways through the `{word}` of {line}, not on all"
    return (where, mend + guard)


def _find_taken(loop: g.Step, asked: Collection[object]) -> g.Step | None:
    """The step in a loop that takes cards from a place which is asked for."""
    for block in step_facts(loop).blocks:
        for step in steps_in(block.body):
            if not things_read(*step_facts(step).takes).isdisjoint(asked):
                return step
    return None
