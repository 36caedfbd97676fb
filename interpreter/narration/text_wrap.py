"""Lines for a reader: folded to the width, with suits as the reader's terminal can show them."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.interpreter.narration import output

WIDTH = 100
LONG = 48  # a part of a line that is longer may be folded inside
TOGETHER = r"(?<=→) |(?<=[a-z]) (?=[+-]?[0-9]+(?:[ ,)]|$))"  # `→ score 3485` stays on one line
SIGNS = "♠♥♦♣·→…×"
# Where a long part may be folded: between two things told, not in brackets; then between cards.
FOLDS = (r"(?<=,) (?![^(]*\))| (?=→)", r"(?<=[^a-z:,]) (?! )")
IN_LETTERS = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "·": "|", "→": "->", "…": "...", "×": "x", "—": "-"}
)


@attrs.frozen
class TextPage:
    """Where lines are written. `symbols` is whether suits are signs or letters.

    `coloured` is whether a terminal may show colours; `own` is the reader's own name.
    """

    symbols: bool = True
    width: int = WIDTH
    coloured: bool = True
    own: str = ""

    def line(self, text: str = "", indent: int = 0, place: str = "") -> None:
        """One line of the story, folded where a space stands; `place` goes behind it."""
        self.write(self._fold(text, indent, place).rstrip())

    def heading(self, text: str) -> None:
        """What stands above several lines."""
        self.write(text, heading=True)

    def write_unfolded(self, text: str) -> None:
        """A line that somebody may want to copy."""
        self.write(text)

    def write_parts(self, parts: Sequence[str], indent: int = 0, place: str = "") -> None:
        """Parts with ` · ` between; a fold comes between two parts, or two things told in one."""
        kept = [_keep_together(part) for part in parts]
        kept = [f"{part}\xa0·" for part in kept[:-1]] + kept[-1:]
        folded = self._fold(" ".join(kept), indent, place)
        self.write("\n".join(line.rstrip() for line in folded.split("\n")))

    def _fold(self, text: str, indent: int, place: str) -> str:
        full, lead = f"{text}   [{place}]" if place else text, " " * indent
        if len(full) + indent <= self.width:
            return lead + full.replace("\xa0", " ")
        return "\n".join(textwrap.wrap(
            re.sub(TOGETHER, "\xa0", full), self.width, initial_indent=lead,
            subsequent_indent=lead + "    ", break_long_words=False, break_on_hyphens=False,
        )).replace("\xa0", " ")  # fmt: skip

    def write(self, text: str, heading: bool = False) -> None:
        """One or several lines, as they go out."""
        output.write(self.plain(text), coloured=self.coloured, heading=heading, own=self.own)

    def paint(self, text: str) -> str:
        """A prompt, which somebody else writes."""
        return output.paint(self.plain(text), self.own) if self.coloured else self.plain(text)

    def plain(self, text: str) -> str:
        """The text in letters only, where signs cannot be shown; letters lose their marks."""
        if self.symbols:
            return text
        parts = unicodedata.normalize("NFD", text.translate(IN_LETTERS))
        letters = "".join(part for part in parts if not unicodedata.combining(part))
        return letters.encode("ascii", "replace").decode("ascii")


def _keep_together(part: str) -> str:
    """A part in which a fold does not come inside a pile or a name, unless these are long."""
    pieces = [part]
    for between in FOLDS:
        long = (re.split(between, one) if len(one) > LONG else [one] for one in pieces)
        pieces = [piece for several in long for piece in several]
    return " ".join(piece if len(piece) > LONG else piece.replace(" ", "\xa0") for piece in pieces)


class DiscardingPage(TextPage):
    """Nothing is written: what has been told before is gone through again."""

    def write(self, text: str, heading: bool = False) -> None:
        """Nothing."""


@attrs.frozen
class KeptPage(TextPage):
    """A sheet that is kept, to be laid beside another."""

    lines: list[str] = attrs.field(factory=list)

    def write(self, text: str, heading: bool = False) -> None:
        """Onto the sheet; what is too wide for it is folded, inside a word if need be."""
        for line in self.plain(text).split("\n"):
            if len(line) <= self.width:
                self.lines.append(line)
                continue
            lead = line[: len(line) - len(line.lstrip())]
            self.lines.extend(textwrap.wrap(
                line.lstrip(), self.width, initial_indent=lead, subsequent_indent=lead,
                break_on_hyphens=False,
            ))  # fmt: skip


def open_page(ascii_only: bool, own: str = "") -> TextPage:
    """A page for standard output: a terminal has its own width, and perhaps no signs."""
    out: Any = sys.stdout
    if not out.isatty():
        return TextPage(not ascii_only)
    columns = shutil.get_terminal_size((WIDTH, 24)).columns
    symbols = not ascii_only and can_show_symbols(out.encoding)
    return TextPage(symbols, max(40, min(WIDTH, columns - 1)), not ascii_only, own)


def can_show_symbols(encoding: str | None) -> bool:
    """Whether every sign that we use exists in an encoding."""
    try:
        SIGNS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
