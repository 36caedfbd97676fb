"""`hoyle machine`: what a ruleset is compiled into, for one number of players and one setting."""

from __future__ import annotations

import click

from hoyle.interpreter.cli.shared_options import open_table, read_settings, with_ascii, with_table
from hoyle.interpreter.cli.usage_errors import report_user_errors


@click.command()
@click.argument("game")
@with_table
@with_ascii
def machine(
    game: str, players: int | None, settings: tuple[str, ...], variants: tuple[str, ...],
    ascii_only: bool,
) -> None:  # fmt: skip
    """Show the machine of GAME: its registers, its zones, and the graph of its rules."""
    options = read_settings(settings)
    with report_user_errors():
        from hoyle.interpreter.narration.disassembler import Disassembler
        from hoyle.interpreter.narration.text_wrap import open_page

        ruleset, table = open_table(game, players, options, variants)
        sheet = open_page(ascii_only)
        for line in Disassembler(ruleset, table, sheet.symbols).lines():
            click.echo(sheet.plain(line))
