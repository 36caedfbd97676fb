"""Choices in which no action could ever be legal, as far as it can be seen without playing."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD
from hoyle.dsl.checked.values import values_in
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.report import Report

MOST_VALUES = 1000


def check_choosable(game: g.Game, constants: TableConstants, report: Report) -> None:
    """Tell the choices without `otherwise` of which every action is impossible."""
    for step in all_steps(game):
        if not isinstance(step, g.Choose) or step.otherwise is not None or not step.actions:
            continue
        if not any(_possible(action, constants) for action in step.actions):
            names = ", ".join(f"`{action.name}`" for action in step.actions)
            report.add(
                "C02", "nothing can ever be chosen here", step.span.first_word,
                help=(f"the conditions of {names} can never all be met",),
            )  # fmt: skip


def _possible(action: g.Action, constants: TableConstants) -> bool:
    """Whether some value meets all conditions that ask of it alone."""
    own = {param.var for param in action.params}
    alone = [m for m in action.musts if not m.if_able and _asks_only(m.test, own)]
    if not alone:
        return True
    if len(action.params) > 1:
        return True
    values = _domain(action.params[0], constants) if action.params else (0,)
    if values is None:
        return True
    return any(
        all(constants.evaluate_constant(m.test, dict.fromkeys(own, value)) != 0 for m in alone)
        for value in values
    )


def _domain(param: g.Param, constants: TableConstants) -> range | None:
    """Every value that a parameter can have; None where that is not known."""
    if param.var.type == CARD:
        return range(constants.settings.cards().size)
    if isinstance(param.over, g.Op) and param.over.name == "between":
        low, high = map(constants.evaluate_constant, param.over.args)
        if low is not None and high is not None and high - low < MOST_VALUES:
            return range(low, high + 1)
    return None


def _asks_only(value: g.Value, own: set[g.Var]) -> bool:
    """Whether a condition reads nothing but an action's own values and what is fixed."""
    asks_who = isinstance(value, g.Op) and value.name == "player"
    if value.thing or value.calls or value.binds or asks_who:
        return False
    return value.local in {None, *own} and all(_asks_only(part, own) for part in values_in(value))
