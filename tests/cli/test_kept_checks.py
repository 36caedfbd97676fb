"""What `hoyle check` found is kept, and told again as long as nothing has changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from hoyle.dsl.kept_files import find_cache_folder
from hoyle.interpreter.cli.check import check
from hoyle.interpreter.cli.kept_checks import CheckKeeper
from tests.heads import head

GAME = head("Kept", "2", "7 8 9")
GAME += """\

match
  shuffle stock
  shufle stock
"""
LIBRARY = 'edition 1\nlibrary "Ours"\n\ndefine twice(number: 0..9) = number + number\n'


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "games" / "kept.cards"
    path.parent.mkdir()
    path.write_text(GAME, encoding="utf-8")
    return path


def told(path, *words):
    found = CliRunner().invoke(check, [str(path), *words])
    return found.exit_code, found.output


def forbid_checking(monkeypatch):
    def fail(*_):
        raise AssertionError("checked again")

    monkeypatch.setattr("hoyle.interpreter.hand_tables.inspect_tables.inspect_fully", fail)


def test_the_same_is_told_without_checking_again(game, monkeypatch):
    first, as_json = told(game), told(game, "--json")
    assert first[0] == 1 and "shufle" in first[1]
    forbid_checking(monkeypatch)
    assert told(game) == first
    assert told(game, "--json") == as_json
    assert json.loads(as_json[1])["problems"][0]["line"] == 14


def test_a_change_of_the_text_is_seen(game):
    assert told(game)[0] == 1
    game.write_text(GAME.replace("  shufle stock\n", ""), encoding="utf-8")
    assert told(game) == (0, "1 file, no problems\n")


def test_a_change_of_a_library_beside_it_is_seen(game):
    sound = GAME.replace("  shufle stock\n", "").replace("players 2", "use ours\n\nplayers 2")
    game.write_text(sound, encoding="utf-8")
    library = game.with_name("ours.cards")
    library.write_text(LIBRARY, encoding="utf-8")
    before = told(game)
    library.write_text(LIBRARY + "define thrice = nonsense\n", encoding="utf-8")
    after = told(game)
    assert before[0] == 0 and after[0] == 1, after


def test_another_name_is_another_message(game, monkeypatch):
    by_path = told(game)
    monkeypatch.chdir(game.parent)
    assert told(game.name)[1] != by_path[1]


@pytest.mark.parametrize(
    "content", ["", "nonsense", "[]", '{"key": "KEY"}', '{"key": "KEY", "told": [1]}']
)
def test_a_damaged_file_is_as_good_as_none(game, content):
    expected = told(game)
    kept = CheckKeeper().find(game, str(game))
    assert kept.read() is not None
    kept.path.write_text(content.replace("KEY", kept.key), encoding="utf-8")
    assert kept.read() is None
    assert told(game) == expected


def test_a_change_of_the_game_under_a_variant_is_seen(game):
    sound = GAME.replace("  shufle stock\n", "")
    game.write_text(sound, encoding="utf-8")
    variant = game.parent / "kept" / "open.cards"
    variant.parent.mkdir()
    text = 'edition 1\nvariant open "Open" of kept\n'
    variant.write_text(text, encoding="utf-8")
    before = CheckKeeper().find(variant, "open.cards").key
    assert CheckKeeper().find(variant, "open.cards").key == before
    game.write_text(sound + "\n", encoding="utf-8")
    changed = CheckKeeper().find(variant, "open.cards").key
    variant.with_name("other.cards").write_text(text, encoding="utf-8")
    assert len({before, changed, CheckKeeper().find(variant, "open.cards").key}) == 3


def test_nothing_is_kept_of_a_link_or_where_home_is_no_whole_path(game, monkeypatch):
    assert CheckKeeper().find(game, "kept.cards") is not None
    link = game.parent.parent / "link.cards"
    link.symlink_to(game)
    assert CheckKeeper().find(link, "link.cards") is None
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "somewhere")
    assert find_cache_folder().parts[:2] == ("/", "dev")


NAMED = """\
import sys
from click.testing import CliRunner
from hoyle.interpreter.cli.main import main
done = CliRunner().invoke(main, ["check", "scotch-whist"])
print(done.output, {"lark", "hoyle.dsl.tree.declarations"} & set(sys.modules))
"""


def test_what_is_kept_of_a_game_by_its_name_is_told_without_a_parser(tmp_path):
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    said = [
        subprocess.run(
            [sys.executable, "-c", NAMED], env=env, capture_output=True, text=True
        ).stdout
        for _ in range(2)
    ]
    assert said[0] != said[1] == "1 file, no problems\n set()\n"
