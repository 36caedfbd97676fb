"""Colours: on a terminal that takes them, and never as the only sign of anything."""

import os
import pty
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals there")

SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def terminal(command, tmp_path):
    """What a command writes to a terminal of 101 columns."""

    def run(*words, answers="", **more):
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "101", "PYTHONUTF8": "1", **more}
        env.pop("NO_COLOR", None) if "NO_COLOR" not in more else None
        inner, outer = pty.openpty()
        child = subprocess.Popen(
            command(*words), stdin=subprocess.PIPE, stdout=outer, stderr=outer, env=env,
            cwd=tmp_path,
        )  # fmt: skip
        os.close(outer)
        child.stdin.write(answers.encode())
        child.stdin.close()
        read = b""
        try:
            while piece := os.read(inner, 4096):
                read += piece
        except OSError:  # so Linux says that the other side has gone
            pass
        os.close(inner)
        child.wait(60)
        return read.decode().replace("\r\n", "\n")

    return run


def test_a_game_has_colours_on_a_terminal_and_says_the_same_without(terminal, hoyle):
    words = ("run", "little-whist", "--seed", 1, "--as", "bob")
    plain, shown = hoyle(*words).stdout, terminal(*words)
    assert SGR.sub("", shown) == plain and "\x1b" not in plain
    assert re.search("\x1b\\[31m(10|[9JQKA])[♥♦]\x1b\\[0m", shown)
    assert "\x1b[36m\x1b[1mbob\x1b[0m" in shown and "\x1b[36m\x1b[1mann" not in shown
    assert shown.startswith("\x1b[1m\x1b[4mLittle Whist\x1b[0m\n")
    assert re.search("\n\x1b\\[1m\x1b\\[4m[^\n]*hand[^\n]*\x1b\\[0m\n", shown)


@pytest.mark.parametrize(
    "more, flags",
    [({"NO_COLOR": "1"}, ()), ({"TERM": "dumb"}, ()), ({}, ("--ascii",)), ({}, ("--json",))],
    ids=["NO_COLOR", "dumb", "ascii", "json"],
)
def test_who_wants_none_gets_none(more, flags, terminal):
    assert "\x1b" not in terminal("run", "little-whist", "--seed", 1, *flags, **more)


def test_your_own_seat_is_seen_at_once(terminal):
    shown = terminal("play", "little-whist", "--seed", 5, answers="1\n")
    assert "  \x1b[36m\x1b[1myour\x1b[0m hand: " in shown
    assert "\n\x1b[36m\x1b[1mann\x1b[0m> " in shown


def test_a_problem_shows_where_it_is(terminal, tmp_path):
    (tmp_path / "a.cards").write_text("edition 1\nlibary A\n", encoding="utf-8")
    shown = terminal("check", "a.cards")
    assert re.search("^\x1b\\[31m\x1b\\[1merror\\[[A-Z][0-9]{2}\\]\x1b\\[0m: ", shown)
    assert re.search("\n +\\| +\x1b\\[31m\x1b\\[1m\\^+.*\x1b\\[0m\n", shown)


def test_a_text_cannot_bring_its_own(terminal, tmp_path):
    shown = terminal("check", "\x1b[31mred\x9b2J\u202e")
    assert "\x1b[31mred" not in shown and "\x9b" not in shown and "\u202e" not in shown
    assert "red␚2J␚" in shown
