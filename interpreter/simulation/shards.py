"""Games spread over the cores of the machine, in shards whose results are added up in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

import attrs

from hoyle.interpreter.simulation.results import GamePlayer, Problem
from hoyle.interpreter.simulation.tally import Tally, tally_games
from hoyle.interpreter.testing.worker_pool import count_cores, open_pool

SHARD = 20  # games; what comes of a simulation does not depend on it
NATIVE_SHARD = 2000  # the same where native code plays them
WAITING = 3  # shards that are given out for each process, so that none is idle

PATIENCE = 300  # seconds for a shard, after which its process is taken for one that hangs

DIED = Problem("died", "the process that played it has died")
HUNG = Problem("hung", f"the process that played it gave no answer for {PATIENCE // 60} minutes")


@attrs.frozen
class Shard:
    """Some games, one after another."""

    first: int
    count: int


class ShardWork(Protocol):
    """What is done with a shard."""

    def __call__(self, shard: Shard) -> Tally:
        """Its games added up."""


@attrs.frozen
class PlayShard:
    """Plays the games of a shard."""

    player: GamePlayer
    seed: int

    def __call__(self, shard: Shard) -> Tally:
        """Its games added up."""
        return tally_games(self.player, self.player.play(self.seed, shard.first, shard.count))


def list_shards(first: int, last: int, size: int = SHARD) -> Iterator[Shard]:
    """The games from `first` up to `last`, which is not among them, in shards of so many."""
    for game in range(first, last, size):
        yield Shard(game, min(size, last - game))


def play_shards(work: ShardWork, shards: Iterable[Shard], cores: int) -> Iterator[Tally]:
    """What comes of each shard, in their order. No other game is lost if one kills its process."""
    if count_cores() < 2:  # where processes cannot share what is loaded, or one core is all
        yield from map(work, shards)
        return
    left = deque(shards)
    while left:
        try:
            for tally in _play_in_pool(work, left, cores):
                yield tally
                left.popleft()
        except (BrokenProcessPool, TimeoutError):
            for _ in range(min(len(left), cores * WAITING)):
                yield _play_alone(work, left[0])
                left.popleft()


def _play_in_pool(work: ShardWork, shards: Iterable[Shard], cores: int) -> Iterator[Tally]:
    waiting: deque[Future[Tally]] = deque()
    with open_pool(work, cores) as submit:
        for shard in tuple(shards):
            waiting.append(submit(shard))
            if len(waiting) >= cores * WAITING:
                yield waiting.popleft().result(PATIENCE)
        while waiting:
            yield waiting.popleft().result(PATIENCE)


def _play_alone(work: ShardWork, shard: Shard) -> Tally:
    """A shard in a process of its own; if that dies or hangs each half, down to a single game."""
    try:
        with open_pool(work, 1) as submit:
            return submit(shard).result(PATIENCE)
    except (BrokenProcessPool, TimeoutError) as end:
        tally = Tally()
        if shard.count == 1:
            tally.add_problem(HUNG if isinstance(end, TimeoutError) else DIED, shard.first)
            return tally
        half = shard.count // 2
        tally.merge(_play_alone(work, Shard(shard.first, half)))
        tally.merge(_play_alone(work, Shard(shard.first + half, shard.count - half)))
        return tally
