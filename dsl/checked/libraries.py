"""The libraries that a file uses: what they give, and what they ask of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from hoyle.dsl.checked import declarations as declared
from hoyle.dsl.checked.context import Desk, word_in
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


def libraries(desk: Desk, file: d.File, library: Library) -> list[Used]:
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
            desk.misnamed("N05", title, place, name, known, "libraries are")
            desk.library_lost = True
            continue
        found.append(Used(name, inner, place))
        waiting += [(use.library, place) for use in of_kind(inner, d.Use)]
    return found


def of_kind(lines: d.File | list[d.Declaration], kind: type[T]) -> list[T]:
    """The declarations of one kind."""
    declarations = lines.declarations if isinstance(lines, d.File) else lines
    return [line for line in declarations if isinstance(line, kind)]


def expectations(desk: Desk, library: Used) -> bool:
    """Take the defaults of what a library asks of the game; whether the game lacks some of it."""
    lacking: list[d.Expected] = []
    for expects in of_kind(library.file, d.Expects):
        for line in expects.lines:
            if line.name in desk.declared:
                if declared.otherwise(desk, line):
                    _tell_otherwise(desk, library, line)
                    return True
            elif line.default is None:
                lacking.append(line)
            else:
                desk.declared[line.name] = line.span
                desk.define_trees[line.name] = d.Define(
                    line.name, line.params, line.type, line.default, line.span, line.span
                )
    if lacking:
        names = " and ".join(f"`{line.name}`" for line in lacking)
        title = f"`{library.name}` expects {names}, which the game does not declare"
        lines = [f"  {' '.join(line.span.text.split())}" for line in lacking]
        desk.error("N11", title, library.place, help=("what it expects:", *lines),
                   also=_perhaps_meant(desk, lacking))  # fmt: skip
        desk.not_given |= {line.name for line in lacking}
    return bool(lacking)


def _perhaps_meant(desk: Desk, lacking: list[d.Expected]) -> tuple[tuple[Span, str], ...]:
    """What the game declares under a name that is nearly one that a library expects."""
    found = []
    for line in lacking:
        close = nearest(line.name, desk.declared)
        if close is not None and len(desk.declared) > 1:
            found.append((desk.declared[close], f"is this meant to be `{line.name}`?"))
    return tuple(found)


def _tell_otherwise(desk: Desk, library: Used, line: d.Expected) -> None:
    """The game has what a library expects, but as something else."""
    said = " ".join(line.span.text.split())
    also = ((desk.declared[line.name], "here it is something else"),)
    title = f"`{library.name}` expects `{said}`, and the game has `{line.name}` otherwise"
    desk.error("N11", title, library.place, also=also)


def put_aside(desk: Desk, source: Source) -> None:
    """A library that lacks what it expects is not checked: what it would give is not known."""
    groups: tuple[dict[str, Any], ...] = (
        desk.define_trees, desk.table_trees, desk.ranking_trees, desk.conditions_trees,
        desk.phase_trees,
    )  # fmt: skip
    for trees in groups:
        for name in [name for name, tree in trees.items() if tree.span.source is source]:
            del trees[name]
            desk.not_given |= {name, name.capitalize()}
