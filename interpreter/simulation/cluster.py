"""The same shards on a Dask cluster: whole numbers added up in order, so the same result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from hoyle.interpreter.simulation.shards import DIED, PATIENCE, Shard, ShardWork
from hoyle.interpreter.simulation.simulate import Spread
from hoyle.interpreter.simulation.tally import Tally

WAITING = 4  # shards that are given out for each thread of the cluster


@contextmanager
def open_cluster(
    address: str, work: ShardWork, tell: Callable[[str], None]
) -> Iterator[Spread]:  # fmt: skip
    """Spreads shards over the workers of a scheduler; what is given plays them, in their order.

    A shard whose worker dies is played again elsewhere. One on which several have died is halved,
    down to the game that does it. A worker that hangs cannot be ended from here: for how long
    nothing has come is told each time that a process here would be taken to hang.
    """
    with Client(address, timeout="10s") as client:
        sent = client.scatter(work, broadcast=True, hash=False)

        def spread(shards: Iterable[Shard]) -> Iterator[Tally]:
            waiting: deque[tuple[Shard, Future]] = deque()
            room = WAITING * max(1, sum(client.nthreads().values()))
            for shard in shards:
                waiting.append((shard, client.submit(_play, sent, shard, pure=False)))
                if len(waiting) >= room:
                    yield _result_of(client, sent, tell, *waiting.popleft())
            while waiting:
                yield _result_of(client, sent, tell, *waiting.popleft())

        yield spread


def _play(work: ShardWork, shard: Shard) -> Tally:
    return work(shard)


def _wait_for(shard: Shard, future: Future, tell: Callable[[str], None]) -> Tally:
    waited = 0
    while True:
        try:
            tally: Tally = future.result(PATIENCE)
            return tally
        except TimeoutError:
            waited += PATIENCE
            games = f"games {shard.first} to {shard.first + shard.count - 1}"
            tell(f"the cluster has given no answer for {waited // 60} minutes to {games}")


def _result_of(
    client: Client, work: object, tell: Callable[[str], None], shard: Shard, future: Future
) -> Tally:
    """What comes of a shard; of one that kills its workers each half, down to a single game."""
    try:
        return _wait_for(shard, future, tell)
    except KilledWorker:
        tally = Tally()
        if shard.count == 1:
            tally.add_problem(DIED, shard.first)
            return tally
        half = shard.count // 2
        halves = (
            Shard(shard.first, half), Shard(shard.first + half, shard.count - half)
        )  # fmt: skip
        for part in halves:
            again = client.submit(_play, work, part, pure=False)
            tally.merge(_result_of(client, work, tell, part, again))
        return tally
