"""What a report says of a failed game can be acted on: repeats, numbers, zones, what was seen."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli import test_report
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.testing.findings import FailingGame, Finding, SmallestGames
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Script
from hoyle.interpreter.testing.search import Verdict
from hoyle.interpreter.testing.shrink import shrink

HEAD = """\
edition 1
game "Tried"

players 2

options
  stake: 1..3 = 1  "what is told"

pack
  ranks 7 8 9 10 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  row(1..2): Pile, face up, at most ROOM

state
  laid: 0..40 = 0

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  lay_all
  win seats

phase lay_all
  repeat until hand of seats is empty BOUND
    for seat in seats
      choose seat
"""
LAY = """\
        lay card in hand of seat
          move card to row(1)
"""
COUNT = """\
          if rank of card is not K
            laid += 1
"""
PASS = """\
        pass
          say "the stake is {stake}"
"""
REFUSED = """\
          must not any c in hand of seat where suit of c is ♠  "a spade binds you"
"""


@pytest.fixture
def run(tmp_path):
    def run(command, body, *words, room=32, bound=""):
        place = tmp_path / "tried.cards"
        head = HEAD.replace("ROOM", str(room)).replace(" BOUND", bound)
        place.write_text(head + body, encoding="utf-8")
        done = CliRunner().invoke(main, [command, str(place), *words])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.output
        return done.output

    return run


def test_a_loop_that_gets_nowhere_is_told_once(run):
    body = (
        LAY.replace("          move", '          must laid > 0  "not yet"\n          move') + PASS
    )
    told = run("test", body, "--games", "2", bound=" at most 15 times").splitlines()
    [more] = [line for line in told if "and so on" in line]
    assert more.strip() == "… and so on, 14 more times"
    assert sum("ann: pass" in line for line in told) == 1


def test_moves_of_one_line_that_come_again_and_again_are_told_once(run):
    body = LAY.replace("          move", '          must laid > 0  "not yet"\n          move')
    silent = body + "        pass\n          let nothing_happens = 0\n"
    told = run("test", silent, "--games", "2", bound=" at most 15 times")
    assert "ann: pass · bob: pass · … and so on, 14 more times\n" in told


def test_a_zone_without_room_is_named_with_what_lies_there_and_what_came(run):
    told = run("test", LAY, "--games", "2", room=3)
    assert "       row 1: 3 lie there, and " in told and "2 more" not in told
    assert "  row 1: 3 lie there, and 1 more came" in run("run", LAY, "--seed", "1", room=3)


def test_a_refusal_that_is_told_where_somebody_is_stuck_has_been_seen(run):
    body = LAY.replace("          move", REFUSED.replace("is ♠", "is not none") + "          move")
    told = run("test", body, "--games", "2")
    assert "a spade binds you" in told and "refusals never seen" not in told


def test_a_law_with_other_numbers_than_in_the_game_that_was_found_says_so(run):
    law = '\nalways "all are counted": laid is size of row(1)\n'
    told = run("test", LAY + COUNT + law, "--games", "6", "--seed", "1")
    assert "laid = 0" in told and "  where it was found: laid = " in told


def test_what_came_to_the_same_numbers_is_not_told_again(run):
    law = '\nalways "few": laid < 4 and stake is 1\n'
    told = run("test", LAY + COUNT + law, "--games", "6", "--seed", "1")
    assert "stake = 1" in told and "where it was found" not in told
    law = '\nalways "all are counted": laid is size of row(1) and stake is 1\n'
    told = run("test", LAY + COUNT + law, "--games", "6", "--seed", "1", "--set", "stake=1")
    [line] = [one for one in told.splitlines() if "where it was found" in one]
    assert "laid = " in line and "stake" not in line


def test_why_a_law_at_the_end_of_a_phase_has_no_position_begun_by_hand(run):
    law = '\nnever "eight at the end" at lay_all: size of row(1) is 8\n'
    told = run("test", LAY + COUNT + law, "--games", "6", "--seed", "1")
    assert "is not asked of cards and state that were laid by hand" in told


def test_why_no_smaller_position_of_such_a_law_is_begun_by_hand(run):
    """One with nothing laid is no smaller; others were not looked for."""
    law = '\nnever "two moves" at lay_all: laid > 1\n'
    told = run("test", LAY + COUNT + law, "--games", "6", "--seed", "1")
    assert "  no smaller position, begun by hand, was found: what is asked at the end of " in told


SIZES = (  # moves and cards of a position, and of its game; what is said of it
    ((32, 32), (37, 32), "no much smaller position, begun by hand, was found"),
    ((24, 26), (35, 32), "no much smaller position, begun by hand, was found"),
    ((5, 4), (5, 4), "no smaller position, begun by hand, was found"),
    ((1, 4), (6, 3), ""),
    ((4, 3), (9, 13), ""),
)


@pytest.mark.parametrize(("small", "whole", "says"), SIZES)
def test_a_position_with_most_of_the_game_is_not_told_a_second_time(
    lay, small_games, monkeypatch, small, whole, says
):
    def sized(moves: int, cards: int) -> FailingGame:
        script = Script(2, chance=(tuple(range(cards)),), moves=(Move(0, ()),) * moves)
        finding = Finding("no", ruleset.game.phases["match"].span)
        return FailingGame(script, finding, (), 0)

    ruleset = lay(small_games["kings"])
    verdict = Verdict(ruleset, Plan((2,), 0), Coverage(ruleset.game))
    monkeypatch.setattr(test_report, "describe_failure", lambda *args, **more: ("the game",))
    monkeypatch.setattr(test_report, "describe_reduced", lambda *args, **more: ("the position",))
    late = "smaller position, begun by hand, was found: time was up"
    for time_was_up, meant in ((False, says), (True, late)):
        game = sized(*whole)
        verdict.small = {game.finding.key: SmallestGames(game, sized(*small), time_was_up)}
        *_, above, told = test_report.format_finding(verdict, game.finding)
        assert above == "  the game"
        assert told.endswith(meant if says else "  the position")


def test_that_a_command_shows_the_game_before_it_was_made_small_is_said(lay, small_games):
    """Not of a search, which makes it small again."""
    ruleset = lay(small_games["kings"])
    verdict = Verdict(ruleset, Plan((2,), 0), Coverage(ruleset.game))
    span, moves = ruleset.game.phases["match"].span, (Move(0, ()),) * 2
    for again, script, differs in (
        ("hoyle run x --seed 1", Script(2, moves=moves), True),
        ("hoyle run x --seed 1", Script(2, chance=(1,)), False),
        ("hoyle test x --seed 1", Script(2, moves=moves), False),
    ):
        finding = Finding("no", span, again=again, script=script)
        small = FailingGame(Script(2), finding, (), 0)
        verdict.small = {finding.key: SmallestGames(small, None, True)}
        *_, before, last = test_report.format_finding(verdict, finding)
        assert last == f"  again: {again}"
        assert (before == "  the game as it was before it was made small:") == differs


def test_what_a_define_has_no_answer_for_is_shown_with_the_line_that_asks_it(run):
    body = LAY + "          laid += 1\n"
    body += "          if laid > 1 and fits of card\n            laid = 0\n        pass\n"
    body += "\ndefine alike(card: Card) = suit of card is suit of top of row(2)\n"
    body += "\ndefine fits(card: Card) = alike of card\n"
    for words in (("test", "--games", "20"), ("run", "--seed", "1")):
        lines = run(words[0], body, *words[1:], bound=", however long").splitlines()
        at = next(k for k, line in enumerate(lines) if "there is no top card" in line)
        assert lines[at + 2].endswith("if laid > 1 and fits of card")
        assert "define alike(card: Card)" in lines[at + 5]
        assert lines[at + 6].strip("| ") == "^^^^^^^^^^^^^ it is asked for here"


def test_what_a_define_cannot_list_is_shown_too(run):
    body = "        lay cards in groups of hand of seat + picks(row(1) + row(2))\n"
    body += "          move top of stock to row(1)\n"
    body += "\ndefine picks(cards: Cards) = subsets of cards  # C01 is meant: tried\n"
    told = run("run", body, "--seed", "1", bound=" at most 8 times")
    assert "13 cards go together in too many ways; 12 cards are the most" in told
    assert "define picks(cards: Cards)" in told and "it is asked for here" in told


def test_what_a_line_itself_has_no_answer_for_is_shown_once(run):
    body = LAY.replace("          move", "          laid += 1 / laid\n          move")
    told = run("run", body, "--seed", "1")
    assert "nothing can be divided by 0" in told and "it is asked for here" not in told


def test_cards_of_the_last_moves_have_their_signs(run, monkeypatch):
    """They are told where there was no time to make the game small."""
    late = SmallestGames(None, None, True)
    monkeypatch.setattr(shrink, "_shrink", lambda *work, **ways: late)
    told = run("test", LAY + COUNT + '\nalways "few": laid < 4\n', "--games", "2", "--jobs", "1")
    [line] = [line for line in told.splitlines() if "; bob: lay " in line]
    assert re.search("ann: lay (10|[7-9JQKA])[♠♥♦♣]; bob: lay (10|[7-9JQKA])[♠♥♦♣]", line)


def test_a_difference_that_is_only_told_is_found(run):
    said = LAY + '          say "the stake is {stake}"\n'
    told = run("diff", said, "--set-b", "stake=2", "--games", "10")
    [row] = [line for line in told.splitlines() if line.startswith("what is told")]
    assert [part.strip() for part in row.split("│")] == [
        "what is told: the stake is 1", "what is told: the stake is 2"
    ]  # fmt: skip


MINTED = """\
edition 1
game "Minted"

players 2

pack
  ranks 7 8

zones
  stock: Pile, face down, starts with the pack

state
  chips of Seat: 0..25 = 20
  pot: 0..60 = 0

match
  choose last of seats
    pay_up
      pay 4 from chips of last of seats to pot
  chips of last of seats += pot

always "no chip is lost": (total chips of s for s in seats) + pot is 40
"""


GATHERED = """\
edition 1
game "Laid Down"
players 2
pack
  ranks 2 3
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 6
record Spread
  cards: Cards, face up
state of one_hand
  spreads of Seat: at most 2 Spread
define good(held: Cards) = size of held > 2 and one_rank of held
match
  repeat 2 times
    one_hand
phase one_hand
  gather into stock
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      lay held in subsets(hand of seat, 3)
        must good of held "no"
        new laid in spreads of seat
        move held to cards of laid
      pass
  gather into stock
always "every spread is one": every laid in spreads of seats: good of cards of laid
"""


def test_the_cards_that_a_law_asks_of_and_the_gathering_that_broke_it_are_told(tmp_path):
    place = tmp_path / "laid.cards"
    place.write_text(GATHERED, encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(place), "--games", "12", "--seed", "1"]).stdout
    assert "      all cards to stock\n    -> `always" in told, told
    assert "-1: good of cards of spread-1 = no · cards of spread-1 = []\n" in told


def test_what_names_the_line_comes_first_and_one_game_is_told_once(tmp_path):
    place = tmp_path / "minted.cards"
    place.write_text(MINTED, encoding="utf-8")
    told = CliRunner().invoke(main, ["test", str(place), "--games", "4", "--jobs", "1"]).output
    first, line = told.index("chips are made where"), told.index("  chips of last of seats += pot")
    law = told.index('always "no chip is lost": does not hold')
    assert first < line < law and " 4 decisions, " in told
    one = CliRunner().invoke(main, ["test", str(place), "--games", "1", "--jobs", "1"]).output
    assert "; 1 decision, " in one
    assert told.count("the smallest game found (") == 1 and told.count("    bob: pay-up") == 1
    assert "shows it too: 4 chips are made" in told[law:]
    assert "(total chips of s for s in seats) + pot = 44" in told[law:]


def test_a_game_and_its_beginning_are_one_game():
    whole, begun = Script(2, chance=((1, 2), 3)), Script(2, chance=((1, 2),))
    assert whole.is_one_game(begun) and begun.is_one_game(whole)
    assert not whole.is_one_game(Script(2, chance=((2, 1),)))
    assert not whole.is_one_game(Script(3, chance=((1, 2),)))


PAID = """\
edition 1
game "Paid"

players 1

pack
  ranks 7 8 9 10 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

state
  chips of Seat: 0..99 = 0

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      nod
    show hand of seat
    chips of seat += worth of hand of seat
  win seats

table worth(cards: Cards), first that fits
  rule       | when                      | points
  "flush"    | size of suits of cards is 1 | 50
  "nothing"  | otherwise                 | 1

never "anybody is paid": any seat in seats where chips of seat > 0
"""


def test_a_row_that_is_told_is_told_with_its_cards_and_has_been_seen(tmp_path):
    path = tmp_path / "paid.cards"
    path.write_text(PAID, encoding="utf-8")
    words = ["test", str(path), "--games", "1", "--seed", "1"]
    told = CliRunner().invoke(main, words, catch_exceptions=False).output
    game, _, rest = told.partition("where it was found")
    assert "the smallest game found (1 player, 1 move, 3 cards named):" in game
    assert "(flush)" in game and "hand of ann  9♠ 8♠ 7♠" in game
    assert "worth, flush" not in rest


BIDS = """\
        bid number in 1..9
          must number > laid + 2  "bid higher than {laid}"
          laid = number

example "both bid"
  players ann bob
  start lay_all
  ann: bid 8
  bob: bid 9
"""


def test_cards_are_not_missed_where_none_is_asked_for(run, monkeypatch):
    """Whoever bids needs no hand for it, and the example gives none."""
    monkeypatch.setitem(globals(), "HEAD", HEAD.replace("hand of seats is empty", "laid is 40"))
    told = run("test", BIDS, "--games", "1", bound=" at most 3 times")
    assert "bob may not bid 1 and 8 more moves: bid higher than 8" in told
    assert "holds no card" not in told and "as the cards lie" not in told
