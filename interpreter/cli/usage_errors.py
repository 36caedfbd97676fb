"""What may go wrong for a user, told as sentences with an exit code; never as a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from hoyle.interpreter.cli.exit_codes import FOUND, MISUSED

if TYPE_CHECKING:
    from hoyle.interpreter.runtime.fault import RulesetFault


class UserError(click.ClickException):
    """Something to tell the user; `exit_code` says of which kind it is."""

    def __init__(self, says: str, exit_code: int = MISUSED) -> None:
        super().__init__(says)
        self.exit_code = exit_code  # type: ignore[misc]  # click gives each kind of error its own

    def show(self, file: IO[Any] | None = None) -> None:
        """On the error stream; a problem that is laid out as such needs no name before it."""
        text = self.message
        if not text.startswith(("error[", "warning[")):
            text = f"hoyle: {text}"
        click.echo(text, file=file or sys.stderr)


@contextmanager
def report_user_errors() -> Iterator[None]:
    """Turn what reading, laying and playing a ruleset may raise into sentences."""
    from hoyle.interpreter.library.options import OptionError
    from hoyle.interpreter.library.ruleset import RulesetError
    from hoyle.interpreter.runtime.fault import RulesetFault

    try:
        yield
    except RulesetError as error:
        raise UserError(str(error), FOUND) from error
    except RulesetFault as fault:
        raise UserError(format_fault(fault), FOUND) from fault
    except OptionError as error:
        raise UserError(str(error)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(format_file_error(error)) from error


def format_fault(fault: RulesetFault) -> str:
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
