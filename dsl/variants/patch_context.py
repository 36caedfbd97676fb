"""The trees of a game and its libraries while variants change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.conflicts import Clashes

T = TypeVar("T")


@attrs.frozen
class Layer:
    """A variant that is laid on what is there; `below` are the names of those it stands on."""

    variant: d.Variant
    below: frozenset[str] = frozenset()


@attrs.define(eq=False)
class PatchContext:
    """What there is to change, and the variant whose changes are being made."""

    game: list[d.Declaration]
    libraries: dict[str, list[d.Declaration]]
    base: str
    report: Report
    clashes: Clashes
    layer: Layer

    # ------------------------------------------------------------------ what is there

    def all(self, kind: type[T]) -> Iterator[T]:
        """The declarations of one kind, those of libraries last."""
        for lines in (self.game, *self.libraries.values()):
            for line in lines:
                if isinstance(line, kind):
                    yield line

    def named(self, kind: type[T], name: str) -> T | None:
        """The declaration of one kind and name."""
        return next((line for line in self.all(kind) if getattr(line, "name", None) == name), None)

    def put(self, old: Any, *new: Any) -> None:
        """What stands in the place of a declaration; nothing takes it away."""
        for lines in (self.game, *self.libraries.values()):
            for k, line in enumerate(lines):
                if line is old:
                    lines[k : k + 1] = new
                    return
        raise LookupError(old)

    # ------------------------------------------------------------------ what is wrong

    def unknown(
        self, span: Span, what: str, word: str, words: Iterable[str], lead: str
    ) -> None:  # fmt: skip
        """V02: a path that names nothing."""
        names = sorted(set(words))
        bare = word.strip('"')
        taken = self.clashes.taken_away(bare)
        if taken is not None and taken.variant != self.layer.variant.name:
            mine = self.layer.variant.name
            self.report.add(
                "V04", f"`{taken.variant}` takes away `{bare}`, which `{mine}` changes", span,
                also=((taken.span, "it is taken away here"),),
                help=("the two cannot be laid on one game",),
            )  # fmt: skip
            return
        close = nearest(bare, names)
        self.report.add(
            "V02", f"`{self.base}` has no {what}", span,
            label=f"did you mean `{close}`?" if close and close != bare else "",
            help=(f"{lead}: {listed(names)}",) if names else (),
        )  # fmt: skip

    def same(self, span: Span, says: str) -> None:
        """V03: a change that changes nothing."""
        self.report.add("V03", says, span)

    def unclear(self, span: Span, says: str, places: Iterable[Span], help: str) -> None:
        """V05: a path that names more than one."""
        also = tuple((place, "one is here") for place in places)
        self.report.add("V05", says, span, also=also[:3], help=(help,))

    def present(self, span: Span, says: str, place: Span) -> None:
        """V06: what is added is there already."""
        self.report.add(
            "V06", says, span, also=((place, "it stands here"),),
            help=("to change it, write `replace` instead of `add`",),
        )  # fmt: skip

    def touch(self, key: tuple[str, ...], span: Span, content: Any, *, whole: bool) -> bool:
        """Note that a part is changed; False where the change is not to be made: see Clashes."""
        return self.clashes.touch(self.layer, key, span, content, whole, self.report)

    # ------------------------------------------------------------------ one of several

    def only(
        self, found: list[T], span: Span, says: str, place: Callable[[T], Span], help: str
    ) -> T | None:
        """The one that is meant; None, with a message, where there are several."""
        if len(found) > 1:
            self.unclear(span, says, map(place, found), help)
            return None
        return found[0] if found else None


def part(path: d.Path, number: int) -> Span:
    """Where one part of a path stands."""
    start = path.span.start
    for k, word in enumerate(path.parts):
        if k == number:
            return Span(path.span.source, start, start + len(word))
        start += len(word) + 1
    return path.span


def word_after(span: Span, word: str) -> Span:
    """The first place of a word behind another place."""
    at = span.source.text.find(word, span.end)
    return Span(span.source, at, at + len(word)) if at >= 0 else span
