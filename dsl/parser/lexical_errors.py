"""Signs, cards and numbers that no line of a ruleset holds, and what was meant by them."""

from __future__ import annotations

import re
import unicodedata

import attrs

from hoyle.dsl import card_words
from hoyle.dsl.printable import UNSEEN_SIGNS, shorten

# What somebody may have meant by a sign that is not used: what is said, and a stand-in of at most
# the same length with which the line can be read on.
MEANT: dict[str, tuple[str, str]] = {
    ";": ("leave it out: a line ends by itself", ""),
    "{": ("no braces: a block is what is indented", ""),
    "}": ("no braces: a block is what is indented", ""),
    "==": ("write `is` to ask whether two are the same", "<"),
    "!=": ("write `is not`", "<"),
    "<>": ("write `is not`", "<"),
    "≠": ("write `is not`", "<"),
    "!": ("write `not`", ""),
    "&&": ("write `and`", ""),
    "&": ("write `and`", ""),
    "=>": ("write `>=`", ">="),
    "=<": ("write `<=`", "<="),
    "≥": ("write `>=`", ">"),
    "≤": ("write `<=`", "<"),
    ":=": ("write `=`", "="),
    "++": ("to add one, write `+= 1`", ""),
    "--": ("to take one away, write `-= 1`", ""),
    "->": ("leave it out", ""),
    ">>": ("leave it out", ""),
    "//": ("a comment begins with `#`, and a division that rounds down is `/`", ""),
    "/*": ("a comment begins with `#`", "#"),
    "×": ("write `*`", "*"),
    "÷": ("write `/`", "/"),
    "%": ("what a division leaves, as of y by 2, is `remainder(y, 2)`", "*"),
    "…": ("write `..`", "<"),
    "‒": ("write the short `-`", "-"),
    "–": ("write the short `-`", "-"),
    "—": ("write the short `-`", "-"),
    "−": ("write the short `-`", "-"),
    "♡": ("write ♥", "♥"),
    "♢": ("write ♦", "♦"),
    "♤": ("write ♠", "♠"),
    "♧": ("write ♣", "♣"),
}
# What stands before a value that is set, or that a name is given.
SET_HERE = re.compile(
    r" *(?:(?:let|define|announce|set|default|given) )?"
    r"\w+(?: of \w+)*(?:\([^()\n]*\))?(?:: *[\w. ]+)? *\Z"
)
SIGNS = re.compile("|".join(re.escape(sign) for sign in sorted(MEANT, key=len, reverse=True)))

OPENING_QUOTES = {"“": "”", "”": "”", "„": "“", "«": "»", "‘": "’", "’": "’", "'": "'", "`": "`"}

MARKED = re.compile(r"(?<![A-Za-z0-9_])((?:10|[2-9A-Z])[♠♥♦♣])('?)$")
MARKS = re.compile("['’′`´]+")

RANK_LETTERS = {"a": "A", "k": "K", "q": "Q", "j": "J", "t": "10", "1": "A", "0": "10", "1o": "10"}
CARD = re.compile(card_words.CARD)
LIKE_A_CARD = re.compile(r"([A-Za-z0-9]+)([♠♥♦♣])")
TURNED_CARD = re.compile(r"([♠♥♦♣])(10|[2-9AKQJT])(?![A-Za-z0-9_])")
LETTER_CARD = re.compile(r"(1[0-9]|[0-9])([shdcSHDC])(?![A-Za-z0-9_])")
FIGURES_FIRST = re.compile(r"[0-9]+[A-Za-z_][A-Za-z0-9_]*")
NUMBER = re.compile(r"[0-9]+")
LAST_WORD = re.compile(r"[a-z]\w*$")
OWNED = re.compile(r"['’](s?)(?: +([a-z]\w*)|(?![\w'’]))")
JOINING = ("to", "from", "and", "or", "is", "in", "for", "if", "by", "where")
RECORD = re.compile(r"['’]s? +([a-z][a-z]*)[-_]([1-9][0-9]*)(?![\w-])")  # as transcripts write one
SHARE = re.compile(r"% +(?:of +)?([a-z]\w*(?: of \w+)*)")
OPERAND = re.compile(r" *[\w(]")  # what stands behind the sign of an operation
COPIES = re.compile(r"[\w ]+× *[0-9]+ *")  # `joker × 6`, alone in a line
NO_MEMBERS = re.compile(r"(?<=[=(,] )\{ *\}")
SHORT_NOT = re.compile(r"(is)n['’]t\b")
FILLED_IN = re.compile(r"\{\w[\w ]*\}")  # a value in a sentence
# What stands before the first brace of a sentence without quotes.
BARE_SAY = re.compile(r"\b(say) +((?:[\w,;:.!?'’-]+ +)*)$")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SENTENCE = re.compile(r'"[^"\n]*"')
REST = re.compile(r"[^\n]*")
# What a page does not show: controls, marks of direction, halves of pairs. A space of any width and
# the joints of pictures are harmless between quotes and in comments.
UNSEEN = re.compile(f"[\t{UNSEEN_SIGNS}]")
LEFT_OUT = re.compile(r" +(?:remove|without|minus|no|omit|except|leave out)\b")  # in the pack
ORDINAL = re.compile("[0-9]+(?:st|nd|rd|th)")
DEALT = re.compile(r" +deal\b")
A_CARD_IS = "a card is a rank and a suit, as in `10♥`; in a pack of your own `7 of coins`"


@attrs.frozen
class LexicalError:
    """One thing that cannot stand anywhere.

    `start` and `end` are underlined; `mends` replaces the text from `start`, in the same length.
    Slips with the same `group` are told once. Where one is `fatal`, the grammar cannot be tried.
    """

    code: str
    title: str
    label: str
    start: int
    end: int
    mends: str = " "
    group: str = ""
    help: tuple[str, ...] = ()
    fatal: bool = False

    @property
    def past(self) -> int:
        """Where the search goes on."""
        return self.start + len(self.mends)


def find_error(text: str, start: int) -> LexicalError | int:
    """What is wrong at an offset where the run over the sound page stopped.

    An offset comes back where nothing is wrong up to there after all.
    """
    sign = text[start]
    if sign == '"':
        return _check_sentence(text, start)
    if sign == "#":
        rest = REST.match(text, start)
        assert rest is not None
        found = _find_unseen(text, start, rest.end())
        return found or rest.end()
    mark = _check_mark(text, start)
    if mark is None and sign in OPENING_QUOTES:
        return _make_quote_error(text, start)
    return mark or _check_card(text, start) or _make_sign_error(text, start)


def _check_sentence(text: str, start: int) -> LexicalError | int:
    """A sentence that is not closed, or that holds what a page does not show."""
    whole = SENTENCE.match(text, start)
    if whole is not None:
        return _find_unseen(text, start, whole.end()) or whole.end()
    rest = REST.match(text, start)
    assert rest is not None
    length = rest.end() - start
    closed = '"' + " " * (length - 2) + '"' if length >= 2 else " "
    return LexicalError(
        "G04", "this sentence has no closing quote", 'a `"` is missing at its end',
        start, start + 1, closed, help=("a sentence ends in the line where it begins",),
    )  # fmt: skip


def _find_unseen(text: str, start: int, end: int) -> LexicalError | None:
    """The first unseen sign of a sentence or comment; the others in it are blanked too."""
    last = end - 1 if text[end - 1] == "\r" else end
    for found in UNSEEN.finditer(text, start, last):
        if text[start] == "#" and found.group() == "\t":
            continue  # in a comment a tab harms nobody
        error = _make_sign_error(text, found.start())
        return attrs.evolve(error, mends=error.mends + UNSEEN.sub(" ", text[error.past : last]))
    return None


def _check_mark(text: str, start: int) -> LexicalError | None:
    """Too many marks of a copy behind a card, or others than the straight one: `K♠''`."""
    card, marks = MARKED.search(text, max(0, start - 4), start), MARKS.match(text, start)
    if card is None or marks is None:
        return None
    copy = len(card[2] + marks[0]) + 1
    meant = card[1] + ("'" if copy == 2 else f"'{copy}")
    return LexicalError(
        "G10", f"`{shorten(card[0] + marks[0])}` is not a card", f"did you mean `{meant}`?",
        start, marks.end(), " " * len(marks[0]),
    )  # fmt: skip


def _make_quote_error(text: str, start: int) -> LexicalError:
    """Curly or single quotes, with the sentence that they may enclose."""
    sign = text[start]
    if (short := SHORT_NOT.match(text, max(0, start - 3))) is not None:
        return LexicalError(
            "G06", f"`{short[0]}` is not used in this language", f"write `{short[1]} not`",
            start - len(short[1]) - 1, start + 2, f"{short[1]}  ",
        )  # fmt: skip
    if (owner := _find_owner(text, start)) is not None:
        return owner
    end_of_line = text.find("\n", start)
    end = text.find(OPENING_QUOTES[sign], start + 1, end_of_line if end_of_line >= 0 else len(text))
    mends = '"' + text[start + 1 : end].replace('"', " ") + '"' if end > 0 else " "
    return LexicalError(
        "G06", _tell_quote(sign),
        'write straight quotes: "…"', start, start + 1, mends, group="quote",
    )  # fmt: skip


def _tell_quote(sign: str) -> str:
    """The title of a quote that is none here; `'` stands behind cards: `K♠'`."""
    says = "cannot stand here" if sign == "'" else "is not used in this language"
    return f"`{sign}` {says}"


def _find_owner(text: str, start: int) -> LexicalError | None:
    """`seat's hand`, and `seats' hands`."""
    before, after = LAST_WORD.search(text, max(0, start - 40), start), OWNED.match(text, start)
    if before is None or after is None or not (after[1] or before[0].endswith("s")):
        return None
    record = RECORD.match(text, start)
    if record is not None and f"\nrecord {record[1].capitalize()}\n" in text:
        return LexicalError(
            "G06", _tell_quote(text[start]), f"a record is named alone: `{record[1]}_{record[2]}`",
            before.start(), record.end(),
            f"{record[1]}_{record[2]}".ljust(record.end() - before.start()),
        )  # fmt: skip
    if after[2] is None or after[2] in JOINING:
        return LexicalError(
            "G06", f"`'{after[1]}` is not used in this language", "leave it out: `of` says it",
            start, after.end(1), " " * (after.end(1) - start),
        )  # fmt: skip
    return LexicalError(
        "G06", _tell_quote(text[start]),
        f"what belongs to somebody is written with `of`: `{after[2]} of {before[0]}`",
        start, start + 1, " " * (after.start(2) - start),
    )  # fmt: skip


def _check_card(text: str, start: int) -> LexicalError | int | None:
    """A card or number that is not written as it should be; an offset where it is sound."""
    card = CARD.match(text, start)
    if card is not None:
        return card.end()  # what stops the run follows it
    for pattern, meant in (
        (LIKE_A_CARD, _correct_rank),
        (TURNED_CARD, _correct_turned),
        (LETTER_CARD, _correct_lettered),
        (FIGURES_FIRST, None),
    ):
        found = pattern.match(text, start)
        if found is None:
            continue
        if pattern is LIKE_A_CARD and len(found[1]) > 1 and not found[1][0].isdigit():
            return found.start(2)  # a word before a suit, with no space between them
        return _make_card_error(found, meant(found) if meant else None)
    number = NUMBER.match(text, start)
    marked = MARKED.search(text, max(0, start - 4), start)
    if number is not None and marked is not None:
        return LexicalError(
            "G10", f"`{marked[0]}{shorten(number.group())}` is not a card",
            f"the copies are {marked[1]}, {marked[1]}', {marked[1]}'3 and so on",
            start, number.end(), " " * len(number.group()),
        )  # fmt: skip
    if number is not None and len(number.group()) > 9:
        return LexicalError(
            "G10", f"`{shorten(number.group())}` is more than this language counts to",
            "numbers have at most nine figures", start, number.end(),
            "1".ljust(len(number.group())),
        )  # fmt: skip
    word = number or WORD.match(text, start)
    return None if word is None else word.end()


def _correct_rank(found: re.Match[str]) -> str | None:
    rank = RANK_LETTERS.get(found[1].lower())
    return rank and rank + found[2]


def _correct_turned(found: re.Match[str]) -> str | None:
    return found[2] + found[1]


def _correct_lettered(found: re.Match[str]) -> str | None:
    rank = found[1] if CARD.fullmatch(found[1] + "S") else RANK_LETTERS.get(found[1])
    return rank and rank + found[2].upper()


def _make_card_error(found: re.Match[str], meant: str | None) -> LexicalError:
    several = re.fullmatch(r"(10|[2-9AKQJ])s", found.group())  # `7s`: a spade, or all sevens
    what = "number" if ORDINAL.fullmatch(found.group()) else "card"
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    help_ = () if meant else (A_CARD_IS,)
    if what == "number":
        help_ = ("numbers are written alone; the first of several is `first x in …`",)
    if several is not None and LEFT_OUT.match(line):
        meant, help_ = None, ("whole ranks are left out of the line `ranks`",)
    elif several is not None and several[1].isdigit() and DEALT.match(line):
        meant, help_ = None, (f"packets are dealt so:  deal {several[1]} at a time from …",)
    elif several is not None:
        help_ = (f"or all cards of a rank:  pack where rank of it is {several[1]}",)
    return LexicalError(
        "G10", f"`{shorten(found.group())}` is not a {what}",
        f"did you mean `{meant}`?" if meant else "", found.start(), found.end(),
        "2♠"[: len(found.group())].ljust(len(found.group())),
        help=help_,
    )  # fmt: skip


def _make_sign_error(text: str, start: int) -> LexicalError:
    """A sign that is not used, or one that cannot be seen."""
    sign = text[start]
    if sign == "\t":
        return _make_tab_error(text, start)
    known, line = SIGNS.match(text, start), text.rfind("\n", 0, start) + 1
    if sign == "{" and (bare := BARE_SAY.search(text, line, start)) is not None:
        begins = bare.start(2)
        rest = REST.match(text, begins)
        assert rest is not None
        sentence = rest[0].partition("#")[0].rstrip()
        return LexicalError(
            "G06", "a sentence stands between quotes", f'write `{bare[1]} "{sentence}"`', begins,
            begins + 1, f'"{" " * (len(rest[0]) - 2)}"' if len(rest[0]) > 1 else " ",
        )  # fmt: skip
    if sign == "{" and (filled := FILLED_IN.match(text, start)) is not None:
        return LexicalError(
            "G06", "`{` stands in a sentence only, and no sentence begins here",
            'a sentence stands between quotes:  "…"; elsewhere a name stands without braces', start,
            filled.end(), " " * len(filled[0]),
        )  # fmt: skip
    if known is not None:
        meant, stand_in = MEANT[known.group()]
        if known.group() == "==" and SET_HERE.match(text, line, start):
            meant, stand_in = "write `=` to set a value", "="
        if COPIES.fullmatch(text, line, (text + "\n").index("\n", start)):
            meant, stand_in = "how often a card is there is written with `x`, as in `x6`", "x"
        if (empty := NO_MEMBERS.match(text, start)) is not None:
            return LexicalError(
                "G06", "`{}` is not used in this language",
                "where nothing is among them it is `empty`", start, empty.end(),
                " " * len(empty[0]),
            )  # fmt: skip
        if known.group() == "%" and not OPERAND.match(text, known.end()):
            meant = ""
        share = SHARE.match(text, start)
        if share is not None and text[start - 1 : start].isdigit():
            percent = re.findall(r"[0-9]+", text[line:start])[-1]
            meant = f"a share is worked out so: `{share[1]} * {percent} / 100`"
        return LexicalError(
            "G06", f"`{known.group()}` is not used in this language", meant, start, known.end(),
            stand_in.ljust(known.end() - start), group=meant,
        )  # fmt: skip
    if ord(sign) < 32:
        return _make_text_error(sign, start)
    number = f"U+{ord(sign):04X}"
    if unicodedata.category(sign) == "Zs":
        return LexicalError(
            "G06", f"a space of an unusual kind stands here ({number})", "write an ordinary one",
            start, start + 1, group=sign,
        )  # fmt: skip
    if unicodedata.category(sign)[0] in "CZ" or sign in "\ufe0e\ufe0f":
        return LexicalError(
            "G06", f"a sign that cannot be seen stands here ({number})", "take it out",
            start, start + 1, group=sign,
        )  # fmt: skip
    is_letter = unicodedata.category(sign)[0] in "LM"
    return LexicalError(
        "G06", f"`{sign}` is not used in this language",
        "names are written with a to z, figures and `_`" if is_letter else "", start, start + 1,
        "x" if is_letter else " ", group="letters" if is_letter else sign,
    )  # fmt: skip


def _make_tab_error(text: str, start: int) -> LexicalError:
    """Tabs, where they are the indentation or not."""
    end = start + 1
    while text[end : end + 1] == "\t":
        end += 1
    before = text[text.rfind("\n", 0, start) + 1 : start]
    leads = not before.strip()
    return LexicalError(
        "L01", "a tab stands here",
        "write two spaces for each level" if leads else "write spaces", start, end,
        " " * (end - start), group="tab",
    )  # fmt: skip


def _make_text_error(sign: str, start: int) -> LexicalError:
    """A byte that no text holds, or a line end of a kind that nobody writes any more."""
    label = f"a character that cannot be shown (number {ord(sign)})"
    if sign == "\r":
        label = "a line ends here with a carriage return alone"
    return LexicalError(
        "X01", "this is not text that can be read", label, start, start + 1,
        help=("save the file as plain text, in UTF-8, with ordinary line ends",), fatal=True,
    )  # fmt: skip
