"""A text, and places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import attrs


@attrs.frozen(repr=False, slots=False)
class Source:
    """The text of one `.cards` file and the name that messages give it."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        starts = [0]
        for offset, character in enumerate(self.text):
            if character == "\n":
                starts.append(offset + 1)
        return starts

    @cached_property
    def is_library(self) -> bool:
        """Whether this is a library: its author is hardly ever who reads a message."""
        return any(line.startswith("library ") for line in self.text.splitlines())

    def line_of(self, offset: int) -> int:
        """The 1-based line that holds `offset`."""
        return bisect_right(self.line_starts, offset)

    def column_of(self, offset: int) -> int:
        """The 1-based column of `offset`, counted in characters."""
        return offset - self.line_starts[self.line_of(offset) - 1] + 1

    def line_text(self, line: int) -> str:
        """Line `line` (from 1) without its line end; empty past the end of the text."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def whole_line(self, line: int) -> Span:
        """The span of what is written on line `line`, without its indentation."""
        text = self.line_text(line)
        start = self.line_starts[line - 1] if line <= len(self.line_starts) else len(self.text)
        return Span(self, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


@attrs.frozen(repr=False)
class Span:
    """From `start` up to, not including, `end` in a source; offsets count characters from 0."""

    source: Source
    start: int
    end: int

    @property
    def first_word(self) -> Span:
        """Its first word alone."""
        return Span(self.source, self.start, self.start + len(self.text.split(None, 1)[0]))

    @property
    def line(self) -> int:
        """1-based line of the first character."""
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        """1-based column of the first character."""
        return self.source.column_of(self.start)

    @property
    def last_line(self) -> int:
        """1-based line of the last character."""
        return self.source.line_of(max(self.start, self.end - 1))

    @property
    def text(self) -> str:
        """What is written there."""
        return self.source.text[self.start : self.end]

    @property
    def words(self) -> str:
        """What is written there, on one line."""
        return " ".join(self.text.split())

    def line_told_at(self, place: Span) -> str:
        """`line 7`, in a message about a place; where that is in another file, with the name."""
        here = self.source is place.source
        return f"line {self.line}" if here else f"line {self.line} of {self.source.name}"

    def find_word(self, word: str) -> Span:
        """The first place of a word in it; the whole where it has none."""
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.text)
        if found is None:
            return self
        return Span(self.source, self.start + found.start(), self.start + found.end())

    def is_inside(self, other: Span) -> bool:
        """Whether it begins in another."""
        return self.source is other.source and other.start <= self.start < other.end

    def __repr__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


Sources = tuple[Source, ...]
