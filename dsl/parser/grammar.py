"""The parser that Lark makes of grammar.lark, kept ready-made in the user's own cache."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.indenter import Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parse_tree_builder import PropagatePositions

from hoyle.dsl.atomic_write import write_atomically
from hoyle.dsl.cache_folder import find_cache_folder

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


def _end_words(terminal: TerminalDef) -> None:
    """A word of the language ends where its letters end: `toxin` does not begin with `to`."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value.isalpha():
        terminal.pattern = PatternRE(pattern.value + r"(?![A-Za-z0-9_])", pattern.flags)
        terminal.priority = 1


def _build(strict: bool = False) -> Lark:
    """Make the parser from the grammar's text; `strict` refuses any conflict."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        start=list(STARTS),
        postlex=Blocks(),
        maybe_placeholders=True,
        propagate_positions=_has_place,
        edit_terminals=_end_words,
        strict=strict,
    )


def find_cache_file() -> Path:
    """The name holds everything that the table depends on."""
    key = hashlib.sha256(GRAMMAR.read_bytes() + Path(__file__).read_bytes())
    key.update(f"{lark.__version__} {sys.version}".encode())
    return find_cache_folder() / f"parser-{key.hexdigest()[:20]}"


def load_cached(path: Path) -> Lark | None:
    """The kept parser, or none where there is none that can be trusted and read."""
    try:
        with path.open("rb") as kept:
            if hasattr(os, "getuid") and os.fstat(kept.fileno()).st_uid != os.getuid():
                return None
            parser: Lark = Lark.__new__(Lark)._load(
                kept, postlex=Blocks(), propagate_positions=_has_place
            )
            return parser
    except Exception:  # a damaged or foreign file is as good as none: it is made anew
        return None


def _keep(parser: Lark, path: Path) -> None:
    """Write the table beside its place, then move it there: never a half-written file."""
    table = io.BytesIO()
    parser.save(table)
    with contextlib.suppress(OSError):  # a home that cannot be written costs time only
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, table.getvalue())


@cache
def load_parser() -> Lark:
    """The parser, from the cache where possible."""
    path = find_cache_file()
    kept = load_cached(path)
    if kept is None:
        kept = _build()
        _keep(kept, path)
    _use_fast_spans(kept)
    return kept
