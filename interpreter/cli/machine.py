"""`hoyle machine`: what a ruleset is compiled into, for one number of players and one setting."""

from __future__ import annotations

import click

from hoyle.interpreter.cli.shared_options import (
    open_table,
    with_ascii,
    with_json,
    with_table,
)


@click.command()
@click.argument("game")
@with_table
@with_ascii
@with_json
def machine(
    game: str, players: int | None, settings: dict[str, str], variants: tuple[str, ...],
    ascii_only: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show the machine of GAME: its registers, its zones, and the graph of its rules."""
    from hoyle.interpreter.narration.disassembler import Disassembler
    from hoyle.interpreter.narration.text_wrap import open_page

    ruleset, table = open_table(game, players, settings, variants)
    if as_json:
        from hoyle.dsl.machine.written import write_machine
        from hoyle.interpreter.narration.output import write_json

        write_json(write_machine(table.machine))
        return
    page = open_page(ascii_only)
    for line in Disassembler(ruleset, table, page.symbols).lines():
        page.write_unfolded(line)
