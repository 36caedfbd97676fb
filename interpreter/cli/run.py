"""`hoyle run`: bots play, and the reader is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.cli import shared_options as options
from hoyle.interpreter.cli.endings import note_reasons
from hoyle.interpreter.cli.progress import THINKS, show_if_slow
from hoyle.interpreter.cli.signals import stoppable

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.runtime.bots import Manners

LONG = 5_000  # decisions, after which a reader is told that it goes on


@click.command()
@click.argument("game")
@options.with_table
@options.with_seed
@options.with_bots
@options.with_detail
@options.with_sight
@options.with_record
@options.with_json
@options.with_ascii
def run(
    game: str, players: int | None, settings: dict[str, str], variants: tuple[str, ...],
    seed: int | None, bots: tuple[str, ...], detail: str, seen_as: str | None,
    record: str | None, as_json: bool, ascii_only: bool,
) -> None:  # fmt: skip
    """Bots play GAME to its end, and you read what happens.

    The same text, options, players and seed give the same game, and the same lines.
    """
    from hoyle.interpreter.cli.opponents import find_opponents
    from hoyle.interpreter.narration.narrators import make_narrator
    from hoyle.interpreter.narration.output import write
    from hoyle.interpreter.runtime.fault import RulesetFault
    from hoyle.interpreter.runtime.table import Position

    seed = options.draw_seed() if seed is None else seed
    ruleset, table = options.open_table(game, players, settings, variants)
    opponents = find_opponents(ruleset, table, bots)
    seat = options.read_seat(seen_as, table.names)
    narrator = make_narrator(ruleset, table, settings, seed, seat, detail, as_json, ascii_only)
    chooser = opponents.seat(seed)
    position: Position | None = None
    move, fault = None, ""
    with stoppable():
        try:
            narrator.begin()
            position = table.start(seed)
            narrator.add_position(position)
            decisions = 0
            while not position.over:
                with show_if_slow(table.names[position.seat or 0], THINKS):
                    move = chooser.move(position)
                position = position.play(move)
                narrator.add_position(position)
                decisions += 1
                if decisions == LONG:
                    write(_tell_long(ruleset, opponents.manners), err=True)
            narrator.end(position)
        except (RulesetFault, KeyboardInterrupt) as ending:
            if isinstance(ending, RulesetFault):
                fault = f"rules: {ending.says}"
                note_reasons(table, ending, seat)
                if table.left_at is not None:
                    narrator.add_position(table.left_at)
            narrator.break_off(str(ending) or "interrupted")
            raise
        except BrokenPipeError:
            if record is not None:
                position = table.start(seed) if position is None else position
                while not position.over:
                    position = position.play(chooser.move(position))
            raise
        finally:  # however it has ended, what was played is not lost
            if record is not None and (position is not None or fault):
                from hoyle.interpreter.cli.game_file import GameRecord, write_game_file

                tried = move if fault else None
                write_game_file(
                    GameRecord.of(ruleset, position, settings, seed, None, tried, fault)
                    if position is not None
                    else GameRecord.of_no_move(ruleset, table.names, settings, seed, fault),
                    record,
                )


def _tell_long(ruleset: Ruleset, manners: Manners) -> str:
    """That a match is long, and what may end it sooner: a policy, where nobody plays by one."""
    policies = list(ruleset.game.policies)
    told = f"hoyle: {LONG:,} decisions, and the match goes on; Ctrl-C ends it here."
    if set(policies) & set(manners.list_all()):
        return told
    way = f"`--policy {to_dashes(policies[0])}`" if policies else "a `policy` in the text"
    return f"{told} By {way} it may end sooner."
