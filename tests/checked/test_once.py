"""One mistake is told once: what follows from it is not told."""

from __future__ import annotations

import pytest


def test_a_misspelt_name_is_told_once_wherever_it_stands(mistakes) -> None:
    found = mistakes("  dealer = left of daeler\n  show hand of daeler\n  win daeler\n")
    assert found == ["N01 daeler: there is nothing called `daeler`"]


def test_a_misspelt_declaration_is_told_once(mistakes) -> None:
    found = mistakes(
        "  deal 1 each from stock to hand of seat for seat in seats\n  show hand of seats\n",
        old="hand of Seat:", new="hnad of Seat:",
    )  # fmt: skip
    assert found == ["N01 hand: there is no zone, state or field called `hand`"]


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("  one_rank\n\nphase one_rank\n  stop\n", "one_rank"),
        ("  owner = dealer\n  win owner\n\nstate\n  owner: Seat or none = none\n", "owner"),
        ("  if last\n    end match\n\ndefine last = size of stock < 2\n", "last"),
    ],
)
def test_a_name_that_the_language_has_is_told_where_it_is_declared(mistakes, lines, name) -> None:
    assert mistakes(lines) == [f"N02 {name}: `{name}` is a word the language has already"]


def test_a_misspelt_alternative_is_told_once(mistakes) -> None:
    found = mistakes("  if pace is slow\n    end match\n", old="slow or quick", new="solw or quick")
    assert found == ["O01 slow: `slow` is not one of solw, quick"]


@pytest.mark.parametrize("line", ["payoff of seat = size of hand of seat", "payoff = 3"])
def test_a_payoff_among_the_steps_is_told_once(mistakes, line: str) -> None:
    place = line.partition(" =")[0]
    found = mistakes(f"  {line}\n")
    assert found == [f"N03 {place}: a payoff is no step: it is said once, for the whole game"]


def test_a_field_of_something_unknown_is_not_told(mistakes) -> None:
    found = mistakes("  for box in boxes of seats\n    stake of bxo = 2\n")
    assert found == ["N01 bxo: there is nothing called `bxo`"]


def test_a_library_that_is_not_found_may_give_anything(mistakes) -> None:
    found = mistakes("\ndefine follows(card: Card) = suit of card is led\n", use="use trciks\n")
    assert found == ["N05 trciks: there is no library called `trciks`"]


@pytest.mark.parametrize("pile", ["", "trick: Cards, face up", "trick of Seat: Pile, face up"])
def test_a_library_that_lacks_what_it_expects_may_give_anything(mistakes, pile: str) -> None:
    found = mistakes(
        "\ndefine follows(card: Card) = suit of card is led\n",
        old="trick: Pile, face up", new=pile, use="use tricks\n",
    )  # fmt: skip
    assert len(found) == 1
    assert found[0].startswith("N11 tricks: `tricks` expects `trick")


def test_a_rank_forgotten_in_the_pack_is_told_once(mistakes) -> None:
    found = mistakes(
        "\ndefine low(card: Card) = rank of card in [7, 8]\n",
        old="ranks 7 8 9", new="ranks 7 9",
    )  # fmt: skip
    assert found == ["P03 8: the pack has no 8"]


def test_or_between_a_question_and_figures_is_told_once(mistakes) -> None:
    found = mistakes("  if players is 2 or 3 or 4\n    end match\n")
    assert found == ["T04 3: `or` stands between two questions, but `3` is a number"]


def test_a_definition_that_needs_itself_is_told_once(mistakes) -> None:
    found = mistakes("\ndefine one = two + 1\ndefine two = one + 1\n")
    assert [problem[:3] for problem in found] == ["F01"]


def test_an_argument_of_another_type_leaves_the_whole_unknown(mistakes) -> None:
    found = mistakes("  dealer = points of dealer\n")
    assert found == ["T01 dealer: a card is wanted here, but `dealer` is a seat"]


def test_examples_wait_for_the_rules(mistakes) -> None:
    found = mistakes(
        '  win daeler\n\nexample "two"\n  players ann bob\n  start match\n  ann: play A♥\n'
    )
    assert found == ["N01 daeler: there is nothing called `daeler`"]


def test_a_type_that_names_itself(mistakes) -> None:
    found = mistakes("\ntype One = Two or none\ntype Two = One\n\nstate\n  one: One = none\n")
    assert [problem[:3] for problem in found] == ["N04"]


def test_what_is_not_a_type(mistakes) -> None:
    found = mistakes("\ndefine half(of_what: players) = of_what / 2\n")
    assert [problem[:3] for problem in found] == ["N04"]


@pytest.mark.parametrize("type_", ["alone or A", "Mannre or none"])
def test_the_alternatives_of_a_type_that_is_wrong_are_not_asked_for(mistakes, type_: str) -> None:
    found = mistakes(f"  for one in Way\n    show stock\n\ntype Way = {type_}\n")
    assert [problem[:3] for problem in found] == ["N04"]


def test_an_unknown_word_before_in_may_mean_no_question(mistakes) -> None:
    lines = "\ndefine made(seat: Seat) = sum of worht of kards in hand of seat\n"
    lines += "\ndefine enough(seat: Seat) = made of seat > 3\n"
    assert {one.split()[0] for one in mistakes(lines)} == {"N01"}


@pytest.mark.parametrize("asked", ["is pair", "in [pair, loose]"])
def test_a_row_beside_something_unknown_may_be_right(mistakes, asked: str) -> None:
    found = mistakes(
        f"\nranking sort(cards: Cards), best first\n  pair | size of cards is 2\n"
        f"  loose | otherwise\ndefine good(cards: Cards) = sort of natrual of cards {asked}\n"
    )
    assert found == ["N01 natrual: there is no zone, state or field called `natrual`"]
