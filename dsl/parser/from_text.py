"""From a text to its tree, or to the list of what is wrong with it.

What explains a mistake is imported where there is one: most texts have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from hoyle.dsl.parser.comments import QUOTED, find_comments
from hoyle.dsl.parser.grammar import load_parser
from hoyle.dsl.parser.misreadings import report_reserved_names
from hoyle.dsl.parser.page_checks import (
    MAX_MISTAKES,
    check_page,
    has_too_many_joints,
    report_depth,
)
from hoyle.dsl.parser.tree_builder import Builder, Sentences
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.declarations import File
from hoyle.dsl.tree.expressions import Expr

SYNTAX_ERRORS = (UnexpectedInput, DedentError)
BRACES = re.compile(r"\{([^{}]*)\}")
NAMES = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def read(source: Source, report: Report) -> File | None:
    """The tree of a whole file; None when the report says why there is none."""
    mine = Report(refuted=report.refuted)
    file = _read_alone(source, mine)
    report.take(tell_names_once(mine.by_place()) if file is None else mine.problems)
    return file


def tell_names_once(problems: list[Problem]) -> Iterator[Problem]:
    """Without those at a word that cannot be a name, but for the place where it was given."""
    refused = dict[str, Problem]()
    for problem in problems:
        word, line = problem.span.text, problem.span.source.line_text(problem.span.line)
        if problem.code == "G01" and line.split()[:1] == ["players"]:
            refused |= dict.fromkeys(NAMES.findall(line), problem)
        elif problem.code == "G08":
            refused.setdefault(word, problem)
        if refused.get(word, problem) is problem:
            yield problem


def _read_alone(source: Source, report: Report) -> File | None:
    page = check_page(source, report)
    if page is None:
        return None
    sentences = read_sentences(source, page.text, report)
    if not page.sound:
        from hoyle.dsl.parser.mistakes import explain_page

        explain_page(source, page, 0, report)
        return None
    try:
        tree = load_parser().parse(page.text, start="start")
    except SYNTAX_ERRORS as error:
        from hoyle.dsl.parser.mistakes import explain_file

        at = getattr(error, "pos_in_stream", None)
        explain_file(source, page, at or 0, report)
        return None
    report_reserved_names(tree, source, report)
    if report.failed:
        return None
    try:
        return Builder(source, 0, sentences).build_file(tree, tuple(find_comments(source)))
    except RecursionError:
        report_depth(source, 0, "", report)
        return None


# ---------------------------------------------------------------------- sentences


def read_sentences(source: Source, text: str, report: Report) -> Sentences:
    """The pieces of every sentence that has braces, by the offset of its opening quote."""
    found: Sentences = {}
    if "{" not in text and "}" not in text:
        return found
    for match in QUOTED.finditer(text):
        written = match.group()
        if len(report.problems) >= MAX_MISTAKES:
            break
        if written[0] == '"' and ("{" in written or "}" in written):
            found[match.start()] = _split_sentence(source, match.start() + 1, written[1:-1], report)
    return found


def _split_sentence(
    source: Source, start: int, inside: str, report: Report
) -> tuple[str | Expr, ...]:
    """Text and expressions of a sentence by turns; `start` is the offset of what is inside."""
    pieces: list[str | Expr | None] = []
    last = 0
    for hole in BRACES.finditer(inside):
        if len(report.problems) >= MAX_MISTAKES:
            break
        pieces.append(_check_plain_text(source, start + last, inside[last : hole.start()], report))
        pieces.append(read_expression(source, start + hole.start(1), hole[1], report))
        last = hole.end()
    pieces.append(_check_plain_text(source, start + last, inside[last:], report))
    return tuple(piece for piece in pieces if piece)


def _check_plain_text(source: Source, start: int, text: str, report: Report) -> str:
    """The text between braces; a brace in it has lost its partner."""
    for sign, partner in (("{", "}"), ("}", "{")):
        at = text.find(sign)
        if at >= 0:
            report.add(
                "G05", f"this bracket {'is never closed' if sign == '{' else 'was never opened'}",
                Span(source, start + at, start + at + 1), label=f"its `{partner}` is missing",
                help=("between braces stands a value that is filled in, as in `{seat}`",),
            )  # fmt: skip
    return text


def read_expression(source: Source, start: int, text: str, report: Report) -> Expr | None:
    """The expression written at `start`; None when it cannot be read."""
    if has_too_many_joints(text):
        report_depth(source, start, "", report)
        return None
    try:
        tree = load_parser().parse(text, start="one_expression")
        made: Expr = Builder(source, start, {}).build(tree)
        return made
    except SYNTAX_ERRORS:
        from hoyle.dsl.parser.mistakes import explain_expression

        explain_expression(source, start, text, report)
    except RecursionError:
        report_depth(source, start, "", report)
    return None
