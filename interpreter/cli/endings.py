"""How a command ends: every mistake, signal and broken stream has its sentence and exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import traceback
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

import click

from hoyle.interpreter.cli.signals import stopped_code

if TYPE_CHECKING:
    from hoyle.interpreter.runtime.fault import RulesetFault
    from hoyle.interpreter.runtime.table import Table

# docs/commands.md tells what each of them means.
FINE = 0
FOUND = 1  # something is wrong with a text, or a property failed
MISUSED = 2  # the command was misused, or a file could not be read or written
ENDED_EARLY = 3  # a budget set by the user ended the run too early
STOPPED = 130  # interrupted by the user
OUR_MISTAKE = (
    "hoyle: this is a mistake of Hoyle's, not of yours: please report it, with the lines above "
    "and the command that you gave"
)


class UserError(click.ClickException):
    """Something to tell the user; `exit_code` says of which kind it is."""

    def __init__(self, says: str, exit_code: int = MISUSED) -> None:
        super().__init__(says)
        self.exit_code = exit_code  # type: ignore[misc]  # click gives each kind of error its own

    def show(self, file: IO[Any] | None = None) -> None:
        """A problem that is laid out as such needs no name before it."""
        laid_out = self.message.startswith(("error[", "warning["))
        click.echo(self.message if laid_out else f"hoyle: {self.message}", file=file)


def run_to_end(command: Callable[[], object]) -> int:
    """Run a command; the exit code. What it raises is told as a sentence."""
    try:
        code = command()
        sys.stdout.flush()
        return stopped_code() or (code if isinstance(code, int) else FINE)
    except click.exceptions.Exit as ending:
        return stopped_code() or ending.exit_code
    except (KeyboardInterrupt, click.Abort):
        return stopped_code() or STOPPED
    except BrokenPipeError as error:  # `hoyle run … | head -1`: the reader has enough
        return FINE if error.filename is None else _tell(error)
    except Exception as error:
        return _tell(error)
    finally:
        _silence_broken_streams()


def _tell(error: Exception) -> int:
    """Tell a mistake on the error stream, if anybody hears it; the exit code."""
    told = as_user_error(error)
    if told is not None:
        text = io.StringIO()
        told.show(text)
        says = text.getvalue()
    else:
        says = f"{traceback.format_exc()}{OUR_MISTAKE}\n"
    with contextlib.suppress(OSError):
        from hoyle.interpreter.narration.output import write

        write(says, err=True, nl=False)
    return told.exit_code if told is not None else FOUND


def as_user_error(error: Exception) -> click.ClickException | None:
    """What reading, laying and playing a ruleset may raise, as a sentence; None for our bugs."""
    if isinstance(error, click.ClickException):
        return error
    if isinstance(error, OSError):
        if error.strerror is None:
            return UserError(str(error))
        named = error.filename if error.filename is not None else "standard input or output"
        return UserError(f"{named}: {error.strerror.lower()}")
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
    """A fault of a ruleset with the line that it comes from, and that which asked for it."""
    from hoyle.dsl.report import excerpt

    lines = [f"the ruleset is at fault: {fault.says}"]
    gutter = max(len(str(span.line)) for span, _ in fault.told_places)
    for span, label in fault.told_places:
        lines += [f"  {span!r}", *(excerpt(span, label, gutter) if span.source.text else ())]
    return "\n".join([*lines, *(f"  {note}" for note in getattr(fault, "__notes__", ()))])


def note_reasons(table: Table, fault: RulesetFault, reader: int | None) -> None:
    """Who is stuck where nobody may do anything, and why; which zone is full, whose number it is.

    `reader` is the seat that reads it, None for somebody who sees all.
    """
    from hoyle.interpreter.narration.labels import describe_fault_place
    from hoyle.interpreter.runtime.fault import NothingToChoose
    from hoyle.interpreter.runtime.notation import Notation
    from hoyle.interpreter.testing.refused_moves import list_lying, list_refusals

    if isinstance(fault, NothingToChoose):
        words = Notation(table.machine, table.names, symbols=True)
        at = table.engine, words, fault, reader
        for line in (*list_lying(*at), *list_refusals(*at)):
            fault.add_note(line)
    for line in describe_fault_place(table, fault, named=False):
        fault.add_note(line)


def prepare_streams() -> bool:
    """UTF-8 and plain line ends where there is no terminal; never fail on a strange sign.

    A stream that the caller has closed leads nowhere: else a file that is opened would take its
    place. False where that is standard output, so that nobody would read what a command tells.
    """
    told = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            stream = os.fdopen(os.open(os.devnull, os.O_RDWR), mode)
            setattr(sys, name, stream)
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="replace")
        elif mode == "r":
            reconfigure(encoding="utf-8", errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="replace", newline="\n")
    return told


def _silence_broken_streams() -> None:
    """What waits in a stream that takes nothing any more is dropped; Python would complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
