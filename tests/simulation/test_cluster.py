"""The same games on a cluster: scheduler and workers as processes here, one of which is killed."""

import os
import re
import signal
import subprocess
import sys
import threading
import time

import cloudpickle
import pytest

from hoyle.interpreter.simulation import shards
from hoyle.interpreter.simulation.shards import (
    DIED,
    HUNG,
    PlayShard,
    Shard,
    list_shards,
    play_alone,
)
from hoyle.interpreter.simulation.tally import Tally

distributed = pytest.importorskip("distributed")
from hoyle.interpreter.simulation.cluster import _play, _result_of, open_cluster  # noqa: E402


class Killing:
    """A client whose workers die of game 47, and are late with a shard that begins with game 7.

    What else it gives out has its result at once.
    """

    def __init__(self):
        self.late = []

    def submit(self, function, work, shard, pure):
        late = self.late

        class Future:
            def result(self, patience):
                if shard.first == 7 and not late:
                    late.append(shard)
                    raise TimeoutError
                if shard.first <= 47 < shard.first + shard.count:
                    raise distributed.scheduler.KilledWorker(None, None, 3)
                return function(work, shard)

        return Future()


def test_a_game_that_kills_every_worker_is_named_and_costs_no_other(player_of):
    play, client = PlayShard(player_of("turned", 3), 5), Killing()
    shard = Shard(40, 20)
    first = client.submit(_play, play, shard, pure=False)
    found = _result_of(client, play, pytest.fail, shard, first)
    assert found.problems == {DIED: (47, 1)}
    expected = play(Shard(40, 7))
    expected.merge(play(Shard(48, 12)))
    assert (found.counts, found.games) == (expected.counts, 20)


def test_it_is_told_that_nothing_comes_and_waited_on(player_of):
    play, client, told = PlayShard(player_of("turned", 3), 5), Killing(), []
    shard = Shard(7, 3)
    found = _result_of(client, play, told.append, shard, client.submit(_play, play, shard, False))
    assert told == ["the cluster has given no answer for 5 minutes to games 7 to 9"]
    assert found == play(shard)


@pytest.fixture
def cluster():
    """The address of a scheduler with two workers, and the processes of these."""
    path = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    env = {**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", *words], env=env, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    scheduler = start(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
    )
    address = next(
        found[0] for line in scheduler.stderr if (found := re.search(r"tcp://127\S+:\d+", line))
    )
    threading.Thread(target=scheduler.stderr.read, daemon=True).start()
    workers = []
    for _ in range(2):
        worker = start(
            "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard",
            "--no-nanny",
        )  # fmt: skip
        threading.Thread(target=worker.stderr.read, daemon=True).start()
        workers.append(worker)
    with distributed.Client(address, timeout="20s") as client:
        client.wait_for_workers(2, timeout=60)
    yield address, workers
    for process in reversed(started):  # nothing of theirs is kept, so no leave is taken
        process.kill()
    for process in started:
        process.wait(20)


class Hanging:
    """Plays, but for game 47, of which no end comes, and game 12, which kills its process."""

    def __init__(self, play):
        self.play = play

    def __call__(self, shard):
        shards.PATIENCE = 2  # seconds; where it is played
        games = range(shard.first, shard.first + shard.count)
        if 47 in games:
            time.sleep(3600)
        if 12 in games:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.play(shard)


@pytest.mark.long
def test_a_game_that_hangs_is_ended_where_it_is_played_and_no_worker_that_is_killed_is_missed(
    player_of, cluster, monkeypatch
):
    """The same words and counts as on this machine; no worker is lost for the game that hangs."""
    address, workers = cluster
    monkeypatch.setattr(shards, "PATIENCE", 2)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    play = PlayShard(player_of("turned", 3), 5)
    work, games = Hanging(play), [Shard(10, 3), Shard(46, 2)]
    found, here = Tally(), Tally()
    with open_cluster(address, work, pytest.fail) as spread:
        for part in spread(games):
            found.merge(part)
    assert found.problems == {DIED: (12, 1), HUNG: (47, 1)} and found.games == 5
    assert [worker.poll() for worker in workers] == [None, None]
    for shard in games:
        here.merge(play_alone(work, shard))
    assert found == here

    found, alone = Tally(), Tally()
    with open_cluster(address, play, pytest.fail) as spread:
        for number, part in enumerate(spread(list_shards(0, 400))):
            if number == 2:
                workers[0].send_signal(signal.SIGKILL)
            found.merge(part)
    for shard in list_shards(0, 400):
        alone.merge(play(shard))
    assert found == alone
