"""One thing that two sets of rules say differently."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.interpreter.comparison.english import capitalise

CHANGED, NEW, GONE = "changed", "new", "gone"


@attrs.frozen
class Change:
    """What is different: `old` and `new` are lines; one is empty where a rule is new or gone.

    `part` is the part of the rules that it belongs to, `about` what of it is meant.
    """

    part: str
    about: str
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    old_place: Span | None = attrs.field(default=None, eq=False)
    new_place: Span | None = attrs.field(default=None, eq=False)

    @property
    def what(self) -> str:
        """Whether a rule has changed, or is new, or gone."""
        if self.old and self.new:
            return CHANGED
        return NEW if self.new else GONE

    def lines(self) -> list[str]:
        """As sentences: what holds now, then what held before; further lines stand in."""
        about = capitalise(self.about)
        if self.what == CHANGED:
            new = self.new if about else (capitalise(self.new[0]), *self.new[1:])
            return [*_led(f"{about}: " if about else "", new), *_led("  it was: ", self.old)]
        word = "new" if self.what == NEW else "gone"
        verb = "are" if about.endswith("steps") else "is"
        lead = f"{about} {verb} {word}" if about else capitalise(word)
        shown = self.new or self.old
        return _led(f"{lead}: ", shown) if shown != (self.about,) else [lead]

    def facts(self) -> dict[str, str | None]:
        """The same for a program."""
        return {
            "part": self.part,
            "about": self.about,
            "what": self.what,
            "old": "\n".join(self.old) or None,
            "new": "\n".join(self.new) or None,
            "old_place": format_place(self.old_place),
            "new_place": format_place(self.new_place),
        }


def format_place(span: Span | None) -> str | None:
    """`pontoon.cards:12`."""
    return None if span is None else f"{span.source.name}:{span.line}"


def _led(lead: str, lines: Sequence[str]) -> list[str]:
    """Lines with words before the first; where there are several, they stand below the words."""
    if len(lines) == 1 or not lead:
        return [lead + lines[0], *lines[1:]]
    inset = " " * (len(lead) - len(lead.lstrip()) + 2)
    return [lead.rstrip(), *(inset + line for line in lines)]


class Changes:
    """Changes as they are found, in the order in which they are reported."""

    def __init__(self) -> None:
        self.found: list[Change] = []

    def add(
        self, part: str, about: str, old_lines: Sequence[str], new_lines: Sequence[str],
        old: Node | None = None, new: Node | None = None,
    ) -> None:  # fmt: skip
        """One change, with the lines of the old side and the new; none where these are equal."""
        before, after = tuple(old_lines), tuple(new_lines)
        if before != after:
            spans = (getattr(old, "span", None), getattr(new, "span", None))
            self.found.append(Change(part, about, before, after, *spans))

    def compare(
        self, part: str, about: str, old: Node | None, new: Node | None,
        describe: Callable[[Any], str | Sequence[str]],
    ) -> None:  # fmt: skip
        """One change of a node that is described in other words; new or gone where one is None."""
        lines: list[Sequence[str]] = []
        for node in (old, new):
            found = () if node is None else describe(node)
            lines.append((found,) if isinstance(found, str) else found)
        self.add(part, about, lines[0], lines[1], old, new)


RANK = re.compile(r"\b(?:10|[2-9]|[AKQJ])\b")


def find_named_ranks(changes: Sequence[Change]) -> tuple[str, ...]:
    """The ranks that changed rules name: a position that shows the change will rather have them."""
    text = " ".join(line for change in changes for line in (*change.old, *change.new))
    return tuple(dict.fromkeys(RANK.findall(text)))
