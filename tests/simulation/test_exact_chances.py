"""Chances of hands: against combinatorics, and against every hand of a small pack."""

import json
from fractions import Fraction
from itertools import combinations

from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.simulation.exact_chances import find_hand_sizes, list_chances
from tests import shipped
from tests.heads import head

KINDS = head("Kinds")
KINDS += """\
  hand of Seat: Cards, seen by owner
ranking kind(cards: Cards, holder: Seat), best first
  flush | one_suit of cards and size of cards is 3
  red   | every card in cards: suit of card in [♥, ♦]
  first | any card in cards where rank of card is A, holder is first of seats
  pair  | size of ranks of cards < size of cards
  rest  | otherwise
match
  win (best seat in seats by kind(hand of seat, seat))
"""


def chances_of(ruleset, players=2, sizes=()):
    options = dict(ruleset.build(players).machine.options)
    return list_chances(ruleset.game, players, options, dict(sizes))


def test_a_ten_card_with_an_ace_and_five_cards_of_21():
    found = chances_of(shipped.load("pontoon"))
    two, five = found["kind", "pontoon"], found["kind", "five_card"]
    assert (Fraction(two.hits, two.of), two.cards) == (Fraction(32, 663), 2)
    assert (five.hits, five.of, five.cards) == (139_972, 2_598_960, 5)
    assert str(two) == "32/663 of 2 cards"


def test_every_hand_of_a_small_pack(tmp_path):
    path = tmp_path / "kinds.cards"
    path.write_text(
        KINDS.replace(
            "any card in cards where rank of card is A, holder is first of seats",
            "holder is last of seats",
        ),
        encoding="utf-8",
    )
    found = chances_of(load(path))
    pack = [(rank, suit) for suit in range(4) for rank in range(8)]
    red = sum(all(suit in (1, 2) for _, suit in hand) for hand in combinations(pack, 2))
    assert (found["kind", "red"].hits, found["kind", "red"].of) == (red, 496)
    three = combinations(pack, 3)
    flush = sum(len({suit for _, suit in hand}) == 1 for hand in three)
    assert (found["kind", "flush"].hits, found["kind", "flush"].cards) == (flush, 3)
    # what comes after a row that hangs on who holds the cards is not known either
    assert not {("kind", "first"), ("kind", "pair"), ("kind", "rest")} & found.keys()


RUNS = head("Runs", order="upward")
RUNS += """\
  hand of Seat: Cards, seen by owner
ranking kind(cards: Cards), best first
  run_of_one_suit | size of cards is 3 and consecutive(cards, upward) and one_suit of cards
  run             | size of cards is 3 and consecutive(cards, upward)
  low             | (highest upward of rank of card for card in cards) <= 3
  rest            | otherwise
match
  win (best seat in seats by kind(hand of seat))
"""


def test_runs_and_the_highest_card_are_counted(tmp_path):
    path = tmp_path / "runs.cards"
    path.write_text(RUNS, encoding="utf-8")
    found = chances_of(load(path))
    assert (found["kind", "run_of_one_suit"].hits, found["kind", "run_of_one_suit"].of) == (
        24,
        4960,
    )
    assert (found["kind", "run"].hits, found["kind", "run"].cards) == (6 * 64 - 24, 3)
    assert (found["kind", "low"].hits, found["kind", "low"].of) == (66, 496)  # two of twelve cards


def test_hands_of_one_size_are_counted_with_that_size(tmp_path):
    """A trio of two cards is a pair: that is likelier than what everybody is dealt."""
    path = tmp_path / "three.cards"
    deal = "match\n  shuffle stock\n  deal 3 each from stock to hand of seat for seat in seats\n"
    text = RUNS.replace("match\n", deal).replace("  low ", "  trio | one_rank of cards\n  low ")
    path.write_text(text, encoding="utf-8")
    ruleset = load(path)
    sizes = find_hand_sizes(ruleset, ruleset.table(2))
    assert sizes == {"kind": 3}
    trio = chances_of(ruleset, sizes=sizes)["kind", "trio"]
    assert (trio.hits, trio.of) == (8 * 4, 4960)
    assert chances_of(ruleset)["kind", "trio"].cards == 2
    fewer = text.replace("win (", "move top of stock to hand of (first s in seats)\n  win (")
    path.write_text(fewer, encoding="utf-8")
    ruleset = load(path)
    assert find_hand_sizes(ruleset, ruleset.table(2)) == {}


def test_it_stands_beside_what_came_up():
    words = ["simulate", "pontoon", "--games", "4", "--seed", "1"]
    facts = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    hands = {one["name"]: one for one in facts["figures"] if one["section"] == "hand"}
    assert hands["kind: pontoon"]["exact"] == "32/663 of 2 cards"
    told = " ".join(CliRunner().invoke(main, words).stdout.split())
    assert (
        "32/663 of 2 cards" in told
        and "in which somebody had what was ranked or tried, of 100" in told
    )


def test_a_hand_of_two_places_is_counted_whole(tmp_path):
    path = tmp_path / "two.cards"
    deal = "match\n  shuffle stock\n  deal 2 each from stock to hand of seat for seat in seats\n"
    deal += "  move top of stock to board\n"
    text = RUNS.replace("match\n", deal).replace("kind(hand of seat)", "kind(whole of seat)")
    text = text.replace("ranking kind", "  board: Cards, face up\nranking kind")
    path.write_text(text + "define whole(seat: Seat) = hand of seat + board\n", encoding="utf-8")
    ruleset = load(path)
    assert find_hand_sizes(ruleset, ruleset.table(2)) == {"kind": 3}
