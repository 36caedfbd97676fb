"""The lists in the manual are whole: hard words, operations, and an example of every word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle import rulesets
from hoyle.dsl import limits
from hoyle.dsl.analysis.table_coverage import MAX_CASES
from hoyle.dsl.checked import steps
from hoyle.dsl.checked.builtins import NAMES, OPERATIONS
from hoyle.dsl.checked.types import NAMED, TIE_WIDTH
from hoyle.dsl.machine.builtins import MAX_SUBSETS, NoAnswer, subsets
from hoyle.dsl.open_source import MAX_BYTES
from hoyle.dsl.parser.grammar import GRAMMAR
from hoyle.dsl.parser.page_checks import MAX_JOINTS, MAX_LEVELS, MAX_WORDS
from hoyle.dsl.parser.vocabulary import find_reserved
from hoyle.dsl.report import MAX_PROBLEMS
from hoyle.interpreter.runtime.expression_compiler import MAX_BLOCKS, MAX_ROUNDS

RULESETS = Path(rulesets.__file__).parent

# Said in the manual, and in no example: this version does not carry them out.
REFUSED = {("expected", 1), ("arrangements", 3)}


def listed(blocks, name):
    """The words of a list in the manual."""
    [block] = [block for block in blocks if block.marks.get("list") == name]
    return block.text.split()


def cards_text(blocks):
    """All that stands in blocks of cards, without comments."""
    found = [block.text for block in blocks if block.kind in ("cards", "cards part")]
    return re.sub(r"#.*", "", "\n".join(found))


def words_of_grammar():
    """Every word that the grammar spells out."""
    rules = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    found = set(re.findall(r'"([a-z]+)"', rules))
    assert len(found) > 100
    return sorted(found | {"seats from", "seats after"})


def test_hard_words(language_blocks):
    assert listed(language_blocks, "hard words") == sorted(find_reserved())


def test_operation_names(language_blocks):
    assert listed(language_blocks, "operation names") == sorted(NAMES)


def test_the_table_of_shared_packs_has_their_words(language):
    table = language.split("<!-- list: shared packs -->")[1].split("\n\n")[0]
    rows = dict(re.findall(r"\| `(\w+_pack)` (.*)", table))
    folder = RULESETS / "std"
    assert sorted(rows) == sorted(path.stem for path in folder.glob("*_pack.cards"))
    for name, row in rows.items():
        lines = (folder / f"{name}.cards").read_text(encoding="utf-8").split("\npack\n")[1]
        words = re.findall(r"[^\s,\"]+", re.sub(r"^  [a-z]+", "", lines, flags=re.MULTILINE))
        assert set(words) <= set(re.findall(r"[^\s,`|;]+", row)), name


def test_the_table_of_operations_has_all_of_them(language):
    table = language.split("<!-- list: operations -->")[1].split("\n\n")[1]
    asked = re.findall(r"`([a-z_]+)(?:\(([^)]*)\)| of \w+)`", table)
    found = {(name, inside.count(",") + 1) for name, inside in asked}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize("word", words_of_grammar())
def test_every_word_has_an_example(word, language_blocks):
    assert re.search(rf"\b{word}\b", cards_text(language_blocks))


@pytest.mark.parametrize("operation", sorted(OPERATIONS), ids=str)
def test_every_operation_has_an_example(operation, language_blocks):
    if operation in REFUSED:
        return
    name, count = operation
    several = r"\([^()]*(?:\([^()]*\)[^()]*|\[[^]]*\][^()]*)*" + "," * (count - 1)
    pattern = rf"\b{name}(?: of\b|\()" if count == 1 else rf"\b{name}{several}"
    assert re.search(pattern, cards_text(language_blocks))


@pytest.mark.parametrize("name", sorted(NAMED))
def test_every_type_is_told(name, language):
    types = language.split("### Types")[1].split("### Options")[0]
    assert re.search(rf"\b{name}\b", types)


def test_limits(language):
    table = language.split("<!-- list: limits -->")[1].split("\n\n")[1]
    numbers = [
        f"{MAX_BYTES // 1024} kB", f"{MAX_WORDS:,} words", f"{MAX_LEVELS} levels",
        f"0 to {TIE_WIDTH - 1} |", f"{MAX_SUBSETS} of them", f"{MAX_CASES:,} |",
        f"{limits.CARDS.most:,} cards", f"counted | {limits.PLACES.most:,} |",
        f"kind | {limits.RECORDS.most:,} |", f"options | {limits.OPTIONS.most} |",
        f"cells) | {limits.ROWS.most} |", f"`if` | {limits.BRANCHES.most} |",
        f"kind | {limits.COLUMNS.most} |",
        f"from {MAX_JOINTS} parts |",
        f"list | {limits.RANGE.most:,} |", f"through | {limits.ROUNDS.most:,} |",
        f"definitions written out | {limits.VALUES.most} |",
        f"phases written out | {limits.STEPS.most} |", f"{limits.PARTS.most:,} parts",
        f"{limits.NODES.most:,} steps", f"{limits.FOLLOWED.most:,}, {limits.COMPARED.most:,} |",
        f"{MAX_PROBLEMS} errors", f"{MAX_BLOCKS:,} jumps", f"{MAX_ROUNDS:,} things",
        f"{steps.MAX_ROUNDS:,} |",
    ]  # fmt: skip
    assert [number for number in numbers if number not in table] == []
    assert len(subsets(2**12 - 1)) == 4095
    with pytest.raises(NoAnswer):
        subsets(2**13 - 1)
