"""A game written down in full: who plays, the options, what chance brought, and the moves.

A random game is known by its seed alone; a script is what can be made smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.play.engine import Engine
from hoyle.interpreter.play.expressions import Slots
from hoyle.interpreter.play.moves import Move
from hoyle.interpreter.play.table import Chances, Packs, stacked

# Of a shuffle the cards from the top, as far as they are named (ANY where another would do as
# well); of a draw the member; of a draw that nobody has named, None.
Outcome = tuple[int, ...] | int | None
ANY = -1


@attrs.frozen
class Given:
    """A slot of a reduced position, and what it holds: cards from the bottom, or a number."""

    slot: int
    value: Any


@attrs.frozen
class Script:
    """A game; with `phase` one that begins there, in a position that `given` lays.

    `options` are those that are not as they would be without saying. What `chance` does not name
    comes in the pack's order: the cards of a shuffle below those that are named, and the first
    member of a draw.
    """

    players: int
    options: tuple[tuple[str, int], ...] = ()
    chance: tuple[Outcome, ...] = ()
    moves: tuple[Move, ...] = ()
    phase: str = ""
    given: tuple[Given, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards must be named."""
        laid = sum(len(one) - one.count(ANY) for one in self.chance if isinstance(one, tuple))
        held = sum(len(one.value) for one in self.given if isinstance(one.value, tuple))
        return laid + held


@attrs.frozen
class Written:
    """Chance as a script has it, event after event."""

    outcomes: tuple[Outcome, ...]
    events: int = 0
    packs: Packs = ()

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, Written]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        among = engine.outcomes(s, at)
        named = self.outcomes[self.events] if self.events < len(self.outcomes) else None
        after = attrs.evolve(self, events=self.events + 1)
        if node.kind == "draw":
            return (named if isinstance(named, int) and named in among else among[0]), after
        return stacked(among, filled(among, named if isinstance(named, tuple) else ())), after


def filled(pile: Sequence[int], named: Sequence[int]) -> tuple[int, ...]:
    """Cards from the top: the first of the pack that nobody names takes the place of each ANY."""
    free = iter(sorted(card for card in pile if card not in named))
    return tuple(next(free) if card == ANY else card for card in named)


@attrs.frozen
class Noted:
    """Chance from a seed, written down as it comes: by the number of the event."""

    chances: Chances | Written
    noted: dict[int, Outcome] = attrs.field(factory=dict)
    packs: Packs = ()

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, Noted]:
        """The outcome of a chance node, and what remains."""
        number = self.chances.events
        outcome, after = self.chances.resolve(engine, s, at)
        drawn = isinstance(outcome, int)
        self.noted[number] = outcome if drawn else tuple(reversed(outcome))
        return outcome, attrs.evolve(self, chances=after)

    def outcomes(self) -> tuple[Outcome, ...]:
        """Everything that chance has brought so far."""
        return tuple(self.noted[k] for k in sorted(self.noted))
