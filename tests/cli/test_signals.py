"""Signals at any moment: no traceback, nothing played is lost, the exit code tells which."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")

STOPPING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
# The signal comes when a module is imported, so at the same moment of every run.
AT_IMPORT = """\
import builtins, os, sys
plain, number, module = builtins.__import__, int(sys.argv[1]), sys.argv[2]
def signalling(name, *rest):
    if name == module:
        os.kill(os.getpid(), number)
    return plain(name, *rest)
builtins.__import__ = signalling
sys.argv[1:] = sys.argv[3:]
from hoyle.interpreter.cli.start import main
main()
"""


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("click", signal.SIGINT),
        ("click", signal.SIGTERM),
        ("hoyle.interpreter.cli.main", signal.SIGHUP),
        ("attrs", signal.SIGTERM),
        ("hoyle.dsl.checked.types", signal.SIGINT),
        ("hoyle.interpreter.runtime.engine", signal.SIGINT),
        ("hoyle.interpreter.runtime.engine", signal.SIGHUP),
    ],
)
def test_while_hoyle_is_loaded(module, number, games, tmp_path):
    words = ["run", str(games / "little-whist.cards"), "--record", "a.game"]
    call = [sys.executable, "-c", AT_IMPORT, str(int(number)), module, *words]
    done = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (128 + number, "")


@pytest.mark.parametrize("module", ["atexit", "signal"])
def test_while_nothing_but_the_first_lines_is_loaded(module):
    call = [sys.executable, "-c", AT_IMPORT, str(int(signal.SIGINT)), module, "list"]
    done = subprocess.run(call, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


def test_hoyle_loads_nothing_before_it_hears_signals():
    """What loads first is stopped by Python, with a traceback: it is over in no time."""
    loaded = (
        "import sys; before = set(sys.modules); import hoyle; print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
    assert set(done.stdout.split()) <= {"hoyle", "__future__"}


@pytest.mark.parametrize("number", STOPPING)
def test_a_game_is_saved(number, spawn, hoyle, tmp_path):
    game = spawn("play", "little-whist", "--seed", 5, stdin=-1, cwd=tmp_path)
    read = b""
    while b"ann> " not in read:
        read += game.stdout.read1()
    game.stdin.write(b"1\n")
    game.stdin.flush()
    while read.count(b"ann> ") < 2:
        read += game.stdout.read1()
    game.send_signal(number)
    game.send_signal(signal.SIGTERM)  # a terminal that is closed may send two
    out, errors = game.communicate(timeout=60)
    assert (game.returncode, errors) == (128 + number, b"")
    assert b"go on with:  hoyle play --resume little-whist.game" in out
    assert "\nann: play" in (tmp_path / "little-whist.game").read_text(encoding="utf-8")
    assert hoyle("replay", tmp_path / "little-whist.game").exit_code == 0


def test_a_recorded_run_is_written_as_far_as_it_went(spawn, hoyle, tmp_path):
    """`pontoon` goes on for long; whoever reads it is slow."""
    words = ("run", "pontoon", "--set", "deals=1000", "--record", tmp_path / "a.game")
    game = spawn(*words, "--seed", 3)
    game.stdout.read(2000)
    game.send_signal(signal.SIGTERM)
    _, errors = game.communicate(timeout=60)
    assert (game.returncode, errors) == (143, b"")
    told = hoyle("replay", tmp_path / "a.game")
    assert told.exit_code == 0 and "the game breaks off here" in told.stdout


@pytest.mark.parametrize("seconds", [0.06, 0.25, pytest.param(0.7, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "words",
    [("run", "pontoon", "--set", "deals=1000"), ("test", "little-whist", "--games", 1000)],
    ids=lambda words: words[0],
)
def test_at_any_time(words, seconds, spawn):
    """Python itself may hear it before Hoyle does: then it is as if there were no handler."""
    game = spawn(*words)
    time.sleep(seconds)
    game.send_signal(signal.SIGTERM)
    _, errors = game.communicate(timeout=120)
    assert b"Traceback" not in errors
    assert game.returncode in (143, -signal.SIGTERM, 0)


def test_a_signal_that_is_to_be_ignored_is(spawn, tmp_path):
    """`nohup hoyle …`."""

    def ignore():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    game = spawn("play", "little-whist", stdin=-1, cwd=tmp_path, preexec_fn=ignore)
    while b"ann> " not in game.stdout.readline() and game.stdout.peek(1)[:5] != b"ann> ":
        pass
    game.send_signal(signal.SIGHUP)
    out, errors = game.communicate(b"quit\n", timeout=60)
    assert (game.returncode, errors) == (0, b"") and b"saved: " in out


def test_a_save_is_whole_or_not_at_all(hoyle, tmp_path, monkeypatch):
    """Killed while it writes: the old file stays, and what was left is cleared the next time."""
    record = tmp_path / "a.game"
    hoyle("run", "little-whist", "--seed", 1, "--record", record)
    before = record.read_bytes()
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = tmp_path / f".hoyle-{dead.pid}.part"
    left.write_text("hoyle ga", encoding="utf-8")
    mine = tmp_path / f".hoyle-{os.getpid()}.part"
    mine.write_text("hoyle ga", encoding="utf-8")
    alive = tmp_path / ".hoyle-1.part"
    alive.write_text("hoyle ga", encoding="utf-8")
    assert hoyle("run", "little-whist", "--seed", 1, "--record", record).exit_code == 0
    assert record.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hoyle-1.part", "a.game"]


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("shrink.shrink", signal.SIGINT),
        ("shrink.shrink", signal.SIGHUP),
        ("random_games", signal.SIGTERM),
    ],
)
def test_what_was_found_is_told(module, number, faulty, tmp_path):
    """Stopped where what was found is made small; and where the first game is prepared."""
    words = ["test", faulty.name, "--games", "20", "--jobs", "1", "--players", "2"]
    place = f"hoyle.interpreter.testing.{module}"
    call = [sys.executable, "-c", AT_IMPORT, str(int(number)), place, *words]
    done = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (128 + number, "")
    if module == "shrink.shrink":
        assert "`tally` would be 4" in done.stdout and "it was interrupted here" in done.stdout
