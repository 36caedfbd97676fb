"""`hoyle run`: bots play, and the reader is told."""

from __future__ import annotations

import click

from hoyle.interpreter.cli.shared_options import (
    draw_seed,
    open_table,
    read_seat,
    read_settings,
    with_ascii,
    with_detail,
    with_json,
    with_record,
    with_seed,
    with_sight,
    with_table,
)
from hoyle.interpreter.cli.usage_errors import report_user_errors


@click.command()
@click.argument("game")
@with_table
@with_seed
@with_detail
@with_sight
@with_record
@with_json
@with_ascii
def run(
    game: str, players: int | None, settings: tuple[str, ...], variants: tuple[str, ...],
    seed: int | None, detail: str, seen_as: str | None, record: str | None, as_json: bool,
    ascii_only: bool,
) -> None:  # fmt: skip
    """Bots play GAME to its end, and you read what happens.

    The same text, options, players and seed give the same game, and the same lines.
    """
    from hoyle.interpreter.narration.narrators import make_narrator
    from hoyle.interpreter.runtime.bots import Bots

    options = read_settings(settings)
    seed = draw_seed() if seed is None else seed
    with report_user_errors():
        ruleset, table = open_table(game, players, options, variants)
        seat = read_seat(seen_as, table.names)
        tells = make_narrator(ruleset, table, options, seed, seat, detail, as_json, ascii_only)
        position = table.start(seed)
        tells.begin()
        tells.add_position(position)
        bots = Bots(seed, len(table.names))
        while not position.over:
            position = position.play(bots.move(position))
            tells.add_position(position)
        tells.end(position)
        if record is not None:
            from hoyle.interpreter.cli.game_file import GameRecord, write_game_file

            write_game_file(GameRecord.of(ruleset, position, options, seed), record)
