"""`hoyle play`: a person plays against bots, in plain lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli.exit_codes import FOUND, STOPPED
from hoyle.interpreter.cli.shared_options import (
    draw_seed,
    open_table,
    read_seat,
    read_settings,
    with_ascii,
    with_detail,
    with_record,
    with_seed,
    with_table,
)
from hoyle.interpreter.cli.usage_errors import UserError, format_fault, report_user_errors

if TYPE_CHECKING:
    from hoyle.interpreter.cli.conversation import Conversation, Seated
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.runtime.table import Position, Table


@click.command()
@click.argument("game", required=False)
@with_table
@click.option("--seat", metavar="SEAT", help="Where you sit: a name or a number; the first seat.")
@with_seed
@click.option("--show-seed", is_flag=True, help="Tell the seed before the game.")
@click.option("--resume", type=click.Path(), metavar="FILE", help="Go on with a saved game.")
@with_record
@with_detail
@with_ascii
@click.pass_context
def play(
    ctx: click.Context, game: str | None, players: int | None, settings: tuple[str, ...],
    variants: tuple[str, ...], seat: str | None, seed: int | None, show_seed: bool,
    resume: str | None, record: str | None, detail: str, ascii_only: bool,
) -> None:  # fmt: skip
    """Play GAME against bots, in plain lines that also a pipe or a screen reader can follow.

    You see what your seat sees. Type a move or its number, `?` for help, `why 7C` for the reason of
    a refusal, `undo` to take back, `quit` to save and leave; Ctrl-C and the end of input save too.
    """
    from hoyle.interpreter.narration.text_wrap import open_page

    with report_user_errors():
        if resume is not None:
            if game is not None or players is not None or settings or variants or seed is not None:
                raise UserError("a saved game has its own rules, players, options and seed")
            seated, last = _resume_game(resume, seat, detail)
            saved: Path | None = Path(resume)
        else:
            if game is None:
                raise UserError(
                    "say which game to play: `hoyle play GAME`; `hoyle list` names them"
                )
            options = read_settings(settings)
            ruleset, table = open_table(game, players, options, variants)
            seated, last = _start_game(ruleset, table, options, seat, seed, detail)
            saved = Path(record) if record is not None else None
        from hoyle.interpreter.cli.conversation import Conversation

        talk = Conversation(seated, open_page(ascii_only), _ask_line, saved)
        ctx.exit(_run_conversation(talk, last, show_seed))


def _start_game(
    ruleset: Ruleset, table: Table, options: dict[str, str], seat: str | None, seed: int | None,
    detail: str,
) -> tuple[Seated, Position]:  # fmt: skip
    from hoyle.interpreter.cli.conversation import Seated

    place = read_seat(seat, table.names) or 0
    seed = draw_seed() if seed is None else seed
    return Seated(ruleset, table, options, seed, place, detail), table.start(seed)


def _resume_game(place: str, seat: str | None, detail: str) -> tuple[Seated, Position]:
    from hoyle.interpreter.cli.conversation import Seated
    from hoyle.interpreter.cli.replayed_game import ReplayedGame

    again = ReplayedGame.open(place)
    record, names = again.record, again.table.names
    *_, last = again.positions()
    if last.over:
        raise UserError(f"{place}: this game is over; read it with `hoyle replay {place}`")
    mine = read_seat(seat if seat is not None else record.you, names) or 0
    options = record.options
    return Seated(again.ruleset, again.table, options, record.seed, mine, detail), last


def _run_conversation(talk: Conversation, last: Position, show_seed: bool) -> int:
    """The conversation to its end; the exit code. However it ends, the game is not lost."""
    from hoyle.interpreter.cli.conversation import EndOfInput, Left
    from hoyle.interpreter.runtime.fault import RulesetFault

    seated = talk.seated
    try:
        talk.begin(seated.seed if show_seed else None)
        talk.resume_at(last)
        talk.play()
    except (EndOfInput, Left):
        talk.save_and_leave()
        return 0
    except KeyboardInterrupt:
        click.echo()
        talk.save_and_leave()
        return STOPPED
    except BrokenPipeError:
        talk.mute()
        talk.save_and_leave()
        raise
    except RulesetFault as fault:
        talk.save_and_leave()
        raise UserError(format_fault(fault), FOUND) from fault
    talk.page.line(f"the seed was {seated.seed}")
    if talk.saved is not None:
        talk.save()
    return 0


def _ask_line(prompt: str) -> str:
    """One line from the person; where no terminal answers it is shown behind the prompt."""
    from hoyle.interpreter.cli.conversation import EndOfInput

    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(prompt)
        except EOFError:
            click.echo()
            raise EndOfInput from None
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    click.echo(line.strip())
    if not line:
        raise EndOfInput
    return line
