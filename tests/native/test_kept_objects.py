"""Code is kept from run to run, and only such as nobody else can have written is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.native import compiler
from hoyle.interpreter.native.kept_objects import find_object_file, keep_object, load_object
from hoyle.interpreter.native.kernel import compile_machine


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hoyle" / "native"


def test_what_was_kept_is_found_again(folder: Path) -> None:
    path = find_object_file("text", "host")
    assert path.parent == folder
    assert load_object(path) is None
    keep_object(path, b"code")
    assert load_object(path) == b"code"
    assert find_object_file("text", "another host") != path


def test_a_torn_file_is_as_good_as_none() -> None:
    path = find_object_file("text", "host")
    keep_object(path, b"code")
    path.write_bytes(path.read_bytes()[:-1])
    assert load_object(path) is None


def test_what_others_may_write_is_not_used(folder: Path) -> None:
    path = find_object_file("text", "host")
    keep_object(path, b"code")
    path.chmod(0o666)
    assert load_object(path) is None
    path.chmod(0o600)
    folder.chmod(0o777)
    assert load_object(path) is None


def test_a_link_is_not_followed(folder: Path) -> None:
    path = find_object_file("text", "host")
    keep_object(path, b"code")
    link = folder / "kernel-link.o"
    link.symlink_to(path)
    assert load_object(link) is None


def test_a_folder_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "hoyle").write_text("in the way")
    with pytest.warns(RuntimeWarning, match="cannot be kept"):
        keep_object(find_object_file("text", "host"), b"code")


def test_good_code_is_kept_and_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = hoyle.load("tests/machine/games/chips.cards").table(2, traced=False).machine
    rows = compile_machine(machine, best=True).play(0, 0, 5).rows
    (kept,) = folder.glob("kernel-*.o")
    assert kept.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(compiler, "compile_object", None)  # nothing is compiled again
    assert compile_machine(machine).play(0, 0, 5).rows == rows


def test_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.interpreter.native.kept_objects.MOST_KEPT", 3)
    for k in range(6):
        keep_object(find_object_file(str(k), "host"), b"code")
    assert len(list(folder.glob("kernel-*.o"))) == 3


def test_code_made_in_a_hurry_is_replaced_when_it_has_run_long_enough() -> None:
    machine = hoyle.load("tests/machine/games/chips.cards").table(2, traced=False).machine
    kernel = compile_machine(machine)
    assert kernel.patience is not None
    kernel.patience = 0.0
    quick = kernel.loaded
    first = kernel.play(0, 0, 20).rows
    assert kernel.loaded is not quick and kernel.patience is None
    assert kernel.play(0, 0, 20).rows == first
