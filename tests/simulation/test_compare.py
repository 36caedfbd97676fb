"""Two on the same deals: the difference is that of the games, and most of the luck falls away."""

import json
import math
import re
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.simulate_report import _find_uneven, _list_cells
from hoyle.interpreter.simulation.compare import FIRST, ComparePlayers, difference_error
from hoyle.interpreter.simulation.figures import Figure
from hoyle.interpreter.simulation.precision import Precision
from hoyle.interpreter.simulation.shards import Shard
from hoyle.interpreter.simulation.tally import Moments, Tally
from tests.heads import head

HIGH_CARD = Path(__file__).parents[1] / "cli" / "games" / "high-card.cards"
# Nobody wins it, and nothing is counted.
NOBODY = head("Nobody", "2..3")
NOBODY += """\

match
  shuffle stock
  choose last of seats
    go_on
"""


CHIPS = """\
edition 1
game "Chips"

players 2

options
  pays: 1..3 = 2 "what an eight pays"

pack
  ranks 7 8

zones
  stock: Pile, face down, starts with the pack
  middle: Pile, face up

state
  chips of Seat: 0..9 = 4

define one = first seat in seats where yes
define two = last of seats

match
  shuffle stock
  choose one
    go_on
  move top of stock to middle
  if rank of top of middle is 8
    pay pays from chips of one to chips of two
  else
    pay 1 from chips of two to chips of one

payoff of seat = chips of seat - 4
"""


def simulate(*words):
    return CliRunner().invoke(main, ["simulate", *map(str, words)])


def differences(*words):
    facts = json.loads(simulate(*words, "--json").stdout)
    return {(one["name"], one["who"]): one for one in facts["figures"]}


def test_a_game_against_itself_differs_in_nothing():
    found = differences("pontoon", "--against", "pontoon", "--games", 12, "--seed", 1)
    assert found["games that differ", ""]["hits"] == 0
    assert all(one["value"] == 0 for one in found.values())


def test_what_does_not_differ_keeps_its_digits(tmp_path):
    """Columns are rounded by their own intervals: no share of games becomes 0 or 100."""
    path = tmp_path / "chips.cards"
    path.write_text(CHIPS, encoding="utf-8")
    said = simulate(path, "--against", path, "--games", 40, "--seed", 1).stdout
    rows = [re.split(r"  +", line) for line in said.splitlines() if line.startswith("ended ahead")]
    assert len(rows) == 2
    for _, first, second, difference, interval, _ in rows:
        assert first == second and 20 < float(first) < 80
        assert (difference, interval) == ("0", "0 .. 0")


def test_a_figure_that_never_varies_is_not_made_whole():
    third = Figure("a unit", "score", "ann", 0.3333333333, (0.3333333333,) * 2, 90, "deals", 30)
    assert _list_cells(third, percent=False)[1:3] == ["0.3333", "0.3333 .. 0.3333"]
    one = Figure("length", "deals", "", 3.0, (3.0, 3.0), 30, "games", 30)
    assert _list_cells(one, percent=False)[1:3] == ["3", "3 .. 3"]


def test_shares_that_would_not_add_up_are_told_to_a_tenth():
    """57.5 and 42.5 of 100 are no 57 and 42, and 42.5 to 47.5 is no step of 5 from 42 to 48."""
    ann, bob = (
        Figure("difference", "won", who, value, (value - 0.14, value + 0.14), 40, "games", 40,
               before=before, after=after, reaches=(0.15, 0.15))
        for who, before, after, value in (
            ("ann", 0.575, 0.525, -0.05), ("bob", 0.425, 0.475, 0.05)
        )
    )  # fmt: skip
    assert _find_uneven([ann, bob]) == {"won"}
    assert _list_cells(bob, percent=False, least=1)[1:4] == ["42.5", "47.5", "5.0"]
    even = attrs.evolve(ann, before=0.6, after=0.55)
    rest = attrs.evolve(bob, before=0.4, after=0.45)
    assert not _find_uneven([even, rest])


def test_what_a_pontoon_pays_is_told_deal_by_deal():
    """The bank's loss by a treble pontoon is the players' gain, stake for stake."""
    words = ("pontoon", "--players", 2, "--games", 30, "--seed", 1)
    found = differences(*words, "--set-b", "pontoon-pays=3")
    bank, other = (found["payoff a deal", who] for who in ("banker", "left of the banker"))
    assert bank["value"] == -other["value"] < 0
    assert bank["high"] < 0
    alone = json.loads(simulate(*words, "--json").stdout)["figures"]
    single = {one["who"]: one for one in alone if one["section"] == "a unit"}["banker"]
    assert bank["before"] == single["value"]
    # far narrower than what the difference of two simulations by themselves would have
    assert bank["high"] - bank["low"] < (single["high"] - single["low"]) / 2


def test_one_policy_against_another():
    found = differences(
        "scotch-whist", "--players", 2, "--games", 8, "--seed", 1, "--policy", "ann=random",
        "--policy-b", "random",
    )  # fmt: skip
    assert found["games that differ", ""]["hits"] > 0


def test_the_error_of_a_difference_by_hand():
    """One deal a game: the differences 1, -1, 3 have the mean 1 and the error 2/sqrt(3)."""
    deals = (1, 1, 1)
    moments = Moments.of_columns(((0, 5, 2), deals, (1, 4, 5), deals))
    assert difference_error(moments) == pytest.approx(2 / math.sqrt(3))


def test_shards_of_pairs_add_up(player_of):
    work = ComparePlayers(player_of("turned", 3), player_of("turned", 3), 4)
    work.other.manners = work.one.manners
    parts = Tally()
    for shard in (Shard(0, 7), Shard(7, 13)):
        parts.merge(work(shard))
    assert parts == work(Shard(0, 20)) and FIRST not in parts.counts


# ---------------------------------------------------------------------- precision


def test_a_precision_in_per_cent_is_of_shares():
    share = Figure("won", "", "ann", 0.5, (0.497, 0.503), 100, "games", 100)
    points = Figure("a unit", "score", "ann", 7.0, (6.0, 8.0), 100, "deals", 100)
    assert Precision.read("0.31%").is_met([share, points])
    assert not Precision.read("0.29%").is_met([share, points])
    assert Precision.read("1").is_met([share, points])
    assert not Precision.read("0.9").is_met([share, points])


@pytest.mark.parametrize("text", ["", "0", "0%", "-1", "1e3", "nan", "%", "0.1 %%", "9" * 40])
def test_what_is_no_precision(text):
    assert Precision.read(text) is None
    found = simulate("pontoon", "--until", text)
    assert found.exit_code == 2 and "is no precision" in found.stderr


def test_until_ends_at_a_look(tmp_path):
    words = (HIGH_CARD, "--players", 2, "--seed", 1, "--json")
    facts = json.loads(simulate(*words, "--until", "6%").stdout)
    assert facts["looks"] > 1 and facts["games"] in (300, 460, 700)
    ended = [one for one in facts["figures"] if one["section"] == "ended"]
    assert 0.04 < max(one["high"] - one["low"] for one in ended) / 2 <= 0.06
    stopped = simulate(*words, "--until", "6%", "--games", 60)
    assert stopped.exit_code == 3  # the budget has ended it


def test_a_precision_of_games_without_winners_is_of_those_that_end_ahead(tmp_path):
    path = tmp_path / "chips.cards"
    path.write_text(CHIPS, encoding="utf-8")
    words = (path, "--players", 2, "--seed", 1, "--set-b", "pays=3", "--json")
    facts = json.loads(simulate(*words, "--until", "30%").stdout)
    assert facts["looks"] == 1 and facts["games"] == 200
    ahead = [one for one in facts["figures"] if one["name"] == "ended ahead"]
    assert len(ahead) == 2 and max(one["high"] - one["low"] for one in ahead) / 2 <= 0.3


def test_a_precision_of_nothing_is_told(tmp_path):
    path = tmp_path / "nobody.cards"
    path.write_text(NOBODY, encoding="utf-8")
    for words in ((), ("--against", path)):
        found = simulate(path, *words, "--until", "1%")
        assert found.exit_code == 2 and "nobody wins" in found.stderr


# ---------------------------------------------------------------------- pictures


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture(tmp_path, ending):
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{k}.{ending}" for k in range(2)]
    for file in files:
        words = (HIGH_CARD, "--games", 6, "--seed", 1, "--plot", file)
        assert simulate(*words).exit_code == 0
    drawn = files[0].read_bytes()
    assert drawn == files[1].read_bytes()
    assert drawn.startswith(b"\x89PNG" if ending == "png" else b"<?xml")


def test_another_kind_of_picture_is_refused_before_anything_runs(tmp_path):
    found = simulate("pontoon", "--plot", tmp_path / "picture.pdf")
    assert found.exit_code == 2 and "`.svg` and `.png`" in found.stderr and not found.stdout


# A round is a card; points are counted once, when all have been turned. Chips are secret.
CARDS = (
    head("Cards", "2..2")
    + """\

state
  points of Seat: 0..99 = 0
  chips of Seat: 0..9 = 3, seen by owner
  unused of Seat: 0..9 = 0

match
  shuffle stock
  repeat 4 times
    one_card
  for seat in seats
    points of seat = 8 if seat is last of seats else 4

phase one_card
  choose last of seats
    go_on
    pay_one
      chips of last of seats = 5
"""
)


def test_what_is_always_nothing_has_no_rows_and_what_is_kept_has(tmp_path):
    for name, text in (("one", CARDS), ("two", CARDS.replace("= 8 if", "= 9 if"))):
        (tmp_path / f"{name}.cards").write_text(text, encoding="utf-8")
    first, second = (str(tmp_path / f"{name}.cards") for name in ("one", "two"))
    asked = ["simulate", first, "--games", "9", "--seed", "1", "--json"]
    alone, compared = (
        json.loads(CliRunner().invoke(main, [*asked, *more], catch_exceptions=False).output)
        for more in ([], ["--against", second])
    )
    told = {(one["section"], one["name"]) for one in alone["figures"]}
    assert {("a game", "points"), ("a game", "chips"), ("a unit", "chips")} <= told
    assert not [name for _, name in told if "unused" in name]
    assert not {("a unit", "points"), ("of units", "lead shared, points")} & told
    ends = {
        one["name"]: (one["before"], one["after"])
        for one in compared["figures"] if one["who"] == "bob" and one["section"] == "difference"
    }  # fmt: skip
    assert ends["points at the end"] == (8, 9)
    assert not {name for name in ends if "points a deal" in name or "unused" in name}


@pytest.mark.parametrize("asked", [["--against", "{other}"], ["--set-b", "pays=3"]])
def test_an_option_in_which_two_differ_is_told_of_both(asked, tmp_path):
    game, other = tmp_path / "one.cards", tmp_path / "two.cards"
    game.write_text(CHIPS, encoding="utf-8")
    other.write_text(CHIPS.replace("1..3 = 2", "1..3 = 3"), encoding="utf-8")
    more = [word.format(other=other) for word in asked]
    words = ["simulate", str(game), "--games", "5", "--seed", "1", *more]
    lines = CliRunner().invoke(main, words, catch_exceptions=False).output.splitlines()
    assert lines[1] == "option pays: 2" and "the second: option pays: 3" in lines[2:4]


def test_a_difference_of_shares_goes_no_farther_than_all_games(tmp_path):
    place = tmp_path / "turned.cards"
    options = '\noptions\n  shared: yes or no = yes "whether a black card lets both win"\n\npack\n'
    text = (
        head("Turned").replace("\npack\n", options)
        + """\

match
  shuffle stock
  choose last of seats
    go_on
  show top of stock
  win seats if shared or suit of top of stock in [♥, ♦] else [left of last of seats]
"""
    )
    place.write_text(text, encoding="utf-8")
    found = differences(place, "--set-b", "shared=no", "--games", 2, "--seed", 4)
    lost = found["won", "bob"]
    assert (lost["value"], lost["low"], lost["high"]) == (-0.5, -1, 1)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "  shuffle stock", "  move 7♠ to middle\n  shuffle stock",
            "the first shuffle is of 8 cards, and in the second of 7",
        ),
        (
            "match\n", "match\n  let lot = random of seats\n  if lot is one\n    say \"ann\"\n",
            "before the first shuffle the cards lie, or lots are drawn, in another way in the "
            "second",
        ),
        ("copies 1", "copies 2", "the first shuffle is of 8 cards, and in the second of 16"),
        ("pay pays", "pay 3", ""),
    ],
)  # fmt: skip
def test_deals_that_are_not_the_same_are_not_called_so(old, new, why, tmp_path):
    game, other = tmp_path / "one.cards", tmp_path / "two.cards"
    text = CHIPS.replace("  ranks 7 8\n", "  ranks 7 8\n  copies 1\n")
    game.write_text(text, encoding="utf-8")
    other.write_text(text.replace(old, new, 1), encoding="utf-8")
    told = simulate(game, "--against", other, "--games", 20, "--seed", 1).output
    assert ("on the same deals, of 100" in told) is not bool(why)
    assert (f"The two were not played on the same deals: {why}.\n" in told) is bool(why)
    assert ("not played on the same deals" in told) is bool(why)
