"""Every syntax mistake of a text that the grammar refuses, told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs

from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.page_checks import Page
from hoyle.dsl.parser.recovery import RecoveringParser
from hoyle.dsl.parser.repairs import ParseFailure
from hoyle.dsl.parser.syntax_errors import explain
from hoyle.dsl.parser.vocabulary import Line, ParserState, split_lines
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span


def explain_file(source: Source, page: Page, at: int, report: Report) -> None:
    """Tell every syntax mistake of a sound page at which the parser stopped at an offset."""
    before = len(report.problems)
    for trusted in (_find_trusted_start(page.text, at), 0):
        explain_page(source, page, trusted, report)
        if len(report.problems) > before:
            return
    _report_unexplained(source, at, report)


def explain_page(source: Source, page: Page, trusted: int, report: Report) -> None:
    """Tell every syntax mistake from the left-edge line at `trusted` on; all is right before it."""
    state = ParserState.at("start")
    parser = RecoveringParser(source, page.spoilt, page.blanked, report, state)
    if not page.has_edition:
        parser.state = parser.assume_edition()
    line: Line | None = None
    for number, (line, following) in enumerate(_pair_lines(page.text)):
        if number > 1 and line.start < trusted:
            continue  # the first two lines say what the file is
        parser.read_line(line, following)
        if parser.is_full:
            break
    parser.tell_crooked()
    if line is not None and not parser.is_full:
        parser.finish(line)


def _pair_lines(text: str) -> Iterator[tuple[Line, Line | None]]:
    last: Line | None = None
    for line, following in pairwise(split_lines(text)):
        yield line, following
        last = following
    if last is None:
        last = next(split_lines(text), None)
    if last is not None:
        yield last, None


def _find_trusted_start(text: str, error_at: int) -> int:
    """The start of the part of the file before the one where the parser stopped.

    That one is gone through as well: a head at its end may lack what should stand under it.
    """
    start = _find_left_edge(text, error_at)
    return _find_left_edge(text, start - 1) if start else 0


def _find_left_edge(text: str, offset: int) -> int:
    """The start of the last line at or above `offset` that begins at the left edge with a word."""
    start = text.rfind("\n", 0, max(offset, 0)) + 1
    while start > 0 and not text[start : start + 1].isalpha():
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def _report_unexplained(source: Source, at: int, report: Report) -> None:
    """The parser stopped where we find nothing wrong: words that are glued together, at most."""
    end = at + 1
    while source.text[end : end + 1].isalnum():
        end += 1
    report.add("G01", f"`{source.text[at:end].strip()}` cannot stand here", Span(source, at, end))


def explain_expression(source: Source, start: int, text: str, report: Report) -> None:
    """Tell what is wrong with an expression that stands between braces."""
    line = next(split_lines(text), None)
    if line is not None:
        tokens = (attrs.evolve(w, start=w.start + start, end=w.end + start) for w in line.tokens)
        line = attrs.evolve(line, tokens=tuple(tokens))
    else:
        braces = Span(source, start - 1, start + len(text) + 1)
        report.add(
            "G01", "nothing stands between these braces", braces, label="a value comes here",
            help=as_help("say"),
        )  # fmt: skip
        return
    state = ParserState.at("one_expression")
    states = [state, *state.accept_all(line.tokens)]
    failure = ParseFailure(line, states, len(states) - 1, False, "before the `}`", page=source.text)
    explain(source, failure, report)
