"""`hoyle replay`: a recorded game again, with the same lines as when it was played."""

from __future__ import annotations

import click

from hoyle.interpreter.cli import shared_options as options
from hoyle.interpreter.cli.endings import FOUND


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--step", type=options.Number(0), metavar="NUMBER",
    help="Stop after so many moves, and show the table as it lies then.",
)  # fmt: skip
@options.with_detail
@options.with_sight
@options.with_json
@options.with_ascii
@click.pass_context
def replay(
    ctx: click.Context, file: str, step: int | None, detail: str, seen_as: str | None,
    as_json: bool, ascii_only: bool,
) -> None:  # fmt: skip
    """Play the game recorded in FILE again, and tell it.

    A file whose rules have changed since is refused, and you read which parts have changed. A game
    that `hoyle test` has kept is played up to what is wrong there, which is told again.
    """
    from hoyle.interpreter.cli.game_file import ReplayedGame
    from hoyle.interpreter.narration.narrators import make_narrator
    from hoyle.interpreter.narration.table_view import TableView
    from hoyle.interpreter.narration.text_wrap import open_page

    game = ReplayedGame.open(file)
    record, table = game.record, game.table
    seat = options.read_seat(seen_as, table.names)
    narrator = make_narrator(
        game.ruleset, table, record.options, record.seed, seat, detail, as_json, ascii_only
    )
    narrator.begin()
    if record.fault and step is None:
        from hoyle.interpreter.cli.failures import retell_failure

        ctx.exit(FOUND if retell_failure(game, narrator) else 0)
    for number, position in enumerate(game.positions()):
        narrator.add_position(position)
        if number == step:
            break
    narrator.end(position)
    if step is not None and not as_json:
        page = open_page(ascii_only)
        if number < step:
            page.line(f"the game has only {number} move{'' if number == 1 else 's'}")
        page.line()
        for line in TableView(table, page.symbols, seat).list_lines(position):
            page.line(line)
