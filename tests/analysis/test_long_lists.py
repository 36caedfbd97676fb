"""Choices among all subsets of cards: warned of where nothing keeps the cards few."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.runtime.fault import WorkSpent
from tests.analysis.test_traps import find
from tests.heads import head

GAME = """\
  hand of Seat: Cards, seen by owner
  board: Cards, face up{bound}
match
  shuffle stock
  deal 2 each from stock to hand of s for s in seats
  for s in seats
    choose s
      lay card in hand of s, cards in {chosen}
        move card to board
define low(rank: Rank) = board where number of its rank < number of rank
define picks(cards: Cards) = subsets of cards
define few_or_two(cards: Cards) =
  subsets of cards if size of cards <= 12 else subsets(cards, 2)
define first_of_rank(card: Card) =
  card is (first other in board where rank of other is rank of card)
define few(cards: Cards) = size of cards < 10
define mixed(cards: Cards) = any part in subsets of cards where not one_rank of part
"""


@pytest.mark.parametrize(
    "chosen, bound, warned",
    [
        ("subsets of board", ", at most 12", False),
        ("subsets of low(rank of card)", "", True),
        ("subsets of low(rank of card)", ", at most 12", False),
        ("groups of board + subsets of board", ", at most 13", True),
        ("subsets of low(rank of card)", ", at most 13", False),
        ("groups of hand of s + subsets of board", "", True),
        ("subsets of (board where number of its rank < number of rank of card)", "", True),
        ("subsets of (board where its rank is rank of card)", "", False),
        ("subsets of (board where its suit is ♥ and number of its rank > 1)", "", False),
        ("subsets of (board where its rank in [7 8 9])", "", False),
        ("subsets of (board where its rank in [7 8 9 10])", "", True),
        ("subsets of (board where size of board < 13)", "", False),
        ("subsets of (board where first_of_rank of it)", "", False),
        ("subsets of (board where number of its rank > 1 and first_of_rank of it)", "", False),
        ("picks(low(rank of card))", "", True),
        ("groups of board + picks of board", "", True),
        ("groups of board + picks of board", ", at most 12", False),
        ("groups of board + picks(board where first_of_rank of it)", "", False),
        ("subsets(board, 2)", "", False),
        ("few_or_two of board", "", False),
        ("subsets of board if board is empty else subsets(board, 2)", "", True),
    ],
)
def test_subsets_without_a_bound(tmp_path: Path, chosen: str, bound: str, warned: bool) -> None:
    text = head("Long", "2", "A 2 3 4 5 6 7 8 9 10") + GAME.format(chosen=chosen, bound=bound)
    problems = find(tmp_path, text, "C01")
    assert [problem.span.text for problem in problems] == ["subsets"] * warned


@pytest.mark.parametrize(
    "condition, bound, warned",
    [
        ("not any part in subsets of board where size of part > 3", "", True),
        ("size of board > 9 or any part in subsets of board where one_rank of part", "", False),
        ("not any part in subsets of board where one_rank of part", "", True),
        ("not any part in subsets of board where one_rank of part", ", at most 12", False),
        ("not any part in subsets(board, 2) where one_rank of part", "", False),
        ("not mixed of board", "", True),
        ("not mixed(board where first_of_rank of it)", "", False),
        ("few of board and not mixed of board", "", False),
        (
            "board is empty or every part in subsets of low(rank of card): one_rank of part",
            "",
            True,
        ),
    ],
)
def test_subsets_in_a_condition(tmp_path: Path, condition: str, bound: str, warned: bool) -> None:
    text = head("Long", "2", "A 2 3 4 5 6 7 8 9 10") + GAME.format(
        chosen="groups of board", bound=bound
    ).replace("        move card", f'        must {condition}  "no"\n        move card')
    problems = find(tmp_path, text, "C01")
    assert [problem.span.text for problem in problems] == ["subsets"] * warned


@pytest.mark.parametrize(
    "bound, warned", [("", True), (", at most 13", True), (", at most 12", False)]
)
def test_layouts_of_melds(tmp_path: Path, bound: str, warned: bool) -> None:
    condition = "any plan in arrangements(board, few) where rest of plan is empty"
    text = head("Long", "2", "A 2 3 4 5 6 7 8 9 10") + GAME.format(
        chosen="groups of board", bound=bound
    ).replace("        move card", f'        must {condition}  "no"\n        move card')
    problems = find(tmp_path, text, "C01")
    assert [problem.span.text for problem in problems] == ["arrangements(board,"] * warned
    assert all(len(problem.help) == 3 for problem in problems)


def test_a_small_pack_has_no_long_list(tmp_path: Path) -> None:
    text = head("Short", "2", "7 8 9") + GAME.format(
        chosen="subsets of low(rank of card)", bound=""
    )
    assert not find(tmp_path, text, "C01")


TWO_AT_ONCE = """\
  hand of Seat: Cards, seen by owner
match
  shuffle stock
  deal {many} each from stock to hand of s for s in seats
  for s in seats
    choose s
      set back in subsets(hand of s, 5), middle in subsets(hand of s - back, 5)
        must {condition}
"""
LONG = "(count c in middle where any d in back where rank of d is rank of c) < 4 and two(middle)"
DEFINE = "define two(cards: Cards) = any c in cards where not any d in cards where c is d\n"


@pytest.mark.parametrize(
    "many, condition, warned",
    [
        (13, f"{LONG}", True),
        (13, "size of middle is 5", False),
        (13, "(total number of rank of c for c in middle) < 30", False),
        (10, f"{LONG}", False),
    ],
)
def test_several_sets_at_once(tmp_path: Path, many: int, condition: str, warned: bool) -> None:
    game = TWO_AT_ONCE.format(many=many, condition=condition)
    text = head("Long", "2", "A 2 3 4 5 6 7 8 9 10") + game + DEFINE
    problems = find(tmp_path, text, "C01")
    assert [problem.span.text for problem in problems] == ["set"] * warned
    if warned:
        with pytest.raises(WorkSpent, match="`back` be chosen first, and `middle` in a `choose`"):
            load_untried(tmp_path / "traps.cards").table(2).start(1).legal()


@pytest.mark.parametrize(
    "dealt, chosen, told",
    [
        (16, "subsets(hand of s, 5)", True),
        (15, "subsets(hand of s, 5)", False),  # 3,003
        (16, "groups of hand of s + subsets(hand of s, 5)", True),
        (16, "subsets(hand of left of s, 5)", True),  # whoever it is has as many
        (16, "subsets(hand of s where its suit is ♥, 5)", False),
        (16, "subsets(hand of s, 5)\n        must size of hand of s < 10", False),
    ],
)
@pytest.mark.parametrize("room", ["", ", at most 17"])
def test_more_ways_than_can_be_listed(
    tmp_path: Path, dealt: int, chosen: str, told: bool, room: str
) -> None:
    """A game with four has fewer cards each; the fewest players are looked at."""
    text = head("Long", "3..4", "2 3 4 5 6 7 8 9 10 J Q K A") + (
        f"  hand of Seat: Cards, face up{room}\n  heap: Pile, face up\nmatch\n  shuffle stock\n"
        f"  deal ({dealt} if players is 3 else 9) each from stock to hand of s for s in seats\n"
        f"  for s in seats\n    choose s\n      lay cards in {chosen}\n"
        "        move cards to heap\n      pass\n"
    )
    found = [problem.title for problem in find(tmp_path, text, "C01")]
    ways = "there are 4,368 ways to choose 5 of 16 cards, and 4,096 is the most"
    assert (ways in found) is told
    assert len(found) <= 1
