"""The page before the grammar: size and depth, odd signs, open quotes and brackets.

A sound page costs one run of a compiled expression over the text. Only where that run stops is
looked at closely. What was found wrong is blanked, so that the grammar can say the rest.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.card_words import CARD, END, MARK, RANK, SUIT
from hoyle.dsl.nearest import distance
from hoyle.dsl.open_source import MAX_BYTES, TOO_LARGE, report_too_large
from hoyle.dsl.parser.vocabulary import (
    GOES_ON,
    Line,
    ParserState,
    Token,
    list_part_words,
    split_lines,
)
from hoyle.dsl.printable import UNSEEN_SIGNS, shorten
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

if TYPE_CHECKING:
    from hoyle.dsl.parser.lexical_errors import LexicalError

MAX_LEVELS = 64
# Nobody reads more messages than so many at once.
MAX_MISTAKES = 20
# How many words and signs of one line may put values into values; far more than anybody reads.
MAX_JOINTS = 100
JOINTS = frozenset({"of", "not", "if", "and", "or", "its", "where", "-", "+", "*", "/", "(", "["})

EDGE = re.compile(r"(?m)^(?=[a-z])")
BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
NO_BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[^()\[\]"#]+')
PARTNERS = {")": "(", "]": "["}
CLOSED_BY = {"(": ")", "[": "]"}
# Lines that may hold too many levels or joints: far in, long, or going on over many lines.
DEEP = re.compile(rf"\n {{{MAX_LEVELS + 1}}}")
LONG = re.compile(rf"\n(?:[^\n]{{300}}| *(?:{GOES_ON})[^\n]*(?:\n *(?:{GOES_ON})[^\n]*){{19}})")
LONG_BRACKET = 250


@attrs.frozen
class Page:
    """A text that the grammar can be tried on.

    `text` has the length of the source's, but for a line end at its end; what was found wrong is
    blanked in it, on the `spoilt` lines, from these offsets on. `sound` where nothing was found.
    """

    text: str
    spoilt: frozenset[int] = frozenset()
    blanked: frozenset[int] = frozenset()
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


def _check_brackets(source: Source, page: Page, report: Report) -> Page | None:
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
        elif sign in PARTNERS:
            sign_open, start = waiting[-1] if waiting else ("", 0)
            if sign_open == PARTNERS[sign]:
                waiting.pop()
            else:
                balanced = False  # those that follow still have their partners
            longest = max(longest, found.start() - start)
    if balanced and not waiting:
        return attrs.evolve(page, long_bracket=longest > LONG_BRACKET)
    parts = [found.start() for found in EDGE.finditer(page.text)]
    wrong = [
        start + offset
        for start, end in pairwise([0, *parts, len(page.text)])
        for offset in _find_unpaired(page.text[start:end])
    ]
    for offset in wrong[:MAX_MISTAKES]:
        opens = page.text[offset] in "(["
        partner = {**CLOSED_BY, **PARTNERS}[page.text[offset]]
        report.add(
            "G05", f"this bracket {'is never closed' if opens else 'was never opened'}",
            Span(source, offset, offset + 1),
            label=f"its `{partner}` is missing{_find_end(page.text, offset) if opens else ''}",
        )  # fmt: skip
    return _blank(page, source, wrong)


def _find_end(text: str, offset: int) -> str:
    """Before which words of its line a bracket ends, where what stands in it cannot go on there."""
    line = next(split_lines(text[offset:].split("\n", 1)[0] + "\n"), None)
    tokens = line.tokens if line is not None and not text[:offset][-1:].isalnum() else ()
    states = ParserState.at("one_expression").accept_all(tokens)
    last = len(states)
    if not 1 < last < len(tokens) or tokens[last].text in ("(", "[", ",", ")", "]"):
        return ""
    closed = states[-1].accept(Token(CLOSED_BY[tokens[0].text], 0, 0))
    words = " ".join(token.text for token in tokens[last : last + 2])
    return "" if closed is None else f": it comes before `{shorten(words)}`"


def _find_unpaired(text: str) -> list[int]:
    """The brackets without a partner in one part of a file.

    Where some have none, one that is still open where a line begins that stands no further in is
    taken to have been forgotten.
    """
    if _is_paired(text):
        return []
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


def _is_paired(text: str) -> bool:
    """Whether each bracket has its partner, on whatever line."""
    waiting = []
    for match in BRACKETS.finditer(text):
        sign = match.group()
        if sign in ("(", "["):
            waiting.append(sign)
        elif sign in PARTNERS and (not waiting or waiting.pop() != PARTNERS[sign]):
            return False
    return not waiting


def _is_too_deep(source: Source, page: Page, report: Report) -> bool:
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
    signs = list(page.text)
    for offset in offsets:
        signs[offset] = " "
    lines = {source.line_of(offset) for offset in offsets}
    blanked = page.blanked.union(offsets)
    return attrs.evolve(page, text="".join(signs), spoilt=page.spoilt | lines, blanked=blanked)


# A text of many short words is read as slowly as one of many bytes.
MAX_WORDS = 40_000
WORTH_COUNTING = 80_000  # bytes: fewer cannot hold far too many words
MAX_ERRORS = 1000

# No group is possessive (`)*+`): before Python 3.11.5 one that goes back inside may end too soon.
SOUND = re.compile(
    rf"""(?:
      [ \n]+ | \r\n
    | "[^"\n\t{UNSEEN_SIGNS}]*"
    | \#[^\n{UNSEEN_SIGNS}]* (?=\r?\n)
    | {CARD}
    | [A-Za-z_][A-Za-z0-9_]*+ (?: (?![♠♥♦♣']) | {MARK} )
    | (?<!') [0-9]{{1,9}}+ (?![A-Za-z0-9_♠♥♦♣'])
    | [♠♥♦♣] (?!{RANK}{END}) | (?![♠♥♦♣]){SUIT}
    | [-+<>]=(?!=) | =(?![=<>]) | >(?![=>]) | -(?![=>]|(?<=\w-)-[ ]*[\r\n\#])
    | <(?![=>]) | \+(?![=+]) | /(?![/*]) | :(?!=)
    | [*()\[\],|.?\\]
    )*""",
    re.VERBOSE,
)
NOTHING = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*")
EDITION = re.compile(r"edition +0*1 *(?:#|\r?\n)")
EDITION_LINE = re.compile(r"edition(?: +([A-Za-z0-9_.]+))?")
WORDS = re.compile(r'"[^"\n]*"|\w+|#[^\n]*|[^\w\s]')
FIRST_WORD = re.compile(r"\S\w*")
RECORDED = re.compile(r"hoyle game\b")


def _has_too_many_words(text: str) -> bool:
    """Whether there are more words, and values in braces, than a ruleset can have."""
    left = MAX_WORDS - 2 * text.count("{")
    return left < 0 or any(number > left for number, _ in enumerate(WORDS.finditer(text)))


# ---------------------------------------------------------------------- the whole page


def check_page(source: Source, report: Report) -> Page | None:
    """The page for the grammar; None when it is too large, too deep, empty or no text at all."""
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    size = len(text)
    if size > MAX_BYTES // 4:
        size = len(text[:MAX_BYTES].encode("utf-8", "replace")) + len(text[MAX_BYTES:])
    if size > MAX_BYTES or (size > WORTH_COUNTING and _has_too_many_words(text)):
        kind = TOO_LARGE if size > MAX_BYTES else f"has over {MAX_WORDS} words"
        report_too_large(Source(source.name, text[:200]), kind, report)
        return None
    if NOTHING.fullmatch(text):
        report.add(
            "X04", "there is nothing in this file", Span(source, 0, 0),
            help=('a game begins with the line `edition 1`; the next one is `game "…"`',),
        )  # fmt: skip
        return None
    recorded = RECORDED.match(text)
    if recorded is not None:
        report.add(
            "G09", "this is a game that was recorded, and no rules",
            Span(source, *recorded.span()), label=f"read it with `hoyle replay {source.name}`",
            help=(f"go on with it, if it is not over: `hoyle play --resume {source.name}`",),
        )  # fmt: skip
        return None
    page = _blank_errors(source, text, report)
    page = page and _check_brackets(source, page, report)
    if page is None or _is_too_deep(source, page, report):
        return None
    page = _check_edition(source, page, report)
    return page and attrs.evolve(page, sound=not report.failed and page.sound)


def _blank_errors(source: Source, text: str, report: Report) -> Page | None:
    """The page with what can stand nowhere blanked; None when it is no text at all."""
    sound = SOUND.match(text)
    assert sound is not None
    if sound.end() == len(text):
        return Page(text)
    from hoyle.dsl.parser.lexical_errors import find_error

    errors: list[LexicalError] = []
    pieces: list[str] = []
    done, at = 0, sound.end()
    while at < len(text) and len(errors) < MAX_ERRORS:
        error = find_error(text, at)
        if isinstance(error, int):
            at = error
        else:
            errors.append(error)
            pieces += [text[done : error.start], error.mends]
            done = at = error.past
            if error.code == "X01":
                break
        sound = SOUND.match(text, at)
        assert sound is not None
        at = sound.end()
    _report_errors(source, errors, report)
    if any(error.fatal for error in errors) or len(errors) == MAX_ERRORS:
        return None
    spoilt = frozenset(source.line_of(error.start) for error in errors)
    blanked = frozenset(error.start for error in errors)
    return Page("".join(pieces) + text[done:], spoilt, blanked)


def _report_errors(source: Source, errors: list[LexicalError], report: Report) -> None:
    """Each slip, or where they are of one kind the first and the lines of the others."""
    groups: dict[str, list[LexicalError]] = {}
    for error in errors:
        groups.setdefault(error.group or f"at {error.start}", []).append(error)
    for first, *others in list(groups.values())[:MAX_MISTAKES]:
        span = Span(source, first.start, first.end)
        lines = sorted({source.line_of(error.start) for error in others} - {span.line})
        help = first.help
        if lines:
            shown = ", ".join(map(str, lines[:8])) + (" …" if len(lines) > 8 else "")
            help += (f"the same on {'line' if len(lines) == 1 else 'lines'} {shown}",)
        report.add(first.code, first.title, span, label=first.label, help=help)


# ---------------------------------------------------------------------- editions


def _check_edition(source: Source, page: Page, report: Report) -> Page | None:
    """The page, told whether its edition line stands where it should; None for an unknown one."""
    nothing = NOTHING.match(page.text)
    first = nothing.end() if nothing else 0
    if EDITION.match(page.text, first):
        return page
    line = EDITION_LINE.match(page.text, first)
    if line is not None and line[1] is not None:
        if line[1].strip("0") == "1":
            return page  # something else is wrong with that line
        report.add(
            "G09", f"there is no edition {shorten(line[1])}", Span(source, *line.span(1)),
            label="only `edition 1` is known",
            help=("a later edition may need a later release of this program",),
        )  # fmt: skip
        return None
    word = FIRST_WORD.match(page.text, first)
    if word is None:
        return None  # all that stood there was blanked, and has been told
    if line is None and distance(word.group()[:20].lower(), "edition") <= 2:
        return page  # misspelt, which is told with the other misspelt words
    instead = line is not None or word.group() not in list_part_words() | {"game", "library"}
    report.add(
        "G09", "the first line must be `edition 1`", Span(source, *word.span()),
        label="write it instead of this" if instead else "`edition 1` is missing before this",
    )  # fmt: skip
    if instead:
        return attrs.evolve(page, spoilt=page.spoilt | {source.line_of(first)})
    late = re.compile(r"^edition\b", re.MULTILINE).search(page.text, first)
    spoilt = page.spoilt | ({source.line_of(late.start())} if late else set())
    return attrs.evolve(page, has_edition=False, spoilt=spoilt)
