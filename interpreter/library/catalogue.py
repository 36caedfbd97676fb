"""What each game that comes with Hoyle is, by its heading, and where a word stands in its rules.

Heads are read without parsing, since a list must not check every game.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from hoyle.dsl.checked.game import list_counts
from hoyle.dsl.open_source import open_source
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.report import Report
from hoyle.interpreter.library.discovery import Heading, group_variants, list_families

TITLE = re.compile(r'^game *"([^"\n]*)"', re.MULTILINE)
PLAYERS = re.compile(r"^players +([^#\n]*)", re.MULTILINE)
COMMENT = re.compile(r"(?:^#.*\n)+", re.MULTILINE)
# A comment, or a sentence in quotes, in which `#` is a sign like any other.
REMARK = re.compile(r'("[^"]*")|#.*')
UNPLAYED = re.compile(r"^( *)(?:example|always|never|policy) .*\n(?:(?:\1 +.*)?\n)*", re.MULTILINE)


@attrs.frozen
class Place:
    """A line of a file in which a word stands; lines are counted from 1."""

    file: str
    line: int
    text: str


@attrs.frozen
class Entry:
    """A game that comes with Hoyle. `counts` are the numbers of players that it can have."""

    family: str
    name: str
    title: str
    counts: tuple[int, ...]
    says: str  # what it is, in a sentence; empty where its file does not say
    path: Path
    text: str = attrs.field(repr=False)
    variants: list[Heading] = attrs.field(repr=False)

    @property
    def players(self) -> str:
        """How many can play, in words."""
        return count_players(list_counts(self.counts))

    def find_variants(self, word: str) -> list[Heading]:
        """The variants that have a word in their name or title; all, where the game has it."""
        return [
            each for each in self.variants
            if self.is_called(word) or _has(f"{each.name}\n{each.title}", word)
        ]  # fmt: skip

    def is_called(self, word: str) -> bool:
        """Whether a word stands in the name, the title, the sentence or the name of the family."""
        return _has(f"{self.family}\n{self.name}\n{self.title}\n{self.says}", word)

    def find_lines(self, word: str) -> list[Place]:
        """The lines of the rules, and of the variants, in which a word stands."""
        letters = re.escape(to_dashes(word)).replace(r"\-", "[-_]")
        pattern = re.compile(rf"(?<!\w){letters}(?!\w)", re.IGNORECASE)
        texts = {self.path.name: self.text}
        texts |= {f"{h.path.parent.name}/{h.path.name}": h.source.text for h in self.variants}
        for name, text in texts.items():  # empty lines for examples, laws and policies
            texts[name] = UNPLAYED.sub(lambda block: "\n" * block[0].count("\n"), text)
        return [
            Place(name, number, line.strip())
            for name, text in texts.items()
            for number, line in enumerate(text.splitlines(), start=1)
            if pattern.search(REMARK.sub(r"\1", line))
        ]


def _has(text: str, word: str) -> bool:
    return to_dashes(word).casefold() in to_dashes(text).casefold()


def list_entries() -> list[Entry]:
    """The games that come with Hoyle, family by family."""
    variants = group_variants()
    return [
        _read_entry(family, path, variants.get(to_dashes(path.stem), []))
        for family, files in list_families().items()
        for path in files
    ]


def _read_entry(family: str, path: Path, variants: list[Heading]) -> Entry:
    source = open_source(path, path.name, Report())
    text = source.text if source is not None else ""
    head, title, players = text, TITLE.search(text), PLAYERS.search(text)
    counts: tuple[int, ...] = ()
    if players is not None:
        head = text[: players.start()]
        bounds = [part.split("..") for part in players[1].replace(" ", "").split(",")]
        counts = tuple(n for ends in bounds for n in range(int(ends[0]), int(ends[-1]) + 1))
    comment = COMMENT.search(head)
    says = " ".join(line.lstrip("# ") for line in comment[0].splitlines()) if comment else ""
    sentence = re.match(r".*?[.!](?= |$)", says)
    return Entry(
        family, to_dashes(path.stem), title[1] if title else path.stem, counts,
        sentence[0] if sentence else says, path, text, variants,
    )  # fmt: skip
