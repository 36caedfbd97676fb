"""What a search for a difference has come to so far."""

from __future__ import annotations

import attrs

from hoyle.interpreter.comparison.paired_tables import STATE, Difference, Twins
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position

LONG = 200  # moves of one game


@attrs.frozen
class Found:
    """Two positions after the same deal and the same moves, and what differs.

    The deal is made of a seed, and of a pack where the first shuffle is laid.
    """

    twins: Twins
    seed: int
    moves: tuple[Move, ...]
    differences: tuple[Difference, ...]
    pack: tuple[int, ...] = ()

    @property
    def weight(self) -> tuple[bool, int, int]:
        """What is shown to a player comes first; then fewer moves, then fewer players."""
        hidden = all(one.kind == STATE for one in self.differences)
        return hidden, len(self.moves), len(self.twins.left.names)

    def path(self) -> list[tuple[Position, Position]]:
        """The positions of both tables from the deal to where they differ."""
        found = [self.twins.start(self.seed, self.pack)]
        for move in self.moves:
            found.append(self.twins.play(found[-1], move))
        return found


@attrs.define
class Outcome:
    """The best that was found, and how much has been tried."""

    found: Found | None = None
    games: int = 0
    moves: int = 0

    def better(self, found: Found) -> bool:
        """Keep what was found, where it is better than what there is."""
        if self.found is None or found.weight < self.found.weight:
            self.found = found
            return True
        return False

    @property
    def most(self) -> int:
        """How many moves are still worth trying."""
        if self.found is None or self.found.weight[0]:
            return LONG
        return len(self.found.moves) - 1

    def settled(self) -> bool:
        """Whether nothing better can be found."""
        return self.most < 0
