"""The search for a position in which two tables differ."""

import pytest

from hoyle.interpreter.comparison import search
from hoyle.interpreter.comparison.paired_tables import PairedTables, join_allowed, pack_order
from hoyle.interpreter.comparison.search import Budget, choose_count, find_difference
from tests.heads import head


@pytest.fixture
def searched(text, ruleset_of):
    """The outcome of a search between the little game and a copy with something changed."""

    def look(before, after, games=20, counts=(2, 3, 4), **options):
        one = ruleset_of(text)
        other = ruleset_of(text.replace(before, after, 1), "changed")

        def twins(players):
            tables = (each.table(players, options, traced=False) for each in (one, other))
            return PairedTables(*tables)

        return find_difference(list(counts), twins, Budget(games))

    return look


def told(outcome):
    path = outcome.found.path()
    moves = [left.text(move) for (left, _), move in zip(path, outcome.found.moves, strict=False)]
    return moves, {one.name: (one.left, one.right) for one in outcome.found.differences}


def test_what_is_the_same_never_differs(searched):
    outcome = searched("", "", games=12)
    assert outcome.found is None and outcome.games == 12 and outcome.moves > 50


def test_what_only_a_guard_says_never_differs(searched):
    assert searched("at most 40 times", "at most 41 times", games=12).found is None


def test_another_deal_shows_before_the_first_move(searched):
    moves, differences = told(searched("deal hand_size each", "deal 4 each"))
    assert moves == []
    assert any(name.startswith("may ") for name in differences)


def test_a_condition_shows_in_the_legal_set(searched):
    moves, differences = told(searched("not must_follow or", "rank of card is K or"))
    assert len(moves) <= 2
    assert all(name.startswith("may ") and name.endswith(" play") for name in differences)
    outcome = searched("must trick is not empty        ", "must size of hand of seat > 2  ")
    moves, differences = told(outcome)
    assert len(outcome.found.twins.left.names) == 2
    assert any("pass-over" in name for name in differences)


def test_a_score_shows_where_it_is_counted(searched):
    moves, differences = told(searched("  A    | 4", "  A    | 5"))
    assert {name.split(" ")[0] for name in differences} & {"score", "who"}
    assert 0 < len(moves) <= 12


def test_the_next_dealer_shows(searched):
    moves, differences = told(searched("    dealer = left of dealer\n", ""))
    assert "dealer" in differences or "who chooses" in differences
    assert len(moves) <= 6


def test_what_is_seen_shows(searched):
    _, differences = told(searched("won of Seat: Cards, face down", "won of Seat: Cards, face up"))
    (name, (left, right)), *_ = differences.items()
    assert name.startswith("won of ") and left.endswith(" hidden") and "hidden" not in right


def test_who_sees_a_number_shows(searched):
    before = "  score of Seat: 0..200 = 0\n"
    moves, differences = told(searched(before, before.replace("= 0", "= 0, seen by owner")))
    assert moves == [] and differences["who sees score of ann"] == ("everybody", "ann")
    assert all(name.startswith("who sees score") for name in differences)


def test_both_positions_follow_from_the_same_deal_and_moves(searched):
    found = searched("  A    | 4", "  A    | 5").found
    *before, last = found.path()
    for left, right in before:
        assert not found.twins.differences(left, right)
    assert found.twins.differences(*last) == list(found.differences)


def test_the_same_search_finds_the_same(searched):
    one, other = (searched("  K, Q | 2", "  K, Q | 3") for _ in range(2))
    assert (one.found.seed, one.found.moves) == (other.found.seed, other.found.moves)
    assert (one.games, one.moves) == (other.games, other.moves)


def test_another_pack_needs_no_game(searched):
    outcome = searched("ranks 7 8 9 10 J Q K A", "ranks 7 8 9 10 J Q K A\n  copies 2")
    (pack,) = outcome.found.differences
    assert (pack.name, pack.left, outcome.games) == ("the pack", "32 cards", 0)
    assert pack.right.startswith("64 cards, with ")


def test_small_tables_are_tried_more_often_and_each_in_turn():
    places = [choose_count(number, 9) for number in range(15 * 9)]
    assert places[:10] == [0, 0, 1, 0, 1, 2, 0, 1, 2, 3]
    assert set(places) == set(range(9))
    assert places.count(0) > places.count(3) > places.count(8)


def test_a_lumpy_pack_has_every_card_once():
    kinds = tuple("A23456789JQK"[card % 12] for card in range(48))
    for seed in range(8):
        order = pack_order(seed, 0, kinds, ("7",))
        assert sorted(order) == list(range(48))
    assert pack_order(1, 0, kinds, ()) != pack_order(1, 1, kinds, ())


def test_a_shorter_way_is_looked_for_only_so_long(searched, monkeypatch):
    change = ("  A    | 4", "  A    | 5")
    longest = searched(*change, games=40)
    assert longest.ends is not None and longest.work < longest.ends
    monkeypatch.setattr(search, "FURTHER", 1)
    monkeypatch.setattr(search, "BROAD", 1)
    first = searched(*change, games=40)
    assert first.games < longest.games
    assert len(first.found.moves) >= len(longest.found.moves)


def test_who_may_do_nothing_of_a_list_is_not_answered_by_no():
    assert join_allowed(None, ("7♣", "8♣")) == "nothing"
    assert join_allowed(None, ("",)) == "no"
    assert join_allowed(("",), None) == "yes"
    assert join_allowed(("7♣", "8♣"), None) == "7♣, 8♣"


def test_the_same_amounts_never_differ_whatever_is_asked_of_them(ruleset_of):
    game = head("Amounts", "2") + (
        "\nstate\n  most: 0..20 = 0\n  score of Seat: 0..20 = 0\n\nmatch\n"
        "  for seat in seats\n    choose seat\n      bid n in 1..20\n{}"
        "        most = n\n        score of seat = n\n"
        "  win all best seat in seats by score of seat\n"
    )
    asked = game.format('        must n > most "bid more than {most}"\n')
    one, other = ruleset_of(game.format("")), ruleset_of(asked, "asked")
    outcome = find_difference([2], lambda n: PairedTables(one.table(n), other.table(n)), Budget(20))
    moves, differences = told(outcome)
    assert len(moves) == 1
    assert [name for name in differences if "bid" in name] == ["may bob bid"]


ALTERNATIVES = head("Alternatives", "2", "7 8 9")
ALTERNATIVES += """\

type Contract = low or middle or high

state
  contract: Contract = low

match
  for seat in seats
    choose seat
      name game in Contract
        must game is not middle  "no middle"
        contract = game
      pass
  win (seats where contract is high)
"""


def test_alternatives_are_carried_by_their_words(ruleset_of):
    """The number of one may be that of another at the other table, which no move can be there."""
    changed = ALTERNATIVES.replace("low or middle or high", "middle or low or high")
    tables = [
        ruleset_of(text, name).table(2, {}, traced=False)
        for name, text in (("alternatives", ALTERNATIVES), ("turned", changed))
    ]
    assert find_difference([2], lambda players: PairedTables(*tables), Budget(20)).found is None
