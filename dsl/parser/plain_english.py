"""What plain English says of cards, questions and examples, and how it is written here.

A pattern, what stands in its place, and what is told; where a fourth part stands, the new line only
shows that all else is right. `rewordings.py` tries them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hoyle.dsl.nearest import WRITTEN

PLACE = r"\w+(?: of \w+)*"  # a zone, with whose it is
RANK = r"(?:10|[2-9AKQJT])"
RANKS = rf"{RANK}(?:'?s)?(?:(?:,? and|,| to| ?\.\.|) ?{RANK}(?:'?s)?)*"
BY_NUMBER = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
NAMED_RANKS = [word for word, sign in WRITTEN.items() if re.fullmatch(RANK, sign)]
NAMED_SUITS = [word for word, sign in WRITTEN.items() if sign in "♠♥♦♣"]
CARDS_GO = "cards go somewhere with `move … to …`, or all together with `gather into …`"

English = tuple[str, str | Callable[[re.Match[str]], str], str] | tuple[
    str, str | Callable[[re.Match[str]], str], str, bool
]  # fmt: skip


def _write_ranks(line: re.Match[str]) -> str:
    """All cards of some ranks: `7s`, `2, 3 and 4`, `2 to 6`."""
    ranks = re.findall(rf"{RANK}|to|\.\.", line["ranks"])
    for between in ("to", ".."):
        while between in ranks[1:-1]:
            at = ranks.index(between)
            low, high = ranks[at - 1], ranks[at + 1]
            if low not in BY_NUMBER or high not in BY_NUMBER:
                return line[0]
            span: list[str] = [*BY_NUMBER[BY_NUMBER.index(low) : BY_NUMBER.index(high) + 1]]
            ranks[at - 1 : at + 2] = span
    asked = f"is {ranks[0]}" if len(ranks) == 1 else f"in [{', '.join(ranks)}]"
    return f"move ({line['place']} where rank of it {asked}) to {line['to']}"


PACK = (
    (
        rf"^remove (?:all )?(?:the )?{RANKS}$", "remove 2♣",
        "whole ranks are left out of the line `ranks`; single cards are removed", False,
    ),
)  # fmt: skip
CARDS = (
    (
        rf"(?i)\b({'|'.join(NAMED_RANKS)}) of ({'|'.join(NAMED_SUITS)})\b",
        lambda line: WRITTEN[line[1].lower()] + WRITTEN[line[2].lower()],
        "a card is written by its rank and the sign, or letter, of its suit",
    ),
    (
        rf"^move all (?:the )?(?P<ranks>{RANKS}) (?:from|of|in) (?P<place>{PLACE}) to (?P<to>.+)$",
        _write_ranks, "cards of a rank are found with `where`",
    ),
    (
        rf"\b(?:the )?number of cards (?:in|of) ({PLACE})", r"size of \1",
        "how many there are is their `size`",
    ),
    (r"^(?:turn|flip|face) (?:up|over) (.+)$", r"show \1", "what is turned up is shown to all"),
    (
        rf"^(?:collect|pick up|take|sweep)(?: up)? (?P<zone>{PLACE})$", r"move \1 to x", CARDS_GO,
        False,
    ),
    (
        r"\ball (?:the )?(seats|sides|suits|ranks)\b(?! (?:but|except)\b)", r"\1",
        "by themselves they are all of them",
    ),
)  # fmt: skip
QUESTIONS = (
    (rf"({PLACE}) (?:is |has |have )?at least (?=\w)", r"\1 >= ", "`at least` is written `>=`"),
    (rf"({PLACE}) (?:is |has |have )?at most (?=\w)", r"\1 <= ", "`at most` is written `<=` here"),
    (
        r"\bat (least|most) (?=\w)", "x >= ",
        "what is compared stands before `>=` (at least) or `<=` (at most)", False,
    ),
    (r"\bis (not )?in\b", r"\1in", "whether one is among several is asked with `in` alone"),
)  # fmt: skip
EXAMPLES = (
    (r"^(\w+ may) only (?!:)(.+)$", r"\1 only: \2", "a colon stands behind `may only`"),
    (r"^(\w+ may(?: not)?) ?: (.+)$", r"\1 \2", "a colon stands only behind `may only`"),
    (
        r"^given (\w+) of (\w+)(?:,|,? and) \w+ = (.+)$", r"given \1 of \2 = \3",
        "each has a line of its own",
    ),
    (
        r"^([a-z]\w*) (?!wins|ends|sees|has|is)([a-z]+?)s( [^=:]+)?$", r"\1: \2\3",
        "a colon stands behind who makes the move",
    ),
)  # fmt: skip
STEPS = (
    (rf"^(?:the )?card (?:goes )?to ({PLACE})$", r"move card to \1", "cards go there by `move`"),
    (r"^(.*\w) ?\( ?\)(.*)$", r"\1\2", "brackets with nothing in them are left out"),
    (r"^(?:run|call|play|do|start) (?P<phase>\w+)$", r"\1", "a phase is run by its name alone"),
    (
        r"^for (?:each |every |all )?(?:seat|player)s? (?:from|(?:start|begin)\w* (?:from|with|at))"
        r" (.+)$", r"for seat in seats from \1", "each is named, and then who they are",
    ),
    (rf"^({PLACE}) (?:chooses|choses|must choose)$", r"choose \1", "who chooses stands behind it"),
)  # fmt: skip
ENGLISH: tuple[English, ...] = (*PACK, *CARDS, *QUESTIONS, *EXAMPLES, *STEPS)
