"""Work on several cores: in order, cut short at once, and never left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoyle.interpreter.testing.worker_pool import map_parallel

LONG = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from hoyle.interpreter.testing import worker_pool
worker_pool.count_cores = lambda: 2

def work(item):
    open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
    time.sleep(60)

list(worker_pool.map_parallel(work, [1, 2], 2))
"""


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(reached) -> bool:
    for _ in range(600):
        if reached():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_first_one(tmp_path, how):
    with subprocess.Popen(
        [sys.executable, "-c", LONG, str(tmp_path)], stderr=subprocess.DEVNULL
    ) as first:
        assert wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        first.send_signal(how)
        first.wait(30)
    others = [int(path.name) for path in tmp_path.iterdir()]
    assert first.pid not in others
    assert wait_until(lambda: not any(map(is_alive, others)))


@pytest.mark.usefixtures("two_cores")
def test_one_job_is_this_process_alone():
    assert set(map_parallel(lambda item: os.getpid(), range(3), 1)) == {os.getpid()}


@pytest.mark.usefixtures("two_cores")
def test_who_has_enough_does_not_wait_for_the_rest():
    answers = iter([True, False])
    began = time.monotonic()
    assert list(map_parallel(time.sleep, [0, 600, 600], 2, lambda: next(answers))) == [None]
    results = map_parallel(time.sleep, [0, 600, 600, 600], 2)
    next(results)
    results.close()
    assert time.monotonic() - began < 60
    assert not multiprocessing.active_children()
