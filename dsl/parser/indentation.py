"""Lines that stand too far in or not far enough, and blocks in which something is lacking."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.lexical_errors import shorten
from hoyle.dsl.parser.repairs import ParseFailure
from hoyle.dsl.parser.terminal_names import describe_kinds, join_with_or
from hoyle.dsl.parser.vocabulary import Line, ParserState
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span


def _count_spaces(count: int) -> str:
    return f"{count} space{'' if count == 1 else 's'}"


def _find_first_word(source: Source, line: Line) -> Span:
    return Span(source, line.start, line.tokens[0].end)


def report_between_levels(
    source: Source, line: Line, blocks: Sequence[tuple[int, str]], report: Report
) -> None:
    """A line that stands further in than one open block and less far than the next."""
    less = max(indent for indent, _ in blocks if indent < line.indent)
    more, head = min((indent, head) for indent, head in blocks if indent > line.indent)
    used = [str(indent) for indent, _ in blocks if indent]
    above = f"the block above uses {used[0]}"
    if len(used) > 1:
        above = f"the blocks above use {', '.join(used[:-1])} and {used[-1]}"
    report.add(
        "L02", f"this line is indented by {_count_spaces(line.indent)}; {above}",
        _find_first_word(source, line),
        label=f"{more} to stay in `{shorten(head)}`, {less} to go on after it",
    )  # fmt: skip


def report_needless_indent(
    source: Source, line: Line, blocks: Sequence[tuple[int, str]], report: Report
) -> None:
    """A line further in, under one that opens no block."""
    indent, head = blocks[-1]
    inside = f" to stay in `{shorten(head)}`" if head else ""
    report.add(
        "L04", "this line is indented for no reason", _find_first_word(source, line),
        label=f"the line above opens no block; write {_count_spaces(indent)}{inside}",
        help=("if it goes on with the line above, put the whole in brackets",),
    )  # fmt: skip


def report_empty_head(source: Source, head: Line, report: Report) -> None:
    """A head without its block."""
    span = Span(source, head.start, head.end)
    word = head.tokens[0].text
    report.add(
        "L03", f"nothing stands under `{shorten(' '.join(span.text.split()))}`", span,
        label="what belongs to it comes below, two spaces further in", help=as_help(word),
    )  # fmt: skip


def report_short_block(source: Source, last: ParseFailure, report: Report) -> None:
    """A block that lacks a line at its end: a table without rows."""
    line = Span(source, last.line.start, last.line.end)
    title, label = "this block stops too soon", ""
    if any(word.text == "|" for word in last.tokens):
        title, label = "this table has a heading but no rows", "its rows come below, as far in"
    report.add("G01", title, line, label=label, help=as_help("table") if label else ())


def report_early_end(source: Source, last: Line, state: ParserState, report: Report) -> None:
    """A file that breaks off after its first line."""
    report.add(
        "G01", "the file stops too soon", Span(source, last.start, last.end),
        label=f"after this comes {join_with_or(describe_kinds(state.list_allowed()))}",
    )  # fmt: skip
