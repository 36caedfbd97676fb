"""`hoyle show`: the text of a ruleset that comes with Hoyle, or of a variant in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hoyle.interpreter.library.discovery import Heading


@click.command()
@click.argument("name")
def show(name: str) -> None:
    """Print the text of NAME: a game, a variant, or a library such as `tricks`.

    `hoyle show whist > mine.cards` is a game of your own to begin with. Of a file with several
    variants one that is named is printed alone.
    """
    from hoyle.dsl.open_source import open_source
    from hoyle.dsl.report import Report, as_text
    from hoyle.interpreter.cli.endings import UserError
    from hoyle.interpreter.library.discovery import (
        LIBRARIES,
        list_headings,
        resolve_name,
        shipped_folder,
    )
    from hoyle.interpreter.narration.output import write

    library = shipped_folder() / LIBRARIES / f"{name.removeprefix(f'{LIBRARIES}/')}.cards"
    path, variant = (library, None) if library.is_file() else resolve_name(name)
    report = Report()
    source = open_source(path, str(path), report)
    if source is None:
        raise UserError("\n\n".join(as_text(problem) for problem in report.in_order()))
    text = source.text if variant is None else cut_out(source.text, variant, list_headings(path))
    write(text, nl=False)


def cut_out(text: str, variant: Heading, among: list[Heading]) -> str:
    """What a file says of one variant: all of it, or of several from its first line to the next."""
    if len(among) == 1:
        return text
    lines = text.splitlines(keepends=True)
    first = _find_first_line(lines, variant)
    later = [line for each in among if (line := _find_first_line(lines, each)) > first]
    edition = [f"{line.rstrip()}\n\n" for line in lines if line.startswith("edition ")]
    cut = lines[first : min(later, default=len(lines))]
    return "".join(edition + cut).rstrip("\n") + "\n"


def _find_first_line(lines: list[str], variant: Heading) -> int:
    """Where a variant begins: with the comments that stand right above its heading."""
    first = variant.line - 1
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return first
