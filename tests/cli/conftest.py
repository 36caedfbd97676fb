"""Running the command, in this process and as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.interpreter.cli.main import main
from tests.heads import head

HERE = Path(__file__).parent
GAMES = HERE / "games"
OURS = set(GAMES.glob("*.cards"))
# Before the rules of little games that show what transcripts tell.
HEAD = head("Told", "2", "7 8")
HEAD += """\
  hand of Seat: Pile, seen by owner
  middle: Pile, face up
  aside: Pile, face down

define one = first seat in seats where yes
define two = last of seats

"""
FAULTY = head("Faulty", "2", "9 10 J Q K A")
FAULTY += """\
state
  tally: 0..3 = 0
match
  repeat 5 times
    for seat in seats
      choose seat
        add_one
          tally += 1
        leave_it
payoff of seat = tally
"""
CALL = "from hoyle.interpreter.cli.start import main; main()"

Run = Callable[..., Result]
Spawn = Callable[..., "subprocess.Popen[bytes]"]


def word_of(word: object) -> str:
    """A word of the command; the name of one of our little games stands for its file."""
    own = GAMES / f"{word}.cards"
    return str(own) if own in OURS else str(word)


def call_of(words: tuple[object, ...]) -> list[str]:
    """What starts the command as a process of its own."""
    return [sys.executable, "-c", CALL, *map(word_of, words)]


@pytest.fixture(scope="session")
def games() -> Path:
    """The folder of our little games."""
    return GAMES


@pytest.fixture(scope="session")
def hoyle() -> Run:
    """`hoyle("run", "high-card", …)`, in this process."""

    def run(*words: object, answers: str | None = None) -> Result:
        return CliRunner().invoke(main, [word_of(word) for word in words], input=answers)

    return run


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A ruleset whose number grows out of its range when somebody lets it."""
    place = tmp_path / "faulty.cards"
    place.write_text(FAULTY, encoding="utf-8")
    return place


@pytest.fixture
def run(hoyle: Run, tmp_path: Path) -> Callable[..., list[str] | str]:
    """The lines of a game, given what follows HEAD, without title, players and seed."""

    def play(text: str, *words: object) -> list[str] | str:
        path = tmp_path / "told.cards"
        path.write_text(HEAD + text, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1, *words)
        assert done.exit_code == 0, done.output
        return done.stdout if "--json" in words else done.stdout.splitlines()[4:]

    return play


@pytest.fixture(scope="session")
def spawn() -> Spawn:
    """The same as a process of its own, with whatever `Popen` takes."""

    def start(*words: object, hash_seed: str = "0", **extra: object) -> "subprocess.Popen[bytes]":
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        call = call_of(words)
        return subprocess.Popen(
            call, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **extra
        )

    return start


@pytest.fixture(scope="session")
def command() -> Callable[..., list[str]]:
    """What starts such a process, for a test that starts it in its own way."""
    return lambda *words: call_of(words)


@pytest.fixture(scope="session")
def golden() -> Callable[[str, str], None]:
    """Compare a text with the one kept under a name; HOYLE_GOLDEN=write keeps it anew."""

    def compare(name: str, text: str) -> None:
        place = HERE / "golden" / f"{name}.txt"
        if os.environ.get("HOYLE_GOLDEN") == "write":
            place.write_text(text, encoding="utf-8")
        assert text == place.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c_is_heard():
    """A shell's background job begins with Ctrl-C ignored, and its children would too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
