"""Texts made to do harm get a message or a game: never a traceback, a hang, a dead process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.effort import TIMES
from tests.fuzz.__main__ import FINE, find
from tests.fuzz.trial import try_text

TEXTS = 40
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
