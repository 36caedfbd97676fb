"""What bots do by a policy: the first row that fits, the best of its moves; else by chance."""

import pytest

from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import RulesetError
from hoyle.interpreter.runtime.bots import Bots, Manners
from tests.heads import head

GAME = head("Rows")
GAME += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  dealer: Seat = first_seat
  purse of Seat: 0..1000000 = 900000

define first_seat = first seat in seats where seat is not last of seats

phase deal_out
  shuffle stock
  deal 5 each from stock to hand of seat for seat in seats

match
  deal_out
  for seat in seats
    choose seat
      play card in hand of seat
        must rank of card is not A
        move card to heap
      bid low in 1..3, high in low..larger(9, purse of seat)
        purse of seat -= low
      stake amount in 5..purse of seat
        purse of seat -= amount
      pass

"""


@pytest.fixture
def moves(tmp_path):
    """The moves of both seats in one game, as text, and their hands before them."""

    def play(rows, manners=None, seed=1):
        path = tmp_path / "rows.cards"
        path.write_text(GAME + "policy rows\n" + rows, encoding="utf-8")
        table = load(path).table()
        position = table.start(seed)
        bots = Bots(seed, table.engine, manners or Manners("rows"))
        found = []
        while not position.over:
            hand, before = position["hand", position.seat], list(position.slots)
            move = bots.move(position)
            assert list(position.slots) == before
            found.append((position.text(move), hand))
            position = position.play(move)
        return found

    return play


RANKS = ["7", "8", "9", "T", "J", "Q", "K"]


def place(card):
    return RANKS.index(card[0])


def test_a_move_is_weighed_by_the_hand_that_it_leaves(moves):
    """A ranking tells hands of one kind apart; the words of its kinds alone would not."""
    ranking = """\

ranking kind(cards: Cards), best first
  even  | size of cards is 4 | total number of rank of card for card in cards
  loose | otherwise          | 0
"""
    for way, take in (("highest", min), ("lowest", max)):
        rows = f"  match.play {way} kind of (hand of seat - card)\n"
        (text, hand), *_ = moves(rows + ranking)
        assert text.startswith("play ")
        kept = [card for card in hand if not card.startswith("A")]
        assert place(text.split()[1]) == place(take(kept, key=place))


def test_the_first_row_that_fits_counts(moves):
    assert [text for text, _ in moves("  match.pass when no\n  match.pass\n  match.play\n")] == [
        "pass", "pass",
    ]  # fmt: skip


@pytest.mark.parametrize(("word", "best"), [("highest", max), ("lowest", min)])
def test_the_best_of_the_legal_moves_is_taken(moves, word, best):
    rows = f"  match.play {word} number of rank of card when rank of card in [7, 8, 9]\n"
    rows += "  match.pass\n"
    for seed in range(8):
        for text, hand in moves(rows, seed=seed):
            fit = [place(card) for card in hand if card[0] in "789"]
            assert text == "pass" if not fit else place(text.split()[1]) == best(fit)


def test_what_may_not_be_played_is_never_wished_for(moves):
    for seed in range(8):
        for text, hand in moves("  match.play highest 1 when rank of card is A\n", seed=seed):
            assert text.split()[0] in ("play", "bid", "stake", "pass")
            assert not text.startswith("play A")
            assert hand


def test_an_amount_of_many_is_taken_at_its_end(moves):
    """The ends of a range are known without going through it."""
    for word, amount in (("lowest", 5), ("highest", 900000)):
        texts = [text for text, _ in moves(f"  match.stake {word} amount\n")]
        assert texts == [f"stake {amount}"] * 2


def test_one_of_several_values(moves):
    for wish, best in (("lowest low", "1 1"), ("highest low", "3 3"), ("highest high", "1 900000")):
        texts = [text for text, _ in moves(f"  match.bid {wish} when low is not 2\n")]
        assert texts == [f"bid {best}"] * 2


def test_a_test_of_the_choice_and_one_of_the_move(moves):
    rows = "  match.stake highest amount when seat is dealer and amount < 8\n  match.pass\n"
    assert [text for text, _ in moves(rows)] == ["stake 7", "pass"]


def test_where_no_row_fits_it_is_drawn_as_at_random(moves):
    drawn = moves("  match.pass when no\n", seed=5)
    assert drawn == moves("  match.pass\n", Manners("random"), seed=5)


def test_each_plays_in_a_manner_of_its_own(moves):
    rows = "  match.pass\n"
    at_random = moves(rows, Manners("random"), seed=5)
    both = moves(rows, Manners("random", seats={1: "rows"}), seed=5)
    assert both[0] == at_random[0] and both[1][0] == "pass" != at_random[1][0]


def test_a_role_is_whoever_holds_it_when_it_is_asked(moves, tmp_path):
    moves("  match.pass\n")
    table = load(tmp_path / "rows.cards").table()
    [slot] = [family.base for family in table.machine.families if family.name == "dealer"]
    found = moves("  match.pass\n", Manners("random", roles={slot: "rows"}), seed=5)
    assert found[0][0] == "pass" != found[1][0]


@pytest.mark.parametrize(("row", "says"), [
    ("match.pass when rank of top of stock is 7", "the chooser cannot see"),
    ("match.play lowest size of (hand of left of seat where its rank is 7)", "cannot see"),
    ("match.play lowest (total number of rank of one for one in hand of seat)", ""),
    ("match.lay", "nothing called `lay` can be chosen in `match`"),
    ("mach.pass", "there is no phase called `mach`"),
    ("match.pass when 3", "`when` is followed by a question"),
    ("match.play highest card", "a number"),
    ("match.pass highest amount", "there is nothing called `amount`"),
])  # fmt: skip
def test_rows_are_checked_as_conditions_are(tmp_path, row, says):
    path = tmp_path / "rows.cards"
    path.write_text(f"{GAME}policy rows\n  {row}\n", encoding="utf-8")
    if not says:
        load(path)
        return
    with pytest.raises(RulesetError) as refused:
        load(path)
    assert says in str(refused.value)
    assert f"rows.cards:{GAME.count(chr(10)) + 2}:" in str(refused.value)
