"""What docs/architecture.md and CONTRIBUTING.md say of folders and files is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_every_folder_with_code_is_told():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `((?:dsl|interpreter)(?:/\w+)*)` \|", text, re.MULTILINE)
    inits = [path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("__init__.py")]
    folders = {path.parent.relative_to(ROOT).as_posix() for path in inits} - {"interpreter"}
    assert sorted(told) == sorted(folders)


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_is_named_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.(?:py|lark))`", text))
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.*")}
    ends = {f"/{path}" for path in there}
    missing = [name for name in named if not any(end.endswith(f"/{name}") for end in ends)]
    assert not missing
