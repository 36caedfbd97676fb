"""The code blocks of the documents, and what is done with each kind.

    ```cards          a whole file: checked without a word, played with every number of players
    ```cards part     a part of one: put in the place `{here}` of a frame, then the same
    ```cards wrong    one or the other: the next block has the lines that are said about it
    ```text said      what the game just above says when it is played by first legal moves
    ```python         run in order, with one memory for the whole document
    ```console        `$ command` and its output; a line `…` stands for lines left out

A hidden comment above a block says more: `<!-- frame: NAME -->` names a file of frames/ (`game`
otherwise), `<!-- values: NAME -->` says that each line is a value, and after `#` what it is,
`<!-- moves: play 7S, pass -->` plays these, `<!-- file: x.cards -->` gives the file a name for
the blocks below, `<!-- excerpt: x.cards -->` looks that the block stands so in a shipped ruleset,
`<!-- not run: reason -->` leaves a block out,
`<!-- long: reason -->` leaves it to `make test-long`.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(.*?)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- (frame|values|moves|file|excerpt|not run|long|list): (.*?) -->")
PLAIN = {"text", "toml", "json", "lark", "make", "sh", "text said"}
RUN = {"cards", "cards part", "cards wrong", "python", "console"}


@attrs.frozen
class Block:
    """One fenced block of a document."""

    document: str
    line: int
    kind: str
    text: str
    marks: dict[str, str]
    files: dict[str, str]  # those that stand above it, by name
    after: str = ""  # the text of the block that follows it
    after_kind: str = ""

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def documents() -> list[Path]:
    """README.md and docs/, without the rules, which are not ours."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if path.is_file() and "rules" not in path.parts]


def blocks_of(path: Path) -> list[Block]:
    """The blocks of a document in order."""
    text = path.read_text(encoding="utf-8")
    found: list[Block] = []
    files: dict[str, str] = {}
    before = 0
    for fence in FENCE.finditer(text):
        inside = re.sub(f"^{fence[1]}", "", fence[3], flags=re.MULTILINE)
        above = text[before : fence.start()].rstrip().rpartition("\n\n")[2]
        marks = {name: what.strip() for name, what in MARK.findall(above)}
        line = text.count("\n", 0, fence.start()) + 1
        name = path.relative_to(ROOT).as_posix()
        found.append(Block(name, line, fence[2].strip(), inside, marks, dict(files)))
        if "file" in marks:
            files[marks["file"]] = inside
        before = fence.end()
    for k, after in enumerate(found[1:]):
        found[k] = attrs.evolve(found[k], after=after.text, after_kind=after.kind)
    return found


def all_blocks() -> list[Block]:
    """Every block of every document."""
    return [block for path in documents() for block in blocks_of(path)]


def wanted(name: str) -> list[Block]:
    """The blocks for a test, by the name of its argument."""
    blocks = all_blocks()
    if name == "any_block":
        return blocks
    if name == "excerpt_block":
        return [block for block in blocks if "excerpt" in block.marks]
    blocks = [block for block in blocks if not block.marks.keys() & {"not run", "excerpt"}]
    if name == "wrong_block":
        return [block for block in blocks if block.kind == "cards wrong"]
    return [block for block in blocks if block.kind in ("cards", "cards part")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test for each block, or for each document."""
    for name in ("any_block", "wrong_block", "excerpt_block", "cards_block"):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, wanted(name), ids=str)
    if "document" in metafunc.fixturenames:
        found = documents()
        metafunc.parametrize("document", found, ids=[p.relative_to(ROOT).as_posix() for p in found])


@pytest.fixture
def blocks(document: Path) -> list[Block]:
    """The blocks of the document that is looked at."""
    return blocks_of(document)


@pytest.fixture(scope="session")
def language() -> str:
    """The manual of the language."""
    return (ROOT / "docs" / "language.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def language_blocks() -> list[Block]:
    """Its blocks."""
    return blocks_of(ROOT / "docs" / "language.md")


@pytest.fixture(scope="session")
def kinds_of_block() -> set[str]:
    """What a block may be called."""
    return PLAIN | RUN
