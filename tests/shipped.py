"""The shipped games as they stand, each opened once for all tests of a process."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import hoyle
from hoyle.interpreter.library import loader

# Of different make: captures, a patience, moves made at once, clues, a pot, a bank, melds, tricks.
SOME = (
    "cassino", "goofspiel", "hanabi", "klondike", "leduc-poker", "pontoon", "rummy",
    "scotch-whist", "skat", "zetema",
)  # fmt: skip


def shipped() -> list[Any]:
    """Every shipped game as a parameter: in `make test` those for which others stand are left."""
    return [
        pytest.param(name, marks=() if name in SOME else pytest.mark.long)
        for name in hoyle.shipped()
    ]


@cache
def load(name: str) -> hoyle.Ruleset:
    """A shipped game or variant with all its examples; a ruleset never changes."""
    return loader.load_untried(name, examples=True)


@cache
def table(name: str) -> hoyle.Table:
    """Its table for the fewest players, with all options as usual."""
    return load(name).table()
