"""The parser that Lark makes of grammar.lark, kept ready-made in the user's own cache."""

from __future__ import annotations

import hashlib
import io
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.indenter import Indenter
from lark.lexer import (
    BasicLexer,
    ContextualLexer,
    PatternRE,
    PatternStr,
    Scanner,
    TerminalDef,
)
from lark.parse_tree_builder import PropagatePositions

from hoyle.dsl import card_words
from hoyle.dsl.kept_files import find_cache_folder, keep, read_kept

LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})  # belong to nothing that they end


RulePart = Any  # a tree, a token or None; Lark does not type what a tree keeps of its place


class SpanMaker:
    """Makes a tree of its children, from the first word to the last that were read for it.

    Some of these words do not stay in the tree, and the stretch that they take up is kept for the
    tree around it (Lark's `container`).
    """

    def __init__(self, make: Callable[[list[RulePart]], object]) -> None:
        self.make = make

    def __call__(self, children: list[RulePart]) -> object:
        """The tree."""
        start = end = -1
        for child in children:
            if isinstance(child, Token):
                if child.type not in LAYOUT:
                    start = child.start_pos or 0
                    break
            elif child is not None and not (meta := child.meta).empty:
                start = meta.container_start_pos
                break
        for child in reversed(children) if start >= 0 else ():
            if isinstance(child, Token):
                if child.type not in LAYOUT:
                    end = child.end_pos or 0
                    break
            elif child is not None and not (meta := child.meta).empty:
                end = meta.container_end_pos
                break
        made = self.make(children)
        if start >= 0 and isinstance(made, Tree):
            place: Any = made.meta
            if place.empty:
                place.empty, place.start_pos, place.end_pos = False, start, end
            place.container_start_pos, place.container_end_pos = start, end
        return made


def _use_fast_spans(parser: Lark) -> None:
    """Let this class do what Lark's own would do; where Lark is built otherwise, it stays so."""
    steps = parser._callbacks
    for rule, step in steps.items():
        if type(step) is PropagatePositions:
            steps[rule] = SpanMaker(step.node_builder)


# ---------------------------------------------------------------------- the parser, kept


GRAMMAR = Path(__file__).with_name("grammar.lark")
STARTS = ("start", "one_declaration", "one_expression")


class Blocks(Indenter):
    """Two spaces or any other depth: what counts is that a block's lines stand alike."""

    NL_type = "_NEWLINE"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 — the names and types are Lark's
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def _has_place(node: object) -> bool:
    """Line ends and indentation do not belong to what they end."""
    return not (isinstance(node, Token) and node.type in LAYOUT)


WORDS = 1  # the priority of the language's own words, before that of names
END_OF_WORD = r"(?![A-Za-z0-9_])"
A_WORD = re.compile(f"[A-Za-z]+{END_OF_WORD}")


def _end_words(terminal: TerminalDef) -> None:
    """A word of the language ends where its letters end: `toxin` does not begin with `to`."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value.isalpha():
        terminal.pattern = PatternRE(pattern.value + END_OF_WORD, pattern.flags)
        terminal.priority = WORDS


class WordScanner:
    """Finds the next word or sign that a state of the parser allows.

    The words of the language are looked up: one regular expression of all of them, as Lark makes it
    for each of more than a hundred states, takes longer to make than most texts to read.
    """

    def __init__(self, terminals: list[TerminalDef], lexer: BasicLexer) -> None:
        self.allowed_types = {terminal.name for terminal in terminals}
        self.words = {
            terminal.pattern.value.removesuffix(END_OF_WORD): terminal.name
            for terminal in terminals if _is_word(terminal)
        }  # fmt: skip
        before = [one for one in terminals if one.priority > WORDS]
        after = [one for one in terminals if one.priority <= WORDS and not _is_word(one)]
        make: Any = Scanner
        self.before, self.after = (
            make(some, lexer.g_regex_flags, lexer.re, lexer.use_bytes) for some in (before, after)
        )

    def match(self, text: Any, pos: int) -> tuple[str, str] | None:
        """What stands at a place of a text, and what it is; None where nothing is allowed."""
        found: tuple[str, str] | None = self.before.match(text, pos)
        if found is None and (word := A_WORD.match(text.text, pos, text.end)):
            name = self.words.get(word[0])
            found = None if name is None else (word[0], name)
        return self.after.match(text, pos) if found is None else found


class WordLexer(BasicLexer):
    """Lark's, with another scanner."""

    def _build_scanner(self) -> Any:
        self.callback = {}
        return WordScanner(list(self.terminals), self)


def _is_word(terminal: TerminalDef) -> bool:
    return terminal.priority == WORDS and terminal.pattern.value.endswith(END_OF_WORD)


def _use_quick_words(parser: Lark) -> None:
    """Look up words in place of Lark's way; where Lark is built otherwise, it stays so."""
    lexer = getattr(parser.parser, "lexer", None)
    lexer = getattr(lexer, "lexer", lexer)  # inside what makes blocks of indentation
    if isinstance(lexer, ContextualLexer) and not parser.lexer_conf.callbacks:
        for one in (*lexer.lexers.values(), lexer.root_lexer):
            one.__class__ = WordLexer


def build_parser(strict: bool = False) -> Lark:
    """Make the parser from the grammar's text; `strict` refuses any conflict.

    Lark compares all terminals with each other wherever interegular is installed, which takes
    twenty seconds; only the tests, which ask for `strict`, want to know.
    """
    installed = lark.lexer.has_interegular
    lark.lexer.has_interegular = installed and strict
    try:
        return Lark(
            _read_grammar(),
            parser="lalr",
            start=list(STARTS),
            postlex=Blocks(),
            maybe_placeholders=True,
            propagate_positions=_has_place,
            edit_terminals=_end_words,
            strict=strict,
        )
    finally:
        lark.lexer.has_interegular = installed


def _read_grammar() -> str:
    """The grammar's text with the shapes of cards filled in."""
    text = GRAMMAR.read_text(encoding="utf-8")
    for shape in ("CARD", "MARK", "SUIT"):
        text = text.replace(f"<{shape}>", getattr(card_words, shape))
    return text


def find_cache_file() -> Path:
    """The name holds everything that the table depends on."""
    key = hashlib.sha256(_read_grammar().encode() + Path(__file__).read_bytes())
    key.update(f"{lark.__version__} {sys.version}".encode())
    return find_cache_folder() / f"parser-{key.hexdigest()[:20]}"


def load_cached(path: Path) -> Lark | None:
    """The kept parser, or none where there is none that can be trusted and read."""
    table = read_kept(path)
    if table is None:
        return None
    try:
        parser: Lark = Lark.__new__(Lark)._load(
            io.BytesIO(table), postlex=Blocks(), propagate_positions=_has_place
        )
    except Exception:  # a damaged file is as good as none: it is made anew
        return None
    return parser


def _keep(parser: Lark, path: Path) -> None:
    table = io.BytesIO()
    parser.save(table)
    keep(path, table.getvalue())


@cache
def load_parser() -> Lark:
    """The parser, from the cache where possible."""
    path = find_cache_file()
    kept = load_cached(path)
    if kept is None:
        kept = build_parser()
        _keep(kept, path)
    _use_fast_spans(kept)
    _use_quick_words(kept)
    return kept
