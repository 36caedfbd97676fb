"""The trees of texts, kept in the user's cache: a text that has not changed is not read again."""

from __future__ import annotations

import hashlib
import io
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import hoyle.dsl
from hoyle.dsl.kept_files import find_cache_folder, hash_program, keep_sealed, read_sealed
from hoyle.dsl.report import Problem
from hoyle.dsl.tree import declarations as d

SHORTEST = 2000  # characters: with a parser at hand a shorter text is read as fast as looked up
PARSER = "hoyle.dsl.parser.grammar"  # whose table takes longer to load than most texts to read
MAX_KEPT = 400
# What a kept tree is made of; nothing else is looked up, whoever wrote the file.
KNOWN = re.compile(r"hoyle\.dsl\.(tree\.\w+|source|report)")
Kept = tuple[d.File, list[Problem]]


def is_worth_keeping(text: str) -> bool:
    """Whether a text is looked up faster than read: a short one till a parser is loaded."""
    return len(text) >= SHORTEST or PARSER not in sys.modules


def read_kept_tree(name: str, text: str) -> Kept | None:
    """The tree of a text under a name, and what is to be said of it; None where it is not kept."""
    body = read_sealed(_find_place(name, text))
    if body is None:
        return None
    try:
        kept: Kept = _Trees(io.BytesIO(body)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError):
        return None  # made by somebody else
    return kept


def keep_tree(name: str, text: str, kept: Kept) -> None:
    """Keep a tree for the next start."""
    try:
        body = pickle.dumps(kept, protocol=4)
    except RecursionError:
        return  # brackets in brackets, deeper than anybody writes them
    keep_sealed(_find_place(name, text), body, most=MAX_KEPT)


def _find_place(name: str, text: str) -> Path:
    key = hashlib.sha256(hash_program(Path(next(iter(hoyle.dsl.__path__)))))
    key.update(f"{name}\0{text}".encode("utf-8", "surrogateescape"))
    return find_cache_folder() / "trees" / key.hexdigest()[:40]


class _Trees(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if not KNOWN.fullmatch(module) or "." in name:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tree")
        found = super().find_class(module, name)
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tree")
        return found
