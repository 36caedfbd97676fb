"""One word of a shipped ruleset is changed at random, five hundred times.

Each change is told on its own line, or by naming the new word where it is missed; or the changed
text is a valid ruleset, which is shown by making its table and playing.
"""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import hoyle
from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.machine.from_game import build_machine
from hoyle.dsl.parser.comments import split_comment
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source
from hoyle.interpreter.library.discovery import shipped_folder
from hoyle.interpreter.library.loader import read_library
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Table
from tests.rulesets.rows import FAMILIES

CHANGES = 500
PARTS = 25  # tests of as many changes: one in `make test`, all in `make test-long`
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
STRING = re.compile(r'"[^"]*"')


@cache
def words_of(text: str) -> list[tuple[int, int]]:
    """The places of all words outside comments and sentences."""
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        code = STRING.sub(lambda m: " " * len(m.group()), split_comment(line)[0])
        found += [(start + m.start(), start + m.end()) for m in WORD.finditer(code)]
        start += len(line)
    return found


def misspelt(word: str, source: random.Random) -> str:
    """A slip of the pen: a letter dropped, doubled, changed, or two that changed places."""
    k = source.randrange(len(word))
    letter = source.choice("abcdefghijklmnopqrstuvwxyz")
    kinds = [word[:k] + letter + word[k + 1 :], word[:k] + word[k] + word[k:]]
    if len(word) > 2:
        kinds += [
            word[:k] + word[k + 1 :],
            word[:k] + word[k + 1 : k + 2] + word[k] + word[k + 2 :],
        ]
    return source.choice(kinds)


@cache
def changed_texts() -> list[tuple[str, int, str, str]]:
    """Name, line, the new word, and the whole changed text."""
    source = random.Random(41)
    found: list[tuple[str, int, str, str]] = []
    texts = {name: hoyle.load(name).source.text for name in FAMILIES}
    while len(found) < CHANGES:
        name = source.choice(sorted(texts))
        text = texts[name]
        start, end = source.choice(words_of(text))
        new = misspelt(text[start:end], source)
        if new != text[start:end]:
            line = text.count("\n", 0, start) + 1
            found.append((name, line, new, text[:start] + new + text[end:]))
    return found


def outcome(name: str, line: int, new: str, text: str) -> str:
    """`told`, `valid`, or what was said instead."""
    report = Report()
    source = Source(f"{name}.cards", text)
    file = read(source, report)
    game = None
    if file is not None:
        game = check(file, lambda word: read_library(shipped_folder(), report, word), report)
        analyse_game(file, game, report)
        if not report.failed:
            check_counts(game, report)
    for problem in report.in_order():
        spans = [problem.span, *(span for span, _ in problem.also)]
        if any(s.line <= line <= s.last_line for s in spans) or f"`{new}`" in as_text(problem):
            return "told"
    if report.failed or game is None:
        return "elsewhere:\n" + "\n".join(as_text(p) for p in report.in_order()[:3])
    return plays(game)


def plays(game: object) -> str:
    """A valid ruleset can be played, or says at which line it cannot."""
    report = Report()
    made = build_machine(game, game.players[0], report=report)  # type: ignore[arg-type, attr-defined]
    assert made is not None
    stream = Stream(1, "bot", 0)
    try:
        position = Table(made.machine, traced=False).start(1)
        for _ in range(60):
            if position.over:
                break
            position = position.play(position.legal().kth(stream.below(position.legal().size)))
    except RulesetFault:
        return "told"
    return "valid"


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS))]
)
def test_one_changed_word_is_found(part: int) -> None:
    missed = []
    counts = {"told": 0, "valid": 0}
    changes = changed_texts()
    assert len(changes) == CHANGES
    for name, line, new, text in changes[part::PARTS]:
        found = outcome(name, line, new, text)
        if found in counts:
            counts[found] += 1
        else:
            missed.append(f"{name}:{line} `{new}`: {found}")
    assert not missed, f"{len(missed)} of {CHANGES // PARTS}\n" + "\n\n".join(missed[:10])
    assert counts["valid"] <= CHANGES // PARTS // 20, counts
