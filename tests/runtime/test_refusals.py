"""What is said of a choice that is none: how many are wanted, what is not held."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from tests.heads import head

TEXT = head("Passing")
TEXT += """\
  hand of Seat: Cards, seen by owner, at most 6
  row: Cards, face up
  aside of Seat: Cards, face down

match
  shuffle stock
  deal 4 at a time from stock to hand of seat for seat in seats
  move top of stock to row
  for seat in seats
    choose seat
      pass cards in subsets(hand of seat, 3)
        move cards to aside of seat
      lay cards in subsets(hand of seat)
        must size of cards > 1 "at least two"
        move cards to aside of seat
      drop card in hand of seat
        move card to aside of seat
      burn card in hand of seat where its suit is ♠
        move card to aside of seat
      take card in row
        move card to hand of seat
      wait
      speak_out n in 1..3
      wager n in [2, 4, 8]
      stake n in [2, 4, 8], to in 1..2
        must n + to < 9 "too much"
      shift card in hand of seat, to in 1..2
"""


CARDS = "a card is a rank (7 8 9 T J Q K A) and a suit (S H D C), as in `7S`"


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> hoyle.Position:
    path = tmp_path_factory.mktemp("passing") / "passing.cards"
    path.write_text(TEXT, encoding="utf-8")
    return hoyle.load(path).table(2).start(pack="7S 7H 9S JS KS KD QC QH AS")


def ask(position: hoyle.Position, move: str) -> str:
    refusal = position.why_not(move)
    return str(refusal) if refusal else "allowed"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("pass 7S 9S", "3 cards are wanted, not 2"),
        ("pass 7S 7H 9S JS", "3 cards are wanted, not 4"),
        ("pass 7S 7H QD", "you do not hold QD"),
        ("pass 7S 8H QD", "you do not hold 8H QD"),
        # any number may be laid: the hand only happens to hold four
        ("lay 7S 8S 9S 10S JS QS KS", "you do not hold 8S TS QS KS"),
        ("lay 7S 7H 9S JS AS", "AS lies in row; to choose from: JS 9S 7S 7H"),
        ("drop QD", "you do not hold QD"),
        ("take QD", "QD is not one of those to choose from: AS"),  # the row is nobody's hand
        ("burn 7H", "7H is not one of those to choose from: JS 9S 7S"),
        ("drop AS", "AS lies in row; to choose from: JS 9S 7S 7H"),
        ("pass 7S QD AS", "AS lies in row; to choose from: JS 9S 7S 7H"),
        ("wager 3", "3 is not one of those to choose from: 2 4 8"),
        ("wager 1", "1 is not one of those to choose from: 2 4 8"),  # less than any of them
        ("wager 90", "90 is not one of those to choose from: 2 4 8"),
        (
            "stake 3 1",
            "3 is not one of those to choose from; legal now: 2 4",
        ),  # 8 is always too much
        ("stake 8 1", "too much"),
        ("pass 7S 7H 9S", "allowed"),
    ],
)
def test_a_choice_is_refused_by_what_is_wrong_with_it(
    start: hoyle.Position, move: str, says: str
) -> None:
    assert ask(start, move) == says


def test_cards_to_choose_from_are_told_as_a_hand_is(tmp_path: Path) -> None:
    """By suit, the highest first; not one pack behind the other."""
    path = tmp_path / "two.cards"
    heading = head("Two packs", "1").replace("\nzones", "  copies 2\n\nzones", 1)
    text = """\
  hand of Seat: Cards, seen by owner

match
  move [7♠ 8♥ 7♥' 9♠' 8♦] to hand of (first s in seats)
  choose
    lay card in hand of seats where its suit is not ♦
    done
"""
    path.write_text(heading + text, encoding="utf-8")
    says = ask(hoyle.load(path).table(1).start(seed=1), "lay 8D")
    assert says == "8D is not one of those to choose from: 9S' 7S 8H 7H'"


def test_a_place_has_the_name_that_transcripts_give_it(tmp_path: Path) -> None:
    path = tmp_path / "places.cards"
    text = """\
  hand of Seat: Cards, seen by owner
  meld(Seat, Rank): Cards, face up
  place(Seat, 1..2): Pile, face up
  row(1..2): Pile, face up

match
  move 7♥ to hand of (first s in seats)
  move 8♠ to meld((first s in seats), 8)
  move 9♠ to place((first s in seats), 2)
  move 10♠ to row(1)
  for seat in seats
    choose seat
      play card in hand of seat
      done
"""
    path.write_text(head("Melds") + text, encoding="utf-8")
    start = hoyle.load(path).table(2).start(seed=1)
    for card, place in (("8S", "meld 8 of ann"), ("9S", "ann's place 2"), ("TS", "row 1")):
        assert ask(start, f"play {card}") == f"{card} lies in {place}; to choose from: 7H"


CHOSEN = """\
  hand of Seat: Cards, seen by owner
  heap: Cards, face up

match
  move [7♠ 7♥' 8♦] to hand of (first s in seats)
  move 9♦ to heap
  choose
    meld cards in subsets(hand of seats where its rank is 7, {size})
      move cards to heap
    either cards in subsets(hand of seats where its suit is ♥, 2) + subsets(heap, 3)
      move cards to heap
    nines cards in subsets(hand of seats where its rank is 9, 2)
      move cards to heap
    alike cards in groups of hand of seats
      move cards to heap
    done
"""


@pytest.mark.parametrize(
    ("size", "move", "says"),
    [
        # each card is read as the copy that can be chosen, else as one that is seen
        (2, "meld 7S 7C", "you do not hold 7C"),
        (2, "meld 7H 7C", "you do not hold 7C"),
        (2, "meld 7H 8D", "8D is not one of those to choose from: 7S 7H'"),
        # of the two one lies in sight, and the other may be the one that is meant
        (2, "meld 7S 9D", "you do not hold 9D"),
        (2, "meld 7H 7H", "only one 7H can be chosen"),
        (2, "meld 7H' 7C", "you do not hold 7C"),
        # where there are too few for a single way, it is still known what they are chosen from
        (3, "meld 7S 7H 7C", "you do not hold 7C"),
        (3, "meld 7S 7H 8D", "8D is not one of those to choose from: 7S 7H'"),
        (3, "meld 7S 7H 9D", "you do not hold 9D"),
        (3, "meld 7S 7H", "3 cards are wanted, not 2"),
        (2, "either 7H 8D", "8D is not one of those to choose from: 7H' 9D"),
        (2, "either 7H", "2 or 3 cards are wanted, not 1"),
        (2, "alike 7S 8D", "cards of one rank are wanted"),
        (2, "alike 7S 7H 9D", "you do not hold 9D"),
        (2, "nines 9D 9S", "there are no such cards to choose from"),
    ],
)
def test_of_several_cards_the_one_is_blamed_that_cannot_be_chosen(
    tmp_path: Path, size: int, move: str, says: str
) -> None:
    path = tmp_path / "chosen.cards"
    head_of_it = head("Chosen", "1").replace("\nzones", "  copies 2\n\nzones", 1)
    path.write_text(head_of_it + CHOSEN.format(size=size), encoding="utf-8")
    assert ask(hoyle.load(path).table(1).start(seed=1), move) == says


def test_a_hidden_card_is_refused_wherever_it_lies(start: hoyle.Position) -> None:
    in_the_other_hand, in_the_stock = "KS", "KH"
    for card in (in_the_other_hand, in_the_stock):
        assert ask(start, f"drop {card}") == f"you do not hold {card}"
        assert ask(start, f"pass 7S 7H {card}") == f"you do not hold {card}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pass", "`pass` wants 3 cards, as in `pass 7S 7H 7D`"),
        ("lay", "`lay` wants cards, as in `lay 7S 7H`"),
        ("pass 7S 7S 9S", "`7S` is named twice"),
        ("pass 7S two 9S", f"`two` is not a card; {CARDS}"),
        ("drop 5H", f"the pack has no `5H`; {CARDS}"),
        ("drop", "`drop` wants one card, as in `drop 7S`"),
        (
            "shift 7S",
            "`shift` wants one card and `to`; 1 was read: `7S`; `to` is a number from 1 to 2",
        ),
        ("drop 7S 9S", "`drop` wants one card; 2 were read: `7S`, `9S`"),
        ("wait now", "`wait` wants nothing more; 1 was read: `now`"),
        ("speak out", "`speak-out` wants n; `n` is a number from 1 to 3"),
        (
            "speak out 3 4",
            "`speak-out` wants n; 2 were read: `3`, `4`; `n` is a number from 1 to 3",
        ),
    ],
)
def test_what_is_no_choice_says_why(start: hoyle.Position, text: str, says: str) -> None:
    with pytest.raises(hoyle.NotAMove) as caught:
        start.parse(text)
    assert str(caught.value) == says


SHARED = """edition 1
game "Shared"

players 1

use spanish_pack

zones
  stock: Pile, face down
  hand of Seat: Cards, face up, starts with the pack

match
  for seat in seats
    choose seat
      play card in hand of seat
        end match
      lay cards in subsets(hand of seat, 2)
        end match
"""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play 7 of cups", "play 7-of-cups"),
        ("lay 7 of cups king of coins", "lay [7-of-cups king-of-coins]"),
        ("lay [7 of cups, king of coins]", "lay [7-of-cups king-of-coins]"),
    ],
)
def test_a_card_is_read_as_the_rules_write_it(tmp_path: Path, text: str, move: str) -> None:
    path = tmp_path / "shared.cards"
    path.write_text(SHARED, encoding="utf-8")
    position = hoyle.load(path).table(1).start(seed=1)
    assert position.text(position.parse(text)) == move
    with pytest.raises(hoyle.NotAMove, match=r"jack J.* suit \(coins cups swords clubs\)"):
        position.parse("play 5Z")


NAMED = """\
match
  choose
    name suit in suits, rank in ranks
      end match
"""


@pytest.mark.parametrize("text", ["name hearts ace", "name H a", "name ♥ A", "name heart Ace"])
def test_ranks_and_suits_of_the_french_pack_have_their_english_names(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "named.cards"
    path.write_text(head("Named", "1", "7 8 A") + NAMED, encoding="utf-8")
    position = hoyle.load(path).table(1).start(seed=1)
    assert position.text(position.parse(text)) == position.text(position.parse("name H A"))


GROUPS = """\
  hand of Seat: Cards, seen by owner
  heap: Cards, face up

define sets(cards: Cards) = subsets(cards, 2) where one_rank of it

match
  move [7♠ 7♥ 7♥' 9♦ 9♠ Q♣] to hand of (first s in seats)
  move [A♠ K♠] to heap
  choose
    meld one in sets(hand of seats), second in sets(hand of seats - one)
      move one + second to heap
    send card in hand of seats where it is A♠
      move card to heap
    done
"""


@pytest.mark.parametrize(
    ("move", "says"),
    [
        # what is held is not blamed beside what is not
        ("meld [Q♣ 8♦] [7♠ 7♥]", "you do not hold 8D"),
        ("meld [Q♣ A♠] [7♠ 7♥]", "you do not hold AS"),  # of two one lies in sight
        ("meld [7♥ 7♥] [7♥ 9♠]", "you hold 7H only twice"),
        ("meld [9♦ 9♠] [9♦ 7♠]", "you hold 9D only once"),
        # where each can be chosen, but not with the others, it is said which can
        (
            "meld [7♠ 9♠] [7♥ 9♦]",
            "that is not one of those to choose from: [7S 7H] [9S 9D] [7H 7H']",
        ),
        ("meld [9♠ 9♦] [7♠ 7♥]", "allowed"),
        # where nothing is offered, it is still known from which hand
        ("send A♠", "you do not hold AS"),
    ],
)
def test_of_several_groups_what_is_missing_is_named(tmp_path: Path, move: str, says: str) -> None:
    path = tmp_path / "groups.cards"
    head_of_it = head("Groups", "1").replace("\nzones", "  copies 2\n\nzones", 1)
    path.write_text(head_of_it + GROUPS, encoding="utf-8")
    assert ask(hoyle.load(path).table(1).start(seed=1), move) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("meld", "`meld` wants `one` and `second`, as in `meld [7S 7H] [7D 7C]`"),
        (
            "meld [7S 7H]",
            "`meld` wants `one` and `second`; 1 was read: `[7S 7H]`; "
            "it is said as in `meld [7S 7H] [7D 7C]`",
        ),
    ],
)
def test_groups_are_said_in_brackets(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "groups.cards"
    head_of_it = head("Groups", "1").replace("\nzones", "  copies 2\n\nzones", 1)
    path.write_text(head_of_it + GROUPS, encoding="utf-8")
    with pytest.raises(hoyle.NotAMove) as caught:
        hoyle.load(path).table(1).start(seed=1).parse(text)
    assert str(caught.value) == says


COLUMNS = (
    head("Columns", "1")
    + """\
  column(1..2): Pile, face up

match
  move [7♠ 9♠] to column(1)
  move 8♠ to column(2)
  choose
    shift card in top(column(1), 1)
      move card to column(2)
"""
)


def test_one_of_several_places_has_its_number_behind_its_name(tmp_path: Path) -> None:
    path = tmp_path / "columns.cards"
    path.write_text(COLUMNS, encoding="utf-8")
    position = hoyle.load(path).table(1).start(seed=1)
    assert ask(position, "shift 8S") == "8S lies in column 2; to choose from: 9S"
