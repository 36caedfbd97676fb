"""How a command ends: every mistake, signal and broken stream has its sentence and exit code."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hoyle.interpreter.runtime.fault import RulesetFault

# docs/commands.md tells what each of them means.
FINE = 0
FOUND = 1  # something is wrong with a text, or a property failed
MISUSED = 2  # the command was misused, or a file could not be read or written
ENDED_EARLY = 3  # a budget set by the user ended the run too early
STOPPED = 130  # interrupted by the user


class UserError(click.ClickException):
    """Something to tell the user; `exit_code` says of which kind it is."""

    def __init__(self, says: str, exit_code: int = MISUSED) -> None:
        super().__init__(says)
        self.exit_code = exit_code  # type: ignore[misc]  # click gives each kind of error its own

    def show(self, file: IO[Any] | None = None) -> None:
        """On the error stream; a problem that is laid out as such needs no name before it."""
        from hoyle.dsl.printable import make_printable

        text = self.message
        if not text.startswith(("error[", "warning[")):
            text = f"hoyle: {text}"
        click.echo(make_printable(text), file=file or sys.stderr)


def run_to_end(command: Callable[[], object]) -> int:
    """Run a command; the exit code. What it raises is told as a sentence."""
    try:
        code = command()
        sys.stdout.flush()
        return code if isinstance(code, int) else FINE
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except (KeyboardInterrupt, click.Abort):
        return STOPPED
    except BrokenPipeError:  # `hoyle run … | head -1`: the reader has enough, which is fine
        _silence_output()
        return FINE
    except Exception as error:
        told = as_user_error(error)
        if told is not None:
            told.show()
            return told.exit_code
        traceback.print_exc()
        click.echo(
            "hoyle: this is a mistake of Hoyle's, not of yours: please report it, with the "
            "lines above and the command that you gave",
            err=True,
        )
        return FOUND


def as_user_error(error: Exception) -> click.ClickException | None:
    """What reading, laying and playing a ruleset may raise, as a sentence; None for our bugs."""
    if isinstance(error, click.ClickException):
        return error
    if isinstance(error, OSError):
        return UserError(format_file_error(error))
    from hoyle.interpreter.library.options import OptionError
    from hoyle.interpreter.library.ruleset import RulesetError
    from hoyle.interpreter.runtime.fault import RulesetFault

    match error:
        case OptionError():
            return UserError(str(error))
        case RulesetError():
            return UserError(str(error), FOUND)
        case RulesetFault():
            return UserError(_format_fault(error), FOUND)
    return None


def _format_fault(fault: RulesetFault) -> str:
    """A fault of a ruleset with the line that it comes from."""
    from hoyle.dsl.report import excerpt

    span = fault.span
    lines = [f"the ruleset is at fault: {fault.says}", f"  {span!r}"]
    if span.source.text:
        lines += excerpt(span, "", len(str(span.line)))
    return "\n".join(lines)


def format_file_error(error: OSError) -> str:
    """Why a file cannot be read or written."""
    if error.strerror is None:
        return str(error)
    named = f"{error.filename}: " if error.filename is not None else ""
    return f"{named}{error.strerror.lower()}"


def prepare_streams() -> None:
    """UTF-8 and plain line ends where there is no terminal; never fail on a strange sign."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="replace")
        elif stream is sys.stdin:
            reconfigure(encoding="utf-8", errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _silence_output() -> None:
    """Nothing more is written to standard output, also of what is waiting there."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
