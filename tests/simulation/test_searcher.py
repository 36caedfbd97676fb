"""How far the bot that searches plays out, and what points are worth to it there."""

from array import array

import attrs
import pytest

import hoyle
from hoyle.interpreter.native.kernel import compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from hoyle.interpreter.simulation.results import GameResult
from hoyle.interpreter.simulation.searcher import (
    LEARNT,
    Points,
    fit_points,
    open_searcher,
    weigh_points,
)
from tests.heads import head

pytest.importorskip("llvmlite")

# Who lays the higher card gains a point; whether many or few points win is for the match to say.
HANDS = head("Hands")
HANDS += """\
  hand of Seat: Cards, seen by owner
  laid: Pile, face up

state
  points of Seat: 0..40 = 0

match
  repeat 8 times
    one_hand
  win all best seat in seats by points of seat

phase one_hand
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to laid
  if high of rank of top of laid > high of rank of bottom of laid
    points of last of seats += 1
  else
    points of left of last of seats += 1

order high, best first: A K Q J 10 9 8 7
"""


def game_of(deals, winners):
    """Of two seats and one measure: changes, then standings, deal by deal."""
    words = [word for one in deals for word in (0, 0, *one)]
    return GameResult(0, winners=winners, deals=words)


def test_points_are_weighed_by_least_squares():
    """By hand: the first seat wins twice, and was ahead by 2 and behind by 1 before the last hand.

    Σ lead·(won − ½) = 2·½ + 2·½ − ½ − ½ = 1, and Σ lead² = 10.
    """
    games = [game_of([(2, 0), (9, 0)], 1), game_of([(3, 4), (9, 0)], 1)]
    points = fit_points(2, 1, 4, games)
    assert points == Points(2, 0.5, (0.1,))
    assert fit_points(2, 1, 4, []) is None
    even = [game_of([(2, 0), (9, 0)], 1), game_of([(2, 0), (0, 9)], 2)]
    assert fit_points(2, 1, 4, even) is None  # points say nothing


def test_a_measure_that_says_the_same_twice_has_no_weight_of_its_own():
    twice = [
        GameResult(0, winners=1, deals=[0, 0, 0, 0, 2, 0, 2, 0, *[0] * 8]),
        GameResult(0, winners=2, deals=[0, 0, 0, 0, 0, 4, 0, 4, *[0] * 8]),
    ]
    points = fit_points(2, 2, 8, twice)
    assert points is not None and 0.0 in points.weights and max(points.weights) > 0


@pytest.mark.parametrize(("wins", "many"), [("best", True), ("lowest", False)])
def test_the_bot_finds_out_whether_points_are_good(load, wins, many):
    ruleset = load(HANDS.replace("all best seat", f"all {wins} seat"))
    table = ruleset.table(2, traced=False)
    bot = open_searcher(ruleset, table, 200)
    assert isinstance(bot.worth, Points) and (bot.worth.weights[0] > 0) == many
    ranks = "789TJQKA".index
    for seed in range(4):
        position = table.start(seed)
        position = position.play(position.legal().kth(0))
        led = ranks(position.text(position.move).split()[-1][0])
        mine = [ranks(position.text(move).split()[-1][0]) for move in position.legal()]
        chosen = mine[bot.choose(position, Stream(seed, "search", 1))]
        good = [rank for rank in mine if (rank > led) == many]
        assert not good or chosen in good


def test_games_are_played_to_the_next_hand_and_the_last_to_its_end(load):
    ruleset = load(HANDS)
    table = ruleset.table(2, traced=False)
    kernel = open_searcher(ruleset, table).kernel
    record = kernel.start(3)
    played = kernel.playouts(record, 20, 7, move=0)
    assert set(played.statuses) == {Status.OVER} and set(played.decisions) == {2}
    assert set(played.winners) == {0}  # nobody yet
    for _ in range(14):
        kernel.step(record, 0)
    last = kernel.playouts(record, 20, 7, move=0)
    assert set(last.decisions) == {2} and set(last.winners) <= {1, 2, 3}


def test_what_is_not_over_is_worth_what_is_expected(load):
    ruleset = load(HANDS)
    kernel = open_searcher(ruleset, ruleset.table(2, traced=False)).kernel
    played = kernel.playouts(kernel.start(3), 3, 7, move=0)
    words, first = len(played.rows) // 3, len(played.rows) // 3 - 2  # two seats' points are last
    rows = array("q", played.rows)
    for k, stands in enumerate([(5, 0), (0, 1), (9, 9)]):
        rows[k * words + first : k * words + first + 2] = array("q", stands)
    points = Points(2, 0.5, (0.2,))
    shown = attrs.evolve(played, rows=rows)
    assert points(shown, 0) == pytest.approx(1.0 + 0.3 + 0.5)
    assert points(shown, 1) == pytest.approx(0.0 + 0.7 + 0.5)


def test_where_points_say_nothing_the_match_is_played_out():
    ruleset = hoyle.load("knockout-whist")  # who has taken no trick is out: nothing is counted
    bot = open_searcher(ruleset, ruleset.table(2, traced=False), best=False)
    far = compile_machine(bot.kernel.machine, bot.kernel.manners, best=False)
    ends = [one.playouts(one.start(1), 5, 3, move=0).rows for one in (bot.kernel, far)]
    assert ends[0] == ends[1] and not isinstance(bot.worth, Points)


def test_nothing_is_learnt_where_a_match_has_no_end(player_of):
    assert weigh_points(player_of("endless")) is None
    assert weigh_points(player_of("stuck")) is None  # some of its matches end


def test_what_is_learnt_is_the_same_every_time_and_bounded():
    ruleset = hoyle.load("hearts")
    table = ruleset.table(4, traced=False)
    player = InterpreterPlayer.of(ruleset, table, Manners(table.machine.policies[0]), follows=False)
    first = weigh_points(player)
    assert first == weigh_points(player) and first.weights[0] < 0  # few points win
    assert LEARNT <= 10_000
