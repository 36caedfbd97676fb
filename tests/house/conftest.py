"""The checkout, as the tests of the house see it."""

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def kept_files() -> list[Path]:
    """Every file that git would keep, links left out.

    Git itself is not asked, because the tests must also run where there is none (an unpacked
    archive). So .gitignore is read here, and holds nothing but names: `/name` at the top, `name`
    anywhere.
    """
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [".git", *(line.rstrip("/") for line in lines if line and not line.startswith("#"))]
    return sorted(_kept(ROOT, patterns))


def _kept(folder: Path, patterns: list[str]) -> Iterator[Path]:
    for path in folder.iterdir():
        at_top = f"/{path.name}" if folder == ROOT else path.name
        ignored = any(fnmatch(path.name, name) or fnmatch(at_top, name) for name in patterns)
        # Somebody's own environment, whatever its name, holds nothing of ours.
        if ignored or path.is_symlink() or (path / "pyvenv.cfg").exists():
            continue
        if path.is_dir():
            yield from _kept(path, patterns)
        else:
            yield path
