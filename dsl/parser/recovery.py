"""All syntax mistakes of a text in one run, without those that only follow from another.

The lines are read one by one with the parser's table. Where a line cannot be read, its mistake is
told and the reader goes back to before it; the block below it goes with it. If a small repair makes
the line right, the reader goes on from there instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import attrs

from hoyle.dsl.parser.brackets import SIGNS, goes_on
from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.misplaced import DONE, is_lone_word
from hoyle.dsl.parser.page_checks import MAX_MISTAKES
from hoyle.dsl.parser.repairs import ParseFailure, Repair, accept_line_end
from hoyle.dsl.parser.syntax_errors import explain, repair_head
from hoyle.dsl.parser.vocabulary import (
    TAB,
    Line,
    ParserState,
    describe_kinds,
    is_reserved,
    join_with_or,
    list_part_words,
    list_step_words,
    measure_indent,
    measure_step,
    split_lines,
)
from hoyle.dsl.printable import shorten
from hoyle.dsl.report import Problem, Report, tell_once
from hoyle.dsl.source import Source, Span

NOWHERE = 1 << 30
MAX_EXPLAINED = 3000  # lines that cannot be read; each takes a few thousandths of a second
LONG_PAGE = 10_000  # characters: as it is searched for names, a line takes so much again for each
# What is read in place of a head that cannot be, so that the steps below it are.
STAND_INS = {
    "if": ("IF", "NAME", "_NEWLINE"),
    "for": ("FOR", "NAME", "IN", "NAME", "_NEWLINE"),
    "repeat": ("REPEAT", "UNTIL", "NAME", "_NEWLINE"),
}


@attrs.define(eq=False)
class OpenBlock:
    """A block that is being read: how far in, under which head, and what happened to its lines."""

    indent: int
    head: Line | None
    # Before the head: where the reader goes back to if nothing is left of the block.
    before: ParserState | None
    # Lines read, and whether any was left out.
    lines: int = 0
    gaps: bool = False
    # Whether the head is a guess of ours, so that its block must not be blamed.
    guessed: bool = False
    # Whether its indentation is a guess, because its first line was written wrongly.
    fuzzy: bool = False
    # What was told of a line that belongs elsewhere, as those beside it may.
    elsewhere: str = ""
    # Whether an `if` of this block was left out, so that an `else` may stand alone.
    lost_if: bool = False
    first: Line | None = None


@attrs.define(eq=False)
class RecoveringParser:
    """Goes through the lines and keeps count of blocks."""

    source: Source
    spoilt: frozenset[int]
    blanked: frozenset[int]
    report: Report
    state: ParserState
    blocks: list[OpenBlock] = attrs.field(factory=lambda: [OpenBlock(0, None, None)])
    # The last line read, with where the reader stood before each of its words.
    last: ParseFailure | None = None
    # The last line of which something was told, if none has been read since.
    cut: ParseFailure | None = None
    # Lines further in than this are passed over.
    skip_over: int = NOWHERE
    # Whether the last line that was left out belongs elsewhere.
    astray: bool = False
    # Where one would stand within a block whose lines do not stand further in than its head.
    loose: ParserState | None = None
    guess: bool = False
    following: Line | None = None
    # What is told of a line that stands too far in, or not far enough, and of those beside it;
    # and where it stands in the report.
    crooked: list[Problem] = attrs.field(factory=list)
    crooked_at: int = 0
    # The line that ended blocks, and the reader as it was before it ended each of them.
    ender: Line | None = None
    ended: list[tuple[tuple[OpenBlock, ...], ParserState]] = attrs.field(factory=list)
    explained: int = 0  # lines; of some nothing was told, as they go along with others

    @property
    def is_full(self) -> bool:
        """Whether enough has been said."""
        most = MAX_EXPLAINED // (1 + len(self.source.text) // LONG_PAGE)
        return len(self.report.problems) >= MAX_MISTAKES or self.explained >= most

    # ------------------------------------------------------------------ line by line

    def read_line(self, line: Line, following: Line | None) -> None:
        """Read one line; `following` is the next one."""
        self.following = following
        opens = following is not None and following.indent > line.indent
        if self._is_spoilt(line):
            line = attrs.evolve(line, indent=self._guess_indent(line))
        if line.indent > self.skip_over:
            self._tell_beside(line)
            return
        self.skip_over = NOWHERE
        self.tell_crooked()
        if not self._settle_indent(line):
            return
        if self.blocks[-1].lost_if and line.tokens[0].text == "else":
            self.skip_over = line.indent
        elif not self.read(line, opens):
            self._skip_line(line)

    def _tell_beside(self, line: Line) -> None:
        """Tell a line that stands as wrongly as the one above it, of which it has been told."""
        if not self.crooked or line.indent != self.crooked[0].span.column - 1:
            return
        place = _find_first_word(self.source, line)
        self.crooked.append(attrs.evolve(self.crooked[0], span=place))

    def _begin_crooked(self) -> None:
        self.crooked.append(self.report.problems[-1])
        self.crooked_at = len(self.report.problems) - 1

    def tell_crooked(self) -> None:
        """Tell all lines that stand as wrongly as the first of them as one mistake."""
        if len(self.crooked) > 1:
            self.report.problems[self.crooked_at] = tell_once(self.crooked)
        self.crooked.clear()

    def _skip_line(self, line: Line) -> None:
        block = self.blocks[-1]
        block.gaps = True
        block.lost_if |= line.tokens[0].text != "else"
        self.skip_over = line.indent
        head = block.head.tokens[:2] if block.head else ()
        is_table = any(word.text == "table" for word in head)
        if len(self.blocks) > 1 and block.lines == 0 and (block.guessed or is_table):
            # A table without its heading, or lines under a head that is not theirs.
            self.skip_over = self.blocks[-2].indent
        if self.astray and line.tokens[0].text in list_part_words() and line.indent:
            self._read_at_edge(line)

    def read(self, line: Line, opens: bool) -> bool:
        """Go through the words of a line; False where they can't be read, which has been told."""
        failure = self._try_line(line, opens)
        if failure is None:
            self.cut = None
            self.blocks[-1].elsewhere = ""  # what stands astray below it is another mistake
            return True
        if self.blocks[-1].gaps and self._read_after_stand_in(line, opens):
            return True
        if self._read_as_loose(line):
            return True
        block, told = self.blocks[-1], len(self.report.problems)
        silent = self._is_doubtful(failure) or (block.guessed and block.lines == 0)
        if self.cut is not None and failure.at == 0 and goes_on(self.cut, line):
            return False
        repair = None if silent else explain(self.source, failure, self.report)
        self.explained += not silent
        self.cut = failure
        if repair is not None and _goes_along(line, repair, block.elsewhere):
            del self.report.problems[told:]
        if repair is not None and repair.mends_all:  # last: it takes out what was told before
            self.report.forget(self.source.whole_line(self.source.line_of(line.end)), "G06")
        beside = self.following is not None and self.following.indent == line.indent
        below = failure.states[0].accept_kinds(*STAND_INS.get(failure.first, ("",)))
        if repair is not None and repair.after is not None:
            # What opens below is clear where the line goes on beginning with the same word.
            begins = repair.meant.partition(" ")[0]
            kept = below is not None and begins not in list_step_words()
            self._advance(failure, repair.after, guess=not (kept or begins == failure.first))
            return True
        if below is not None and opens and failure.text:  # else it may go on below
            self._advance(failure, below)
            return True
        part = line.tokens[0].text in list_part_words()
        self.astray = repair is not None and repair.elsewhere and not (part and beside)
        if self.astray and repair is not None:
            block.elsewhere = repair.says
        if "EDITION" in failure.states[0].find_actions():
            self.state = self.assume_edition()
            return True
        if "GAME" in failure.states[0].find_actions():
            return self._read_without_title(line, opens)
        return False

    def _try_line(self, line: Line, opens: bool) -> ParseFailure | None:
        """Where the line cannot be read on; None where it was read to its end."""
        states = [self.state, *self.state.accept_all(line.tokens)]
        failure = ParseFailure(
            line, states, len(states) - 1, opens, following=self.following, page=self.source.text
        )
        after = states[-1].accept_kind("_NEWLINE") if failure.at == len(line.tokens) else None
        if after is None or (len(line.tokens) == 1 and is_lone_word(failure)):
            return failure
        self._advance(failure, after)
        return None

    def _advance(self, failure: ParseFailure, after: ParserState, guess: bool = False) -> None:
        self.last, self.state, self.guess, self.loose = failure, after, guess, None
        self.blocks[-1].lines += 1
        self.blocks[-1].lost_if = False

    # ------------------------------------------------------------------ stand-ins

    def _is_spoilt(self, line: Line) -> bool:
        first, last = self.source.line_of(line.start), self.source.line_of(line.end)
        return not self.spoilt.isdisjoint(range(first, last + 1))

    def _is_doubtful(self, failure: ParseFailure) -> bool:
        """Whether a line may be read no further for something that was blanked in it before."""
        line, words = failure.line, failure.tokens
        if not self._is_spoilt(line):
            return False
        stopped = words[failure.at].start if failure.at < len(words) else line.end
        lines = self.source.whole_line(self.source.line_of(line.start))
        blanked = [offset for offset in self.blanked if lines.start <= offset <= line.end]
        return not blanked or min(blanked) <= stopped

    def _begins_with_tab(self, last: ParseFailure | None) -> bool:
        """Whether it is not known how far in the last line stands: that has been told."""
        text = "" if last is None else self.source.line_text(self.source.line_of(last.line.start))
        return "\t" in text[: len(text) - len(text.lstrip())]

    def _read_after_stand_in(self, line: Line, opens: bool) -> bool:
        """Whether the line can be read if a line that was left out had been right."""
        stand_in = self.state.accept_kinds("NAME", "_NEWLINE")
        if stand_in is None:
            return False
        before, self.state = self.state, stand_in
        if self._try_line(line, opens) is None:
            return True
        self.state = before
        return False

    def _read_as_loose(self, line: Line) -> bool:
        """Whether the line belongs under a head that it should stand further in than."""
        if self.loose is None:
            return False
        states = self.loose.accept_all(line.tokens)
        after = accept_line_end(states[-1], False) if len(states) == len(line.tokens) else None
        if after is None:
            return False
        self.loose, self.skip_over = after, line.indent
        return True

    def assume_edition(self) -> ParserState:
        """After an edition line that is missing or wrong, which has been told."""
        return self.state.accept_kinds("EDITION", "INT", "_NEWLINE") or self.state

    def _read_without_title(self, line: Line, opens: bool) -> bool:
        """Go on as if the line that says what the file is had been right, unless it comes next."""
        if self.following and self.following.tokens[0].text in ("game", "library", "examples"):
            return False
        self.state = self.state.accept_kinds("GAME", "STRING", "_NEWLINE") or self.state
        return self._try_line(line, opens) is None

    # ------------------------------------------------------------------ blocks

    def _guess_indent(self, line: Line) -> int:
        """How far in a line stands at whose beginning something may have been blanked."""
        written = self.source.line_text(self.source.line_of(line.start))
        least = measure_indent(written)
        levels = [block.indent for block in self.blocks]
        if written[:least].count("\t"):
            if is_reserved(line.tokens[0].text) and line.tokens[0].text in list_part_words():
                return 0
            if self.state.find_actions().keys() == {"_INDENT"}:
                return max(least, levels[-1] + len(TAB))
            return max(level for level in levels if level <= least)
        if self.state.find_actions().keys() == {"_INDENT"}:
            return least if least > levels[-1] else line.indent
        return next((indent for indent in (line.indent, least) if indent in levels), least)

    def _settle_indent(self, line: Line) -> bool:
        """Open or close the blocks that the line's indentation says; False where it fits none."""
        if line.indent > self.blocks[-1].indent:
            return self._open_block(line)
        empty = self._close_head()
        for outer, block in pairwise(self.blocks):
            fuzzy = block.fuzzy and outer.indent < line.indent < block.indent
            if self._move_stray(outer, block, line) or fuzzy:
                block.indent = line.indent
        if all(line.indent != block.indent for block in self.blocks):
            if not empty and not self._is_spoilt(line):
                _report_between_levels(self.source, line, self._describe_blocks(), self.report)
                self._begin_crooked()
            lower = [block.indent for block in self.blocks if block.indent < line.indent]
            self.skip_over = max(lower)
            return False
        self.ender, self.ended = line, []
        while self.blocks[-1].indent > line.indent:
            self.ended.append((tuple(self.blocks), self.state))
            self._close_block()
        return True

    def _move_stray(self, outer: OpenBlock, block: OpenBlock, line: Line) -> bool:
        """Whether a block has one line so far, which stands too far in, or not far enough.

        The line that comes now stands where the block should: the other one is told.
        """
        levels = [each.indent for each in self.blocks]
        far = line.indent < block.indent and block is self.blocks[-1]
        short = outer.indent < block.indent < line.indent not in levels
        if block.first is None or block.lines != 1 or block.fuzzy or not (far or short):
            return False
        if line.indent != outer.indent + measure_step(self.source.text):
            return False
        _report_stray(self.source, block.first, line, self.report)
        return True

    def _open_block(self, line: Line) -> bool:
        """Open a block under the last line; False where that opens none, which has been told."""
        top, last = self.blocks[-1], self.last
        spoilt = self._is_spoilt(line)
        after = self.state.accept_kind("_INDENT")
        if len(self.blocks) > 1 and self._move_stray(self.blocks[-2], top, line):
            top.indent = line.indent
            return True
        if after is None and last is not None and top.lines and not top.gaps:
            told = len(self.report.problems)
            repaired = repair_head(self.source, last, self.report)
            spoilt |= not repaired and len(self.report.problems) > told
            after = repaired and repaired.accept_kind("_INDENT")
            self.guess = after is not None
        if after is None or last is None:
            if not spoilt and not top.gaps and not self._begins_with_tab(last):
                begins = self.state.accept(line.tokens[0]) is not None
                ender, blocks, state = self._find_ended(line) or (None, self.blocks, self.state)
                if ender is not None and _count_beside(self.source, line) > 1:
                    self.blocks, self.state = blocks, state
                    heads = self._describe_blocks()
                    _report_too_far_left(self.source, ender, line, heads, self.report)
                    return True
                heads = self._describe_blocks()
                _report_needless_indent(self.source, line, heads, begins, ender, self.report)
                self._begin_crooked()
            self.skip_over = top.indent
            if line.tokens[0].text in list_part_words() | {"game", "library"}:
                self._read_at_edge(line)
            return False
        self.state = after
        block = OpenBlock(line.indent, last.line, last.states[0], guessed=self.guess, fuzzy=spoilt)
        block.first = line
        self.blocks.append(block)
        return True

    def _find_ended(self, line: Line) -> tuple[Line, list[OpenBlock], ParserState] | None:
        """The last line, and where one would stand if it had not ended the block of this one.

        None where it ended no such block, or cannot be read in it, or the line not after it.
        """
        if self.last is None or self.ender is None or self.last.line is not self.ender:
            return None
        for blocks, state in self.ended:
            if blocks[-1].indent == line.indent and not blocks[-1].gaps:
                after = _read_whole(state, self.ender)
                if after is not None and _read_whole(after, line) is not None:
                    return self.ender, [*blocks], after
        return None

    def _close_block(self) -> None:
        """Close the innermost block; where too little is left of it, its head goes too."""
        block = self.blocks.pop()
        after = self.state.accept_kind("_DEDENT")
        if after is None and block.gaps:
            stand_in = self.state.accept_kinds("NAME", "_NEWLINE")
            after = stand_in and stand_in.accept_kind("_DEDENT")
        elif after is None and self.last is not None and not block.guessed:
            _report_short_block(self.source, self.last, self.report)
        if after is None:
            assert block.before is not None
            self.state = block.before
            self.blocks[-1].gaps = self.blocks[-1].lost_if = True
        else:
            self.state = after

    def _read_at_edge(self, line: Line) -> None:
        """Read a line that begins a part of the file as if it stood at the left edge."""
        self.blocks[-1].gaps = True
        while len(self.blocks) > 1:
            self._close_block()
        self.skip_over = NOWHERE if self._try_line(line, True) is None else 0

    def _close_head(self) -> bool:
        """Whether the last line is a head without a block: tell it and go back to before it."""
        head = self.last
        if head is None or self.state.find_actions().keys() != {"_INDENT"}:
            return False
        told = self.report.problems and self.report.problems[-1].span.start >= head.line.start
        if not told and not self._is_spoilt(head.line):
            _report_empty_head(self.source, head, self.report)
        self.loose = self.state.accept_kind("_INDENT")
        self.state = head.states[0]
        self.blocks[-1].gaps = True
        self.blocks[-1].lost_if = head.tokens[0].text != "else"
        return True

    def _describe_blocks(self) -> list[tuple[int, str]]:
        """How far in each open block stands, and its head as written."""
        text = self.source.text
        return [
            (block.indent, text[block.head.start : block.head.end] if block.head else "")
            for block in self.blocks
        ]

    def finish(self, last_line: Line) -> None:
        """Close what is still open at the end of the text."""
        self._close_head()
        while len(self.blocks) > 1 and not self.is_full:
            self._close_block()
        if not self.report.problems and self.state.accept_kind("$END") is None:
            _report_early_end(self.source, last_line, self.state, self.report)


def _goes_along(line: Line, repair: Repair, elsewhere: str) -> bool:
    """Whether a line belongs where another of its block does, which has been told."""
    is_step = elsewhere == DONE and line.tokens[0].text in list_step_words()
    return bool(elsewhere) and (is_step or repair.says == elsewhere)


def _read_whole(state: ParserState, line: Line) -> ParserState | None:
    """Where one stands after a line; None where it cannot be read."""
    states = [state, *state.accept_all(line.tokens)]
    return accept_line_end(states[-1], False) if len(states) > len(line.tokens) else None


def _count_beside(source: Source, line: Line) -> int:
    """How many lines from one on stand as far in as it, before one that stands less far."""
    count = 0
    for below in split_lines(source.text[line.start - line.indent - 1 :]):
        if below.indent < line.indent:
            break
        count += below.indent == line.indent
    return count


# ---------------------------------------------------------------------- messages about indentation


def _count_spaces(count: int) -> str:
    return f"{count} space{'' if count == 1 else 's'}"


def _find_first_word(source: Source, line: Line) -> Span:
    return Span(source, line.start, line.tokens[0].end)


def _report_between_levels(
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


def _report_stray(source: Source, line: Line, below: Line, report: Report) -> None:
    """A line that begins its block further in than the block goes on, or less far."""
    other = source.line_of(below.start)
    which = "the line below it" if other == source.line_of(line.end) + 1 else f"line {other}"
    report.add(
        "L02", f"this line is indented by {_count_spaces(line.indent)}; "
        f"{which} by {below.indent}",
        _find_first_word(source, line), label=f"write {below.indent} to stand beside it",
    )  # fmt: skip


def _report_too_far_left(
    source: Source, ender: Line, line: Line, blocks: Sequence[tuple[int, str]], report: Report
) -> None:
    """A line that ends a block, though those below it stand in it."""
    indent, head = blocks[-1]
    report.add(
        "L02", f"this line is too far left: those below it have {_count_spaces(indent)}",
        _find_first_word(source, ender),
        label=f"write {_count_spaces(indent)} to stay in `{shorten(head)}`",
        help=(
            f"if that block ends here, write {_count_spaces(ender.indent)} on line "
            f"{source.line_of(line.start)} and those beside it",
        ),
    )  # fmt: skip


def _report_needless_indent(
    source: Source, line: Line, blocks: Sequence[tuple[int, str]], begins: bool,
    left: Line | None, report: Report,
) -> None:  # fmt: skip
    """A line further in under one that opens no block; `begins`: its first word may begin one.

    It may also be the line above that stands too far `left`.
    """
    indent, head = blocks[-1]
    inside = f" to stay in `{shorten(head)}`" if head else ""
    cure = f"write {_count_spaces(indent)}{inside}"
    other = "if it goes on with the line above, put the whole in brackets"
    if not begins:
        signed = line.tokens[0].text in SIGNS  # nothing begins so, however far in it stands
        other = "" if signed else f"else {cure}"
        cure = "if this goes on with it, put the whole in brackets"
    if left is not None:
        other_line = f"line {source.line_of(left.start)} is too far left"
        other = f"or {other_line}: write {_count_spaces(line.indent)} there"
    if line.tokens[0].text.startswith('"'):
        cure, other = "a sentence stands behind its condition, on the same line", ""
    report.add(
        "L04", "this line is indented for no reason", _find_first_word(source, line),
        label=f"the line above opens no block; {cure}", help=(other,) if other else (),
    )  # fmt: skip


def _report_empty_head(source: Source, head: ParseFailure, report: Report) -> None:
    span = Span(source, head.line.start, head.line.end)
    help_ = as_help(head.first, head.quote(1) if len(head.tokens) > 1 else "")
    if head.first == "if" and "MUST" in head.states[0].list_allowed():
        asked = span.text.removeprefix("if ")
        help_ = (f"what must be so for the choice is a condition of it:  must {asked}", *help_)
    report.add(
        "L03", f"nothing stands under `{shorten(' '.join(span.text.split()))}`", span,
        label="what belongs to it comes below, two spaces further in", help=help_,
    )  # fmt: skip


def _report_short_block(source: Source, last: ParseFailure, report: Report) -> None:
    """A block that lacks a line at its end: a table without rows."""
    line = Span(source, last.line.start, last.line.end)
    title, label = "this block stops too soon", ""
    if any(word.text == "|" for word in last.tokens):
        title, label = "this table has a heading but no rows", "its rows come below, as far in"
    report.add("G01", title, line, label=label, help=as_help("table") if label else ())


def _report_early_end(source: Source, last: Line, state: ParserState, report: Report) -> None:
    report.add(
        "G01", "the file stops too soon", Span(source, last.start, last.end),
        label=f"after this comes {join_with_or(describe_kinds(state.list_allowed()))}",
    )  # fmt: skip
