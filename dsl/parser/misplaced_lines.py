"""Lines that begin with a right word in a place where it cannot stand."""

from __future__ import annotations

from functools import cache

import attrs

from hoyle.dsl.parser.construct_examples import INSIDE
from hoyle.dsl.parser.repairs import READ_ON, Stuck, alike
from hoyle.dsl.parser.vocabulary import Stand, beginnings, doings, find_reserved

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


def is_lone_word(stuck: Stuck) -> bool:
    """Whether a word of the language stands alone, and so would run a phase of its name."""
    here = stuck.stands[0]
    text = stuck.words[0].text
    return text in find_reserved() and here.kind_of(text) == "NAME" and "MOVE" in here.choices()


def from_first_word(stuck: Stuck) -> Stuck:
    """With the mistake at the first word, where that is one of the language and has no place here.

    The parser takes it for a name there and stumbles over the next word only.
    """
    text = stuck.words[0].text
    taken = stuck.at > 0 and text in find_reserved() and stuck.stands[0].kind_of(text) == "NAME"
    lone = stuck.at == len(stuck.words) == 1
    if taken and (lone or stuck.at == 1 or reads_under(stuck)) and belongs(stuck, text):
        return attrs.evolve(stuck, at=0, stands=stuck.stands[:1])
    return stuck


def belongs(stuck: Stuck, text: str) -> str | None:
    """Where a line that begins with this word could stand; None where that is not clear."""
    allowed, line = stuck.stands[0].allowed(), stuck.line
    if "GAME" in allowed:
        return 'after `edition 1` comes `game "…"`, `library "…"` or a `variant`'
    if text in ("edition", "game", "library"):
        return "it stands once, at the top of the file"
    if text in GO_UNDER:
        return GO_UNDER[text]
    if line.indent == 0 and text in doings():
        return DONE
    if line.indent == 0 and text in beginnings():
        return "a file of variants holds nothing else; write it under a variant, after `add`"
    if text in beginnings():
        return "it begins a part of the file, at the left edge"
    if text in ("and", "or", "is", "in", "where", "by") and line.gap_above:
        return "it can go on with the line directly above only, with nothing between them"
    return reads_under(stuck)


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
def _blocks() -> tuple[tuple[str, Stand], ...]:
    """What is said of a line that can be read in a kind of block, and where one stands in it."""
    start = Stand.at("one_declaration")
    found = []
    for says, kinds in BLOCKS.items():
        stand = start.after_kinds(*kinds.split())
        assert stand is not None, kinds
        found.append((says, stand))
    return tuple(found)


def reads_under(stuck: Stuck) -> str | None:
    """Where a whole line could be read that cannot be read here."""
    if len(stuck.words) > READ_ON:
        return None
    for says, stand in _blocks():
        stands = stand.through(stuck.words)
        if len(stands) == len(stuck.words) and stands[-1].after_kind("_NEWLINE"):
            return says
    return None


def meant_elsewhere(stuck: Stuck) -> str | None:
    """The word that a line was hardly meant to begin with here, but is nearly spelt like."""
    text = stuck.words[0].text
    if stuck.at > 1 or text in find_reserved():
        return None
    near = alike(text, beginnings() | doings() | INSIDE.keys())
    # Where the first word was taken for a name, only the least of slips is sure enough.
    return near[0][1] if near and near[0][0] <= (1 if stuck.at else 2) else None
