"""Files that Hoyle keeps in the user's own cache, so that it need not do the same work again."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from hoyle.dsl.atomic_write import write_atomically

NOWHERE = Path(os.devnull)  # no file can be kept below it


def find_cache_folder() -> Path:
    """A folder that only this user writes; never a shared temporary one.

    One that hangs on where the user stands does not count, as the XDG specification has it.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.join(os.path.expanduser("~"), ".cache")
    place = Path(base if os.path.isabs(base) else home)
    return (place if place.is_absolute() else NOWHERE) / "hoyle"


def read_kept(path: Path) -> bytes | None:
    """What was kept in a file; None where there is none, or where others may have written it.

    It is no link, belongs to the user, and nobody else may write it or its folder.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(number, "rb") as kept:
            own = map(_is_own, (os.fstat(kept.fileno()), path.parent.stat()))
            return kept.read() if all(own) else None
    except OSError:
        return None


def _is_own(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def keep(path: Path, content: bytes, most: int | None = None) -> None:
    """The same as `write_kept`, where a home that cannot be written costs time only.

    Of more than `most` files in the folder the oldest goes.
    """
    with contextlib.suppress(OSError):
        if most is not None and path.parent.is_dir():
            files = list(path.parent.iterdir())
            if len(files) >= most:
                min(files, key=lambda file: file.lstat().st_mtime).unlink(missing_ok=True)
        write_kept(path, content)


def read_sealed(path: Path, key: str = "") -> bytes | None:
    """What `keep_sealed` kept under this key; None where it is damaged, or was kept for another."""
    seal, _, body = (read_kept(path) or b"").partition(b"\n")
    return body if seal == _seal(body, key) else None


def keep_sealed(path: Path, body: bytes, key: str = "", most: int | None = None) -> None:
    """The same as `keep`, below a seal that nothing else has, under no other key."""
    keep(path, _seal(body, key) + b"\n" + body, most)


def _seal(body: bytes, key: str) -> bytes:
    return hashlib.sha256(key.encode() + body).hexdigest().encode()


@cache
def hash_program(*folders: Path) -> bytes:
    """What changes with the program: the files in its folders, Python, and the libraries it uses.

    Of the files it is their sizes and times, which are asked for faster than they are read.
    """
    key = hashlib.sha256(sys.version.encode())
    files = [file for top in folders for file in _list_files(str(top))]
    specs = [find_spec(name) for name in ("lark", "attr")]
    files += [spec.origin for spec in specs if spec is not None and spec.origin is not None]
    for file in files:
        about = os.stat(file)
        key.update(f"{file}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
    return key.digest()


def _list_files(top: str) -> Iterator[str]:
    """The program's own files in a folder and those inside it, and the texts that come with it."""
    for folder, inside, names in os.walk(top):
        inside[:] = sorted(name for name in inside if name != "__pycache__")
        own = (name for name in sorted(names) if name.endswith((".py", ".lark", ".cards")))
        yield from (os.path.join(folder, name) for name in own)


def write_kept(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there: never a half-written one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(path, content)
    path.chmod(0o600)
