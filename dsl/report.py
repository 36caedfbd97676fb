"""What is wrong with a text: problems, collected in a report and told to a person or a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from hoyle.dsl.nearest import listed
from hoyle.dsl.printable import make_printable
from hoyle.dsl.source import Span

ERROR, WARNING, NOTE = "error", "warning", "note"
MAX_PROBLEMS = 500  # of one severity
WIDEST = 200  # characters of a line in an excerpt


@attrs.frozen(eq=False)
class Problem:
    """One mistake.

    `title` is one sentence without a full stop; `label` stands at the caret; `help` holds the lines
    below; `also` points at a second place and says what stands there. Those of one `cause` are told
    once, at the first place.
    """

    code: str
    title: str
    span: Span
    label: str = ""
    help: tuple[str, ...] = ()
    also: tuple[tuple[Span, str], ...] = ()
    severity: str = ERROR
    cause: str = ""

    @property
    def key(self) -> tuple[str, str, int, int, str]:
        """Two problems with the same key say the same thing."""
        return (self.span.source.name, self.code, self.span.start, self.span.end, self.title)


@attrs.define(eq=False)
class Report:
    """The problems of one run, each said once; of each severity as many as a person can read.

    What is `refuted` was tried and proposes something wrong: such messages are not told. Where it
    `suggests` nothing, it is not asked what was meant by unknown names.
    """

    problems: list[Problem] = attrs.field(factory=list)
    refuted: frozenset[str] = frozenset()
    suggests: bool = True
    _seen: set[tuple[str, str, int, int, str]] = attrs.field(factory=set)
    _counts: Counter[str] = attrs.field(factory=Counter)

    def add(
        self,
        code: str,
        title: str,
        span: Span,
        *,
        label: str = "",
        help: tuple[str, ...] | list[str] = (),
        also: tuple[tuple[Span, str], ...] = (),
        severity: str = ERROR,
    ) -> None:
        """Note a problem unless the same one was noted before."""
        self.take([Problem(code, title, span, label, tuple(help), also, severity)])

    def has_refuted(self, problem: Problem) -> bool:
        """Whether following the message leads to another mistake."""
        return bool(self.refuted) and as_text(problem) in self.refuted

    def has(self, problem: Problem) -> bool:
        """Whether the same was noted before."""
        return problem.key in self._seen

    def forget(self, part: Span, code: str) -> None:
        """Do not tell what stands in a part of a text with this code: something else tells it."""
        self.problems[:] = [
            one for one in self.problems if one.code != code or not one.span.is_inside(part)
        ]

    def take(self, problems: Iterable[Problem]) -> None:
        """Note problems that another report holds."""
        for problem in problems:
            if self.has(problem):
                continue
            self._seen.add(problem.key)
            kind = problem.severity
            self._counts[kind] += 1
            if self._counts[kind] <= MAX_PROBLEMS:
                self.problems.append(problem)
            elif self._counts[kind] == MAX_PROBLEMS + 1:
                title = f"there are more {kind}s than these {MAX_PROBLEMS}"
                self.problems.append(Problem("X06", title, problem.span, severity=kind))

    def warn(self, code: str, title: str, span: Span, **rest: Any) -> None:
        """Note something that is allowed but is nearly always a mistake."""
        self.add(code, title, span, severity=WARNING, **rest)

    @property
    def failed(self) -> bool:
        """Whether anything is wrong (a warning is not)."""
        return any(problem.severity == ERROR for problem in self.problems)

    def by_place(self) -> list[Problem]:
        """By file, libraries last, then by place, whatever the order in which they were found."""
        return sorted(self.problems, key=_place)

    def in_order(self) -> list[Problem]:
        """The same, those of one cause as one."""
        found: dict[str | int, list[Problem]] = {}
        for one in self.by_place():
            cause = f"{one.span.source.name} {one.cause}" if one.cause else id(one)
            found.setdefault(cause, []).append(one)
        return [tell_once(alike) for alike in found.values()]


def _place(problem: Problem) -> tuple[bool, str, int, str, str]:
    span = problem.span
    return span.source.is_library, span.source.name, span.start, problem.code, problem.title


def tell_once(places: list[Problem]) -> Problem:
    """The first of problems with one cause, with the lines of the others in its file."""
    first = min(places, key=_place)
    lines = {one.span.line for one in places if one.span.source is first.span.source}
    others = [str(line) for line in sorted(lines - {first.span.line})]
    if not others:
        return first
    also = f"the same on line{'s' * (len(others) > 1)} {listed(others, 8)}"
    return attrs.evolve(first, help=(*first.help, also))


def excerpt(span: Span, label: str, gutter: int) -> list[str]:
    """The line of `span` with carets under it; `gutter` is the width of the line number."""
    text, first = make_printable(span.source.line_text(span.line)), span.column - 1
    if len(text) > WIDEST:  # a window on a very long line
        start = max(0, first - WIDEST // 2)
        text, first = text[start : start + WIDEST], first - start
    width = max(1, min(span.end - span.start, len(text) - first))
    lead = "".join("\t" if c == "\t" else " " for c in text[:first])
    under = (lead + "^" * width + " " + label).rstrip()
    return [f"  {span.line:>{gutter}} | {text}", f"  {'':>{gutter}} | {under}"]


def as_text(problem: Problem) -> str:
    """The problem as a person reads it, without a line end at the end."""
    span = problem.span
    gutter = len(str(max([span.line] + [place.line for place, _ in problem.also])))
    lines = [
        f"{problem.severity}[{problem.code}]: {problem.title}",
        f"  {span.source.name}:{span.line}:{span.column}",
        *excerpt(span, problem.label, gutter),
    ]
    for place, says in problem.also:
        if place.source is not span.source:
            lines.append(f"  {place.source.name}:{place.line}:{place.column}")
        lines += excerpt(place, says, gutter)
    lines += [f"  {line}" for line in problem.help]
    return "\n".join(lines)


def as_facts(problem: Problem) -> dict[str, Any]:
    """The same for a program: plain values only."""
    span = problem.span
    return {
        "code": problem.code,
        "severity": problem.severity,
        "title": problem.title,
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.last_line,
        "end_column": span.source.column_of(span.end),
        "text": span.text,
        "label": problem.label,
        "help": list(problem.help),
        "also": [
            {"file": p.source.name, "line": p.line, "column": p.column, "says": says}
            for p, says in problem.also
        ],
    }
