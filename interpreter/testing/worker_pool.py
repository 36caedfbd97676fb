"""Work spread over the cores of the machine; what comes of it does not depend on how many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_work: Any = None  # what the processes of a pool do; they have it from the process that made them


def count_cores() -> int:
    """How many processes are of use here: one where processes cannot share what is loaded."""
    return (os.cpu_count() or 1) if hasattr(os, "fork") else 1


def map_parallel(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Iterator[Result]:  # fmt: skip
    """What comes of each item, in their order; `go_on` may cut the sequence short."""
    if min(jobs, len(items), count_cores()) < 2:
        for item in items:
            if not go_on():
                return
            yield work(item)
        return
    yield from _by_many(work, items, jobs, go_on)


def _by_many(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, go_on: Callable[[], bool]
) -> Iterator[Result]:
    """By several processes, which are made here and have everything that is loaded."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(
        min(jobs, len(items)), get_context("fork"), initializer=_begin, initargs=(work,)
    )
    done = 0
    try:
        for waiting in [pool.submit(_do, item) for item in items]:
            if not go_on():
                return
            yield waiting.result()
            done += 1
    finally:
        if done < len(items):  # nobody asks any longer for what is being worked on
            for process in list(pool._processes.values()):
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(work: Any) -> None:
    """In a new process: what is to be done, and that the first one alone hears of Ctrl-C."""
    import signal

    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _do(item: Any) -> Any:
    return _work(item)
