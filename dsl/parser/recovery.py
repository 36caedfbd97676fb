"""All syntax mistakes of a text in one run, without those that only follow from another.

The lines are read one by one with the parser's table. Where a line cannot be read, its mistake is
told and the reader goes back to before it; the block below it goes with it. If a small repair makes
the line right, the reader goes on from there instead.
"""

from __future__ import annotations

from itertools import pairwise

import attrs

from hoyle.dsl.parser import indentation
from hoyle.dsl.parser import misplaced_lines as places
from hoyle.dsl.parser import syntax_errors as mistakes
from hoyle.dsl.parser.brackets import MAX_MISTAKES
from hoyle.dsl.parser.repairs import Stuck, line_end
from hoyle.dsl.parser.vocabulary import Line, Stand, beginnings
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source

NOWHERE = 1 << 30


@attrs.define(eq=False)
class Block:
    """A block that is being read: how far in, under which head, and what happened to its lines."""

    indent: int
    head: Line | None
    # Before the head: where the reader goes back to if nothing is left of the block.
    before: Stand | None
    # Lines read, and whether any was left out.
    lines: int = 0
    gaps: bool = False
    # Whether the head is a guess of ours, so that its block must not be blamed.
    guessed: bool = False
    # Whether its indentation is a guess, because its first line was written wrongly.
    fuzzy: bool = False
    # Whether an `if` of this block was left out, so that an `else` may stand alone.
    lost_if: bool = False


@attrs.define(eq=False)
class Reader:
    """Goes through the lines and keeps count of blocks."""

    source: Source
    spoilt: frozenset[int]
    report: Report
    stand: Stand
    blocks: list[Block] = attrs.field(factory=lambda: [Block(0, None, None)])
    # The last line read, with where the reader stood before each of its words.
    last: Stuck | None = None
    # Lines further in than this are passed over.
    skip_over: int = NOWHERE
    # Whether the last line that was left out belongs elsewhere, as then do those beside it.
    astray: bool = False
    # Where one would stand within a block whose lines do not stand further in than its head.
    loose: Stand | None = None
    guess: bool = False
    following: Line | None = None

    @property
    def full(self) -> bool:
        """Whether enough has been said."""
        return len(self.report.problems) >= MAX_MISTAKES

    # ------------------------------------------------------------------ line by line

    def take(self, line: Line, following: Line | None) -> None:
        """Read one line; `following` is the next one."""
        self.following = following
        opens = following is not None and following.indent > line.indent
        if self.spoils(line):
            line = attrs.evolve(line, indent=self.likely_indent(line))
        if line.indent > self.skip_over:
            return
        self.skip_over = NOWHERE
        if not self.settled(line):
            return
        if self.blocks[-1].lost_if and line.words[0].text == "else":
            self.skip_over = line.indent
        elif not self.read(line, opens):
            self.leave_out(line)

    def leave_out(self, line: Line) -> None:
        """Pass over a line and what stands under it."""
        block = self.blocks[-1]
        block.gaps = True
        block.lost_if |= line.words[0].text != "else"
        self.skip_over = line.indent
        head = block.head.words[:2] if block.head else ()
        is_table = any(word.text == "table" for word in head)
        if len(self.blocks) > 1 and block.lines == 0 and (block.guessed or is_table or self.astray):
            # A table without its heading, or lines under a head that is not theirs.
            self.skip_over = self.blocks[-2].indent
        elif self.astray:
            self.skip_over = max(0, line.indent - 1)
        if self.astray and line.words[0].text in beginnings() and line.indent:
            self.read_at_edge(line)

    def read(self, line: Line, opens: bool) -> bool:
        """Go through the words of a line; False where they can't be read, which has been told."""
        stuck = self.through(line, opens)
        if stuck is None:
            return True
        if self.blocks[-1].gaps and self.read_after_stand_in(line, opens):
            return True
        if self.read_as_loose(line):
            return True
        silent = self.spoils(line) or (self.blocks[-1].guessed and self.blocks[-1].lines == 0)
        repair = None if silent else mistakes.explain(self.source, stuck, self.report)
        if repair is not None and repair.after is not None:
            self.went_through(stuck, repair.after, guess=True)
            return True
        self.astray = repair is not None and repair.elsewhere
        if "EDITION" in stuck.stands[0].choices():
            self.stand = self.with_edition()
            return True
        if "GAME" in stuck.stands[0].choices():
            return self.read_without_title(line, opens)
        return False

    def through(self, line: Line, opens: bool) -> Stuck | None:
        """Where the line cannot be read on; None where it was read to its end."""
        stands = [self.stand, *self.stand.through(line.words)]
        stuck = Stuck(line, stands, len(stands) - 1, opens)
        after = stands[-1].after_kind("_NEWLINE") if stuck.at == len(line.words) else None
        if after is None or (len(line.words) == 1 and places.is_lone_word(stuck)):
            return stuck
        self.went_through(stuck, after)
        return None

    def went_through(self, stuck: Stuck, after: Stand, guess: bool = False) -> None:
        """Go on after a line that was read."""
        self.last, self.stand, self.guess, self.loose = stuck, after, guess, None
        self.blocks[-1].lines += 1
        self.blocks[-1].lost_if = False

    # ------------------------------------------------------------------ stand-ins

    def spoils(self, line: Line) -> bool:
        """Whether something else was found wrong on the line already."""
        first, last = self.source.line_of(line.start), self.source.line_of(line.end)
        return not self.spoilt.isdisjoint(range(first, last + 1))

    def read_after_stand_in(self, line: Line, opens: bool) -> bool:
        """Whether the line can be read if a line that was left out had been right."""
        stand_in = self.stand.after_kinds("NAME", "_NEWLINE")
        if stand_in is None:
            return False
        before, self.stand = self.stand, stand_in
        if self.through(line, opens) is None:
            return True
        self.stand = before
        return False

    def read_as_loose(self, line: Line) -> bool:
        """Whether the line belongs under a head that it should stand further in than."""
        if self.loose is None:
            return False
        stands = self.loose.through(line.words)
        after = line_end(stands[-1], False) if len(stands) == len(line.words) else None
        if after is None:
            return False
        self.loose, self.skip_over = after, line.indent
        return True

    def with_edition(self) -> Stand:
        """After an edition line that is missing or wrong, which has been told."""
        return self.stand.after_kinds("EDITION", "INT", "_NEWLINE") or self.stand

    def read_without_title(self, line: Line, opens: bool) -> bool:
        """Go on as if the line that says what the file is had been right, unless it comes next."""
        if self.following and self.following.words[0].text in ("game", "library"):
            return False
        self.stand = self.stand.after_kinds("GAME", "STRING", "_NEWLINE") or self.stand
        return self.through(line, opens) is None

    # ------------------------------------------------------------------ blocks

    def likely_indent(self, line: Line) -> int:
        """How far in a line stands at whose beginning something may have been blanked."""
        written = self.source.line_text(self.source.line_of(line.start))
        least = len(written) - len(written.lstrip(" "))
        levels = [block.indent for block in self.blocks]
        if self.stand.choices().keys() == {"_INDENT"}:
            return least if least > levels[-1] else line.indent
        return next((indent for indent in (line.indent, least) if indent in levels), least)

    def settled(self, line: Line) -> bool:
        """Open or close the blocks that the line's indentation says; False where it fits none."""
        if line.indent > self.blocks[-1].indent:
            return self.opened(line)
        empty = self.close_head()
        for outer, block in pairwise(self.blocks):
            if block.fuzzy and outer.indent < line.indent < block.indent:
                block.indent = line.indent
        if all(line.indent != block.indent for block in self.blocks):
            if not empty and not self.spoils(line):
                indentation.between_levels(self.source, line, self.blocks_told(), self.report)
            lower = [block.indent for block in self.blocks if block.indent < line.indent]
            self.skip_over = max(lower)
            return False
        while self.blocks[-1].indent > line.indent:
            self.close()
        return True

    def opened(self, line: Line) -> bool:
        """Open a block under the last line; False where that opens none, which has been told."""
        top, last = self.blocks[-1], self.last
        spoilt = self.spoils(line)
        after = self.stand.after_kind("_INDENT")
        if after is None and last is not None and top.lines and not top.gaps:
            repaired = mistakes.head_misspelt(self.source, last, self.report)
            after = repaired and repaired.after_kind("_INDENT")
            self.guess = after is not None
        if after is None or last is None:
            if not spoilt and not top.gaps:
                indentation.needlessly_indented(self.source, line, self.blocks_told(), self.report)
            self.skip_over = top.indent
            if line.words[0].text in beginnings() | {"game", "library"}:
                self.read_at_edge(line)
            return False
        self.stand = after
        block = Block(line.indent, last.line, last.stands[0], guessed=self.guess, fuzzy=spoilt)
        self.blocks.append(block)
        return True

    def close(self) -> None:
        """Close the innermost block; where too little is left of it, its head goes too."""
        block = self.blocks.pop()
        after = self.stand.after_kind("_DEDENT")
        if after is None and block.gaps:
            stand_in = self.stand.after_kinds("NAME", "_NEWLINE")
            after = stand_in and stand_in.after_kind("_DEDENT")
        elif after is None and self.last is not None and not block.guessed:
            indentation.too_short(self.source, self.last, self.report)
        if after is None:
            assert block.before is not None
            self.stand = block.before
            self.blocks[-1].gaps = self.blocks[-1].lost_if = True
        else:
            self.stand = after

    def read_at_edge(self, line: Line) -> None:
        """Read a line that begins a part of the file as if it stood at the left edge."""
        self.blocks[-1].gaps = True
        while len(self.blocks) > 1:
            self.close()
        self.skip_over = NOWHERE if self.through(line, True) is None else 0

    def close_head(self) -> bool:
        """Whether the last line is a head without a block: tell it and go back to before it."""
        head = self.last
        if head is None or self.stand.choices().keys() != {"_INDENT"}:
            return False
        if not self.spoils(head.line):
            indentation.nothing_under(self.source, head.line, self.report)
        self.loose = self.stand.after_kind("_INDENT")
        self.stand = head.stands[0]
        self.blocks[-1].gaps = True
        self.blocks[-1].lost_if = head.words[0].text != "else"
        return True

    def blocks_told(self) -> list[tuple[int, str]]:
        """How far in each open block stands, and its head as written."""
        text = self.source.text
        return [
            (block.indent, text[block.head.start : block.head.end] if block.head else "")
            for block in self.blocks
        ]

    def finish(self, last_line: Line) -> None:
        """Close what is still open at the end of the text."""
        self.close_head()
        while len(self.blocks) > 1 and not self.full:
            self.close()
        if not self.report.problems and self.stand.after_kind("$END") is None:
            indentation.ends_too_soon(self.source, last_line, self.stand, self.report)
