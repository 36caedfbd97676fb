"""Rows of tables and rankings: gaps, overlaps, and rows that another row leaves nothing to."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import WARNING, Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

RANKING = "\nranking poker(cards: Cards, seat: Seat), best first\n"
# A row, one below it, and whether the upper one leaves nothing to the lower.
PAIRS = [
    ("one_suit of cards", "one_suit of cards", True),
    ("one_suit of cards", "one_suit of cards and one_rank of cards", True),
    ("one_suit of cards", "one_rank of cards and (strict and one_suit of cards)", True),
    ("one_suit of cards", "one_rank of cards", False),
    ("one_suit of cards and strict", "one_suit of cards", False),
    ("one_suit of cards or strict", "strict", True),
    ("one_suit of cards or strict", "strict and one_rank of cards", True),
    ("one_suit of cards or strict", "one_rank of cards", False),
    ("strict", "one_suit of cards or strict", False),
    ("not (strict and one_suit of cards)", "not strict", True),
    ("not strict", "not (strict and one_suit of cards)", False),
    ("size of cards >= 3", "size of cards >= 5", True),
    ("size of cards >= 3", "size of cards > 2", True),
    ("size of cards > 3", "size of cards >= 3", False),
    ("size of cards <= 3", "size of cards is 2", True),
    ("size of cards < 3", "size of cards in 1..2", True),
    ("size of cards in 1..3", "size of cards in 2..4", False),
    ("size of cards >= 3", "chips of seat >= 5", False),
    ("chips of seat is 3", "chips of left of seat is 3", False),
    ("points of A♥ is 3", "points of A♥ is 3 and strict", True),
    (
        "any card in cards where rank of card is A",
        "(any other in cards where rank of other is A) and strict",
        True,
    ),
    (
        "any card in cards where rank of card is A",
        "(any other in cards where rank of other is K) and strict",
        False,
    ),
]


@pytest.mark.parametrize(("upper", "lower", "dead"), PAIRS)
def test_a_row_below_another(mistakes, upper: str, lower: str, dead: bool) -> None:
    found = mistakes(f"{RANKING}  upper | {upper}\n  lower | {lower}\n  rest | otherwise\n")
    assert found == (["B04 lower: the row `lower` can never be reached"] if dead else [])


TABLES = {
    "nothing is lacking": ("first that fits", "A, K | 1\n  - | 0", []),
    "two ranks are lacking": (
        "first that fits", "A, K, Q, J, 10 | 1\n  9 | 0",
        ["B02 probe: no row of `probe` fits 7, 8"],
    ),
    "a rank twice": (
        "exactly one fits", "A, K, Q, J | 1\n  10, 9, 8, 7 | 0\n  K | 2",
        ["B03 K: two rows of `probe` fit K"],
    ),
    "taken by one row": (
        "first that fits", "A, K | 1\n  K | 2\n  - | 0",
        ["B04 K: the row `K` can never be reached"],
    ),
    "taken by two rows": (
        "first that fits", "A, K | 1\n  Q, J | 2\n  K, Q | 3\n  - | 0",
        ["B04 K, Q: the row `K, Q` can never be reached"],
    ),
    "behind the rest": (
        "first that fits", "A | 1\n  - | 0\n  K | 3",
        ["B04 K: the row `K` can never be reached"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_by_ranks(mistakes, name: str) -> None:
    reading, rows, told = TABLES[name]
    assert mistakes(f"\ntable probe(rank: Rank), {reading}\n  rank | gives\n  {rows}\n") == told


def test_a_matrix_without_a_column(mistakes) -> None:
    found = mistakes(
        "\ntable pays(mine: Kind, other: Kind), exactly one fits\n"
        "  mine \\ other | pair\n  pair | 0\n  loose | 1\n"
    )
    assert found == ["B06 pays: no column of `pays` fits `loose`"]


def test_a_matrix_without_a_row(mistakes) -> None:
    found = mistakes(
        "\ntable pays(mine: Kind, n: 1..2), exactly one fits\n"
        "  n \\ mine | pair | loose\n  1 | 0 | 1\n"
    )
    assert found == ["B02 pays: no row of `pays` fits `2`"]


def test_none_is_a_value_where_a_row_names_it(checked, mistakes) -> None:
    head = "\ntable probe(cards: Cards), first that fits\n  suit of cards | gives\n"
    checked(f"{head}  none | 0\n  - | 1\n")
    assert mistakes(f"{head}  none | 0\n  ♠, ♥ | 1\n") == ["B02 probe: no row of `probe` fits ♦, ♣"]


JOKERS = (
    'edition 1\ngame "Jokers"\nplayers 2\npack\n  ranks 7 8 9\n  cards joker x2\n'
    "zones\n  stock: Pile, face down, starts with the pack\n  row: Pile, face up\n"
    "table worth(card: Card), first that fits\n  {}\n"
    'match\n  shuffle stock\n  move top of stock to row\n  say "{{worth of top of row}}"{}\n'
)
NAMED = '\n  say "{worth of joker}"'
NO_SUIT = "B02 worth: no row of `worth` fits a card without a suit"


@pytest.mark.parametrize(
    ("rows", "asked", "told"),
    [
        ("suit of card | gives\n  ♠, ♥, ♦, ♣ | 1\n  - | 0", "", []),
        ("rank of card | gives\n  7..9 | 1\n  - | 0", "", []),
        ("suit of card | gives\n  ♠, ♥, ♦, ♣ | 1\n  none | 0", "", []),
        ("suit of card | gives\n  ♠, ♥, ♦, ♣ | 1\n  none | 0\n  - | 0", "",
         ["B04 -: the row `-` can never be reached"]),
        ("suit of card | gives\n  ♠, ♥, ♦, ♣ | 1", "", [f"{NO_SUIT} (a doubt)"]),
        ("suit of card | gives\n  ♠, ♥, ♦, ♣ | 1", NAMED, [NO_SUIT]),
        ("suit of card | gives\n  ♠, ♥, ♦ | 1\n  none | 0", "",
         ["B02 worth: no row of `worth` fits ♣"]),
        # what has a rank has a suit too
        ("suit of card | rank of card | gives\n  - | 7..9 | 1\n  none | - | 0", "", []),
        ("suit of card | rank of card | gives\n  - | 7..9 | 1", "",
         ["B02 worth: no row of `worth` fits a card without a suit and a card without a rank"
          " (a doubt)"]),
    ],
)  # fmt: skip
def test_a_joker_has_no_suit_and_no_rank(tmp_path, rows: str, asked: str, told: list[str]) -> None:
    path, report = tmp_path / "jokers.cards", Report()
    path.write_text(JOKERS.format(rows, asked), encoding="utf-8")
    inspect_fully(path, path.name, report)
    found = [
        f"{one.code} {one.span.text}: {one.title}" + " (a doubt)" * (one.severity == WARNING)
        for one in report.in_order()
    ]
    assert found == told


def test_what_may_be_none_leaves_a_case_for_the_rest(checked, mistakes) -> None:
    """It needs no row by itself."""
    head = "\ntable probe(suit: Suit or none), first that fits\n  suit | gives\n"
    checked(f"{head}  ♠, ♥, ♦, ♣ | 0\n  - | 1\n")
    checked(f"{head}  ♠, ♥, ♦, ♣ | 0\n")
    assert mistakes(f"{head}  ♠, ♥, ♦, ♣ | 0\n  none | 1\n  - | 1\n") == [
        "B04 -: the row `-` can never be reached"
    ]


def test_bounds_that_are_reckoned_are_no_gap(checked) -> None:
    """A rank's number runs from 1 to 13, whatever is in the pack."""
    checked(
        "\ntable probe(rank: Rank), exactly one fits\n"
        "  number of rank | gives\n  1 | 1\n  7..10 | 2\n  11..13 | 3\n"
    )


@pytest.mark.parametrize(
    "rows, code",
    [
        (("2..9", "10..K", "A"), ""),
        (("2..9", "10..A"), ""),
        (("A..9", "10..K"), ""),
        (("2..9", "J..A"), "B02"),
        (("2..10", "10..A"), "B03"),
    ],
)
def test_a_range_of_ranks_is_each_of_them(tmp_path, rows, code):
    text = head("Ranges", "2", "A 2 3 4 5 6 7 8 9 10 J Q K")
    text += 'match\n  say "{worth of A}"\n\ntable worth(rank: Rank), exactly one fits\n'
    text += "  rank | points\n" + "".join(f"  {row} | {n}\n" for n, row in enumerate(rows))
    report = Report()
    path = tmp_path / "ranges.cards"
    path.write_text(text, encoding="utf-8")
    inspect_fully(path, path.name, report)
    assert [problem.code for problem in report.problems] == [code] * bool(code)
