"""The shipped games stand in families, each under one name, and each says what it is."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import KnownTable, inspect_tables
from hoyle.interpreter.library import discovery
from hoyle.interpreter.library.catalogue import list_entries
from hoyle.interpreter.library.discovery import (
    RulesetNotFound,
    find_file,
    group_variants,
    list_families,
    list_shipped_variants,
    shipped,
    shipped_folder,
)
from hoyle.interpreter.library.loader import inspect_file
from tests.shipped import SOME, load


def test_no_two_have_one_name():
    names = [*shipped(), *(heading.name.replace("_", "-") for heading in list_shipped_variants())]
    assert sorted(set(names)) == sorted(names)


def test_every_variant_is_listed_with_its_game():
    groups = group_variants()
    listed = [heading for name in shipped() for heading in groups.get(name, ())]
    assert sorted(h.name for h in listed) == [h.name for h in list_shipped_variants()]


@pytest.mark.parametrize("entry", list_entries(), ids=lambda entry: entry.name)
def test_the_heading_is_that_of_the_game(entry):
    ruleset = load(entry.name)
    assert (entry.title, entry.counts) == (ruleset.title, tuple(ruleset.players))
    assert entry.says.endswith(".")
    assert len(f"{entry.title}, {entry.players}. {entry.says}") <= 100
    bases = {entry.path.stem.replace("-", "_"), *(one.name for one in entry.variants)}
    assert {one.base for one in entry.variants} <= bases


def test_a_name_in_two_families_is_told(tmp_path, monkeypatch):
    for family in ("melding", "vying"):
        (tmp_path / family).mkdir()
        shutil.copy(find_file("zetema"), tmp_path / family)
    monkeypatch.setattr(discovery, "shipped_folder", lambda: tmp_path)
    with pytest.raises(RulesetNotFound, match=r"melding/zetema\.cards and vying/zetema\.cards"):
        find_file("zetema")


def test_libraries_are_no_family():
    assert (shipped_folder() / "std").is_dir()
    assert "std" not in list_families()


TEXTS = sorted(shipped_folder().rglob("*.cards"))
LONG = ("pontoon",)  # each of its variants takes seconds; `pagat` stands for them
STANDS = ("examples", "pagat")
KNOWN: list[KnownTable] = []  # a table that a variant leaves as it is is asked once


def in_time(path: Path) -> Any:
    """A text as a parameter; in `make test`, of variants and examples those of some games.

    Whether the others can be read is found where all examples are run.
    """
    late = path.parent.parent.parent == shipped_folder() and (
        path.parent.name not in SOME or (path.parent.name in LONG and path.stem not in STANDS)
    )
    name = path.relative_to(shipped_folder()).as_posix()
    return pytest.param(path, id=name, marks=pytest.mark.long if late else ())


@pytest.mark.parametrize("path", [in_time(path) for path in TEXTS])
def test_check_has_nothing_to_say(path):
    report = Report()
    inspect_file(path, path.name, report, partial(inspect_tables, known=KNOWN))
    assert not report.problems, "\n\n".join(problem.title for problem in report.problems)
