"""What may be meant so, and mostly is not: moves that come to the same, seats that never win."""

from __future__ import annotations

import pytest

from hoyle.interpreter.library.loader import load
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import Verdict, judge_ruleset
from hoyle.interpreter.testing.suspicions import describe_silent_seats
from tests.heads import head

STAY = "      stay\n        end play_box\n"
WIN = "  win ahead\n"


def trial(ruleset, games: int = 24, players: tuple[int, ...] = (2,)) -> Verdict:
    return judge_ruleset(ruleset, Plan(players, games, every=1))


def doubts(ruleset, kind: str, games: int = 24) -> list[Finding]:
    return [doubt for doubt in trial(ruleset, games).doubts() if doubt.kind == kind]


@pytest.mark.parametrize("game", ["kings", "boxes"])
def test_there_is_no_doubt_where_nothing_is_odd(lay, small_games, game):
    assert trial(lay(small_games[game]), games=24).doubts() == []


def test_two_actions_with_one_effect(lay, small_games):
    twice = STAY + STAY.replace("stay", "wait", 1)
    found = doubts(lay(small_games["boxes"], "", (STAY, twice)), "phantom")
    assert [doubt.says for doubt in found] == ["`stay` and `wait` come to the same"]
    assert found[0].span.source.line_text(found[0].span.line).strip() == "choose owner of box"
    assert found[0].lines[0].startswith("both led to the same place in all ")


def test_two_actions_that_say_something_else_are_none(lay, small_games):
    twice = STAY + STAY.replace("stay\n", 'wait\n        say "{owner of box} waits"\n', 1)
    assert doubts(lay(small_games["boxes"], "", (STAY, twice)), "phantom") == []


def test_a_parameter_that_is_never_used(lay, small_games):
    aimless = STAY.replace("stay\n", "stay turns in 1..5\n", 1)
    found = doubts(lay(small_games["boxes"], "", (STAY, aimless)), "phantom")
    assert [doubt.says for doubt in found] == [
        "it makes no difference which `turns` is chosen to `stay`"
    ]


def test_a_seat_that_never_wins(lay, small_games):
    never = "  win (seats after (first seat in seats))\n"
    ruleset = lay(small_games["kings"], "", (WIN, never))
    (found,) = doubts(ruleset, "winners", games=24)
    assert found.says == "ann never won"
    assert found.span.text == never.strip()
    assert not doubts(ruleset, "winners", games=12)  # too few to say so


def test_steps_that_nothing_came_to(lay, small_games):
    idle = '  if worth > 9\n    say "so much"\n' + WIN
    verdict = trial(lay(small_games["kings"], "", (WIN, idle)), games=4)
    assert [words for words, _ in verdict.coverage.unseen()["step"]] == ['match: say "so much"']


def test_what_an_option_that_a_variant_has_fixed_keeps_away_is_not_missed(
    lay, small_games, tmp_path
):
    rules = """\
  choose dealer
    bow card in hand of dealer
      must second is down "not upwards"
      must suit of card is ♠ "with a spade"
      say "a bow"
    nod
      must second is up "not downwards"
      say "a nod"
  if second is down
    say "downwards"
  else if second is up
    say "upwards"
"""
    text = small_games["kings"].replace(WIN, rules + WIN)
    option = '  second: up or down = up "how it goes"\n'
    text = text.replace("  needs goal", f"{option}  needs goal", 1)
    lay(text, 'variant upward "Up" of small\n  set second = up\n')
    place = tmp_path / "small.cards"
    found = {}
    for variants in ((), ("upward",)):
        unseen = Coverage(load(place, variants).game).unseen()
        found[variants] = [words for places in unseen.values() for words, _ in places]
    away = {
        "match, bow", "bow: with a spade", 'match: say "a bow"', 'match: say "downwards"',
        "nod: not downwards",
    }  # fmt: skip
    assert {*found[()]} - {*found["upward",]} == away


def test_the_same_doubt_is_told_once(lay, small_games):
    verdict = trial(lay(small_games["kings"]), games=0)
    span = verdict.ruleset.game.phases["match"].span
    verdict.doubted = [Finding("so", span, (line,), kind="progress") for line in ("5", "9")]
    assert [doubt.lines for doubt in verdict.doubts()] == [("5",)]


LIBRARY = """edition 1
library "prizes"

table prize(n: 0..9), first that fits
  n | prize
  0 | 1
  - | 2

table bonus(n: 0..9), first that fits
  n | bonus
  0 | 3
  - | 4

phase give_prize(seat: Seat)
  score of seat += prize(1)

phase never_run(seat: Seat)
  score of seat += bonus(1)

expects
  score of Seat: 0..99
"""


def test_of_a_library_only_what_the_game_comes_to_is_missed(lay, small_games, tmp_path):
    (tmp_path / "prizes.cards").write_text(LIBRARY, encoding="utf-8")
    text = small_games["kings"].replace("players 2..4\n", "use prizes\n\nplayers 2..4\n")
    ruleset = lay(text, "", (WIN, "  give_prize of dealer\n" + WIN))
    unseen = trial(ruleset, games=2).coverage.unseen()
    assert [words for words, _ in unseen["row"]] == ["prize, 0"] and not unseen["step"]


# ---------------------------------------------------------------------- who chooses

TURNS = (
    head("Turns", "2..4")
    + """\
  hand of Seat: Cards, seen by owner
  pile: Pile, face up

state
  dealer: Seat = random of seats
  turn: Seat = dealer

match
  repeat 6 times
    one_deal
  win [dealer]

phase one_deal
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  turn = left of dealer
  repeat 4 times
    choose turn
      play card in hand of turn where hand of turn is not empty
        move card to pile
      pass
    turn = left of turn
  dealer = left of dealer
"""
)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([], {}),
        ([("turn = left of turn", "turn = left of left of turn")],
         {4: "with 4 players never more than 2 were asked in one deal,"}),
        ([("turn = left of turn", "turn = left of left of turn"),
          ("  dealer = left of dealer\n", ""), ("random of seats", "first seat in seats")],
         {2: "never asked with 2 players: ann,", 4: "never asked with 4 players: ann and cat,"}),
        # each deal is of one alone
        ([("    turn = left of turn\n", "")], {}),
    ],
)  # fmt: skip
def test_seats_that_are_passed_over(lay, changes, says):
    ruleset = lay(TURNS, "", *changes)
    for players in (2, 3, 4):
        told = list(describe_silent_seats(trial(ruleset, 8, (players,)).tally.chose))
        wanted = [says[players]] if players in says else []
        assert [line.rpartition(" in ")[0] for line in told] == wanted


def test_who_plays_a_deal_alone_is_told_where_several_play_at_another_table(lay):
    ruleset = lay(TURNS, "", ("turn = left of turn", "turn = left of left of turn"))
    told = list(describe_silent_seats(trial(ruleset, 12, (2, 4)).tally.chose))
    assert [line.rpartition(" in ")[0] for line in told] == [
        "with 2 players never more than 1 was asked in one deal,",
        "with 4 players never more than 2 were asked in one deal,",
    ]


def test_tables_at_which_one_sits_out_in_each_deal_are_told_together():
    deals = {(3, 0b011, True): 100, (3, 0b110, True): 50, (4, 0b0111, True): 90}
    deals[4, 0b1101, True] = 60
    assert list(describe_silent_seats(deals)) == [
        "with 3 and 4 players at least one of them was asked nothing in each deal, "
        "in 300 deals that were played to their end"
    ]
