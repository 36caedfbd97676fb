"""Every form of expression, in a text that is right, and the type that it is found to have."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked.types import NumberT, bare
from tests.checked.conftest import BASE, look_over

TYPES = [
    # figures and words
    ("7", "a number"),
    ("yes", "yes or no"),
    ("♥", "a suit"),
    ("K", "a rank"),
    ("10♥", "a card"),
    ("TH", "a card"),
    ("seats", "seats in order"),
    ("sides", "sides in order"),
    ("players", "a number"),
    ("pack", "cards"),
    ("pace", "slow or quick"),
    ("omit", "a card"),
    ("cap", "a number or none"),
    # zones, state, records, families
    ("stock", "a pile"),
    ("hand of dealer", "cards"),
    ("hand(dealer)", "cards"),
    ("won of side of dealer", "cards"),
    ("place(dealer, 2)", "a pile"),
    ("hand of seats", "cards"),
    ("place(seats, 1..2)", "cards"),
    (
        "place(seats, 1..2) where any s in seats where any m in 1..2 where it in place(s, m)",
        "cards",
    ),
    ("manner of dealer", "a manner"),
    ("eldest", "a seat or none"),
    ("boxes of dealer", "boxes in order"),
    ("boxes of seats", "boxes in order"),
    ("cards of boxes of seats", "a pile"),
    ("stake of boxes of dealer", "numbers in order"),
    ("chips of seats", "numbers in order"),
    # operations
    ("size of stock", "a number"),
    ("top of stock", "a card"),
    ("top(stock, 3)", "a pile"),
    ("bottom of trick", "a card"),
    ("last of seats", "a seat"),
    ("reversed of seats", "seats in order"),
    ("rank of top of stock", "a rank"),
    ("suit of hand of dealer", "a suit or none"),
    ("ranks of hand of dealer", "ranks"),
    ("suits of hand of dealer", "suits"),
    ("number of K", "a number"),
    ("side of dealer", "a side"),
    ("left of dealer", "a seat"),
    ("left(dealer, out)", "a seat or none"),
    ("right of left of dealer", "a seat"),
    ("player of bottom of trick", "a seat or none"),
    ("smaller(target, 12)", "a number"),
    ("larger(target, players)", "a number"),
    ("one_rank of hand of dealer", "yes or no"),
    ("one_suit of hand of dealer", "yes or no"),
    ("consecutive(hand of dealer, high)", "yes or no"),
    ("subsets of hand of dealer", "groups of cards"),
    ("subsets(hand of dealer, 2)", "groups of cards"),
    ("groups of hand of dealer", "groups of cards"),
    ("arrangements(hand of dealer, is_set)", "layouts of melds"),
    ("rest of (first p in arrangements(hand of dealer, is_set))", "cards"),
    ("showing of top of stock", "yes or no"),
    ("sees(dealer, top of stock)", "yes or no"),
    ("high of K", "a number"),
    ("points of top of stock", "a number"),
    ("worth of A", "a number"),
    ("kind of hand of dealer", "a kind"),
    # lists, ranges, cards of a kind, seats round
    ("[5, 7]", "numbers in order"),
    ("[A♥ 7♠]", "cards"),
    ("[slow, quick]", "several of slow or quick in order"),
    ("1..target", "numbers"),
    ("K of ♠", "a card"),
    ("A of trump", "cards"),
    ("[A of trump, K♠]", "cards"),
    ("[A of trump, K of trump] in hand of dealer", "yes or no"),
    ("seats from dealer", "seats in order"),
    ("seats after dealer", "seats in order"),
    # reckoning
    ("target + 2 * players - 1", "a number"),
    ("size of pack / players", "a number"),
    ("-target", "a number"),
    ("hand of dealer + stock", "cards"),
    ("hand of dealer - [A♥]", "cards"),
    ("seats - out", "seats"),
    ("(target + 1) * 2", "a number"),
    # questions
    ("trump is ♥", "yes or no"),
    ("rank of top of stock is 7", "yes or no"),
    ("10 is rank of top of stock", "yes or no"),
    ("rank of top of stock in [10, J, 7]", "yes or no"),
    ("[10, J, 7] in ranks of stock", "yes or no"),
    ("any one in [10, J, 7] where one is rank of top of stock", "yes or no"),
    ("top of stock is K of ♠", "yes or no"),
    ("pace is not quick", "yes or no"),
    ("pace in [slow, quick]", "yes or no"),
    ("kind of hand of dealer is pair", "yes or no"),
    ("kind of hand of dealer in [pair, loose]", "yes or no"),
    ("kind of hand of dealer > kind of stock", "yes or no"),
    ("hand of dealer is empty", "yes or no"),
    ("hand of dealer is not empty", "yes or no"),
    ("cap is none", "yes or no"),
    ("eldest is not none", "yes or no"),
    ("eldest is dealer", "yes or no"),
    ("out is seats", "yes or no"),
    ("dealer not in out", "yes or no"),
    ("hand of dealer in pack", "yes or no"),
    ("target in 10..20", "yes or no"),
    ("players >= 3 and target < 30 or strict", "yes or no"),
    ("not strict", "yes or no"),
    # choices between two, filters, phrases
    ("1 if strict else 2", "a number"),
    ("trump if strict else none", "a suit or none"),
    ("dealer if strict else eldest", "a seat or none"),
    ("hand of dealer where its suit is trump", "cards"),
    ("seats where hand of it is empty", "seats in order"),
    ("any card in stock where rank of card is A", "yes or no"),
    ("every seat in seats: chips of seat > 0", "yes or no"),
    ("every seat in seats where seat is not dealer: chips of seat > 0", "yes or no"),
    ("count seat in seats where chips of seat > 0", "a number"),
    ("total points of card for card in stock", "a number"),
    ("highest chips of seat for seat in seats", "a number"),
    ("lowest chips of seat for seat in seats", "a number"),
    ("best seat in seats by chips of seat", "a seat"),
    ("best card in trick by high of rank of card", "a card"),
    ("sole best seat in seats by chips of seat", "a seat or none"),
    ("all best seat in seats by chips of seat", "seats in order"),
    ("all lowest card in hand of dealer where card is not A♠ by high of rank of card", "cards"),
    ("first seat in seats where chips of seat is 0", "a seat or none"),
]


@pytest.mark.parametrize(("expression", "kind"), TYPES)
def test_type(checked, expression: str, kind: str) -> None:
    game = checked(f"define probe = {expression}\n")
    assert str(game.defines["probe"].type) == kind


BOUNDS = [
    ("target", 10, 50),
    ("players", 2, 4),
    ("target + players", 12, 54),
    ("target - players", 6, 48),
    ("target * players", 20, 200),
    ("target / players", 2, 25),
    ("-target", -50, -10),
    ("smaller(target, 12)", 10, 12),
    ("larger(target, 12)", 12, 50),
    ("high of K", 1, 8),
    ("number of K", 1, 13),
    ("points of A♥", 0, 11),
    ("1 if strict else 5", 1, 5),
    ("highest chips of seat for seat in seats", 0, 100),
    ("cap", 1, 3),
]


@pytest.mark.parametrize(("expression", "low", "high"), BOUNDS)
def test_bounds_of_a_number(checked, expression: str, low: int, high: int) -> None:
    game = checked(f"define probe = {expression}\n")
    assert bare(game.defines["probe"].type) == NumberT(low, high)


def test_a_card_of_a_suit_is_held_against_one_card_by_its_name_too(mistakes) -> None:
    lines = "define low = 7 of trump\ndefine probe = top of stock is low and low is top of stock\n"
    assert mistakes(lines) == []


def test_all_suits_are_asked_of_a_suit_or_more(checked) -> None:
    lines = "type Strain = Suit or no_trump\ndefine probe(bid: Strain) = bid in suits\n"
    assert str(checked(lines).defines["probe"].type) == "yes or no"


def test_a_type_in_brackets_is_all_of_its_alternatives() -> None:
    lines = (
        "zones\n  laid(Seat, Manner): Cards, face up\ndefine probe = size of laid(seats, Manner)\n"
    )
    _, errors = look_over(BASE + lines + "define other = size of laid(seats, Mood)\n")
    assert [(one.code, one.span.text) for one in errors] == [("N04", "Mood")]


def test_a_word_of_the_language_is_no_value(mistakes) -> None:
    told = "N01 any: `any` is a word of the language, and no value"
    assert mistakes("define probe = chips of any > 3\n") == [told]


def test_none_is_not_proposed_where_a_seat_is_needed() -> None:
    _, errors = look_over(BASE + "  win nobody\n")
    assert [(one.code, one.label) for one in errors] == [("N01", "")]


def test_a_word_of_several_types_is_told_as_such() -> None:
    lines = "type Mood = glad or sad\ntype Weather = grey or sad\ndefine probe = size of [sad]\n"
    _, errors = look_over(BASE + lines)
    (told,) = errors
    assert told.title.startswith("`sad` is an alternative of several types")
    assert told.label == "of `Mood` and of `Weather`"
