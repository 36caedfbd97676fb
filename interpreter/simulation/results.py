"""What one game comes to, in whole numbers: the form in which every way to play tells its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import attrs

GAME_STRIDE = 10**9  # game k of seed S is the game of seed S * GAME_STRIDE + k: no two share one


def game_seed(seed: int, game: int) -> int:
    """The seed with which `hoyle run` plays game number `game`, from 0, of a simulation."""
    return seed * GAME_STRIDE + game


@attrs.frozen
class Measure:
    """A number that each seat has in the course of a game: what it takes away, points, chips.

    `slots` are the registers of the seats; None where the rules work it out (`payoff`).
    """

    name: str
    slots: tuple[int, ...] | None


@attrs.frozen
class DealResult:
    """One deal: who held each role when it began, -1 for nobody.

    Of each measure it has each seat's change, and what it stood at when the deal was over.
    """

    roles: tuple[int, ...]
    changes: tuple[tuple[int, ...], ...]
    standings: tuple[tuple[int, ...], ...]


@attrs.frozen
class Problem:
    """Why a game came to no end: the rules are at fault, a bound was reached, a worker died."""

    kind: str
    says: str
    place: str = ""


@attrs.frozen
class GameResult:
    """One game. `finals` has each measure of each seat at the end.

    What a way to play does not follow is None: the deals, what happened in them.
    """

    number: int
    winners: int  # the seats, as a mask
    finals: tuple[tuple[int, ...], ...] = ()
    decisions: int | None = None
    turns: int | None = None
    choices: int | None = None  # the legal moves of all decisions
    forced: int | None = None  # decisions with one legal move
    deals: tuple[DealResult, ...] | None = None
    events: Mapping[tuple[str, str], int] | None = None  # by what it is and its name
    problem: Problem | None = None


class GamePlayer(Protocol):
    """A way to play games by their numbers; `roles` and `measures` name what results hold."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def sides(self) -> int:
        """How many sides there are."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured."""

    def play(self, seed: int, first: int, count: int) -> Iterable[GameResult]:
        """The games `first` to `first + count - 1` of a seed."""
