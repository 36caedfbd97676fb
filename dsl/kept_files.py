"""Files that Hoyle keeps in the user's own cache, so that it need not do the same work again."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from hoyle.dsl.atomic_write import write_atomically


def find_cache_folder() -> Path:
    """A folder that only this user writes; never a shared temporary one.

    One that hangs on where the user stands does not count, as the XDG specification has it.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base if os.path.isabs(base) else home) / "hoyle"


def read_kept(path: Path) -> bytes | None:
    """What was kept in a file; None where there is none, or where it belongs to somebody else."""
    try:
        with path.open("rb") as kept:
            if hasattr(os, "getuid") and os.fstat(kept.fileno()).st_uid != os.getuid():
                return None
            return kept.read()
    except OSError:
        return None


def keep(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there: never a half-written one."""
    with contextlib.suppress(OSError):  # a home that cannot be written costs time only
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, content)
