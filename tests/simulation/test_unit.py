"""What figures are told of: what a game repeats with new cards, by its name in the rules."""

import json

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.simulation.figures import Figures
from hoyle.interpreter.simulation.native_play import NativePlayer
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from hoyle.interpreter.simulation.tally import IDLE, tally_games
from hoyle.interpreter.simulation.unit import Unit, find_set_first, find_unit, name_many, name_one
from tests.heads import head

DEAL = "\n  deal 2 each from stock to hand of seat for seat in seats\n"
DEAL_AGAIN = f"\n  gather into stock\n  shuffle stock{DEAL}"
PLAY = "\n  choose last of seats\n    go_on\n      score of last of seats += 1\n"


def text_of(match, **phases):
    """A game with these phases."""
    bodies = "".join(f"\nphase {name}{body}" for name, body in phases.items())
    return f"""{head("Unit", "2..3")}
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..99 = 0

match{match}  win all best seat in seats by score of seat
{bodies}"""


def three_times(*runs):
    return "\n  repeat 3 times\n" + "".join(f"    {run}\n" for run in runs)


UNITS = {
    "hand": text_of(three_times("one_hand"), one_hand=DEAL_AGAIN + PLAY),
    "big inning": text_of(three_times("one_big_inning"), one_big_inning=DEAL_AGAIN + PLAY),
    "single game": text_of(three_times("one_game"), one_game=DEAL_AGAIN + PLAY),
    "coup": text_of(three_times("coup"), coup=DEAL_AGAIN + PLAY),
    "round": text_of(
        three_times("deal_out", "if score of last of seats > 0", "  pass_on", "play_out"),
        deal_out=DEAL_AGAIN, pass_on=PLAY, play_out=PLAY + PLAY,
    ),
    "board": text_of(
        "\n  session\n", session="\n  for n in 1..3\n    one_board of n\n",
        **{"one_board(n: 1..3)": f'\n  say "{{n}}"{DEAL_AGAIN}{PLAY}'},
    ),
    "match": text_of(
        three_times("one_match"), one_match=three_times("one_hand"), one_hand=DEAL_AGAIN + PLAY
    ),
}  # fmt: skip
TRICKS = text_of(DEAL + three_times("one_trick"), one_trick=PLAY)


def play_both(ruleset, games=1):
    """Games as both play them, which must be the same."""
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    slowly = list(player.play(1, 0, games))
    assert slowly == list(NativePlayer(player).play(1, 0, games))
    return slowly


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("hand", 1),
        ("big inning", 1),
        ("single game", 1),
        ("coup", 1),
        ("round", None),
        ("board", 1),
        ("match", 3),
    ],
)
def test_the_unit_is_what_the_match_repeats_outermost(load, name, points):
    ruleset = load(UNITS[name])
    unit = find_unit(ruleset.game)
    assert (unit.name, unit.told_of, unit.is_repeated) == (name, name, True)
    [one] = play_both(ruleset)
    # who was asked, then the seats' changes and where they stand: of the second, in each of three
    gained = [points] * 3 if points else [2, 3, 3]  # in rounds a phase is left out once
    assert one.deals[2::5] == gained and one.deals[4::5] == [
        sum(gained[: k + 1]) for k in range(3)
    ]  # fmt: skip


def test_what_is_set_anew_in_each_unit_is_told_as_it_is_then(load):
    """A number that the rules only give is no sum of what the units have brought."""
    again = DEAL_AGAIN.replace("deal 2", "n += 1\n  deal 2")
    for line, told in (
        ("last_hand of seat = n", {2}),  # 1, 2 and 3: two in the middle
        ("last_hand of seat = last_hand of seat + n", {2}),  # a sum, as before
        ("last_hand of seat = 5", {5}),
        ("if n > 1\n      last_hand of seat = 5", {5 / 3}),  # not in each: 5 in all, of three
    ):
        body = f"{again}{PLAY}  for seat in seats\n    {line}\n"
        text = text_of(three_times("one_hand"), one_hand=body).replace(
            "state\n", "state\n  n: 0..9 = 0\n  last_hand of Seat: 0..99 = 0\n", 1
        )
        ruleset = load(text)
        play_both(ruleset)
        facts = json.loads(simulate(ruleset.path, "--json"))
        figures = [one for one in facts["figures"] if one["name"] == "last-hand"]
        assert {round(one["value"], 6) for one in figures if one["section"] == "a unit"} == {
            round(value, 6) for value in told
        }


BIDDING = {
    "auction": "\n  for s in seats\n    choose s\n      bid\n        maker = s\n      pass\n",
    "play_out": "\n  choose maker\n    go_on\n      score of maker += 1\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("first", "last", "late"),
    [
        ("", "", {"maker"}),  # found in the unit, for its play
        ("maker = left of dealer", "", {"maker"}),
        ("dealer = left of dealer", "", {"maker", "dealer"}),
        ('say "{maker} was it"', "", set()),
        ("", "dealer = left of dealer", {"maker"}),
    ],
)
def test_a_role_that_a_unit_sets_first_has_who_holds_it_in_the_end(load, first, last, late):
    dealt = f'\n  {first}{DEAL_AGAIN}  say "{{dealer}} deals"\n'
    text = text_of(
        three_times("deal_out", "auction", "play_out", *filter(None, [last])),
        deal_out=dealt, **BIDDING,
    )  # fmt: skip
    state = "state\n  dealer: Seat = last of seats\n  maker: Seat = last of seats\n"
    ruleset = load(text.replace("state\n", state, 1))
    assert {thing.name for thing in find_set_first(ruleset.game, find_unit(ruleset.game))} == late
    for one in play_both(
        ruleset, 5
    ):  # of a unit: who was asked, dealer, maker, what each won and has
        scored = [one.deals[k + 3 + one.deals[k + 2]] for k in range(0, len(one.deals), 7)]
        assert "maker" not in late or scored == [1, 1, 1]


@pytest.mark.parametrize(
    ("branch", "late"),
    [
        (
            "if n > 1\n    maker = last of seats\n    end auction\n",
            False,
        ),  # who began had it before
        ("if n > 1\n    maker = last of seats\n", True),
        ("if maker is none\n    maker = last of seats\n", True),
        ("if maker is left of dealer\n    maker = last of seats\n", False),
        ("if n > 1\n    maker = last of seats\n  else\n    end auction\n", True),
    ],
)
def test_a_role_counts_as_set_on_the_ways_that_lead_to_where_it_is_asked_for(load, branch, late):
    text = text_of(
        three_times("deal_out", "auction"), deal_out=f"\n  {DEAL_AGAIN}",
        auction=f'\n  {branch}  say "{{maker}} begins"\n',
    )  # fmt: skip
    state = "state\n  n: 0..9 = 0\n  dealer: Seat = last of seats\n"
    state += "  maker: Seat or none = last of seats\n"
    ruleset = load(text.replace("state\n", state, 1))
    found = find_set_first(ruleset.game, find_unit(ruleset.game))
    assert (ruleset.game.registers["maker"] in found) is late


def test_a_role_that_is_set_again_after_it_was_asked_for_is_not_told_by_its_end(load):
    """Who leads to the next trick is not who led to the first."""
    leads = "\n  choose maker\n    go_on\n      maker = left of maker\n"
    text = text_of(
        three_times("deal_out", "auction", "play_out"), deal_out=f"\n  {DEAL_AGAIN}",
        auction=BIDDING["auction"], play_out=leads,
    )  # fmt: skip
    ruleset = load(text.replace("state\n", "state\n  maker: Seat = last of seats\n", 1))
    assert find_set_first(ruleset.game, find_unit(ruleset.game)) == set()


TAKEN_AWAY = "\n  maker = none\n"
OUTBID = """
  out -= seats
  for s in seats - out where s is not maker, round and round until out is seats at most 4 times
    choose s
      bid
        maker = s
      pass
        out += [s]
"""


@pytest.mark.parametrize(
    ("rounds", "first", "forgotten"),
    [
        (["deal_out"], TAKEN_AWAY, True),
        (["maker = none", "deal_out"], "", True),  # before the first phase
        (["if n is 2", "  stop", "deal_out"], TAKEN_AWAY, True),  # no unit begins
        (["deal_out"], "\n  if n > 1\n    maker = none\n", False),
        (["deal_out"], "\n  if n > 1\n    end deal_out\n  maker = none\n", False),
        (["deal_out"], "\n  for s in seats where n > 1\n    maker = s\n", False),
        (["deal_out"], f'\n  say "{{maker}} was it"{TAKEN_AWAY}', False),
    ],
)
def test_an_auction_may_ask_for_the_bidder_whom_it_sets_again(load, rounds, first, forgotten):
    """Where each unit takes the role away, who had it in the one before never has it."""
    play = "\n  n = 2\n  if maker is not none\n    score of maker += 1\n"
    text = text_of(
        three_times(*rounds, "auction", "play_out"),
        deal_out=f"{first}{DEAL_AGAIN}", auction=OUTBID, play_out=play,
    )  # fmt: skip
    state = "state\n  n: 0..9 = 0\n  out: Seats\n  maker: Seat or none = none\n"
    ruleset = load(text.replace("state\n", state, 1))
    found = find_set_first(ruleset.game, find_unit(ruleset.game))
    assert (ruleset.game.registers["maker"] in found) is forgotten
    games = play_both(ruleset, 20)
    if forgotten:  # of a unit: who was asked, who is the maker, what each won and has
        units = [one.deals[k + 1 : k + 4] for one in games for k in range(0, len(one.deals), 6)]
        holders = [maker for maker, *_ in units]
        assert {-1, 0, 1} == set(holders)
        assert units == [[maker, int(maker == 0), int(maker == 1)] for maker in holders]


def test_what_takes_a_seat_is_a_turn(load):
    turns = text_of(
        "\n  repeat 3 times\n    for seat in seats\n      one_turn of seat\n",
        **{"one_turn(seat: Seat)": PLAY.replace("choose last of seats", "choose seat")},
    )
    assert find_unit(load(turns).game) == Unit()


def test_where_cards_are_dealt_once_the_game_is_the_unit(load):
    unit = find_unit(load(TRICKS).game)
    assert (unit.name, unit.is_part, unit.told_of, unit.horizon) == ("trick", True, "game", None)
    cut = text_of(DEAL + three_times("one_hand"), one_hand=DEAL_AGAIN + PLAY)
    assert find_unit(load(cut).game).is_repeated  # cards are cut first, and taken up again


def simulate(path, *words):
    words = ("simulate", path, "--games", 4, "--seed", 1, *words)
    return CliRunner().invoke(main, list(map(str, words))).stdout


def test_tables_and_programs_say_the_unit(load):
    path = load(UNITS["big inning"]).path
    page = simulate(path)
    for words in (
        "score a big inning  ", "from one big inning to the next, of 100 ", " 12 big innings\n",
        "\nbig innings  ", "moves, a big inning  ",
    ):  # fmt: skip
        assert words in page
    assert "deal" not in page
    facts = json.loads(simulate(path, "--json"))
    assert facts["unit"] == "big inning"
    assert {one["unit"] for one in facts["figures"]} == {
        "games", "big innings", "big innings but the first", "decisions",
    }  # fmt: skip
    assert "\na unit,score,bob,1.0,1.0,1.0,12,big innings,4," in simulate(path, "--csv")
    assert "score a big inning, bob" in simulate(path, "--against", path)


def test_pictures_say_the_unit(load, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.svg"
    simulate(load(UNITS["big inning"]).path, "--plot", picture)
    drawn = picture.read_text(encoding="utf-8")
    assert "<!-- score a big inning -->" in drawn and "<!-- moves, a big inning -->" in drawn


def test_tricks_are_counted_and_no_unit(load):
    page = simulate(load(TRICKS).path)
    assert "\ntricks  " in page and "\nmoves, a game  " in page
    assert "a trick" not in page and "to the next" not in page


KINDS = (
    "\nranking kind(hand: Cards), best first\n  ace    | any card in hand where rank of card is A"
    "\n  other  | otherwise\n"
)
SHOWN = "  for seat in seats where kind of hand of seat is ace\n    score of seat += 1\n"


def hands_of(one):
    return {name: many for (what, name), many in one.events.items() if what == "hand"}


def test_hands_count_once_in_a_game_that_repeats_nothing(load):
    games = play_both(load(text_of(DEAL_AGAIN + PLAY + SHOWN) + KINDS), 20)
    assert {many for one in games for many in hands_of(one).values()} == {1}
    assert any("kind: ace" in hands_of(one) for one in games)


ASKED = (
    text_of(
        "\n  choose last of seats\n    go_on\n"
        "      score of last of seats += total worth of card for card in hand of last of seats\n"
        "  for line in reckoning\n    for seat in seats\n      score of seat += line of seat\n"
    )
    + """
table worth(card: Card), first that fits
  card | points
  A♠   | 4
  -    | 0

table reckoning(seat: Seat), step by step
  rule      | when | points
  "bonus"   | yes  | 5 if seat is last of seats else 0
  "nothing" | yes  | 0
"""
)


def test_only_rows_that_gave_points_are_counted(load):
    """Of a table that is asked of each card in a hand no row gave the total."""
    [one] = play_both(load(ASKED))
    assert {key: many for key, many in one.events.items() if key[0] == "row"} == {
        ("row", "reckoning: bonus"): 1
    }


DECIDED = (
    text_of(
        "\n  choose last of seats\n    go_on\n"
        "  for seat in seats\n    score of seat += points of seat\n"
        "  score of (best seat in seats by liking of seat) += liking of last of seats\n"
        "  for seat in seats where seat is last of seats\n"
        "    score of (left of seat if rating of seat is 2 else seat) += 1\n"
        "  score of last of seats += extras(rating of last of seats)\n"
        "  for seat in seats where rating of seat is 2\n    score of seat += 3\n"
    )
    + """
table points(seat: Seat), sum of all that fit
  rule    | when                                                       | points
  "base"  | yes                                                        | 2
  "never" | rating of seat is 1                                        | 5
  "nor"   | any other in seats where rating of other is 1              | 5
  "last"  | (3 if rating of seat is 2 else 4) is 3 and seat is last of seats | 1

table extras(rated: Number), sum of all that fit
  rated | points
  1     | 5
  3     | 6

table rating(seat: Seat), first that fits
  seat | rating
  -    | 2

table liking(seat: Seat), first that fits
  rule    | seat is last of seats | points
  "last"  | yes                   | 4
  "other" | no                    | 3
"""
)


def test_rows_that_only_decide_which_value_is_taken_gave_none(load):
    """Neither those of a condition, nor of a place; of a table that does both, those that gave."""
    [one] = play_both(load(DECIDED))
    assert {key: many for key, many in one.events.items() if key[0] == "row"} == {
        ("row", "points: base"): 2,
        ("row", "points: last"): 1,
        ("row", "liking: last"): 1,
    }


def test_units_that_asked_nothing_of_a_seat_are_counted(load):
    """The first seat is out after the first of three; the last is asked in all, and not told."""
    first = "\n  let dealer = (first seat in seats)\n  if score of last of seats is 0"
    first += "\n    choose dealer\n      go_on"
    ruleset = load(text_of(three_times("one_hand"), one_hand=f"{DEAL_AGAIN}{first}{PLAY}"))
    masks = [one.deals[::5] for one in play_both(ruleset, 4)]
    assert masks == [[0b11, 0b10, 0b10]] * 4
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    figures = Figures(tally_games(player, player.play(1, 0, 4)), player, ("ann", "bob")).list_all()
    [one] = [figure for figure in figures if figure.section == IDLE]
    assert (one.who, one.value, one.unit) == ("ann", round(2 / 3, 10), "hands")


def test_shares_end_at_nothing_and_at_all(load):
    figures = json.loads(simulate("scotch-whist", "--json"))["figures"]
    shares = [one for one in figures if one["section"] in ("of units", "hand")]
    assert shares and all(0 <= one["low"] <= one["high"] <= 1 for one in shares)
    assert any(one["value"] > 0 and one["low"] == 0 for one in figures)


def test_names():
    names = ("hand", "coup", "match", "party", "play", "box")
    assert [name_many(name) for name in names] == [
        "hands", "coups", "matches", "parties", "plays", "boxes"
    ]  # fmt: skip
    assert name_one("inning") == "an inning" and name_one("hole") == "a hole"
