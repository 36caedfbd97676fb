"""How far long work is, on one line of a terminal."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import click

from hoyle.dsl.printable import make_printable

THINKS = "thinking …"
PATIENCE = 1.0  # seconds that pass without a word


@contextmanager
def show_if_slow(name: str, text: str) -> Iterator[None]:
    """Say on a terminal what is being done, once it has taken a while, until it is done."""
    line = Progress(name)
    timer = Timer(PATIENCE, line.show, (text,))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        line.clear()


class Progress:
    """One line on a terminal that says how far the work is; nothing anywhere else."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = 0.0
        self.work = ""
        self.width = 0

    def show(self, text: str) -> None:
        """Write how far the work is, at most ten times a second; at once where it is other work."""
        work = re.sub(r"[\d,]+", "", text)
        if sys.stderr.isatty() and (work != self.work or time.monotonic() - self.last > 0.1):
            self.last, self.work = time.monotonic(), work
            line = make_printable(f"{self.name}: {text}")
            click.echo(f"\r{line.ljust(self.width)}", err=True, nl=False)
            self.width = len(line)

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self.width:
            click.echo(f"\r{' ' * self.width}\r", err=True, nl=False)
