"""What can be read of a text with syntax mistakes, so that its names and types can be checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile

import attrs
from lark import Token, Tree

from hoyle.dsl.node import walk
from hoyle.dsl.parser.from_text import NAMES, SYNTAX_ERRORS, read_sentences, tell_names_once
from hoyle.dsl.parser.grammar import load_parser
from hoyle.dsl.parser.misreadings import report_reserved_names
from hoyle.dsl.parser.page_checks import check_page
from hoyle.dsl.parser.repairs import HEADS
from hoyle.dsl.parser.tree_builder import Builder
from hoyle.dsl.parser.vocabulary import (
    Line,
    find_reserved,
    list_part_words,
    measure_indent,
    split_lines,
)
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import File
from hoyle.dsl.tree.expressions import Apply, Name

QUOTED_WORDS = re.compile(r"`([^`]*)`")
Named = (Name, Apply)
CELLS = re.compile(r"[A-Za-z0-9]\w*")  # a row of a table is called by its first cell
NAMED_SO = re.compile(r"(?:did you mean|write) `(\w+)`")  # as what a name is meant, or in one word
BLANKED = re.compile(r"[^\n]")
PROPOSED = "write:  "  # a line that would give the names in it
STEP = "stop"  # a line that can stand wherever something is done or chosen
# Files of which the parts mean something together, and how many of the first parts must be there.
WHOLE = {"game": 2, "library": 2, "examples": 2, "variant": 1}
MAX_JOINED = 3  # words with which a line begins that may be meant for one name: `ask pair`
MAX_DROPPED = 6  # lines of one part of a file that are left out one by one before all of it is


# These say what there is of something, and what was not read may be of it.
LISTED = ("B06", "E02", "T07", "V02")


@attrs.frozen
class SoundParts:
    """What could be read of a file with syntax mistakes, and the names that it may lack so."""

    file: File
    lost: frozenset[str]
    lost_inside: tuple[tuple[range, frozenset[str]], ...]  # names of one part, with its offsets
    nameless: bool  # whether the name of a part is missing, and may be any
    left_out: frozenset[str]  # every word of such lines that may name something, also joined
    look_inside: tuple[range, ...]  # examples and variants: they name what stands inside parts
    pack_lost: bool  # whether a line of the pack was not read
    unheaded: tuple[range, ...]  # rows of which the headings are not read: they may mean anything

    def may_cause(self, problem: Problem) -> bool:
        """Whether a problem may only follow from what was not read: it names something of it.

        A word of the language that begins a line may go on with a line that was not read.
        """
        if problem.span.source.name != self.file.source.name:
            return True
        leads = problem.span.source.line_text(problem.span.line)[: problem.span.column - 1]
        left_over = not leads.strip() and problem.span.text in find_reserved()
        if problem.code == "N01" and (self.nameless or left_over):
            return True
        if self.pack_lost and (problem.code.startswith("P") or problem.code == "G10"):
            return True
        start = problem.span.start
        if any(start in rows for rows in self.unheaded):
            return True
        inward = any(start in place for place in self.look_inside)
        own = self.left_out if inward or problem.code in LISTED else self.lost
        lost = own.union(*(names for place, names in self.lost_inside if start in place))
        texts = [problem.span.text, *QUOTED_WORDS.findall(problem.title)]
        names = CELLS if problem.code in LISTED else NAMES
        return any(word in lost for text in texts for word in names.findall(text))


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
    def declares_nothing(self) -> bool:
        """Whether what stands in it is named nowhere else, and its lines mean nothing together."""
        return self.head.tokens[0].text in DECLARING_NOTHING

    @property
    def names_what_is_inside(self) -> bool:
        """Whether it names steps, actions and what is announced of other parts."""
        return self.head.tokens[0].text in ("example", "variant")

    @property
    def has_steps(self) -> bool:
        """Whether it says what is done."""
        return self.head.tokens[0].text in ("match", "phase")

    def find_emptied(self) -> Iterator[Line]:
        """The lines that were left out where nothing else stands under a head that was not."""
        lost = {line.start for line in self.lost}
        every = sorted((*self.lines, *self.lost), key=lambda line: line.start)
        for number, head in enumerate(every if self.has_steps and lost else ()):
            if head.tokens[0].text not in HEADS or head.start in lost:
                continue
            end = number + 1
            while end < len(every) and every[end].indent > head.indent and every[end].start in lost:
                end += 1
            below = end < len(every) and every[end].indent > head.indent
            if end > number + 1 and not below:
                yield every[number + 1]

    def find_unheaded(self) -> Iterator[range]:
        """The rows under the headings of columns that were left out."""
        every = sorted((*self.lines, *self.lost), key=lambda line: line.start)
        lost = {line.start for line in self.lost}
        for number, (above, line) in enumerate(pairwise(every), 1):
            if line.start in lost and not HEADED.isdisjoint(word.text for word in above.tokens[:2]):
                rest = (row.start for row in every[number:] if row.indent <= above.indent)
                yield range(line.start, next(rest, self.place.stop))

    def find_lost_outside(self) -> set[str]:
        """The names that all the file may lack."""
        if not self.names_of_its_own:
            return _list_names(self.lost)
        if not self.has_lost_name:
            return set()
        rows = [line.tokens[0].text for line in self.lost[1:]]
        return {
            *self._head_words,
            "_".join(self._head_words),
            *(rows if self.head.tokens[0].text == "ranking" else ()),
        }

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

    def find_lost_inside(self, known: set[str], emptied: set[int]) -> set[str]:
        """The names that only this part may lack: what holds for a block goes with its head.

        At `emptied` places begin heads of which the block stands beside them.
        """
        if not self.names_of_its_own or self.declares_nothing:
            return set()
        harmless = known | find_reserved() - {"let", "announce"} if self.has_steps else set()
        return _list_names(
            line for line in self.lost
            if line.tokens[0].text not in harmless or line.start in emptied
        )  # fmt: skip


HEADED = frozenset({"table", "column"})  # what has headings in the line below it
HEADS_WITH_NAMES = frozenset({"phase", "define", "table", "ranking", "conditions", "policy"})
DECLARING_NOTHING = frozenset({"always", "never", "policy"})  # they say something of other parts
NAMES_INSIDE = HEADS_WITH_NAMES | DECLARING_NOTHING | {"match", "example", "variant", "payoff"}


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
    wrong = {problem.span.line for problem in mine} | page.spoilt
    left = _parse_left(source, page.text, lines, wrong)
    if left is None:
        return None
    beside = Report()
    report_reserved_names(left.tree, source, beside)
    told.take(beside.problems)
    told.problems[:] = tell_names_once(told.by_place())
    unread = {problem.span.line for problem in beside.problems if problem.code == "G01"}
    left = _parse_left(source, page.text, lines, wrong | unread) if unread else left
    if left is None:
        return None
    parts, text, tree = left.parts, left.text, left.tree
    sentences = read_sentences(source, text, Report())
    file = Builder(source, 0, sentences).build_file(tree, ())
    known = {str(getattr(node, "name", "")) for node in walk(file) if not isinstance(node, Named)}
    outside = set[str]().union(*(part.find_lost_outside() for part in parts)) - find_reserved()
    outside |= {problem.span.text for problem in told.problems if problem.code == "G08"}
    types = [part.lost for part in parts if part.lost and part.head.tokens[0].text == "type"]
    outside |= _list_names(line for lost in types for line in lost)  # `set` may be one of them
    outside |= {word for problem in mine for word in NAMED_SO.findall(problem.label)
                if "written like a name" in problem.title or problem.label.endswith("for both")
    }  # fmt: skip
    named_outside = [part.place for part in parts if part.lost and not part.names_of_its_own]
    outside |= {
        word for problem in mine if any(problem.span.start in place for place in named_outside)
        for line in problem.help if line.startswith(PROPOSED)
        for word in NAMES.findall(line.removeprefix(PROPOSED))
    } - find_reserved()  # fmt: skip
    emptied = {problem.span.start for problem in mine if problem.code == "L03"}
    inside = (
        (part.place, frozenset(part.find_lost_inside(known, emptied)))
        for part in parts
        if part.lost
    )
    nameless = any(part.is_nameless for part in parts)
    unheaded = tuple(rows for part in parts for rows in part.find_unheaded())
    look_inside = tuple(part.place for part in parts if part.names_what_is_inside)
    naming = [line for part in parts if not part.declares_nothing for line in part.lost]
    rows = [CELLS.findall(page.text[line.start : line.end]) for line in naming]
    joined = ("_".join(row[:many]) for row in rows for many in range(2, MAX_JOINED + 1))
    left_out = frozenset(joined).union(*rows)
    pack_lost = any(part.lost and part.head.tokens[0].text == "pack" for part in parts)
    return SoundParts(
        file,
        frozenset(outside),
        tuple(inside),
        nameless,
        left_out,
        look_inside,
        pack_lost,
        unheaded,
    )


@attrs.frozen
class _Left:
    """A text without the lines that are wrong."""

    parts: list[Part]
    text: str
    tree: Tree[Token]


def _parse_left(source: Source, page: str, lines: list[Line], wrong: set[int]) -> _Left | None:
    """What is left of a page without the lines of these numbers, and those that need them."""
    parts = _split_parts(source, lines, wrong)
    first = WHOLE[lines[1].tokens[0].text]
    if any(part.lost for part in parts[:first]):
        return None
    text = _leave_out(page, parts)
    for part in parts[first:]:
        _drop_unreadable(text, part)
    lost = [line for part in parts for line in part.lost]
    if _list_names(lost) & {"use", "expects"}:
        return None
    text = _leave_out(page, parts)
    try:
        return _Left(parts, text, load_parser().parse(text, start="start"))
    except SYNTAX_ERRORS:
        return None


def _split_parts(source: Source, lines: list[Line], wrong: set[int]) -> list[Part]:
    """The parts of a file; a line that is wrong is left out, with those that stand further in."""
    parts: list[Part] = []
    dropped: int | None = None  # lines further in than this go with a line that was left out
    for line in lines:
        first = source.line_of(line.start)
        written = source.line_text(first)
        indent = measure_indent(written)
        moved = not written.startswith(" ") and line.tokens[0].text in list_part_words()
        if line.indent == 0 or not parts or moved:
            parts.append(Part(line))
            indent = 0
        if dropped is None or indent <= dropped:
            places = range(first, source.line_of(line.end) + 1)
            dropped = indent if wrong.intersection(places) else None
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
    kept = {line.start for line in left}
    part.lost += [line for line in part.lines if line.start not in kept]
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
