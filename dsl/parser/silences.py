"""Warnings that are meant: silenced by a comment where they stand, with a reason.

`# B09 is meant: spades break ties in this club` at the end of a line silences that warning there;
on a line of its own it speaks of the next line that is not a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from hoyle.dsl.parser.comments import find_comments
from hoyle.dsl.report import WARNING, Report
from hoyle.dsl.source import Source, Span

MEANT = re.compile(
    r"# *(?P<codes>[A-Z]\d\d(?:(?:, *| and )[A-Z]\d\d)*) +(?:is|are) +meant\b[ :,]*(?P<reason>.*)"
)
CODE = re.compile(r"[A-Z]\d\d")


@attrs.frozen
class Silence:
    """One code of a comment: the line of which it speaks, and whether a reason is given."""

    code: str
    line: int
    span: Span
    reason: str


def find_silences(source: Source) -> Iterator[Silence]:
    """What the comments of a text silence."""
    comments = find_comments(source)
    alone = {comment.line for comment in comments if comment.alone}
    last = len(source.line_starts)
    for comment in comments:
        found = MEANT.match(comment.text)
        if found is None:
            continue
        line = comment.line
        while (
            comment.alone and line < last and (line in alone or not source.line_text(line).strip())
        ):
            line += 1
        start = source.text.index(comment.text, source.line_starts[comment.line - 1])
        for code in CODE.finditer(found["codes"]):
            at = start + found.start("codes") + code.start()
            yield Silence(code.group(), line, Span(source, at, at + 3), found["reason"])


def silence_warnings(source: Source, report: Report, complete: bool) -> None:
    """Take the warnings out of a report that comments say are meant.

    If `complete`, all that can be told of `source` is in the report: then what it silences without
    need is a warning, and so is a silence without a reason, which silences nothing.
    """
    sources = {problem.span.source.name: problem.span.source for problem in report.problems}
    sources[source.name] = source
    silences = {
        (one.span.source.name, one.line, one.code): one
        for name in sorted(sources) for one in find_silences(sources[name])
    }  # fmt: skip
    used = set[tuple[str, int, str]]()
    left = []
    for problem in report.problems:
        key = problem.span.source.name, problem.span.line, problem.code
        if problem.severity == WARNING and key in silences:
            used.add(key)
            if silences[key].reason:
                continue
        left.append(problem)
    report.problems[:] = left
    for key, one in silences.items():
        if not complete or one.span.source is not source:
            continue
        if key not in used:
            title = f"there is no warning {one.code} here that could be meant"
            report.warn("N13", title, one.span, label="take it out")
        elif not one.reason:
            report.warn(
                "N13", f"it is not said why {one.code} is meant", one.span,
                label=f"write `# {one.code} is meant: …`, with the reason",
            )  # fmt: skip
