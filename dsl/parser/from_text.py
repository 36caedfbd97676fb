"""From a text to its tree, or to the list of what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile

import attrs
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from hoyle.dsl.node import walk
from hoyle.dsl.parser.comments import QUOTED, find_comments
from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.grammar import load_parser
from hoyle.dsl.parser.misreadings import report_reserved_names
from hoyle.dsl.parser.page_checks import (
    MAX_MISTAKES,
    Page,
    check_page,
    has_too_many_joints,
    report_depth,
)
from hoyle.dsl.parser.recovery import RecoveringParser
from hoyle.dsl.parser.repairs import HEADS, ParseFailure
from hoyle.dsl.parser.syntax_errors import explain
from hoyle.dsl.parser.tree_builder import Builder, Sentences
from hoyle.dsl.parser.vocabulary import Line, ParserState, find_reserved, split_lines
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.declarations import File
from hoyle.dsl.tree.expressions import Apply, Expr, Name

SYNTAX_ERRORS = (UnexpectedInput, DedentError)
BRACES = re.compile(r"\{([^{}]*)\}")
QUOTED_WORDS = re.compile(r"`([^`]*)`")
Named = (Name, Apply)
NAMES = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
BLANKED = re.compile(r"[^\n]")
STEP = "stop"  # a line that can stand wherever something is done or chosen
# Files of which the parts mean something together, and how many of the first parts must be there.
WHOLE = {"game": 2, "library": 2, "examples": 2, "variant": 1}
MAX_DROPPED = 6  # lines of one part of a file that are left out one by one before all of it is


def read(source: Source, report: Report) -> File | None:
    """The tree of a whole file; None when the report says why there is none."""
    mine = Report()
    file = _read_alone(source, mine)
    report.take(_tell_names_once(mine.in_order()) if file is None else mine.problems)
    return file


def _tell_names_once(problems: list[Problem]) -> Iterator[Problem]:
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
    sentences = _read_sentences(source, page.text, report)
    if not page.sound:
        _explain_all(source, page, 0, report)
        return None
    try:
        tree = load_parser().parse(page.text, start="start")
    except SYNTAX_ERRORS as error:
        at = getattr(error, "pos_in_stream", None)
        _explain_syntax(source, page, at or 0, report)
        return None
    report_reserved_names(tree, source, report)
    if report.failed:
        return None
    try:
        return Builder(source, 0, sentences).build_file(tree, tuple(find_comments(source)))
    except RecursionError:
        report_depth(source, 0, "", report)
        return None


# ---------------------------------------------------------------------- what could be read


@attrs.frozen
class SoundParts:
    """What could be read of a file with syntax mistakes, and the names that it may lack so."""

    file: File
    lost: frozenset[str]
    lost_inside: tuple[tuple[range, frozenset[str]], ...]  # names of one part, with its offsets
    nameless: bool  # whether the name of a part is missing, and may be any

    def may_cause(self, problem: Problem) -> bool:
        """Whether a problem may only follow from what was not read: it names something of it.

        A word of the language is a name only where its line goes on with one that was not read.
        """
        if problem.span.source is not self.file.source:
            return True
        if problem.code == "N01" and (self.nameless or problem.span.text in find_reserved()):
            return True
        start = problem.span.start
        lost = self.lost.union(*(names for place, names in self.lost_inside if start in place))
        texts = [problem.span.text, *QUOTED_WORDS.findall(problem.title)]
        return any(word in lost for text in texts for word in NAMES.findall(text))


@attrs.define(eq=False)
class Part:
    """A declaration with what stands below it: the lines that are read, and those left out."""

    head: Line
    lines: list[Line] = attrs.field(factory=list)
    lost: list[Line] = attrs.field(factory=list)

    @property
    def place(self) -> range:
        """The offsets from its head to its last line."""
        return range(self.head.start, max(line.end for line in (*self.lines, *self.lost)))

    @property
    def names_of_its_own(self) -> bool:
        """Whether the names that are declared in it mean nothing elsewhere."""
        return self.head.tokens[0].text in NAMES_INSIDE

    @property
    def has_steps(self) -> bool:
        """Whether it says what is done."""
        return self.head.tokens[0].text in ("match", "phase")

    def find_emptied(self) -> Iterator[Line]:
        """The lines that were left out where nothing else stands under a head that was not."""
        lost = {line.start for line in self.lost}
        every = sorted((*self.lines, *self.lost), key=lambda line: line.start)
        for number, head in enumerate(every if self.has_steps and lost else ()):
            further = [line.indent > head.indent for line in every[number + 1 :]]
            inside = every[number + 1 :][: (*further, False).index(False)]
            opens = head.tokens[0].text in HEADS and head.start not in lost
            if opens and inside and all(line.start in lost for line in inside):
                yield inside[0]

    def find_lost_outside(self) -> set[str]:
        """The names that all the file may lack."""
        if not self.names_of_its_own:
            return _list_names(self.lost)
        if not self.has_lost_name:
            return set()
        rows = [line.tokens[0].text for line in self.lost[1:]]
        return {*self._head_words, *(rows if self.head.tokens[0].text == "ranking" else ())}

    @property
    def has_lost_name(self) -> bool:
        """Whether the line that gives it its name is not read."""
        return self.head in self.lost and self.head.tokens[0].text in HEADS_WITH_NAMES

    @property
    def is_nameless(self) -> bool:
        """Whether no name stands where that line should have it."""
        return self.has_lost_name and not any(word.islower() for word in self._head_words)

    @property
    def _head_words(self) -> list[str]:
        words = takewhile(lambda word: word.text not in "(:,", self.head.tokens[1:])
        return [word.text for word in words]

    def find_lost_inside(self, known: set[str]) -> set[str]:
        """The names that only this part may lack: what holds for a block goes with its head."""
        if not self.names_of_its_own:
            return set()
        harmless = known | find_reserved() - {"let", "announce"} if self.has_steps else set()
        return _list_names(line for line in self.lost if line.tokens[0].text not in harmless)


HEADS_WITH_NAMES = frozenset({"phase", "define", "table", "ranking", "conditions"})
NAMES_INSIDE = HEADS_WITH_NAMES | {"match", "example", "always", "never", "variant", "payoff"}


def _list_names(lines: Iterable[Line]) -> set[str]:
    return {word.text for line in lines for word in line.tokens}


def read_sound_parts(source: Source, told: Report) -> SoundParts | None:
    """A file without the lines of which `told` has a syntax mistake.

    None where too little is left to say anything of it: the file's head, or what it uses, is lost.
    """
    page = check_page(source, Report())
    lines = list(split_lines(page.text)) if page is not None else []
    if page is None or len(lines) < 2 or lines[1].tokens[0].text not in WHOLE:
        return None
    mine = [problem for problem in told.problems if problem.span.source is source]
    parts = _split_parts(source, lines, {problem.span.line for problem in mine} | page.spoilt)
    first = WHOLE[lines[1].tokens[0].text]
    if any(part.lost for part in parts[:first]):
        return None
    text = _leave_out(page.text, parts)
    for part in parts[first:]:
        _drop_unreadable(text, part)
    lost = [line for part in parts for line in part.lost]
    if _list_names(lost) & {"use", "expects"}:
        return None
    text = _leave_out(page.text, parts)
    try:
        tree = load_parser().parse(text, start="start")
    except SYNTAX_ERRORS:
        return None
    report_reserved_names(tree, source, told)
    told.problems[:] = _tell_names_once(told.in_order())
    sentences = _read_sentences(source, text, Report())
    file = Builder(source, 0, sentences).build_file(tree, ())
    known = {str(getattr(node, "name", "")) for node in walk(file) if not isinstance(node, Named)}
    outside = set[str]().union(*(part.find_lost_outside() for part in parts)) - find_reserved()
    outside |= {problem.span.text for problem in told.problems if problem.code == "G08"}
    inside = ((part.place, frozenset(part.find_lost_inside(known))) for part in parts if part.lost)
    nameless = any(part.is_nameless for part in parts)
    return SoundParts(file, frozenset(outside), tuple(inside), nameless)


def _split_parts(source: Source, lines: list[Line], wrong: set[int]) -> list[Part]:
    """The parts of a file; a line that is wrong is left out, with those that stand further in."""
    parts: list[Part] = []
    dropped: int | None = None  # lines further in than this go with a line that was left out
    for line in lines:
        if line.indent == 0 or not parts:
            parts.append(Part(line))
        if dropped is None or line.indent <= dropped:
            places = range(source.line_of(line.start), source.line_of(line.end) + 1)
            dropped = line.indent if wrong.intersection(places) else None
        (parts[-1].lines if dropped is None else parts[-1].lost).append(line)
    return parts


def _drop_unreadable(text: str, part: Part) -> None:
    """Leave out the lines without which a part can be read; all where a few are not enough."""
    lost = list[Line]()
    left = list(part.lines)
    for _ in range(MAX_DROPPED):
        if not left:
            break
        start, end = left[0].start, part.place.stop
        try:
            inside = _blank_lines(text[:end], lost)[start:] + "\n"
            load_parser().parse(inside, start="one_declaration")
            break
        except SYNTAX_ERRORS as error:
            at = start + (getattr(error, "pos_in_stream", None) or 0)
            wrong = max((line for line in left if line.start <= at), key=lambda line: line.start)
            if wrong is left[0]:
                left = []
                break
            lost.append(wrong)
            left.remove(wrong)
    else:
        left = []
    part.lost += [line for line in part.lines if line not in left]
    part.lines = left


def _leave_out(text: str, parts: list[Part]) -> str:
    """The text without what is lost of its parts; a head that lost its block has a step again."""
    text = _blank_lines(text, [line for part in parts for line in part.lost])
    for line in (line for part in parts for line in part.find_emptied()):
        if line.end - line.start >= len(STEP):
            text = text[: line.start] + STEP + text[line.start + len(STEP) :]
    return text


def _blank_lines(text: str, lines: list[Line]) -> str:
    for line in lines:
        text = text[: line.start] + BLANKED.sub(" ", text[line.start : line.end]) + text[line.end :]
    return text


# ---------------------------------------------------------------------- mistakes


def _explain_syntax(source: Source, page: Page, at: int, report: Report) -> None:
    """Tell every syntax mistake of a sound page at which the parser stopped at an offset."""
    before = len(report.problems)
    for trusted in (_find_trusted_start(page.text, at), 0):
        _explain_all(source, page, trusted, report)
        if len(report.problems) > before:
            return
    _report_unexplained(source, at, report)


def _explain_all(source: Source, page: Page, trusted: int, report: Report) -> None:
    """Tell every syntax mistake from the left-edge line at `trusted` on; all is right before it."""
    state = ParserState.at("start")
    parser = RecoveringParser(source, page.spoilt, report, state)
    if not page.has_edition:
        parser.state = parser.assume_edition()
    line: Line | None = None
    for number, (line, following) in enumerate(_pair_lines(page.text)):
        if number > 1 and line.start < trusted:
            continue  # the first two lines say what the file is
        parser.read_line(line, following)
        if parser.is_full:
            return
    if line is not None:
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


# ---------------------------------------------------------------------- sentences


def _read_sentences(source: Source, text: str, report: Report) -> Sentences:
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
        _explain_expression(source, start, text, report)
    except RecursionError:
        report_depth(source, start, "", report)
    return None


def _explain_expression(source: Source, start: int, text: str, report: Report) -> None:
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
    explain(source, ParseFailure(line, states, len(states) - 1, False, "before the `}`"), report)
