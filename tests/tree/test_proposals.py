"""What a message proposes can be read: each proposal is put into the text, and that is parsed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from hoyle.dsl.parser.vocabulary import split_lines
from hoyle.dsl.report import Problem, as_text
from tests.tree.test_any_bytes import TEXTS, WORD
from tests.tree.test_mistakes import MISTAKES, SEVERAL, TOP, problems_of

BAD = [
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "bad").glob("G*.cards"))
]
# A word that is proposed in the place of another, in front of one or behind it.
INSTEAD = re.compile(r"(?:did you mean|write|for example) (`[^`…]+`(?: or `[^`…]+`)*)")
BESIDE = re.compile(r"put (`[^`]+`(?: or `[^`]+`)*) (before|after) this")
LAST_WORD = re.compile(r"[\w♠♥♦♣']+$")
TOO_SOON = "this line stops too soon"
QUOTED = re.compile(r"`([^`]+)`")
LEAVE_OUT = ("leave it out", "without it the line can be read")
PART = re.compile(r"(?:define|match|phase|record|state|table|zones)\b")


@attrs.frozen
class Applied:
    """A text with a proposal in it: up to `end` the line from `start` on must be sound."""

    text: str
    start: int
    end: int
    whole: bool  # whether all of the line was proposed


def put_in(problem: Problem) -> Iterator[Applied]:
    """The text of a problem with each word and each line in its place that the message proposes."""
    text, start, end = problem.span.source.text, problem.span.start, problem.span.end
    if any(help.startswith("but ") for help in problem.help):
        return  # the word is right, and its place is not

    def put(begin: int, word: str, stop: int) -> Applied:
        joined = text[:begin] + word + text[stop:]
        line = joined.rfind("\n", 0, begin) + 1
        whole = not joined[line:begin].strip() and text[stop : stop + 1] in ("", "\n")
        return Applied(joined, line, begin + len(word), whole)

    label = problem.label
    if label.startswith(LEAVE_OUT):
        yield put(start, "", end)
    elif beside := BESIDE.match(label):
        for word in QUOTED.findall(beside[1]):
            yield (
                put(start, f"{word} ", start)
                if beside[2] == "before"
                else put(end, f" {word}", end)
            )
    elif instead := INSTEAD.search(label):
        before = LAST_WORD.search(text[:start].rstrip())
        for word in QUOTED.findall(instead[1]):
            both = before is not None and word.startswith(before[0])  # `five_card`, of two words
            yield put(before.start() if before and both else start, word, end)
    for help in problem.help:
        if help.startswith("write:  ") and "…" not in help:
            yield put(*find_replaced(problem, help.removeprefix("write:  ")))


def find_replaced(problem: Problem, line: str) -> tuple[int, str, int]:
    """Which words a line that is proposed replaces: the line, or what the message points at."""
    text, start, end = problem.span.source.text, problem.span.start, problem.span.end
    if problem.also:
        return min(place.start for place, _ in problem.also), line, end
    there = next(one for one in split_lines(text) if one.start <= start < one.end)
    phrase = line[1:-1]
    if line == f"({phrase})" and phrase in text[there.start : there.end]:
        begin = text.index(phrase, there.start)
        return begin, line, begin + len(phrase)
    return there.start, line, there.end


def find_wrong(problem: Problem) -> Iterator[str]:
    """What is said of a text with a proposal in it, before the end of what was proposed."""
    for applied in put_in(problem):
        for other in problems_of(applied.text):
            there = applied.start <= other.span.start < applied.end
            # What belongs under a line was not proposed, nor what a line lacks behind a phrase.
            lacks = other.code == "L03" or (other.title == TOO_SOON and not applied.whole)
            if there and not lacks:
                yield f"{as_text(problem)}\nleads to\n{as_text(other)}"


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


def test_what_is_proposed_for_a_slip_can_nearly_always_be_read():
    chance, tried, wrong = random.Random(0), 0, list[str]()
    parts = [
        part for text in TEXTS for part in re.split(r"\n(?=\S)", text)
        if PART.match(part) and len(part) < 600 and not problems_of(TOP + part)
    ]  # fmt: skip
    while tried < 1000:
        lines = chance.choice(parts).split("\n")
        at = chance.choice([k for k, line in enumerate(lines) if WORD.search(line)])
        lines[at] = damage(lines[at], chance)
        for problem in problems_of(TOP + "\n".join(lines)):
            tried += len([*put_in(problem)])
            wrong += find_wrong(problem)
    assert len(wrong) <= 5, "\n\n".join(wrong)
