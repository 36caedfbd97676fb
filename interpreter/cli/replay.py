"""`hoyle replay`: a recorded game again, with the same lines as when it was played."""

from __future__ import annotations

import click

from hoyle.interpreter.cli.exit_codes import FOUND
from hoyle.interpreter.cli.shared_options import (
    read_seat,
    with_ascii,
    with_detail,
    with_json,
    with_sight,
)
from hoyle.interpreter.cli.usage_errors import report_user_errors


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--step", type=click.IntRange(min=0), metavar="NUMBER",
    help="Stop after so many moves, and show the table as it lies then.",
)  # fmt: skip
@with_detail
@with_sight
@with_json
@with_ascii
def replay(
    file: str, step: int | None, detail: str, seen_as: str | None, as_json: bool, ascii_only: bool
) -> None:
    """Play the game recorded in FILE again, and tell it.

    A file whose rules have changed since is refused, and you read which parts have changed. A game
    that `hoyle test` has kept is played up to what is wrong there, which is told again.
    """
    with report_user_errors():
        from hoyle.interpreter.cli.replayed_game import ReplayedGame
        from hoyle.interpreter.narration.narrators import make_narrator
        from hoyle.interpreter.narration.table_view import TableView
        from hoyle.interpreter.narration.text_wrap import open_page

        again = ReplayedGame.open(file)
        record, table = again.record, again.table
        seat = read_seat(seen_as, table.names)
        tells = make_narrator(
            again.ruleset, table, record.options, record.seed, seat, detail, as_json, ascii_only
        )
        tells.begin()
        if record.fault and step is None:
            from hoyle.interpreter.cli.failures import retell_failure

            if retell_failure(again, tells):
                raise click.exceptions.Exit(FOUND)
            return
        for number, position in enumerate(again.positions()):
            tells.add_position(position)
            if number == step:
                break
        tells.end(position)
        if step is not None and not as_json:
            sheet = open_page(ascii_only)
            sheet.line()
            for line in TableView(table, sheet.symbols, seat).list_lines(position):
                sheet.line(line)
