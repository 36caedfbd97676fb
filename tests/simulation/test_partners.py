"""Partners in what `hoyle simulate` tells: once where they fare alike, else each by himself."""

import csv
import io

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from tests.heads import head

# Each deal a card is turned, and the side of the dealer scores if it is red, else the other side.
PARTNERS = (
    head("Partners", "4, 6").replace("\npack\n", "\nsides {sides}, in turn\n\npack\n")
    + """\

state
  dealer: Seat = random of seats
  score of Side: 0..9000 = 0
  own of Seat: 0..9 = 0

match
  repeat 3 times
    one_deal
  win all best seat in seats by {best}

phase one_deal
  gather into stock
  shuffle stock
  choose dealer
    nod
  show top of stock
  if suit of top of stock in [♥, ♦]
    score of side of dealer += {points}
  else
    score of side of left of dealer += {points}
  own of left of dealer += {own}
  dealer = left of dealer
"""
)


@pytest.fixture
def simulate(tmp_path):
    """`simulate(4, "--csv", sides=2)`: what is told of the game at a table of four."""

    def run(players, *words, sides=2, best="score of side of seat", points=1, own=0, way=""):
        place = tmp_path / "partners.cards"
        text = PARTNERS.format(sides=sides, best=best, points=points, own=own)
        text = text.replace("\npack\n", f"\n{way}\npack\n")
        place.write_text(text, encoding="utf-8")
        words = ("--players", players, "--games", 20, "--seed", 1, *words)
        done = CliRunner().invoke(main, ["simulate", str(place), *map(str, words)])
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


def rows_of(told, title):
    """What the rows of a table are called, and its heads."""
    table = next(part for part in told.split("\n\n") if part.startswith(title))
    return [line.split("  ")[0] for line in table.splitlines()[1:]]


def test_partners_who_fare_alike_are_told_as_their_side(simulate):
    told = simulate(4)
    sides = ["ann and cat", "bob and dan"]
    began = ["who began on the side of the dealer", "who began on the side against the dealer"]
    assert rows_of(told, "games won") == [*sides, *began]
    places = ["side of the dealer", "side against the dealer"]
    assert rows_of(told, "score a deal") == [*sides, *places]
    assert rows_of(told, "score at the end") == sides


def test_of_three_sides_each_has_its_place(simulate):
    assert rows_of(simulate(6, sides=3), "score a deal") == [
        "ann and dan", "bob and eve", "cat and fay",
        "side of the dealer", "side left of the dealer", "side 2 to the left of the dealer",
    ]  # fmt: skip


def test_places_are_told_in_the_direction_of_play(simulate):
    way = "play counter_clockwise\n"
    assert rows_of(simulate(6, sides=3, way=way), "score a deal")[3:] == [
        "side of the dealer", "side right of the dealer", "side 2 to the right of the dealer",
    ]  # fmt: skip
    told = {one: simulate(4, own=1, best="own of seat", way=one) for one in ("", way)}
    right = ["dealer", "right of the dealer", "partner of the dealer", "left of the dealer"]
    assert rows_of(told[way], "own a deal")[4:] == right
    left = [right[0], *right[:0:-1]]
    assert rows_of(told[""], "own a deal")[4:] == left
    figures = [
        next(
            line for line in one.splitlines() if line.startswith("who began as left of the dealer")
        )
        for one in told.values()
    ]
    assert figures[0] == figures[1]


def test_partners_who_fare_each_for_himself_are_told_so(simulate):
    told = simulate(4, own=1, best="own of seat")
    assert rows_of(told, "own a deal") == [
        "ann", "bob", "cat", "dan",
        "dealer", "left of the dealer", "partner of the dealer", "right of the dealer",
    ]  # fmt: skip
    assert rows_of(told, "score a deal")[:2] == ["ann and cat", "bob and dan"]


def test_programs_are_told_each_seat(simulate):
    figures = csv.DictReader(io.StringIO(simulate(4, "--csv")))
    who = [one["who"] for one in figures if (one["section"], one["name"]) == ("a unit", "score")]
    assert who == [
        "ann", "bob", "cat", "dan",
        "dealer", "left of the dealer", "partner of the dealer", "right of the dealer",
    ]  # fmt: skip


def test_differences_tell_sides_too(simulate):
    told = simulate(4, "--policy-b", "random")
    assert [line for line in rows_of(told, "the difference") if line.startswith("score")] == [
        "score a deal, ann and cat", "score a deal, bob and dan",
        "score a deal, side of the dealer", "score a deal, side against the dealer",
    ]  # fmt: skip


def test_a_large_deviation_is_written_out(simulate):
    told = simulate(4, points=2000)
    assert "  1010  " in told and "e+" not in told
