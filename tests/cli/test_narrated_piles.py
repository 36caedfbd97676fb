"""How a transcript tells of the piles of a seat: what lies on top, what is below, what is gone."""

import pytest

from tests.heads import head

OWN_PILES = """\
zones
  goal of Seat: Pile, face down
  own(Seat, 1..2): Pile, face up
  heap(1..2): Pile, face up
  away: Pile, face down

define reach(seat: Seat) = hand of seat + top(goal of seat, 1) + top(own(seat, 1), 1)

match
  move 3 from stock to goal of one
  move 2 from stock to own(one, 1)
  move 2 from stock to hand of one
  show top of goal of one
  repeat, however long
    choose one
      lay card in reach of one
        move card to heap(1)
        {after}
        if goal of one is empty
          stop
        show top of goal of one
"""


def test_from_which_pile_a_card_comes_is_told_where_it_may_be_another(run):
    told = " ".join(" ".join(run(OWN_PILES.format(after=""))).split())
    assert "goal of ann shown: 7♥, 2 below" in told
    assert "lay 7♥ from goal to heap 1 → goal shown: 8♠, 1 below" in told
    assert "lay 8♠ from goal to heap 1 → goal shown: 7♠ ·" in told  # the last one
    assert "lay 7♦ from own 1 to heap 1" in told


def test_a_pile_that_a_move_has_emptied_is_told_behind_the_sentence_too(run):
    text = OWN_PILES.format(after='say "laid"\n        move heap(1) to away')
    text = text.replace("hand of seat + top(goal of seat, 1) + ", "")
    lines = run(text.replace("if goal of one", "if own(one, 1)"))
    assert lines[-4:-2] == ["laid", "ann's own 1: empty"]


@pytest.mark.parametrize(
    "cards", ["top(board, 2)", "near", "subsets of top(board, 3)", "subsets(near, 1)"]
)
def test_the_table_is_told_in_full_where_players_choose_among_the_uppermost_of_it(run, cards):
    lines = run(f"""\
zones
  board: Pile, face up
  won of Seat: Cards, face down

define near = top(board where rank of it is 7 or suit of it is ♠, 12)

match
  move 4 from stock to board
  choose one
    take some in {cards}
      move some to won of one
  gather into stock
""")
    assert any("board: " in line for line in lines)


@pytest.mark.parametrize(("holder", "whose"), [("Seat", "ahead"), ("Side", "side of ahead")])
def test_a_sentence_that_says_whose_cards_are_stands_for_them_of_a_seat_and_a_side(
    hoyle, tmp_path, holder, whose
):
    path = tmp_path / "left.cards"
    path.write_text(
        head("Left").replace("\npack\n", "\nsides 2, in turn\n\npack\n")
        + f"""\
  board: Pile, face up
  won of {holder}: Cards, face down

define ahead = first seat in seats where yes

match
  move 4 from stock to board
  choose ahead
    nod
  let taker = {whose}
  say "the cards that are left go to {{taker}}"
  move board to won of taker
""",
        encoding="utf-8",
    )
    done = hoyle("run", path, "--seed", 1)
    assert "the cards that are left go to ann" in done.stdout
    assert "to won" not in done.stdout


def test_a_layout_of_the_table_does_not_name_the_cards_that_it_leaves_there(run):
    lines = run("""\
zones
  board: Cards, face up

define is_seven(cards: Cards) = size of cards is 1 and rank of cards is 7

match
  move stock to board
  choose one
    take plan in arrangements(board, is_seven)
      must size of melds of plan is 4
      move board - rest of plan to aside
  gather into stock
""")
    (move,) = (line for line in lines if line.startswith("ann: "))
    assert move.split(" → ")[0] == "ann: take [7♠]/[7♥]/[7♦]/[7♣]"


NO_MELD = """\
define is_meld(cards: Cards) = size of cards is 2 and one_rank of cards

match
  deal 3 each from stock to hand of seat for seat in seats
  turns
phase turns
  for seat in seats
    choose seat
      lay_out plan in arrangements(hand of seat, is_meld)
        say "laid"

example "nothing is melded"
  players ann bob
  given hand of ann = [7♠ 7♥ 8♠]
  start turns
  ann may only: lay_out [7♠ 7♥]/[8♠], lay_out []/[7♠ 7♥ 8♠]
  ann may not lay_out [7♠ 7♥]/[]
  ann: lay_out []/[7♠ 7♥ 8♠]
"""


def test_a_layout_without_melds_names_what_is_left_behind_a_stroke(run, hoyle, tmp_path):
    lines = run(NO_MELD)
    assert any(" lay-out []/[" in line for line in lines)
    tested = hoyle("test", tmp_path / "told.cards", "--games", 1)
    assert "1 of 1 passed" in tested.stdout, tested.stdout


@pytest.mark.parametrize("reshuffled", [True, False])
def test_an_open_pile_that_becomes_the_stock_again_goes_as_a_whole(run, reshuffled):
    """The card that goes on at once would be named twice."""
    lines = run(f"""\
zones
  drawn of Seat: Pile, face down
  waste of Seat: Pile, face up
  turned of Seat: Pile, face up, at most 1

match
  {"shuffle drawn of one" if reshuffled else "shuffle hand of one"}
  move 3 from stock to waste of one
  choose one
    turn
      move waste of one to drawn of one turned over
      move top of drawn of one to turned of one
""")
    told = "the cards of waste" if reshuffled else "7♥ 8♠ 7♠"
    assert f"ann: turn → {told} to drawn, 7♠ to turned" in lines


def test_all_but_the_top_of_a_heap_that_become_the_stock_again_are_counted(run):
    """They are as known as all of it would be, and say nothing of the move."""
    lines = run("""\
match
  move 4 from stock to middle
  choose one
    draw
      move (middle - top of middle) to stock
      shuffle stock
""")
    assert "ann: draw → 3 cards from middle to stock" in lines


TURNED_UP = """\
zones
  blind of Seat: Pile, face down, at most 1
  burnt: Pile, face down

match
  move top of stock to blind of one
  move 3 from stock to middle
  choose one
    turn_up
      show top of blind of one
      move blind of one to {first}
      move middle to {then}
    play card in hand of one
      move card to middle
"""


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ("middle", "burnt", "7♠ to middle"),
        ("hand of one", "hand of one", "7♠ to hand, 8♠ 7♥ 8♥"),
    ],
)
def test_a_card_that_was_hidden_is_told_apart_from_those_that_it_goes_with(run, first, then, told):
    lines = run(TURNED_UP.format(first=first, then=then))
    assert f"ann: turn-up → {told}" in lines


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("(dealt where rank of it is 7)", " from dealt to low · the cards of dealt to high"),
        ("dealt", "the cards of dealt to low"),
    ],
)
def test_all_cards_of_a_place_go_only_where_none_stays(run, first, told):
    lines = run(f"""\
zones
  dealt: Cards, face down
  low: Cards, face up
  high: Cards, face up

match
  move 5 from stock to dealt
  choose one
    look
  show dealt
  say "the dealer has {{dealt}}"
  move {first} to low
  move dealt to high
  choose one
    ask
      must size of low > 1
""")
    line = next(line for line in lines if " to low" in line)
    assert line.endswith(told)
    assert line.startswith("the cards of dealt") == (first == "dealt")


def test_of_many_cards_turned_up_one_by_one_the_last_is_named(hoyle, tmp_path):
    path = tmp_path / "row.cards"
    path.write_text(
        head("Row", "2", "2 3 4 5 6 7 8 9")
        + """\
  row: Pile, face up

match
  shuffle stock
  repeat until size of row is 14 at most 20 times
    move top of stock to row
  say "so {top of row} was turned up"
""",
        encoding="utf-8",
    )
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    (said,) = [line for line in lines if line.startswith("so ")]
    assert f"14 cards (the last {said.split()[1]}) to row" in "\n".join(lines)


def test_a_card_that_is_exchanged_for_the_one_turned_up_is_told_its_place(hoyle, tmp_path):
    path = tmp_path / "exchange.cards"
    path.write_text(
        head("Exchange", "2", "7 8 J Q")
        + """\
  turned: Pile, face up, at most 1
  hand of Seat: Cards, seen by owner

define one = first s in seats

match
  move J♠ to turned
  move 7♠ to hand of one
  choose one
    exchange
      let old = top of turned
      move old to hand of one
      move 7♠ to turned
""",
        encoding="utf-8",
    )
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert "ann: exchange → J♠ to hand, 7♠ to turned" in lines


def test_the_place_of_a_card_that_a_move_names_stands_with_the_move(hoyle, tmp_path):
    path = tmp_path / "scuttle.cards"
    path.write_text(
        head("Scuttle", "2", "7 8 J Q")
        + """\
  hand of Seat: Cards, seen by owner
  table of Seat: Cards, face up
  thieves of Card: Pile, face up
  scrap: Pile, face up

define one = first s in seats
define other = last of seats

match
  move 8♠ to hand of one
  move 7♠ to table of other
  move J♠ to thieves of 7♠
  choose one
    scuttle card in hand of one, taken in table of other
      move card to scrap
      move thieves of taken to scrap
      move taken to scrap
  choose one
    rescue found in scrap
      move found to hand of one
""",
        encoding="utf-8",
    )
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert "ann: scuttle 8♠ 7♠ from table of bob → 7♠ 8♠ J♠ to scrap" in "\n".join(lines)
