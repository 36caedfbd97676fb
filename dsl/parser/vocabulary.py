"""The words of the language as the parser's own table has them, and where one stands among them.

Lark stops at its first error. To say all that is wrong with a text, and to try out what may have
been meant, the lines are gone through here with the same table, a step at a time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import attrs
from lark.lexer import PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Shift

from hoyle.dsl.card_words import CARD, MARK
from hoyle.dsl.parser.grammar import LAYOUT, STARTS, load_parser

# What begins on a new line but goes on with the one above; as CONTINUED in the grammar. A word that
# has a line to itself joins nothing: it is the name of an action.
GOES_ON = (
    r"(?:(?:and|or|is|in|where|by|until|when(?!\s*\|))\b(?![ ]*(?:[#][^\n]*)?\r?\n)"
    r"|at[ ]+most\b|however[ ]+long\b)(?![ ]*:|[ ]+of\b)"
    r"|[+*/|]|\.\."
)

JOINING = frozenset({"and", "or", "is", "in", "where", "by", "until", "when"})
JOINED = "what `{}` joins to the line above stands behind it, in the same line"

LEAD = re.compile(r"[ \t]*")
TAB = "  "  # what a tab at the beginning of a line stands for


def measure_indent(written: str) -> int:
    """How far in a line stands that may have tabs before it."""
    lead = LEAD.match(written)
    return 0 if lead is None else len(lead.group().replace("\t", TAB))


@lru_cache(maxsize=2)
def measure_step(page: str) -> int:
    """How much further in than its head a block stands, as most blocks of a page do."""
    indents = [len(lead) for lead in re.findall(r"(?m)^( *)(?![ #]|$)", page)]
    steps = Counter(below - above for above, below in pairwise(indents) if above < below)
    return min(steps, key=lambda step: (-steps[step], step), default=len(TAB))


PIECE = re.compile(
    rf"""
      (?P<space> \ + | \#[^\n]* | \r?\n\ *(?={GOES_ON}) )
    | (?P<line> (?:\r?\n\ *(?:\#[^\n]*)?)+ )
    | (?P<word>
          "[^"\n]*"
        | seats\ (?:from|after)\b
        | {CARD} | {MARK}
        | [A-Za-z0-9_]+
        | \.\.
        | [-+<>]=
        | . )
    """,
    re.VERBOSE,
)


@attrs.frozen
class Token:
    """A word, sign, card, number or sentence; offsets count characters from the text's start."""

    text: str
    start: int
    end: int


@attrs.frozen
class Line:
    """One line of meaning: it may go on over several lines of the page. Never without words."""

    indent: int
    tokens: tuple[Token, ...]
    # Whether a blank line or a comment line stands directly above.
    gap_above: bool

    @property
    def start(self) -> int:
        """Offset of the first word."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Offset after the last word."""
        return self.tokens[-1].end


def split_lines(text: str) -> Iterator[Line]:
    """The lines of a text whose brackets all have their partners and that ends in a line end."""
    indent, depth, gap = 0, 0, False
    tokens: list[Token] = []
    for match in PIECE.finditer(text):
        kind, piece = match.lastgroup, match.group()
        if kind == "word":
            tokens.append(Token(piece, match.start(), match.end()))
            depth += (piece in ("(", "[")) - (piece in (")", "]"))
        elif kind == "line" and depth <= 0:
            if tokens:
                yield Line(indent, tuple(tokens), gap)
                tokens = []
            indent = len(piece) - piece.rfind("\n") - 1
            gap = piece.count("\n") > 1
    if tokens:
        yield Line(indent, tuple(tokens), gap)


# ---------------------------------------------------------------------- the table


@cache
def _load_table() -> Any:
    return load_parser().parse_interactive("", start=STARTS[0]).parser_state.parse_conf.parse_table


def _find_spelling(terminal: TerminalDef) -> str | None:
    """How a word or sign is written; None for what is known by its shape only."""
    if isinstance(terminal.pattern, PatternStr):
        return str(terminal.pattern.value)
    # A word may say that it ends where no letter follows.
    word = re.fullmatch(r"([a-z]+)\(\?!.*\)", terminal.pattern.value)
    return word and word[1]


@cache
def list_spellings() -> dict[str, str]:
    """Words and signs with a fixed spelling, as they are written, by Lark's name for them."""
    found = {terminal.name: _find_spelling(terminal) for terminal in load_parser().terminals}
    return {name: written for name, written in found.items() if written is not None}


@cache
def list_terminals() -> dict[str, str]:
    """Lark's name for each word and sign with a fixed spelling."""
    return {written: name for name, written in list_spellings().items()}


@cache
def _list_shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Lark's names for what is known by its shape (names, cards, numbers), the stronger first."""
    others = [
        terminal
        for terminal in load_parser().terminals
        if _find_spelling(terminal) is None and not terminal.name.startswith("_")
    ]
    return tuple(
        (terminal.name, re.compile(terminal.pattern.to_regexp()))
        for terminal in sorted(others, key=lambda terminal: -terminal.priority)
        if terminal.name not in ("COMMENT", "CONTINUED")
    )


@lru_cache(maxsize=4096)
def find_kinds(text: str) -> tuple[str, ...]:
    """Lark's names for what a word can be, the stronger first; none if it is nothing."""
    found = [list_terminals()[text]] if text in list_terminals() else []
    return tuple(found + [name for name, shape in _list_shapes() if shape.fullmatch(text)])


@attrs.frozen(eq=False)
class ParserState:
    """Where the reader stands after some words: a stack of states of the parse table."""

    # The state on top and the stack below it.
    stack: tuple[int, Any]

    @classmethod
    def at(cls, start: str) -> ParserState:
        """Before the first word of a file (`start`), a declaration or an expression."""
        return cls((_load_table().start_states[start], None))

    def find_actions(self) -> dict[str, Any]:
        """What the table has for this place; not all of it need be right here."""
        found: dict[str, Any] = _load_table().states[self.stack[0]]
        return found

    def accept_kind(self, kind: str) -> ParserState | None:
        """Where one stands after a word of this kind; None if it cannot stand here."""
        stack, states = self.stack, _load_table().states
        while (choice := states[stack[0]].get(kind)) is not None:
            action, what = choice
            if action is Shift:
                return ParserState((what, stack))
            for _ in what.expansion:
                stack = stack[1]
            goal = states[stack[0]][what.origin.name][1]
            stack = (goal, stack)
            if kind == "$END" and goal in _load_table().end_states.values():
                return ParserState(stack)
        return None

    def accept_kinds(self, *kinds: str) -> ParserState | None:
        """The same for several words in a row."""
        state: ParserState | None = self
        for kind in kinds:
            state = state and state.accept_kind(kind)
        return state

    def find_kind(self, text: str) -> str | None:
        """What a word is taken for here: a word of the language only where one can stand."""
        choices = self.find_actions()
        return next((kind for kind in find_kinds(text) if kind in choices), None)

    def takes_for_name(self, text: str) -> bool:
        """Whether this is a word of the language, but can stand here as a name only."""
        return self.find_kind(text) == "NAME" and is_reserved(text)

    def accept(self, word: Token) -> ParserState | None:
        """Where one stands after this word; None if it cannot stand here."""
        kind = self.find_kind(word.text)
        return None if kind is None else self.accept_kind(kind)

    def accept_all(self, tokens: Iterable[Token]) -> list[ParserState]:
        """Where one stands after the first word, the second …, as far as they go."""
        states: list[ParserState] = []
        state: ParserState | None = self
        for word in tokens:
            assert state is not None
            state = state.accept(word)
            if state is None:
                break
            states.append(state)
        return states

    def list_allowed(self) -> set[str]:
        """Lark's names for all that can stand here."""
        return {kind for kind in self.find_actions() if kind.isupper() and self.accept_kind(kind)}

    def list_allowed_words(self) -> list[str]:
        """The words of letters, as written, that can stand here."""
        known = list_spellings()
        return sorted(known[kind] for kind in self.list_allowed() if known.get(kind, "").isalpha())


# ---------------------------------------------------------------------- hard words


Shifts = dict[int, dict[str, int]]


def _list_shifts() -> Shifts:
    """What can come next in each state without anything before it being finished, and where to."""
    return {
        state: {kind: to for kind, (action, to) in actions.items() if action is Shift}
        for state, actions in _load_table().states.items()
    }


def _find_reachable(start: int, shifts: Shifts) -> set[int]:
    seen, open_ends = {start}, [start]
    while open_ends:
        new = {*shifts[open_ends.pop()].values()} - seen
        seen |= new
        open_ends += new
    return seen


@cache
def find_reserved() -> frozenset[str]:
    """Words that cannot be names.

    These are the words of expressions, those that may begin a line, and those that may stand where
    a name may. All other words have a meaning only inside a form and are free elsewhere, and so
    are those in FREE.
    """
    shifts = _list_shifts()
    begin = set(_load_table().start_states.values())
    for next_words in shifts.values():
        begin |= {next_words[kind] for kind in LAYOUT & next_words.keys()}
    in_values = _find_reachable(_load_table().start_states["one_expression"], shifts)
    known = list_spellings()
    kinds = set[str]()
    for state, next_words in shifts.items():
        if state in begin or state in in_values or "NAME" in next_words:
            kinds.update(next_words)
    found = {known[kind] for kind in kinds if known.get(kind, "").isalpha()}
    return frozenset(found) - FREE


def is_reserved(word: str) -> bool:
    """Whether a word cannot be a name; what settles that is worked out for a doubtful one only."""
    return word in list_terminals() and word not in FREE and word in find_reserved()


# Words that begin a part of a file or a line of the pack, or follow a value, where no name can
# stand: good names.
FREE = frozenset({"after", "cards", "from", "play", "table"})


# The operations that are asked with `of`; `dsl/checked/builtins.py` has what each of them means.
OPERATIONS = frozenset({
    "arrangements", "bottom", "consecutive", "expected", "groups", "larger", "last", "left",
    "melds", "next", "number", "one_rank", "one_suit", "owner", "player", "random", "rank", "ranks",
    "remainder", "rest", "reversed", "right", "sees", "showing", "side", "size", "smaller",
    "subsets", "suit", "suits", "top",
})  # fmt: skip


@cache
def list_part_words() -> frozenset[str]:
    """The words that begin a part of a file, at the left edge."""
    return frozenset(ParserState.at("one_declaration").list_allowed_words())


@cache
def list_step_words() -> frozenset[str]:
    """The words that begin what is done in a phase."""
    inside = ParserState.at("one_declaration").accept_kinds("MATCH", "_NEWLINE", "_INDENT")
    assert inside is not None
    return frozenset(inside.list_allowed_words())


# ---------------------------------------------------------------------- in the language of cards


# What Lark's names for shapes are called. A value is told apart, below.
CALLED = {
    "NAME": "a name",
    "TYPE": "a type such as `Card`",
    "INT": "a number",
    "CARD": "a card",
    "RANK": "a rank",
    "SUIT": "a suit",
    "STRING": 'a sentence in `"…"`',
    "SEATS_FROM": "`seats from`",
    "SEATS_AFTER": "`seats after`",
    "_NEWLINE": "the end of the line",
    "_INDENT": "a line further in",
    "_DEDENT": "a line further out",
    "$END": "the end of the text",
}


def _spell_on(kind: str, here: ParserState | None) -> str:
    """How a word is written, with all that must follow it: `that fits`, `at most`."""
    known = list_spellings()
    words, after = [known[kind]], here and here.accept_kind(kind)
    while known[kind].isalpha() and after is not None:
        (kind, *others) = after.list_allowed() or [""]
        if others or not known.get(kind, "").isalpha():
            break
        words.append(known[kind])
        after = after.accept_kind(kind)
    return " ".join(words)


def describe_kinds(
    kinds: Iterable[str], wanted: frozenset[str] = frozenset(), here: ParserState | None = None
) -> list[str]:
    """Lark's names in the language of cards, the most telling first; never Lark's names.

    What is `wanted` is named, though a value could go on with it as well. `here` stands before
    them: then a word is named with those that must follow it.
    """
    left = set(kinds)
    last: list[str] = []
    value = ParserState.at("one_expression")
    after = value.accept_kind("NAME")
    if {"NAME", "INT", "LPAR", "LSQB"} <= left:
        left -= value.list_allowed()
        last.append("a value")
    if after is not None and {"OF", "PLUS"} <= left:
        left -= after.list_allowed() - {"$END", "_NEWLINE"} - wanted
        last.append("more of the value, as with `of` or `+`")
    if {"_NEWLINE", "$END"} <= left:  # in a sentence
        left -= {"_NEWLINE", "$END"}
        last.append("the closing `}`")
    known = list_spellings()
    written = sorted(_spell_on(kind, here) for kind in left if kind in known)
    tokens = [f"`{word}`" for word in written if word[0].isalpha()]
    marks = [f"`{mark}`" for mark in written if not mark[0].isalpha()]
    shaped = [CALLED[kind] for kind in CALLED if kind in left]
    return tokens + marks + shaped + last


def join_with_or(tokens: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(tokens[:-1]), tokens[-1]]))
