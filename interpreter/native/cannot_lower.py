"""What has no native form yet. The interpreter plays such a game."""

from __future__ import annotations

import os
from importlib.util import find_spec

from hoyle.dsl.source import Span

OFF = "HOYLE_NATIVE"  # the variable of the environment that turns native code off, as `0`


def is_turned_off() -> bool:
    """Whether the user wants no native code."""
    return os.environ.get(OFF) == "0"


def is_available() -> bool:
    """Whether there can be native code at all: the extra is installed, and not turned off."""
    return not is_turned_off() and find_spec("llvmlite") is not None


class CannotLower(Exception):
    """A machine has something that is not lowered yet; `construct` names it, once."""

    def __init__(self, construct: str, line: str = "") -> None:
        where = f" in {line}" if line else ""
        super().__init__(f"{construct}{where}: this has no native form yet")
        self.construct = construct

    def find_in(self, span: Span) -> CannotLower:
        """The same with the line of the rules that has it, where that is known."""
        name = span.source.name
        return CannotLower(self.construct, f"{name}:{span.line}" if name else "")
