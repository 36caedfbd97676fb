"""Phrases that run further than they were meant to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.dsl.node import Node, children, walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree.declarations import File


def warn_of_wide_phrases(file: File, report: Report) -> None:
    """Warn of phrases that take in an `or` which was hardly meant for them.

    A phrase runs to the end of its expression. Where it has no brackets and what stands after the
    `or` does not mention the phrase's name, brackets were nearly always forgotten. Only a question
    can stand before that `or`: a number or a card in its place would be none.
    """
    for phrase in _find_phrases(file):
        if phrase.kind not in ("any", "every"):
            continue
        last = phrase.where if phrase.kind == "any" else phrase.value
        both = _find_stray_part(last, phrase.name)
        if both is not None:
            _report_stray(phrase, both, report)


NAMED = (e.Name, e.Apply)
NO_QUESTION = (
    e.AllBut, e.Between, e.CardOf, e.CardWord, e.Layout, e.Listing, e.Marked, e.Negate, e.Number,
    e.RankWord, e.Sentence, e.SuitWord, e.Sum,
)  # fmt: skip
WORD = re.compile(r"\w+")


def _find_phrases(file: File) -> Iterator[e.Phrase]:
    """All phrases in a file that do not stand in brackets of their own."""
    waiting: list[Node] = [*reversed(file.declarations)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, e.Phrase):
            yield node
        if isinstance(node, e.Bracket) and isinstance(node.inner, e.Phrase):
            node = node.inner
        waiting += reversed([*children(node)])


def _find_stray_part(test: e.Expr | None, name: str) -> e.EitherOr | None:
    """The first `or` of a test behind which no part between others like it mentions `name`.

    `is ♥ or ♠` is another mistake, which the types show.
    """
    stray: e.EitherOr | None = None
    while isinstance(test, e.EitherOr) and not isinstance(test.right, NO_QUESTION):
        if any(node.name == name for node in walk(test.right) if isinstance(node, NAMED)):
            break
        stray, test = test, test.left
    return stray


def _report_stray(phrase: e.Phrase, both: e.EitherOr, report: Report) -> None:
    """The warning, with the phrase in the brackets that are likely to be meant.

    The text may have another word than `or` there: a rule that was changed keeps its places.
    """
    source, start = phrase.span.source, phrase.span.start
    text = source.text
    word = WORD.search(text, both.left.span.end)
    joint = both.right.span.start if word is None else word.start()
    first = phrase.span.first_word
    stray = Span(source, joint, phrase.span.end)
    inside = " ".join(text[start:joint].split())
    after = stray.words
    report.warn(
        "G07", f"`{first.text} …` runs to the end of the line, so `{after}` belongs to it",
        first, also=((stray, "is read inside the phrase"),),
        help=(f"if that is not meant, put brackets round the phrase:  ({inside}) {after}",),
    )  # fmt: skip
