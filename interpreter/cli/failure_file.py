"""A failed game as a file that `hoyle replay` plays up to the fault, and the fault told again."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.interpreter.cli.exit_codes import FOUND
from hoyle.interpreter.cli.game_file import GameRecord, RecordedMove, format_pack
from hoyle.interpreter.cli.replayed_game import ReplayedGame
from hoyle.interpreter.cli.rule_hashes import hash_parts, hash_rules
from hoyle.interpreter.cli.usage_errors import UserError
from hoyle.interpreter.library.option_values import as_words
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.narrators import Fault, Narrator
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import as_facts, as_text
from hoyle.interpreter.testing.script import Script
from hoyle.interpreter.testing.shrink.failing_run import FailingRun, record_run, replay_failing_game
from hoyle.interpreter.testing.shrink.failure_text import moves_of, packs_of


def record_failure(ruleset: Ruleset, shown: FailingGame) -> GameRecord:
    """The record of a failed game from its start: what chance brought, and its moves.

    ValueError for a position that was laid by hand: no game leads there.
    """
    if shown.script.phase:
        raise ValueError("a position that was laid by hand is no game")
    went = replay_failing_game(ruleset, shown)
    script, table, finding = shown.script, went.runner.table, shown.finding
    options = (
        word.partition("=") for word in as_words(ruleset.game, script.players, dict(script.options))
    )
    draws = [
        table.words.format_value(event.outcome, event.node.type)
        for event in went.chance
        if event.node.kind == "draw" and event.node.type is not None
    ]
    moves = (text.partition(": ") for text in moves_of(went))
    parts = hash_parts(ruleset)
    about = " ".join((finding.about or finding.says).split())
    return GameRecord(
        ruleset.name, table.names, {name: value for name, _, value in options}, 0,
        tuple(RecordedMove(seat, move) for seat, _, move in moves), parts, hash_rules(parts),
        None if ruleset.choice.comes_with_hoyle else ruleset.path.resolve(),
        tuple(format_pack(table.words, pack) for pack in packs_of(went)),
        variants=tuple(ruleset.choice.words()[1]), draws=tuple(draws),
        fault=f"{finding.kind}: {about}".replace("#", "no. "),
    )  # fmt: skip


def retell_failure(again: ReplayedGame, tells: Narrator) -> bool:
    """Tell a failed game up to the fault, and the fault; whether it is still there.

    To be used in troubles, as all that has to do with records.
    """
    went = replay_failure(again)
    last: Position | None = None
    for position in went.positions:
        tells.add_position(position)
        last = position
    if went.finding is None:
        if last is not None:
            tells.end(last)
        return False
    tried = moves_of(went)[-1] if went.attempted is not None else ""
    fault = Fault(as_text(went.finding), as_facts(went.finding), tried)
    tells.end_at_fault(last, fault)
    return True


def replay_failure(again: ReplayedGame) -> FailingRun:
    """The game of a record at a table at which everything is asked."""
    record, table = again.record, again.table
    options = tuple(sorted(again.ruleset.option_numbers(record.options, len(table.names)).items()))
    packs = [pack.split() for pack in record.packs]
    wanted: Iterator[RecordedMove] = iter(record.moves)

    def player(position: Position) -> Move | None:
        played = next(wanted, None)
        if played is None:
            return None
        where = f"{again.place}:{played.line}"
        if position.seat is None or table.names[position.seat] != played.seat:
            raise UserError(f"{where}: it is not the turn of {played.seat}", FOUND)
        try:
            move = position.parse(played.text)
        except NotAMove as error:
            raise UserError(f"{where}: {error}", FOUND) from error
        if move not in position.legal():
            raise UserError(f"{where}: {played.seat} may not {played.text}", FOUND)
        return move

    try:
        chances = table.chances(record.seed, packs, record.draws)
        return record_run(
            again.ruleset, Script(len(table.names), options), chances, player,
            record.fault.partition(":")[0],
        )  # fmt: skip
    except ValueError as error:
        raise UserError(f"{again.place}: {error}", FOUND) from error
