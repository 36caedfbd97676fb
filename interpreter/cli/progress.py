"""How far long work is, on one line of a terminal."""

from __future__ import annotations

import sys
import time

import click

from hoyle.dsl.printable import make_printable


class Progress:
    """One line on a terminal that says how far the work is; nothing anywhere else."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = 0.0
        self.width = 0

    def show(self, text: str) -> None:
        """Write how far the work is, at most ten times a second."""
        if sys.stderr.isatty() and time.monotonic() - self.last > 0.1:
            self.last = time.monotonic()
            line = make_printable(f"{self.name}: {text}")
            click.echo(f"\r{line.ljust(self.width)}", err=True, nl=False)
            self.width = len(line)

    def clear(self) -> None:
        """Remove the line from the terminal."""
        if self.width:
            click.echo(f"\r{' ' * self.width}\r", err=True, nl=False)
