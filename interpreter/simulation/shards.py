"""Games spread over the cores of the machine, in shards whose results are added up in order."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import Pipe
from typing import Protocol

import attrs

from hoyle.interpreter.simulation.results import GamePlayer, Problem
from hoyle.interpreter.simulation.tally import Tally, tally_games
from hoyle.interpreter.testing.worker_pool import count_cores, open_pool

SHARD = 20  # games at most; what comes of a simulation does not depend on it
NATIVE_SHARD = 2000  # the same where native code plays them
MOMENT = 0.5  # seconds that a shard may take: whoever ends a simulation loses no more than that
WAITING = 3  # shards that are given out for each process, so that none is idle

PATIENCE = 300  # seconds for a shard, after which its process is taken for one that hangs

DIED = Problem("died", "the process that played it has died")
HUNG = Problem("hung", f"the process that played it gave no answer for {PATIENCE // 60} minutes")


class Lost(Exception):
    """The process that played a shard has died, or was ended: which it was."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.says)
        self.problem = problem


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


def list_shards(
    first: int, last: int, size: int = SHARD, so_far: Tally | None = None
) -> Iterator[Shard]:
    """The games from `first` up to `last`, which is not among them, in shards of so many.

    Where it is known how long games have taken `so_far`, a shard has no more than a moment's.
    """
    while first < last:
        most = size if so_far is None else _count_in_a_moment(so_far, size)
        yield Shard(first, min(most, last - first))
        first += most


def _count_in_a_moment(tally: Tally, most: int) -> int:
    """How many games one process plays in that time, as far as is known; the first comes alone."""
    return max(1, int(min(most, MOMENT * tally.games / (tally.seconds or 1e-9))))


def play_shards(work: ShardWork, shards: Iterable[Shard], cores: int) -> Iterator[Tally]:
    """What comes of each shard, in their order. No other game is lost if one kills its process."""
    if count_cores() < 2:  # where processes cannot share what is loaded, or one core is all
        yield from map(partial(_play_timed, work), shards)
        return
    coming, given = iter(shards), deque[Shard]()
    while True:
        try:
            yield from _play_in_pool(work, coming, given, cores)
            return
        except (BrokenProcessPool, TimeoutError):
            while given:
                yield play_alone(work, given.popleft())


def _play_in_pool(
    work: ShardWork, coming: Iterator[Shard], given: deque[Shard], cores: int
) -> Iterator[Tally]:
    """By several processes; `given` are the shards of which nothing has come yet."""
    waiting: deque[Future[Tally]] = deque()

    def take_first() -> Tally:
        tally = waiting.popleft().result(PATIENCE)
        given.popleft()
        return tally

    with open_pool(partial(_play_timed, work), cores) as submit:
        for shard in coming:
            given.append(shard)
            waiting.append(submit(shard))
            if len(waiting) >= cores * WAITING:
                yield take_first()
        while waiting:
            yield take_first()


def _play_timed(work: ShardWork, shard: Shard) -> Tally:
    """A shard, and how long it took."""
    began = time.monotonic()
    tally = work(shard)
    tally.seconds = time.monotonic() - began
    return tally


def play_alone(work: ShardWork, shard: Shard) -> Tally:
    """A shard in a process of its own; if that dies or hangs each half, down to a single game."""
    if hasattr(os, "fork"):
        return play_in_halves(shard, partial(_play_in_child, work))
    return _play_timed(work, shard)


def play_in_halves(shard: Shard, play: Callable[[Shard], Tally]) -> Tally:
    """What comes of a shard; of one that is lost each half, down to the game that does it."""
    try:
        return play(shard)
    except Lost as lost:
        tally = Tally()
        if shard.count == 1:
            tally.add_problem(lost.problem, shard.first)
            return tally
        half = shard.count // 2
        tally.merge(play_in_halves(Shard(shard.first, half), play))
        tally.merge(play_in_halves(Shard(shard.first + half, shard.count - half), play))
        return tally


def _play_in_child(work: ShardWork, shard: Shard) -> Tally:
    """A shard in a process made for it, which the system ends when its time is up.

    Not by `multiprocessing`: a worker of a cluster may have no children of that kind.
    """
    receiver, sender = Pipe(duplex=False)
    work(Shard(0, 0))  # what is made once is made here
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            sender.send(_play_timed(work, shard))
        except BaseException as end:
            sender.send(end)
        finally:
            os._exit(0)
    sender.close()
    try:
        found = receiver.recv()
    except EOFError:
        found = None
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        receiver.close()
        _, status = os.waitpid(child, 0)
    if isinstance(found, BaseException):
        raise found
    if found is None:
        hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
        raise Lost(HUNG if hung else DIED)
    tally: Tally = found
    return tally
