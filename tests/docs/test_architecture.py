"""The tables of files in docs/architecture.md against the folders."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+\.py)` \| (.*) \|$", re.MULTILINE)
TABLE = re.compile(
    r"^\*\*`((?:dsl|interpreter)/\w+)/`\*\*(.*?)(?=^\*\*`|^## |\Z)", re.MULTILINE | re.DOTALL
)
TABLES = {match[1]: dict(ROW.findall(match[2])) for match in TABLE.finditer(TEXT)}


def first_line(path: Path) -> str:
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return said.splitlines()[0].rstrip(".") if said else ""


def test_the_folders_have_tables():
    assert {"dsl/checked", "dsl/variants", "dsl/machine", "interpreter/play"} <= set(TABLES)


@pytest.mark.parametrize("folder", TABLES)
def test_every_file_is_listed_with_what_it_says_of_itself(folder):
    files = [path for path in (ROOT / folder).glob("*.py") if path.name != "__init__.py"]
    assert TABLES[folder] == {path.name: first_line(path) for path in files}
