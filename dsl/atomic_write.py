"""Files are written whole or not at all; what is no regular file just takes what it is given."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
from pathlib import Path

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
PART = re.compile(r"\.hoyle-([0-9]{1,9})\.part")  # the number is that of the process


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file, text in UTF-8; what was there before stays until all is written.

    A device or a pipe is written into, and so is what standard output goes to. OSError names the
    path as it was given.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        target = _open_stream(path)
        if target is None:
            _replace(Path(os.path.realpath(path)), data)
        else:
            with os.fdopen(target, "wb") as file:
                file.write(data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _open_stream(path: Path) -> int | None:
    """What a path leads to, opened, where it is no file of its own that could be replaced."""
    try:
        there = path.stat()
    except FileNotFoundError:
        return None
    for standard in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(there, os.fstat(standard)):
                return os.dup(standard)
    return None if stat.S_ISREG(there.st_mode) else os.open(path, os.O_WRONLY)


def _replace(path: Path, data: bytes) -> None:
    """Write beside a regular file, or where there is none yet, and rename.

    A file that nobody may write stays as it is, though it could be renamed over.
    """
    if path.exists() and not path.stat().st_mode & WRITABLE:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    _clear_parts(path.parent)
    part = path.with_name(f".hoyle-{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _clear_parts(folder: Path) -> None:
    """Remove what processes have left that were killed while they wrote."""
    if not hasattr(os, "fork"):  # elsewhere it cannot be asked whether a process is alive
        return
    for part in folder.glob(".hoyle-*.part"):
        found = PART.fullmatch(part.name)
        if found is not None and not _is_alive(int(found[1])):
            with contextlib.suppress(OSError):
                part.unlink()


def _is_alive(process: int) -> bool:
    """Whether another process of this number runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return process != os.getpid()
