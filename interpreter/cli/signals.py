"""What the signals do that ask a command to end.

Only what Python has loaded anyway is imported here, so that a signal finds its handler early.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
Handler = Callable[[int, FrameType | None], object] | int | None

_heard: list[int] = []  # the signals that were heard where somebody had something to save


class Stopped(KeyboardInterrupt):
    """A signal asks the command to end."""


@contextmanager
def stoppable() -> Iterator[None]:
    """What is inside hears the first signal as Stopped, and has something to save then.

    The second is ignored, since a terminal that is closed sends two; the third ends it at once.
    """
    before = handle_signals(_raise_stopped)
    _heard.clear()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget_signals)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stopped_code() -> int:
    """The exit code that tells of the first signal; 0 where none was heard."""
    return 128 + _heard[0] if _heard else 0


def handle_signals(handler: Handler) -> dict[int, Handler]:
    """Let a handler hear the signals, but those that our caller wants ignored (`nohup`)."""
    before: dict[int, Handler] = {number: signal.getsignal(number) for number in STOPPING}
    before = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    return before


def leave_at_once(number: int, frame: FrameType | None) -> None:
    """End without a word: nothing could be lost."""
    os._exit(128 + number)


def _raise_stopped(number: int, frame: FrameType | None) -> None:
    _heard.append(number)
    if len(_heard) == 1:
        raise Stopped
    if len(_heard) > 2:
        leave_at_once(number, frame)


def _forget_signals() -> None:
    """In a process of a pool: whoever made it decides."""
    for number in STOPPING:
        if signal.getsignal(number) is _raise_stopped:
            signal.signal(number, signal.SIG_DFL)
