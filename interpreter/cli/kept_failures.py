"""Games that failed, kept as files: where the user wants them, and for the next time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.dsl.parser.grammar import cache_folder
from hoyle.interpreter.cli.failure_file import failure_record, played_again
from hoyle.interpreter.cli.game_file import NotARecord, read_record, write_record
from hoyle.interpreter.cli.keep_example import kept, write_kept
from hoyle.interpreter.cli.replayed_game import Again
from hoyle.interpreter.cli.usage_errors import Trouble
from hoyle.interpreter.library.ruleset import OptionError, Ruleset, RulesetError
from hoyle.interpreter.testing.failing_game import Small
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.script import Script

if TYPE_CHECKING:
    from hoyle.interpreter.testing.verdict import Verdict


def write_failures(verdict: Verdict, folder: str) -> None:
    """Each failed game that was made small as a file of its own; the names say of what."""
    place = Path(folder)
    for number, (key, small) in enumerate(_failed(verdict), 1):
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{verdict.ruleset.name}-{number}.game"
        assert small.game is not None
        write_record(failure_record(verdict.ruleset, small.game), path)
        verdict.records[key] = str(path)


def _failed(verdict: Verdict) -> list[tuple[object, Small]]:
    """What was made small, in the order in which it was found."""
    return [(key, small) for key, small in verdict.small.items() if small.game is not None]


def keep(verdict: Verdict) -> Iterator[str]:
    """Put each failed game into its ruleset as an example; what was done, line by line."""
    for finding, _ in verdict.findings.values():
        small = verdict.small.get(finding.key, Small(None))
        shown = small.reduced or small.game
        if shown is None:
            continue
        one = kept(verdict.ruleset, finding, shown)
        if one.path is not None:
            write_kept(one)
        yield one.says
        if one.path is None and one.text:
            yield from ("", *one.text.splitlines(), "")


# ---------------------------------------------------------------------- for the next time


def _remembered(ruleset: Ruleset) -> Path:
    """The folder for the failed games of a ruleset, in the user's own cache."""
    where = hashlib.sha256(str(ruleset.path.resolve()).encode()).hexdigest()[:12]
    return cache_folder() / "failures" / f"{ruleset.name}-{where}"


def remember(verdict: Verdict) -> None:
    """Keep what failed for the next time. That nothing can be written is no trouble."""
    try:
        for _, small in _failed(verdict):
            assert small.game is not None
            record = failure_record(verdict.ruleset, small.game)
            name = hashlib.sha256(f"{record.fault}{record.moves}".encode()).hexdigest()[:12]
            folder = _remembered(verdict.ruleset)
            folder.mkdir(parents=True, exist_ok=True)
            write_record(record, folder / f"{name}.game")
    except OSError:
        return


def failing_still(ruleset: Ruleset) -> Iterator[Finding]:
    """What failed the last time and fails still; the files of what has been mended go."""
    folder = _remembered(ruleset)
    for path in sorted(folder.glob("*.game")) if folder.is_dir() else ():
        finding = again(ruleset, path)
        if finding is None:
            path.unlink(missing_ok=True)
        else:
            yield finding


def again(ruleset: Ruleset, path: Path) -> Finding | None:
    """What a failed game shows with the rules as they are now; None where it fails no more."""
    try:
        record = read_record(path)
        table = ruleset.table(len(record.players), record.options, record.players)
        went = played_again(Again(str(path), record, ruleset, table))
    except (Trouble, NotARecord, RulesetError, OptionError, OSError):
        return None
    finding = went.finding
    if finding is not None:
        chance = tuple(event.outcome for event in went.chance)
        finding.script = Script(
            went.script.players, went.script.options, chance, went.sitting.moves()
        )
        finding.again = f"hoyle replay {path}"
    return finding
