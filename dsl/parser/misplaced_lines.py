"""Lines that begin with a right word in a place where it cannot stand."""

from __future__ import annotations

from functools import cache

import attrs

from hoyle.dsl.parser.construct_examples import INSIDE
from hoyle.dsl.parser.repairs import READ_ON, ParseFailure, find_alike
from hoyle.dsl.parser.vocabulary import ParserState, find_reserved, list_part_words, list_step_words

DONE = "what is done stands under `match`, a `phase` or an action, further in"
GO_UNDER = {
    "else": "there is no `if` above it that stands as far in",
    "must": "conditions come first in an action, before what it does",
    "otherwise": "it is the last part of a `choose`, as far in as the actions",
    "needs": "it stands under `options`",
    **dict.fromkeys(("ranks", "suits", "another", "copies"), "it stands under `pack`"),
    **dict.fromkeys(("given", "start", "expect"), "it stands under an `example`"),
    **dict.fromkeys(("add", "replace", "default"), "it stands under a `variant`"),
}


def is_lone_word(failure: ParseFailure) -> bool:
    """Whether a word of the language stands alone, and so would run a phase of its name."""
    here = failure.states[0]
    text = failure.tokens[0].text
    return (
        text in find_reserved() and here.find_kind(text) == "NAME" and "MOVE" in here.find_actions()
    )


def move_to_first_word(failure: ParseFailure) -> ParseFailure:
    """With the mistake at the first word, where that is one of the language and has no place here.

    The parser takes it for a name there and stumbles over the next word only.
    """
    text = failure.tokens[0].text
    taken = (
        failure.at > 0 and text in find_reserved() and failure.states[0].find_kind(text) == "NAME"
    )
    lone = failure.at == len(failure.tokens) == 1
    if taken and (lone or failure.at == 1 or find_block(failure)) and find_place(failure, text):
        return attrs.evolve(failure, at=0, states=failure.states[:1])
    return failure


def find_place(failure: ParseFailure, text: str) -> str | None:
    """Where a line that begins with this word could stand; None where that is not clear."""
    allowed, line = failure.states[0].list_allowed(), failure.line
    if "GAME" in allowed:
        return 'after `edition 1` comes `game "…"`, `library "…"` or a `variant`'
    if text in ("edition", "game", "library"):
        return "it stands once, at the top of the file"
    if text in GO_UNDER:
        return GO_UNDER[text]
    if line.indent == 0 and text in list_step_words():
        return DONE
    if line.indent == 0 and text in list_part_words():
        return "a file of variants holds nothing else; write it under a variant, after `add`"
    if text in list_part_words():
        return "it begins a part of the file, at the left edge"
    if text in ("and", "or", "is", "in", "where", "by") and line.gap_above:
        return "it can go on with the line directly above only, with nothing between them"
    return find_block(failure)


BLOCKS = {
    "such a line stands under `zones`": "ZONES _NEWLINE _INDENT",
    "such a line stands under `state`": "STATE _NEWLINE _INDENT",
    "such a line stands under `options`": "OPTIONS _NEWLINE _INDENT",
    "such a line stands under `pack`": "PACK _NEWLINE _INDENT",
    DONE: "MATCH _NEWLINE _INDENT",
    "conditions stand under an action, further in": "CONDITIONS NAME _NEWLINE _INDENT",
    "such a line stands under `choose`, with what can be chosen":
        "MATCH _NEWLINE _INDENT CHOOSE NAME _NEWLINE _INDENT",
    "such a line stands under an `example`": "EXAMPLE STRING _NEWLINE _INDENT",
    "such a line stands under a `variant`": "VARIANT NAME STRING OF NAME _NEWLINE _INDENT",
    "such a line stands in a `table`":
        "TABLE NAME COMMA FIRST THAT FITS _NEWLINE _INDENT NAME VBAR NAME _NEWLINE",
}  # fmt: skip


@cache
def _list_blocks() -> tuple[tuple[str, ParserState], ...]:
    """What is said of a line that can be read in a kind of block, and where one stands in it."""
    start = ParserState.at("one_declaration")
    found = []
    for says, kinds in BLOCKS.items():
        state = start.accept_kinds(*kinds.split())
        assert state is not None, kinds
        found.append((says, state))
    return tuple(found)


def find_block(failure: ParseFailure) -> str | None:
    """Where a whole line could be read that cannot be read here."""
    if len(failure.tokens) > READ_ON:
        return None
    for says, state in _list_blocks():
        states = state.accept_all(failure.tokens)
        if len(states) == len(failure.tokens) and states[-1].accept_kind("_NEWLINE"):
            return says
    return None


def find_misplaced_word(failure: ParseFailure) -> str | None:
    """The word that a line was hardly meant to begin with here, but is nearly spelt like."""
    text = failure.tokens[0].text
    if failure.at > 1 or text in find_reserved():
        return None
    near = find_alike(text, list_part_words() | list_step_words() | INSIDE.keys())
    # Where the first word was taken for a name, only the least of slips is sure enough.
    return near[0][1] if near and near[0][0] <= (1 if failure.at else 2) else None
