"""What `hoyle diff --json` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.interpreter.comparison.change import Change
from hoyle.interpreter.comparison.search_result import Found, Outcome

if TYPE_CHECKING:
    from hoyle.interpreter.cli.diff import Sides


def as_facts(sides: Sides, changes: Sequence[Change], outcome: Outcome | None) -> dict[str, Any]:
    """Everything that there is to say."""
    found = outcome.found if outcome is not None else None
    return {
        "a": _side(sides, 0),
        "b": _side(sides, 1),
        "same": not changes,
        "changes": [change.facts() for change in changes],
        "games": outcome.games if outcome is not None else 0,
        "position": None if found is None else position(found),
    }


def _side(sides: Sides, number: int) -> dict[str, Any]:
    ruleset, options = sides[number]
    return {"game": ruleset.name, "title": ruleset.title, "options": options}


def position(found: Found) -> dict[str, Any]:
    """Where they differ."""
    moves = []
    if found.twins.same_pack:
        path = found.path()
        for (left, _), move in zip(path, found.moves, strict=False):
            assert left.seat is not None
            moves.append({"seat": left.table.names[left.seat], "move": left.text(move)})
    return {
        "players": list(found.twins.left.names),
        "moves": moves,
        "differences": [
            {"kind": one.kind, "what": one.name, "a": one.left, "b": one.right}
            for one in found.differences
        ],
    }
