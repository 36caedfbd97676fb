"""A value in several cases, each on a line of its own: `else` joins, and brackets hold them."""

from __future__ import annotations

import re

import attrs

from hoyle.dsl.parser.repairs import ParseFailure, Repair
from hoyle.dsl.parser.rewordings import read_line, write_out

HEAD = re.compile(r"define [^\n]*= *(?:#[^\n]*)?$")
CASE = re.compile(r"(\S+(?: of \S+)*) if .+?(?: else)?")
FUNCTION = re.compile(r"\w+ (\w+(?: ?\(.*\))?)(?: ?(?:->|:) ?\w+)? ?:?")
MOST_LINES = 60  # above one of a body, among which its head is looked for


def _list_above(failure: ParseFailure) -> tuple[int, list[str]] | None:
    """Where the head begins of which a line says the meaning, and the lines between the two.

    None where it is no such line.
    """
    lines, end = list[str](), failure.line.start
    while failure.line.indent and end and len(lines) < MOST_LINES:
        start = failure.page.rfind("\n", 0, end - 1) + 1
        line = failure.page[start : end - 1]
        if line[:1] not in ("", " ", "\t", "#"):
            return (start, lines[::-1]) if HEAD.fullmatch(line) else None
        lines.append(line.partition("#")[0].strip())
        end = start
    return None


def find_turned_case(failure: ParseFailure) -> Repair | None:
    """`if done then 3`, and `else 4` below it, where one value of two is meant."""
    if failure.first != "if" or failure.at > 1 or _list_above(failure) is None:
        return None
    line, below = write_out(failure.tokens), failure.following
    if below is not None and below.tokens[0].text == "else":
        line += f" {write_out(below.tokens)}"
    both = re.fullmatch(r"if (.+?) then (.+?) else (.+)", line)
    meant = f"{both[2]} if {both[1]} else {both[3]}" if both else ""
    if meant and read_line(attrs.evolve(failure, opens=False), meant) is None:
        meant = ""
    says = "a value stands before its `if`: `a if b else c`"
    if not failure.opens and " then " not in line and " else " not in line:
        says = "a question stands by itself: leave `if` out"
    return Repair(0, meant, says=says)


def find_returned(failure: ParseFailure) -> Repair | None:
    """`function twice(n: Number)`, and `return 2 * n` below it, which stands behind `=` here."""
    head = FUNCTION.fullmatch(write_out(failure.tokens))
    below = failure.following
    if head is None or not failure.opens or below is None or below.tokens[0].text != "return":
        return None
    meant = f"define {head[1]} = {write_out(below.tokens[1:])}"
    if read_line(attrs.evolve(failure, opens=False), meant) is None:
        meant = ""
    return Repair(0, meant, says="what is worked out begins with `define`, and stands behind `=`")


def find_missing_else(failure: ParseFailure) -> Repair | None:
    """A case in brackets, on a line of its own, behind one that has no `else`."""
    at, tokens = failure.at, failure.tokens
    if not 0 < at < len(tokens) or failure.open_bracket != "(":
        return None
    begins = "\n" in failure.page[tokens[at - 1].end : tokens[at].start]
    open_case = {"ELSE"} <= failure.here.list_allowed() and failure.text != "else"
    further = failure.here.accept_kind("ELSE") if begins and open_case else None
    if further is None or not further.accept_all(tokens[at : at + 1]):
        return None
    return Repair(at)


def find_ladder(failure: ParseFailure) -> Repair | None:
    """One of several lines `8 if …` that no `else` joins, or that no brackets hold together."""
    line, below = write_out(failure.tokens), failure.following
    starts = failure.first == "else" or CASE.fullmatch(line) is not None
    if not starts or (failure.text and failure.at > 0):
        return None  # it has a mistake of its own
    above = _list_above(failure)
    if above is None:
        return None
    head, before = above
    lines = [*before, line, *([] if below is None else [write_out(below.tokens)])]
    cases = [found[1] for one in lines if (found := CASE.fullmatch(one))]
    if len(cases) < 2 or lines[0][:1] == "(":
        return None
    meant = f"({cases[0]} if … else {cases[1]} if … else …)"
    return Repair(failure.at, meant, says=f"cases {head}")
