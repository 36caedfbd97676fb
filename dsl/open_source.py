"""Texts read from files: nothing that is too large, no text, or might never end."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from pathlib import Path

from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

MAX_BYTES = 512 * 1024
TOO_LARGE = f"is larger than {MAX_BYTES // 1024} kB"


def open_source(path: Path, name: str, report: Report) -> Source | None:
    """The text of a file; None when it is too large or not UTF-8.

    A mark of byte order at its start is no part of the text. Raises OSError where the file cannot
    be read at all, or is a pipe or a device, which might never end.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        content = file.read(MAX_BYTES + 1)
    content = content.removeprefix(codecs.BOM_UTF8)
    if len(content) > MAX_BYTES:
        source = Source(name, content[:200].decode("utf-8", "replace"))
        report_too_large(source, TOO_LARGE, report)
        return None
    try:
        return Source(name, content.decode("utf-8"))
    except UnicodeDecodeError as error:
        good = content[: error.start].decode("utf-8")
        source = Source(name, content.decode("utf-8", "replace"))
        wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
        report.add(
            "X01", "this is not text that can be read", Span(source, len(good), len(good) + 1),
            label="it looks like UTF-16" if wide
            else f"the byte {content[error.start]:#04x} is not UTF-8",
            help=("save the file as plain text, in UTF-8",),
        )  # fmt: skip
        return None


def _open_at_once(path: str, flags: int) -> int:
    """Also a pipe that nobody writes to."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def report_too_large(beginning: Source, how: str, report: Report) -> None:
    """Say that a file `is larger than …`, of a source that holds only the text's beginning."""
    report.add(
        "X02", f"this file {how}", Span(beginning, 0, 0),
        help=("the rules of a whole family of games take a tenth of that: is it the right file?",),
    )  # fmt: skip
