"""The libraries that a file uses: what they give, and what they ask of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from hoyle.dsl.checked import declarations as declared
from hoyle.dsl.checked.context import CheckContext, word_in
from hoyle.dsl.nearest import nearest
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d

Library = Callable[[str], d.File | None]
T = TypeVar("T")
SHIPPED = ("bank", "melds", "partners", "tricks", "twenty_one")


@attrs.frozen(eq=False)
class Used:
    """A library, and where the game asks for it."""

    name: str
    file: d.File
    place: Span


def libraries(ctx: CheckContext, file: d.File, library: Library) -> list[Used]:
    """The libraries that a file uses, and those that they use, each once."""
    found: list[Used] = []
    taken: set[str] = set()
    waiting = [(use.library, word_in(use.span, use.library)) for use in of_kind(file, d.Use)]
    while waiting:
        name, place = waiting.pop(0)
        if name in taken:
            continue
        taken.add(name)
        inner = library(name)
        if inner is None:
            known = [one for one in SHIPPED if library(one)]
            title = f"there is no library called `{name}`"
            ctx.misnamed("N05", title, place, name, known, "libraries are")
            ctx.library_lost = True
            continue
        found.append(Used(name, inner, place))
        waiting += [(use.library, place) for use in of_kind(inner, d.Use)]
    return found


def of_kind(lines: d.File | list[d.Declaration], kind: type[T]) -> list[T]:
    """The declarations of one kind."""
    declarations = lines.declarations if isinstance(lines, d.File) else lines
    return [line for line in declarations if isinstance(line, kind)]


def expectations(ctx: CheckContext, library: Used) -> bool:
    """Take the defaults of what a library asks of the game; whether the game lacks some of it."""
    lacking: list[d.Expected] = []
    for expects in of_kind(library.file, d.Expects):
        for line in expects.lines:
            if line.name in ctx.declared:
                if declared.otherwise(ctx, line):
                    _tell_otherwise(ctx, library, line)
                    return True
            elif line.default is None:
                lacking.append(line)
            else:
                ctx.declared[line.name] = line.span
                ctx.define_trees[line.name] = d.Define(
                    line.name, line.params, line.type, line.default, line.span, line.span
                )
    if lacking:
        names = " and ".join(f"`{line.name}`" for line in lacking)
        title = f"`{library.name}` expects {names}, which the game does not declare"
        lines = [f"  {' '.join(line.span.text.split())}" for line in lacking]
        ctx.error("N11", title, library.place, help=("what it expects:", *lines),
                   also=_perhaps_meant(ctx, lacking))  # fmt: skip
        ctx.not_given |= {line.name for line in lacking}
    return bool(lacking)


def _perhaps_meant(ctx: CheckContext, lacking: list[d.Expected]) -> tuple[tuple[Span, str], ...]:
    """What the game declares under a name that is nearly one that a library expects."""
    found = []
    for line in lacking:
        close = nearest(line.name, ctx.declared)
        if close is not None and len(ctx.declared) > 1:
            found.append((ctx.declared[close], f"is this meant to be `{line.name}`?"))
    return tuple(found)


def _tell_otherwise(ctx: CheckContext, library: Used, line: d.Expected) -> None:
    """The game has what a library expects, but as something else."""
    said = " ".join(line.span.text.split())
    also = ((ctx.declared[line.name], "here it is something else"),)
    title = f"`{library.name}` expects `{said}`, and the game has `{line.name}` otherwise"
    ctx.error("N11", title, library.place, also=also)


def put_aside(ctx: CheckContext, source: Source) -> None:
    """A library that lacks what it expects is not checked: what it would give is not known."""
    groups: tuple[dict[str, Any], ...] = (
        ctx.define_trees, ctx.table_trees, ctx.ranking_trees, ctx.conditions_trees,
        ctx.phase_trees,
    )  # fmt: skip
    for trees in groups:
        for name in [name for name, tree in trees.items() if tree.span.source is source]:
            del trees[name]
            ctx.not_given |= {name, name.capitalize()}
