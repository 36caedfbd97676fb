"""`hoyle format`: files in the layout of the language."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import click

from hoyle.interpreter.cli.check import find_files
from hoyle.interpreter.cli.endings import FOUND


@click.command("format")
@click.argument("places", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; say what would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def format_files(
    ctx: click.Context, places: tuple[str, ...], only_check: bool, show_diff: bool
) -> None:
    """Write rulesets in the layout of the language, comments kept.

    A file that cannot be read as rules stays as it is, and you read why.
    """
    from hoyle.dsl.atomic_write import write_atomically
    from hoyle.interpreter.narration.output import write

    failed = changes = 0
    for path, name in find_files(places):
        texts = _format_text(path, name)
        if texts is None:
            failed += 1
            continue
        before, after = texts
        given = not (show_diff or only_check) and _is_standard_input(path)
        if before == after and not given:
            continue
        changes += 1
        if show_diff:
            was, now = (text.splitlines(keepends=True) for text in texts)
            write("".join(difflib.unified_diff(was, now, name, f"{name} (new)")), nl=False)
        elif only_check:
            write(f"{name} would change")
        elif given:
            write(after, nl=False)
        else:
            write_atomically(path, after)
            write(f"{name} is laid out anew")
    if failed or (only_check and changes):
        ctx.exit(FOUND)


def _is_standard_input(path: Path) -> bool:
    """Whether a name such as `/dev/stdin` is that of what is read here: it is not written over."""
    try:
        return os.path.samestat(path.stat(), os.fstat(0))
    except OSError:
        return False


def _format_text(path: Path, name: str) -> tuple[str, str] | None:
    """A file's text as it is and as it should be; None where it is no text of rules (told)."""
    from hoyle.dsl.format.format_file import format_file
    from hoyle.dsl.open_source import open_source
    from hoyle.dsl.parser.from_text import read
    from hoyle.dsl.report import Report, as_text
    from hoyle.interpreter.narration.output import write

    report = Report()
    source = open_source(path, name, report)
    file = read(source, report) if source is not None else None
    if source is None or file is None or report.failed:
        for problem in report.in_order():
            write(as_text(problem) + "\n", err=True)
        return None
    return source.text, format_file(file)
