"""Shards on several processes: the same figures, and no game lost where one of them dies."""

import os
import signal
import time
from functools import partial

import pytest

from hoyle.interpreter.simulation import shards, simulate
from hoyle.interpreter.simulation.intervals import LEVEL
from hoyle.interpreter.simulation.shards import (
    DIED,
    HUNG,
    MOMENT,
    SHARD,
    PlayShard,
    Shard,
    list_shards,
    play_shards,
)
from hoyle.interpreter.simulation.simulate import Simulation, level_of_look, run_simulation
from hoyle.interpreter.simulation.tally import Tally

pytestmark = pytest.mark.usefixtures("two_cores")
several = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes that share memory")


def add_up(parts):
    tally = Tally()
    for part in parts:
        tally.merge(part)
    return tally


def test_shards_are_all_games_once():
    games = [game for s in list_shards(7, 66) for game in range(s.first, s.first + s.count)]
    assert games == list(range(7, 66))


@several
@pytest.mark.parametrize("cores", [1, 3])
def test_the_result_is_the_same_on_any_number_of_cores(player_of, cores):
    work = PlayShard(player_of("turned", 3), 5)
    alone = add_up(map(work, list_shards(0, 90)))
    assert add_up(play_shards(work, list_shards(0, 90), cores)) == alone


@several
def test_a_process_that_dies_costs_one_game_which_is_named(player_of):
    play = PlayShard(player_of("turned", 3), 5)
    here = os.getpid()

    def work(shard):
        if shard.first <= 47 < shard.first + shard.count and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return play(shard)

    found = add_up(play_shards(work, list_shards(0, 100), 2))
    assert found.problems == {DIED: (47, 1)}
    expected = add_up([play(Shard(0, 47)), play(Shard(48, 52))])
    assert (found.counts, found.games) == (expected.counts, 100)


@several
def test_a_process_that_dies_once_costs_nothing(player_of, tmp_path):
    play = PlayShard(player_of("turned", 3), 5)

    def work(shard):
        once = tmp_path / "once"
        if shard.first == 20 and not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play(shard)

    found = add_up(play_shards(work, list_shards(0, 100), 2))
    assert found == add_up(map(play, list_shards(0, 100)))


@several
def test_a_process_that_hangs_costs_its_game_alone(player_of, monkeypatch):
    monkeypatch.setattr(shards, "PATIENCE", 3)
    play = PlayShard(player_of("turned", 3), 5)

    def work(shard):
        if shard.first == 1:
            time.sleep(3600)
        return play(shard)

    found = add_up(play_shards(work, list_shards(0, 3, 1), 2))
    assert found.problems == {HUNG: (1, 1)}
    assert found.games == 3 and sum(found.counts["winners",].values()) == 2


def test_shards_take_a_moment_and_the_first_game_comes_alone():
    tally, sizes = Tally(), []
    for shard in list_shards(0, 2000, 1000, tally):
        sizes.append(shard.count)
        tally.merge(Tally(shard.count, seconds=shard.count * MOMENT / 256))
    assert sizes == [1, *[256] * 7, 207]
    slow = Tally(2, seconds=MOMENT * 100)
    assert [shard.count for shard in list_shards(0, 3, 1000, slow)] == [1, 1, 1]


def test_games_that_are_over_count_when_a_long_one_is_interrupted(player_of, monkeypatch):
    """However many were asked for: the fourth game takes longer than anybody waits."""
    monkeypatch.setattr(shards, "count_cores", lambda: 1)
    play = PlayShard(player_of("turned", 2), 1)

    def work(shard):
        for game in range(shard.first, shard.first + shard.count):
            if game == 3:
                raise KeyboardInterrupt
            time.sleep(2 * MOMENT)
        return play(shard)

    simulation = Simulation(10_000, 2000)
    run_simulation(simulation, partial(play_shards, work, cores=1), lambda _: None)
    assert simulation.interrupted
    assert simulation.tally == play(Shard(0, 3))


def test_an_interruption_leaves_the_first_games(player_of):
    play, played = PlayShard(player_of("turned", 2), 1), []

    def spread(shards):
        for shard in shards:
            if len(played) == 3:
                raise KeyboardInterrupt
            played.append(shard)
            yield play(shard)

    simulation = Simulation(200)
    run_simulation(simulation, spread, lambda _: None)
    assert simulation.interrupted
    assert [shard.count for shard in played] == [1, SHARD, SHARD]
    assert simulation.tally == play(Shard(0, 1 + 2 * SHARD))


def test_looks_stand_still_and_what_they_miss_adds_up():
    assert list(simulate.list_looks(1000)) == [200, 300, 460, 700, 1000]
    assert list(simulate.list_looks(50)) == [50]
    missed = sum(1 - level_of_look(look) for look in range(1, 10_000))
    assert missed == pytest.approx(1 - LEVEL, abs=1e-5)


def test_a_precision_ends_it_at_a_look(player_of):
    play = PlayShard(player_of("turned", 2), 1)
    simulation, asked = Simulation(5000), []

    def is_precise(tally, level):
        asked.append((tally.games, level))
        return tally.games >= 300

    run_simulation(simulation, lambda shards: map(play, shards), lambda _: None, is_precise)
    assert [games for games, _ in asked] == [200, 300]
    assert asked[1][1] == simulation.level == level_of_look(2)
    assert simulation.precise and simulation.tally.games == 300
