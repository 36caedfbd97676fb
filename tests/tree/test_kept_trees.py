"""The tree of a text is kept; what is kept is the same, and nothing but a tree is ever read."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.interpreter.library.discovery import find_file
from hoyle.interpreter.library.kept_trees import (
    PARSER,
    SHORTEST,
    is_worth_keeping,
    keep_tree,
    read_kept_tree,
)

LITTLE = Path(__file__).parents[1] / "cli" / "games" / "little-whist.cards"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hoyle" / "trees"


def read_shipped(game):
    text = find_file(game).read_text(encoding="utf-8")
    report = Report()
    return text, (read(Source(game, text), report), report.problems)


@pytest.mark.parametrize("game", ["pontoon", "scotch-whist", "zetema", "ziginette"])
def test_a_kept_tree_is_the_same(game):
    text, (file, problems) = read_shipped(game)
    assert read_kept_tree(game, text) is None
    keep_tree(game, text, (file, problems))
    kept, told = read_kept_tree(game, text)
    assert kept == file and repr(kept) == repr(file)
    assert told == problems
    assert kept.source.text == text
    assert all(line.span.source is kept.source for line in kept.declarations)


def test_another_text_or_name_is_another_tree():
    text, kept = read_shipped("pontoon")
    keep_tree("pontoon", text, kept)
    assert read_kept_tree("pontoon", text) is not None
    assert read_kept_tree("pontoon", text + "\n") is None
    assert read_kept_tree("other", text) is None


def test_a_short_text_is_worth_it_only_while_no_parser_is_there(monkeypatch):
    assert not is_worth_keeping("x" * (SHORTEST - 1))
    assert is_worth_keeping("x" * SHORTEST)
    monkeypatch.delitem(sys.modules, PARSER)
    assert is_worth_keeping("x")


START = """\
import sys, hoyle
hoyle.load(sys.argv[1]).table(players=2).start(seed=1)
print("lark" in sys.modules)
"""


def test_a_kept_game_begins_without_a_parser(cache):
    call = [sys.executable, "-c", START, str(LITTLE)]
    said = [subprocess.run(call, capture_output=True, text=True, check=True) for _ in range(3)]
    # at the first start the game is kept, at the second its little library
    assert [done.stdout for done in said] == ["True\n", "True\n", "False\n"]


class Evil:
    def __reduce__(self):
        return (Path.touch, (Path("evil"),))


@pytest.mark.parametrize("made", [Evil(), print, Source.line_of])
def test_nothing_but_a_tree_is_read(cache, made, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text, kept = read_shipped("pontoon")
    keep_tree("pontoon", text, kept)
    [file] = cache.iterdir()
    body = pickle.dumps(made)
    file.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    assert read_kept_tree("pontoon", text) is None
    assert not Path("evil").exists()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\n", b"0" * 64 + b"\nnonsense"])
def test_a_damaged_file_is_as_good_as_none(cache, content):
    text, kept = read_shipped("pontoon")
    keep_tree("pontoon", text, kept)
    [file] = cache.iterdir()
    file.write_bytes(content)
    assert read_kept_tree("pontoon", text) is None
