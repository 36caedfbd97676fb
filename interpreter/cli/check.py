"""`hoyle check`: everything that is wrong with some files, in one run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli.exit_codes import FOUND
from hoyle.interpreter.cli.shared_options import with_json
from hoyle.interpreter.cli.usage_errors import UserError, format_file_error

if TYPE_CHECKING:
    from hoyle.dsl.report import Problem, Report


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FILE|FOLDER...")
@with_json
@click.pass_context
def check(ctx: click.Context, places: tuple[str, ...], as_json: bool) -> None:
    """Say everything that is wrong with rulesets; in folders, with every .cards file.

    GAME may stand for the file of a ruleset that comes with Hoyle.
    """
    from hoyle.dsl.report import as_facts, as_text

    files = find_files(places)
    problems: list[Problem] = []
    for path, name in files:
        problems += _check_file(path, name).in_order()
    if as_json:
        facts = {"files": len(files), "problems": [as_facts(problem) for problem in problems]}
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    else:
        for problem in problems:
            click.echo(as_text(problem) + "\n")
        click.echo(_summarise(len(files), problems))
    if any(problem.severity == "error" for problem in problems):
        ctx.exit(FOUND)


def find_files(places: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The files, each once, with the names that messages give them."""
    from hoyle.interpreter.library.discovery import find_file

    found: dict[Path, tuple[Path, str]] = {}
    for place in places:
        path = Path(place)
        if path.is_dir():
            inside = sorted(path.rglob("*.cards"))
            if not inside:
                raise UserError(f"there is no .cards file in {place}")
            files = [(file, file.as_posix()) for file in inside]
        elif path.is_file():
            files = [(path, place)]
        else:
            try:
                path = find_file(place)
            except OSError as error:
                raise UserError(format_file_error(error)) from error
            files = [(path, path.name)]
        for file, name in files:
            found.setdefault(file.resolve(), (file, name))
    return list(found.values())


def _check_file(path: Path, name: str) -> Report:
    """One file; a game at every number of players, a variant against its base."""
    from hoyle.dsl.report import Report
    from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

    report = Report()
    try:
        inspect_fully(path, name, report)
    except OSError as error:
        raise UserError(format_file_error(error)) from error
    return report


def _summarise(files: int, problems: list[Problem]) -> str:
    """`2 files, no problems`; errors, warnings and notes are counted apart."""
    counts: dict[str, int] = {}
    for problem in problems:
        counts[problem.severity] = counts.get(problem.severity, 0) + 1
    said = [
        f"{counts[severity]} {severity}{'s' * (counts[severity] > 1)}"
        for severity in ("error", "warning", "note")
        if severity in counts
    ]
    many = f"{files} file{'s' * (files > 1)}"
    return f"{many}, {', '.join(said) if said else 'no problems'}"
