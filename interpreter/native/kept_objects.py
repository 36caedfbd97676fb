"""Objects kept on disk, so that a game that was compiled once is there at once.

The name of a file is a hash of everything that the object depends on; it begins with a hash of the
object. What is torn, or was written by anybody else, is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import warnings
from pathlib import Path

from hoyle.dsl.kept_files import find_cache_folder, read_kept, write_kept

MOST_KEPT = 200  # files; the ones that were made first go first
DIGEST = hashlib.sha256().digest_size


def find_object_file(text: str, host: str) -> Path:
    """Where the object of a kernel's text lies.

    The text stands for the machine and for what made it into text; `host` names LLVM and the
    processor.
    """
    key = hashlib.sha256(f"{host}\n{text}".encode()).hexdigest()[:32]
    return find_cache_folder() / "native" / f"kernel-{key}.o"


def load_object(path: Path) -> bytes | None:
    """A kept object; None where there is none that can be trusted."""
    held = read_kept(path)
    if held is None or hashlib.sha256(held[DIGEST:]).digest() != held[:DIGEST]:
        return None
    return held[DIGEST:]


def keep_object(path: Path, data: bytes) -> None:
    """Keep an object; where that cannot be, a warning says so."""
    try:
        _make_room(path.parent)
        write_kept(path, hashlib.sha256(data).digest() + data)
    except OSError as error:
        says = f"native code cannot be kept in {path.parent} ({error.strerror}): it is made anew"
        warnings.warn(says, RuntimeWarning, stacklevel=2)


def _make_room(folder: Path) -> None:
    files = []
    for path in folder.glob("kernel-*.o"):
        with contextlib.suppress(OSError):  # another process may have taken it away
            files.append((path.stat().st_mtime_ns, path.name, path))
    for _, _, path in sorted(files)[: max(0, len(files) - MOST_KEPT + 1)]:
        path.unlink(missing_ok=True)
