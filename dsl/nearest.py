"""The word that somebody may have meant: another one for the same, or one that is spelt alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

# What others write for cards, numbers and answers.
COUNTED = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
WRITTEN = {
    "spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "spade": "♠", "heart": "♥",
    "diamond": "♦", "club": "♣", "ace": "A", "king": "K", "queen": "Q", "jack": "J", "true": "yes",
    "on": "yes", "false": "no", "off": "no",
    "nobody": "none", "nothing": "none", "null": "none", "nil": "none",
    "anticlockwise": "counter_clockwise", "Player": "Seat", "Players": "Seats", "Team": "Side",
    "Teams": "Sides", "Boolean": "YesNo", "Bool": "YesNo",
    "boolean": "YesNo", "bool": "YesNo",
    "zero": "0",
    **{word: str(number) for number, word in enumerate(COUNTED, 1)},
}  # fmt: skip
# How often something is there, in other words: `2 jokers`, `joker 2`, `two jokers`.
COUNT = rf"(?:\d{{1,4}}|{'|'.join(COUNTED)})"
TIMES = rf"(?:{COUNT} ?x? [a-z]\w*|[a-z]\w*?[:,]? ?[x*]? ?\d{{1,4}}|[a-z]\w*? {COUNT}|[a-z]\w*)"
# What makes a name for what is done, who does it or several of a word: `declaration`, `dealing`.
ENDING = re.compile(r"(?:ations?|ions?|ings?|[eo]rs?|ed|e?s|e)$")
# What asks for one of two numbers.
OF_TWO = {
    word: meant
    for meant, words in {
        "smaller": "smaller smallest lower lowest least min minimum",
        "larger": "larger largest higher highest most max maximum",
    }.items()
    for word in words.split()
}


def find_written(word: str) -> str | None:
    """What a word stands for that others write, also for several: `aces`."""
    return WRITTEN.get(word, WRITTEN.get(word.removesuffix("s")))


def write_times(words: str) -> str | None:
    """Names with how often each is there, as a pack has it: `joker x2, fool` for `2 jokers, fool`.

    None where the words are something else.
    """
    parts = re.split(r",(?! ?\d+(?:,|$)) ?(?:and )?| and ", words.replace(" x ", " x"))
    if not all(re.fullmatch(TIMES, part) for part in parts):
        return None
    found = []
    for part in parts:
        several = re.fullmatch(rf"(?:({COUNT}) ?x? )?(\w+?)[:,]? ?[x*]? ?({COUNT})?", part)
        assert several is not None
        said = several[1] or several[3] or ""
        count = WRITTEN.get(said, said) or "1"
        name = re.sub(r"(?<!s)s$", "", several[2]) if said else several[2]
        found.append(f"{name} x{count}" if count != "1" else name)
    return ", ".join(found)


def distance(a: str, b: str) -> int:
    """Letters to add, drop, change or swap with their neighbour to get from `a` to `b`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, words: Iterable[str], sooner: Collection[str] = ()) -> str | None:
    """One that differs in case; else the nearest within a third of it, or one of the same stem.

    Of several that are as near, those that come `sooner` go before.
    """
    candidates = sorted(set(words))
    for other in candidates:
        if other.lower() == word.lower():
            return other
    limit = max(1, (max(len(word), 3) + 1) // 3)
    ranked = sorted((distance(word, other), other not in sooner, other) for other in candidates)
    if ranked and ranked[0][0] <= limit and ranked[0][0] < max(len(word), len(ranked[0][2])):
        return ranked[0][2]
    stem = ENDING.sub("", word)
    return next((o for *_, o in ranked if len(stem) > 3 and ENDING.sub("", o) == stem), None)


def find_holding(word: str, names: Iterable[str]) -> str | None:
    """The one name of which a word is a part: `the_count`, `one_hand`; None of several."""
    holding = [name for name in names if word in name.split("_")]
    return holding[0] if len(holding) == 1 else None


def listed(words: Iterable[str], most: int = 16, like: str = "") -> str:
    """`a, b, c`, cut where it grows long; those that are most `like` a word come first then."""
    words = list(words)
    if like and len(words) > most:
        far = len(like) // 2 + 1
        words.sort(key=lambda other: min(distance(like, other), far))
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} and {len(words) - most} more"
