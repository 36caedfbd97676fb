"""Files are written whole or not at all: beside their place first, and then renamed."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write a text file in UTF-8; what was there before stays until all is written."""
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
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
