"""Examples in files of their own: where they are found, checked and run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.dsl.format.format_file import format_file
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.library.loader import load
from tests.heads import head

HIGH = head("High", order="height")
HIGH += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to heap
  win player of (best card in heap by height of rank of card)

example "a hand is one card"
  players ann bob
  pack A♠ 8♠
  start match
  expect size of hand of ann is 1

variant low "Low" of high
  replace step in match.win
    win player of (best card in heap by -height of rank of card)
"""
ACE = """\
edition 1
examples of {of}

example "the ace against the eight"
  players ann bob
  pack A♠ 8♠
  start match
  ann: play A♠
  bob: play 8♠
  {who} wins
"""


@pytest.fixture
def high(tmp_path: Path) -> Path:
    """A game with a variant, and examples of both in the folder of its name."""
    (tmp_path / "high").mkdir()
    (tmp_path / "high.cards").write_text(HIGH, encoding="utf-8")
    write(tmp_path, "high", "ann")
    write(tmp_path, "low", "bob")
    return tmp_path / "high.cards"


def write(folder: Path, of: str, who: str) -> Path:
    path = folder / "high" / f"{of}_examples.cards"
    path.write_text(ACE.format(of=of, who=who), encoding="utf-8")
    return path


def run(*words: object) -> str:
    return CliRunner().invoke(main, [str(word) for word in words]).output


def test_only_tests_read_them(high):
    assert [example.title for example in load(high).game.examples] == ["a hand is one card"]
    titles = [example.title for example in load(high, examples=True).game.examples]
    assert titles == ["a hand is one card", "the ace against the eight"]


def test_a_variant_has_its_own(high):
    (example,) = load(high, ["low"], examples=True).game.examples
    assert example.span.source.name == "low_examples.cards"


def test_hoyle_test_runs_them(high):
    assert "examples: 2 of 2 passed" in run("test", high, "--games", 1)
    write(high.parent, "low", "ann")
    told = run("test", high, "--games", 1)
    assert "the game is not won like this" in told and "came: bob wins" in told


def test_check_tells_what_is_wrong_with_them(high):
    path = write(high.parent, "high", "cat")
    assert "nobody called `cat` plays in this example" in run("check", path)
    assert "no problems" in run("check", high)


def test_check_tells_where_their_game_is_missing(high):
    path = write(high.parent, "hight", "ann")
    assert "there is no ruleset called `hight`" in run("check", path)


def test_check_says_that_their_game_is_wrong(high):
    high.write_text(HIGH.replace("starts with the pack", "at most 5"), encoding="utf-8")
    told = run("check", high.parent / "high" / "high_examples.cards")
    assert "`high` has mistakes of its own" in told


def test_they_are_no_game(high):
    told = run("run", high.parent / "high" / "high_examples.cards")
    assert f"holds examples of high, and no game: `hoyle test {high}` runs those" in told


def test_their_layout():
    text = ACE.format(of="high", who="ann")
    file = read(Source("a.cards", text.replace("  players", "  players  ")), Report())
    assert file is not None and file.kind == "examples" and file.title == "high"
    assert format_file(file) == text


def test_a_syntax_mistake_hides_no_names_of_other_lines(tmp_path):
    (tmp_path / "high.cards").write_text(HIGH, encoding="utf-8")
    (tmp_path / "more.cards").write_text(
        """\
edition 1
examples of high

example "one"
  players ann, bob and
  given hand of ann = [A♠]
  start match
  ann: play A♠

example "two"
  players ann bob
  given hand of zoe = [A♠]
  start match
  ann: plays A♠
  expect heaps is empty
""",
        encoding="utf-8",
    )
    told = CliRunner().invoke(main, ["check", str(tmp_path / "more.cards")]).output
    assert [line for line in told.splitlines() if line.startswith("error")] == [
        "error[G01]: `,` cannot stand here",
        "error[E01]: nobody called `zoe` plays in this example",
        "error[E02]: there is no action called `plays`",
        "error[N01]: there is nothing called `heaps`",
    ], told


def test_an_example_that_cannot_be_read_is_one_finding_and_the_others_are_run(high, monkeypatch):
    monkeypatch.chdir(high.parent)
    base = high.read_text(encoding="utf-8").replace(
        "        move card to heap\n",
        '        must rank of card is not 7 "no sevens"\n        move card to heap\n',
    )
    more = """\
  remove match.play."no sevens"
  example "no sevens"
    players ann bob
    pack 7♠ 8♠
    start match
    ann may not play 7♠ "no sevens"
"""
    high.write_text(base + more, encoding="utf-8")
    done = CliRunner().invoke(main, ["test", "high.cards:low", "--games", "1"])
    assert done.exit_code == 1 and "1 of 2 passed" in done.output
    assert 'example "no sevens": `play` is never refused with `no sevens`' in done.output
    assert "games: 1 random" in done.output
    changed = CliRunner().invoke(main, ["test", "high.cards:low", "--mutate", "2"])
    assert changed.exit_code == 1 and 'the example "no sevens" does not hold' in changed.output
    high.write_text(base.replace("size of hand", "sizes of hand"), encoding="utf-8")
    done = CliRunner().invoke(main, ["test", "high.cards", "--games", "1"])
    assert (
        'example "a hand is one card": there is no zone, state or field called `sizes`'
        in done.output
    )
    assert "examples: 1 of 2 passed" in done.output
    high.write_text(base.replace("deal 1 each", "deal one each"), encoding="utf-8")
    done = CliRunner().invoke(main, ["test", "high.cards", "--games", "1"])
    assert done.exit_code == 1 and "games:" not in done.output
