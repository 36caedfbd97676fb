"""F05: lines behind a step from which play never comes back, also by way of a phase."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from hoyle.dsl.analysis.facts import Role, all_steps, step_facts, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_never_reached(game: g.Game, sources: Sources, report: Report) -> None:
    """Tell the first line of a block that no way leads to.

    What stands behind `win`, `end` or `stop` in the same block is told where it is read.
    """
    coming_back = _find_coming_back(game)
    for phase in game.phases.values():
        for body in _list_bodies(phase.body):
            for step, after in pairwise(body):
                if _goes_on(step, coming_back) or after.span.source not in sources:
                    continue
                run = step_facts(step).runs
                says = f"each way through `{run}` ends the match, or a phase that runs it"
                report.warn(
                    "F05", "this line can never be reached", after.span,
                    also=() if run is None else ((game.phases[run].span, says),),
                    help=("each way through what stands above leads elsewhere",) * (run is None),
                )  # fmt: skip
                break


def _list_bodies(body: tuple[g.Step, ...]) -> Iterator[tuple[g.Step, ...]]:
    """A block, and those inside its steps."""
    yield body
    for step in steps_in(body):
        for block in step_facts(step).blocks:
            yield block.body


def _find_coming_back(game: g.Game) -> set[str]:
    """The phases behind which play may go on where they were run."""
    steps = list(all_steps(game))
    found = {end.phase for end in select_kind(steps, g.End) if end.phase is not None}
    for name, phase in game.phases.items():
        if any(True for _ in select_kind(steps_in(phase.body), g.EndsWhen)):
            found.add(name)
    while more := {
        name for name, phase in game.phases.items()
        if name not in found and _is_gone_through(phase.body, found)
    }:  # fmt: skip
        found |= more
    return found


def _is_gone_through(body: tuple[g.Step, ...], coming_back: Collection[str]) -> bool:
    return all(_goes_on(step, coming_back) for step in body)


def _goes_on(step: g.Step, coming_back: Collection[str]) -> bool:
    """Whether the step below may be reached from this one; of a loop nothing is said."""
    facts = step_facts(step)
    if facts.always_leaves:
        return False
    if facts.runs is not None:
        return facts.runs in coming_back
    if not facts.blocks or any(block.role is Role.ROUND for block in facts.blocks):
        return True
    return any(_is_gone_through(block.body, coming_back) for block in facts.blocks)
