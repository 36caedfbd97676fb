"""Work spread over the cores of the machine; what comes of it does not depend on how many."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

_work: Any = None  # what the processes of a pool do; they have it from the process that made them


def count_cores() -> int:
    """How many processes are of use here: one where processes cannot share what is loaded."""
    return (os.cpu_count() or 1) if hasattr(os, "fork") else 1


def map_parallel(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int,
    go_on: Callable[[], bool] = lambda: True, as_done: bool = False,
) -> Iterator[Result]:  # fmt: skip
    """What comes of each item, in their order or `as_done`; `go_on` may cut the sequence short.

    One job is this process alone. Other processes end with the sequence, and with this process
    however it ends.
    """
    if min(jobs, len(items), count_cores()) < 2:
        for item in items:
            if not go_on():
                return
            yield work(item)
        return
    yield from _by_many(work, items, jobs, go_on, as_done)


def _by_many(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, go_on: Callable[[], bool],
    as_done: bool,
) -> Iterator[Result]:  # fmt: skip
    """By several processes, which are made here and have everything that is loaded."""
    from concurrent.futures import as_completed

    with open_pool(work, min(jobs, len(items))) as submit:
        begun = [submit(item) for item in items]
        for waiting in as_completed(begun) if as_done else begun:
            if not go_on():
                return
            yield waiting.result()


@contextmanager
def open_pool(
    work: Callable[[Item], Result], jobs: int
) -> Iterator[Callable[[Item], Future[Result]]]:
    """So many processes that do this work; what is given begins it with an item."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    ends = os.pipe()  # closed when this process ends: nobody else keeps the end that is written to
    pool = ProcessPoolExecutor(
        jobs, get_context("fork"), initializer=_begin, initargs=(work, *ends)
    )
    try:
        yield lambda item: pool.submit(_do, item)
    finally:
        os.close(ends[1])  # whoever is still at work is not waited for
        pool.shutdown(wait=True, cancel_futures=True)
        os.close(ends[0])


def _begin(work: Any, read_end: int, write_end: int) -> None:
    """In a new process: what is to be done, and that the first one alone hears of Ctrl-C."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.close(write_end)
    threading.Thread(target=_end_with_parent, args=(read_end,), daemon=True).start()


def _end_with_parent(read_end: int) -> None:
    os.read(read_end, 1)
    os._exit(1)


def _do(item: Any) -> Any:
    return _work(item)
