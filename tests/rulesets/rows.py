"""Which lines of the rulesets carry which rows of the ledger, and which examples tell them.

One table, FAMILIES, says what every game must hold. To add a game, or a section of the ledger,
add its line there, and take the section out of NOT_YET:

- `sections`: for each section of rules the texts of which one must tell each of its rows by an
  example: a path beside the game's file, `*` for any name. (The base and all its variants are one
  family: a rule may be carried by a line of the base and told by an example of a variant.)
- `readings`: the section of the ledger with the readings of this game, A-S; each is to be named
  somewhere in the family.
- `waiting`: rows that are not in any text yet, or never will be, and why.
- `by_chance`: rows about chance, which examples can't show, because they lay chance.
- `checks`: what else is asked of the base, which examples have no words for; see `in_play`.

Comments name rows: behind a line those that it carries, above an example those that it tells.
`python -m tests.rulesets.notice GAME` alters the rule lines of a family one by one and prints what
was noticed, row by row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import attrs

from hoyle.dsl.parser.comments import split_comment
from hoyle.interpreter.library.discovery import find_file, shipped_folder
from hoyle.interpreter.library.ruleset import Ruleset
from tests.rulesets import in_play

LEDGER = Path(__file__).resolve().parents[2] / "docs" / "rules" / "ledger.md"


@attrs.frozen(kw_only=True)
class Family:
    """A base and its variants: what they must hold together. See above."""

    sections: Mapping[str, tuple[str, ...]]
    readings: str
    checks: tuple[Callable[[Ruleset], Iterator[str]], ...]
    waiting: Mapping[str, str] = attrs.Factory(dict)
    by_chance: frozenset[str] = frozenset()


FAMILIES = {
    "scotch-whist": Family(
        sections={"SW": ("scotch-whist.cards", "scotch-whist/examples.cards")},
        readings="A-S",
        checks=(in_play.unfair_draws, in_play.wrong_winners),
    ),
    "pontoon": Family(
        sections={
            "PD": ("pontoon.cards", "pontoon/examples.cards"),
            "PP": ("pontoon/pagat.cards",),
            "PV": ("pontoon/house.cards", "pontoon/burning.cards", "pontoon/doubling.cards"),
            "PS": ("pontoon/shoot.cards",),
        },
        readings="A-P",
        checks=(in_play.unfair_draws, in_play.wrong_sentences, in_play.hidden_busts),
        waiting={
            "PP-63": "the banker's advantage is an expectation over all games, not computed yet",
            "A-P42": "no rule: betting before the second card is fine in both",
        },
        by_chance=frozenset({"PP-09"}),
    ),
    "zetema": Family(
        sections={"ZE": ("zetema.cards", "zetema/examples.cards")},
        readings="A-Z",
        checks=(in_play.unfair_draws, in_play.wrong_winners),
    ),
    "ziginette": Family(
        sections={"ZI": ("ziginette.cards", "ziginette/examples.cards")},
        readings="A-G",
        checks=(in_play.unfair_draws,),
        by_chance=frozenset({"ZI-07"}),
    ),
}

# Sections of rules that no family holds yet; their rows may be named wherever they help.
NOT_YET: dict[str, str] = {}


# ---------------------------------------------------------------------- the rows

ROW_OF_LEDGER = re.compile(r"^\| (A-[A-Z]\d\d|[A-Z]{2}-\d\d) \| (\(n\))?", re.MULTILINE)
NAMED = re.compile(r"(?<![\w-])(A-[A-Z]|[A-Z]{2}-)(\d\d)(?:\.\.(\d\d))?(?!\d)")
# A comment on a line of its own names rows where it holds nothing else, but for some words and a
# colon before them.
ROW = r"(?:A-[A-Z]|[A-Z]{2}-)\d\d(?:\.\.\d\d)?"
ONLY_NAMES = re.compile(rf"#\s*(?:[^:]*:)?\s*{ROW}(?:, {ROW})*[.,]?")


@cache
def ledger() -> dict[str, bool]:
    """Every row of the ledger; whether it is a rule, or only flavour (n)."""
    text = LEDGER.read_text(encoding="utf-8")
    return {match[1]: match[2] is None for match in ROW_OF_LEDGER.finditer(text)}


def section(row: str) -> str:
    """`PD` of PD-07, `A-P` of A-P07."""
    return row[:3] if row.startswith("A-") else row[:2]


def names_in(comment: str) -> set[str]:
    """The rows that a comment names, ranges such as PD-13..15 written out."""
    found = set()
    for match in NAMED.finditer(comment):
        first, last = int(match[2]), int(match[3] or match[2])
        found |= {f"{match[1]}{number:02}" for number in range(first, last + 1)}
    return found


# ---------------------------------------------------------------------- the lines


@attrs.define
class Line:
    """One line of a ruleset. `rows` are those it carries itself or through the block it is in."""

    number: int  # from 0
    code: str
    comment: str
    kind: str = "rule"  # the head of the block: example, always, never; else rule
    block: int = 0  # the first line after what belongs to it
    rows: frozenset[str] = frozenset()

    @property
    def indent(self) -> int:
        """How far it is to the right; a comment alone on its line too."""
        return len(self.code) - len(self.code.lstrip()) if self.code.strip() else len(self.code)

    @property
    def empty(self) -> bool:
        """Nothing but a comment, or not even that."""
        return not self.code.strip()


def lines_of(text: str) -> list[Line]:
    """The lines of a text with the rows that each carries.

    A comment that names rows speaks of its line, and of those lines of its block that name none
    themselves; of all where each names some. Alone on a line it speaks of the lines below it in the
    same block, up to the next such comment or an empty line. Sentences carry what they name only.
    What the head of a variant names is carried by its deltas, not by its examples.
    """
    lines = [Line(k, *split_comment(line)) for k, line in enumerate(text.splitlines())]
    find_blocks(lines)
    find_rows(lines)
    return lines


def find_blocks(lines: list[Line]) -> None:
    """Where the block of each line ends, and what kind of block it stands in."""
    heads: list[Line] = []
    for line in lines:
        line.block = line.number + 1
        if line.empty:
            continue
        while heads and heads[-1].indent >= line.indent:
            heads.pop()
        for head in heads:
            head.block = line.number + 1
        word = line.code.split()[0]
        kind = word if word in ("example", "always", "never") else "rule"
        outermost = not heads or (len(heads) == 1 and heads[0].code.startswith("variant "))
        line.kind = kind if outermost else heads[-1].kind
        heads.append(line)


def find_rows(lines: list[Line]) -> None:
    """What each line names, or has from the comment above it or the head of its block."""
    above: dict[int, set[str]] = {}  # by indentation
    fresh = False
    for line in lines:
        if line.empty and not line.comment:
            above = {}
        elif line.empty:
            if ONLY_NAMES.fullmatch(line.comment):
                before = above.get(line.indent, set()) if fresh else set()
                above[line.indent] = before | names_in(line.comment)
                fresh = True
                continue
        else:
            above = {indent: names for indent, names in above.items() if indent <= line.indent}
            line.rows = frozenset(names_in(line.comment) or above.get(line.indent, ()))
        fresh = False
    for line in reversed(lines):
        if line.rows:
            inside = [other for other in lines[line.number + 1 : line.block] if not other.empty]
            inside = [o for o in inside if o.kind == line.kind and not telling(lines, o)]
            unnamed = [other for other in inside if not other.rows]
            if line.code.startswith("table ") and len(unnamed) == 1:
                unnamed = []  # only the names of the columns
            for other in unnamed or inside:
                other.rows |= line.rows


def telling(lines: list[Line], line: Line) -> bool:
    """Whether a line and its block only say something and do nothing."""
    inside = [other for other in lines[line.number + 1 : line.block] if not other.empty]
    if inside:
        return all(telling(lines, other) for other in inside)
    return line.code.split()[0] == "say"


def used_lines(lines: list[Line], kind: bool) -> Iterator[Line]:
    """The rule lines (True), or those of examples and laws (False)."""
    return (line for line in lines if not line.empty and (line.kind == "rule") is kind)


def carried(lines: list[Line]) -> dict[str, list[Line]]:
    """The rule lines that carry each row."""
    found: dict[str, list[Line]] = {}
    for line in used_lines(lines, True):
        for row in line.rows:
            found.setdefault(row, []).append(line)
    return found


def shown(lines: list[Line]) -> set[str]:
    """The rows that examples and laws name."""
    return {row for line in used_lines(lines, False) for row in line.rows}


# ---------------------------------------------------------------------- the families


def texts_of(game: str) -> dict[str, str]:
    """The texts of a family: the base, the libraries that are used, and the variants; by path."""
    folder = find_file(game).parent
    paths = [f"{game}.cards", *variant_files(game)]
    texts = {path: (folder / path).read_text(encoding="utf-8") for path in paths}
    for path in paths:
        for line in lines_of(texts[path]):
            if name := library_named(line):
                place = f"std/{name}.cards"
                texts[place] = (shipped_folder() / place).read_text(encoding="utf-8")
    return texts


def variant_files(game: str) -> list[str]:
    """The files with variants of a base, by their paths below its folder."""
    return sorted(f"{game}/{path.name}" for path in find_file(game).with_suffix("").glob("*.cards"))


def library_named(line: Line) -> str | None:
    """What `use` takes in, also where a variant does."""
    match = re.fullmatch(r"\s*(?:add )?use (\w+)\s*", line.code)
    return match[1] if match else None


def all_lines(game: str) -> dict[str, list[Line]]:
    """The lines of a family. `use` carries its rows into the library."""
    found = {name: lines_of(text) for name, text in texts_of(game).items()}
    for lines in list(found.values()):
        for line in lines:
            name = library_named(line)
            if name and line.rows:
                for other in found[f"std/{name}.cards"]:
                    other.rows |= line.rows
    return found


def rules(section_name: str) -> list[str]:
    """The rows of a section that are rules; the others are flavour."""
    return [row for row, is_rule in ledger().items() if is_rule and section(row) == section_name]


def untold(game: str) -> dict[str, list[str]]:
    """The rows that no example tells in the texts that must; by section."""
    family, lines = FAMILIES[game], all_lines(game)
    found = {}
    for name, places in family.sections.items():
        told: set[str] = set()
        for path, those in lines.items():
            if any(fnmatch(path, place) for place in places):
                told |= shown(those)
        excused = told | family.by_chance | set(family.waiting)
        found[name] = [row for row in rules(name) if row not in excused]
    return found


def unread(game: str) -> list[str]:
    """The readings of a game that nothing in the family names."""
    family, those = FAMILIES[game], named(game)
    return [row for row in rules(family.readings) if row not in those and row not in family.waiting]


def named(game: str) -> set[str]:
    """The rows that any line or example of a family names."""
    return {row for lines in all_lines(game).values() for row in {*carried(lines), *shown(lines)}}
