"""What stands before the word that does not fit, and was read as a whole value.

Where it can hardly have been meant as one, all that may follow a value is no help.
"""

from __future__ import annotations

import re
from itertools import pairwise

import attrs

from hoyle.dsl.nearest import COUNTED, WRITTEN
from hoyle.dsl.parser.misreadings import PACK_LINES, says_more
from hoyle.dsl.parser.page_names import (
    declares,
    find_index,
    find_places,
    is_asked,
    is_gone_through,
    is_mentioned,
)
from hoyle.dsl.parser.plain_moves import ASKED_EACH
from hoyle.dsl.parser.repairs import FILLERS, READ_ON, ParseFailure, Repair
from hoyle.dsl.parser.rewordings import read_line, write_out
from hoyle.dsl.parser.vocabulary import OPERATIONS, Token, find_kinds, list_terminals

# What is said of those that are gone through, and what stands before it.
NARROWED = {"any": "where", "best": "where", "count": "where", "first": "where", "for": "where",
            "lowest": "where", "every": ":"}  # fmt: skip
# What says no more of each of them: it ends a phrase, or more are gone through, or fewer.
GOING_ON = frozenset({",", ")", "]", "and", "or", "to", "until"})
ASKING = frozenset({"until", "if", "when", "where", "must", "and", "or", "not", "expect"})
PEOPLE = re.compile("(?:no|any|some|every)(?:body|one)")
MORE = dict.fromkeys(("more", "higher", "greater"), ">")
MORE |= dict.fromkeys(("less", "fewer", "lower"), "<")
IS_A = re.compile(
    r"(?P<lead>(?:.*\b(?:if|must|until|where|and|or)|.*=) )(?P<what>.+?) is (?P<no>not )?an? "
    r"(?P<kind>\w+)(?P<rest>.*)$", re.DOTALL
)  # fmt: skip
STARTS_VALUE = frozenset({"NAME", "INT", "CARD", "RANK", "SUIT"})


def find_asked_name(failure: ParseFailure) -> Repair | None:
    """The name of a define beside what it is asked of: `seat has_low`, `adds_up card, cards`."""
    at, tokens = failure.at, failure.tokens
    if not 0 < at < len(tokens) or len(tokens) > READ_ON:
        return None
    one, other = failure.quote(at - 1), failure.text
    new, stop, params = "", at + 1, failure.list_parameters(other)
    if several := failure.list_parameters(one):
        stop = _find_values_end(tokens, at, len(several))
        new = f"{one}({write_out(tokens[at:stop])})" if stop else ""
    elif at == 1 and "MOVE" in failure.states[0].find_actions():
        return None  # a verb, as in `declare point`
    elif len(params) == 1 and one.isidentifier():
        new = f"{other} of {one}"
    both = attrs.evolve(tokens[at - 1], text=new, end=tokens[stop - 1].end)
    line = write_out((*tokens[: at - 1], both, *tokens[stop:]))
    after = read_line(failure, line) if new else None
    if after is not None:
        says = "what it is asked of stands behind `of`, or in brackets"
        return Repair(at, line, after, says)
    asked, params = (one, several) if several else (other, params)
    phase = declares(failure.page, "phase", asked)  # of which it is told elsewhere what it takes
    if phase or not params or failure.quote(at + (asked == other)) == "(":
        return None
    given = new if len(several) == 1 else f"{asked}({', '.join(params)})"
    return Repair(at, says=f"all that it is asked of stands in brackets: `{given}`")


def find_asked_as_a_kind(failure: ParseFailure) -> Repair | None:
    """`others + upcard is a meld`, of a define that is called `is_meld` and asked of one thing."""
    found = IS_A.match(write_out(failure.tokens)) if len(failure.tokens) <= READ_ON else None
    if found is None or len(failure.list_parameters(f"is_{found['kind']}")) != 1:
        return None
    asked = f"{found['no'] or ''}is_{found['kind']}({found['what']})"
    line = f"{found['lead']}{asked}{found['rest']}"
    after = read_line(failure, line)
    says = "what it is asked of stands in brackets"
    return Repair(failure.at, line, after, says) if after is not None else None


def _find_values_end(tokens: tuple[Token, ...], at: int, count: int) -> int:
    """Where so many values end that begin at a word; 0 where fewer stand there."""
    end = at - 1
    for _ in range(count):
        if end >= at and (end == len(tokens) or tokens[end].text != ","):
            return 0
        end = _find_value_end(tokens, end + 1)
    return end


def _find_value_end(tokens: tuple[Token, ...], at: int) -> int:
    """Where a value ends, with what it is asked of: `side of holder`, `place(1) of seat`."""
    end, depth = at + 1, 0
    while end < len(tokens):
        word = tokens[end].text
        depth += (word == "(") - (word == ")")
        if depth < 0 or not (depth or word in ("of", ")") or tokens[end - 1].text == "of"):
            break
        end += 1
    return end


def find_each_place(failure: ParseFailure) -> Repair | None:
    """`for each column`, where the columns are told apart by a number alone."""
    at = failure.at - 1
    if at <= 0 or failure.quote(at) not in ("each", "every", "all"):
        return None
    names = (failure.text, failure.text.removesuffix("s"))
    numbers = next(filter(None, (find_places(failure.page, name) for name in names)), "")
    if not re.fullmatch(r"\d+ ?\.\. ?\d+", numbers):
        return None
    return Repair(at, says=f"each of them has a number: `for n in {numbers}`")


def find_asked_twice(failure: ParseFailure) -> Repair | None:
    """`place(n) of seat`, of what there is one for each of both."""
    at, tokens = failure.at, failure.tokens
    if failure.text != "of" or failure.quote(at - 1) != ")" or at + 1 >= len(tokens):
        return None
    begin, depth = at - 1, 1
    while begin > 1 and depth:
        begin -= 1
        depth += (tokens[begin].text == ")") - (tokens[begin].text == "(")
    name = tokens[begin - 1].text
    declared = find_places(failure.page, name)
    if not declared:
        return None
    says = "all that it is asked of stands in brackets"
    if not re.search("[A-Z]", declared):  # a number alone
        says = f"there is one for each of {declared} only; one for each seat too is declared "
        says += f"`{name}(Seat, {declared})`, and asked so"
    asked = f"{name}({tokens[at + 1].text}, {write_out(tokens[begin + 1 : at - 1])})"
    return Repair(at, name, says=f"{says}: `{asked}`")


def _goes_on(failure: ParseFailure) -> bool:
    """Whether more could be made of a value that stands before a word."""
    return bool(failure.text) and failure.at > 0 and "PLUS" in failure.here.list_allowed()


def _ends_value(failure: ParseFailure) -> bool:
    """Whether the word before was read as a name, with which a value can end."""
    if not _goes_on(failure):
        return False
    before = failure.tokens[failure.at - 1].text
    return failure.states[failure.at - 1].find_kind(before) == "NAME"


def find_counted(failure: ParseFailure) -> Repair | None:
    """`until three passes`, of a piece of state that counts them."""
    before, name = failure.quote(failure.at - 1) if failure.at > 1 else "", failure.text
    count = WRITTEN[before] if before in COUNTED else before
    if not count.isdigit() or not name or not failure.is_kept(name):
        return None
    if failure.quote(failure.at - 2) not in ASKING:
        return None
    return Repair(failure.at - 1, says=f"how many it is stands behind `is`: `{name} is {count}`")


def find_unknown(failure: ParseFailure) -> Repair | None:
    """A word that was taken for a name, and that the text has nowhere else: `at least 2`."""
    word = failure.tokens[failure.at - 1].text if _ends_value(failure) else ""
    if not word or failure.is_given(word) or word in OPERATIONS:
        return None
    if PEOPLE.fullmatch(word):
        return Repair(failure.at - 1, says=ASKED_EACH)
    params = failure.list_parameters(failure.text)
    if find_index(failure.page, failure.text) or len(params) == 1:
        says = f"of whom, or of what, stands behind it: `{failure.text} of …`"
        return Repair(failure.at - 1, says=says)
    if len(word) == 1:
        return None  # so are names of columns and of numbers
    foreign = word in list_terminals() or word in FILLERS
    if not foreign and is_mentioned(failure.page, word):
        return None
    if word in MORE and failure.text == "than":
        return Repair(failure.at - 1, says=f"`{word} than` is written `{MORE[word]}`")
    figures = f"it is written in figures: `{WRITTEN[word]}`" if word in COUNTED else ""
    return Repair(failure.at - 1, says=figures or "nothing is called so here")


def find_asked(failure: ParseFailure) -> Repair | None:
    """What is asked of something, and has something else beside it: `last card laid`."""
    name = failure.quote(failure.at - 1) if _ends_value(failure) else ""
    if not name or not STARTS_VALUE.intersection(find_kinds(failure.text)):
        return None
    if name not in OPERATIONS and not is_asked(failure.page, name):
        return None
    if is_gone_through(failure.page, name):
        return None  # `for side in sides`: it stands for itself
    return Repair(
        failure.at, says=f"after `{name}` comes `of`, and what it is asked of: `{name} of …`"
    )


def find_listed(failure: ParseFailure) -> Repair | None:
    """Several values of a cell that stand side by side: `jack queen king | 10`."""
    if "VBAR" not in failure.here.list_allowed() or len(failure.tokens) > READ_ON:
        return None
    begins = max((k + 1 for k in range(failure.at) if failure.quote(k) == "|"), default=0)
    ends = next((k for k in range(begins, len(failure.tokens)) if failure.quote(k) == "|"), 0)
    words = failure.tokens[begins:ends]
    kinds = [find_kinds(word.text) for word in words]
    if len(words) < 2 or not all(map(STARTS_VALUE.intersection, kinds)):
        return None
    if any(
        "NAME" in of and not failure.is_given(w.text) for w, of in zip(words, kinds, strict=True)
    ):
        return None
    joined = ", ".join(word.text for word in words)
    both = attrs.evolve(words[0], text=joined, end=words[-1].end)
    line = write_out((*failure.tokens[:begins], both, *failure.tokens[ends:]))
    after = read_line(failure, line)
    return Repair(failure.at, line, after, "commas stand between them") if after else None


OF_EACH = frozenset({"highest", "lowest", "total"})  # `highest … for seat in …`
BEHIND_NUMBER = frozenset({"<", ">", "<=", ">=", "is"})


def find_narrowed(failure: ParseFailure) -> Repair | None:
    """Something that is said of those that are gone through: `for r in ranks above low`."""
    if not _goes_on(failure) or not {"WHERE", "COLON"} & failure.here.list_allowed():
        return None
    words = [word.text for word in failure.tokens[: failure.at]]
    begins = [
        k for k, word in enumerate(words) if word in NARROWED and words[k + 2 : k + 3] == ["in"]
    ]
    by = NARROWED[words[begins[-1]]] if begins else ""
    if not by or by in words[begins[-1] :] or failure.text in GOING_ON:
        return None
    of_each = max((k for k in range(begins[-1]) if words[k] in OF_EACH), default=None)
    if of_each is not None and words[begins[-1]] == "for" and failure.text in BEHIND_NUMBER:
        phrase = write_out(failure.tokens[of_each : failure.at])
        return Repair(failure.at, says=f"the phrase before this stands in brackets:  ({phrase})")
    head = write_out(failure.tokens[begins[-1] : failure.at])
    says = f"those that fit are found with `where`: `{head} where …`"
    if by == ":":
        says = f"what is asked of each stands behind a colon: `{head}: …`"
    return Repair(failure.at, says=says)


def find_no_rank(failure: ParseFailure) -> Repair | None:
    """A word that says more of a line of the pack than stands there: `7 8 9 if players = 4`."""
    pairs = enumerate(pairwise(failure.tokens))
    at = next((at for at, (one, other) in pairs if says_more(one.text, other.text)), 0)
    named = 0 < at <= failure.at and "RANK" in failure.states[at].list_allowed()
    says = PACK_LINES.get(failure.first) if named else None
    return Repair(at, says=says) if says else None


def find_headless_phrase(failure: ParseFailure) -> Repair | None:
    """What is asked of each of several, without the word that such a phrase begins with."""
    if failure.text != "for" or not _goes_on(failure) or failure.quote(failure.at + 2) != "in":
        return None
    return Repair(
        failure.at,
        says="what goes through several begins with `total`, `highest` or `lowest`: "
        "`highest … for … in …`",
    )
