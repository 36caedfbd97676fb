"""One thing that two sets of rules say differently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.dsl.source import Span
from hoyle.interpreter.comparison.english import Lines, capital

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
        about = capital(self.about)
        if self.what == CHANGED:
            new = self.new if about else (capital(self.new[0]), *self.new[1:])
            return [*_led(f"{about}: " if about else "", new), *_led("  it was: ", self.old)]
        word = "new" if self.what == NEW else "gone"
        verb = "are" if about.endswith("steps") else "is"
        lead = f"{about} {verb} {word}" if about else capital(word)
        shown = self.new or self.old
        return _led(f"{lead}: ", shown) if shown != (self.about,) else [lead]

    def facts(self) -> dict[str, Any]:
        """The same for a program."""
        return {
            "part": self.part,
            "about": self.about,
            "what": self.what,
            "old": "\n".join(self.old) or None,
            "new": "\n".join(self.new) or None,
            "old_place": place(self.old_place),
            "new_place": place(self.new_place),
        }


def place(span: Span | None) -> str | None:
    """`pontoon.cards:12`."""
    return None if span is None else f"{span.source.name}:{span.line}"


def _led(lead: str, lines: Sequence[str]) -> list[str]:
    """Lines with words before the first; where there are several, they stand below the words."""
    if len(lines) == 1 or not lead:
        return [lead + lines[0], *lines[1:]]
    inset = " " * (len(lead) - len(lead.lstrip()) + 2)
    return [lead.rstrip(), *(inset + line for line in lines)]


def flat(lines: Lines) -> tuple[str, ...]:
    """Lines with their depths as texts."""
    return tuple("  " * depth + text for depth, text in lines)


class Changes:
    """Changes as they are found, in the order in which they are told."""

    def __init__(self) -> None:
        self.found: list[Change] = []

    def tell(
        self, part: str, about: str, sides: Sequence[Sequence[str]],
        old_tree: Any = None, new_tree: Any = None,
    ) -> None:  # fmt: skip
        """One change, with the lines of the old side and the new.

        Where both come to the same words, nothing has changed.
        """
        before, after = (tuple(lines) for lines in sides)
        if before != after:
            spans = (getattr(old_tree, "span", None), getattr(new_tree, "span", None))
            self.found.append(Change(part, about, before, after, *spans))


RANK = re.compile(r"\b(?:10|[2-9]|[AKQJ])\b")


def named_ranks(changes: Sequence[Change]) -> tuple[str, ...]:
    """The ranks that changed rules name: a position that shows the change will rather have them."""
    text = " ".join(line for change in changes for line in (*change.old, *change.new))
    return tuple(dict.fromkeys(RANK.findall(text)))
