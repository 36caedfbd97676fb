"""Files are written whole or not at all: beside their place first, and then renamed."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file, text in UTF-8; what was there before stays until all is written."""
    data = content.encode() if isinstance(content, str) else content
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, beside)
        os.replace(beside, place)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()
