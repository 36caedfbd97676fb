"""How a transcript tells of cards: those that come to lie open, hands and their worth, places."""

import json
import re

import pytest

SWAP = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  move 2 from stock to middle
  choose one
    exchange
      swap hand of one and middle
"""


def test_a_swap_names_the_cards_that_come_to_lie_open(run):
    assert run(SWAP)[3] == "ann: exchange → 7♠ 7♥ to middle, 7♦ 8♦ to hand"
    assert run(SWAP, "--as", "bob")[3] == "ann: exchange → 7♠ 7♥ to middle, 7♦ 8♦ to hand"


def test_a_swap_of_hidden_hands_names_to_each_what_that_seat_sees(run):
    text = SWAP.replace("and middle", "and hand of two")
    assert run(text, "--as", "ann")[3] == "ann: exchange → 7♠ 7♥ to hand of bob, bob's 8♠ 8♥"


def test_whose_cards_come_to_lie_open(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  move hand of one to middle
  move middle to hand of two
  move top of hand of two to aside
""")
    assert lines[2] == "ann's 7♠ 7♥ to hand of bob · bob's 7♥ to aside"


def test_that_all_cards_are_gathered_behind_a_shuffle_is_told(run):
    steps = "  gather into stock\n  shuffle stock\n  gather into stock\n  gather into stock\n"
    lines = run(f"match\n{steps}  move 1 from stock to hand of one\n")
    assert lines[0] == "stock shuffled · all cards to stock · ann draws 8♣"


def test_a_card_from_a_hidden_hand_to_a_hidden_place_is_told_as_such(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    put_aside card in hand of one
      move card to aside
"""
    assert run(text, "--as", "bob")[2] == "ann: put-aside a card"


def test_hidden_cards_that_are_drawn_are_not_those_that_a_move_has_laid_aside(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    discard cards in subsets(hand of one, 2)
      move cards to aside
      move 2 from stock to hand of one
"""
    assert run(text, "--as", "bob")[2] == "ann: discard 2 cards → draws 2 cards"


def test_hidden_cards_stand_behind_those_that_are_seen(run):
    text = """\
zones
  won of Seat: Cards, seen by owner

match
  move 4 from stock to won of one
  show 8♥
  move won of one to won of two
"""
    events = json.loads(run(text, "--as", "ann", "--json"))["events"]
    moved = [event["cards"] for event in events if event["event"] == "move"]
    assert moved[1] == ["7♠", "8♠", "7♥", "8♥"] or moved[1] == ["7S", "8S", "7H", "8H"]
    text = text.replace("won of one to won of two", "won of one to aside")
    events = json.loads(run(text, "--as", "bob", "--json"))["events"]
    moved = [event["cards"] for event in events if event["event"] == "move"]
    assert moved[1] == ["8H", None, None, None]


def test_the_table_is_told_where_players_choose_from_it(run):
    lines = run("""\
match
  move 3 from stock to middle
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      take card in middle
        move card to hand of seat
  move top of stock to middle
  choose one
    take card in middle
      move card to hand of one
""")
    taken = [line for line in lines if "take" in line]
    assert len(taken) == 3 and all(" → middle: " in line for line in taken)
    assert [len(line.partition("middle: ")[2].split()) for line in taken] == [2, 1, 1]


@pytest.mark.parametrize(
    "chosen, told",
    [
        ("card in pack - middle", False),
        ("face in ranks of (pack - laid)", False),
        ("face in ranks of middle", True),
        ("n in 1..(9 - size of middle)", False),
        ("card in pack where suit of it in suits of middle", False),
        ("card in (pack - middle) + hand of one", False),
        ("card in laid where suit of it is ♠", True),
        ("card in hand of one + middle", True),
        ("cards in subsets(both(laid, aside), 1)", True),
        ("card in any_of(middle)", True),
    ],
)
def test_a_zone_that_a_choice_only_asks_about_is_not_told_in_full(chosen, told, run):
    lines = run(f"""\
define laid = middle
define both(these: Cards, others: Cards) = these + others
define any_of(these: Cards) = these where rank of it is not 8 or suit of it is not ♣

match
  move 3 from stock to middle
  repeat 2 times
    choose one
      take {chosen}
      pass
    move top of stock to hand of one
    move top of stock to middle
""")
    assert any("middle: " in line for line in lines) is told


LAID = """\
state
  chips of Seat: 0..9 = 5
match
  move 3 from stock to middle
  choose one
    take card in middle
    pass
  pay 1 from chips of two to chips of one
  move top of stock to middle
"""


def test_what_the_table_holds_stands_behind_what_lays_cards_there(run):
    behind = "  pay 2 from chips of one to chips of two\n  move top of stock to aside\n"
    laid = "8♥ from stock to middle: 7♠ 8♠ 7♥ 8♥"
    assert run(LAID + behind)[2] == f"bob pays ann 1 · {laid} · ann pays bob 2 · 7♦ to aside"
    said = '  say "{top of middle} comes"\n  say "so it is"\n'
    assert run(LAID + said + behind)[2:7] == [
        "bob pays ann 1", "8♥ comes", "so it is", "middle: 7♠ 8♠ 7♥ 8♥",
        "ann pays bob 2 · 7♦ to aside",
    ]  # fmt: skip


def test_cards_that_go_together_are_told_by_rank(run, hoyle, tmp_path):
    text = """\
zones
  laid: Cards, face up

match
  move stock to middle
  move middle to hand of one
  choose one
    lay cards in subsets(hand of one, 3)
      must cards is [8♠, 7♥, 7♦] "another three"
      move cards to laid
  choose one
    look_on
  move laid to aside
  say "{size of aside} aside"
"""
    lines = run(text)
    assert lines[0].endswith(" · lay 7♥ 7♦ 8♠ · look-on")
    assert lines[1] == "the cards of laid to aside"
    done = hoyle("play", tmp_path / "told.cards", "--seed", 1, answers="7D 8S 7H\nshow\n")
    assert "lay [7♥ 7♦ 8♠]" in done.stdout
    assert "laid: 7♥ 7♦ 8♠" in done.stdout


def test_cards_are_told_by_rank_whichever_copy_they_are_and_wherever_they_come_from(
    hoyle, tmp_path
):
    (tmp_path / "two.cards").write_text(
        """\
edition 1
game "Two"

players 1..2

pack
  ranks 7 8 9
  suits ♠ ♥
  copies 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  up of Seat: Pile, face up
  heap: Cards, face up

match
  let seat = first s in seats
  move 4 from stock to hand of seat
  move 8 from stock to up of seat
  show hand of seat
  say "{hand of seat + up of seat}"
  say "{up of seat}"
  choose seat
    lay
      move hand of seat + up of seat to heap
""",
        encoding="utf-8",
    )
    done = hoyle("run", tmp_path / "two.cards", "--seed", 1)
    assert done.exit_code == 0, done.output
    whole = "7♠ 7♠ 7♥ 7♥ 8♠ 8♠ 8♥ 8♥ 9♠ 9♠ 9♥ 9♥"
    lines = done.stdout.splitlines()
    assert whole in lines and f"ann: lay → {whole} to heap" in done.stdout
    (pile,) = [line for line in lines if line.startswith("up of ann")]
    assert pile.split("  ")[-1] in lines  # a pile as it lies


def test_what_is_dealt_to_a_hand_that_holds_cards_is_not_told_like_the_whole_hand(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  move top of hand of two to aside
  deal 1 each from stock to hand of seat for seat in seats
  gather into stock
  deal 2 each from stock to hand of seat for seat in seats
""")
    told = [
        line for line in lines if "aside" not in line and ("hand of" in line or "draws" in line)
    ]
    assert told[0].startswith("hand of ann  ") and told[1].startswith("hand of bob  ")
    assert told[2].startswith("ann draws ") and " · bob draws " in told[2]
    assert told[3].startswith("hand of ann  ") and told[4].startswith("hand of bob  ")


def test_hands_are_counted_where_a_seat_has_several(run):
    lines = run("""\
record Box
  cards: Pile, face up
  stake: 0..9 = 0

state of one_deal
  boxes of Seat: at most 2 Box

match
  repeat 2 times
    one_deal

phase one_deal
  gather into stock
  new box in boxes of one
  move 2 from stock to cards of box
  new other in boxes of one
  move top of cards of box to cards of other
  for each_box in boxes of one
    choose owner of each_box
      hit
        move top of stock to cards of each_box
  gather into stock
""")
    assert lines[0] == "deal 1" and "deal 2" in lines
    assert any(line.startswith("  ann, 1st box: hit → ") for line in lines)
    assert any("ann, 2nd box: hit → " in line and "to the 2nd box" in line for line in lines)


RANKED = """\
ranking kind(cards: Cards), best first
  eights | size of cards is 2 and rank of cards is 8
  other  | size of cards > 0 | total high of rank of card for card in cards
  loose  | otherwise         | 1

order high, best first: 8 7

"""


def test_a_hand_that_lies_open_is_told_with_its_worth(run):
    lines = run(
        RANKED
        + """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of seats
  choose two
    draw
      move top of stock to hand of two face up
  win best seat in seats by kind of hand of seat
"""
    )
    assert lines[:3] == [
        "hand of ann  7♠ 7♥ (other 2)",
        "hand of bob  8♠ 8♥ (eights)",
        "bob: draw → 7♦ (other 5)",
    ]


def test_a_height_of_an_order_is_told_as_the_rank(run):
    """`eights 2` would read as points."""
    lines = run(
        RANKED.replace("is 8\n", "is 8 | height_of of cards\n")
        .replace("total high", "highest high")
        .replace("order high", "define height_of(cards: Cards) = high of rank of cards\norder high")
        + """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of seats
  win best seat in seats by kind of hand of seat
"""
    )
    assert lines[:2] == ["hand of ann  7♠ 7♥ (other 7)", "hand of bob  8♠ 8♥ (eights 8)"]


def test_a_ranking_of_one_row_without_one_number_says_nothing(run):
    ranking = """\
ranking big(cards: Cards), best first
  cards | otherwise | total high of rank of card for card in cards | size of cards

"""
    lines = run(
        ranking
        + RANKED
        + """\
match
  move 2 from stock to hand of one
  show hand of one
  choose one
    stay
  let bigger = best seat in seats by big(hand of seat)
  win (best seat in [bigger] by kind(hand of seat))
"""
    )
    assert lines[0] == "ann: draws 7♠ 8♠ (other 3) · stay"


def test_a_worth_that_hangs_on_what_is_hidden_is_not_told(run):
    text = (
        RANKED.replace("size of cards > 0 ", "size of cards > secret")
        + """\
state
  secret: 0..9 = 0, seen by left of dealer
  dealer: Seat = one

match
  move 2 from stock to hand of one
  show hand of one
  choose one
    stay
  win best seat in seats by kind of hand of seat
"""
    )
    assert run(text)[0] == "ann: draws 7♠ 8♠ · stay"
    known = run(text.replace(", seen by left of dealer", ""))
    assert known[0] == "ann: draws 7♠ 8♠ (other 3) · stay"


def test_hands_are_called_and_compared_by_their_rows(run):
    lines = run(
        RANKED
        + """\
state
  least: Kind = other

match
  move 2 from stock to middle
  choose one
    stay
    go
  say "{kind of aside}, {kind of middle}, {least}"
  say "{kind of middle > other}, {kind of middle >= other}, {kind of aside < other}"
  least = kind of aside
"""
    )
    assert "loose, other, other" in lines
    assert "no, yes, yes" in lines


def test_places_with_numbers_have_them_behind_their_names(run):
    lines = run("""\
zones
  column(1..3): Pile, face up
  spot(Seat, 1..2): Pile, face up

match
  for n in 1..3
    move top of stock to column(n)
  for n in 1..2
    move top of stock to spot(two, n)
  choose two
    shift
      move column(1) to spot(two, 1)
""")
    assert lines[:2] == ["columns 1 to 3       7♠ 8♠ 7♥", "bob's spots 1 and 2  8♥ 7♦"]
    assert lines[2] == "bob: shift → 7♠ to spot 1, column 1: empty"


def test_a_row_of_places_with_two_numbers_has_no_plural(run):
    lines = run("""\
zones
  place(1..2, 1..2): Pile, face up

match
  for row in 1..2
    for n in 1..2
      move top of stock to place(row, n)
""")
    assert lines[:2] == ["place 1 1 to 2  7♠ 8♠", "place 2 1 to 2  7♥ 8♥"]


def test_a_row_that_a_move_deals_is_told_as_one(run):
    """From where the cards come is told of all of them or of none."""
    lines = run("""\
zones
  column(1..3): Pile, face up
  corner: Pile, face up

match
  shuffle stock
  choose two
    deal_out
      for n in 1..3
        move top of stock to column(n)
      move top of stock to corner
  choose two
    deal_out
      for n in 1..2
        move top of stock to column(4 - n)
""")
    cards = [re.sub(r"[78][♠♥♦♣]", "X", line) for line in lines]
    assert cards[1].split(" · ") == [
        "bob: deal-out → X X X to columns 1 to 3, X to corner",
        "deal-out → X to column 3, X to column 2",
    ]


def test_cards_of_a_move_are_told_as_they_come_to_lie_on_an_open_pile(run):
    text = """\
zones
  heap: {}

match
  move 2 from stock to hand of two
  choose two
    lay cards in subsets of hand of two
      must size of cards is 2
      move (cards where rank of it is 8) to heap
      move (cards where rank of it is not 8) to heap
"""
    assert run(text.format("Pile, face up"))[0] == "bob: draws 7♠ 8♠ · lay 8♠ 7♠"
    assert run(text.format("Cards, face up"))[0] == "bob: draws 7♠ 8♠ · lay 7♠ 8♠"


def test_single_cards_lie_side_by_side_though_hands_are_dealt_as_well(run):
    lines = run("""\
zones
  blind(Seat, 1..2): Pile, face down, at most 1

match
  for place in 1..2
    deal 1 each from stock to blind(seat, place) for seat in seats
  deal 2 each from stock to hand of seat for seat in seats
  choose two
    nod
""")
    assert [line.split("  ")[0] for line in lines[:4]] == [
        "ann's blinds 1 and 2", "bob's blinds 1 and 2", "hand of ann", "hand of bob",
    ]  # fmt: skip


def test_a_pile_is_shown_as_it_lies(run):
    text = """\
zones
  under: Pile, face down

match
  for card in [8♦, 7♠, 8♥]
    move card to under
  choose one
    look
      show under to one
  choose two
    spread
      show under
"""
    lines = run(text)
    assert lines[1:3] == [
        "ann: look → under shown to ann: 8♦ 7♠ 8♥", "bob: spread → under shown: 8♦ 7♠ 8♥",
    ]  # fmt: skip
    assert run(text, "--as", "bob")[1] == "ann: look → under shown to ann: 3 cards"


def test_the_card_at_the_bottom_of_a_pile_is_told_so(run):
    lines = run("""\
match
  show bottom of stock
  choose one
    look
      show top of stock
  move top of stock to middle
""")
    assert lines[0].startswith("bottom of stock shown: ")
    assert lines[1].startswith("ann: look → ") and "bottom" not in lines[1]


def test_a_card_that_is_shown_and_goes_on_at_once_is_told_once(run):
    lines = run("""\
zones
  blind(Seat, 1..2): Pile, face down, at most 1
zones
  heap: Pile, face up
  gone: Pile, face up

match
  for n in 1..2
    deal 1 each from stock to blind(seat, n) for seat in seats
  choose two
    turn n in 1..1
      show blind(two, n)
      move top of blind(two, n) to heap
  move heap to gone
  choose one
    turn n in 1..1
      show blind(one, n)
      move top of blind(one, n) to hand of one
""")
    assert lines[2] == "bob: turn 1 → 8♠ to heap"  # and no word of the heap that is put away
    assert lines[3] == "ann: turn 1 → 7♠ to hand"


def test_what_came_to_a_zone_all_at_once_is_not_told_once_more(run):
    lines = run("""\
zones
  board: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  move 2 from stock to board
  choose two
    change
      swap hand of two and board
  choose one
    take card in board
      move board to hand of one
""")
    assert lines[3] == "bob: change → 8♠ 8♥ to board, 7♦ 8♦ to hand"
    assert lines[4].endswith("board: empty")


def test_places_of_the_one_who_moves_are_not_called_that_seats_once_more(run):
    lines = run("""\
zones
  spot(Seat, 1..2): Pile, face down

match
  for s in seats
    for n in 1..2
      move top of stock to spot(s, n)
  move top of stock to middle
  choose two
    look n in 1..2
      show top of spot(two, n)
    peek
      show top of spot(one, 1)
  choose one
    peek
      show top of spot(two, 1)
""")
    assert lines[:5] == [
        "ann's spots 1 and 2  7♠ 8♠", "bob's spots 1 and 2  7♥ 8♥", "middle               7♦",
        "bob: look 2 → spot 2 shown: 8♥", "ann: peek → bob's spot 1 shown: 7♥",
    ]  # fmt: skip


def test_a_card_from_anothers_hand_is_part_of_the_move(run):
    lines = run("""\
match
  move 2 from stock to hand of two
  show hand of two
  choose one
    play card in hand of two
      move card to middle
  choose two
    wait
""")
    assert any(line.endswith(" from hand of bob · bob: wait") for line in lines)


def test_cards_that_moves_made_together_have_named_are_not_named_again(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose together seat in seats
    pass card in hand of seat
      move card to hand of left of seat
  choose one
    nod
"""
    passed = [
        "ann: pass 7♠ · bob: pass 8♥",
        "ann's card to hand of bob · bob's card to hand of ann",
    ]
    assert run(text)[2:4] == passed
    assert run(text, "--as", "ann")[2:4] == passed


def test_cards_that_a_move_names_and_gives_to_another_are_named_once(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    give cards in subsets(hand of one, 2)
      move cards to hand of two
  choose two
    nod
""")
    assert lines[2] == "ann: give 7♠ 7♥ to hand of bob · bob: nod"


def test_what_a_move_shows_and_hides_again_is_named_once(run):
    lines = run("""\
state
  score of Seat: 0..9 = 0

match
  deal 3 each from stock to hand of seat for seat in seats
  choose one
    declare cards in subsets(hand of one, 2)
      show cards
      score of one += 2
      hide cards
  choose two
    nod
""")
    assert lines[2:4] == ["ann: declare 7♠ 7♥ → score 2 (+2)", "bob: nod"]


def test_cards_that_were_just_played_go_on_together_without_their_names(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    one_turn of seat
  move middle to aside
  for seat in seats
    one_turn of seat
  move {what} to aside
  move hand of one to aside
  choose one
    nod
  say "{{size of aside}} aside"

phase one_turn(seat: Seat)
  choose seat
    play card in hand of seat
      move card to middle
"""
    whole = [line for line in run(text.format(what="middle")) if " to aside" in line]
    assert whole[:2] == ["the cards of middle to aside"] * 2
    parts = [line for line in run(text.format(what="top of middle")) if " to aside" in line]
    assert parts[0] == whole[0] and "the card" not in parts[1]


def test_cards_that_one_line_gives_back_to_several_are_told_by_owners(run):
    text = """\
zones
  laid of Seat: Pile, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    one_turn of seat
  for seat in seats
    one_turn of seat
  {said}
  for card in middle
    move card to laid of player of card
  say "{{two}} is next"
  choose two
    nod

phase one_turn(seat: Seat)
  choose seat
    play card in hand of seat
      move card to middle
"""
    for said in ('say "the last card for {one}"', "shuffle stock"):
        lines = [line for line in run(text.format(said=said)) if "laid" in line]
        assert len(lines) == 1 and lines[0].count(" to laid of ann") == 1
        ann, bob = lines[0].removeprefix("stock shuffled · ").split(" · ")
        assert ann.endswith(" to laid of ann") and bob.endswith(" to laid of bob")
        assert len(ann.split()) == len(bob.split()) == 6


def test_a_sentence_of_another_phase_does_not_say_who_got_cards(run):
    text = """\
zones
  laid of Seat: Pile, face up

match
  move top of stock to middle
  choose one
    nod
  turn_up
  {after}
  choose two
    nod

phase turn_up
  move middle to laid of one

phase praise
  say "{{one}} is lucky"
"""
    where = {after: run(text.format(after=after)) for after in ("praise", "shuffle stock")}
    assert all(any("to laid of ann" in line for line in lines) for lines in where.values())


def test_a_card_that_a_move_takes_from_another_is_that_seats(run):
    lines = run("""\
match
  deal 1 each from stock to hand of seat for seat in seats
  choose one
    change
      swap hand of one and hand of two
  choose two
    play card in hand of two
      move card to middle
""")
    assert re.search(
        r"ann: change → \S+ to hand of bob, bob's \S+$", "\n".join(lines), re.MULTILINE
    )


# Sides of two have a meld of each rank, and lay eights aside for further cards.


def test_cards_that_one_move_takes_from_several_are_told_by_seats(run):
    text = """\
match
  deal all from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        must card is not 8♥
        move card + [8♥] to middle
"""
    lines = run(text)
    assert " 8♥" in lines[1]
    # the second time it lies there already
    assert re.fullmatch(r"ann: play \S+ → bob's 8♥ to middle", lines[2])
    assert re.fullmatch(r"bob: play \S+", lines[3])


def test_what_several_throw_away_before_each_draws_is_not_told_as_one(run):
    lines = run(
        """\
match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    move hand of seat to middle
    move 1 from stock to hand of seat
    show hand of seat
  choose one
    stay
  win seats
"""
    )
    assert lines[2] == (
        "ann's 7♠ 7♥ to middle · ann draws 7♦ · bob's 8♠ 8♥ to middle · bob draws 8♦"
    )


@pytest.mark.parametrize(("some", "told"), [("", []), ("2 from ", ["7♥ 8♠ to hand of ann"])])
def test_which_cards_of_an_open_pile_somebody_takes_is_told_beside_a_sentence(run, some, told):
    lines = run(
        f"""\
match
  move 3 from stock to middle
  choose two
    stay
  say "{{one}} takes some"
  move {some}middle to hand of one
  choose two
    stay
  win seats
"""
    )
    assert lines[2:-4] == ["ann takes some", *told]
