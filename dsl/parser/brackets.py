"""Phrases that are only read with brackets round them, and values that run over two lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from hoyle.dsl.parser.repairs import READ_ON, ParseFailure, Repair, accept_line_end
from hoyle.dsl.parser.rewordings import write_out
from hoyle.dsl.parser.vocabulary import Line, ParserState, Token

# The words that begin a phrase: it runs to the end of its expression.
PHRASES = frozenset(
    ["any", "every", "count", "total", "highest", "lowest", "best", "first", "sole", "all"]
)
# What goes on with a line above in brackets only, and after what somebody expects any word to.
GOING_ON = frozenset(["else", "if", "-", "<", ">", "<=", ">="])
JOINING = frozenset(
    ["and", "or", "not", "is", "in", "where", "else", "+", "-", "*", "/", "<", ">", "<=", ">="]
)
OPEN, CLOSE = Token("(", 0, 0), Token(")", 0, 0)


def _list_phrases(failure: ParseFailure) -> Iterator[int]:
    """The words where a bracket before a phrase may be missing, the last of them first."""
    for at in range(min(failure.at, len(failure.tokens) - 1), -1, -1):
        here = failure.states[at]
        if failure.tokens[at].text in PHRASES and here.accept_kind("NAME"):
            yield at


def _open_bracket(failure: ParseFailure, at: int) -> ParserState | None:
    return failure.states[at].accept(OPEN)


def _accept_to_end(state: ParserState, tokens: Sequence[Token], opens: bool) -> ParserState | None:
    """Where one stands after these words and the end of the line; None if they cannot be read."""
    states = [state, *state.accept_all(tokens)]
    return accept_line_end(states[-1], opens) if len(states) > len(tokens) else None


def find_open_phrase(failure: ParseFailure) -> Repair | None:
    """A phrase without the brackets that begin or end it: `hand of first seat in seats`."""
    tokens = failure.tokens
    for begin in _list_phrases(failure) if len(tokens) <= READ_ON else ():
        inside = _open_bracket(failure, begin)
        states = inside.accept_all(tokens[begin:]) if inside else []
        for end in range(begin + len(states), begin, -1):
            closed = states[end - begin - 1].accept(CLOSE)
            after = closed and _accept_to_end(closed, tokens[end:], failure.opens)
            if after is None:
                continue
            meant = _write_in_brackets(tokens, begin, end)
            if failure.states[begin].find_kind(tokens[begin].text) == "NAME":
                return Repair(begin, meant, after, "such a phrase stands in brackets here")
            return Repair(failure.at, meant, after, "the phrase before this stands in brackets")
    return None


def find_unbracketed(failure: ParseFailure) -> Repair | None:
    """The next line would go on with this one, were there brackets round the whole."""
    below = failure.following
    if failure.text or below is None or below.indent < failure.line.indent:
        return None
    meant, further = below.tokens[0].text, below.indent > failure.line.indent
    line = _join_phrase(failure, below) if further else None
    if line is not None:
        return Repair(failure.at, meant, says=f"write:  {line}")
    joined = failure.tokens[-1].text in JOINING and further
    if meant not in GOING_ON and (not joined or failure.first in ("if", "else")):
        return None
    return None if failure.here.accept(below.tokens[0]) is None else Repair(failure.at, meant)


def _join_phrase(failure: ParseFailure, below: Line) -> str | None:
    """This line and the next as one, if a phrase of this one ends there once it has brackets."""
    tokens = (*failure.tokens, *below.tokens)
    for begin in _list_phrases(failure) if len(tokens) <= READ_ON else ():
        inside = _open_bracket(failure, begin)
        states = inside.accept_all(tokens[begin:]) if inside else []
        closed = states[-1].accept(CLOSE) if len(states) == len(tokens) - begin else None
        if closed and accept_line_end(closed, False):
            return _write_in_brackets(tokens, begin, len(tokens))
    return None


def _write_in_brackets(tokens: tuple[Token, ...], begin: int, end: int) -> str:
    """The words as written, with brackets round those from `begin` to before `end`."""
    words = list(tokens)
    words[begin] = attrs.evolve(words[begin], text=f"({words[begin].text}")
    words[end - 1] = attrs.evolve(words[end - 1], text=f"{words[end - 1].text})")
    return write_out(tuple(words))
