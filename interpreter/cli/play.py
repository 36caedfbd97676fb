"""`hoyle play`: a person plays against bots, in plain lines."""

from __future__ import annotations

import sys
from errno import EINVAL
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli import shared_options as options
from hoyle.interpreter.cli.endings import UserError, note_reasons
from hoyle.interpreter.cli.signals import stoppable

LONGEST_LINE = 10_000  # characters of an answer: what has no end is not read whole

if TYPE_CHECKING:
    from hoyle.interpreter.cli.conversation import Conversation
    from hoyle.interpreter.narration.text_wrap import TextPage
    from hoyle.interpreter.runtime.table import Position


@click.command()
@click.argument("game", required=False)
@options.with_table
@click.option("--seat", metavar="SEAT", help="Where you sit: a name or a number; the first seat.")
@options.with_seed
@click.option("--show-seed", is_flag=True, help="Tell the seed before the game.")
@click.option("--resume", type=click.Path(), metavar="FILE", help="Go on with a saved game.")
@options.with_record
@options.with_opponents
@options.with_detail
@options.with_ascii
@click.pass_context
def play(
    ctx: click.Context, game: str | None, players: int | None, settings: dict[str, str],
    variants: tuple[str, ...], seat: str | None, seed: int | None, show_seed: bool,
    resume: str | None, record: str | None, bots: tuple[str, ...], detail: str, ascii_only: bool,
) -> None:  # fmt: skip
    """Play GAME against bots, in plain lines that also a pipe or a screen reader can follow.

    You see what your seat sees. Type a move or its number, `?` for help, `why MOVE` for the reason
    of a refusal, `undo` to take back, `quit` to save and leave; Ctrl-C and the end of input save
    too.
    """
    from hoyle.interpreter.cli.conversation import Conversation, Seated
    from hoyle.interpreter.cli.game_file import ReplayedGame
    from hoyle.interpreter.cli.opponents import find_opponents
    from hoyle.interpreter.narration.text_wrap import open_page

    kept = record or resume
    if resume is not None:
        if game is not None or players is not None or settings or variants or seed is not None:
            raise UserError("a saved game has its own rules, players, options and seed")
        again = ReplayedGame.open(resume)
        ruleset, table = again.ruleset, again.table
        *_, last = again.positions()
        if last.over:
            raise UserError(f"{resume}: this game is over; read it with `hoyle replay {resume}`")
        settings, seed = again.record.options, again.record.seed
        seat = seat if seat is not None else again.record.you
    else:
        if game is None:
            raise UserError("say which game to play: `hoyle play GAME`; `hoyle list` names them")
        ruleset, table = options.open_table(game, players, settings, variants)
        seed = options.draw_seed() if seed is None else seed
        last = table.start(seed)
    mine = options.read_seat(seat, table.names) or 0
    page = open_page(ascii_only, table.names[mine])
    talk = Conversation(
        Seated(
            ruleset, table, settings, seed, mine,
            find_opponents(ruleset, table, bots, by_search=True), detail,
        ),
        page, partial(_ask_line, page),
        Path(kept) if kept is not None else None,
    )  # fmt: skip
    with stoppable():
        _run_conversation(talk, last, show_seed)


def _run_conversation(talk: Conversation, last: Position, show_seed: bool) -> None:
    """The conversation to its end. However it ends, the game is not lost."""
    from hoyle.interpreter.cli.conversation import EndOfInput, Left
    from hoyle.interpreter.runtime.fault import RulesetFault

    seed = talk.seated.seed
    try:
        talk.begin(seed if show_seed else None)
        talk.resume_at(last)
        talk.play()
        talk.page.line(f"the seed was {seed}")
        talk.keep_finished()
    except (EndOfInput, Left):
        talk.save_and_leave()
    except BaseException as ending:
        fault = f"rules: {ending.says}" if isinstance(ending, RulesetFault) else ""
        if isinstance(ending, RulesetFault):
            note_reasons(talk.seated.table, ending, talk.seated.seat)
            talk.tell_what_led_to_fault()
        talk.save_and_leave(isinstance(ending, KeyboardInterrupt | OSError), fault)
        raise


def _ask_line(page: TextPage, prompt: str) -> str:
    """One line from the person; where no terminal answers it is shown behind the prompt."""
    from hoyle.interpreter.cli.conversation import EndOfInput
    from hoyle.interpreter.narration.output import write

    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(page.paint(prompt))
        except EOFError:
            write()
            raise EndOfInput from None
    write(page.plain(prompt), nl=False, coloured=page.coloured, own=page.own)
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise OSError(EINVAL, f"a line is longer than {LONGEST_LINE:,} characters")
    write(line.strip())
    if not line:
        raise EndOfInput
    return line
