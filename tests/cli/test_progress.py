"""How far long work is, told on a terminal and nowhere else."""

from __future__ import annotations

import sys
import time

from hoyle.interpreter.cli import progress
from hoyle.interpreter.cli.progress import THINKS, Progress, show_if_slow


def test_other_work_is_told_at_once(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    line = Progress("small")
    for text in (
        "3 games",
        "1,004 games",
        "making it smaller, 1 of 2",
        "making it smaller, 2 of 2",
    ):
        line.show(text)
    told = capsys.readouterr().err
    assert "small: 3 games" in told and "making it smaller, 1" in told
    assert "1,004" not in told and "2 of 2" not in told


def test_what_takes_long_is_told_until_it_is_done(monkeypatch, capsys):
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    for terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)  # noqa: B023
        with show_if_slow("ann", THINKS):
            time.sleep(0.3)
        told = capsys.readouterr().err
        assert told == ("\rann: thinking …\r" + " " * 15 + "\r") * terminal
