"""What can be declared, in texts that are right; laws and examples; libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.checked.libraries import SHIPPED
from tests.checked.conftest import BASE, LIBRARY, look_over

DECLARATIONS = {
    "a define without arguments": "define all_in = every seat in seats: chips of seat is 0",
    "a define with a type": "define strength(card: Card): 0..9 = high of rank of card",
    "a define of a later define": "define one = two\ndefine two = 2",
    "a define over several lines": "define sum =\n  target + players",
    "an order with a rank at both ends": "order ring, best first: A K Q J 10 9 8 7 A",
    "a named range": "type Bid = 7..14\nstate of bidding\n  bid of Seat: Bid = 7\n\n"
    "phase bidding\n  bid of dealer = 8\n  if bid of dealer > 7\n    end match",
    "a second family by two indexes": "state\n  tally(Seat, Suit): 0..9 = 0\n\n"
    "phase count_up\n  tally(dealer, ♥) += 1\n  if tally(dealer, ♥) > 2\n    end match",
    "a number or none": "state\n  least: 1..5 or none = none\n\n"
    "phase low\n  least = 2\n  if least is none\n    end match",
    "a secret number": "state\n  die of Seat: 1..6 = 1, seen by owner",
    "a law": 'always "no chip is lost": (total chips of seat for seat in seats) is 10 * players',
    "a law at a phase": 'never "too many" at match: size of hand of dealer > 8',
    "a law at an action": 'always "one stays" at bidding.bid: amount >= 1\n\n'
    "phase bidding\n  choose dealer\n    bid amount in 1..3\n      chips of dealer -= amount",
    "an example": 'example "two play"\n  players ann bob\n  given chips of ann = 12\n'
    "  given hand of ann = [A♥ K♥]\n  start match\n  expect chips of ann is 12",
    "a table by a number": "table step(n: 0..4), exactly one fits\n"
    "  n | gives\n  0 | 0\n  1..4 | 2",
    "a table by two columns": "table pays(card: Card), first that fits\n"
    "  rank of card | suit of card | gives\n  A, K | trump | 2\n  A | - | 1\n  - | - | 0",
    "a table by questions": "table bonus(seat: Seat), sum of all that fit\n"
    '  rule | when | points\n  "rich" | chips of seat > 20 | 1\n  "dealer" | seat is dealer | 2',
    "a matrix": "table pays(mine: Kind, other: Kind), exactly one fits\n"
    "  mine \\ other | pair | loose\n  pair | 0 | 1\n  loose | -1 | 1 if mine > other else 0",
    "comparisons in cells": "table step(n: 0..40), first that fits\n"
    "  n | gives\n  >= 21 | 2\n  > 10 | 1\n  - | 0",
    "a ranking with two columns": "ranking hand_kind(cards: Cards), best first\n"
    "  flush | one_suit of cards | size of cards | high of rank of cards\n"
    "  pair  | one_rank of cards | size of cards\n  loose | otherwise",
    "rows from the narrow to the wide": "ranking poker(cards: Cards), best first\n"
    "  straight_flush | one_suit of cards and consecutive(cards, high)\n"
    "  flush          | one_suit of cards\n  straight       | consecutive(cards, high)\n"
    "  five           | size of cards >= 5\n  three          | size of cards >= 3\n"
    "  loose          | otherwise",
    "a parameter that hides a zone": "define last_of(trick: Cards) = size of trick",
    "a word of two types by what it is compared with": "type Voice = slow or alone\nstate\n"
    "  voice: Voice = alone\n\nphase sing\n  if voice is slow and pace is slow\n    end match",
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_declaration(checked, name: str) -> None:
    checked(f"\n{DECLARATIONS[name]}\n")


def test_a_library_gives_what_it_declares(checked) -> None:
    game = checked("\ndefine follows(card: Card) = suit of card is led\n", use="use tricks\n")
    assert str(game.defines["led"].type) == "a suit or none"


def test_an_expectation_of_the_game_goes_before_its_default(checked) -> None:
    assert checked("", use="use tricks\n").defines["least"].value.value == 1
    game = checked("\ndefine least = 3\n", use="use tricks\n")
    assert game.defines["least"].value.value == 3


@pytest.mark.parametrize("use", ["use finer\n", "use tricks\nuse finer\n"])
def test_a_library_goes_before_those_that_it_uses(checked, use) -> None:
    assert checked("", use=use).defines["worth_it"].span.source.name == "finer.cards"
    game = checked("\ndefine worth_it(card: Card) = no\n", use=use)
    assert game.defines["worth_it"].span.source.name == "probe.cards"


def test_of_two_libraries_that_do_not_use_each_other_none_goes_before(mistakes) -> None:
    assert mistakes("", use="use tricks\nuse other\n") == [
        "N02 worth_it: `worth_it` is declared twice"
    ]


def test_a_library_by_itself_has_the_defaults_that_it_names() -> None:
    game, errors = look_over(LIBRARY)
    assert errors == []
    assert "least" in game.defines


@pytest.mark.parametrize(
    ("reading", "low", "high"),
    [("first that fits", -2, 4), ("sum of all that fit", -2, 7), ("step by step", -2, 4)],
)
@pytest.mark.parametrize("least", [-2, 1])
def test_the_range_of_a_table_is_that_of_what_it_can_give(checked, reading, low, high, least):
    table = checked(
        f"table bonus(seat: Seat), {reading}\n"
        f'  rule | when | points\n  "rich" | chips of seat > 20 | 3\n'
        f'  "dealer" | seat is dealer | 4\n  "poor" | otherwise | {least}\n'
    ).tables["bonus"]
    given = (table.type.low, table.type.high)
    if least < 0:
        assert given == (low, high)
    else:  # where none fits the sum is 0, and so is a row that is gone through
        assert given == {"first": (1, 4), "sum": (0, 8), "steps": (0, 4)}[table.reading]


def test_the_libraries_that_come_with_hoyle_are_known_by_name():
    assert sorted(SHIPPED) == sorted(path.stem for path in Path("rulesets/std").glob("*.cards"))


@pytest.mark.parametrize(
    ("one", "wide"),
    [("no", "yes or no"), ("none", "Seat or none"), ("7♣", "Card"), ("7", "0..7"), ("J", "Rank")],
)
def test_one_value_is_no_type(one: str, wide: str) -> None:
    _, (problem,) = look_over(f"{BASE}state\n  what: {one}\n")
    assert (problem.code, problem.span.text) == ("N04", one)
    assert problem.label == f"write for example `{wide}`"


@pytest.mark.parametrize(
    ("name", "words", "help_"),
    [
        ("Trumps", "Suit or no_trump", "it can be ♠, ♥, ♦, ♣, no_trump; did you mean `no_trump`?"),
        ("Wind", "north or south", "what may be none is declared so:  what: Wind or none = north"),
    ],
)
def test_an_alternative_that_says_none_is_proposed_in_its_place(
    name: str, words: str, help_: str
) -> None:
    """Declared anew, all would be well but for the game: it is never none."""
    first = "♠" if "Suit" in words else "north"
    text = f"{BASE}type {name} = {words}\nstate\n  what: {name} = {first}\n"
    _, (problem,) = look_over(f"{text}phase change(seat: Seat)\n  if what is none\n    end match\n")
    assert problem.help[-1] == help_
    what = {"Trumps": "one of trumps", "Wind": "a wind"}[name]
    assert problem.title == f"`what` is {what}, but `none` is none"


RECORDS = [
    ("  move top of stock to dealer", "zones are: stock, hand of dealer"),
    ("  move top of stock to box", "its cards are `cards of box`"),
    ("  let both = box + A♣", "its cards are `cards of box`"),
    ("  let both = A♣ + box", "its cards are `cards of box`"),
    ("  move top of stock to laid of box", "write for example `laid: Cards, face up`"),
    ("  move top of stock to known of box", "such a line stands under `zones`, without `=`"),
    (
        "  move top of stock to known of box",
        "cards lie in zones only: such a line stands under `zones`, without `=`",
    ),
]


@pytest.mark.parametrize(("line", "help_"), RECORDS)
def test_a_record_where_its_cards_are_meant(line: str, help_: str) -> None:
    text = BASE.replace(
        "  stake: 0..10 = 0", "  stake: 0..10 = 0\n  laid: Cards\n  known: Cards = empty"
    )
    _, (problem,) = look_over(f"{text}phase change(box: Box)\n{line}\n")
    assert help_ in problem.help[0]


def test_a_field_of_what_is_unknown_is_told_once(mistakes) -> None:
    found = mistakes("phase change(cards: Cards)\n  move top of stock to cards of bix\n")
    assert found == ["N01 bix: there is nothing called `bix`"]


def list_proposed(text: str) -> str:
    """What can be written in place of the one name that is unknown."""
    _, (problem,) = look_over(text)
    return problem.help[0].partition("write here: ")[2]


def test_only_names_that_fit_are_proposed() -> None:
    hand = "hand of Seat: Cards, seen by owner"
    text = BASE.replace(hand, hand.replace("owner", "bidder")) + "define lucky = dealer\n"
    assert list_proposed(text) == "dealer, eldest, lucky, out, owner, seats"
    text = BASE.replace("remove omit if players is 3", "cards joker")
    text += "state\n  score of Side: 0..9 = 0\nphase change(seat: Seat)\n  score of othre = 2\n"
    assert list_proposed(text) == "dealer, seat"


def test_a_name_that_hides_state_is_pointed_at() -> None:
    _, (problem,) = look_over(BASE + "  choose dealer\n    name trump in suits\n      trump = ♥\n")
    assert [span.text for span, _ in problem.also] == ["trump"]


def test_a_rank_for_a_joker_is_told_how_cards_without_a_suit_are_declared() -> None:
    text = BASE.replace("ranks 7 8", "ranks joker 7 8").replace("9 8 7", "9 8 7 joker", 1)
    lines = "define one(card: Card) = card is joker\ndefine two = size of [A♥, joker]\n"
    _, errors = look_over(text + lines)
    assert all("`cards joker`" in "".join(error.help) for error in errors) and len(errors) == 2


def test_a_part_that_is_asked_the_wrong_way_round() -> None:
    _, (problem,) = look_over(BASE + "  chips of dealer += size of won of dealer of side\n")
    assert (problem.title, problem.label) == ("`side` is asked of a seat", "write `side of dealer`")


def test_one_that_may_be_none_is_not_empty() -> None:
    _, (problem,) = look_over(BASE + "define known = eldest is not empty\n")
    assert problem.help == ("whether there is one is asked so:  eldest is not none",)


@pytest.mark.parametrize(
    ("line", "write"),
    [
        ("who: left of dealer = left of dealer", "Seat"),
        ("who: random of seats", "Seat = random of seats"),
        ("which: random of ranks", "Rank = random of ranks"),
        ("which: suit of top of stock", "Suit = suit of top of stock"),
        ("whose: side of dealer", "Side = side of dealer"),
    ],
)
def test_a_value_is_no_type(line: str, write: str) -> None:
    _, (problem,) = look_over(f"{BASE}state\n  {line}\n")
    assert (problem.code, problem.label) == ("N04", f"write `{write}`")


def test_all_of_what_each_side_has() -> None:
    _, (problem,) = look_over(BASE + "  chips of dealer += size of won of seats\n")
    assert problem.label == "write `sides`"


def test_a_condition_behind_a_step() -> None:
    _, (problem,) = look_over(BASE + "  chips of dealer += target - 3 where target > 30\n")
    assert problem.help == ("what is done under a condition stands below it:  if …",)
