"""The methods of classes are compiled once, and kept for the next start."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys

import pytest

from hoyle.dsl.kept_files import keep, read_kept

MAKE = """
from hoyle.interpreter.cli.kept_classes import keep_classes
keep_classes()
import attr._make
compiled = []
def count(*args, **more):
    compiled.append(args[1])
    return compile(*args, **more)
import hoyle.interpreter.cli.kept_classes as kept
kept.compile = count
import attrs
@attrs.frozen
class Card:
    rank: int
    suit: int = attrs.field(eq=False)
made = Card(3, 1)
print(made, made == Card(3, 2), hash(made) == hash(Card(3, 0)), len(compiled))
"""


def start(folder, seed):
    more = {"XDG_CACHE_HOME": str(folder), "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", MAKE], capture_output=True, text=True, check=True,
        env={**os.environ, **more},
    )  # fmt: skip
    return done.stdout


def test_a_class_is_compiled_at_the_first_start_only(tmp_path):
    assert start(tmp_path, "1") == "Card(rank=3, suit=1) True True 1\n"
    assert start(tmp_path, "2") == "Card(rank=3, suit=1) True True 0\n"


@pytest.mark.parametrize("content", [b"", b"nonsense", b"N", b"i\x01\x00\x00\x00"])
def test_a_damaged_file_is_as_good_as_none(tmp_path, content):
    start(tmp_path, "1")
    [file] = (tmp_path / "hoyle").iterdir()
    file.write_bytes(content)
    assert start(tmp_path, "1") == "Card(rank=3, suit=1) True True 1\n"


def test_a_file_of_other_things_is_as_good_as_none(tmp_path):
    start(tmp_path, "1")
    [file] = (tmp_path / "hoyle").iterdir()
    kept = marshal.loads(read_kept(file))
    for wrong in (dict.fromkeys(kept, "no code"), dict.fromkeys(range(3)), {("a",): None}):
        keep(file, marshal.dumps(wrong))
        assert start(tmp_path, "1") == "Card(rank=3, suit=1) True True 1\n"


def test_a_command_that_is_run_again_in_one_process_keeps_nothing_more(hoyle, monkeypatch):
    hoyle("list")
    monkeypatch.setattr("atexit.register", lambda *_: pytest.fail("registered again"))
    assert hoyle("list").exit_code == 0
