"""The one place through which text reaches a terminal, a pipe or a file that stands for one."""

from __future__ import annotations

import json

import click

from hoyle.dsl.printable import UNSEEN, make_printable


def write(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a text to standard output, or to the error stream; it can do nothing to a terminal."""
    click.echo(make_printable(text), err=err, nl=nl)


def write_json(facts: object) -> None:
    """Write plain values for a program; characters that are not seen are written by number."""
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    click.echo(UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
