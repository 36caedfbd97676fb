"""The command `hoyle`: finds the subcommand.

Nothing heavy is imported here: what a command needs is imported when that command runs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from hoyle.interpreter.cli.endings import UserError, prepare_streams, run_to_end

# What the overview says of each subcommand; it lives in the module of its name.
COMMANDS = {
    "check": "Say everything that is wrong with rulesets.",
    "run": "Bots play; you read what happens.",
    "play": "You play, in plain lines, against bots.",
    "simulate": "Many games: who wins, by how much, how long it takes.",
    "replay": "Go through a recorded game again.",
    "test": "Try the examples and the laws of rulesets.",
    "list": "The rulesets that come with Hoyle.",
    "show": "The text of a game, a variant or a library.",
    "format": "Write rulesets in the layout of the language.",
    "machine": "What a ruleset is compiled into.",
    "variants": "The options and variants of a game.",
    "diff": "What one ruleset changes against another.",
}


class HoyleGroup(click.Group):
    """A group whose commands are imported only when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the overview."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One command, imported now."""
        if name not in COMMANDS:
            return None
        if name != "check":  # which can often tell what it found before, and needs no classes then
            from hoyle.interpreter.cli.kept_classes import keep_classes

            keep_classes()
        module = importlib.import_module(f"hoyle.interpreter.cli.{name}")
        return next(
            found for found in vars(module).values()
            if isinstance(found, click.Command) and found.name == name
        )  # fmt: skip

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, without importing a single command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

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

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an option that only others have is told with their names."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            having = [name for name in COMMANDS if self._has_option(ctx, name, error.option_name)]
            if not having:
                raise
            others = ", ".join(f"`hoyle {name}`" for name in having)
            says = f"there is no option `{error.option_name}` here, only of {others}"
            raise click.UsageError(says, error.ctx) from error

    def _has_option(self, ctx: click.Context, name: str, option: str) -> bool:
        command = self.get_command(ctx, name)
        return command is not None and any(option in one.opts for one in command.params)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None,
        complete_var: str | None = None, standalone_mode: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        """Run, and leave with the exit code; every ending is ours, not click's."""
        words, name = sys.argv[1:] if args is None else list(args), prog_name or "hoyle"

        told = prepare_streams()

        def command() -> object:
            if not told:
                raise UserError("standard output is closed, so that nothing can be printed")
            self._main_shell_completion(extra, name, complete_var)
            with self.make_context(name, words, **extra) as ctx:
                return self.invoke(ctx)

        sys.exit(run_to_end(command))


@click.group(cls=HoyleGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hoyle", message="hoyle %(version)s")
def main() -> None:
    """Card games whose rules are text files: checked, played and explained.

    GAME is a ruleset that comes with Hoyle (`hoyle list`) or the path of a .cards file.
    """
