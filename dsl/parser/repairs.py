"""What somebody may have meant: one word changed, put in or left out, and tried with the parser.

A repair is offered only when the rest of the line can be read with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from hoyle.dsl.nearest import distance
from hoyle.dsl.parser.terminal_names import CALLED
from hoyle.dsl.parser.vocabulary import Line, Stand, Word, find_reserved, kinds_of, signs

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
class Stuck:
    """A line that cannot be read on.

    `stands[i]` is before word i; `at` is the word that cannot stand there, the number of words
    where the line's end comes too soon. `opens` where the next line stands further in.
    """

    line: Line
    stands: list[Stand]
    at: int
    opens: bool
    # What its end is called.
    end: str = "at the end of this line"

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the line."""
        return self.line.words

    @property
    def here(self) -> Stand:
        """Where one stands before the word that does not fit."""
        return self.stands[self.at]


@attrs.frozen
class Repair:
    """A way to read the line: word `at` is replaced by `meant`, has it put before it, or goes.

    `after` is where one stands after the line end then; None if the line has another mistake later.
    """

    at: int
    meant: str
    after: Stand | None
    # Whether the whole line belongs elsewhere, and so its neighbours may as well.
    elsewhere: bool = False


def line_end(stand: Stand, opens: bool) -> Stand | None:
    """After the line's end, if what follows fits: a block where one is opened."""
    after = stand.after_kind("_NEWLINE")
    if after is None or (opens and after.after_kind("_INDENT") is None):
        return None
    return after


def read_on(stuck: Stuck, stand: Stand | None, first: int) -> Repair | None:
    """Whether the words from `first` on can follow; `at` and `meant` are for the caller to fill."""
    if stand is None:
        return None
    rest = stuck.words[first : first + READ_ON]
    stands = stand.through(rest)
    if len(stands) == len(rest):
        last = stands[-1] if stands else stand
        if first + len(rest) < len(stuck.words):
            return Repair(0, "", None)
        after = line_end(last, stuck.opens)
        return None if after is None else Repair(0, "", after)
    # Another mistake comes later: three more words read are a good sign all the same.
    return Repair(0, "", None) if first + len(stands) >= stuck.at + 3 else None


def feed(stand: Stand, words: str) -> Stand | None:
    """Where one stands after words of the language, with blanks between them."""
    after: Stand | None = stand
    for text in words.split(" "):
        after = after and after.after(Word(text, 0, 0))
    return after


# ---------------------------------------------------------------------- another word


def alike(word: str, candidates: Iterable[str]) -> list[tuple[int, str]]:
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


def respelt(stuck: Stuck) -> Repair | None:
    """A word that is nearly one of the language, here or a little before."""
    found: list[tuple[bool, int, int, str, Repair]] = []
    for at in _suspects(stuck):
        text = stuck.words[at].text
        if text in find_reserved() or not text.isascii() or not text[:1].isalpha():
            continue
        for steps, meant in alike(text, stuck.stands[at].allowed_words()):
            if meant == text:
                continue
            repair = read_on(stuck, feed(stuck.stands[at], meant), at + 1)
            if repair is not None:
                repair = Repair(at, meant, repair.after)
                found.append((repair.after is None, steps, stuck.at - at, meant, repair))
    return min(found)[-1] if found else None


def foreign(stuck: Stuck) -> Repair | None:
    """A word of another language, or another word for ours."""
    for at in _suspects(stuck):
        meant = FOREIGN.get(stuck.words[at].text)
        if meant is not None:
            repair = read_on(stuck, feed(stuck.stands[at], meant), at + 1)
            if repair is not None:
                return Repair(at, meant, repair.after)
    return None


def _suspects(stuck: Stuck) -> Iterator[int]:
    """The words that a mistake may lie in, the likeliest first."""
    seen = set()
    for at in (stuck.at, stuck.at - 1, stuck.at - 2, 0):
        if 0 <= at < len(stuck.words) and at not in seen:
            seen.add(at)
            yield at


def other_word(stuck: Stuck) -> Repair | None:
    """The only word of the language that can stand instead: `for seat of seats`."""
    if stuck.at >= len(stuck.words) or not stuck.words[stuck.at].text[:1].isalpha():
        return None
    fitting = [
        Repair(stuck.at, meant, repair.after)
        for meant in stuck.here.allowed_words()
        if (repair := read_on(stuck, feed(stuck.here, meant), stuck.at + 1)) is not None
    ]
    return fitting[0] if len(fitting) == 1 else None


def instead(stuck: Stuck, meant: str) -> Repair | None:
    """`meant` in place of the word that does not fit, if it can stand there at all."""
    after = feed(stuck.here, meant)
    if after is None:
        return None
    repair = read_on(stuck, after, stuck.at + 1)
    return Repair(stuck.at, meant, repair.after if repair else None)


# ---------------------------------------------------------------------- names


def name_taken(stuck: Stuck) -> Repair | None:
    """A word of the language where a name was wanted: `x = first + 1`."""
    for at in (stuck.at, stuck.at - 1):
        # At the beginning of a line it is what the line does.
        if 0 < at < len(stuck.words) and stuck.words[at].text in find_reserved():
            stand = stuck.stands[at].after_kind("NAME")
            repair = read_on(stuck, stand, at + 1)
            if repair is not None and repair.after is not None:
                return Repair(at, "", repair.after)
    return None


def name_missing(stuck: Stuck) -> Repair | None:
    """A word that was taken for a name because the name before it is missing: `for in seats`."""
    at = stuck.at - 1
    if at < 0 or stuck.words[at].text not in find_reserved():
        return None
    if stuck.stands[at].kind_of(stuck.words[at].text) != "NAME":
        return None
    repair = read_on(stuck, stuck.stands[at].after_kind("NAME"), at)
    return None if repair is None else Repair(at, "a name", repair.after)


# ---------------------------------------------------------------------- one more, one less


def missing(stuck: Stuck) -> list[Repair]:
    """What may be missing before the word that does not fit; several where several would do."""
    allowed = stuck.here.allowed()
    known = signs()
    written = sorted(known[kind] for kind in allowed if kind in known)
    # A value may be missing where a name and a number would both do.
    shaped = [kind for kind in ("NAME", "TYPE", "STRING", "INT", "CARD") if kind in allowed]
    is_value = {"NAME", "INT", "LPAR"} <= allowed
    if is_value:
        shaped, written = ["NAME"], []
    found = []
    for text in written:
        repair = read_on(stuck, feed(stuck.here, text), stuck.at)
        if repair is not None and repair.after is not None:
            found.append(Repair(stuck.at, f"`{text}`", repair.after))
    for kind in shaped:
        repair = read_on(stuck, stuck.here.after_kind(kind), stuck.at)
        if repair is not None and repair.after is not None:
            found.append(Repair(stuck.at, "a value" if is_value else CALLED[kind], repair.after))
    return found


def needless(stuck: Stuck) -> Repair | None:
    """A word without which the line can be read: a filler before, or the one that does not fit."""
    before = stuck.at - 1
    if before >= 0 and stuck.words[before].text in FILLERS:
        repair = read_on(stuck, stuck.stands[before], before + 1)
        if repair is not None:
            return Repair(before, "", repair.after)
    if stuck.at < len(stuck.words) and stuck.at > 0:
        repair = read_on(stuck, stuck.here, stuck.at + 1)
        if repair is not None and repair.after is not None:
            return Repair(stuck.at, "", repair.after)
    return None


def is_name(text: str) -> bool:
    """Whether a word is written like a name."""
    return "NAME" in kinds_of(text)
