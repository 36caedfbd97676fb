"""What a game declares and never uses, sets and never reads, reads and never sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.analysis.reachability import check_circles, check_loops
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.context import Desk
from hoyle.dsl.checked.types import MaybeT, NumberT, element
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d


def tell_unused(desk: Desk, file: d.File) -> None:
    """Warnings for what stands in the file itself; libraries may offer more than a game takes."""
    if desk.report.failed:
        return  # what a mistake hides would be told as unused
    check_circles(desk.game, desk.report)
    check_loops(desk.game, desk.report)
    _options(desk)
    _definitions(desk, file)
    _registers(desk, file)


def _options(desk: Desk) -> None:
    for option in desk.game.options.values():
        if option.name not in desk.used:
            desk.report.warn(
                "N06",
                f"the option `{option.name}` is never used",
                _name_span(option.span, option.name),
            )


def _name_span(span: Span, name: str) -> Span:
    """Where a declaration's name stands: its first place in the declaration."""
    at = span.text.find(name)
    return Span(span.source, span.start + at, span.start + at + len(name)) if at >= 0 else span


def _definitions(desk: Desk, file: d.File) -> None:
    """Phases never run; defines, tables, rankings and conditions never asked."""
    groups: dict[str, Mapping[str, Any]] = {
        "phase": desk.phase_trees, "define": desk.define_trees, "table": desk.table_trees,
        "ranking": desk.ranking_trees, "list of conditions": desk.conditions_trees,
    }  # fmt: skip
    for what, trees in groups.items():
        for name, tree in trees.items():
            span = tree.span
            if name == "match" or name in desk.used or span.source is not file.source:
                continue
            title = f"the {what} `{name}` is never used"
            place = tree.name_span if not isinstance(tree, d.Expected) else span
            desk.report.warn("N09", title, place)


def _registers(desk: Desk, file: d.File) -> None:
    """State that is set and never read; state that is read and that nothing sets."""
    game = desk.game
    paid = {
        place.thing
        for step in all_steps(game)
        if isinstance(step, g.Pay)
        for place in (step.giver, step.taker)
    }
    every = [*game.registers.values(), *(f for r in game.records.values() for f in r.registers)]
    for register in every:
        if register.span.source is not file.source:
            continue
        span = _name_span(register.span, register.name)
        if not register.read and register not in paid:
            desk.report.warn("N07", f"`{register.name}` is set but never read", span)
        unset = not register.written and register.default is None
        if register.read and unset and _needs_setting(register):
            desk.error(
                "N08", f"nothing ever sets `{register.name}`, and it is read", span,
                help=("give it a default, for example `= …` after its type, or set it in a phase",),
            )  # fmt: skip


def _needs_setting(register: g.Register) -> bool:
    """Whether a register has no value of its own to begin with."""
    return not isinstance(register.type, MaybeT | NumberT) and element(register.type) is None
