"""`hoyle check`: everything that is wrong with some files, in one run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli.endings import FOUND, UserError
from hoyle.interpreter.cli.shared_options import with_json

if TYPE_CHECKING:
    from hoyle.dsl.report import Problem


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FILE|FOLDER...")
@with_json
@click.pass_context
def check(ctx: click.Context, places: tuple[str, ...], as_json: bool) -> None:
    """Say everything that is wrong with rulesets; in folders, with every .cards file.

    GAME may stand for the file of a ruleset that comes with Hoyle.
    """
    from hoyle.dsl.report import Report, as_facts, as_text
    from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
    from hoyle.interpreter.narration.output import write, write_json

    files = find_files(places)
    problems: list[Problem] = []
    for path, name in files:
        report = Report()
        inspect_fully(path, name, report)
        problems += report.in_order()
    if as_json:
        write_json({"files": len(files), "problems": [as_facts(problem) for problem in problems]})
    else:
        for problem in problems:
            write(as_text(problem) + "\n")
        write(_summarise(len(files), problems))
    if any(problem.severity == "error" for problem in problems):
        ctx.exit(FOUND)


def find_files(places: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The files, each once, with the names that messages give them."""
    from hoyle.interpreter.library.discovery import find_file

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
            path = find_file(place)
            files = [(path, path.name)]
        for file, name in files:
            found.setdefault(file.resolve(), (file, name))
    return list(found.values())


def _summarise(files: int, problems: list[Problem]) -> str:
    """`2 files, no problems`; errors, warnings and notes are counted apart."""
    counts = Counter(problem.severity for problem in problems)
    parts = [
        f"{counts[severity]} {severity}{'s' * (counts[severity] > 1)}"
        for severity in ("error", "warning", "note")
        if counts[severity]
    ]
    return f"{files} file{'s' * (files > 1)}, {', '.join(parts) or 'no problems'}"
