"""The parser's names for words, told in the language of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from hoyle.dsl.parser.vocabulary import ParserState, list_spellings

# What Lark's names for shapes are called. A value is told apart, below.
CALLED = {
    "NAME": "a name",
    "TYPE": "a type such as `Card`",
    "INT": "a number",
    "CARD": "a card",
    "RANK": "a rank",
    "SUIT": "a suit",
    "STRING": 'a sentence in `"…"`',
    "SEATS_FROM": "`seats from`",
    "SEATS_AFTER": "`seats after`",
    "_NEWLINE": "the end of the line",
    "_INDENT": "a line further in",
    "_DEDENT": "a line further out",
    "$END": "the end of the text",
}


@cache
def _list_value_beginnings() -> frozenset[str]:
    return frozenset(ParserState.at("one_expression").list_allowed())


@cache
def _list_value_endings() -> frozenset[str]:
    after = ParserState.at("one_expression").accept_kind("NAME")
    assert after is not None
    return frozenset(after.list_allowed() - {"$END", "_NEWLINE"})


def describe_kinds(kinds: Iterable[str]) -> list[str]:
    """Lark's names in the language of cards, the most telling first; never Lark's names."""
    left = set(kinds)
    last: list[str] = []
    if {"NAME", "INT", "LPAR", "LSQB"} <= left:
        left -= _list_value_beginnings()
        last.append("a value")
    if {"OF", "PLUS"} <= left:
        left -= _list_value_endings()
        last.append("more of the value, as with `of` or `+`")
    if {"_NEWLINE", "$END"} <= left:  # in a sentence
        left -= {"_NEWLINE", "$END"}
        last.append("the closing `}`")
    known = list_spellings()
    written = sorted(known[kind] for kind in left if kind in known)
    tokens = [f"`{word}`" for word in written if word.isalpha()]
    marks = [f"`{mark}`" for mark in written if not mark.isalpha()]
    shaped = [CALLED[kind] for kind in CALLED if kind in left]
    return tokens + marks + shaped + last


def join_with_or(tokens: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(tokens[:-1]), tokens[-1]]))
