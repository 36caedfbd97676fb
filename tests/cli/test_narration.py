"""What a transcript tells, as docs/transcripts.md says: each change once, and what holds."""

import json
import re

from tests.heads import head


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
    assert lines[:2] == ["ann: go → wanted: ♥, score 2 (+2)", "so"]


def test_what_a_condition_takes_back_is_told_by_itself_and_what_is_said_of_it_then(run):
    lines = run("""\
state
  score of Seat: 0..99 = 35

match
  score of two += 15
  if score of two is 50
    score of two -= 50
    say "{two} goes back by 50"
  score of one += 60
  if score of one > 90
    say "{one} is out"
  choose two
    nod
""")
    assert lines[:5] == [
        "bob +15 → score 50",
        "bob goes back by 50",
        "bob -50 → score 0",
        "ann +60 → score 95",
        "ann is out",
    ]


def test_what_is_said_of_points_stands_before_those_too_that_a_condition_adds(run):
    lines = run("""\
state
  score of Seat: 0..99 = 35

table worth(rank: Rank), first that fits
  rank | points
  7    | 15
  -    | 15

match
  score of two += worth of 7
  if score of two is 50
    score of two += 10
  say "{two} takes the trick"
  choose two
    nod
""")
    assert lines[:3] == ["bob takes the trick", "bob +15 → score 50", "bob +10 → score 60"]


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


def test_a_value_that_only_equals_one_of_the_move_is_told(run):
    lines = run("""\
state
  points of Seat: 0..9 = 0
  bid of Seat: 0..9 = 0
  maker: Seat = two

match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    bid n in 2..2, seat in [one]
      points of one = size of hand of two
      bid of two = n
      maker = best seat in seats by size of hand of seat + points of seat
  choose two
    bid n in 2..2, seat in [two]
      maker = seat
  say "{points of one} {bid of two} {maker}"
""")
    assert lines[2:4] == ["ann: bid 2 ann → points 2, maker: ann", "bob: bid 2 bob"]


def test_a_payoff_that_is_a_number_told_is_not_told_again(run):
    text = """\
state
  points of Seat: 0..9 = 0{}

match
  points of one += 3

payoff of seat = points of seat{}
"""
    assert run(text.format("", ""))[-1] == "points: ann 3 · bob 0"
    assert run(text.format("", " - 1"))[-2:] == [
        "points: ann 3 · bob 0",
        "payoff: ann +2 · bob -1",
    ]
    assert run(text.format(", not told", ""))[-1] == "payoff: ann +3 · bob +0"
    of_sides = text.replace("points of Seat", "points of Side").replace("of one", "of side of one")
    of_sides = of_sides.replace("= points of seat", "= points of side of seat")
    assert run(of_sides.format("", ""))[-1] == "points: ann 3 · bob 0"


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
        "the game is over",
        "chips: ann 16 · bob 20",
    ]


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
    assert lines[0] == "ann and bob pay pot 2 each (now 4)"
    assert "ann's 7♠, bob's 8♠ to aside" in lines


def test_a_move_that_is_made_again_and_again_is_counted(run):
    lines = run("""\
match
  repeat 5 times
    choose two
      wait
""")
    assert lines[0] == "bob: wait ×5"


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
        "ann: nod · bob: nod",
        "ann: nod · bob: nod",
        "ann: rise · bow",
        "bob: rise · bow",
    ]


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


def test_what_a_move_costs_stands_behind_it_and_says_whose_it_is_where_no_move_has_led_to_it(run):
    lines = run("""\
state
  lost of Seat: 0..9 = 0

match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    fold
      lost of one += 2
      move hand of one to aside
  lost of one = 1
""")
    assert lines[2:4] == ["ann: fold → lost 2 (+2), 7♠ 7♥ to aside", "ann: lost 1"]


def test_who_would_deal_next_is_not_told_before_what_follows_the_last_hand(run):
    text = HANDS.format(turn="dealer").replace("  win best", "  settle\n  win best")
    lines = run(text + '\nphase settle\n  say "the end"\n')
    end = lines.index("settle")
    assert lines[end - 2 : end + 2] == ["  bob +1 → score 3", "", "settle", "  the end"]


def test_what_has_no_heading_does_not_stand_under_the_one_before_it(run):
    lines = run("""\
match
  bidding
  play of one
  bidding

phase bidding
  say "who bids?"
  choose one
    bid

phase play(seat: Seat)
  choose seat
    nod
""")
    bidding = ["bidding", "  who bids?", "  ann: bid", ""]
    assert lines[:10] == [*bidding, "ann: nod", "", *bidding]


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
  let found = 4
  taken of two += found
  say "{two} finds {found}"
  taken of two -= 4
  say "{two} loses {2 + 2}"
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
    assert lines[:11] == [
        "bob takes the trick",
        "bob +3 → taken 3",
        "ann +2 → taken 2",
        "ann has 2 now",
        "bob finds 4",  # as it is written where it is added
        "bob +4 → taken 7",
        "bob -4 → taken 3",
        "bob loses 4",
        "ann +0 → score 0 · bob +1 → score 1",  # of one line of the rules
        "ann +0 (one) → score 0",  # a row with a name gave it
        "bob +1 (two) → score 2",
    ]


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


def test_a_lot_is_told_though_a_sentence_names_who_it_fell_on(run):
    lines = run("""\
state
  dog: Seat or none = none

match
  dog = random of seats
  say "{dog} is given a second life"
  choose one
    nod
""")
    assert re.search(r"dog: (ann|bob) \(by lot\)$", lines[0])
    assert lines[1].endswith(" is given a second life")


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


def test_all_rows_that_add_up_to_points_are_told_however_many(run):
    parts = [(f"part {letter}", at) for at, letter in enumerate("abcdefg", start=1)]
    rows = "".join(f'  "{part}" | yes | {points}\n' for part, points in parts)
    lines = run(f"""\
state
  score of Seat: 0..99 = 0

match
  score of one += worth of one
  choose two
    nod

table worth(seat: Seat), sum of all that fit
  rule | when | points
{rows}""")
    told = ", ".join(f"{part} {points}" for part, points in parts)
    assert lines[0] == f"ann +28 ({told}) → score 28"


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


LISTS = """\
edition 1
game "Lists"

players 2

pack
  ranks 7 8

zones
  stock: Pile, face up, starts with the pack

state
  secret of Seat: 0..50 = 0, not told

table worth(card: Card), first that fits
  rank of card | points
  7            | 3
  -            | 0

match
  let s1 = last of seats
  for s in [s1, left of s1, s1]
    say "seat {s}"
  for c in [♣, ♠]
    say "suit {c}"
  for c in [8♣, 7♠]
    secret of s1 += worth of c
    say "card {c}"
  for c in named
    say "card {c}"

define named = [7♣, 8♥, 7♦]
"""


def test_what_is_written_out_is_gone_through_as_written_and_what_is_not_told_is_not(
    hoyle, tmp_path
):
    file = tmp_path / "lists.cards"
    file.write_text(LISTS, encoding="utf-8")
    told = hoyle("run", file).stdout
    names = [line for line in told.splitlines() if line.startswith(("seat", "suit", "card"))]
    assert names == [
        "seat bob", "seat ann", "seat bob", "suit ♣", "suit ♠", "card 8♣", "card 7♠",
        "card 7♣", "card 8♥", "card 7♦",
    ]  # fmt: skip
    assert "secret" not in told


NAMED_LISTS = """
state
  a: Seat = first s in seats

define turns = [left of a, a]

table hands(n: 0..9), first that fits
  n  | seats
  0  | [a, a, a, a]
  -  | turns

match
  let two = [left of a, a]
  let mixed = turns if size of heap is 0 else seats
  let often = hands(size of heap)
  for s in two
    say "{s} of {[left of a, a]}, {turns}, {two}, {mixed}, {hands(1)}"
  say "last {last of [left of a, a]} {last of two}, first {first s in turns}"
  say "is {two is turns} {two is [left of a, a]} {two is [a, left of a]} {[a] is [a, a]}"
  for s in often
    say "again {s}: {size of often}, {size of [a, a, a, a]}, {total 1 for s in [a, a, a, a]}"
  let numbers = [1, 2, 1, 1, 1]
  say "numbers {numbers}, {size of numbers}"
"""


def test_a_list_has_one_order_and_one_size_by_whatever_name(hoyle, tmp_path):
    file = tmp_path / "lists.cards"
    game = head("Lists", "2") + "  heap: Pile, face up\n" + NAMED_LISTS
    game = game.replace("  let squares = [n * n for n in numbers]\n", "")
    file.write_text(game, encoding="utf-8")
    said = hoyle("run", file).stdout.splitlines()
    told = ", ".join(["bob and ann"] * 5)
    assert said[said.index("") + 1 :][:9] == [
        f"bob of {told}", f"ann of {told}", "last ann ann, first bob", "is yes yes no no",
        *["again ann: 4, 4, 4"] * 4, "numbers 1 2 1 1 1, 5",
    ]  # fmt: skip


def test_nothing_is_told_of_a_line_that_comes_to_somebody_again_and_again(run):
    text = """
state
  worth of Lance: 0..9 = 0, not told
  score of Seat: 0..9 = 0

type Lance = grande or chica or pares

match
  worth of chica = 4
  for lance in Lance
    count_lance(lance)

phase count_lance(lance: Lance)
  let winner = one if lance is not chica else two
  say "{lance}: {winner} is best"
  score of winner += worth of lance
  choose two
    nod
"""
    told = "\n".join(run(text))
    assert "pares: ann is best" in told and "bob +4" in told and "+0" not in told


def test_a_match_that_ends_without_a_winner_says_so_once(run):
    rules = """\
state
  score: 0..9 = 0

match
  repeat until score is 9 at most 3 times, else end match
    score += 1
  win seats
"""
    assert "the game is over, and nobody wins" in run(rules)
    assert "the game is over" in run(rules.replace("is 9", "is 3"))
    assert "the game is over" in run(rules.replace("  win seats\n", ""))
    nobody = run(rules.replace("is 9", "is 3").replace("seats\n", "seats where it not in seats\n"))
    assert "nobody wins" in nobody and "the game is over" in nobody
