"""The names that a text has, and how they are written with what they are asked of."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import Scope
from hoyle.dsl.tree import declarations as d

# What all things of a type are called, where it has no alternatives with names.
ALL_OF = {"Suit": "suits", "Rank": "ranks", "Seat": "seats", "Side": "sides", "Card": "pack"}


def name_in_sight(scope: Scope, kind: t.Type) -> str:
    """The one thing in sight that is of a type: `it` of the phrase around, a variable, else state.

    Where there are several, or none, nobody knows which is meant: `…`.
    """
    if _is_it(scope, kind):
        return "it"
    found = [var.name for var in scope.all_vars() if var.type == kind] or [
        r.name for r in scope.game.registers.values() if r.type == kind and not r.index
    ]
    if not found and kind == t.SIDE and (seat := name_in_sight(scope, t.SEAT)) != "…":
        return f"side of {seat}"
    return found[0] if len(found) == 1 else "…"


def _is_it(scope: Scope, kind: t.Type) -> bool:
    """Whether the innermost thing of a type in sight is the element of a phrase without a name."""
    at: Scope | None = scope
    while at is not None and at.it is not None:
        if any(var.type == kind and var is not at.it for var in at.names.values()):
            return False
        if at.outer is None or at.outer.it is not at.it:
            return t.bare(at.it.type) == kind
        at = at.outer
    return False


def write_application(name: str, args: Sequence[str]) -> str:
    """`hand of seat`, `matches(card, pile)`."""
    return f"{name} of {args[0]}" if len(args) == 1 else f"{name}({', '.join(args)})"


def as_noun(kind: t.Type) -> str:
    """`seat` for `a seat`."""
    return str(kind).removeprefix("an ").removeprefix("a ")


def list_names(scope: Scope) -> list[str]:
    """Every name that can stand alone in a scope."""
    game = scope.game
    names = {
        *(var.name for var in scope.all_vars()),
        *game.options,
        *(n for n, r in game.registers.items() if not r.index),
        *(n for n, z in game.zones.items() if not z.index),
        *(n for n, tree in scope.ctx.definitions.items() if stands_alone(tree)),
        *list_pack_names(game),
        *("players", "seats", "pack"),
        *(("sides",) if game.side_count else ()),
        *(("it",) if scope.it else ()),
    }
    return sorted(names)


def list_pack_names(game: g.Game) -> list[str]:
    """The ranks, suits and cards that have a name."""
    words = game.words
    return [word for word in (*words.suits, *words.ranks, *words.singles) if word[:1].islower()]


def stands_alone(tree: d.Define | d.Table | d.Ranking | None) -> bool:
    """Whether a definition is asked without anything behind it."""
    return isinstance(tree, d.Define | d.Table) and not tree.params


def list_fields(record: g.Record) -> list[g.Zone | g.Register]:
    """Its zones and registers."""
    return [*record.zones, *record.registers]
