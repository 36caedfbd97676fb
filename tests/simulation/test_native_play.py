"""Native code gives the interpreter's figures, number for number."""

from types import SimpleNamespace

import attrs
import pytest
from click.testing import CliRunner

import hoyle
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.library.roles import list_roles
from hoyle.interpreter.runtime.bots import RANDOM, Manners
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from tests import shipped
from tests.heads import head

pytest.importorskip("llvmlite")

from hoyle.interpreter.native import kernel
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.simulation import native_play
from hoyle.interpreter.simulation.native_play import NativePlayer

# Deals without a role or a number to count, and a game of several hundred deals.
BARE = head("Bare", "2..3")
BARE += """\

match
  repeat 300 times
    one_deal
  win [last of seats]

phase one_deal
  choose last of seats
    go_on
    more
"""


def play(player, games, first=0):
    return list(player.play(1, first, games))


@pytest.mark.parametrize("game", ["hearts", "pontoon", "scotch-whist", "ziginette"])
def test_games_are_those_of_the_interpreter(game):
    ruleset = hoyle.load(game)
    table = ruleset.table(3 if 3 in ruleset.players else min(ruleset.players))
    for policy in (RANDOM, *table.machine.policies[:1]):
        player = InterpreterPlayer.of(ruleset, table, Manners(policy))
        assert play(NativePlayer(player), 2) == play(player, 2)


def test_whoever_has_a_role_plays_in_a_way_of_his_own():
    ruleset = shipped.load("pontoon")
    table = ruleset.table(4)
    slot = dict(list_roles(ruleset.game, table.machine))["banker"]
    manners = Manners("sticks_on_16", {1: RANDOM}, {slot: RANDOM})
    player = InterpreterPlayer.of(ruleset, table, manners)
    assert play(NativePlayer(player), 4) == play(player, 4)


@pytest.mark.parametrize("name", ["turned", "endless", "stuck", "drawn"])
def test_deals_faults_and_games_without_an_end(player_of, name):
    player = player_of(name)
    player.longest = 8
    found = play(NativePlayer(player), 60)
    assert found == play(player, 60)
    assert any(game.problem for game in found) == (name != "turned")


def test_moves_of_one_name_are_told_apart(player_of):
    player = player_of("accepted")
    assert play(NativePlayer(player), 20) == play(player, 20)


@pytest.mark.parametrize("follows", [True, False])
def test_events_are_counted_or_not(player_of, follows):
    player = attrs.evolve(player_of("turned"), follows=follows)
    found = play(NativePlayer(player), 6, first=2)
    assert [game.events is not None for game in found] == [follows] * 6
    assert found == play(player, 6, first=2)


# What is counted of events: rows that pay, through a define and in a sentence, the same row of two
# registers of a seat, rows that add up and rows that begin alike, hands in a deal and between
# deals, and what is asked only where it is wanted.
EVENTS = head("Events")
EVENTS += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..900 = 0
  made of Seat: 0..900 = 0

ranking kind(cards: Cards), best first
  pair   | one_rank of cards
  colour | one_suit of cards
  other  | otherwise

table worth(cards: Cards), first that fits
  rule       | when                    | points
  "a pair"  | kind of cards is pair   | 5
  "one suit" | kind of cards is colour | 3
  "nothing" | -                       | 1

table extras(cards: Cards, held: Number), sum of all that fit
  size of cards | held | points
  1..9          | -    | 1
  1..9          | < 4  | 2
  2             | 0..9 | 4
  2             | 0..9 | 4

table fee(seat: Seat), first that fits
  score of seat | points
  > 20          | 1
  -             | 0

define bonus(cards: Cards) = worth of cards if A in ranks of cards else 0

match
  repeat 4 times
    one_deal
    say "so far {worth of hand of last of seats}"
  win (seats where score of it > 8)

phase one_deal
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      stay
        must size of stock > 20 or kind of hand of seat is pair  "no"
        score of seat += worth of hand of seat
        made of seat += worth of hand of seat
        made of left of seat += bonus of hand of seat
        score of seat += extras(hand of seat, score of seat)
        made of seat += extras(hand of seat, made of seat)
        made of seat += extras(hand of seat, 0) + worth of hand of seat
        made of seat += worth of hand of seat + extras(hand of seat, 5)
        score of seat += worth of hand of seat
        made of seat += bonus of hand of seat + extras(hand of seat, 3) * fee of seat
        score of seat += extras(hand of seat, 0)
        made of seat += fee of seat + bonus of hand of seat
        score of seat += fee of seat
      swap card in hand of seat
        must rank of card is not A or kind of hand of seat is other, if able
        move card to stock
        say "a swap"
"""


@pytest.mark.parametrize("policy", [RANDOM, "keeps"])
def test_what_happens_is_counted_as_the_interpreter_does(tmp_path, policy):
    path = tmp_path / "events.cards"
    rows = "\npolicy keeps\n  one_deal.stay when kind of hand of seat is not other\n"
    path.write_text(EVENTS + rows, encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2), Manners(policy))
    found, expected = play(NativePlayer(player), 40), play(player, 40)
    assert found == expected
    kinds = {kind for game in found for kind, _ in game.events}
    assert kinds == {"move", "said", "row", "hand"}


KEPT_AND_SCORED = head("Kept and scored")
KEPT_AND_SCORED += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..900 = 0
  also of Seat: 0..900 = 0
  kept(1..2): 0..900 = 0

table worth(cards: Cards), first that fits
  rule   | when           | points
  "full" | cards is empty | 0
  "any"  | -              | 1

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      stay
        kept(1) = worth of hand of seat
        score of seat += worth of hand of seat
        also of seat += worth of hand of seat
"""


def test_a_row_counts_for_a_seat_and_for_a_place_of_the_same_number(tmp_path):
    path = tmp_path / "kept.cards"
    path.write_text(KEPT_AND_SCORED, encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    found = play(NativePlayer(player), 2)
    assert found == play(player, 2)
    assert [game.events["row", "worth: any"] for game in found] == [4, 4]


# Three hands of two to choose from, a best pair of them and whether any is of one suit.
PARTS = head("Parts", ranks="7 8 9")
PARTS += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..900 = 0

ranking kind(cards: Cards), best first
  pair   | one_rank of cards
  colour | one_suit of cards
  other  | otherwise

ranking suited(cards: Cards), best first
  all  | one_suit of cards
  some | otherwise

ranking looks(cards: Cards), best first
  alike | one_rank of cards
  odd   | otherwise

define chosen(seat: Seat) = best cards in subsets(hand of seat, 2) by kind of cards
define odd_ones(seat: Seat) = count cards in subsets(hand of seat, 2) where looks of cards is odd

match
  repeat 20 times
    gather into stock
    shuffle stock
    deal 4 each from stock to hand of seat for seat in seats
    for seat in seats
      choose seat
        stay
          score of seat += odd_ones of seat
      if any cards in subsets(hand of seat, 2) where suited of cards is all
        score of seat += 1
    score of (best seat in seats by kind of chosen of seat) += 1
"""


TWO = "subsets(hand of seat, 2)"


@pytest.mark.parametrize(
    "parts",
    [TWO, f"{TWO} + {TWO}", f"({TWO} if size of hand of seat > 1 else {TWO})", f"reversed({TWO})"],
)
def test_a_part_of_a_hand_is_no_hand_before_it_is_chosen(parts, tmp_path):
    path = tmp_path / "parts.cards"
    path.write_text(PARTS.replace(TWO, parts, 1), encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    found, expected = play(NativePlayer(player), 40), play(player, 40)
    assert found == expected
    hands = {name for game in found for kind, name in game.events if kind == "hand"}
    assert hands == {"kind: pair"}  # two of four cards are of one rank, where there are three


# What is given once a game: four, by two rows of four; the same again to another register of the
# seat, then three, by two rows again.
SUMS = head("Sums")
SUMS += """\

state
  taker: Seat or none = none
  score of Seat: 0..99 = 0
  made of Seat: 0..99 = 0
  four: 0..9 = 4
  zero: 0..9 = 0

table worth(cards: Number, held: Number), sum of all that fit
  cards | held | points
  4     | 0    | 1
  4     | > 0  | 2
  5..9  | 0    | 4
  1..9  | 0    | 3
  1..9  | 0    | 0

match
  let other = last of seats
  taker = best seat in seats by worth(four, made of seat)
  choose other
    go_on
  score of other += worth(four, zero)
  made of other += worth(four, zero)
  made of left of other += worth(four, four) + worth(four, four) + 0 * worth(1 + zero, zero)
  win [other]
"""


@pytest.mark.parametrize("kind", [InterpreterPlayer, NativePlayer])
def test_each_row_that_adds_up_is_counted_by_a_name_of_its_own(tmp_path, kind):
    """Rows that seats are compared by are not, nor is the fifth, which adds nothing."""
    path = tmp_path / "sums.cards"
    path.write_text(SUMS, encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    [game] = play(player if kind is InterpreterPlayer else NativePlayer(player), 1)
    rows = {name: many for (what, name), many in game.events.items() if what == "row"}
    assert rows == {
        "worth: 4 | 0": 1,
        "worth: 4 | > 0": 1,
        "worth: 1..9 | 0 (row 4)": 2,
    }


# A stake, an extra that may be none and a sum that is taken times what is missing to a goal.
ADDED = head("Added")
ADDED += """\

state
  score of Seat: -99..99 = 0
  tricks of Seat: 0..9 = 3

table stake(n: 1..2), first that fits
  n | chips
  1 | 10
  2 | 20

table extra(n: 1..2), first that fits
  n | chips
  1 | 0
  2 | 5

table each(n: 1..2), first that fits
  n | chips
  - | 2

table goal(n: 1..2), first that fits
  n | tricks
  1 | 4
  2 | 5

define over(n: 1..2) = tricks of last of seats - goal of n

match
  choose last of seats
    take n in [2]
      score of last of seats += stake of n + extra of n
      score of last of seats += extra of 1 + stake of 1
      score of last of seats -= stake of n + each of n * over of n
"""


@pytest.mark.parametrize("kind", [InterpreterPlayer, NativePlayer])
def test_of_tables_that_are_added_each_row_counts_that_adds_something(tmp_path, kind):
    """In whatever order they stand; a goal from which tricks are missing adds nothing itself."""
    path = tmp_path / "added.cards"
    path.write_text(ADDED, encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    [game] = play(player if kind is InterpreterPlayer else NativePlayer(player), 1)
    rows = {name: many for (what, name), many in game.events.items() if what == "row"}
    assert rows == {"stake: 2": 2, "extra: 2": 1, "stake: 1": 1, "each: -": 1}


def test_deals_of_which_nothing_is_counted_and_more_than_there_is_room_for(tmp_path, monkeypatch):
    path = tmp_path / "bare.cards"
    path.write_text(BARE, encoding="utf-8")
    ruleset = load_untried(path)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    expected = play(player, 4)
    assert all(len(game.deals) == 300 for game in expected)
    slowly = []

    def play_slowly(_, seed, first, count):
        slowly.extend(range(first, first + count))
        return iter(expected[first : first + count])

    monkeypatch.setattr(InterpreterPlayer, "play", play_slowly)
    for room in (4096, 700, 300):  # for all of them, for two at a time, for one
        monkeypatch.setattr(kernel, "DEALS_KEPT", room)
        assert play(NativePlayer(player), 4) == expected
    assert not slowly
    monkeypatch.setattr(kernel, "DEALS_KEPT", 299)
    assert play(NativePlayer(player), 1) == expected[:1]
    assert slowly == [0]


def refuse(*_, **how):
    raise CannotLower("a list of lists")


def test_what_has_no_native_form_is_played_by_the_interpreter(player_of, monkeypatch):
    monkeypatch.setattr(native_play, "compile_machine", refuse)
    player = player_of("turned")
    assert play(NativePlayer(player), 5) == play(player, 5)


@pytest.mark.parametrize("words", [
    ["scotch-whist", "--players", "2"],
    ["pontoon", "--players", "2", "--set", "deals=5", "--against", "pontoon-pagat"],
    ["pontoon", "--players", "2", "--set", "deals=5", "--until", "30%"],
])  # fmt: skip
def test_native_code_tells_the_same(words, monkeypatch):
    monkeypatch.setattr("hoyle.interpreter.cli.simulate.FEW", 4)
    told = []
    for setting in "01":
        monkeypatch.setenv("HOYLE_NATIVE", setting)
        call = ["simulate", *words, "--games", "24", "--seed", "1", "--json"]
        found = CliRunner().invoke(main, call)
        assert not found.stderr
        told.append(found.stdout)
    assert told[0] == told[1]


def test_it_is_told_where_native_code_cannot_play(monkeypatch):
    monkeypatch.setenv("HOYLE_NATIVE", "1")
    monkeypatch.setattr("hoyle.interpreter.cli.simulate.FEW", 1)
    monkeypatch.setattr(native_play, "compile_machine", refuse)
    call = ["simulate", "scotch-whist", "--players", "2", "--games", "2", "--seed", "1"]
    found = CliRunner().invoke(main, call)
    assert found.stderr.count("played without native code: a list of lists") == 1
    assert "2 games" in found.stdout


class GivenUp:
    """One game that native code has not ended, and of which it knows no fault."""

    statuses = (Status.GIVEN_UP,)

    def __len__(self):
        return 1

    def find_fault(self, number):
        return None


def test_a_game_that_native_code_gives_up_is_not_played_again_where_it_plays_alone(player_of):
    player, noted = player_of("turned"), SimpleNamespace(played=GivenUp())
    told = NativePlayer(player)._explain(1, 0, 0, noted)
    assert told == next(iter(player.play(1, 0, 1))) and told.problem is None
    assert NativePlayer(player, alone=True)._explain(1, 0, 0, noted).problem is not None
