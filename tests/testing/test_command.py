"""`hoyle test`: what it says, and with which exit code it leaves."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from xml.etree import ElementTree as Xml

import attrs
import pytest
from click.testing import CliRunner

import hoyle.interpreter.cli.test as command
import hoyle.interpreter.testing.search as search
from hoyle.interpreter.cli.failures import remember_failures, replay_remembered
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.test import Progress, _shrink_findings
from hoyle.interpreter.cli.test_report import format_report, verdict_facts
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import SmallestGames
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.search import judge_ruleset
from hoyle.interpreter.testing.shrink.shrink import shrink_findings
from hoyle.interpreter.testing.time_share import ALL_TIME, TimeShare
from tests.heads import head

EXAMPLE = '\nexample "a king"\n  players ann bob\n  expect worth is 3\n'
WRONG = '\nexample "a dear king"\n  players ann bob\n  expect worth is 4\n'
THIRD_TRICK = '\nnever "a third trick": tricks is 3\n'
FIRST_TRICK = '\nnever "a first trick": tricks is 1\n'
BROKEN_LAW = '\nnever "a late heart" at one_trick.play: tricks is 2 and suit of card is ♥\n'


@pytest.fixture
def hoyle_test(tmp_path, monkeypatch, small_games):
    """Write small.cards and run `hoyle test`, which searches little; what was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(search, "FIRST", 2)
    monkeypatch.setattr(command, "POSITIONS", 100)

    def run(*words: str, more: str = "", text: str | None = None, code: int = 0) -> str:
        if text is not None or more or not (tmp_path / "small.cards").exists():
            whole = (small_games["kings"] if text is None else text) + more
            (tmp_path / "small.cards").write_text(whole, encoding="utf-8")
        done = CliRunner().invoke(main, ["test", *words])
        assert done.exit_code == code, f"{done.exit_code}\n{done.output}\n{done.exception}"
        return done.output

    return run


def test_examples_that_meet_the_same_fault_tell_it_once(hoyle_test):
    lines = "  players ann bob\n  set goal = 20\n  given score of ann = 99\n"
    lines += "  given won of ann = [K♣ K♥]\n  start scoring\n"
    more = "".join(f'\nexample "{name}"\n{lines}' for name in ("one", "two", "three")) + WRONG
    told = hoyle_test("small.cards", "--games", "0", more=more, code=1)
    assert told.count("the rules cannot go on here") == 1
    assert told.count("the same in example") == 2
    assert 'the same in example "three" (small.cards:' in told
    assert "examples: 0 of 4 passed" in told


def test_a_variant_in_a_folder_is_told_with_the_folder(hoyle_test, tmp_path):
    (tmp_path / "games").mkdir()
    text = f'{AT_FAULT}\nvariant plain "The same" of small\n  add always "yes": yes\n'
    (tmp_path / "games" / "small.cards").write_text(text, encoding="utf-8")
    told = hoyle_test("games/small.cards", "--variant", "plain", "--games", "2", code=1)
    assert "\n  games/small.cards:" in told and "\n  small.cards:" not in told


def test_a_ruleset_that_is_sound(hoyle_test):
    lines = hoyle_test("small.cards", more=EXAMPLE).splitlines()
    assert lines[:2] == ["small: Catch the Kings", "  examples: 1 of 1 passed"]
    assert lines[2].startswith("  games: 12 random, ") and "(players: 2, 3, 4)" in lines[2]
    assert lines[3].startswith("  end of the match seen: in ")
    assert lines[4].startswith("  every way of play: 100 positions, not all that there are, of 2 ")
    low = "with a pack of 8, worth 1 and goal 1"
    assert lines[4].endswith(f"{low}; 24 of the 40,320 orders of 8 cards")
    assert lines[-1] == "  nothing was found"


def test_so_many_random_games_and_no_more(hoyle_test):
    assert hoyle_test("small.cards", "--games", "12", more=EXAMPLE).splitlines() == [
        "small: Catch the Kings",
        "  examples: 1 of 1 passed",
        "  games: 12 random (players: 2, 3, 4), 47 shuffles; 3 settings of the options; "
        "580 decisions, 87 of them looked at closely",
        "  end of the match seen: in all games",
        "  tables: strength: 41 cases tried",
        "  nothing was found",
    ]


def test_the_same_words_say_the_same(hoyle_test):
    words = ("small.cards", "--seed", "5", "--players", "2")
    assert hoyle_test(*words) == hoyle_test(*words)


def test_an_example_that_fails(hoyle_test):
    told = hoyle_test("small.cards", "--games", "0", more=EXAMPLE + WRONG, code=1)
    assert 'example "a dear king": `worth is 4` was expected, and is not so' in told
    assert "|   expect worth is 4\n" in told and "  worth = 3\n" in told
    assert "  examples: 1 of 2 passed\n" in told and told.endswith("  something was found\n")


def test_a_law_that_fails_and_the_command_that_shows_it_again(hoyle_test, not_made_small):
    told = hoyle_test("small.cards", more=BROKEN_LAW, code=1)
    assert 'never "a late heart": has come about' in told and "more games" in told
    (again,) = [line for line in told.splitlines() if "again:" in line]
    words = shlex.split(again.partition(": hoyle test ")[2])
    once_more = hoyle_test(*words, code=1)
    assert 'never "a late heart": has come about' in once_more


@pytest.mark.long
def test_the_same_is_found_by_one_and_by_two(hoyle_test):
    one = hoyle_test("small.cards", "--jobs", "1", more=BROKEN_LAW, code=1)
    assert hoyle_test("small.cards", "--jobs", "2", code=1) == one


@pytest.fixture(scope="module")
def found(small_games, tmp_path_factory):
    """A folder in which a law was found broken by a few random games; what was said of it."""
    folder = tmp_path_factory.mktemp("found")
    (folder / "small.cards").write_text(small_games["kings"] + EXAMPLE + BROKEN_LAW, "utf-8")
    words = ["--games", "12", "--failures", "failed", "--junit", "out.xml"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(main, ["test", "small.cards", *words])
    assert done.exit_code == 1
    return folder, done.output


def test_a_random_game_is_played_alone(found, hoyle_test, monkeypatch, not_made_small):
    folder, told = found
    (again,) = [line for line in told.splitlines() if "again:" in line]
    assert "--players 2 --games 1 --seed 1" in again
    monkeypatch.chdir(folder)
    once_more = hoyle_test(*shlex.split(again.partition(": hoyle test ")[2]), code=1)
    assert 'never "a late heart": has come about' in once_more
    assert "games: 1 random (players: 2)" in once_more


def test_a_fault_is_shown_in_the_smallest_game_and_position(found):
    _, told = found
    assert "  the smallest game found (2 players, " in told
    why = "is not asked of cards and state that were laid by hand\n"
    [line] = [line for line in told.splitlines(True) if "begun by hand" in line]
    assert line.startswith("  no smaller position, begun by hand, was found: ") and line.endswith(
        why
    )


def test_failed_games_go_into_a_folder(found, monkeypatch):
    folder, told = found
    assert "  replay: hoyle replay failed/small-1.game\n" in told
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, ["replay", "failed/small-1.game"])
    assert done.exit_code == 1 and '"a late heart"' in done.output


def test_a_failed_game_is_kept_and_passes_when_the_law_goes(hoyle_test, tmp_path):
    told = hoyle_test("small.cards", "--games", "4", "--keep", more=THIRD_TRICK, code=1)
    assert 'kept as the example "a third trick" in small.cards, line ' in told
    told = hoyle_test("small.cards", "--games", "0", code=1)
    assert 'example "a third trick": ' in told and "  examples: 0 of 1 passed\n" in told
    text = (tmp_path / "small.cards").read_text("utf-8").replace(THIRD_TRICK, "")
    assert "  examples: 1 of 1 passed\n" in hoyle_test("small.cards", "--games", "0", text=text)


def test_the_results_as_junit(found):
    folder, _ = found
    (suite,) = Xml.parse(folder / "out.xml").getroot()
    cases = {case.get("name"): case for case in suite}
    assert suite.get("failures") == "1" and suite.get("tests") == str(len(cases))
    assert list(cases['example "a king"']) == []
    (failure,) = cases['never "a late heart"']
    assert "the smallest game found (2 players" in failure.text
    assert "cards: each card lies in one place, and none is lost" in cases


def test_an_interrupted_search_keeps_what_it_found(hoyle_test, monkeypatch):
    def interrupted(self, text):
        if "games" in text:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", interrupted)
    told = hoyle_test("small.cards", more=BROKEN_LAW, code=130)
    assert 'never "a late heart": has come about' in told
    assert "  it was interrupted here\n" in told


def test_what_an_interrupted_search_has_left_is_not_for_lack_of_time(hoyle_test, monkeypatch):
    def interrupted(self, text):
        if text.startswith("3 games"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", interrupted)
    told = hoyle_test("small.cards", "--games", "1000", code=130)
    assert " random games not played" in told and "  it was interrupted here\n" in told
    assert "lack of time" not in told and "--seconds" not in told


@pytest.mark.parametrize(
    "where, examples",
    [
        ("example 1", "1 of 1 passed, 1 not run"),
        ("table 1 of 1: hands for strength", "2 of 2 passed"),
    ],
)
def test_what_was_interrupted_at_once_does_not_say_that_nothing_was_found(
    hoyle_test, monkeypatch, where, examples
):
    def interrupted(self, text):
        if text.startswith(where):
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", interrupted)
    more = EXAMPLE + EXAMPLE.replace("a king", "another")
    told = hoyle_test("small.cards", more=more, code=130).splitlines()
    assert told[-2:] == [
        "  it was interrupted here",
        "  no game was played: nothing but the examples was tried",
    ]
    assert f"  examples: {examples}" in told and not any("never seen" in row for row in told)


def test_what_failed_is_tried_first_on_a_terminal(hoyle_test, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    hoyle_test("small.cards", "--games", "4", more=FIRST_TRICK, code=1)
    assert not list(tmp_path.glob("cache/**/*.game"))
    ruleset = load("small.cards")
    verdict = judge_ruleset(ruleset, Plan((2,), 4))
    _shrink_findings(verdict, 1, lambda text: None, ALL_TIME)
    remember_failures(verdict)
    (kept,) = tmp_path.glob("cache/**/*.game")
    (found,) = replay_remembered(ruleset)
    assert found.about == 'never "a first trick"' and found.script.moves
    mended = (tmp_path / "small.cards").read_text("utf-8").replace("tricks is 1", "tricks is 9")
    (tmp_path / "small.cards").write_text(mended, "utf-8")
    assert list(replay_remembered(load("small.cards"))) == [] and not kept.exists()


def test_what_is_wrong_with_a_table_is_found(hoyle_test):
    gap = Path(__file__).parents[1] / "bad" / "B02-hand-without-a-row.cards"
    told = hoyle_test("small.cards", "--games", "0", text=gap.read_text("utf-8"), code=1)
    assert "\nno row of `kind` fits `9♠`\n  small.cards:14:9\n" in told
    assert told.endswith("  something was found\n")
    facts = json.loads(hoyle_test("small.cards", "--games", "0", "--json", code=1))
    (finding,) = facts["rulesets"][0]["findings"]
    assert finding["says"] == "no row of `kind` fits `9♠`"


def test_what_was_never_seen_is_said(hoyle_test):
    more = '\nalways "never reached" at nothing: yes\n\nphase nothing\n  say "nothing"\n'
    told = hoyle_test("small.cards", "--games", "0", more=EXAMPLE + more)
    assert "  laws: 0 of 1 asked, 0 times in all\n" in told
    assert '    warning: not tried: always "never reached" (small.cards:' in told
    assert "  rows never seen: 3\n    strength, trump (small.cards:" in told
    assert "  actions never seen: 1\n    one_trick, play (small.cards:" in told
    refused = "  refusals never seen: 1\n"
    assert refused + "    play: follow {suit of bottom of trick} if you" in told


def test_a_refusal_that_nobody_can_hear_is_not_missed(hoyle_test):
    """Who may not take the one thing there is to choose is passed over."""
    shown = '\nexample "nobody shows"\n  players ann bob\n  expect size of hand of ann is 0\n'
    text = head("Pair", "2", "7 8 9 10", "♠ ♥ ♦ ♣")
    text += """\
  hand of Seat: Cards, seen by owner

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      show_pair
        must [10♠ 9♠] in hand of seat  "you have not both"
        show [10♠ 9♠]
      otherwise
  win seats
"""
    chosen = text.replace("show_pair", "show_pair card in hand of seat").replace(
        "[10♠ 9♠] in hand of seat  ", "rank of card is 10  "
    )
    told = [
        "refusals never seen" in hoyle_test("small.cards", "--games", "0", text=one + shown)
        for one in (text, text.replace("      otherwise\n", "      leave\n        stop\n"), chosen)
    ]
    assert told == [False, True, True]


def test_a_law_that_was_asked_once_is_said_so(hoyle_test):
    law = '\nalways "somebody has points" at match: any seat in seats where score of seat > 0\n'
    assert "  laws: 1 of 1 asked, once\n" in hoyle_test("small.cards", "--games", "1", more=law)


def test_a_row_of_what_follows_the_phase_of_an_example_has_been_seen(hoyle_test, small_games):
    more = """
phase lead_in
  leader = dealer

example "a trick behind what leads in to it"
  players ann bob
  given dealer = ann
  given hand of ann = [K♣]
  given hand of bob = [7♥]
  start lead_in
  ann: play K♣
  bob: play 7♥
"""
    small = small_games["kings"].replace("    one_trick\n", "    lead_in\n    one_trick\n")
    told = hoyle_test("small.cards", "--games", "0", text=small, more=more)
    assert "  rows never seen: 1\n    strength, - (small.cards:" in told


def test_what_refuses_the_move_of_an_example_that_fails_has_been_seen(hoyle_test):
    for line in ("bob: play Q♥", "bob may play Q♥", "bob may only: play [8♣ Q♥]"):
        more = f"""
example "a queen instead"
  players ann bob
  given leader = ann
  given hand of ann = [K♣]
  given hand of bob = [Q♥ 8♣]
  start one_trick
  ann: play K♣
  {line}
"""
        told = hoyle_test("small.cards", "--games", "0", more=more, code=1)
        assert "follow ♣ if you can" in told and "refusals never seen" not in told


def test_what_the_game_says_is_not_missed_in_the_trial_of_its_variant(hoyle_test, tmp_path):
    step = '  add step to one_hand\n    if score of dealer > 98\n      say "all but a hundred"\n'
    variant = f'edition 1\n\nvariant loud "Loud kings" of small\n{step}'
    (tmp_path / "loud.cards").write_text(variant, "utf-8")
    assert "  rows never seen: 3\n" in hoyle_test("small.cards", "--games", "0", more=EXAMPLE)
    told = hoyle_test("loud.cards", "--games", "2")
    assert "rows never seen" not in told and "refusals never seen" not in told
    assert '  steps never seen: 1\n    one_hand: say "all but a hundred" (loud.cards:6' in told
    facts = json.loads(hoyle_test("loud.cards", "--games", "2", "--json"))["rulesets"][0]
    assert [len(facts["never_seen"][what]) for what in ("row", "refusal", "step")] == [0, 0, 1]


def test_nor_in_that_of_a_variant_that_stands_in_its_own_file(hoyle_test):
    """Neither what stands before the variant nor what stands behind it."""
    step = '  add step to one_hand\n    if score of dealer > 98\n      say "all but a hundred"\n'
    more = EXAMPLE + f'\nvariant loud "Loud kings" of small\n# another\n{step}'
    more += '\nvariant quiet "Quiet kings" of small\n' + step.replace("98", "97")
    told = hoyle_test("small.cards", "--games", "2", more=more).split("loud: ")[1]
    loud, quiet = told.split("quiet: ")
    for one in (loud, quiet):
        assert "rows never seen" not in one and "refusals never seen" not in one
        assert '  steps never seen: 1\n    one_hand: say "all but a hundred"' in one


AT_FAULT = """\
edition 1
game "Stale"

players 2

pack
  ranks A 2

zones
  stock: Pile, face down, starts with the pack

state
  n: 0..5 = 0

match
  choose (first s in seats)
    good
    bad
      say "the faulty move"
      n -= 1
"""


def test_what_led_to_a_fault_was_seen(hoyle_test):
    told = hoyle_test("small.cards", "--games", "4", text=AT_FAULT, code=1)
    assert "the ruleset is at fault" in told and "steps never seen" not in told


@pytest.mark.long
def test_a_deal_that_led_to_a_fault_was_seen(hoyle_test):
    """The loop that nobody is asked in is at fault, not what was said in it, nor the deal."""
    hands = "  hand of Seat: Cards, seen by owner\n\nstate\n  playing: Seats\n\n"
    match = """match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  say "the cards are dealt"
  repeat until hand of seats is empty
    for seat in playing
      move hand of seat to stock
    for n in 1..3
      say "round {n}"
"""
    text = head("Nobody plays") + hands + match
    told = hoyle_test("small.cards", "--games", "1", text=text, code=1)
    assert "this goes on and on without a decision\n  small.cards:20:16\n" in told
    assert "steps never seen: 1\n    match: move hand of seat to stock" in told


def test_options_can_be_fixed(hoyle_test):
    words = ("small.cards", "--players", "2", "--set", "worth=1", "--set", "goal=6", "--json")
    facts = json.loads(hoyle_test(*words))
    assert facts["rulesets"][0]["settings"] == 1


def test_an_option_that_is_named_as_usual_makes_no_other_setting(hoyle_test, tmp_path):
    hoyle_test("small.cards", "--games", "1")
    ruleset, tally = load(tmp_path / "small.cards"), PlayCounts()
    for options in ({}, {"goal": 6}, {"goal": 6, "worth": 3}, {"worth": 4}):
        runner = GameRunner(ruleset, 2, options, tally=tally)
        runner.game(Chances(1), lambda position: None, CheckSchedule(1), 9)
    assert len(tally.options) == 2


def test_the_same_facts_for_a_program(hoyle_test, not_made_small):
    (facts,) = json.loads(
        hoyle_test("small.cards", "--json", more=EXAMPLE + WRONG + BROKEN_LAW, code=1)
    )["rulesets"]
    assert (facts["game"], facts["examples"], facts["examples_passed"]) == ("small", 2, 1)
    assert (facts["players"], facts["random_games"], facts["seed"]) == ([2, 3, 4], 12, 0)
    assert facts["laws"][0]["asked"] > 10
    assert [finding["about"] for finding in facts["findings"]] == [
        'example "a dear king"', 'never "a late heart"',
    ]  # fmt: skip
    assert facts["findings"][1]["again"].startswith("hoyle test small.cards")
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


def test_an_option_that_only_a_variant_below_has_is_told(hoyle_test):
    dearer = (
        'variant dearer "D" of small\n  add options\n    queen: 1..5 = 2 "what a queen is worth"'
    )
    told = hoyle_test("small.cards", "--set", "queen=1", more=f"\n{dearer}\n", code=2)
    assert "has no option queen; its variant dearer has it" in told


def test_time_that_ends_too_early(hoyle_test):
    told = hoyle_test("small.cards", "--seconds", "0", code=3)
    assert "  games: none" in told and "never seen" not in told
    assert told.endswith("  no game was played: nothing was tried\n")
    for seconds in ("3", "30"):  # a busy machine may not come to the first game in the shorter
        told = hoyle_test("small.cards", "--seconds", seconds, "--games", "1000000", code=3)
        if "no game was played" not in told:
            break
    assert "of 1000000 random games not played for lack of time: with more `--seconds`" in told
    hoyle_test("small.cards", "--seconds", "0", "--games", "0")
    hoyle_test("small.cards", "--seconds", "0", more=WRONG, code=1)


# ---------------------------------------------------------------------- the time, and what is tried


def test_the_seconds_are_shared_among_the_rulesets():
    clock = iter([0.0, 0.0, 24.0, 24.0, 31.0, 31.0]).__next__
    whole = TimeShare.lasting(30.0, clock)
    assert (whole.share(3).until, whole.share(1).until) == (10.0, 30.0)
    first = whole.share(2)
    assert first.until == 27.0 and not first.go_on()
    assert not TimeShare.lasting(0.0).share(2).go_on()
    assert TimeShare.lasting(None).share(2).go_on() and not ALL_TIME.is_late()


def test_making_small_ends_with_the_time(hoyle_test):
    hoyle_test("small.cards", "--games", "0", more=BROKEN_LAW)
    verdict = judge_ruleset(load("small.cards"), Plan((2,), 4))
    _shrink_findings(verdict, 1, lambda text: None, TimeShare.lasting(0.0))
    (small,) = verdict.small.values()
    assert small.time_was_up and small.reduced is None
    assert small.game is not None and not small.game.is_sure  # as it was found
    told = "\n".join(format_report(verdict))
    assert "), perhaps not the smallest: time was up:\n" in told and "the smallest game" not in told
    (facts,) = verdict_facts(verdict)["findings"]
    assert facts["time_was_up"] and facts["smallest"] is not None
    verdict.small = dict.fromkeys(verdict.small, SmallestGames(None, None, True))
    told = "\n".join(format_report(verdict))
    assert "  not made smaller: time was up\n" in told and "the smallest" not in told
    _shrink_findings(verdict, 1, lambda text: None, ALL_TIME)
    [(key, small)] = verdict.small.items()
    verdict.small[key] = attrs.evolve(small, time_was_up=True)  # while a part was left out
    told = "\n".join(format_report(verdict))
    assert "), perhaps not the smallest: time was up:\n" in told and "the smallest game" not in told
    assert "  no smaller position, begun by hand, was found: time was up\n" in told
    assert "no smaller position, begun by hand, was found:" + " what" not in told


class TickingClock:
    """A second passes whenever somebody looks."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


# Nobody's score rises, so that it is long before it falls below what it may be.
FALLING = """edition 1
game "Falling"

players 2

options
  loss: 0..3 = 1 "what is paid"

pack
  ranks 7 8 9 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

state
  score of Seat: -150..9 = 0

match
  repeat until any seat in seats where score of seat >= 5, however long
    one_hand

phase one_hand
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      pay
        score of seat -= loss
      wait
"""


def test_no_game_is_played_when_the_time_is_up(tmp_path, monkeypatch):
    (tmp_path / "falling.cards").write_text(FALLING, "utf-8")
    ruleset = load(str(tmp_path / "falling.cards"))
    verdict = judge_ruleset(ruleset, Plan((2,), 1, longest=4000))
    (finding,) = [finding for finding, _ in verdict.findings.values()]
    assert len(finding.script.moves) > 250
    clock, late = TickingClock(), []
    share = TimeShare.lasting(2000, clock)
    make_move = GameRunner.make_move

    def watched(runner, *words):
        late.append(clock.now > share.until)
        return make_move(runner, *words)

    monkeypatch.setattr(GameRunner, "make_move", watched)
    (small,) = shrink_findings(ruleset, [finding], 1, share)
    assert small.time_was_up and small.game is not None
    assert len(late) > 1000 and not any(late)


def test_every_ruleset_of_a_file_has_its_part_of_the_time(tmp_path, monkeypatch):
    (tmp_path / "falling.cards").write_text(FALLING, "utf-8")
    variants = "".join(
        f'\nvariant {name} "Falls" of falling\n  default loss = {much}\n'
        for name, much in (("slow", 0), ("deep", 2))
    )
    (tmp_path / "house.cards").write_text(f"edition 1\n{variants}", "utf-8")
    clock, spent = TickingClock(), {}

    def watched(ruleset, settings, wish, share):
        verdict = test_ruleset(ruleset, settings, wish, share)
        spent[ruleset.name] = share.until - share.began, clock.now - share.began
        return verdict

    test_ruleset = command._test_ruleset
    monkeypatch.setattr(command, "_test_ruleset", watched)
    monkeypatch.setattr(TimeShare, "lasting", lambda seconds: TimeShare(clock(), seconds, clock))
    words = ["test", str(tmp_path), "--seconds", "3000", "--jobs", "1"]
    assert CliRunner().invoke(main, words).exit_code == 1  # games that go on fall too low
    assert set(spent) == {"falling", "slow", "deep"}
    for part, much in spent.values():
        assert part > 950 and much < part + 50, spent


def test_a_search_leaves_time_for_what_it_has_found(hoyle_test):
    hoyle_test("small.cards", "--games", "0", more=BROKEN_LAW)
    plan = Plan((2, 3), 8, rounds=1)
    verdict = judge_ruleset(load("small.cards"), plan, share=TimeShare(0, 1, lambda: 0.7))
    assert verdict.findings and verdict.tally.games == 1


VARIANTS = '\nvariant dear "Dear kings" of small\n  default worth = 5\n'
WITH_ERROR = '\nalways "odd": wroth > 0\n'


def test_a_variant_of_the_file_itself_may_be_laid_on_its_game(hoyle_test):
    told = hoyle_test("small.cards", "--games", "0", "--variant", "small.cards:dear", more=VARIANTS)
    assert [line for line in told.splitlines() if not line.startswith(" ")] == [
        "small: Catch the Kings: Dear kings"
    ]


def test_the_variant_of_a_copied_file_tells_on_which_game_it_stands(hoyle_test, tmp_path):
    told = hoyle_test("small.cards:dear", "--games", "0", more=VARIANTS)
    assert "is laid on" not in told
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "other.cards").write_bytes((tmp_path / "small.cards").read_bytes())
    told = hoyle_test("copy/other.cards:dear", "--games", "0")
    says = "the variant is laid on small.cards in the folder above, not on the game of its own file"
    assert says in told


def test_a_text_with_mistakes_is_told_once_and_not_with_its_variants(hoyle_test):
    told = hoyle_test("small.cards", "--games", "0", more=VARIANTS + WITH_ERROR, code=1)
    assert told.count("`wroth`") == 1 and "found" not in told


def test_what_check_refuses_is_neither_tested_nor_run(hoyle_test):
    secret = ("  leader = left of dealer\n  repeat", "  leader = left of dealer\n  "
              "if suit of top of stock is ♠\n    tricks += 1\n  repeat")  # fmt: skip
    hoyle_test("small.cards", "--games", "0")
    text = Path("small.cards").read_text("utf-8")
    assert text.count(secret[0]) == 1
    told = hoyle_test("small.cards", "--games", "4", text=text.replace(*secret), code=1)
    assert "error[S0" in told and "games:" not in told
    ran = CliRunner().invoke(main, ["run", "small.cards"])
    assert ran.exit_code == 1 and "error[S0" in ran.output


def test_what_is_left_out_of_a_report_is_counted(hoyle_test):
    wrong = "".join(
        f'\nexample "{k} kings"\n  players ann bob\n  expect worth is {k}\n' for k in range(10, 33)
    )
    told = hoyle_test("small.cards", "--games", "0", more=wrong, code=1)
    assert told.count("was expected, and is not so") == 20
    assert "\nand 3 more that examples do not pass: `--json` tells all\n" in told


def test_a_law_that_an_example_has_asked_was_asked(hoyle_test):
    played = (
        '\nexample "a deal"\n  players ann bob\n  given dealer = ann\n  pack A♠\n  start one_hand\n'
    )
    law = '\nalways "few tricks": tricks < 9\n'
    told = hoyle_test("small.cards", "--games", "0", more=law)
    assert "no game was played: nothing was tried" in told and "laws: 1 of 1" not in told
    told = hoyle_test("small.cards", "--games", "0", more=law + played)
    assert "laws: 1 of 1 asked" in told and "not tried" not in told


def test_a_folder_without_rulesets_hides_no_name(hoyle_test, tmp_path):
    folder = tmp_path / "kuhn-poker"
    folder.mkdir()
    assert hoyle_test("kuhn-poker", "--games", "1").startswith("kuhn-poker: Kuhn Poker")
    (folder / "examples.cards").write_text("edition 1\nexamples of kuhn_poker\n", encoding="utf-8")
    assert hoyle_test("kuhn-poker", "--games", "1").startswith("kuhn-poker: Kuhn Poker")
    hoyle_test("small.cards", "--games", "1")
    (tmp_path / "small.cards").rename(folder / "small.cards")
    assert "small: Catch the Kings" in hoyle_test("kuhn-poker", "--games", "1")


FILLED_UP = """\
  hand of Seat: Cards, face up
  out: Pile, face down

match
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  fill_up

phase fill_up
  move (hand of (first s in seats) where its suit is ♠) to out
  for seat in seats
    if size of hand of seat < 4
      move 4 - size of hand of seat from stock to hand of seat

example "filled up"
  players ann bob
  given hand of ann = [7♠ 8♠ 9♥ 10♥]
  given hand of bob = [7♥ 8♥ 9♠]
  pack J♠ Q♠ K♠
  start fill_up
  expect size of stock is 0
"""


def test_of_hands_that_are_given_it_is_told_what_they_draw(hoyle_test):
    told = hoyle_test("small.cards", "--games", "0", text=head("Filled") + FILLED_UP, code=1)
    assert "ann draws Q♠ J♠ · bob draws K♠" in told and "hand of ann " not in told
