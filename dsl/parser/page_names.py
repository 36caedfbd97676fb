"""Names that a text gives, as far as its lines show them before it can be parsed.

They are asked for at each line that cannot be read; the text is searched once.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

MAX_LETTERS = 100  # of a name that is looked for
# What stands before a new name.
DECLARING = frozenset(
    ["define", "phase", "table", "ranking", "conditions", "policy", "order", "let", "announce"]
)

NO_QUESTION = "(?!(?:if|else|must|may|repeat|until|expect|let|win|always|never|define)\\b)"
FOR_EACH = r"(?: of [\w ,]+|\([^)\n]*\))?"  # of what there may be one for each


@lru_cache(maxsize=256)
def is_given(page: str, word: str) -> bool:
    """Whether the text gives this name to something: a line, a column, `let`, `for`."""
    if is_declared(page, word):
        return True
    if len(word) > MAX_LETTERS:
        return False
    word = re.escape(word)
    given = rf"(?:^|[(,] *){word}{FOR_EACH}:|[,\w] {word} in "
    column = rf"^ *{word} *\||\| *{word} *(?:\||$)"
    return re.search(f"(?m){given}|{column}", page) is not None


@lru_cache(maxsize=256)
def is_mentioned(page: str, word: str) -> bool:
    """Whether a word may be a name: it stands in several places, or a library may give it."""
    return _count_words(page)[word] > 1 or not has_all_names(page)


@lru_cache(maxsize=2)
def _count_words(page: str) -> Counter[str]:
    """How often each word of a text stands outside its comments and sentences."""
    return Counter(re.findall(r"\w+", re.sub(r"#.*|\"[^\"\n]*\"", "", page)))


@lru_cache(maxsize=256)
def is_declared(page: str, word: str) -> bool:
    """Whether a line of the text is there to give this name: state, a zone, a define, `let`."""
    if len(word) > MAX_LETTERS:
        return False
    word = re.escape(word)
    named = rf"\b(?:{'|'.join(sorted(DECLARING))}) {word}\b"
    line = rf"^ +{word}{FOR_EACH}:"
    return re.search(f"(?m){named}|{line}", page) is not None


@lru_cache(maxsize=2)
def list_declared(page: str) -> tuple[str, ...]:
    """The names of its state, zones and options, and of what stands at the left edge."""
    declared = rf"(?m)^ +(\w+){FOR_EACH}:|^(?:{'|'.join(sorted(DECLARING))}) (\w+)"
    return tuple({inside or edge: None for inside, edge in re.findall(declared, page)})


@lru_cache(maxsize=256)
def is_asked(page: str, word: str) -> bool:
    """Whether the text declares what is asked with `of`: there is one for each, or it takes one."""
    if len(word) > MAX_LETTERS:
        return False
    word = re.escape(word)
    family, taking = (
        rf"^ +{word}(?: of [A-Z]|\([^,()\n]+\):)",
        rf"^(?:define|table|ranking|order) {word}(?: of| ?\(|,)",
    )
    return re.search(f"(?m){family}|{taking}", page) is not None


@lru_cache(maxsize=256)
def declares(page: str, kind: str, word: str) -> bool:
    """Whether the text, or a variant in it, gives this name to a `phase`, or another part."""
    line = rf"(?m)^(?:| +(?:add|replace) ){kind} {re.escape(word)}\b"
    if kind == "option":  # these stand together under one head
        line = rf"(?m)^options\n(?:(?: .*)?\n)*? +{re.escape(word)}:"
    return len(word) <= MAX_LETTERS and re.search(line, page) is not None


def is_gone_through(page: str, word: str) -> bool:
    """Whether a line gives this name to each of several: `for side in sides`, `bid number in …`."""
    word = re.escape(word)
    named = rf"(?m)^ *{NO_QUESTION}\w+ (?:.*, ?)?{word} in |\(.*\b{word}: "
    return len(word) <= MAX_LETTERS and re.search(named, page) is not None


def has_all_names(page: str) -> bool:
    """Whether the text gives all its names itself: no library and no other ruleset does."""
    return {"use", "library", "variant", "examples"}.isdisjoint(_count_words(page))


def find_doer(page: str, verb: str) -> str:
    """The state that says who does something: of `lead` the `leader`; empty where there is none."""
    doer = rf"(?m)^ +({re.escape(verb)}\w?e?r): *(?:Seat|Side)\b"
    found = re.search(doer, page) if len(verb) <= MAX_LETTERS else None
    return found[1] if found else ""


@lru_cache(maxsize=256)
def is_kept(page: str, word: str) -> bool:
    """Whether the text has a line that says of what type it is: state, or an option."""
    line = rf"(?m)^ +{re.escape(word)}(?: of \w+|\([^)\n]*\))?: "
    return len(word) <= MAX_LETTERS and re.search(line, page) is not None


@lru_cache(maxsize=2)
def list_zones(page: str) -> frozenset[str]:
    """The names of its zones."""
    return frozenset(
        re.findall(r"(?m)^ +(\w+)\b[^:\n]*: *(?:Cards\b|Pile\b|Card, (?:face|seen)\b)", page)
    )


@lru_cache(maxsize=2)
def find_parameters(page: str) -> dict[str, str]:
    """The words in the brackets of each define, table, ranking or phase, by its name."""
    begins = r"(?:| +(?:add|replace) )(?:define|table|ranking|phase)"
    declared = re.findall(rf"(?m)^{begins} (\w+) ?\(([^)]*)\)", page)
    return dict(reversed(declared))


@lru_cache(maxsize=2)
def list_optional(page: str) -> frozenset[str]:
    """The names of what may be none."""
    return frozenset(re.findall(r"(?m)^ +(\w+)\b[^:\n]*:[^=\n]*\bor none\b", page))


@lru_cache(maxsize=2)
def list_hands(page: str) -> tuple[str, ...]:
    """The names of the zones that each seat has one of; those that it sees alone, if any."""
    zones = r"(?m)^ +(\w+) of Seat: *(?:Cards|Pile)\b"
    own = re.findall(rf"{zones}.*\bseen by owner\b", page)
    return tuple(own or re.findall(zones, page))


@lru_cache(maxsize=2)
def list_scores(page: str) -> tuple[str, ...]:
    """The names of the numbers that each seat, or each side, has one of."""
    return tuple(re.findall(r"(?m)^ +(\w+) of (?:Seat|Side): *-?\w+ ?\.\.", page))


def find_chips(page: str) -> str:
    """The number of each seat, or side, that is paid from or to; empty where the text has none."""
    paid = re.findall(r"(?m)^ +pay .+ (?:from|to) (\w+) of ", page)
    return next((name for name in paid if name in list_scores(page)), "")


def find_paid(page: str, giver: str) -> str:
    """The number of each seat that is paid by a giver; empty where that may be one of several."""
    paid = {*re.findall(rf"(?m)^ +pay .+ from {re.escape(giver)} to (\w+) of ", page)}
    paid = paid or {*list_scores(page)}
    return paid.pop() if len(paid) == 1 else ""


def find_index(page: str, name: str) -> str:
    """What a zone or a piece of state is declared for each of: `Seat`; empty where it is one."""
    found = re.search(rf"(?m)^ +{re.escape(name)} of (Seat|Side|Rank|Suit)\b", page)
    return found[1] if found else ""


def find_places(page: str, name: str) -> str:
    """Of what a zone or a piece of state is declared in brackets, and behind `of`: `Seat, 1..6`."""
    line = rf"(?m)^ +{re.escape(name)}\(([^()\n]*)\)(?: of (\w+))? *:"
    found = re.search(line, page) if len(name) <= MAX_LETTERS else None
    return ", ".join(filter(None, (found[2], found[1]))) if found else ""


@lru_cache(maxsize=2)
def find_order(page: str) -> str:
    """Its first order of ranks; empty where the text has none."""
    found = re.search(r"(?m)^order (\w+)", page)
    return found[1] if found else ""


@lru_cache(maxsize=2)
def find_stock(page: str) -> str:
    """The zone in which the pack lies; empty where the text has none."""
    found = re.search(r"(?m)^ +(\w+):[^\n]*\bstarts with the pack\b", page)
    return found[1] if found else ""


@lru_cache(maxsize=256)
def find_choosing(page: str, action: str) -> str:
    """The phase, or the match, that has an action of this name; empty where none has."""
    if len(action) > MAX_LETTERS:
        return ""
    line = rf" {{4,}}{re.escape(action)}(?: \w+ in .*)?$"
    found = re.search(rf"(?m)^(?:phase (\w+)|(match)\b).*\n(?:(?: .*)?\n)*?{line}", page)
    return found[1] or found[2] if found else ""
