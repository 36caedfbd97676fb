"""What one game comes to, in whole numbers: the form in which every way to play tells its games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import attrs

from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.simulation.unit import Unit

GAME_STRIDE = 10**9  # game k of seed S is the game of seed S * GAME_STRIDE + k: no two share one


def game_seed(seed: int, game: int) -> int:
    """The seed with which `hoyle run` plays game number `game`, from 0, of a simulation."""
    return seed * GAME_STRIDE + game


@attrs.frozen
class Measure:
    """A number that each seat has in the course of a game: what it takes away, points, chips.

    `slots` are the registers of the seats; None where the rules work it out (`payoff`).
    `most_leads` says whether the most of it leads, or the least; None where that is not known. What
    is `whole` says something at the end of a game only: a premium for the winner is paid once. What
    `is_anew` begins afresh in each unit: what it holds then is what the unit has brought.
    """

    name: str
    slots: tuple[int, ...] | None
    most_leads: bool | None = None
    whole: bool = False
    is_anew: bool = False


NUMBER = re.compile(r"-?\d+")


@attrs.frozen
class Problem:
    """Why a game broke off: the rules are at fault, a bound was reached, a worker died.

    What differs in its numbers only, at the same place, is the same problem.
    """

    kind: str
    says: str = attrs.field(eq=lambda says: NUMBER.sub("#", says))
    place: str = ""
    inside: str = ""  # the line of a library that the game's own line asks

    @classmethod
    def of_fault(cls, fault: RulesetFault) -> Problem:
        """The rules are at fault."""
        place, *inside = fault.places
        return cls("fault", fault.says, repr(place), *map(repr, inside))


class GameResult(NamedTuple):
    """One game. `finals` has each measure of each seat at the end, measure by measure.

    `deals` has the deals (hands, rounds: see `Unit`) one after another. Each is a row of numbers:
    the seats that were asked something, as a mask;
    who held each role when it began (when it was over, if it sets the role first; see
    `find_set_first`), -1 for nobody; then of each measure each seat's change; then what it stood at
    when the deal was over. `events` are None where they were not counted. `drawn` is the place of
    the loop that ended the game, as a draw, because it had gone on for too long.
    """

    number: int
    winners: int = 0  # the seats, as a mask
    finals: Sequence[int] = ()
    decisions: int = 0
    turns: int = 0
    choices: int = 0  # the legal moves of all decisions
    forced: int = 0  # decisions with one legal move
    deals: Sequence[int] = ()
    events: Mapping[tuple[str, str], int] | None = None  # by what it is and its name
    problem: Problem | None = None
    drawn: str = ""


class GamePlayer(Protocol):
    """A way to play games by their numbers; `roles` and `measures` name what results hold."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def sides(self) -> int:
        """How many sides there are."""

    @property
    def onwards(self) -> int:
        """How many places to the left who plays next sits: 1, or -1 where that is always right."""

    @property
    def names_winner(self) -> bool:
        """Whether the rules say who wins."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured."""

    @property
    def unit(self) -> Unit:
        """What a game repeats, and figures are told of."""

    def play(self, seed: int, first: int, count: int) -> Iterable[GameResult]:
        """The games `first` to `first + count - 1` of a seed."""
