"""A game that shows a fault, and the smallest ones that were found of it."""

from __future__ import annotations

import attrs

from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.script import Script


@attrs.frozen
class FailingGame:
    """A game that shows the fault: as a script, and its moves as texts.

    `plain` counts how far its moves lie from the first that were legal.
    """

    script: Script
    finding: Finding
    texts: tuple[str, ...]
    plain: int

    @property
    def size(self) -> tuple[int, ...]:
        """What is to become smaller, the most important first."""
        script = self.script
        return (
            script.players, len(script.moves), len(script.options), len(script.given),
            script.cards, self.plain,
        )  # fmt: skip


@attrs.frozen
class SmallestGames:
    """The smallest game and the smallest reduced position; None where there is none."""

    game: FailingGame | None
    reduced: FailingGame | None = None
