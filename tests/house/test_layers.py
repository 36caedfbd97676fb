"""The rooms of the house, from the ground up: each imports only from those before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
API = "interpreter/api"

# docs/architecture.md has the same list, with what each room is for.
ROOMS = [
    "dsl",
    "dsl/tree",
    "dsl/parser",
    "dsl/format",
    "dsl/variants",
    "dsl/checked",
    "dsl/analysis",
    "dsl/machine",
    "dsl/preflight",
    "interpreter/runtime",
    "interpreter/native",
    "interpreter/library",
    "interpreter/narration",
    "interpreter/hand_tables",
    "interpreter/testing",
    "interpreter/testing/shrink",
    "interpreter/comparison",
    "interpreter/simulation",
    "interpreter/mutation",
    "interpreter/cli",
    API,
]

FILES = sorted(path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("*.py"))


def module_of(path: Path) -> str:
    """The name under which a file is imported."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if "/".join(parts[:2]) == API:
        parts = parts[2:]
    if parts and parts[-1] == "__init__":
        parts.pop()
    return ".".join(["hoyle", *parts])


MODULES = {module_of(path): path for path in FILES}


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Everything in a file, read when a test asks: whoever runs other tests need not wait."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported_by(path: Path) -> Iterator[Path]:
    """The files that a file imports from, also inside functions and for the type checker alone."""
    for node in nodes_of(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in MODULES else node.module for name in names]
        for name in names:
            if MODULES.get(name, path) != path:
                yield MODULES[name]


@cache
def list_imports() -> dict[Path, list[Path]]:
    """The files that each file imports from."""
    return {path: sorted(set(imported_by(path))) for path in FILES}


LONGEST_CHAIN = 4  # classes of ours that inherit from each other


def room_of(path: Path) -> str:
    return path.parent.relative_to(ROOT).as_posix()


def test_every_folder_is_a_room():
    assert {room_of(path) for path in FILES if path.stat().st_size} == set(ROOMS)


def test_rooms_import_only_from_rooms_before_them():
    wrong = [
        f"{path.relative_to(ROOT)} imports {target.relative_to(ROOT)}"
        for path, targets in list_imports().items()
        for target in targets
        if ROOMS.index(room_of(target)) > ROOMS.index(room_of(path))
    ]
    assert not wrong


def test_no_file_imports_itself_by_way_of_others():
    """A file none of whose imports is left falls away; what stays then is part of a circle."""
    left = {path: set(targets) for path, targets in list_imports().items()}
    while free := [path for path, targets in left.items() if not targets & left.keys()]:
        for path in free:
            del left[path]
    assert not left, sorted(str(path.relative_to(ROOT)) for path in left)


def test_no_class_stands_on_a_tower_of_others():
    """What one writer needs of another it holds; it does not inherit it."""
    bases: dict[str, list[str]] = {}  # of classes of one name together
    for path in FILES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                names = [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases]
                bases.setdefault(node.name, []).extend(set(names) - {node.name})

    def height(name: str) -> int:
        return 1 + max(map(height, bases[name]), default=0) if name in bases else 0

    assert [name for name in bases if height(name) > LONGEST_CHAIN] == []
