"""What somebody may have meant: one word changed, put in or left out, and tried with the parser.

A repair is offered only when the rest of the line can be read with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from hoyle.dsl.nearest import distance
from hoyle.dsl.parser.vocabulary import (
    CALLED,
    Line,
    ParserState,
    Token,
    find_kinds,
    find_reserved,
    list_spellings,
)

# A word longer than this is not misspelt, and no more than so many words are read on with a repair.
LONGEST_WORD = 20
READ_ON = 60

# Words of other languages, and other words for ours.
FOREIGN = {
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "while": "repeat until not",
    "foreach": "for",
    "each": "every",
    "all": "every",
    "def": "define",
    "function": "define",
    "procedure": "phase",
    "const": "define",
    "var": "let",
    "val": "let",
    "print": "say",
    "break": "stop",
    "return": "stop",
    "exit": "stop",
    "quit": "stop",
    "require": "must",
    "requires": "must",
    "assert": "must",
    "test": "example",
    "give": "move",
    "put": "move",
    "take": "move",
    "draw": "move",
    "into": "to",
    "onto": "to",
    "equals": "is",
    "equal": "is",
    "are": "is",
    "isnt": "is not",
    "has": "is",
    "unless": "if not",
    "when": "if",
    "loop": "repeat",
    "do": "repeat",
    "choice": "choose",
    "default": "otherwise",
    "import": "use",
    "include": "use",
    "deck": "pack",
    "cards": "pack",
    "areas": "zones",
    "piles": "zones",
    "variables": "state",
    "among": "in",
    "with": "where",
    "such": "where",
}  # fmt: skip
FILLERS = frozenset({"the", "a", "an", "then", "do", "please", "now", "begin"})


@attrs.frozen
class ParseFailure:
    """A line that cannot be read on.

    `stands[i]` is before word i; `at` is the word that cannot stand there, the number of words
    where the line's end comes too soon. `opens` where the next line stands further in.
    """

    line: Line
    states: list[ParserState]
    at: int
    opens: bool
    # What its end is called.
    end: str = "at the end of this line"

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the line."""
        return self.line.tokens

    @property
    def here(self) -> ParserState:
        """Where one stands before the word that does not fit."""
        return self.states[self.at]


@attrs.frozen
class Repair:
    """A way to read the line: word `at` is replaced by `meant`, has it put before it, or goes.

    `after` is where one stands after the line end then; None if the line has another mistake later.
    """

    at: int
    meant: str
    after: ParserState | None
    # Whether the whole line belongs elsewhere, and so its neighbours may as well.
    elsewhere: bool = False


def accept_line_end(state: ParserState, opens: bool) -> ParserState | None:
    """After the line's end, if what follows fits: a block where one is opened."""
    after = state.accept_kind("_NEWLINE")
    if after is None or (opens and after.accept_kind("_INDENT") is None):
        return None
    return after


def try_rest(failure: ParseFailure, state: ParserState | None, first: int) -> Repair | None:
    """Whether the words from `first` on can follow; `at` and `meant` are for the caller to fill."""
    if state is None:
        return None
    rest = failure.tokens[first : first + READ_ON]
    states = state.accept_all(rest)
    if len(states) == len(rest):
        last = states[-1] if states else state
        if first + len(rest) < len(failure.tokens):
            return Repair(0, "", None)
        after = accept_line_end(last, failure.opens)
        return None if after is None else Repair(0, "", after)
    # Another mistake comes later: three more words read are a good sign all the same.
    return Repair(0, "", None) if first + len(states) >= failure.at + 3 else None


def accept_words(state: ParserState, tokens: str) -> ParserState | None:
    """Where one stands after words of the language, with blanks between them."""
    after: ParserState | None = state
    for text in tokens.split(" "):
        after = after and after.accept(Token(text, 0, 0))
    return after


# ---------------------------------------------------------------------- another word


def find_alike(word: str, candidates: Iterable[str]) -> list[tuple[int, str]]:
    """What `word` may be a slip of, with the number of letters that differ, the nearest first."""
    if len(word) > LONGEST_WORD:
        return []
    most = max(1, (max(len(word), 3) + 1) // 3)
    lower = word.lower()
    ranked = [(0 if other == lower else distance(word, other), other) for other in candidates]
    return sorted(
        (steps, other)
        for steps, other in ranked
        if steps <= most or (steps == 2 < len(word) and _lacks_letters(lower, other))
    )


def _lacks_letters(word: str, other: str) -> bool:
    """Whether `word` is `other` without some of its letters: `chos`."""
    letters = iter(other)
    return word[0] == other[0] and all(letter in letters for letter in word)


def find_misspelling(failure: ParseFailure) -> Repair | None:
    """A word that is nearly one of the language, here or a little before."""
    found: list[tuple[bool, int, int, str, Repair]] = []
    for at in _list_suspects(failure):
        text = failure.tokens[at].text
        if text in find_reserved() or not text.isascii() or not text[:1].isalpha():
            continue
        for steps, meant in find_alike(text, failure.states[at].list_allowed_words()):
            if meant == text:
                continue
            repair = try_rest(failure, accept_words(failure.states[at], meant), at + 1)
            if repair is not None:
                repair = Repair(at, meant, repair.after)
                found.append((repair.after is None, steps, failure.at - at, meant, repair))
    return min(found)[-1] if found else None


def find_foreign_word(failure: ParseFailure) -> Repair | None:
    """A word of another language, or another word for ours."""
    for at in _list_suspects(failure):
        meant = FOREIGN.get(failure.tokens[at].text)
        if meant is not None:
            repair = try_rest(failure, accept_words(failure.states[at], meant), at + 1)
            if repair is not None:
                return Repair(at, meant, repair.after)
    return None


def _list_suspects(failure: ParseFailure) -> Iterator[int]:
    """The words that a mistake may lie in, the likeliest first."""
    seen = set()
    for at in (failure.at, failure.at - 1, failure.at - 2, 0):
        if 0 <= at < len(failure.tokens) and at not in seen:
            seen.add(at)
            yield at


def find_other_word(failure: ParseFailure) -> Repair | None:
    """The only word of the language that can stand instead: `for seat of seats`."""
    if failure.at >= len(failure.tokens) or not failure.tokens[failure.at].text[:1].isalpha():
        return None
    fitting = [
        Repair(failure.at, meant, repair.after)
        for meant in failure.here.list_allowed_words()
        if (repair := try_rest(failure, accept_words(failure.here, meant), failure.at + 1))
        is not None
    ]
    return fitting[0] if len(fitting) == 1 else None


def try_instead(failure: ParseFailure, meant: str) -> Repair | None:
    """`meant` in place of the word that does not fit, if it can stand there at all."""
    after = accept_words(failure.here, meant)
    if after is None:
        return None
    repair = try_rest(failure, after, failure.at + 1)
    return Repair(failure.at, meant, repair.after if repair else None)


# ---------------------------------------------------------------------- names


def find_reserved_name(failure: ParseFailure) -> Repair | None:
    """A word of the language where a name was wanted: `x = first + 1`."""
    for at in (failure.at, failure.at - 1):
        # At the beginning of a line it is what the line does.
        if 0 < at < len(failure.tokens) and failure.tokens[at].text in find_reserved():
            state = failure.states[at].accept_kind("NAME")
            repair = try_rest(failure, state, at + 1)
            if repair is not None and repair.after is not None:
                return Repair(at, "", repair.after)
    return None


def find_missing_name(failure: ParseFailure) -> Repair | None:
    """A word that was taken for a name because the name before it is missing: `for in seats`."""
    at = failure.at - 1
    if at < 0 or failure.tokens[at].text not in find_reserved():
        return None
    if failure.states[at].find_kind(failure.tokens[at].text) != "NAME":
        return None
    repair = try_rest(failure, failure.states[at].accept_kind("NAME"), at)
    return None if repair is None else Repair(at, "a name", repair.after)


# ---------------------------------------------------------------------- one more, one less


def find_missing(failure: ParseFailure) -> list[Repair]:
    """What may be missing before the word that does not fit; several where several would do."""
    allowed = failure.here.list_allowed()
    known = list_spellings()
    written = sorted(known[kind] for kind in allowed if kind in known)
    # A value may be missing where a name and a number would both do.
    shaped = [kind for kind in ("NAME", "TYPE", "STRING", "INT", "CARD") if kind in allowed]
    is_value = {"NAME", "INT", "LPAR"} <= allowed
    if is_value:
        shaped, written = ["NAME"], []
    found = []
    for text in written:
        repair = try_rest(failure, accept_words(failure.here, text), failure.at)
        if repair is not None and repair.after is not None:
            found.append(Repair(failure.at, f"`{text}`", repair.after))
    for kind in shaped:
        repair = try_rest(failure, failure.here.accept_kind(kind), failure.at)
        if repair is not None and repair.after is not None:
            found.append(Repair(failure.at, "a value" if is_value else CALLED[kind], repair.after))
    return found


def find_needless(failure: ParseFailure) -> Repair | None:
    """A word without which the line can be read: a filler before, or the one that does not fit."""
    before = failure.at - 1
    if before >= 0 and failure.tokens[before].text in FILLERS:
        repair = try_rest(failure, failure.states[before], before + 1)
        if repair is not None:
            return Repair(before, "", repair.after)
    if failure.at < len(failure.tokens) and failure.at > 0:
        repair = try_rest(failure, failure.here, failure.at + 1)
        if repair is not None and repair.after is not None:
            return Repair(failure.at, "", repair.after)
    return None


def is_name(text: str) -> bool:
    """Whether a word is written like a name."""
    return "NAME" in find_kinds(text)
