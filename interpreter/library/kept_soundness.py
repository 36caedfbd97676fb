"""Which rulesets were found sound, kept in the user's cache until a text of theirs changes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import hoyle.dsl
from hoyle.dsl.kept_files import find_cache_folder, hash_program, keep_sealed, read_sealed
from hoyle.interpreter.library.ruleset import Ruleset

SOUND = b"sound"
MAX_KEPT = 1000


def is_known_sound(ruleset: Ruleset) -> bool:
    """Whether exactly these texts under these variants passed before, with this program."""
    return read_sealed(_find_place(ruleset)) == SOUND


def keep_sound(ruleset: Ruleset) -> None:
    """Remember for the next start that its tables were looked at, and no mistake was found."""
    keep_sealed(_find_place(ruleset), SOUND, most=MAX_KEPT)


def _find_place(ruleset: Ruleset) -> Path:
    key = hashlib.sha256(hash_program(Path(next(iter(hoyle.dsl.__path__)))))
    names = [ruleset.name, *(layer.heading.name for layer in ruleset.choice.layers)]
    key.update("\0".join([*names, ruleset.hash]).encode("utf-8", "surrogateescape"))
    return find_cache_folder() / "sound" / key.hexdigest()[:40]
