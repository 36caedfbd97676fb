"""Brackets without a partner, and blocks and values that nest too deeply."""

from __future__ import annotations

import re

import attrs

from hoyle.dsl.parser.vocabulary import GOES_ON, Line, Token, split_lines
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

MAX_LEVELS = 64
# Nobody reads more messages than so many at once.
MAX_MISTAKES = 20
# How many words and signs of one line may put values into values; far more than anybody reads.
MAX_JOINTS = 100
JOINTS = frozenset({"of", "not", "if", "and", "or", "its", "where", "-", "+", "*", "/", "(", "["})

BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
NO_BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[^()\[\]"#]+')
PARTNERS = {")": "(", "]": "["}
# Lines that may hold too many levels or joints: far in, long, or going on over many lines.
DEEP = re.compile(rf"\n {{{MAX_LEVELS + 1}}}")
LONG = re.compile(rf"\n(?:[^\n]{{300}}| *{GOES_ON}[^\n]*(?:\n *{GOES_ON}[^\n]*){{19}})")
LONG_BRACKET = 250


@attrs.frozen
class Page:
    """A text that the grammar can be tried on.

    `text` has the length of the source's, but for a line end at its end; what was found wrong is
    blanked in it, on the `spoilt` lines. `sound` where nothing was found.
    """

    text: str
    spoilt: frozenset[int] = frozenset()
    sound: bool = True
    has_edition: bool = True
    long_bracket: bool = False


def _has_plain_brackets(text: str) -> bool:
    """Whether all brackets are closed in their own line and nest a little only: nearly always."""
    brackets = NO_BRACKETS.sub("", text)
    for _ in range(MAX_LEVELS // 2):
        if not brackets:
            break
        brackets = brackets.replace("()", "").replace("[]", "")
    return not brackets and not any(
        line.count("(") != line.count(")") or line.count("[") != line.count("]")
        for line in text.split("\n")
        if "(" in line or "[" in line
    )


def check_brackets(source: Source, page: Page, report: Report) -> Page | None:
    """The page with every bracket that has no partner taken out; None when they nest too deeply.

    A bracket left open would swallow the ends of all lines below it.
    """
    if _has_plain_brackets(page.text):
        return page
    waiting: list[tuple[str, int]] = []
    longest, balanced = 0, True
    for found in BRACKETS.finditer(page.text):
        sign = found.group()
        if sign in ("(", "["):
            waiting.append((sign, found.start()))
            if len(waiting) > MAX_LEVELS:
                report_depth(source, found.start(), "brackets", report)
                return None
        elif sign in PARTNERS and balanced:
            sign_open, start = waiting.pop() if waiting else ("", 0)
            balanced = sign_open == PARTNERS[sign]
            longest = max(longest, found.start() - start)
    if balanced and not waiting:
        return attrs.evolve(page, long_bracket=longest > LONG_BRACKET)
    wrong = _find_unpaired(page.text)
    for offset in wrong[:MAX_MISTAKES]:
        opens = page.text[offset] in "(["
        partner = {"(": ")", "[": "]", **PARTNERS}[page.text[offset]]
        report.add(
            "G05", f"this bracket {'is never closed' if opens else 'was never opened'}",
            Span(source, offset, offset + 1), label=f"its `{partner}` is missing",
        )  # fmt: skip
    return _blank(page, source, wrong)


def _find_unpaired(text: str) -> list[int]:
    """The brackets without a partner.

    One that is still open where a new part of the file begins, or a line that stands no further in,
    is taken to have been forgotten.
    """
    found: list[int] = []
    waiting: list[tuple[str, int, int]] = []
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[()\[\]]|(?:\A|\n) *(?=[a-z])', text):
        sign = match.group()
        if sign in ("(", "["):
            line = text.rfind("\n", 0, match.start()) + 1
            lead = len(text[line : match.start()]) - len(text[line : match.start()].lstrip())
            waiting.append((sign, match.start(), lead))
        elif sign in PARTNERS:
            if not any(open_sign == PARTNERS[sign] for open_sign, _, _ in waiting):
                found.append(match.start())
                continue
            while (last := waiting.pop())[0] != PARTNERS[sign]:
                found.append(last[1])
        elif sign[:1] not in ('"', "#"):
            lead = len(sign.lstrip("\n"))
            while waiting and waiting[-1][2] >= lead:
                found.append(waiting.pop()[1])
    return sorted(found + [offset for _, offset, _ in waiting])


def is_too_deep(source: Source, page: Page, report: Report) -> bool:
    """Whether blocks or values nest too deeply for anybody to follow, or for us."""
    if not (page.long_bracket or DEEP.search(page.text) or LONG.search(page.text)):
        return False
    levels = [0]
    for line in split_lines(page.text):
        while line.indent < levels[-1]:
            levels.pop()
        if line.indent > levels[-1]:
            levels.append(line.indent)
        if len(levels) > MAX_LEVELS + 1:
            report_depth(source, line.start, "indentation", report)
            return True
        word = _find_excess_joint(line)
        if word is not None:
            report_depth(source, word.start, "", report)
            return True
    return False


def has_too_many_joints(text: str) -> bool:
    """Whether an expression by itself puts more values into values than we follow."""
    return len(text) > MAX_JOINTS and any(
        _find_excess_joint(line) is not None for line in split_lines(text)
    )


def _find_excess_joint(line: Line) -> Token | None:
    """The word of a line at which too many values stand in one another; None where that is fine."""
    joints = 0
    for word in line.tokens:
        joints = 0 if word.text in (",", "|") else joints + (word.text in JOINTS)
        if joints > MAX_JOINTS:
            return word
    return None


def report_depth(source: Source, offset: int, of: str, report: Report) -> None:
    """Say that something nests too deeply."""
    report.add(
        "X03",
        f"here {of} goes deeper than {MAX_LEVELS} levels" if of == "indentation"
        else f"here {of} stand more than {MAX_LEVELS} deep" if of
        else f"this value is put together from more than {MAX_JOINTS} parts",
        Span(source, offset, offset + 1),
        help=("give a part of it a name of its own, with `define` or `phase`",),
    )  # fmt: skip


def _blank(page: Page, source: Source, offsets: list[int]) -> Page:
    """The page with the signs at some offsets taken out."""
    signs = list(page.text)
    for offset in offsets:
        signs[offset] = " "
    lines = {source.line_of(offset) for offset in offsets}
    return attrs.evolve(page, text="".join(signs), spoilt=page.spoilt | lines)
