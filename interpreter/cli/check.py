"""`hoyle check`: everything that is wrong with some files, in one run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from hoyle.interpreter.cli.endings import FOUND, UserError
from hoyle.interpreter.cli.kept_checks import CheckKeeper, Told
from hoyle.interpreter.cli.kept_classes import keep_classes
from hoyle.interpreter.cli.shared_options import with_json


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FILE|FOLDER...")
@with_json
@click.pass_context
def check(ctx: click.Context, places: tuple[str, ...], as_json: bool) -> None:
    """Say everything that is wrong with rulesets; in folders, with every .cards file.

    GAME may stand for the file of a ruleset that comes with Hoyle.
    """
    from hoyle.interpreter.narration.output import write, write_json

    files, keeper = find_files(places), CheckKeeper()
    told = [one for path, name in files for one in _check_file(path, name, keeper)]
    if as_json:
        write_json({"files": len(files), "problems": [one.facts for one in told]})
    else:
        for one in told:
            write(one.text + "\n")
        write(_summarise(len(files), told))
    if any(one.facts["severity"] == "error" for one in told):
        ctx.exit(FOUND)


def _check_file(path: Path, name: str, keeper: CheckKeeper) -> list[Told]:
    """What is wrong with a file: as it was found before, where nothing has changed since."""
    kept = keeper.find(path, name)
    told = kept.read() if kept is not None else None
    if told is None:
        keep_classes()
        from hoyle.dsl.report import Report
        from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

        report = Report()
        inspect_fully(path, name, report)
        told = [Told.of(problem) for problem in report.in_order()]
        if kept is not None:
            kept.write(told)
    return told


def find_files(places: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The files, each once, with the names that messages give them."""
    found: dict[Path, tuple[Path, str]] = {}
    for place in places:
        path = Path(place)
        if path.is_dir():
            inside = [file for file in sorted(path.rglob("*.cards")) if file.is_file()]
            files = [(file, file.as_posix()) for file in inside]
            if not files:
                raise UserError(f"there is no .cards file in {place}")
        elif path.is_file():
            files = [(path, place)]
        else:
            from hoyle.interpreter.library.discovery import find_file

            path = find_file(place)
            files = [(path, path.name)]
        for file, name in files:
            found.setdefault(file.resolve(), (file, name))
    return list(found.values())


def _summarise(files: int, told: list[Told]) -> str:
    """`2 files, no problems`; errors, warnings and notes are counted apart."""
    counts = Counter(one.facts["severity"] for one in told)
    parts = [
        f"{counts[severity]} {severity}{'s' * (counts[severity] > 1)}"
        for severity in ("error", "warning", "note")
        if counts[severity]
    ]
    return f"{files} file{'s' * (files > 1)}, {', '.join(parts) or 'no problems'}"
