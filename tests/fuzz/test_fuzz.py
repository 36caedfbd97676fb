"""Texts made to do harm get a message or a game: never a traceback, a hang, a dead process."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from hoyle.dsl.parser.page_checks import MAX_WORDS
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.effort import TIMES
from tests.fuzz.__main__ import FINE, find
from tests.fuzz.trial import MAX_SECONDS, limit_time, try_text

TEXTS = 200
MISTAKES = sorted((Path(__file__).parent.parent / "bad").glob("*.cards"))
FOUND = sorted((Path(__file__).parent / "found").glob("*.cards"))


def report(seeds: range) -> None:
    words, found = find(seeds)
    told = [f"{seed}: {outcome.word}\n{outcome.trace}" for seed, outcome in found]
    assert not found, "\n\n".join(told[:5])
    assert words["refused"] and words["played"] and words["fault"]


def test_texts_made_to_do_harm():
    report(range(TEXTS))


@pytest.mark.long
@pytest.mark.parametrize("block", range(5 * TIMES))
def test_many_texts_made_to_do_harm(block):
    report(range(1000 * block, 1000 * (block + 1)))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_once(path):
    outcome = try_text(path.read_text(encoding="utf-8"))
    assert outcome.word in FINE, outcome.trace


@pytest.mark.long
@pytest.mark.parametrize(
    "path", Random(0).sample(MISTAKES, min(20 * TIMES, len(MISTAKES))), ids=lambda path: path.stem
)
def test_a_mistake_that_a_whole_large_text_makes(path, tmp_path):
    """Its line again and again, as often as a text may have words: what is said takes no longer."""
    number = int(path.with_suffix(".expect").read_text(encoding="utf-8").split()[1])
    lines = path.read_text(encoding="utf-8").split("\n")
    left, line = MAX_WORDS - _count_words("\n".join(lines)), lines[number - 1]
    lines[number - 1 : number] = [line] * (left * 9 // 10 // max(1, _count_words(line)))
    large = tmp_path / path.name
    large.write_text("\n".join(lines), encoding="utf-8")
    report = Report()
    with limit_time(MAX_SECONDS):
        inspect_fully(large, large.name, report)
    assert "X02" not in [one.code for one in report.problems]  # else it has not been looked at


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+|[^\w\s]", text))
