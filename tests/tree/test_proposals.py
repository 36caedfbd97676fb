"""What a message proposes can be read: each proposal is put into the text, and that is parsed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.parser.proposals import apply_proposals, find_refuting
from hoyle.dsl.report import Problem, as_text
from tests.tree.test_any_bytes import TEXTS, WORD
from tests.tree.test_mistakes import MISTAKES, PHASE, SEVERAL, TOP, problems_of

BAD = [
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "bad").glob("G*.cards"))
]
PART = re.compile(r"(?:define|match|phase|record|state|table|zones)\b")


def find_wrong(problem: Problem) -> Iterator[str]:
    """What is said of a text with a proposal in it, before the end of what was proposed."""
    for ways in apply_proposals(problem):
        found = [[*find_refuting(one, problems_of(one.text))] for one in ways]
        if all(found):
            yield f"{as_text(problem)}\nleads to\n{as_text(found[0][0])}"


@pytest.mark.parametrize("text", [*(text for text, *_ in (*MISTAKES, *SEVERAL)), *BAD])
def test_what_is_proposed_can_be_read(text):
    for problem in problems_of(text):
        # Which of two words is meant by `==` the place says, and not the sign.
        if problem.span.text != "==":
            assert [*find_wrong(problem)] == []


def damage(line: str, chance: random.Random) -> str:
    """A line of which a word is left out, written twice, or lacks a letter."""
    words = list(WORD.finditer(line))
    word = chance.choice(words)
    letter = chance.randrange(len(word[0]))
    fewer = word[0][:letter] + word[0][letter + 1 :]
    put = chance.choice(["", f"{word[0]} {word[0]}", fewer, fewer])
    return line[: word.start()] + put + line[word.end() :]


@pytest.mark.parametrize("enough", [60, pytest.param(600, marks=pytest.mark.long)])
def test_what_is_proposed_for_a_slip_can_nearly_always_be_read(enough):
    chance, tried, wrong = random.Random(0), 0, list[str]()
    parts = [
        part for text in TEXTS for part in re.split(r"\n(?=\S)", text)
        if PART.match(part) and len(part) < 600
    ]  # fmt: skip
    while tried < enough:
        part = chance.choice(parts)
        if problems_of(TOP + part):  # it names what stands in another part
            continue
        lines = part.split("\n")
        at = chance.choice([k for k, line in enumerate(lines) if WORD.search(line)])
        lines[at] = damage(lines[at], chance)
        for problem in problems_of(TOP + "\n".join(lines)):
            tried += len([*apply_proposals(problem)])
            wrong += find_wrong(problem)
    assert len(wrong) <= enough / 100, "\n\n".join(wrong)


def test_each_of_several_signs_says_what_is_written_in_its_place():
    """And a wrong word in front of them is told with them."""
    text = PHASE + "if x is 1\n    stop\n  elif x == 2 && y != 3;\n    stop\n"
    assert [(p.span.text, p.label.split(": ")[0]) for p in problems_of(text)] == [
        ("elif", "there is no word `elif`; write `else if`"),
        ("==", "write `is` to ask whether two are the same"),
        ("&&", "write `and`"),
        ("!=", "write `is not`"),
        (";", "leave it out"),
    ]
