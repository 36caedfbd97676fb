"""The same shards on a Dask cluster: whole numbers added up in order, so the same result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from hoyle.interpreter.simulation.shards import (
    DIED,
    PATIENCE,
    Lost,
    Shard,
    ShardWork,
    play_alone,
    play_in_halves,
)
from hoyle.interpreter.simulation.simulate import Spread
from hoyle.interpreter.simulation.tally import Tally

WAITING = 4  # shards that are given out for each thread of the cluster


@contextmanager
def open_cluster(
    address: str, work: ShardWork, tell: Callable[[str], None]
) -> Iterator[Spread]:  # fmt: skip
    """Spreads shards over the workers of a scheduler; what is given plays them, in their order.

    Each worker plays a shard in a process of its own, which it ends after five minutes, as is done
    here. A shard whose worker dies is played again elsewhere. One on which several have died is
    halved, down to the game that does it. For how long nothing has come is told all the same: a
    worker may have been lost on the way.
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
    return play_alone(work, shard)


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
        except KilledWorker:
            raise Lost(DIED) from None


def _result_of(
    client: Client, work: object, tell: Callable[[str], None], shard: Shard, future: Future
) -> Tally:
    """What comes of a shard; of one that kills its workers each half, down to a single game."""
    given = {shard: future}

    def play(part: Shard) -> Tally:
        waiting = given.get(part) or client.submit(_play, work, part, pure=False)
        return _wait_for(part, waiting, tell)

    return play_in_halves(shard, play)
