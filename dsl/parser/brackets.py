"""Phrases that are only read with brackets round them, and values that run over two lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from hoyle.dsl.parser.page_names import declares, is_declared
from hoyle.dsl.parser.repairs import HEADS, READ_ON, ParseFailure, Repair, accept_line_end
from hoyle.dsl.parser.rewordings import read_line, write_out
from hoyle.dsl.parser.vocabulary import (
    Line,
    ParserState,
    Token,
    find_kinds,
    list_step_words,
    list_terminals,
)

# The words that begin a phrase: it runs to the end of its expression.
PHRASES = frozenset(
    ["any", "every", "count", "total", "highest", "lowest", "best", "first", "sole", "all"]
)
# Those that go on with a name and `in`.
WITH_IN = frozenset(["any", "every", "count", "best", "first"])
QUESTIONS = {"any": " where …", "every": ": …"}
COMPARING = frozenset(["is", "not", "in", "<", ">", "<=", ">="])
# What goes on with a line above in brackets only, and after what somebody expects any word to.
GOING_ON = frozenset(["else", "if", "-", "<", ">", "<=", ">="])
JOINING = frozenset(
    ["and", "or", "not", "is", "in", "where", "else", "+", "-", "*", "/", "<", ">", "<=", ">="]
)
SIGNS = frozenset(["+", "-", "*", "/", "<", ">", "<=", ">="])
SUM = r"\b(?:highest|lowest|total) [^()]+? for \w+ in \w+(?: of \w+)*"
TWO_SUMS = re.compile(rf"({SUM}) ?([-+*/]) ?({SUM})")  # one worked out with the other
OPEN, CLOSE = Token("(", 0, 0), Token(")", 0, 0)


def _list_phrases(failure: ParseFailure) -> Iterator[int]:
    """The words where a bracket before a phrase may be missing, the last of them first."""
    for at in range(min(failure.at, len(failure.tokens) - 1), -1, -1):
        here = failure.states[at]
        word, before = failure.quote(at), failure.quote(at - 1) if at else ""
        if word in PHRASES and word != before and here.accept_kind("NAME"):
            yield at


def _open_bracket(failure: ParseFailure, at: int) -> ParserState | None:
    return failure.states[at].accept(OPEN)


def find_open_phrase(failure: ParseFailure) -> Repair | None:
    """A phrase without the brackets that begin or end it: `hand of first seat in seats`."""
    if failure.text == "where":
        return None  # it stands inside the phrase
    line = write_out(failure.tokens) if len(failure.tokens) <= READ_ON else ""
    both = TWO_SUMS.sub(r"(\1) \2 (\3)", line, count=1)
    if both != line and (after := read_line(failure, both)) is not None:
        says = "a phrase goes on as far as it can: each stands in brackets"
        return Repair(failure.at - 1, both, after, says)
    return _find_open(failure, _list_phrases(failure), "the phrase before this stands in brackets")


def find_open_clause(failure: ParseFailure) -> Repair | None:
    """`a if b else seats where …`, `lay highest 2 if a else 1`: that wants brackets there."""
    at, further = failure.at - 1, {"of"} if failure.text == "where" else {"of", *SIGNS}
    while at > 1 and failure.quote(at - 1) in further:
        at -= 2
    alternatives = at > 0 and failure.quote(at - 1) == "or"  # then `where` is of all of them
    begins = [max(at, 0)] if failure.text in ("where", "if") and not alternatives else []
    return _find_open(failure, begins, "such a phrase stands in brackets here")


def _find_open(failure: ParseFailure, begins: Iterable[int], says: str) -> Repair | None:
    """A phrase that can be read once it has brackets, begun at one of these words."""
    tokens = failure.tokens
    for begin in begins if len(tokens) <= READ_ON else ():
        inside = _open_bracket(failure, begin)
        states = inside.accept_all(tokens[begin:]) if inside else []
        for end in range(begin + len(states), begin, -1):
            closed = states[end - begin - 1].accept(CLOSE)
            rest = [] if closed is None else [closed, *closed.accept_all(tokens[end:])]
            if len(rest) <= len(tokens) - end or _asks_of_answer(tokens, begin, end):
                continue
            after = accept_line_end(rest[-1], failure.opens)
            # Where the line lacks something at its end as well, only the phrase is shown.
            whole = (0, len(tokens)) if after is not None else (begin, end)
            meant = _write_in_brackets(tokens, begin, end, whole)
            if failure.takes_for_name(begin):
                return Repair(begin, meant, after, "such a phrase stands in brackets here")
            if after is not None:
                return Repair(failure.at, meant, after, says)
            below = failure.following.tokens[0].text if failure.following is not None else ""
            if failure.text == "if" and (" by " in meant or below == "else"):
                goes_on = ", and so does the whole, since `else` begins a line" * (below == "else")
                return Repair(failure.at, says=f"{says}{goes_on}:  {meant}")
    return None


def find_cut_phrase(failure: ParseFailure) -> Repair | None:
    """A phrase of which nothing but its name is there: `hand of any seat`."""
    begin = failure.at - 1
    if begin > 0 and failure.here.list_allowed() == {"IN"} and failure.text in (*COMPARING, "has"):
        word, name = failure.quote(begin - 1), failure.quote(begin)
        phrase = f"`{word} {name} in …{QUESTIONS.get(word, '')}`"
        return Repair(begin - 1, says=f"it begins a phrase: {phrase}") if word in WITH_IN else None
    if begin < 0 or not failure.text or failure.tokens[begin].text not in WITH_IN:
        return None
    if not failure.takes_for_name(begin) or "NAME" not in find_kinds(failure.text):
        return None
    if failure.text in list_terminals() or _open_bracket(failure, begin) is None:
        return None
    word, name = failure.tokens[begin].text, failure.quote(failure.at)
    if word in QUESTIONS:
        return Repair(begin, says=f"it begins a question: `{word} {name} in …{QUESTIONS[word]}`")
    says = "a phrase has an `in`, and brackets here: "
    if is_declared(failure.page, failure.text):  # it has a name for each of them, not theirs
        return Repair(begin, says=f"{says}`({word} one in {name}{' …' * (word != 'first')})`")
    return Repair(begin, says=f"{says}`({word} {name} in …)`")


def _asks_of_answer(tokens: tuple[Token, ...], begin: int, end: int) -> bool:
    """Whether a question would be compared or reckoned with: what is asked of each was meant."""
    goes_on = end < len(tokens) and tokens[end].text in COMPARING | SIGNS
    return goes_on and tokens[begin].text in QUESTIONS


def find_unbracketed(failure: ParseFailure) -> Repair | None:
    """The next line would go on with this one, were there brackets round the whole."""
    below = failure.following
    if failure.text or below is None or below.indent < failure.line.indent:
        return None
    meant, further = below.tokens[0].text, below.indent > failure.line.indent
    line = _join_phrase(failure, below) if further else None
    if line is not None:
        return Repair(failure.at, meant, says=f"write:  {line}")
    named = None if further else failure.here.accept_kind("NAME")
    # Where one would stand if this line had its value; the line below could not begin one there.
    after = None if named is None else accept_line_end(named, False)
    only_there = further or (after is not None and after.accept(below.tokens[0]) is None)
    joined = failure.tokens[-1].text in JOINING and only_there
    here = failure.here.list_allowed()
    if "VBAR" in here and "_NEWLINE" not in here:
        return None  # a row of one cell
    if all(any(word.text == "|" for word in line.tokens) for line in (failure.line, below)):
        return None  # the next row
    if meant not in GOING_ON and (not joined or failure.first in ("if", "else")):
        return None
    fits = failure.here.accept(below.tokens[0]) is not None
    return Repair(failure.at, meant, after) if fits else None


def find_taken_phrase(failure: ParseFailure) -> Repair | None:
    """A word that begins a phrase, as `total` does, where the text calls something so."""
    words = enumerate(failure.tokens)
    named = (k for k, word in words if k and word.text in PHRASES and failure.is_given(word.text))
    return next(map(Repair, named), None)


def find_sign_first(failure: ParseFailure) -> Repair | None:
    """A line that begins with a sign, where a value has ended and nothing else can stand."""
    ended = failure.here.list_allowed() == {"_DEDENT"}
    return Repair(0) if failure.at == 0 and ended and failure.text in SIGNS else None


def goes_on(cut: ParseFailure, line: Line) -> bool:
    """Whether a line goes on with one above that stops too soon."""
    word = line.tokens[0]
    further = word.text in GOING_ON | JOINING or cut.here.accept(word) is not None
    return line.indent == cut.line.indent and not cut.text and further


def find_split(failure: ParseFailure) -> Repair | None:
    """A line that is broken where none may be: with the line below it can be read."""
    below = failure.following
    if failure.text or below is None or below.indent <= failure.line.indent:
        return None
    if failure.first in HEADS and _is_step(failure, below):
        return None
    tokens = (*failure.tokens, *below.tokens)
    states = failure.here.accept_all(below.tokens)
    named = failure.here.takes_for_name(below.tokens[0].text)
    if named or len(states) < len(below.tokens) or states[-1].accept_kind("_NEWLINE") is None:
        return None
    return Repair(failure.at, says=write_out(tokens))


def _is_step(failure: ParseFailure, below: Line) -> bool:
    """Whether the line below a head is what is done there; a lone name may be a phase."""
    if len(below.tokens) == 1:
        name = below.tokens[0].text
        return name in list_step_words() or declares(failure.page, "phase", name)
    inside = ParserState.at("one_declaration").accept_kinds("MATCH", "_NEWLINE", "_INDENT")
    states = inside.accept_all(below.tokens) if inside else []
    return len(states) == len(below.tokens) and accept_line_end(states[-1], False) is not None


def _join_phrase(failure: ParseFailure, below: Line) -> str | None:
    """This line and the next as one, if a phrase of this one ends there once it has brackets."""
    tokens = (*failure.tokens, *below.tokens)
    for begin in _list_phrases(failure) if len(tokens) <= READ_ON else ():
        inside = _open_bracket(failure, begin)
        states = inside.accept_all(tokens[begin:]) if inside else []
        closed = states[-1].accept(CLOSE) if len(states) == len(tokens) - begin else None
        if closed and accept_line_end(closed, False):
            return _write_in_brackets(tokens, begin, len(tokens), (0, len(tokens)))
    return None


def _write_in_brackets(
    tokens: tuple[Token, ...], begin: int, end: int, shown: tuple[int, int]
) -> str:
    """The words that are shown, with brackets round those from `begin` to before `end`."""
    words = list(tokens)
    words[begin] = attrs.evolve(words[begin], text=f"({words[begin].text}")
    words[end - 1] = attrs.evolve(words[end - 1], text=f"{words[end - 1].text})")
    return write_out(tuple(words[slice(*shown)]))
