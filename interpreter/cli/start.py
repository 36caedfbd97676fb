"""Where the command `hoyle` begins: from here on no signal prints a traceback."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` itself takes its time to load

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # before anything else is loaded

import atexit
import gc

from hoyle.interpreter.cli.signals import handle_signals, leave_at_once


def main() -> None:
    """Run the command that the words of the call name; until then a signal ends it at once."""
    handle_signals(leave_at_once)
    # Nearly all that a command makes lives until its end, and need not be searched for circles.
    gc.set_threshold(100_000, 20, 50)
    atexit.register(gc.freeze)
    from hoyle.interpreter.cli.main import main as hoyle

    hoyle()
