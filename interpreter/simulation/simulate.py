"""A simulation: so many games, or as many as a precision takes, however they are spread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from hoyle.interpreter.simulation.intervals import LEVEL
from hoyle.interpreter.simulation.shards import SHARD, Shard, list_shards
from hoyle.interpreter.simulation.tally import Tally

FIRST_LOOK = 200  # games after which it is first asked whether the figures are precise enough
Spread = Callable[[Iterable[Shard]], Iterator[Tally]]


@attrs.define
class Simulation:
    """What has come of it so far; `looks` is how often a precision was asked for."""

    games: int  # the most that are played
    shard: int = SHARD  # the most games that one process plays at a time
    tally: Tally = attrs.field(factory=Tally)
    looks: int = 0
    interrupted: bool = False
    precise: bool = False

    @property
    def level(self) -> float:
        """How often one of its intervals covers what it is about."""
        return level_of_look(self.looks) if self.looks else LEVEL


def level_of_look(look: int) -> float:
    """The level at look number 1, 2, …: what the intervals miss adds up to no more than usual.

    1/(1·2) + 1/(2·3) + 1/(3·4) + … is 1, so each look may spend that part of all misses.
    """
    return 1 - (1 - LEVEL) / (look * (look + 1))


def list_looks(most: int) -> Iterator[int]:
    """After how many games the precision is asked for: half as many again each time."""
    games = FIRST_LOOK
    while games < most:
        yield games
        games = -(-games * 3 // 2 // SHARD) * SHARD
    yield most


def run_simulation(
    simulation: Simulation, spread: Spread, show: Callable[[Simulation], None],
    is_precise: Callable[[Tally, float], bool] | None = None,
) -> None:  # fmt: skip
    """Play on until all games are played, or the figures are precise; or until interrupted.

    What was played then stands in the simulation: the first games, up to one that is not over.
    """
    looks = [simulation.games] if is_precise is None else list_looks(simulation.games)
    tally, first = simulation.tally, 0
    try:
        for last in looks:
            for part in spread(list_shards(first, last, simulation.shard, tally)):
                tally.merge(part)
                show(simulation)
            first = last
            if is_precise is not None:
                simulation.looks += 1
                if is_precise(tally, simulation.level):
                    simulation.precise = True
                    return
    except KeyboardInterrupt:
        simulation.interrupted = True
