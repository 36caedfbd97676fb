"""Standard streams that are closed, full or broken, and targets that are no regular files."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

GAMES = Path(__file__).parent / "games"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell there")

COMMANDS = [
    "run little-whist --seed 1",
    "check nowhere",
    "play little-whist --seed 1",
    *(pytest.param(words, marks=pytest.mark.long) for words in (
        "check little-whist",
        "check spoilt.cards",
        "format --diff little-whist",
        "list",
        "test little-whist --games 1 --jobs 1",
        "--help",
        "run --no-such-flag",
    )),
]  # fmt: skip


@pytest.fixture
def shell(command, tmp_path):
    """A command of the shell in a folder of its own; `hoyle WORDS` in it is ours."""
    (tmp_path / "spoilt.cards").write_text("edition 1\n", encoding="utf-8")

    def run(text, **extra):
        words = re.sub(
            r"hoyle ([^<>|&;]*)",
            lambda found: shlex.join(command(*shlex.split(found[1]))) + " ",
            text,
        )
        return subprocess.run(
            ["bash", "-c", words], cwd=tmp_path, capture_output=True, timeout=100, **extra
        )

    return run


@pytest.mark.parametrize("words", COMMANDS)
def test_a_closed_output_is_told(words, shell, tmp_path):
    told = b"hoyle: standard output is closed, so that nothing can be printed\n"
    for streams, says in ((">&-", told), ("<&- >&- 2>&-", b"")):
        done = shell(f"hoyle {words} </dev/null {streams}")
        assert (done.returncode, done.stderr) == (2, says), streams
    assert [path.name for path in tmp_path.iterdir()] == ["spoilt.cards"]


@pytest.mark.parametrize("words", COMMANDS)
def test_other_closed_streams_are_as_good_as_the_null_device(words, shell, tmp_path):
    open_code = shell(f"hoyle {words} </dev/null").returncode
    done = shell(f"hoyle {words} <&- 2>&-")
    assert (done.returncode, done.stderr) == (open_code, b"")
    for path in tmp_path.glob("*.game"):
        assert path.read_text(encoding="utf-8").startswith("hoyle game")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize("words", COMMANDS)
def test_a_full_output_is_told(words, shell, tmp_path):
    done = shell(f"hoyle {words} </dev/null >/dev/full")
    told = done.stderr.decode()
    if words in ("check nowhere", "run --no-such-flag"):
        assert done.returncode == 2 and "no space left" not in told
    else:
        assert (done.returncode, told) == (
            2, "hoyle: standard input or output: no space left on device\n"
        )  # fmt: skip


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_where_no_stream_takes_anything(shell):
    assert shell("hoyle list </dev/null >/dev/full 2>/dev/full").returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_an_output_that_fills_up_loses_no_game(command, hoyle, tmp_path):
    """The file that standard output goes to may have 600 bytes."""
    limit = "ulimit -f 1; " + shlex.join(command("play", "little-whist", "--seed", 1))
    answers = b"view\n" * 90 + b"1\n"
    with (tmp_path / "out.txt").open("wb") as out:
        done = subprocess.run(
            ["bash", "-c", f"trap '' XFSZ; {limit}"], input=answers, stdout=out,
            stderr=subprocess.PIPE, cwd=tmp_path, timeout=100,
        )  # fmt: skip
    assert done.stderr == b"hoyle: standard input or output: file too large\n"
    assert done.returncode == 2
    assert hoyle("replay", tmp_path / "little-whist.game").exit_code == 0


def test_a_reader_who_has_enough_has_the_whole_record(shell, hoyle, tmp_path):
    words = "run pontoon --seed 2 --set deals=200 --record"
    assert shell(f"hoyle {words} a.game | head -1").returncode == 0
    assert len(hoyle(*words.split(), tmp_path / "b.game").stdout) > 70_000  # more than a pipe has
    assert (tmp_path / "a.game").read_bytes() == (tmp_path / "b.game").read_bytes()


def test_input_that_cannot_be_read_loses_nothing(shell, tmp_path):
    done = shell("hoyle play little-whist <&1")
    told = b"hoyle: standard input or output: bad file descriptor\n"
    assert (done.returncode, done.stderr) == (2, told)
    assert (tmp_path / "little-whist.game").is_file()


def test_a_line_of_the_input_without_an_end_is_not_read_whole(shell, tmp_path):
    done = shell("head -c 100000 /dev/zero | hoyle play little-whist")
    told = b"hoyle: standard input or output: a line is longer than 10,000 characters\n"
    assert (done.returncode, done.stderr) == (2, told)
    assert (tmp_path / "little-whist.game").is_file()


# ---------------------------------------------------------------------- targets

RUN = "run little-whist --seed 1"


def test_a_device_stays_a_device(shell, hoyle, tmp_path):
    record = tmp_path / "a.game"
    hoyle("run", "little-whist", "--seed", 1, "--record", record)
    for target in ("/dev/null", "/dev/zero"):
        assert shell(f"hoyle {RUN} --record {target}").returncode == 0
        assert not os.path.isfile(target)
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    assert shell(f"hoyle {RUN} --record link").returncode == 0
    assert link.is_symlink() and sorted(path.name for path in tmp_path.iterdir()) == [
        "a.game", "link", "spoilt.cards"
    ]  # fmt: skip


def test_standard_output_as_a_target_comes_behind_what_was_told(shell, hoyle, tmp_path):
    told = hoyle(*RUN.split()).stdout.encode()
    assert shell(f"hoyle {RUN} --record /dev/stdout | cat").stdout.startswith(told + b"hoyle game")
    shell(f"hoyle {RUN} --record /dev/stdout > both.txt")
    assert (tmp_path / "both.txt").read_bytes().startswith(told + b"hoyle game")
    shell(f"hoyle {RUN} --record both.txt > both.txt")
    assert (tmp_path / "both.txt").read_bytes().startswith(told + b"hoyle game")
    assert shell(f"hoyle {RUN} --record /dev/stderr").stderr.startswith(b"hoyle game")


def test_a_pipe_with_a_name_is_written_into(shell, tmp_path):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert shell(f"hoyle {RUN} --record pipe").returncode == 0
    reader.join(60)
    assert found[0].startswith(b"hoyle game") and pipe.is_fifo()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize("target", ["/dev/full", ".", "no/a.game", "x" * 300, "/proc/nothing"])
def test_a_target_that_takes_nothing_is_told(target, hoyle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = hoyle(*RUN.split(), "--record", target)
    assert done.exit_code == 2
    assert target in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_other_targets_go_the_same_way(shell, tmp_path):
    test = "test little-whist --games 1 --jobs 1"
    assert shell(f"hoyle {test} --junit /dev/stderr").stderr.startswith(b"<?xml")
    assert shell(f"hoyle {test} --junit /dev/full").returncode == 2
    saved = shell(f"printf 'save /dev/stderr\\nquit\\n' | hoyle {RUN.replace('run', 'play')}")
    assert saved.stderr.startswith(b"hoyle game")
    assert b"written to /dev/stderr, where it is not kept" in saved.stdout


def test_format_writes_over_neither_what_it_is_given_nor_what_nobody_may_write(shell, tmp_path):
    game = tmp_path / "game.cards"
    shutil.copy(GAMES / "little-whist.cards", game)
    game.write_bytes(before := game.read_bytes().replace(b" = 0", b"=0"))
    laid_out = shell("hoyle format /dev/stdin < game.cards").stdout
    assert b" = 0" in laid_out and laid_out.startswith(b"edition 1")
    game.chmod(0o444)
    done = shell("hoyle format game.cards")
    assert done.returncode == 2 and b"permission denied" in done.stderr
    assert game.read_bytes() == before


def test_a_pipe_with_the_name_of_a_game_is_no_file(shell):
    done = shell("mkfifo pipe.cards; hoyle check pipe.cards")
    assert done.returncode == 2 and b"pipe.cards is no file of text" in done.stderr
