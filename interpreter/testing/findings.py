"""What a trial finds: what was expected, what came, and the line of the text that says so."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.report import excerpt
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.interpreter.narration.json_events import Json
    from hoyle.interpreter.testing.script import Script


FindingKey = tuple[str, str, str, int, int]  # the same for findings that say the same


class Cause(Enum):
    """What an example has found of a move that it makes or forbids."""

    MOVE_REFUSED = auto()
    MOVE_ALLOWED = auto()


@attrs.define(eq=False)
class Finding(Exception):
    """Something that is not as it should be: one sentence, its place, and lines that show it.

    `again` is the command that shows it again; `kind` the property of properties.py that does not
    hold, or empty for what is found without play; `script` the game in which it was found.
    `cause` is set where an example fails by a move. Of a leak, `change` has the hidden cards, and
    what comes in the place of each.
    """

    says: str
    span: Span
    lines: tuple[str, ...] = ()
    about: str = ""
    again: str = ""
    also: tuple[tuple[Span, str], ...] = ()
    kind: str = ""
    script: Script | None = None
    change: tuple[tuple[int, int], ...] = ()
    cause: Cause | None = None

    def __str__(self) -> str:
        return self.says

    def __reduce__(self) -> tuple[type[Finding], tuple[object, ...]]:
        # from one process to another an exception takes only what it began with
        return Finding, tuple(getattr(self, field.name) for field in attrs.fields(Finding))

    @property
    def key(self) -> FindingKey:
        """Findings with the same key say the same of the same place."""
        what = self.about or ("" if self.kind else self.says)
        span = self.span
        return (self.kind, what, span.source.name, span.start, span.end)


def as_text(finding: Finding) -> str:
    """As a person reads it, without a line end at the end."""
    span = finding.span
    lines = [f"{finding.about}: {finding.says}" if finding.about else finding.says]
    gutter = len(str(max([span.line, *(place.line for place, _ in finding.also)])))
    if span.source.text:
        lines += [f"  {span!r}", *excerpt(span, "", gutter)]
    for place, says in finding.also:
        lines += [f"  {place!r}", *excerpt(place, says, gutter)]
    lines += [f"  {line}" for line in finding.lines]
    if finding.again:
        lines.append(f"  again: {finding.again}")
    return "\n".join(lines)


def as_facts(finding: Finding) -> dict[str, Json]:
    """The same for a program."""
    return {
        "property": finding.kind,
        "about": finding.about,
        "says": finding.says,
        "file": finding.span.source.name,
        "line": finding.span.line,
        "column": finding.span.column,
        "details": list(finding.lines),
        "again": finding.again,
    }
