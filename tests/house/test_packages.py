"""pyproject.toml and .typing name every package: setuptools and mypy see only what is named."""

import tomllib
from pathlib import Path

import pytest

DOOR = "interpreter/api"
TOP = {"dsl": "hoyle.dsl", "interpreter": "hoyle.interpreter", "rulesets": "hoyle.rulesets"}


@pytest.fixture(scope="module")
def setuptools_table(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return project["tool"]["setuptools"]


def package_of(folder: str) -> str:
    """The import name of a folder, given from the top of the checkout."""
    if folder == DOOR:
        return "hoyle"
    top, *rest = folder.split("/")
    return ".".join([TOP[top], *rest])


def folders_with_code(root: Path) -> list[str]:
    return sorted(
        path.parent.relative_to(root).as_posix()
        for top in TOP
        for path in (root / top).rglob("__init__.py")
    )


def test_mapping_is_the_folders(root, setuptools_table):
    expected = {package_of(folder): folder for folder in folders_with_code(root)}
    assert setuptools_table["package-dir"] == expected


def test_list_is_the_mapping(setuptools_table):
    assert setuptools_table["packages"] == sorted(setuptools_table["package-dir"])


def test_no_code_outside_a_package(root):
    packages = set(folders_with_code(root))
    homeless = [
        path.relative_to(root).as_posix()
        for top in TOP
        for path in (root / top).rglob("*.py")
        if path.parent.relative_to(root).as_posix() not in packages
    ]
    assert not homeless, "these would be missing once installed: add an __init__.py"


def test_links_for_the_type_checker(root):
    links = root / ".typing" / "hoyle"
    door = [path for path in (root / DOOR).iterdir() if path.name != "__pycache__"]
    expected = {path.name: path for path in door} | {top: root / top for top in TOP}
    assert {path.name: path.resolve() for path in links.iterdir()} == expected


def test_links_are_relative(root):
    # An absolute link would only work in the checkout where it was made.
    for link in (root / ".typing" / "hoyle").iterdir():
        assert not link.readlink().is_absolute(), link.name
