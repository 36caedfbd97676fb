"""When figures are precise enough."""

from __future__ import annotations

import math
import re

import attrs

from hoyle.interpreter.simulation.compare import DECISIONS, DIFFERING
from hoyle.interpreter.simulation.figures import Figure, widest

SHARES = ("won", "ended")  # sections of shares
MEANS = ("a unit", "a game", "length")


@attrs.frozen
class Precision:
    """Half the width that the widest interval may have: of shares, or of what a unit brings."""

    reach: float
    of_shares: bool

    @classmethod
    def read(cls, text: str) -> Precision | None:
        """`0.1%` is said of the games that each seat wins, `0.05` of what each has of a unit."""
        found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(%?)", text.strip())
        if found is None or not float(found[1]):
            return None
        return cls(float(found[1]) / (100 if found[2] else 1), bool(found[2]))

    def is_met(self, figures: list[Figure]) -> bool:
        """Whether all intervals that it is said of are narrow enough."""
        return widest(self.select(figures)) <= self.reach

    def estimate_games(self, figures: list[Figure], played: int) -> int | None:
        """How many games it will take in all, since intervals narrow with their root."""
        width = widest(self.select(figures))
        return None if math.isinf(width) else math.ceil(played * (width / self.reach) ** 2)

    def select(self, figures: list[Figure]) -> list[Figure]:
        """The figures that it is said of; none where nobody wins, and nothing is measured."""
        if self.of_shares:
            return [
                one for one in figures
                if one.section in SHARES or (one.section == "difference" and one.name in DIFFERING)
            ]  # fmt: skip
        for section in MEANS:
            found = [one for one in figures if one.section == section]
            if found:
                return found
        found = [
            one for one in figures if one.section == "difference" and one.name not in DIFFERING
        ]
        return [one for one in found if one.name != DECISIONS] or found
