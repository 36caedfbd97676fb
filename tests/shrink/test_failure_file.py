"""A failed game as a file: `hoyle replay` plays it up to the fault, and tells the fault again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.interpreter.cli.failures import record_failure
from hoyle.interpreter.cli.game_file import read_game_file, write_game_file
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.testing.findings import FailingGame, Finding
from hoyle.interpreter.testing.script import Script
from tests.heads import head
from tests.shrink.conftest import FindSmallest, LoadText

DICE = head("Card and Die", "2..3", order="high")
DICE += """\
  hand of Seat: Cards, seen by owner
  out: Pile, face up

state
  eldest: Seat = random of seats
  die: 1..6 = 1
  room: 0..3 = 0

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats from eldest
  die = random of (1..6)
  for seat in seats from eldest
    choose seat
      play card in hand of seat
        move card to out
        if rank of card is A and die is 6
          room += 4
      pass

never "the eldest passes" at match.pass: seat is eldest and die is 2
"""


@pytest.fixture
def record(
    load_text: LoadText, find_smallest: FindSmallest, tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Path:  # fmt: skip
    """The record of the first smallest game of a kind, beside its rules."""
    ruleset = load_text(DICE)
    game = find_smallest(ruleset, request.param, games=300)
    write_game_file(record_failure(ruleset, game), tmp_path / "failure.game")
    return tmp_path / "failure.game"


def replay(record: Path, *more: str) -> Result:
    """`hoyle replay`."""
    return CliRunner().invoke(main, ["replay", str(record), *more])


LAW_FIRST = """\
edition 1
game "A law that fails first"

players 2

pack
  ranks 7 8

zones
  stock: Pile, face down, starts with the pack

state
  chips of Seat: 0..25 = 20
  pot: 0..60 = 30

match
  choose last of seats
    go n in 1..4
      pay n from pot to chips of last of seats
  settle

phase settle
  for seat in seats
    pay 4 from pot to chips of seat

always "bob stays at twenty": chips of last of seats <= 20
"""


def test_each_game_shows_the_fault_that_it_was_kept_for(tmp_path: Path) -> None:
    """The law fails earlier in the game in which the rules cannot go on."""
    (tmp_path / "first.cards").write_text(LAW_FIRST, encoding="utf-8")
    kept = tmp_path / "kept"
    words = ["--games", "20", "--jobs", "1", "--failures", str(kept)]
    CliRunner().invoke(main, ["test", str(tmp_path / "first.cards"), *words])
    shown = {
        read_game_file(path).fault.partition(":")[0]: replay(path).stdout
        for path in sorted(kept.glob("*.game"))
    }
    assert sorted(shown) == ["law", "rules"]
    assert "does not hold" in shown["law"] and "at fault" not in shown["law"]
    assert "at fault: `chips of seat` would be 26" in shown["rules"]
    assert "does not hold" not in shown["rules"]


@pytest.mark.parametrize("record", ["law"], indirect=True)
def test_a_broken_law_is_told_where_it_broke(record: Path) -> None:
    kept = read_game_file(record)
    assert kept.fault == 'law: never "the eldest passes"'
    assert len(kept.packs) == 1 and kept.draws == ("ann", "2")
    assert [f"{one.seat}: {one.text}" for one in kept.moves] == ["ann: pass"]
    done = replay(record)
    assert done.exit_code == 1
    assert "die: 2 (by lot)" in done.stdout
    assert done.stdout.count("ann: pass") == 1
    assert 'never "the eldest passes": has come about' in done.stdout
    assert "game is over" not in done.stdout and "breaks off" not in done.stdout


@pytest.mark.parametrize("record", ["rules"], indirect=True)
def test_rules_that_cannot_go_on_are_told_after_what_happened(record: Path) -> None:
    done = replay(record)
    assert done.exit_code == 1
    assert "die: 6" in done.stdout and "play A♠" in done.stdout
    assert done.stdout.index("play A♠") < done.stdout.index("the ruleset is at fault")
    facts = json.loads(replay(record, "--json").stdout)
    assert facts["fault"]["property"] == "rules" and facts["over"] is False
    assert [one["action"] for one in facts["events"] if one["event"] == "choose"] == ["play"]


@pytest.mark.parametrize("record", ["rules"], indirect=True)
def test_a_step_before_the_fault_shows_the_table_as_ever(record: Path) -> None:
    done = replay(record, "--step", "0")
    assert done.exit_code == 0
    assert "the game breaks off here; ann is to move" in done.stdout


@pytest.mark.parametrize("record", ["rules"], indirect=True)
def test_rules_that_were_changed_since_are_refused(record: Path) -> None:
    rules = record.with_name("small.cards")
    rules.write_text(DICE.replace("room += 4", "room += 2"), encoding="utf-8")
    done = replay(record)
    assert done.exit_code == 1 and "have changed" in done.stderr


@pytest.mark.parametrize("record", ["rules"], indirect=True)
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("draw 6", "draw 7", "chance cannot bring 7"),
        ("draw 6", "draw ann", "chance cannot bring ann"),
        ("play AS", "play KS KS", "wants one card"),
        ("ann: play", "bob: play", "it is the turn of ann, not of bob"),
    ],
)
def test_a_record_that_cannot_be_played_says_why(
    record: Path, old: str, new: str, says: str, sealed: Callable[[str], str]
) -> None:
    text = record.read_text("utf-8")
    assert text.count(old) == 1
    record.write_text(sealed(text.replace(old, new)), encoding="utf-8")
    done = replay(record)
    assert done.exit_code == 1 and says in done.stderr


@pytest.mark.parametrize("record", ["rules"], indirect=True)
def test_a_fault_that_is_not_there_is_not_told(record: Path, sealed: Callable[[str], str]) -> None:
    text = record.read_text("utf-8")
    record.write_text(sealed(text.replace("draw 6", "draw 5")), encoding="utf-8")
    done = replay(record)
    assert done.exit_code == 0 and "at fault" not in done.stdout
    assert "the game breaks off here; bob is to move" in done.stdout


def test_draws_and_any_cards_are_laid_for_a_table(load_text: LoadText) -> None:
    table = load_text(DICE).table(2)
    position = table.start(5, "? A♣ ? K♣", ["bob", "3"])
    assert position.seat == 1
    assert position.text(position.legal().kth(0)) == "play 7S"
    assert {position.text(move) for move in position.legal()} == {"play 7S", "play 8S", "pass"}
    with pytest.raises(ValueError, match="chance cannot bring zed"):
        table.start(5, (), ["zed"])
    assert table.start(5, (), ["bob"]).bytes()[3:] != table.start(5, (), ["ann"]).bytes()[3:]


def test_a_position_that_was_laid_by_hand_is_no_game(load_text: LoadText) -> None:
    ruleset = load_text(DICE)
    finding = Finding("anything", ruleset.source.whole_line(1), kind="law")
    by_hand = FailingGame(Script(2, phase="match"), finding, (), 0)
    with pytest.raises(ValueError, match="laid by hand"):
        record_failure(ruleset, by_hand)
