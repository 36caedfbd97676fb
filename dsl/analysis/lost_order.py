"""Lists of which some are taken, or that are put together, where their order counts: that goes."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_lost_order(game: g.Game, sources: Sources, report: Report) -> None:
    """T10: warn in `sources` of `list = list + others` or `-`, and of a loop through that."""
    for step in all_steps(game):
        match step:
            case g.Assign(place=place, op="=", value=value) if isinstance(place.type, t.SequenceT):
                name = "it"
                put = f"write:  {place.span.words} = {{}}  and below that:  "
                put += f"{place.span.words} += {{}}"
            case g.For(over=value):
                name = step.var.name
                put = "go through `{}` first, and through `{}` in a loop below it"
            case _:
                continue
        if value.span.source in sources and isinstance(value, g.Op):
            _warn_of_order(value, put, name, report)


def _warn_of_order(value: g.Op, put: str, name: str, report: Report) -> None:
    """`+` and `-` make a set; `put` says how two lists are put together in their order.

    `name` is what one of them is called where it is asked for.
    """
    if any(problem.code == "D04" and problem.span == value.span for problem in report.problems):
        return  # what was meant is told
    one, *others = value.args
    if not isinstance(value.type, t.SetT) or not isinstance(one.type, t.SequenceT):
        return
    named, words = one.span.words, others[0].span.words if others else ""
    if value.name == "union":
        title, help = "`+` puts them together without an order", put.format(named, words)
    elif value.name == "without":
        title = "what `-` leaves is without an order"
        help = f"those that are left, in their order:  {named} where {name} not in {words}"
    else:
        return
    report.warn("T10", f"{title}: that of `{named}` is lost here", value.span, help=(help,))
