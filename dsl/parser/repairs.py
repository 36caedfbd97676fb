"""What somebody may have meant: one word changed, put in or left out, and tried with the parser.

A repair is offered only when the rest of the line can be read with it. The functions `find_…` take
a line that cannot be read, and give the repair of one kind of mistake; syntax_errors.py has what is
told of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from hoyle.dsl.nearest import WRITTEN, distance, find_holding
from hoyle.dsl.parser.construct_examples import PARTS
from hoyle.dsl.parser.page_names import (
    DECLARING,
    declares,
    find_index,
    find_parameters,
    find_stock,
    is_asked,
    is_declared,
    is_given,
    is_kept,
    is_mentioned,
    list_declared,
    list_hands,
    list_optional,
    list_scores,
    list_zones,
)
from hoyle.dsl.parser.vocabulary import (
    CALLED,
    JOINING,
    OPERATIONS,
    Line,
    ParserState,
    Token,
    describe_kinds,
    find_kinds,
    find_reserved,
    join_with_or,
    list_spellings,
    list_terminals,
)
from hoyle.dsl.printable import shorten

# A word longer than this is not misspelt, and no more than so many words are read on with a repair.
LONGEST_WORD = 20
READ_ON = 60

# Words of other languages, and other words for ours.
MEANT_BY = {
    "else if": "elif elseif elsif",
    "else": "elif elseif elsif",
    "repeat until not": "while",
    "for": "foreach",
    "every": "each all",
    "define": "def function const",
    "phase": "procedure",
    "let": "var val",
    "say": "print",
    "stop": "break return exit quit",
    "must": "require requires assert should shall",
    "example": "test",
    "move": "give put take draw discard burn toss transfer send return",
    "deal": "give distribute",
    "show": "reveal flip turn",
    "shuffle": "mix",
    "gather": "collect",
    "to": "into onto",
    "is": "equals equal are",
    "is not": "isnt",
    "if not": "unless",
    "if": "when",
    "repeat": "loop do",
    "choose": "choice ask",
    "otherwise": "default",
    "always": "law invariant",
    "use": "import include",
    "pack": "deck cards",
    "policy": "strategy tactic tactics",
    "zones": "areas piles places",
    "state": "variables values registers",
    "in": "among",
    "where": "with such",
    "set": "option",
    "copies": "packs decks",
}
# What each of those words may stand for, the likeliest first.
FOREIGN = {
    word: [meant for meant, words in MEANT_BY.items() if word in words.split()]
    for word in " ".join(MEANT_BY.values()).split()
}
ARTICLES = frozenset({"the", "a", "an"})
FILLERS = ARTICLES | {"only", "then", "do", "please", "now", "begin"}
# Types, in small letters.
SMALL_TYPES = frozenset(
    ["card", "cards", "pile", "rank", "ranks", "seat", "seats", "side", "sides", "suit", "suits"]
)
# Words that only join others.
JOINED_BY = frozenset({"and", "or"})
SMALL = JOINED_BY | frozenset({
    "as", "at", "between", "by", "for", "from", "if", "in", "inside", "into", "is", "of", "off",
    "on", "onto", "than", "to", "under", "when", "where", "with", "within",
})  # fmt: skip
LETTER_CARD = re.compile(r"(10|[2-9AKQJTakqjt])([shdcSHDC])")
# What begins a line that opens a block.
HEADS = frozenset({"if", "else", "for", "repeat", "choose", "otherwise", *PARTS})
# What else means nothing where it cannot stand.
NO_MEANING = frozenset({"to", "of", ",", ":", ".", ")", "]"})
COMPARING = frozenset({"<", ">", "<=", ">="})
SETTING = frozenset({"=", "+=", "-="})
# As many possibilities as fit beside the caret; more of them stand below.
FEW = 3


@attrs.frozen
class ParseFailure:
    """A line that cannot be read on.

    `states[i]` is before word i; `at` is the word that cannot stand there, the number of words
    where the line's end comes too soon. `opens` where the next line stands further in.
    """

    line: Line
    states: list[ParserState]
    at: int
    opens: bool
    # What its end is called.
    end: str = "at the end of this line"
    following: Line | None = None
    # All of the text, in which names are given.
    page: str = ""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the line."""
        return self.line.tokens

    @property
    def here(self) -> ParserState:
        """Where one stands before the word that does not fit."""
        return self.states[self.at]

    @property
    def text(self) -> str:
        """The word that does not fit; nothing where the line's end comes too soon."""
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    @property
    def first(self) -> str:
        """The word that the line begins with."""
        return self.tokens[0].text

    @property
    def open_bracket(self) -> str:
        """The innermost bracket that is open before the word that does not fit."""
        waiting = []
        for word in self.tokens[: self.at]:
            if word.text in ("(", "["):
                waiting.append(word.text)
            elif word.text in (")", "]") and waiting:
                waiting.pop()
        return waiting[-1] if waiting else ""

    def takes_for_name(self, at: int) -> bool:
        """Whether word `at` is one of the language, but can stand there as a name only."""
        return self.states[at].takes_for_name(self.tokens[at].text)

    def is_given(self, word: str) -> bool:
        """Whether the text gives this name to something: a line, a column, `let`, `for`."""
        return is_given(self.page, word)

    def is_zone(self, place: str | None) -> bool:
        """Whether the text has a zone of this name; so it is where none is asked for."""
        return not place or place.split(" ")[0] in list_zones(self.page)

    def is_optional(self, name: str | None) -> bool:
        """Whether the text has something of this name that may be none; so it is of no name."""
        return not name or name in list_optional(self.page)

    def is_kept(self, word: str | None) -> bool:
        """Whether the text has a line under `state` for this name; so it has for no name."""
        return not word or is_kept(self.page, word)

    def is_phase(self, word: str) -> bool:
        """Whether the text has a phase of this name."""
        return declares(self.page, "phase", word) and not self.list_parameters(word)

    @property
    def hand(self) -> str:
        """The one zone that each seat has; empty where the text has none, or several."""
        hands = list_hands(self.page)
        return hands[0] if len(hands) == 1 else ""

    @property
    def score(self) -> str:
        """The one number that each seat, or side, has; empty where there is none, or several."""
        scores = list_scores(self.page)
        return scores[0] if len(scores) == 1 else ""

    @property
    def stock(self) -> str:
        """The zone in which the pack lies."""
        return find_stock(self.page)

    def list_parameters(self, word: str) -> list[str]:
        """What the define, table or phase of this name takes; empty where the text has none."""
        return re.findall(r"(\w+) ?:", find_parameters(self.page).get(word, ""))

    def quote(self, at: int) -> str:
        """Word `at` as a message shows it; nothing for the end of the line."""
        return shorten(self.tokens[at].text) if at < len(self.tokens) else ""


@attrs.frozen
class Repair:
    """A way to read the line: word `at` is replaced by `meant`, has it put before it, or goes.

    `after` is where one stands after the line end then; None if the line has another mistake later.
    `says` is what a message says of this repair only.
    """

    at: int
    meant: str = ""
    after: ParserState | None = None
    says: str = ""
    elsewhere: bool = False  # the whole line belongs elsewhere, and so its neighbours may as well
    mends_all: bool = False  # also what was told of its line before


def accept_line_end(state: ParserState, opens: bool) -> ParserState | None:
    """After the line's end, if what follows fits: a block where one is opened."""
    after = state.accept_kind("_NEWLINE")
    if after is None or (opens and after.accept_kind("_INDENT") is None):
        return None
    return after


def _try_rest(
    failure: ParseFailure, state: ParserState | None, first: int,
    at: int, meant: str = "", *, to_end: bool = False,
) -> Repair | None:  # fmt: skip
    """The repair of word `at`, if the words from `first` on can follow; `to_end` if all must."""
    if state is None:
        return None
    rest = failure.tokens[first : first + READ_ON]
    states = state.accept_all(rest)
    after = None
    if len(states) == len(rest):
        if first + len(rest) == len(failure.tokens):
            after = accept_line_end(states[-1] if states else state, failure.opens)
            if after is None:
                return None
    elif first + len(states) < failure.at + 3:
        return None  # where another mistake comes later, three more words are a good sign
    return None if to_end and after is None else Repair(at, meant, after)


def accept_words(state: ParserState, words: str) -> ParserState | None:
    """Where one stands after words with blanks between them; those of the language are no names."""
    after: ParserState | None = state
    for text in words.split(" "):
        if after is None or after.takes_for_name(text):
            return None
        after = after.accept(Token(text, 0, 0))
    return after


def _try_word(failure: ParseFailure, at: int, meant: str) -> Repair | None:
    return _try_rest(failure, accept_words(failure.states[at], meant), at + 1, at, meant)


def _try_instead(failure: ParseFailure, meant: str) -> Repair | None:
    """`meant` in place of the word that does not fit, if it can stand there at all."""
    if accept_words(failure.here, meant) is None:
        return None
    return _try_word(failure, failure.at, meant) or Repair(failure.at, meant)


def _read_as(failure: ParseFailure, kind: str, meant: str = "") -> Repair:
    """Go on as if the word had been right and of this kind, where that can be."""
    at, state = failure.at, failure.here.accept_kind(kind)
    return _try_rest(failure, state, at + 1, at, meant) or Repair(at, meant)


# ---------------------------------------------------------------------- words of the wrong shape


def find_equals_sign(failure: ParseFailure) -> Repair | None:
    """`=` where two are compared."""
    return _try_instead(failure, "is") if failure.text == "=" else None


def find_equals_among(failure: ParseFailure) -> Repair | None:
    """`=` where it is asked whether one is among several."""
    return _try_instead(failure, "in") if failure.text == "=" else None


def find_small_card(failure: ParseFailure) -> Repair | None:
    """A card in small letters, or a rank or suit in words."""
    sign = WRITTEN.get(failure.text.lower().removesuffix("s"), "")
    for kind, meant in (("RANK", sign), ("SUIT", sign), ("CARD", f"{sign}♠")):
        if kind in find_kinds(meant) and kind in failure.here.list_allowed():
            return _read_as(failure, kind, meant)
    if LETTER_CARD.fullmatch(failure.text) and "CARD" in failure.here.list_allowed():
        return _read_as(failure, "CARD", failure.text.upper())
    return None


def find_no_name(failure: ParseFailure) -> Repair | None:
    """A name with capitals in it; where a value may stand, it may be more than a name."""
    allowed, kinds = failure.here.list_allowed(), find_kinds(failure.text)
    if not failure.text[:1].isalpha() or "NAME" not in allowed:
        return None
    joint = "$^" if failure.first in ("variant", "examples") else r"(?<=[a-z0-9])(?=[A-Z])"
    small = re.sub(joint, "_", failure.text).lower()
    lone = not {"TYPE", "LPAR"} & allowed or (
        "TYPE" not in allowed and is_mentioned(failure.page, small)
    )
    declared = failure.quote(failure.at - 1) == "of" and failure.quote(failure.at + 1) == ":"
    left = small in find_reserved() or (kinds and (kinds != ("TYPE",) or not lone or declared))
    return None if left else _read_as(failure, "NAME", shorten(small))


def find_declared_type(failure: ParseFailure) -> Repair | None:
    """The name of a type in small letters, where it is declared: `type kind`."""
    small = failure.at == 1 and failure.first in ("type", "record") and failure.text.islower()
    if not small or "NAME" not in find_kinds(failure.text):
        return None
    return _read_as(failure, "TYPE", failure.text.title().replace("_", ""))


def find_small_type(failure: ParseFailure) -> Repair | None:
    """A type in small letters: `stock: pile`; one for each of `seats` is of `Seat`."""
    word, allowed = failure.text, failure.here.list_allowed()
    if word not in SMALL_TYPES or "TYPE" not in allowed or "NAME" in allowed:
        return None
    family = failure.quote(failure.at - 1) == "of"
    return _read_as(failure, "TYPE", (word.removesuffix("s") if family else word).capitalize())


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
    letters = iter(other)
    return word[0] == other[0] and all(letter in letters for letter in word)


def find_misspelling(failure: ParseFailure) -> Repair | None:
    """A word that is nearly one of the language, here or a little before: `shufle the stock`."""
    if failure.text in ARTICLES and failure.quote(failure.at + 1) not in ARTICLES:
        at, words = failure.at, failure.tokens
        line = attrs.evolve(failure.line, tokens=(*words[:at], *words[at + 1 :]))
        before = find_misspelling(attrs.evolve(failure, line=line))
        return before if before is not None and before.at < at else None
    found: list[tuple[bool, int, int, Repair]] = []
    for at in _list_suspects(failure):
        text = failure.tokens[at].text
        if text in find_reserved() | OPERATIONS or not text.isascii() or not text[:1].isalpha():
            continue
        names = at > 0 or failure.quote(1) not in (":", "of")  # such a line declares it itself
        if failure.list_parameters(text) or (names and is_declared(failure.page, text)):
            continue
        if at < failure.at and failure.states[at].find_kind(text) == "TYPE":
            continue
        for steps, meant in find_alike(text, failure.states[at].list_allowed_words()):
            repair = _try_word(failure, at, meant) if meant != text else None
            if repair is not None:
                found.append((repair.after is None, steps, failure.at - at, repair))
    return min(found, key=lambda each: (*each[:3], each[3].meant))[3] if found else None


def find_lone_else(failure: ParseFailure) -> Repair | None:
    """`else` where a value begins, with no `if` before it."""
    words = [token.text for token in failure.tokens[: failure.at]]
    if "else" not in words[1:] or "if" in words[: words.index("else", 1)]:
        return None
    return Repair(words.index("else", 1))


def find_foreign_word(failure: ParseFailure) -> Repair | None:
    """A word of another language, or another word for ours."""
    ways = ((at, meant) for at in _list_suspects(failure) for meant in _list_foreign(failure, at))
    tried = [repair for at, meant in ways if (repair := _try_word(failure, at, meant))]
    found = next((repair for repair in tried if repair.after), tried[0] if tried else None)
    if not found and failure.at <= 1 and failure.first not in list_terminals():
        allowed = failure.states[0].list_allowed_words()
        begins = (meant for meant in _list_foreign(failure, 0) if meant.split()[0] in allowed)
        found = next((Repair(0, meant) for meant in begins), None)
    if not found:
        return None
    written = failure.quote(found.at)
    says = f"did you mean `{found.meant}`?"
    if written not in list_terminals():
        says = f"there is no word `{written}`; write `{found.meant}`"
    return attrs.evolve(found, says=says)


def _list_foreign(failure: ParseFailure, at: int) -> list[str]:
    """What a word of another language, which is no name here, may stand for."""
    word = failure.tokens[at].text
    meant = [] if failure.is_given(word) else FOREIGN.get(word, [])
    if failure.first == "must" and word == "unless":
        return []  # no question stands behind another there
    return ["phase" if one == "define" and failure.opens else one for one in meant]


def _list_suspects(failure: ParseFailure) -> Iterator[int]:
    """The words that a mistake may lie in, the likeliest first."""
    places = dict.fromkeys((failure.at, failure.at - 1, failure.at - 2, 0))
    return (at for at in places if 0 <= at < len(failure.tokens))


def find_other_word(failure: ParseFailure) -> Repair | None:
    """The only small word that can stand instead of another: `for seat of seats`.

    What means something by itself is no slip for a word that only joins two others.
    """
    others = JOINED_BY if failure.text in ("and", "or") else SMALL
    if failure.text not in SMALL or (failure.at and failure.takes_for_name(failure.at - 1)):
        return None
    words = others.intersection(failure.here.list_allowed_words())
    if failure.at == 1:
        words -= {"of"}  # a verb was meant
    tried = (_try_word(failure, failure.at, meant) for meant in sorted(words))
    fitting = [repair for repair in tried if repair is not None]
    return fitting[0] if len(fitting) == 1 and fitting[0].after else None


# ---------------------------------------------------------------------- names


def find_reserved_name(failure: ParseFailure) -> Repair | None:
    """A word of the language that is a name in this text: `x = first + 1`."""
    repair = find_reserved_value(failure)
    if repair is None:
        return None
    is_value = "LPAR" in failure.states[repair.at].list_allowed()
    return None if is_value and not failure.is_given(failure.quote(repair.at)) else repair


def find_plural(failure: ParseFailure) -> Repair | None:
    """`best seats in seats`: the name of each was meant."""
    for at in (failure.at, failure.at - 1):
        word = failure.quote(at) if at > 0 else ""
        one = word.removesuffix("s")
        if word in SMALL_TYPES & find_reserved() and failure.quote(at + 1) == "in" and one != word:
            return _try_word(failure, at, one)
    return None


def find_reserved_value(failure: ParseFailure) -> Repair | None:
    """A word of the language where a name was wanted, or a value: `win all`."""
    for at in (failure.at, failure.at - 1, failure.at - 2):
        # At the beginning of a line it is what the line does, if it is no heading.
        begins = 0 if failure.quote(1) == "|" else 1
        if not begins <= at < len(failure.tokens) or is_value(failure.tokens[at].text):
            continue
        if failure.tokens[at].text in find_reserved():
            state = failure.states[at].accept_kind("NAME")
            repair = _try_rest(failure, state, at + 1, at, to_end=True)
            if repair is not None:
                named = find_holding(failure.tokens[at].text, list_declared(failure.page))
                return attrs.evolve(repair, says=f"did you mean `{named}`?" if named else "")
    return None


def is_value(word: str) -> bool:
    """Whether a word of the language is a value by itself: `empty`."""
    kind = list_terminals().get(word, "NAME")
    return ParserState.at("one_expression").accept_kinds(kind, "$END") is not None


def find_reserved_label(failure: ParseFailure) -> Repair | None:
    """A word of the language as the name of what is declared: `by: 0..2`, `define total(a) = 3`."""
    for at in (0, 1, failure.at):
        text, following = failure.quote(at), failure.quote(at + 1)
        taken = at <= 1 and failure.at > at and failure.takes_for_name(at)
        named = taken or (at > 1 and failure.here.accept_kind("NAME") is not None)
        labels = text in find_reserved() and following == ":" and named
        if labels or (taken and names_declared(failure, at)):
            return Repair(at)
    for at in (failure.at, failure.at - 1):
        if 0 < at < len(failure.tokens) and _labels_next_line(failure, at):
            return Repair(at)
    return None


def _labels_next_line(failure: ParseFailure, at: int) -> bool:
    """Whether a word goes on with the line above, where it was meant to name what is declared."""
    word, before = failure.tokens[at], failure.tokens[at - 1]
    begins = "\n" in failure.page[before.end : word.start]
    colon = failure.quote(at + 1) == ":" or (
        failure.quote(at + 1) == "of" and failure.quote(at + 3) == ":"
    )
    return begins and colon and word.text in find_reserved()


def names_declared(failure: ParseFailure, at: int) -> bool:
    """Whether a word that was taken for a name is one that the line declares, whatever follows."""
    if at == 1:
        return failure.first in DECLARING and failure.quote(2) in ("(", "=", ":", ",", "of")
    before, after = failure.states[0].list_allowed(), failure.states[1].list_allowed()
    declares = "COLON" in after and "EXPECT" not in before
    return declares and any(word.text in (":", "=", "..") for word in failure.tokens)


def find_missing_name(failure: ParseFailure) -> Repair | None:
    """A word that was taken for a name because the name before it is missing: `for in seats`."""
    at = failure.at - 1
    if at < 0 or not failure.takes_for_name(at):
        return None
    return _try_rest(failure, failure.states[at].accept_kind("NAME"), at, at)


def find_two_names(failure: ParseFailure) -> Repair | None:
    """`hand seat`, for `hand of seat` or `hand_seat`; or a comma is missing in a list."""
    at = failure.at
    if not 0 < at < len(failure.tokens):
        return None
    one, other = failure.tokens[at - 1].text, failure.text
    if failure.open_bracket == "[" and failure.here.accept_kind("COMMA"):
        if one.startswith("'"):  # which copy it is
            one = failure.tokens[at - 2].text + one
        return _try_rest(failure, accept_words(failure.here, ","), at, at, f"`{one}, {other}`")
    named = failure.states[at - 1].find_kind(one) == "NAME" and "NAME" in find_kinds(other)
    if {one, other} & find_reserved() or not named:
        return None
    both = f"{one}_{other}"
    if at == 1 and failure.line.indent and not (failure.is_given(one) or failure.is_given(both)):
        return None  # a verb that the language does not have
    heads = "BACKSLASH" in failure.here.list_allowed()  # the head of a column: a new name
    asked = heads or one in OPERATIONS or is_asked(failure.page, one)
    joined = accept_words(failure.here, f"of {other}") if asked else None
    known = heads or failure.is_given(both) or failure.is_zone(both)
    ways = [f"`{one} of {other}`"] * bool(joined) + [f"`{both}`"] * known
    if not ways:
        return None
    meant = join_with_or(ways)
    verb = at == 1 and "MOVE" in failure.states[0].find_actions()  # nothing else is clear of it
    return _try_rest(failure, failure.here, at + 1, at, meant, to_end=verb)


def is_name(text: str) -> bool:
    """Whether a word is written like a name."""
    return "NAME" in find_kinds(text)


# ---------------------------------------------------------------------- one more, one less


def find_lone_cell(failure: ParseFailure) -> Repair | None:
    """One value where a line has several cells: a column of a variant without its labels."""
    allowed = failure.here.list_allowed()
    if failure.text or "VBAR" not in allowed or "_NEWLINE" in allowed:
        return None
    says = "cells are parted by `|`; in a new column, the label of the row comes first"
    if failure.first in COMPARING:
        says = "what comes of it is missing: another cell, with `|` before it"
    return Repair(failure.at, says=says, elsewhere=True)


def find_missing_end(failure: ParseFailure) -> Repair | None:
    """A word, sign or name that the line lacks at its end."""
    return None if failure.text else _find_missing(failure)


def find_colon_for_equals(failure: ParseFailure) -> Repair | None:
    """`define low(card: Card):`, where what it means stands below."""
    last = len(failure.tokens) - 1
    if failure.first != "define" or failure.at <= last or failure.quote(last) != ":":
        return None
    return Repair(last) if failure.states[last].accept_kind("EQUAL") else None


def find_missing_after_not(failure: ParseFailure) -> Repair | None:
    """`if picker is not`, where the line ends, or the sentence of a condition comes."""
    words = [word.text for word in failure.tokens]
    at = len(words) - 1 if words[-1:] == ["not"] else failure.at - (failure.text != "not")
    if not 1 < at <= failure.at or words[at - 1 : at + 1] != ["is", "not"]:
        return None
    if words[at + 1 :] and words[at + 1][0] not in '",':
        return None
    says = f"what is yes or no is asked so:  not {words[1]}" if at == 3 else ""
    return Repair(at, says=says)


def find_missing_before(failure: ParseFailure) -> Repair | None:
    """A word, sign or name that is missing before the word that does not fit."""
    return _find_missing(failure) if failure.text else None


def _find_missing(failure: ParseFailure) -> Repair | None:
    at = failure.at
    if at == 0 or failure.takes_for_name(at - 1) or (at > 1 and _begins_line(failure, at - 1)):
        return None
    allowed, known = failure.here.list_allowed(), list_spellings()
    if not _may_be_several(failure.text):
        allowed -= {"IN"}
    written = sorted((known[kind], kind) for kind in allowed if kind in known)
    kinds = {kind: f"`{text}`" for text, kind in written}
    shapes = [kind for kind in ("NAME", "TYPE", "STRING", "INT", "CARD") if kind in allowed]
    kinds |= {kind: CALLED[kind] for kind in shapes}
    # A value may be missing where a name and a number would both do.
    if {"NAME", "INT", "LPAR"} <= allowed:
        kinds = {"NAME": "a value"}
    found = []
    for kind, meant in kinds.items():
        state = failure.here.accept_kind(kind)
        repair = _try_rest(failure, state, at, at, meant, to_end=True)
        if repair is not None:
            found.append(repair)
    if not 0 < len(found) <= 2:
        return None
    return attrs.evolve(found[0], meant=" or ".join(repair.meant for repair in found))


def _may_be_several(text: str) -> bool:
    """Whether what begins with this word may be several, so that one is asked with `in`."""
    alone = {"INT", "RANK", "SUIT", "CARD"}.intersection(find_kinds(text))
    return not alone and text not in ("empty", "none", "yes", "no")


def find_block_opener(failure: ParseFailure) -> Repair | None:
    """`if stock is empty then`: where the head of a block is complete."""
    if failure.first not in HEADS or failure.text not in (":", "then", "do"):
        return None
    if failure.here.accept_kind("_NEWLINE") is None:
        return None
    return attrs.evolve(find_needless(failure) or Repair(0), at=failure.at)


def find_filler(failure: ParseFailure) -> Repair | None:
    """A word without meaning, here or before: `the`."""
    before = failure.tokens[failure.at - 1].text if failure.at else ""
    fillers = {failure.text, before} & FILLERS
    return None if not fillers or any(map(failure.is_given, fillers)) else find_needless(failure)


def find_article(failure: ParseFailure) -> Repair | None:
    """`the rest`, where `the` was taken for a name."""
    at = failure.at - 1
    article = failure.quote(at) if at > 0 else ""
    asked = at > 1 and failure.quote(at - 1) in ("is", "not")
    of_people = article == "a" and (asked or failure.text in (*SMALL_TYPES, "player", "team"))
    is_one = article in ("the", "an", "each", "every") or of_people
    is_one = is_one and not failure.is_given(article)
    return Repair(at) if is_one and failure.text[:1].isalpha() else None


def find_needless(failure: ParseFailure) -> Repair | None:
    """A word or sign that means nothing here, without which the whole line can be read.

    It is the one that does not fit, or the one before: no name, and no word that asks for anything.
    """
    for at in (failure.at - 1, failure.at):
        before = failure.quote(at - 1) if at > 0 else ""
        if not 0 <= at < len(failure.tokens) or at == failure.at == 0:
            continue
        if before and failure.takes_for_name(at - 1):
            continue
        word = failure.tokens[at].text
        twice = word == before != "not" and not word.isdigit()
        named = word in SMALL and at < failure.at and failure.takes_for_name(at)
        # Behind `may`, `only` is read as a word of the language, and has a meaning.
        means = word in FILLERS and failure.states[at].find_kind(word) == word.upper()
        if (word in FILLERS | NO_MEANING or twice or named) and not means:
            repair = _try_rest(failure, failure.states[at], at + 1, at, to_end=True)
            if repair is not None:
                return repair
    return None


# ---------------------------------------------------------------------- no guess


def list_possible(failure: ParseFailure) -> list[str]:
    """What can stand instead of the word that does not fit."""
    return describe_kinds(failure.here.list_allowed(), _list_wanted(failure), failure.here)


def _list_wanted(failure: ParseFailure) -> frozenset[str]:
    """The words with which the line goes on, though a value could as well: `from`, in `pay pot`."""
    value = ParserState.at("one_expression").accept_kind("NAME")
    here = failure.here.list_allowed()
    more = here - value.list_allowed() if value is not None else set()
    found, words = set[str](), list_spellings()
    if failure.first == "move" and all(word.text != "to" for word in failure.tokens[: failure.at]):
        found |= {"FROM"} & here  # `move 5 from …`, which reads as a value as well
    for kind in sorted(kind for kind in here - more if words.get(kind, "").isalpha()):
        in_line, in_value = (
            None if state is None or (after := state.accept_kind(kind)) is None
            else after.accept_kind("NAME")
            for state in (failure.here, value)
        )  # fmt: skip
        if in_line is not None and in_value is not None:
            found |= {kind} if in_line.list_allowed() - in_value.list_allowed() - more else set()
    return frozenset(found)


def _begins_line(failure: ParseFailure, at: int) -> bool:
    """Whether a word is the first of a line of the page, of which it may be none of meaning."""
    start = failure.tokens[at].start
    return not failure.page[failure.page.rfind("\n", 0, start) + 1 : start].strip()


def find_joined(failure: ParseFailure) -> Repair | None:
    """The first word of a line that goes on with the line above, and cannot there."""
    if not 0 < failure.at < len(failure.tokens):
        return None
    if failure.text == "|" and _begins_line(failure, failure.at - 1):
        return Repair(failure.at - 1, says="the last row of all is `otherwise`")
    if not _begins_line(failure, failure.at):
        return None
    says = "a line that begins so goes on with the one above, and cannot here"
    if failure.text == "when":
        says = "what is done under a condition begins with `if`"
    if failure.text == "until":
        says = "a loop begins with `repeat until …`"
    return Repair(failure.at, says=says)


def find_joined_action(failure: ParseFailure) -> Repair | None:
    """An action or a condition that by its first word goes on with the line above.

    `in card in hand of seat`, below `choose seat` or below an action without steps; `where stock
    is empty` below an action.
    """
    for at, word in enumerate(failure.tokens[: failure.at + 1]):
        if at and word.text in JOINING and _begins_line(failure, at):
            head, rest = failure.tokens[:at], failure.tokens[at + 1 :]
            begun = [failure.states[0], *failure.states[0].accept_all(head)]
            below = begun[-1].accept_kind("_NEWLINE") if len(begun) > at else None
            inside = below and below.accept_kind("_INDENT")
            asked = inside and inside.accept_kind("MUST")
            if (
                word.text in ("where", "when")
                and asked
                and len(asked.accept_all(rest)) == len(rest)
            ):
                return Repair(at, "must", says="a condition begins with `must`")
            if below is not None and below.accept_kind("OTHERWISE") is None:
                below = below.accept_kind("_INDENT") if failure.first == "choose" else None
            named = below and below.accept_kind("NAME")
            if named and len(named.accept_all(rest)) == len(rest) > 1:
                says = "such a line goes on with the one above: "
                says += "an action that takes something needs another name"
                return Repair(at, says=says)
            return None
    return None


def find_few_possible(failure: ParseFailure) -> Repair | None:
    """A place where only a few things can stand."""
    every = list_possible(failure)
    possible = [what for what in every if not what.startswith("more ")]
    if failure.at == 0 or not 0 < len(possible) <= FEW:
        return None
    if len(possible) < len(every):  # also what goes on with the value
        compares = "IS" in failure.here.list_allowed()
        possible.append(f"a sign such as `+`{', `*` or `is`' if compares else ' or `*`'}")
    name = failure.quote(failure.at - 1)
    if kind := find_index(failure.page, name):
        says = f"there is one `{name}` for each {kind.lower()}: `{name} of …`"
        return Repair(failure.at, says=says)
    before = f"`{name}`" if failure.text else "this"
    return Repair(failure.at, says=f"after {before} comes {join_with_or(possible)}")


def find_inner_quote(failure: ParseFailure) -> Repair | None:
    """A quote inside a sentence has ended it: a word stands at it, or a stroke before it."""
    if failure.at in (0, len(failure.tokens)):
        return None
    before, word = failure.tokens[failure.at - 1 : failure.at + 1]
    touches = (before.end == word.start and word.text != ",") or before.text.endswith('\\"')
    return Repair(failure.at) if before.text.startswith('"') and touches else None


def give_up(failure: ParseFailure) -> Repair:
    """The word that does not fit, and no idea of what was meant."""
    return Repair(failure.at)
