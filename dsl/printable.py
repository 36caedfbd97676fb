"""Names, copies of cards and odd characters as they are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

# For a class of a regular expression; tabs and line ends are not among them.
UNSEEN_SIGNS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069"
    r"\ufeff\ufffe\uffff\ud800-\udfff"
)
UNSEEN = re.compile(rf"(?!\r\n)[{UNSEEN_SIGNS}]")


def make_printable(text: str) -> str:
    """The text with a visible sign for each character that would do something to a terminal."""
    return UNSEEN.sub("\N{SYMBOL FOR SUBSTITUTE}", text)


def shorten(text: str) -> str:
    """What a message shows of a long word."""
    return text if len(text) <= 30 else text[:29] + "…"


def to_dashes(name: str) -> str:
    """A name as it is written outside the rules: `-` for `_`."""
    return name.replace("_", "-")


def to_underscores(name: str) -> str:
    """A name as it is written in the rules."""
    return name.replace("-", "_")


def to_name(title: str) -> str:
    """A title as a name in the rules: `go_fish` of `Go Fish!`."""
    return "_".join(re.findall(r"\w+", title.lower()))


def count_cards(cards: int) -> str:
    """`1 card`, `3 cards`."""
    return f"{cards} card{'s' * (cards != 1)}"


def count_chips(chips: int) -> str:
    """`1 chip`, `3 chips`."""
    return f"{chips} chip{'s' * (chips != 1)}"


def count_players(players: int | str) -> str:
    """`1 player`, `4 players`, `2 to 7 players`."""
    return f"{players} player{'s' * (str(players) != '1')}"


def make_plural(name: str) -> str:
    """The word for several of what has a name: `piles`, `boxes`, `galleries`."""
    if name.endswith("s"):
        return name
    if name.endswith("y") and name[-2:-1] not in ("a", "e", "o", "u"):
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("x", "z", "ch", "sh")) else f"{name}s"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """`ann`, `ann and bob`, `ann, bob and cat`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
