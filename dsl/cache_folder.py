"""Where files lie that are kept only to save time, and which of them may be trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def find_cache_folder() -> Path:
    """A folder that only this user writes; never a shared temporary one.

    One that hangs on where the user stands does not count, as the XDG specification has it.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base if os.path.isabs(base) else home) / "hoyle"


def read_own_file(path: Path) -> bytes | None:
    """What a file holds that only this user can have written; else None.

    It is no link, belongs to the user, and nobody else may write it or its folder.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with os.fdopen(number, "rb") as file:
        if not all(map(_is_own, (os.fstat(file.fileno()), path.parent.stat()))):
            return None
        try:
            return file.read()
        except OSError:
            return None


def _is_own(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
