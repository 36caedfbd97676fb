"""What a transcript tells, as docs/language.md section 8 says: each change once, and what holds."""

import json
import re


def test_a_value_is_told_where_one_of_another_type_was_chosen(run):
    [line, *_] = run("""\
state
  trump: Suit = ♣
  maker: Seat = last of seats

match
  choose two
    call how in [no, yes]
      trump = ♠
      maker = one
  if trump is ♠ and maker is one
    say "so"
""")
    assert line.startswith("bob: call") and line.endswith(" → trump: ♠, maker: ann")


def test_of_two_settings_the_one_that_holds_is_told(run):
    lines = run("""\
state
  wanted: Suit = ♣
  score of Seat: 0..9 = 0

match
  choose one
    go
      wanted = ♠
      wanted = ♥
      score of one += 5
      score of one -= 3
  if wanted is ♥
    say "so"
""")
    assert lines[:3] == ["ann: go → wanted: ♥", "ann +2 → score 2", "so"]


def test_what_is_taken_off_is_told_though_the_number_was_named(run):
    lines = run("""\
state
  lives: 0..8 = 8

match
  choose one
    lose n in 1..1
      lives -= 1
    lose_none
  if lives > 0
    choose two
      lose n in 1..1
        lives -= 1
  say "{lives}"
""")
    assert any(line.endswith("lose 1 → lives: 7") for line in lines)


def test_a_register_may_be_kept_out_of_transcripts(run):
    text = """\
state
  taker: Seat or none = none{}
  turns: 0..9 = 0{}

match
  turns += 1
  taker = one
  choose two
    stay
    go
  if taker is none or turns is 3
    say "never"
"""
    assert run(text.format("", ""))[0] == "turns: 1 · taker: ann"
    assert run(text.format(", not told", ", not told"))[0].startswith("bob: ")
    events = json.loads(run(text.format(", not told", ", not told"), "--json"))["events"]
    assert [event["event"] for event in events].count("set") == 2


SWAP = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  move 2 from stock to middle
  choose one
    exchange
      swap hand of one and middle
"""


def test_a_swap_names_the_cards_that_come_to_lie_open(run):
    assert run(SWAP)[3] == "ann: exchange → 7♠ 7♥ to middle, 7♦ 8♦"
    assert run(SWAP, "--as", "bob")[3] == "ann: exchange → 7♠ 7♥ to middle, 7♦ 8♦"


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


def test_a_card_from_a_hidden_hand_to_a_hidden_place_is_told_as_such(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    put_aside card in hand of one
      move card to aside
"""
    assert run(text, "--as", "bob")[2] == "ann: put-aside a card"


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


def test_an_announcement_has_its_owner(run):
    lines = run("""\
match
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    announce seven = rank of top of hand of seat is 7
    if seven
      say "a seven"
    announce suit_held = suit of top of hand of seat
    if suit_held is ♥
      say "none"
""")
    assert "bob: seven" in " ".join(lines) or "ann: seven" in " ".join(lines)
    assert any("ann: suit held ♠" in line or "bob: suit held ♠" in line for line in lines)


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


def test_a_showdown_is_whole_and_in_the_order_of_the_seats(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in reversed of seats
  show hand of one
  show hand of seats
""")
    shown = [line for line in lines if " shown:  " in line]
    assert [line.split()[2] for line in shown] == ["ann", "bob"]


def test_chips_of_ones_own_are_told_as_what_is_held_then(run):
    lines = run("""\
state
  chips of Seat: 0..20 = 20

state of one_deal
  stake of Seat: 0..20 = 0

match
  one_deal

phase one_deal
  pay 2 from chips of one to stake of one
  choose one
    bet amount in 3..3
      pay amount from chips of one to stake of one
    fold
  pay stake of one from stake of one to chips of one
""")
    assert lines[1:4] == [
        "  ann: stake 2, chips 18",
        "  ann: bet 3 → stake 5, chips 15",
        "  ann takes back 5",
    ]


def test_a_stake_that_is_not_told_is_told_with_the_bets_only(run):
    lines = run("""\
state
  chips of Seat: 0..20 = 20
  stake of Seat: 0..20 = 0, not told

match
  one_deal

phase one_deal
  pay 2 from chips of one to stake of one
  choose one
    bet amount in 3..3
      pay amount from chips of one to stake of one
  pay 1 from stake of one to chips of one
""")
    assert [line for line in lines if line] == [
        "one deal",
        "  ann: stake 2, chips 18",
        "  ann: bet 3 → stake 5, chips 15",
        "  ann takes back 1",
        "  chips: ann 16 · bob 20",
        "the game is over",
        "chips: ann 16 · bob 20",
    ]


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
    assert run(text)[0] == "7♠ 8♠ to hand of ann"
    assert run(text.replace(", seen by left of dealer", ""))[0] == "7♠ 8♠ to hand of ann (other 3)"


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


def test_what_several_do_alike_is_told_once(run):
    lines = run("""\
state
  chips of Seat: 0..20 = 20
  pot: 0..40 = 0

match
  for seat in seats
    pay 2 from chips of seat to pot
  deal 1 each from stock to hand of seat for seat in seats
  show hand of seats
  choose one
    stay
    go
  for seat in seats
    move hand of seat to aside
""")
    assert lines[0] == "ann and bob pay pot 2 each"
    assert "ann's 7♠, bob's 8♠ to aside" in lines


def test_a_move_that_is_made_again_and_again_is_counted(run):
    lines = run("""\
match
  repeat 5 times
    choose two
      wait
""")
    assert lines[0] == "bob: wait ×5"


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
    assert lines[:2] == ["column 1 to 3  7♠ 8♠ 7♥", "bob's spot 1 to 2  8♥ 7♦"]
    assert lines[2] == "bob: shift → 7♠ to spot 1, column 1: empty"


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
        "ann's spot 1 to 2  7♠ 8♠", "bob's spot 1 to 2  7♥ 8♥", "middle  7♦",
        "bob: look 2 → spot 2 shown: 8♥", "ann: peek → bob's spot 1 shown: 7♥",
    ]  # fmt: skip


def test_phases_of_one_move_each_share_a_line(run):
    lines = run("""\
match
  repeat 2 times
    for seat in seats
      one_turn of seat
  for seat in seats
    long_turn of seat

phase one_turn(seat: Seat)
  choose seat
    nod

phase long_turn(seat: Seat)
  choose seat
    rise
  choose seat
    bow
""")
    assert lines[:4] == [
        "  ann: nod · bob: nod",
        "  ann: nod · bob: nod",
        "  ann: rise · bow",
        "  bob: rise · bow",
    ]


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


HANDS = """\
type Way = up or down

state
  dealer: Seat = random of seats
  way: Way = up
  score of Seat: 0..99 = 0

match
  repeat until score of one + score of two >= 4 at most 9 times
    one_hand
    dealer = left of dealer
    way = down if way is up else up
  win best seat in seats by score of seat

phase one_hand
  gather into stock
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats from left of dealer
  choose {turn}
    nod
  score of one += 0 if way is up else 1
  score of two += 1
  say "{{two}} is paid"
"""


def test_with_what_the_first_hand_is_played_is_told_and_not_of_a_hand_that_is_never_dealt(run):
    lines = run(HANDS.format(turn="left of dealer"))
    told = [line for line in lines if "dealer" in line]
    assert told == [
        "dealer: ann (by lot) · way: up",
        "dealer: bob · way: down",
        "dealer: ann · way: up",
    ]
    assert "bob wins" in lines[-4:]


def test_who_deals_is_told_though_that_seat_has_the_first_turn(run):
    lines = run(HANDS.format(turn="dealer"))
    assert [line for line in lines if line.startswith("dealer: ")] == [
        "dealer: ann (by lot) · way: up",
        "dealer: bob · way: down",
        "dealer: ann · way: up",
    ]


def test_whose_turn_is_next_is_left_to_the_move(run):
    lines = run("""\
state
  turn: Seat = one

match
  repeat 3 times
    one_turn
    turn = left of turn

phase one_turn
  choose turn
    nod
""")
    assert not [line for line in lines if "turn: " in line]


def test_points_of_a_side_stand_behind_the_sentence_of_one_of_its_seats(run):
    lines = run("""\
state
  tricks of Side: 0..9 = 0

match
  tricks of side of two += 1
  say "{two} takes the trick"
  tricks of side of one += 1
  say "{two} has nothing"
  choose two
    nod
""")
    assert lines[:4] == [
        "bob takes the trick",
        "bob +1 → tricks 1",
        "ann +1 → tricks 1",
        "bob has nothing",
    ]


def test_points_stand_behind_the_sentence_that_says_whose_they_are(run):
    lines = run("""\
state
  taken of Seat: 0..9 = 0
  score of Seat: 0..9 = 0

match
  taken of two += 3
  say "{two} takes the trick"
  taken of one += 2
  say "{one} has {taken of one} now"
  for seat in seats
    score of seat += taken of seat - 2
  for seat in seats
    score of seat += bonus of seat
  choose two
    nod

table bonus(seat: Seat), first that fits
  seat    | points
  one     | 0
  two     | 1
""")
    assert lines[:7] == [
        "bob takes the trick",
        "bob +3 → taken 3",
        "ann +2 → taken 2",
        "ann has 2 now",
        "ann +0 → score 0",
        "bob +1 → score 1",
        "bob +1 (two) → score 2",
    ]


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
    assert lines[2:5] == ["ann: declare 7♠ 7♥", "ann +2 → score 2", "bob: nod"]


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


def test_a_row_is_told_too_where_it_takes_points_off(run):
    lines = run("""\
state
  score of Seat: -20..20 = 0

match
  for line in points
    for seat in seats
      score of seat += line of seat

table points(seat: Seat), step by step
  rule     | when        | points
  "the hand" | yes         | 7
  "the moon" | seat is two | -9
""")
    assert lines[:3] == [
        "ann +7 (the hand) → score 7",
        "bob +7 (the hand) → score 7",
        "bob -9 (the moon) → score -2",
    ]


def test_only_one_of_several_is_drawn_by_lot(run):
    lines = run("""\
state
  dealer: Seat = random of seats
  lucky: Seat or none = none

match
  lucky = random of (seats where it is dealer)
  choose two
    nod
  choose one
    nod
  lucky = random of seats
  choose one
    nod
""")
    assert lines[0] == "dealer: ann (by lot) · lucky: ann"
    assert [line for line in lines[1:] if re.search(r"lucky: (ann|bob) \(by lot\)$", line)]


def test_rows_that_add_up_to_points_are_told_with_them(run):
    lines = run("""\
state
  score of Seat: 0..99 = 0

match
  for seat in seats
    score of seat += worth of seat
  choose two
    nod

define pip(seat: Seat) = 4 if seat is two else 3

table worth(seat: Seat), sum of all that fit
  rule    | when        | points
  "pairs" | yes         | pip of seat
  "run"   | seat is two | 3
  "flush" | no          | 9
""")
    assert lines[:2] == ["ann +3 (pairs) → score 3", "bob +7 (pairs 4, run 3) → score 7"]


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


def test_the_first_phase_of_a_round_has_its_number(run):
    lines = run("""\
match
  repeat 2 times
    one_deal
    count_up

phase one_deal
  deal 2 each from stock to hand of seat for seat in seats

phase count_up
  say "{size of hand of one} cards"
  gather into stock
""")
    assert [line for line in lines if "deal" in line or "count" in line] == [
        "deal 1", "count up", "deal 2", "count up",
    ]  # fmt: skip


def test_a_move_that_begins_a_line_has_its_seat(run):
    lines = run("""\
match
  deal 4 each from stock to hand of seat for seat in seats
  one_deal

phase one_deal
  speak
  repeat 2 times
    one_trick

phase speak
  choose one
    go_on

phase one_trick
  for seat in seats
    choose seat
      play card in hand of seat
        move card to middle
""")
    moves = [line for line in lines if "play" in line]
    assert len(moves) == 2 and all(line.strip().startswith("ann: ") for line in moves)


def test_a_move_in_a_phase_that_the_last_one_has_led_to_stands_behind_it(run):
    lines = run("""\
match
  turn(one, 7♠)
  turn(two, 8♠)

phase turn(seat: Seat, card: Card)
  choose seat
    draw
      move card to hand of seat
      finish of seat

phase finish(seat: Seat)
  choose seat
    keep
      say "{seat} keeps it"
  choose left of seat
    look
""")
    told = [line.strip() for line in lines if line]
    assert told[:6] == [
        "ann: draw → 7♠ · keep",
        "ann keeps it",
        "bob: look",
        "bob: draw → 8♠ · keep",
        "bob keeps it",
        "ann: look",
    ]


def test_melds_that_are_laid_out_have_all_their_brackets(run):
    lines = run("""\
define is_meld(cards: Cards) = size of cards is 2 and one_rank of cards

match
  show stock
  choose one
    lay_out plan in arrangements([7♠ 7♥ 8♠ 8♥], is_meld)
      must size of rest of plan is 0
      say "laid"
""")
    assert "ann: lay-out [7♠ 7♥]/[8♠ 8♥]/[]" in lines


def test_cards_without_an_order_lie_in_the_order_of_the_pack(run):
    lines = run("""\
zones
  meld(1..2): Cards, face up

match
  choose one
    lay
      move 8♥ to meld(1)
  choose one
    add
      move 7♠ to meld(1)
""")
    assert lines[0].endswith("meld 1: 7♠ 8♥")
