"""Games that failed, as files: for the user, for the next run, and for `hoyle replay`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from hoyle.dsl.kept_files import find_cache_folder
from hoyle.interpreter.cli.game_file import (
    GameFileError,
    GameRecord,
    RecordedMove,
    ReplayedGame,
    format_pack,
    name_rules,
    read_game_file,
    write_game_file,
)
from hoyle.interpreter.cli.keep_example import make_example, write_example
from hoyle.interpreter.library.options import OptionError, format_options, parse_options
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.narration.narrators import Fault, Narrator
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.findings import (
    FailingGame,
    Finding,
    FindingKey,
    as_facts,
    as_text,
)
from hoyle.interpreter.testing.script import Script
from hoyle.interpreter.testing.search import Verdict
from hoyle.interpreter.testing.shrink.failure_text import (
    FailingRun,
    moves_of,
    packs_of,
    record_run,
    replay_failing_game,
)


def record_failure(ruleset: Ruleset, shown: FailingGame) -> GameRecord:
    """The record of a failed game from its start: what chance brought, and its moves.

    ValueError for a position that was laid by hand: no game leads there.
    """
    if shown.script.phase:
        raise ValueError("a position that was laid by hand is no game")
    went = replay_failing_game(ruleset, shown)
    script, table, finding = shown.script, went.runner.table, shown.finding
    options = (
        word.partition("=")
        for word in format_options(ruleset.game, script.players, dict(script.options))
    )
    draws = [
        table.words.format_value(event.outcome, event.node.type)
        for event in went.chance
        if event.node.kind == "draw" and event.node.type is not None
    ]
    moves = (text.partition(": ") for text in moves_of(went))
    return GameRecord(
        *name_rules(ruleset), table.names, {name: value for name, _, value in options}, 0,
        tuple(RecordedMove(seat, move) for seat, _, move in moves), "fault",
        tuple(format_pack(table.words, pack) for pack in packs_of(went)), tuple(draws),
        fault=_name_fault(finding),
    )  # fmt: skip


def _name_fault(finding: Finding) -> str:
    """What a finding is called in a record."""
    return f"{finding.kind}: {' '.join((finding.about or finding.says).split())}"


def retell_failure(again: ReplayedGame, tells: Narrator) -> bool:
    """Tell a failed game up to the fault, and the fault; whether it is still there.

    What is wrong with the record is raised as GameFileError.
    """
    went = _replay_failure(again)
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


def _replay_failure(again: ReplayedGame) -> FailingRun:
    """The game of a record at a table at which everything is asked."""
    record, table = again.record, again.table
    options = tuple(
        sorted(parse_options(again.ruleset.game, len(table.names), record.options).items())
    )
    wanted = iter(record.moves)

    def player(position: Position) -> Move | None:
        played = next(wanted, None)
        return again.parse_move(position, played) if played is not None else None

    try:
        return record_run(
            again.ruleset, Script(len(table.names), options), table.chances(*again.chance), player,
            record.fault.partition(":")[0], lambda finding: _name_fault(finding) == record.fault,
        )  # fmt: skip
    except ValueError as error:
        raise GameFileError(f"{again.place}: {error}") from error


# ---------------------------------------------------------------------- of one run


def write_failures(verdict: Verdict, folder: str) -> None:
    """Each failed game that was made small as a file of its own; the names say of what."""
    place = Path(folder)
    for number, (key, record) in enumerate(_list_records(verdict), 1):
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{verdict.ruleset.name}-{number}.game"
        write_game_file(record, path)
        verdict.records[key] = str(path)


def _list_records(verdict: Verdict) -> Iterator[tuple[FindingKey, GameRecord]]:
    """The records of the games that were made small, in the order in which they were found."""
    for key, small in verdict.small.items():
        if small.game is not None:
            yield key, record_failure(verdict.ruleset, small.game)


def keep_examples(verdict: Verdict) -> Iterator[str]:
    """Put each failed game into its ruleset as an example; what was done, line by line."""
    for finding, _ in verdict.list_findings():
        small = verdict.find_smallest(finding)
        shown = small.reduced or small.game
        if shown is None:
            continue
        one = make_example(verdict.ruleset, finding, shown)
        if one.path is not None:
            write_example(one)
        yield one.says
        if one.path is None and one.text:
            yield from ("", *one.text.splitlines(), "")


# ---------------------------------------------------------------------- for the next time


def _failures_folder(ruleset: Ruleset) -> Path:
    """The folder for the failed games of a ruleset, in the user's own cache."""
    where = hashlib.sha256(os.fsencode(ruleset.path.resolve())).hexdigest()[:12]
    return find_cache_folder() / "failures" / f"{ruleset.name[:40]}-{where}"


def remember_failures(verdict: Verdict) -> None:
    """Keep what failed for the next time. It is no error that nothing can be written."""
    try:
        for _, record in _list_records(verdict):
            name = hashlib.sha256(f"{record.fault}{record.moves}".encode()).hexdigest()[:12]
            folder = _failures_folder(verdict.ruleset)
            folder.mkdir(parents=True, exist_ok=True)
            write_game_file(record, folder / f"{name}.game")
    except OSError:
        return


def replay_remembered(ruleset: Ruleset) -> Iterator[Finding]:
    """What failed the last time and fails still; the files of what has been mended go."""
    folder = _failures_folder(ruleset)
    for path in sorted(folder.glob("*.game")) if folder.is_dir() else ():
        finding = _replay_file(ruleset, path)
        if finding is None:
            path.unlink(missing_ok=True)
        else:
            yield finding


def _replay_file(ruleset: Ruleset, path: Path) -> Finding | None:
    """What a failed game shows with the rules as they are now; None where it fails no more."""
    try:
        went = _replay_failure(ReplayedGame.of(str(path), read_game_file(path), ruleset))
    except (GameFileError, RulesetError, OptionError, OSError):
        return None
    finding = went.finding
    if finding is not None:
        chance = tuple(event.outcome for event in went.chance)
        finding.script = Script(
            went.script.players, went.script.options, chance, went.runner.moves()
        )
        finding.again = f"hoyle replay {path}"
    return finding
