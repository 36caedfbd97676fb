"""Choices in which no action could ever be legal, as far as it can be seen without playing."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.program import Const
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

MOST_VALUES = 1000


def check_choosable(game: g.Game, lowering: Steps, report: Report) -> None:
    """Tell the choices without `otherwise` of which every action is impossible."""
    for step in all_steps(game):
        if not isinstance(step, g.Choose) or step.otherwise is not None or not step.actions:
            continue
        if not any(_possible(action, lowering) for action in step.actions):
            names = ", ".join(f"`{action.name}`" for action in step.actions)
            start = step.span.start
            report.add(
                "C02", "nothing can ever be chosen here",
                Span(step.span.source, start, start + len("choose")),
                help=(f"the conditions of {names} can never all be met",),
            )  # fmt: skip


def _possible(action: g.Action, lowering: Steps) -> bool:
    """Whether some value meets all conditions that ask of it alone."""
    own = {param.var for param in action.params}
    alone = [m for m in action.musts if not m.if_able and _asks_only(m.test, own)]
    if not alone:
        return True
    if len(action.params) > 1:
        return True
    values = _domain(action.params[0], lowering) if action.params else (0,)
    if values is None:
        return True
    return any(_meets(action, value, alone, lowering) for value in values)


def _domain(param: g.Param, lowering: Steps) -> range | None:
    """Every value that a parameter can have; None where that is not known."""
    if param.var.type == CARD:
        return range(lowering.settings.cards().size)
    if isinstance(param.over, g.Op) and param.over.name == "between":
        try:
            low, high = (lowering.constant(end) for end in param.over.args)
        except CannotLower:
            return None
        return range(low, high + 1) if high - low < MOST_VALUES else None
    return None


def _meets(action: g.Action, value: int, alone: list[g.Must], lowering: Steps) -> bool:
    for param in action.params:
        lowering.env[param.var] = Const(value)
    return all(lowering.value(must.test) != Const(0) for must in alone)


def _asks_only(value: g.Value | None, own: set[g.Var]) -> bool:
    """Whether a condition reads nothing but an action's own values and what is fixed."""
    match value:
        case g.Const() | g.Literal() | g.Setting():
            return True
        case g.Local(var=var):
            return var in own
        case g.Op(name=name, args=args):
            return name != "player" and all(_asks_only(arg, own) for arg in args)
    return False
