"""A line that stands in the wrong place, or begins with a word of another one."""

from __future__ import annotations

import re
from functools import cache

import attrs

from hoyle.dsl.parser.construct_examples import INSIDE
from hoyle.dsl.parser.repairs import (
    FOREIGN,
    READ_ON,
    ParseFailure,
    Repair,
    accept_words,
    find_alike,
    is_name,
)
from hoyle.dsl.parser.rewordings import read_line, write_out
from hoyle.dsl.parser.vocabulary import (
    FREE,
    JOINED,
    JOINING,
    ParserState,
    Token,
    find_reserved,
    list_part_words,
    list_step_words,
)

DONE = "what is done stands under `match`, a `phase` or an action, further in"
CHOSEN = "such a line stands under `choose`, with what can be chosen"
STEPS = (DONE, CHOSEN)
GO_UNDER = {
    "else": "there is no `if` above it that stands as far in",
    "must": "conditions stand below an action, further in than it, and before what it does",
    "otherwise": "it is the last part of a `choose`, as far in as the actions",
    "needs": "it stands under `options`",
    "remove": "it stands under `pack`; in play, cards go elsewhere with `move … to …`",
    **dict.fromkeys(("ranks", "suits", "another", "copies"), "it stands under `pack`"),
    **dict.fromkeys(("given", "start", "expect"), "it stands under an `example`"),
    **dict.fromkeys(("add", "replace", "default"), "it stands under a `variant`"),
}


def is_lone_word(failure: ParseFailure) -> bool:
    """Whether a word of the language stands alone, and so would run a phase of its name."""
    return failure.takes_for_name(0) and "MOVE" in failure.states[0].find_actions()


def move_to_first_word(failure: ParseFailure) -> ParseFailure:
    """With the mistake at the first word, where that is one of the language and has no place here.

    The parser takes it for a name there and stumbles over the next word only.
    """
    text = failure.first
    taken = failure.at > 0 and (failure.takes_for_name(0) or _begins_part(failure))
    lone = failure.at == len(failure.tokens) == 1
    if taken and (lone or failure.at == 1 or _find_block(failure)) and _find_place(failure, text):
        return attrs.evolve(failure, at=0, states=failure.states[:1])
    return failure


def _begins_part(failure: ParseFailure) -> bool:
    """Whether a line further in would be a part of a file, whose first word may be a name too."""
    part = failure.line.indent > 0 and failure.first in FREE & list_part_words()
    return part and _can_begin(failure.first, failure.tokens)


def _find_place(failure: ParseFailure, text: str) -> str | None:
    """Where a line that begins with this word could stand; None where that is not clear."""
    allowed, line = failure.states[0].list_allowed(), failure.line
    if "GAME" in allowed:
        return 'after `edition 1` comes `game "…"`, `library "…"`, a `variant` or `examples of …`'
    if text in ("edition", "game", "library", "examples"):
        return "it stands once, at the top of the file"
    if text == "add" and "MOVE" in failure.states[0].find_actions():
        return "what is added to a number is written with `+=`, and cards go elsewhere with `move`"
    if text in GO_UNDER:
        return (_find_action_too_far_in(failure) if text == "must" else "") or GO_UNDER[text]
    if text in ("for", "if", "repeat") and "EXPECT" in allowed and line.indent:
        return f"an example tells what happens once, line by line: it has no `{text}`"
    if text in list_step_words() and (line.indent == 0 or "EXPECT" in allowed):
        return DONE
    if line.indent == 0 and text.upper() in allowed:
        return None  # here it is one of its words; what follows is wrong
    if line.indent == 0 and text in list_part_words() and "EXAMPLE" in allowed:
        return "a file of examples holds nothing else; write it in the game"
    changes = " or ".join(f"`{word}`" for word in _list_changes(text))
    if line.indent == 0 and text in list_part_words():
        where = f"; write it under a variant, after {changes}" if changes else ""
        return f"a file of variants holds nothing else{where}"
    if text in list_part_words() and changes and "SET" in allowed and "REPLACE" in allowed:
        return f"in a variant it comes after {changes}"
    if text in list_part_words():
        return "it begins a part of the file, at the left edge"
    if text in JOINING and len(failure.tokens) == 1:
        return JOINED.format(text)
    if text in JOINING and line.gap_above:
        return "it can go on with the line directly above only, with nothing between them"
    return _find_block(failure)


def find_other_case(failure: ParseFailure) -> Repair | None:
    """`otherwise` below an `if` that stands as far in, be that right or not."""
    if failure.first != "otherwise" or failure.at:
        return None
    above = failure.page[: failure.line.start].rstrip(" ")
    beside = re.findall(rf"(?m)^ {{0,{failure.line.indent}}}\S.*$", above)
    head = re.compile(rf" {{{failure.line.indent}}}(?:else )?if ")
    return Repair(0) if beside and head.match(beside[-1]) else None


@cache
def _list_changes(text: str) -> tuple[str, ...]:
    """The words behind which a line of a variant can say this part of a file."""
    variant = ParserState.at("one_declaration").accept_kinds(*IN_VARIANT.split())
    assert variant is not None
    return tuple(word for word in ADDING if accept_words(variant, f"{word} {text}"))


def find_other_change(failure: ParseFailure) -> Repair | None:
    """A part that a variant replaces and cannot add, or the other way round: `add players 2`."""
    changes = _list_changes(failure.text) if failure.text in list_part_words() else ()
    if failure.at != 1 or failure.first not in ADDING or not changes:
        return None
    return Repair(0, changes[0])


IN_VARIANT = "VARIANT NAME STRING OF NAME _NEWLINE _INDENT"
ADDING = ("add", "replace")
BLOCKS = {
    "such a line stands under `zones`": "ZONES _NEWLINE _INDENT",
    "such a line stands under `state`": "STATE _NEWLINE _INDENT",
    "such a line stands under `options`": "OPTIONS _NEWLINE _INDENT",
    "such a line stands under `pack`": "PACK _NEWLINE _INDENT",
    DONE: "MATCH _NEWLINE _INDENT",
    "conditions stand under an action, further in": "CONDITIONS NAME _NEWLINE _INDENT",
    CHOSEN:
        "MATCH _NEWLINE _INDENT CHOOSE NAME _NEWLINE _INDENT",
    "such a line stands under an `example`": "EXAMPLE STRING _NEWLINE _INDENT",
    "such a line stands under a `variant`": IN_VARIANT,
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


def _find_block(failure: ParseFailure) -> str | None:
    """Where a whole line could be read that cannot be read here; of several in the part above."""
    if len(failure.tokens) > READ_ON:
        return None
    heads = failure.line.indent == 0 and failure.opens  # of a part of the file, not a step
    fits = [
        says
        for says, state in _list_blocks()
        if not (heads and says in STEPS) and _fits_block(failure, state)
    ]
    kind = re.match(r"[^:]*: (\w+)", " ".join(token.text for token in failure.tokens))
    if kind is not None and kind[1] not in ("Cards", "Pile"):
        fits = [says for says in fits if "`zones`" not in says]  # it holds no cards
    parts = _list_heads_above(failure)
    above = (says for says in fits if parts and f"`{parts[-1]}`" in says)
    return next(above, next(iter(fits), None))


def _list_heads_above(failure: ParseFailure) -> list[str]:
    """The words with which the parts of the file above a line begin."""
    return re.findall(r"(?m)^\w+", failure.page[: failure.line.start])


def _fits_block(failure: ParseFailure, state: ParserState) -> bool:
    """Whether the whole line can be read there, with none of its words taken for a name."""
    states = [state, *state.accept_all(failure.tokens)]
    there = attrs.evolve(failure, states=states)
    if len(states) <= len(failure.tokens) or any(
        there.takes_for_name(at) for at in range(len(failure.tokens))
    ):
        return False
    return states[-1].accept_kind("_NEWLINE") is not None


def _find_misplaced_word(failure: ParseFailure) -> str | None:
    """The word that a line was hardly meant to begin with here, but is nearly spelt like."""
    text = failure.tokens[0].text
    given = failure.list_parameters(text) or failure.is_given(text)
    if failure.at > 1 or text in find_reserved() or given:
        return None
    words = list_step_words() | INSIDE.keys()
    if not (failure.line.indent and "MOVE" in failure.states[0].find_actions()):
        words |= list_part_words()  # nobody begins a part of the file among the steps
    near = find_alike(text, words)
    # Where the first word was taken for a name, only the least of slips is sure enough.
    most = 1 if failure.at else 2
    fits = (meant for steps, meant in near if steps <= most and _can_begin(meant, failure.tokens))
    return next(fits, None)


def _can_begin(first: str, tokens: tuple[Token, ...]) -> bool:
    """Whether the next two words of a line can stand behind another first word, in some place."""
    for place in [ParserState.at("one_declaration"), *(state for _, state in _list_blocks())]:
        begun = None if place.find_kind(first) == "NAME" else accept_words(place, first)
        states = [] if begun is None else [begun, *begun.accept_all(tokens[1:3])]
        named = (
            one.takes_for_name(word.text) for one, word in zip(states, tokens[1:3], strict=False)
        )
        if len(states) == len(tokens[:3]) and not any(named):
            return True
    return False


def find_headless_row(failure: ParseFailure) -> Repair | None:
    """The first row of a table that lacks its heads: `< 20 | 0` below `table worth(n: 0..40)`.

    Or `"long" | made >= 10 | 1`, with the name of a rule.
    """
    above = failure.page[: failure.line.start].rstrip().rsplit("\n", 1)[-1]
    table = re.match(r"table (\w+)", above)
    words = [token.text for token in failure.tokens]
    named = words[0].startswith('"')
    params = failure.list_parameters(table[1]) if table and not named else []
    params = ["rule", "when"] if table and named else params
    begins = re.match(r'[<>\d"-]', words[0]) is not None
    if not params or "|" not in words or not failure.line.indent or not begins:
        return None
    says = f"above the rows stands what each column asks:  {' | '.join(params)} | points"
    return Repair(0, says=says)


def find_headless_phase(failure: ParseFailure) -> Repair | None:
    """Steps below a word of the author's own at the left edge: `setup`, `play:`, `define setup`."""
    words, below = [token.text for token in failure.tokens], failure.following
    if words[0] == "define":
        words = words[1:] or words
    if failure.line.indent or not failure.opens or below is None or words[1:] not in ([], [":"]):
        return None
    first = below.tokens[0].text
    if first not in list_step_words() and not failure.is_phase(first):
        return None
    if failure.first == "define" or re.search(r"^match\b", failure.page, re.MULTILINE):
        named = "one_hand" if words[0] in find_reserved() else words[0]
        says, kinds = f"the steps of a phase stand below `phase {named}`", "PHASE NAME _NEWLINE"
    else:
        says, kinds = "how the whole game goes stands below `match`", "MATCH _NEWLINE"
    after = failure.states[0].accept_kinds(*kinds.split())
    return Repair(0, after=after, says=says) if after else None


def _find_action_too_far_in(failure: ParseFailure) -> str:
    """What is said of a condition behind an action that stands further in than those above it."""
    above = failure.page[: failure.line.start].rstrip()
    last = re.search(r"(?m)^( +)(\w+)(?: \w+ in .*)?\Z", above)
    if last is None or failure.is_phase(last[2]) or len(last[1]) > failure.line.indent:
        return ""
    heads = re.findall(rf"(?m)^ {{0,{len(last[1]) - 1}}}choose\b.*\n(?:\s*\n)*( +)\w", above)
    extra = len(last[1]) - len(heads[-1]) if heads else 0
    return f"`{last[2]}` above stands {extra} spaces further in than the other actions" * (
        extra > 0
    )


def _may_be_changed(failure: ParseFailure) -> bool:
    """Whether a line may be meant for a variant: it stands below one, or in a file of variants."""
    below = _list_heads_above(failure)[-1:] == ["variant"]
    heads = re.findall(r"(?m)^(?:game|variant)\b", failure.page)
    return below or {*heads} == {"variant"}


def find_misplaced(failure: ParseFailure) -> Repair | None:
    """A line that begins with a word of another place."""
    where = _find_place(failure, failure.first) if failure.at == 0 else None
    if where is None:
        return None
    alone = failure.first in ("must", "otherwise")  # what stands beside it may be right
    changes = _list_changes(failure.first) if _may_be_changed(failure) else ()
    # what holds several is added to; what stands there once is replaced
    several = failure.first in ("options", "state", "zones")
    change = "" if not changes else changes[0] if several else changes[-1]
    after = read_line(failure, f"{change} {write_out(failure.tokens)}") if change else None
    return Repair(0, change, after, where, elsewhere=not alone and after is None)


def find_elsewhere(failure: ParseFailure) -> Repair | None:
    """A line that can be read in another kind of block."""
    short = failure.at == len(failure.tokens)  # all of it may stand here, but more is wanted
    where = None if short else _find_block(failure)
    if where is None or failure.line.indent == 0 or len(failure.tokens) == 1:
        return None
    return Repair(0, says=where, elsewhere=True)


def find_misspelt_elsewhere(failure: ParseFailure) -> Repair | None:
    """A word that is nearly one of another place."""
    meant = _find_misplaced_word(failure)
    if meant is None or _find_block(failure) or failure.first in FOREIGN:
        return None
    where = _find_place(failure, meant)
    return Repair(0, meant, says=f"but {where}" if where else "")


def find_name_at_edge(failure: ParseFailure) -> Repair | None:
    """A name at the left edge: a step, most likely, where nothing stands below it."""
    if failure.at or failure.line.indent or not is_name(failure.first):
        return None
    return Repair(0, says="" if failure.opens else DONE)
