"""A failed game kept as an example at the end of its ruleset's own examples."""

from __future__ import annotations

import os
from pathlib import Path

import attrs

from hoyle.dsl.atomic_write import write_atomically
from hoyle.dsl.report import Report
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.library.discovery import shipped_folder
from hoyle.interpreter.library.loader import read_tree, read_variant
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.indented_blocks import IndentedBlocks
from hoyle.interpreter.testing.findings import FailingGame, Finding
from hoyle.interpreter.testing.shrink.as_example import CannotSay, as_example


@attrs.frozen
class KeptExample:
    """An example, and the file in which it belongs, below that line.

    Without a `path` nothing is written, and `says` tells why; without a `text` there is no example.
    """

    text: str
    path: Path | None
    line: int
    title: str
    says: str
    indent: int = 0


def make_example(ruleset: Ruleset, finding: Finding, shown: FailingGame) -> KeptExample:
    """What is to be kept of a failed game, and where. Nothing is written yet."""
    there = _find_examples(ruleset)
    titles = {one.title.plain for one in there}
    try:
        found = as_example(ruleset, finding, shown, titles)
    except CannotSay as why:
        return KeptExample("", None, 0, "", f"no example can be made of it: {why}")
    title = found.tree.title.plain
    same = next((one for one in there if one.lines == found.tree.lines), None)
    if same is not None:
        says = f'the example "{same.title.plain}" plays this game already'
        return KeptExample(found.text, None, 0, same.title.plain, says)
    place = find_place(ruleset)
    if isinstance(place, str):
        return KeptExample(found.text, None, 0, title, place)
    path, line, indent = place
    says = f'kept as the example "{title}" in {path.name}, line {line + 2}'
    return KeptExample(found.text, path, line, title, says, indent)


def _find_examples(ruleset: Ruleset) -> list[d.Example]:
    """The examples of a ruleset, with those that its file has got since it was read."""
    declared = [node for node in ruleset.file.declarations if isinstance(node, d.Example)]
    return declared + [one for one in _own_examples(ruleset) if one not in declared]


def _own_examples(ruleset: Ruleset) -> list[d.Example]:
    """The examples in the file of the game, or in the variant, as it is now."""
    choice, report = ruleset.choice, Report()
    if choice.chain:
        variant = read_variant(choice.chain[-1].heading, report)
        nodes = variant.deltas if variant is not None else ()
        return [node for node in nodes if isinstance(node, d.Example)]
    file = read_tree(choice.game, ruleset.source.name, report)
    return [node for node in file.declarations if isinstance(node, d.Example)] if file else []


def find_place(ruleset: Ruleset) -> tuple[Path, int, int] | str:
    """The file of the game or of the variant, the last line of its examples, and their indent.

    A sentence where it is not to be written into.
    """
    choice = ruleset.choice
    if choice.added:
        return "paste it into the variant that you like: it is found with several together"
    path = choice.path
    if shipped_folder().resolve() in path.resolve().parents:
        return f"paste it into a file of your own: {path.name} comes with Hoyle"
    if not os.access(path, os.W_OK):
        return f"paste it: {path.name} cannot be written"
    found = _own_examples(ruleset)
    if found:
        return path, IndentedBlocks().find_lines(found[-1].span)[1], found[-1].span.column - 1
    if choice.chain:
        variant = read_variant(choice.chain[-1].heading, Report())
        assert variant is not None
        return path, IndentedBlocks().find_lines(variant.span)[1], 2
    return path, len(path.read_text("utf-8").rstrip().splitlines()), 0


def write_example(one: KeptExample) -> None:
    """Write it into its file, whole or not at all; OSError where that does not go."""
    assert one.path is not None
    text = one.path.read_bytes().decode("utf-8")
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    new = [f"{' ' * one.indent}{line}" for line in one.text.rstrip().split("\n")]
    above, below = lines[: one.line], lines[one.line :]
    gap = [""] if below and below[0].strip() else []
    write_atomically(one.path, end.join([*above, "", *new, *gap, *below]))
