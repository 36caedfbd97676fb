"""The table of folders in docs/architecture.md against the rooms of the house."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_folder_with_code_is_told():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `((?:dsl|interpreter)(?:/\w+)*)` \|", text, re.MULTILINE)
    inits = [path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("__init__.py")]
    folders = {path.parent.relative_to(ROOT).as_posix() for path in inits} - {"interpreter"}
    assert sorted(told) == sorted(folders)
