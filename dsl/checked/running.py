"""Which phases run at a place: what is kept for a phase can be asked only while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s


def find_running(runs: Mapping[str, AbstractSet[str]]) -> dict[str, set[str]]:
    """For each phase, those that may run while it does: itself, and those from which it is run.

    `runs` are the phases that each of them runs.
    """
    found = {name: {name} for name in runs}
    waiting = list(runs)
    while waiting:
        name = waiting.pop()
        for inner in sorted(runs[name] & found.keys()):
            if not found[name] <= found[inner]:
                found[inner] |= found[name]
                waiting.append(inner)
    return found


def list_gone(ctx: CheckContext, phase: str) -> set[str]:
    """The names that cannot be asked in a phase: state of others, and what is defined by it."""
    if phase not in ctx.gone:
        ctx.gone[phase] = _find_gone(ctx, phase)
    return ctx.gone[phase]


def _find_gone(ctx: CheckContext, phase: str) -> set[str]:
    runs = {
        name: {run.phase.name for run in select_kind(walk(tree.body), s.Run)}
        for name, tree in ctx.phase_trees.items()
    }
    running = find_running(runs).get(phase, set())
    gone = {
        name for name, register in ctx.game.registers.items()
        if "match" in running and register.phase is not None and register.phase not in running
    }  # fmt: skip
    asked = {
        name: {part.name for part in walk(tree) if isinstance(part, e.Name | e.Apply)}
        for name, tree in ctx.definitions.items() if gone
    }  # fmt: skip
    while new := {name for name, names in asked.items() if name not in gone and names & gone}:
        gone |= new
    return gone
