"""Names of seats in examples that nobody at the table has."""

from __future__ import annotations

import re
from typing import Any

from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.types import SEAT
from hoyle.dsl.source import Span

SEAT_BEFORE = re.compile(r"([a-z][a-z0-9_]*)\s+of\s+$")


def tell_strangers(ctx: CheckContext, line: Span, names: tuple[str, ...]) -> None:
    """An unknown name of this line, where a seat is wanted, is somebody who does not play."""
    for name, places in list(ctx.missing.items()):
        for place in list(places):
            span = place.span
            inside = span.source is line.source and line.start <= span.start < line.end
            if inside and _wants_seat(ctx, span):
                places.remove(place)
                stranger(ctx, name, span, names)
        if not places:
            del ctx.missing[name]


def _wants_seat(ctx: CheckContext, span: Span) -> bool:
    """Whether the name stands after `… of`, where a seat is asked for."""
    text = span.source.text[max(0, span.start - 80) : span.start]
    before = SEAT_BEFORE.search(text)
    if before is None:
        return False
    name = before[1]
    family = ctx.game.registers.get(name) or ctx.game.zones.get(name)
    if family is not None and family.index:
        return family.index[0].type == SEAT
    trees: list[Any] = [ctx.define_trees.get(name), ctx.table_trees.get(name)]
    return any(
        tree is not None and tree.params and getattr(tree.params[0].type, "name", "") == "Seat"
        for tree in trees
    )


def stranger(ctx: CheckContext, name: str, span: Span, names: tuple[str, ...]) -> None:
    """Somebody who does not play."""
    ctx.misnamed(
        "E01", f"nobody called `{name}` plays in this example", span, name, names,
        "at the table are",
    )  # fmt: skip
