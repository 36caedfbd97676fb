"""`hoyle test`: what it says, and with which exit code it leaves."""

from __future__ import annotations

import json
import shlex

import pytest
from click.testing import CliRunner

from hoyle.interpreter.command.main import main

EXAMPLE = '\nexample "a king"\n  players ann bob\n  expect worth is 3\n'
WRONG = '\nexample "a dear king"\n  players ann bob\n  expect worth is 4\n'
BROKEN_LAW = '\nnever "a late heart" at one_trick.play: tricks is 3 and suit of card is ♥\n'


@pytest.fixture
def hoyle_test(tmp_path, monkeypatch, small_games):
    """Write small.cards and run `hoyle test`; the exit code and what was said."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, more: str = "", text: str | None = None, code: int = 0) -> str:
        if text is not None or more or not (tmp_path / "small.cards").exists():
            whole = (small_games["kings"] if text is None else text) + more
            (tmp_path / "small.cards").write_text(whole, encoding="utf-8")
        done = CliRunner().invoke(main, ["test", *words])
        assert done.exit_code == code, f"{done.exit_code}\n{done.output}\n{done.exception}"
        return done.output

    return run


def test_a_ruleset_that_is_sound(hoyle_test):
    assert hoyle_test("small.cards", more=EXAMPLE).splitlines() == [
        "small: Catch the Kings",
        "  examples: 1 of 1 passed",
        "  games: 12 random, 18 that seek what is new (players: 2, 3, 4), 97 deals; "
        "5 settings of the options; 1,104 decisions, 111 of them looked at closely",
        "  every way of play: 1,000 positions, not all that there are, of 2 players with a pack of "
        "8",
        "  nothing was found",
    ]


def test_the_same_words_say_the_same(hoyle_test):
    assert hoyle_test("small.cards", "--seed", "5") == hoyle_test("small.cards", "--seed", "5")


def test_an_example_that_fails(hoyle_test):
    told = hoyle_test("small.cards", "--games", "0", more=EXAMPLE + WRONG, code=1)
    assert 'example "a dear king": `worth is 4` was expected, and is not so' in told
    assert "|   expect worth is 4\n" in told and "  worth = 3\n" in told
    assert "  examples: 1 of 2 passed\n" in told and told.endswith("  something was found\n")


def test_a_law_that_fails_and_the_command_that_shows_it_again(hoyle_test):
    told = hoyle_test("small.cards", more=BROKEN_LAW, code=1)
    assert 'never "a late heart": has come about' in told and "more games" in told
    (again,) = [line for line in told.splitlines() if "again:" in line]
    words = shlex.split(again.partition(": hoyle test ")[2])
    once_more = hoyle_test(*words, code=1)
    assert 'never "a late heart": has come about' in once_more
    assert "games: 1 random (players:" in once_more


def test_what_was_never_seen_is_said(hoyle_test):
    more = '\nalways "never reached" at nothing: yes\n\nphase nothing\n  say "nothing"\n'
    told = hoyle_test("small.cards", "--games", "0", more=more)
    assert "  laws: 0 of 1 asked, 0 times in all\n" in told
    assert '    warning: never asked: always "never reached" (small.cards:' in told
    assert "  rows never seen: 3\n    strength, trump (small.cards:" in told
    assert "  actions never seen: 1\n    one_trick, play (small.cards:" in told
    assert "  refusals never seen: 1\n    play: follow {suit of bottom of trick} if you" in told


def test_options_can_be_fixed(hoyle_test):
    facts = json.loads(hoyle_test("small.cards", "--set", "worth=1", "--set", "goal=6", "--json"))
    assert facts["rulesets"][0]["settings"] == 1


def test_the_same_facts_for_a_program(hoyle_test):
    (facts,) = json.loads(
        hoyle_test("small.cards", "--json", more=EXAMPLE + WRONG + BROKEN_LAW, code=1)
    )["rulesets"]
    assert (facts["game"], facts["examples"], facts["examples_passed"]) == ("small", 2, 1)
    assert (facts["players"], facts["games"], facts["seed"]) == ([2, 3, 4], 30, 0)
    assert facts["laws"][0]["asked"] > 10
    assert [finding["about"] for finding in facts["findings"]] == [
        'example "a dear king"', 'never "a late heart"',
    ]  # fmt: skip
    assert facts["findings"][1]["again"].startswith("hoyle test small.cards ")
    assert set(facts["never_seen"]) == {"row", "action", "refusal", "step"}
    assert facts["doubts"] == []


def test_a_text_with_mistakes(hoyle_test):
    told = hoyle_test("small.cards", text="edition 1\ngame", code=1)
    assert told.startswith("error[") and "small.cards:2" in told


def test_several_at_once(hoyle_test, tmp_path, small_games):
    (tmp_path / "boxes.cards").write_text(small_games["boxes"], encoding="utf-8")
    (tmp_path / "words.cards").write_text('edition 1\nlibrary "words"\n', encoding="utf-8")
    told = hoyle_test(".", "--games", "1")
    assert [line for line in told.splitlines() if not line.startswith(" ")] == [
        "boxes: Odd Boxes", "small: Catch the Kings",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.cards"], "nowhere.cards"),
        (["small.cards", "--players", "9"], "is for 2 to 4 players, not 9"),
        (["small.cards", "--set", "wroth=1"], "has no option wroth; did you mean worth?"),
        (["small.cards", "--set", "worth=9", "--set", "goal=1"], "a king may not be worth more"),
        (["small.cards", "--games", "-1"], "--games"),
        ([], "GAME"),
        (["words.cards"], "there is no game here to test"),
    ],
)
def test_misuse(hoyle_test, tmp_path, words, says):
    (tmp_path / "words.cards").write_text('edition 1\nlibrary "words"\n', encoding="utf-8")
    assert says in hoyle_test(*words, code=2)


def test_time_that_ends_too_early(hoyle_test):
    told = hoyle_test("small.cards", "--seconds", "0", code=3)
    assert "  games: none" in told
    hoyle_test("small.cards", "--seconds", "0", "--games", "0")
    hoyle_test("small.cards", "--seconds", "0", more=WRONG, code=1)
