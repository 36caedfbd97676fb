"""The comments of a text, found without its grammar."""

from __future__ import annotations

import re

from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import Comment

QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*')


def split_comment(line: str) -> tuple[str, str]:
    """A line's text and its comment (with `#`); a `#` inside a sentence is no comment."""
    for match in QUOTED.finditer(line):
        if match.group()[0] == "#":
            return line[: match.start()], match.group().rstrip()
    return line, ""


def find_comments(source: Source) -> list[Comment]:
    """The comments of a text, in their order."""
    found = []
    for match in QUOTED.finditer(source.text):
        if match.group()[0] == "#":
            number = source.line_of(match.start())
            before = source.text[source.line_starts[number - 1] : match.start()]
            found.append(Comment(number, match.group().rstrip(), not before.strip()))
    return found
