"""Code is kept from run to run, and only such as nobody else can have written is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.native import compiler, kernel
from hoyle.interpreter.native.kept_objects import find_object_file, keep_object, load_object
from hoyle.interpreter.native.kernel import Kernel, Status, compile_machine
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.simulation import native_play
from hoyle.interpreter.simulation.native_play import NativePlayer
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from tests.native.test_policies import market


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


def compile_warm(machine: p.Machine, *how: Any, **hashed: bool) -> Kernel:
    """A kernel of which all is kept: its text is not written again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "write_kernel", None)
        return compile_machine(machine, *how, **hashed)


def test_a_game_that_was_compiled_before_needs_no_text(
    tmp_path: Path, find_difference: Callable[..., str]
) -> None:
    manners = Manners("rash")  # which comes to faults of the rules
    cold = compile_machine(market(tmp_path), manners, hashed=True, best=True)
    warm = compile_warm(market(tmp_path), manners, hashed=True)
    assert warm.play(0, 0, 40).rows == cold.play(0, 0, 40).rows
    assert Status.FAULT in warm.play(0, 0, 40).statuses
    assert {find_difference(warm, seed) for seed in range(20)} == {""}
    assert bytes(warm.start(3).bytes) == bytes(cold.start(3).bytes)


def test_noted_games_need_no_text_either() -> None:
    ruleset = hoyle.load("cuckoo")
    player = InterpreterPlayer.of(ruleset, ruleset.table())
    rows = []
    for make in (lambda *how: compile_machine(*how, best=True), compile_warm):
        found = NativePlayer(player)

        def compile_so(*how: Any, best: bool | None, make: Any = make) -> Kernel:
            return make(*how)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(native_play, "compile_machine", compile_so)
            rows.append(list(found.play(1, 0, 3)))
    assert rows[0] == rows[1]


def test_what_is_played_in_another_way_has_a_place_of_its_own(tmp_path: Path) -> None:
    machine = market(tmp_path)
    compile_machine(machine, best=True)
    others: list[tuple[p.Machine, Manners, dict[str, Any]]] = [
        (machine, Manners("careful"), {}),
        (machine, Manners(), {"hashed": True}),
        (machine, Manners(), {"horizon": ("turn_of", "turn_of")}),
        (attrs.evolve(machine, sides=1), Manners(), {}),
    ]
    for other, manners, how in others:
        with pytest.raises(TypeError, match="not callable"):
            compile_warm(other, manners, **how)
    compile_warm(machine, Manners())


@pytest.mark.parametrize("lost", ["kernels/*", "native/*"])
def test_what_is_torn_is_made_anew(tmp_path: Path, lost: str) -> None:
    machine = market(tmp_path)
    rows = compile_machine(machine, best=True).play(0, 0, 20).rows
    [file] = (tmp_path / "hoyle").glob(lost)
    file.write_bytes(file.read_bytes()[:-1])
    assert compile_machine(machine, best=True).play(0, 0, 20).rows == rows
    compile_warm(machine)


def test_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.interpreter.native.kept_objects.MOST_KEPT", 3)
    for k in range(6):
        keep_object(find_object_file(str(k), "host"), b"code")
    assert len(list(folder.glob("kernel-*.o"))) == 3


def test_code_made_in_a_hurry_is_replaced_when_it_has_run_long_enough() -> None:
    machine = hoyle.load("tests/machine/games/chips.cards").table(2, traced=False).machine
    made = compile_machine(machine)
    assert made.patience is not None
    made.patience = 0.0
    quick = made.loaded
    first = made.play(0, 0, 20).rows
    assert made.loaded is not quick and made.patience is None
    assert made.play(0, 0, 20).rows == first
    assert compile_warm(machine).play(0, 0, 20).rows == first
