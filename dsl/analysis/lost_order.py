"""Lists of which some are taken, or that are put together, where their order counts: that goes."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import all_steps, all_values
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_lost_order(game: g.Game, sources: Sources, report: Report) -> None:
    """T10: warn in `sources` of `list = list + others` or `-`, and of what goes by its order."""
    for part in (*all_steps(game), *all_values(game)):
        name, left = "it", "({})"
        put = "let both be one list, which `+=` lengthens"
        match part:
            case g.Assign(place=place, op="=", value=value) if isinstance(place.type, t.SequenceT):
                left = "{}"
                put = f"write:  {place.span.words} = {{}}  and below that:  "
                put += f"{place.span.words} += {{}}"
            case g.For(over=value):
                name, left = part.var.name, "{}"
                put = "go through `{}` first, and through `{}` in a loop below it"
            case g.Phrase(kind="first", over=value) | g.Op(name="last" | "reversed", args=(value,)):
                pass
            case _:
                continue
        if value.span.source in sources and isinstance(value, g.Op):
            _warn_of_order(value, put, left, name, report)


def _warn_of_order(value: g.Op, put: str, left: str, name: str, report: Report) -> None:
    """`+` and `-` make a set; `put` says how two lists are put together in their order.

    `left` is how those are written that `-` leaves, each of them called `name`.
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
        asked = "is not" if t.element(others[0].type) is None else "not in"
        those = left.format(f"{named} where {name} {asked} {words}")
        help = f"those that are left, in their order:  {those}"
    else:
        return
    report.warn("T10", f"{title}: that of `{named}` is lost here", value.span, help=(help,))
