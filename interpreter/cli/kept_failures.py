"""Games that failed, kept as files: where the user wants them, and for the next time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.dsl.parser.grammar import find_cache_folder
from hoyle.interpreter.cli.failure_file import record_failure, replay_failure
from hoyle.interpreter.cli.game_file import GameFileError, read_game_file, write_game_file
from hoyle.interpreter.cli.keep_example import make_example, write_example
from hoyle.interpreter.cli.replayed_game import ReplayedGame
from hoyle.interpreter.cli.usage_errors import UserError
from hoyle.interpreter.library.ruleset import OptionError, Ruleset, RulesetError
from hoyle.interpreter.testing.failing_game import SmallestGames
from hoyle.interpreter.testing.findings import Finding, FindingKey
from hoyle.interpreter.testing.script import Script

if TYPE_CHECKING:
    from hoyle.interpreter.testing.verdict import Verdict


def write_failures(verdict: Verdict, folder: str) -> None:
    """Each failed game that was made small as a file of its own; the names say of what."""
    place = Path(folder)
    for number, (key, small) in enumerate(_shrunk_failures(verdict), 1):
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{verdict.ruleset.name}-{number}.game"
        assert small.game is not None
        write_game_file(record_failure(verdict.ruleset, small.game), path)
        verdict.records[key] = str(path)


def _shrunk_failures(verdict: Verdict) -> list[tuple[FindingKey, SmallestGames]]:
    """What was made small, in the order in which it was found."""
    return [(key, small) for key, small in verdict.small.items() if small.game is not None]


def keep_examples(verdict: Verdict) -> Iterator[str]:
    """Put each failed game into its ruleset as an example; what was done, line by line."""
    for finding, _ in verdict.findings.values():
        small = verdict.small.get(finding.key, SmallestGames(None))
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
    where = hashlib.sha256(str(ruleset.path.resolve()).encode()).hexdigest()[:12]
    return find_cache_folder() / "failures" / f"{ruleset.name}-{where}"


def remember_failures(verdict: Verdict) -> None:
    """Keep what failed for the next time. That nothing can be written is no trouble."""
    try:
        for _, small in _shrunk_failures(verdict):
            assert small.game is not None
            record = record_failure(verdict.ruleset, small.game)
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
        finding = replay_file(ruleset, path)
        if finding is None:
            path.unlink(missing_ok=True)
        else:
            yield finding


def replay_file(ruleset: Ruleset, path: Path) -> Finding | None:
    """What a failed game shows with the rules as they are now; None where it fails no more."""
    try:
        record = read_game_file(path)
        table = ruleset.table(len(record.players), record.options, record.players)
        went = replay_failure(ReplayedGame(str(path), record, ruleset, table))
    except (UserError, GameFileError, RulesetError, OptionError, OSError):
        return None
    finding = went.finding
    if finding is not None:
        chance = tuple(event.outcome for event in went.chance)
        finding.script = Script(
            went.script.players, went.script.options, chance, went.runner.moves()
        )
        finding.again = f"hoyle replay {path}"
    return finding
