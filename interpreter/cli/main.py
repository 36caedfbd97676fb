"""The command `hoyle`: finds the subcommand, and gives every ending its exit code.

Nothing heavy is imported here: what a command needs is imported when that command runs.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from hoyle.interpreter.cli.exit_codes import FINE, FOUND, STOPPED


class CommandEntry(NamedTuple):
    """Where a subcommand lives, and what the overview says of it."""

    module: str
    function: str
    says: str


COMMANDS = {
    "check": CommandEntry("check", "check", "Say everything that is wrong with rulesets."),
    "run": CommandEntry("run", "run", "Bots play; you read what happens."),
    "play": CommandEntry("play", "play", "You play, in plain lines, against bots."),
    "replay": CommandEntry("replay", "replay", "Go through a recorded game again."),
    "test": CommandEntry("test", "test", "Try the examples and the laws of rulesets."),
    "list": CommandEntry("list", "list_rulesets", "The rulesets that come with Hoyle."),
    "format": CommandEntry(
        "format", "format_files", "Write rulesets in the layout of the language."
    ),
    "machine": CommandEntry("machine", "machine", "What a ruleset is compiled into."),
    "variants": CommandEntry("variants", "variants", "The options and variants of a game."),
    "diff": CommandEntry("diff", "diff", "What one ruleset changes against another."),
}


class HoyleGroup(click.Group):
    """A group whose commands are imported only when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the overview."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One command, imported now."""
        entry = COMMANDS.get(name)
        if entry is None:
            return None
        module = importlib.import_module(f"hoyle.interpreter.cli.{entry.module}")
        command: click.Command = getattr(module, entry.function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, without importing a single command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.says) for name, entry in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the words name; for a slip of the pen, the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from hoyle.dsl.nearest import nearest

            close = nearest(args[0], COMMANDS)
            hint = f"; did you mean `{close}`?" if close else ""
            raise click.UsageError(
                f"there is no command `{args[0]}`{hint} (there are: {', '.join(COMMANDS)})", ctx
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the words; `--help` is answered here."""
        with detect_closed_pipe():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, to the last of its lines."""
        with detect_closed_pipe():
            found = super().invoke(ctx)
            sys.stdout.flush()
            return found

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None,
        complete_var: str | None = None, standalone_mode: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        """Run, and leave with the exit code."""
        run = partial(
            super().main, args, prog_name, complete_var, standalone_mode=False, **extra
        )  # fmt: skip
        if not standalone_mode:
            return run()
        sys.exit(self.outcome(run))

    def outcome(self, run: Callable[[], Any]) -> int:
        """Run; the exit code."""
        prepare_streams()
        try:
            code = run()
            return code if isinstance(code, int) else FINE
        except click.ClickException as told:
            told.show()
            return told.exit_code
        except (KeyboardInterrupt, click.Abort):
            return STOPPED
        except ClosedPipe:
            return silence_output()
        except Exception:
            traceback.print_exc()
            click.echo(
                "hoyle: this is a mistake of Hoyle's, not of yours: please report it, with the "
                "lines above and the command that you gave",
                err=True,
            )
            return FOUND


class ClosedPipe(Exception):
    """Nobody reads any more: `hoyle run … | head -1`. click would call that a failure."""


@contextlib.contextmanager
def detect_closed_pipe() -> Iterator[None]:
    """Tell a broken pipe from other mistakes before click sees it."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipe from error


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


def silence_output() -> int:
    """The reader has gone, which is the reader's right: nothing more is written, all is fine."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    return FINE


@click.group(cls=HoyleGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hoyle", message="hoyle %(version)s")
def main() -> None:
    """Card games whose rules are text files: checked, played and explained.

    GAME is a ruleset that comes with Hoyle (`hoyle list`) or the path of a .cards file.
    """
