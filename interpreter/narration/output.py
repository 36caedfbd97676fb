"""The one place through which text reaches a terminal, a pipe or a file that stands for one."""

from __future__ import annotations

import json
import os
import re
import sys

import click

from hoyle.dsl.printable import UNSEEN, make_printable

# Red cards; the title of a problem; the carets under a line of rules, and their label.
COLOURED = re.compile(
    r"(?P<red_card>(?:10|[2-9AKQJT])?[♥♦]'?)"
    r"|(?P<error>^error\[\w+\])|(?P<warning>^(?:warning\[\w+\]|note\[\w+\]))"
    r"|(?<=\| )(?P<caret>[ \t]*\^+.*$)",
    re.MULTILINE,
)
STYLES: dict[str, dict[str, object]] = {
    "red_card": {"fg": "red"},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "caret": {"fg": "red", "bold": True},
    "own": {"fg": "cyan", "bold": True},
}


def write(
    text: str = "", *, err: bool = False, nl: bool = True, coloured: bool = True,
    heading: bool = False, own: str = "",
) -> None:  # fmt: skip
    """Write a text to standard output, or to the error stream; it can do nothing to a terminal.

    Where it is to be `coloured`, and the terminal and the user take colours: a heading as a whole;
    else cards, problems, and the reader's `own` name.
    """
    text = make_printable(text)
    if coloured and heading and _takes_colours(err):
        text = click.style(text, bold=True, underline=True)
    elif coloured:
        text = paint(text, own, err)
    click.echo(text, err=err, nl=nl)


def paint(text: str, own: str, err: bool = False) -> str:
    """A text with its colours, where the terminal and the user take them."""
    text = make_printable(text)
    return _colour(text, own) if _takes_colours(err) else text


def write_json(facts: object) -> None:
    """Write plain values for a program; characters that are not seen are written by number."""
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    click.echo(UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def _takes_colours(err: bool) -> bool:
    """Whether a stream is a terminal, and nobody has said that it takes none (no-color.org)."""
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _colour(text: str, own: str) -> str:
    pattern = COLOURED.pattern
    if own:
        pattern += rf"|(?P<own>(?<![\w-])(?:{re.escape(own)}(?![\w-])|(?:^ *)your?\b))"
    return re.sub(pattern, _style, text, flags=re.MULTILINE)


def _style(found: re.Match[str]) -> str:
    assert found.lastgroup is not None
    lead = found[0][: len(found[0]) - len(found[0].lstrip())]
    return lead + click.style(found[0].lstrip(), **STYLES[found.lastgroup])  # type: ignore[arg-type]
