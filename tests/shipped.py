"""The shipped games as they stand, each opened once for all tests of a process."""

from __future__ import annotations

from functools import cache

import hoyle
from hoyle.interpreter.library import loader


@cache
def load(name: str) -> hoyle.Ruleset:
    """A shipped game or variant with all its examples; a ruleset never changes."""
    return loader.load(name, examples=True)


@cache
def table(name: str) -> hoyle.Table:
    """Its table for the fewest players, with all options as usual."""
    return load(name).table()
