"""The parser that Lark makes of grammar.lark, kept ready-made in the user's own cache."""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import Rule, Symbol
from lark.indenter import Indenter
from lark.lexer import (
    AbstractBasicLexer,
    BasicLexer,
    ContextualLexer,
    LexerState,
    PatternRE,
    PatternStr,
    TerminalDef,
)
from lark.parse_tree_builder import PropagatePositions
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.utils import Enumerator, SerializeMemoizer, TextSlice

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


BLANK = " "  # the grammar ignores it wherever a word may begin
Find = Callable[[str, int, int], "re.Match[str] | None"]


class WordScanner:
    """Finds the next word or sign that a state of the parser allows.

    The words of the language are looked up, and each shape is compiled once: Lark makes one regular
    expression of all that each of more than a hundred states allows, which takes longer to make
    than most texts to read.
    """

    def __init__(self, terminals: Iterable[TerminalDef]) -> None:
        self.allowed_types = {terminal.name for terminal in terminals}
        self.words = {
            terminal.pattern.value.removesuffix(END_OF_WORD): terminal.name
            for terminal in terminals if _is_word(terminal)
        }  # fmt: skip
        shapes = [one for one in terminals if not _is_word(one)]
        self.before = [(one.name, _find(one)) for one in shapes if one.priority > WORDS]
        self.after = [one for one in shapes if one.priority <= WORDS]
        self._after_at: dict[str, list[tuple[str, Find]]] = {}

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str] | None:
        """What stands at a place of a text, and what it is; None where nothing is allowed."""
        string, end = text.text, text.end
        for name, find in self.before:
            if found := find(string, pos, end):
                return found[0], name
        if (found := A_WORD.match(string, pos, end)) and found[0] in self.words:
            return found[0], self.words[found[0]]
        first = string[pos]
        if first not in self._after_at:
            self._after_at[first] = [
                (one.name, _find(one)) for one in self.after
                if not isinstance(one.pattern, PatternStr) or one.pattern.value[0] == first
            ]  # fmt: skip
        for name, find in self._after_at[first]:
            if found := find(string, pos, end):
                return found[0], name
        return None


@cache
def _find(terminal: TerminalDef) -> Find:
    return re.compile(terminal.pattern.to_regexp()).match


def _is_word(terminal: TerminalDef) -> bool:
    return terminal.priority == WORDS and terminal.pattern.value.endswith(END_OF_WORD)


class WordLexer(BasicLexer):
    """Lark's, with another scanner; where a word stands is told by offsets alone."""

    def _build_scanner(self) -> WordScanner:  # type: ignore[override]  # asked for `match` alone
        self.callback = {}
        return WordScanner(self.terminals)

    def next_token(self, lex_state: LexerState, parser_state: object = None) -> Token:
        """The next word or sign; Lark says what is wrong where there is none."""
        text, place, match = lex_state.text, lex_state.line_ctr, self.scanner.match
        start, string = place.char_pos, text.text
        while start < text.end:
            if string[start] == BLANK:
                start += 1
                continue
            found = match(text, start)
            if found is None:
                break
            written, name = found
            end = start + len(written)
            place.char_pos = end
            if name not in self.ignore_types:
                token = Token(name, written, start, end_pos=end)
                lex_state.last_token = token
                return token
            start = end
        return super().next_token(lex_state, parser_state)


class WordLexers(ContextualLexer):
    """Lark's, with a lexer for a state of the parser made when the parser first comes to it."""

    def __init__(
        self, conf: LexerConf, states: dict[int, Collection[str]],
        always_accept: Collection[str] = (),
    ) -> None:  # fmt: skip
        conf = copy(conf)
        conf.skip_validation = True
        self.root_lexer = WordLexer(conf)
        self.lexers = _LexersByState(
            self.root_lexer, states, frozenset({*conf.ignore, *always_accept})
        )


class _LexersByState(dict[int, AbstractBasicLexer]):
    """The lexers, each made when it is asked for."""

    def __init__(
        self, root: WordLexer, states: dict[int, Collection[str]], always: frozenset[str]
    ) -> None:
        self.root, self.states, self.always = root, states, always
        self.alike: dict[frozenset[str], WordLexer] = {}

    def __missing__(self, state: int) -> WordLexer:
        accepts = self.always.union(self.states[state])
        lexer = self.alike.get(accepts)
        if lexer is None:  # as the root, whose words and signs stand in their order already
            lexer = self.alike[accepts] = copy(self.root)
            lexer.terminals = [one for one in self.root.terminals if one.name in accepts]
            lexer._scanner = None
        self[state] = lexer
        return lexer


class SharingParser(LALR_Parser):
    """Lark's, with each symbol once, called by a plain string: a table is made in half the time.

    Of a table that was kept each action is there once too, as `_keep` has written it.
    """

    def __init__(self, parser_conf: ParserConf, debug: bool = False, strict: bool = False) -> None:
        shared: dict[str, Any] = {}
        for rule in parser_conf.rules:
            rule.options = shared.setdefault(f"{vars(rule.options)}", rule.options)
            signs = (rule.origin, *rule.expansion)
            rule.origin, *rule.expansion = (shared.setdefault(one.fullrepr, one) for one in signs)
        for sign in shared.values():
            if isinstance(sign, Symbol):
                sign.name = str(sign.name)
        super().__init__(parser_conf, debug, strict)

    @classmethod
    def deserialize(  # type: ignore[override]  # as Lark's own
        cls, data: Any, memo: Mapping[object, Rule], callbacks: Any, debug: bool = False
    ) -> SharingParser:
        """The parser of what was kept."""
        actions = [(Shift, to) if rule is None else (Reduce, memo[rule])
                   for rule, to in data["actions"]]  # fmt: skip
        states = {
            state: {name: actions[number] for name, number in found.items()}
            for state, found in data["states"].items()
        }
        made = cls.__new__(cls)
        table: Any = IntParseTable
        made._parse_table = table(states, data["start_states"], data["end_states"])
        made.parser = _Parser(made._parse_table, callbacks, debug)
        return made


SHARING: Mapping[str, object] = {"LALR_Parser": SharingParser}
QUICK: Mapping[str, object] = {"ContextualLexer": WordLexers, **SHARING}


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
            _plugins=SHARING if strict else QUICK,
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


def load_cached(path: Path, plugins: Mapping[str, object] = QUICK) -> Lark | None:
    """The kept parser, or none where there is none that can be trusted and read."""
    table = read_kept(path)
    if table is None:
        return None
    try:
        kept = pickle.loads(table)
        rules = [one for one in kept["memo"].values() if isinstance(one, Rule)]
        for rule in rules:
            rule._deserialize()  # type: ignore[no-untyped-call]  # a hash is another one at each start
        parser: Lark = Lark.__new__(Lark)._load(
            kept, postlex=Blocks(), propagate_positions=_has_place,
            _plugins=plugins,
        )  # fmt: skip
    except Exception:  # a damaged file is as good as none: it is made anew
        return None
    return parser


def _keep(parser: Lark, path: Path) -> None:
    """Keep what Lark saves, with what it writes out at each place as objects that are shared."""
    memo = SerializeMemoizer([TerminalDef, Rule])
    data = parser.serialize(memo)
    table, actions = parser.parser.parser._parse_table, Enumerator()
    states = {
        state: {
            str(name): actions.get((None, to) if action is Shift else (memo.memoized.get(to), 0))
            for name, (action, to) in found.items()
        }
        for state, found in table.states.items()
    }
    data["parser"]["parser"] = {
        "actions": list(actions.enums), "states": states,
        "start_states": table.start_states, "end_states": table.end_states,
    }  # fmt: skip
    keep(path, pickle.dumps({"data": data, "memo": memo.memoized.reversed()}))


@cache
def load_parser() -> Lark:
    """The parser, from the cache where possible."""
    path = find_cache_file()
    kept = load_cached(path)
    if kept is None:
        kept = build_parser()
        _keep(kept, path)
    _use_fast_spans(kept)
    return kept
