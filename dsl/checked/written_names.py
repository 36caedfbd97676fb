"""How names are written with what they are asked of, in messages."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import Scope


def name_in_sight(scope: Scope, kind: t.Type) -> str:
    """The one thing in sight that has a name and is of a type: a variable, else state.

    Where there are several, or none, nobody knows which is meant: `…`.
    """
    found = [var.name for var in scope.all_vars() if var.type == kind] or [
        r.name for r in scope.game.registers.values() if r.type == kind and not r.index
    ]
    if not found and kind == t.SIDE and (seat := name_in_sight(scope, t.SEAT)) != "…":
        return f"side of {seat}"
    return found[0] if len(found) == 1 else "…"


def write_application(name: str, args: Sequence[str]) -> str:
    """`hand of seat`, `matches(card, pile)`."""
    return f"{name} of {args[0]}" if len(args) == 1 else f"{name}({', '.join(args)})"
