"""Files that are none, and folders that are not the user's own."""

import os
import shutil
import sys

import pytest

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")


@needs_unix
def test_what_is_no_file_is_left_alone(hoyle, games, tmp_path):
    """A pipe that nobody writes to would be waited for; a folder may end in `.cards` too."""
    game = tmp_path / "little-whist.cards"
    shutil.copy(games / "little-whist.cards", game)
    os.mkfifo(tmp_path / "pipe.cards")
    os.mkfifo(tmp_path / "tricks.cards")  # which would be the library
    (tmp_path / "folder.cards").mkdir()
    (tmp_path / "gone.cards").symlink_to(tmp_path / "nowhere")
    (tmp_path / "zero.cards").symlink_to("/dev/zero")
    assert hoyle("check", tmp_path).stdout == "1 file, no problems\n"
    assert hoyle("format", "--check", tmp_path).stdout == f"{game} would change\n"
    assert hoyle("variants", game).exit_code == 0
    assert hoyle("run", game, "--seed", 1, "--variant", "none").exit_code == 2
    for name in ("pipe", "zero", "gone", "folder"):
        done = hoyle("check", tmp_path / f"{name}.cards")
        assert done.exit_code == 2 and f"{name}.cards" in done.stderr


@needs_unix
def test_a_file_that_turns_into_a_pipe_is_not_waited_for(tmp_path):
    from hoyle.dsl.open_source import open_source
    from hoyle.dsl.report import Report

    pipe = tmp_path / "pipe.cards"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        open_source(pipe, "pipe.cards", Report())


@pytest.mark.parametrize("base", ["relative", "./here", ""])
def test_a_cache_that_hangs_on_where_one_stands_is_not_used(base, tmp_path, monkeypatch):
    from hoyle.dsl.kept_files import find_cache_folder

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    assert find_cache_folder() == tmp_path / ".cache" / "hoyle"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert find_cache_folder() == tmp_path / "cache" / "hoyle"


def test_a_full_disk_leaves_nothing_in_the_cache(tmp_path, monkeypatch):
    from hoyle.dsl.parser import grammar

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    grammar._keep(grammar.load_parser(), tmp_path / "parser-x")
    assert list(tmp_path.iterdir()) == []
