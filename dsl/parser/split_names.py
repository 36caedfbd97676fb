"""A name in several words: `red joker`, `phase count points`, `stand pat`."""

from __future__ import annotations

import re

import attrs

from hoyle.dsl.parser.page_names import DECLARING, is_declared
from hoyle.dsl.parser.repairs import (
    FILLERS,
    SMALL,
    ParseFailure,
    Repair,
    accept_line_end,
    is_name,
    names_declared,
)
from hoyle.dsl.parser.vocabulary import Token, find_reserved

BETWEEN = frozenset(["a", "an", "are", "has", "have", "is", "the"])
MOST_WORDS = 4  # of which a name is made
NUMBERS = frozenset(["amount", "count", "number", "points", "value"])  # no part of an action's name


def find_split_name(failure: ParseFailure) -> Repair | None:
    """What has a name of several words where it is declared, or run: `phase count points`."""
    at = 1 if failure.first in DECLARING else 0
    words = [word.text for word in failure.tokens[at:]]
    ends = {"of", "if", "when", "where"}
    several = next((k for k, one in enumerate(words) if not is_name(one) or one in ends), 0)
    if not {"for", "per"}.isdisjoint(words[:several]):
        return None  # one for each of several
    name = "_".join(words[: several or len(words)])
    if not at and not several and failure.is_phase(name):
        return Repair(1, name, failure.states[0].accept_kinds("NAME", "_NEWLINE"))
    if failure.first in ("let", "define") and "=" not in words:
        return None  # what is named is not parted from its name
    if failure.at > at + 1 or several == 1 or len(words) < 2 or words[0] in FILLERS:
        return None
    last = at + (several or len(words)) - 1
    whole = attrs.evolve(failure.tokens[at], text=name, end=failure.tokens[last].end)
    tokens = (*failure.tokens[:at], whole, *failure.tokens[last + 1 :])
    read = attrs.evolve(failure, line=attrs.evolve(failure.line, tokens=tokens))
    states = [failure.states[0], *failure.states[0].accept_all(tokens)]
    read = attrs.evolve(read, states=states)
    if name in find_reserved() or len(states) <= at + 2 - (len(tokens) == at + 1):
        return None
    if not at and not names_declared(read, 0):
        return None
    after = accept_line_end(states[-1], failure.opens) if len(states) > len(tokens) else None
    return Repair(at + 1, name, after)


def find_split_elsewhere(failure: ParseFailure) -> Repair | None:
    """A name that the text has as one word elsewhere: `red joker` of `cards red_joker`."""
    tokens = failure.tokens
    texts = [word.text for word in tokens]
    for at in (failure.at - 1, failure.at):
        pair = tokens[at : at + 2] if at >= 0 else ()
        name = "_".join(word.text for word in pair)
        if len(pair) < 2 or not all(is_name(word.text) for word in pair):
            continue
        if failure.list_parameters(name) and failure.quote(at + 2) in ("after", "from"):
            continue  # what it takes stands behind `of`, or in brackets
        apart = rf"^ +{' '.join(texts[at : at + 2])}(?: of \w+)?:"  # declared in two words
        if re.search(rf"\b{name}\b|{apart}", failure.page, re.MULTILINE):
            rest = list[Token]()
            for k in range(at, len(tokens)):  # it may stand in the line again
                if texts[k : k + 2] == texts[at : at + 2]:
                    rest.append(attrs.evolve(tokens[k], text=name, end=tokens[k + 1].end))
                elif texts[k - 1 : k + 1] != texts[at : at + 2]:
                    rest.append(tokens[k])
            states = failure.states[at].accept_all(rest)
            if len(states) == len(rest):
                return Repair(at, name, accept_line_end(states[-1], failure.opens))
            if states and failure.list_parameters(name):  # how it is asked is wrong too
                return Repair(at, name)
    return None


def _find_split_verb(failure: ParseFailure, end: int) -> Repair | None:
    """`call high suit in suits`: the last name before `in` is of what is chosen."""
    names = [word.text for word in failure.tokens[: end - 1]]
    if not all(map(is_name, names)) or not (SMALL | FILLERS).isdisjoint(names):
        return None
    name = "_".join(names)
    whole = attrs.evolve(failure.tokens[0], text=name, end=failure.tokens[end - 2].end)
    rest = failure.tokens[end - 1 :]
    states = failure.states[0].accept_all((whole, *rest))
    after = accept_line_end(states[-1], failure.opens) if len(states) > len(rest) else None
    says = f"a name is one word: write `{name} {rest[0].text} in …`"
    return Repair(1, name, after, says) if after is not None else None


def find_told_at_length(failure: ParseFailure) -> Repair | None:
    """A name that the text has, with small words between: `somebody has won`."""
    words = [word.text for word in failure.tokens]
    for at in (failure.at - 1, failure.at):
        for end in range(at + 3, min(at + MOST_WORDS, len(words)) + 1) if at >= 0 else ():
            said = words[at:end]
            names = ["_".join(said), "_".join(one for one in said if one not in BETWEEN)]
            name = next((one for one in names if is_declared(failure.page, one)), "")
            if name and all(map(str.isidentifier, said)) and said[-1] not in BETWEEN:
                return Repair(at, name)
    return None


def find_split_action(failure: ParseFailure) -> Repair | None:
    """What has a name of several words where it can be chosen: `stand pat`."""
    words = [word.text for word in failure.tokens]
    if "in" in words[3:] and (repair := _find_split_verb(failure, words.index("in"))):
        return repair
    acts = failure.states[0].accept_kinds("NAME", "NAME", "IN") is not None
    if not acts or len(words) < 2 or not all(map(is_name, words)):
        return None
    words = [words[0], *(word for word in words[1:] if word != "the")]
    if len(words) < 2 or not (SMALL | FILLERS).isdisjoint(words):
        return None
    after = failure.states[0].accept_kinds("NAME", "_NEWLINE")
    name, chosen = "_".join(words), f"`{' '.join(words)} in …`"
    if words[1] in NUMBERS:
        return Repair(1, name, after, f"what is chosen goes on with `in`: {chosen}")
    says = f"a name is one word: write `{name}`"
    if len(words) == 2 and not failure.is_zone(words[1]):
        says += f"; what is chosen goes on with `in`: {chosen}"
    return Repair(1, name, after, says)
