"""What a transcript tells once, though the rules do it in two ways or in several steps."""

import re

import pytest

from tests.heads import head

MELDS = """\
zones
  open_card: Cards, face up
  meld(Seat, 1..2): Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  move top of stock to open_card
  choose one
    lay card in hand of one
      move open_card + card to meld(one, 2)
  move top of stock to open_card
  choose one
    add n in 1..2
      must n is 2
      move open_card to meld(one, n)
"""


def test_a_card_that_is_turned_up_after_the_deal_is_told_by_the_sentence_that_names_it(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  move top of stock to middle
  say "{two} turns up {top of middle}"
"""
    lines = run(text)
    assert lines[2].startswith("bob turns up ")
    lines = run(text.replace("{two} turns up {top of middle}", "go on"))
    assert lines[2].startswith("middle ")


def test_a_card_that_is_laid_aside_before_the_deal_is_told_by_the_sentence_behind_it(run):
    text = """\
match
  move bottom of stock to aside
  deal 2 each from stock to hand of seat for seat in seats
  show aside
  say "{top of aside} is turned up"
"""
    lines = run(text)
    assert lines[0].startswith("hand of ann ")
    assert lines[2].endswith(" is turned up")
    lines = run(text.replace("{top of aside} is", "a card is"))
    assert lines[0].endswith(" to aside")


def test_cards_of_one_place_are_not_shown_before_a_sentence_that_names_them_all(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of one
  say "{one} has {cards}"
"""
    lines = run(text.replace("{cards}", "{hand of one}"))
    assert lines[2].startswith("ann has ")
    lines = run(text.replace("{cards}", "shown"))
    assert lines[2].startswith("hand of ann shown: ")


def test_a_payment_whose_amount_and_seats_a_sentence_names_is_not_told(run):
    text = """\
state
  chips of Seat: 0..50 = 20
  pot: 0..99 = 10

match
  settle

phase settle
  say "{one} sells it to {two} for {3}"
  pay 3 from chips of two to chips of one
  pay 10 from pot to chips of one
  say "{one} takes the pool of {10}"
"""
    lines = run(text)
    assert lines[1:3] == ["  ann sells it to bob for 3", "  ann takes the pool of 10"]
    lines = run(text.replace(" to {two} for {3}", " for {3}").replace("{10}", "{9}"))
    assert "  bob pays ann 3 · pot pays ann 10" in lines


def test_what_a_heap_holds_is_told_beside_a_sentence_unless_its_line_says_not_told(run):
    text = """\
type Pool = ace or king

state
  chips of Seat: 0..50 = 20
  pool of Pool: 0..99 = 5

match
  settle
  say "{pool of ace}"

phase settle
  pay 3 from chips of one to pool of ace
  say "{one} puts {3} into the {ace}"
  pay 2 from chips of two to pool of ace
"""
    lines = run(text)
    assert lines[1:3] == ["  ann puts 3 into the ace", "  bob pays pool of ace 2 (now 10)"]
    alone = text.replace("  pay 2 from chips of two to pool of ace\n", "")
    assert run(alone)[1:3] == ["  ann puts 3 into the ace", "  pool of ace: 8"]
    lines = run(text.replace("= 5", "= 5, not told"))
    assert lines[1:3] == ["  ann puts 3 into the ace", "  bob pays pool of ace 2"]


def test_a_yes_is_told_by_a_sentence_of_the_same_words_and_a_no_stands_behind_the_move(run):
    lines = run("""\
match
  repeat 2 times
    choose one
      nod
    announce_it(one)
  choose one
    nod

phase announce_it(seat: Seat)
  announce sure = seat is two
  announce very_sure = seat is one
  say "{seat} is very sure"
""")
    assert lines[0] == "ann: nod → sure: no"
    assert lines[1] == "ann is very sure"


def test_open_cards_that_go_where_nothing_asks_for_them_are_not_told(run):
    text = """\
zones
  dead: Pile, face down

match
  move top of stock to middle
  choose one
    nod
  move middle to {place}
  choose two
    nod
"""
    assert run(text.format(place="dead"))[1:3] == ["ann: nod · bob: nod", ""]
    assert "to hand of bob" in run(text.format(place="hand of two"))[2]


def test_a_card_laid_on_a_pile_that_goes_away_is_told_before_the_pile(run):
    lines = run("""\
zones
  heap(1..2): Pile, face up
  away: Pile, face down

match
  deal 2 each from stock to hand of seat for seat in seats
  move top of stock to heap(1)
  choose one
    lay card in hand of one, n in 1..2
      must n is 1
      move card to heap(n)
      move heap(n) to away
  move top of away to hand of one
""")
    (told,) = [line for line in lines if "lay" in line]
    assert " to heap 1 → the cards of heap 1 to away, " in told and "heap 1: empty" not in told


def test_rows_that_one_line_counts_one_after_another_are_told_as_one(run):
    lines = run("""\
state
  score of Seat: 0..99 = 0

match
  for line in points
    for seat in seats
      score of seat += line of seat
  say "done"

table points(seat: Seat), step by step
  rule   | when        | points
  "high" | seat is one | 1
  "low"  | seat is two | 1
  "game" | seat is one | 2
""")
    assert lines[:2] == ["bob +1 (low) → score 1", "ann +3 (high 1, game 2) → score 3"]


def test_what_is_added_to_a_meld_of_somebody_is_told_with_all_that_lies_there(run):
    lines = run(MELDS)
    (told,) = [line for line in lines if "add" in line]
    assert told.startswith("ann: add → ") and " to meld 2: " in told
    assert len(told.split(" to meld 2: ")[1].split()) == 3


def test_a_hand_that_is_taken_up_again_is_not_told(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of one
  hide hand of one
  say "go on"
  choose one
    lay card in hand of one
      move card to aside
"""
    lines = run(text)
    assert lines[2].startswith("hand of ann shown: ")
    assert lines[3] == "go on"
    lines = run(
        text.replace("show hand of one", "move hand of two to aside\n  show aside").replace(
            "hide hand of one", "hide aside"
        )
    )
    assert any("aside hidden: " in line for line in lines)


def test_the_table_is_told_once_for_several_moves_of_a_line_and_who_takes_with_what(run):
    lines = run("""\
zones
  board: Cards, face up
  won of Seat: Cards, face down

match
  move 4 from stock to board
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    take card in hand of one
      take_with of card

phase take_with(card: Card)
  let other = first card in board where yes
  move other to won of one
  move card to won of one
  choose one
    also one_more in board
      move one_more to won of one
  gather into stock
""")
    assert lines[3] == "ann: take 7♦ → 7♠ 7♦ to won · also 8♠ → board: 7♥ 8♥"
    assert "all cards" not in "".join(lines)  # nothing comes of it any more


def test_what_all_see_turned_up_is_told_to_those_who_knew_it(run):
    text = """\
match
  deal 1 each from stock to hand of seat for seat in seats
  choose one
    lay card in hand of one
      move card to aside
  show aside
  say "so"
"""
    assert "aside shown: 7♠" in run(text)
    assert "aside shown: 7♠" in run(text, "--as", "ann")


def test_those_who_choose_together_are_told_in_their_order_to_each(run):
    text = """\
match
  choose together seat in [two, one]
    believe
    doubt
  say "so"
"""
    assert run(text, "--as", "ann") == run(text) == run(text, "--as", "bob")


def test_a_table_that_gives_nothing_for_cards_that_are_shown_is_told(run):
    text = """\
state
  score of Seat: 0..99 = 1

table worth(cards: Cards), sum of all that fit
  rule    | when              | points
  "many"  | size of cards > 2 | 3

match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of one
  score of one += worth of hand of one
  say "so"
  score of one += worth of hand of one
"""
    assert run(text)[3:5] == ["ann +0 → score 1", "so"]
    assert "+0" not in "".join(run(text.replace("show hand of one", 'say "{one}"')))


def test_a_payoff_that_repeats_what_all_have_won_is_not_told(run):
    text = """\
state
  points of Seat: -9..9 = 5

match
  points of one += 3

payoff of seat = {}
"""
    for payoff, told in (
        ("-points of seat", False),
        ("points of seat - 5", False),
        ("points of seat - 4", True),
        ("2 * points of seat", True),
    ):
        assert any("payoff" in line for line in run(text.format(payoff))) is told


def test_who_has_nothing_and_cannot_owe_is_left_out_of_what_all_have(run):
    text = """\
state
  chips of Seat: {}..50 = 0
  house: -50..50 = 0

match
  settle
  choose one
    nod

phase settle
  pay 3 from house to chips of one
"""
    assert "  chips: ann 3" in run(text.format(0))
    assert "  chips: ann 3 · bob 0" in run(text.format(-5))


ROWS = """\
zones
  laid of Seat: Cards, face up
  row(1..2): Pile, face up
  taken of Seat: Cards, face down

match
  deal 3 each from stock to hand of seat for seat in seats
  for n in 1..2
    move top of stock to row(n)
  {turns}

phase one_turn
  choose together seat in seats
    play card in hand of seat
      move card to laid of seat
  for seat in seats
    lay of (first card in laid of seat)

phase lay(card: Card)
  let seat = player of card
  let n = 1 if seat is one else 2
  {rule}
"""


def test_where_cards_made_known_together_are_laid_is_told_where_there_are_several_places(run):
    lines = run(ROWS.format(turns="one_turn", rule="move card to row(n)"))
    assert "  ann's 7♠ to row 1 · bob's 8♥ to row 2" in lines


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('say "{card} goes to the middle"\n  move card to middle', ["7♠ goes to the middle"]),
        ('say "{card} goes to row {n}"\n  move card to row(n)', ["7♠ goes to row 1"]),
        ('move card to row(n)\n  say "{card} goes to row {n}"', ["7♠ goes to row 1"]),
        (
            'say "{seat} lays {card}"\n  move card to row(n)',
            ["ann lays 7♠", "ann's 7♠ to row 1"],  # on which row, only the move says
        ),
        ('say "{seat} gives {card}"\n  move card to taken of seat', ["ann gives 7♠"]),
    ],
)
def test_a_sentence_that_names_cards_and_place_stands_for_the_move(run, rule, told):
    lines = run(ROWS.format(turns="one_turn", rule=rule))
    assert [line.strip() for line in lines if "7♠" in line][2:] == told


def test_each_of_two_who_take_in_one_turn_is_told_by_the_sentence_alone(run):
    rule = """\
if size of row(n) > 1
    say "{seat} takes row {n}"
    move row(n) to taken of seat
  move card to row(n)"""
    lines = run(ROWS.format(turns="repeat 2 times\n    one_turn", rule=rule))
    assert lines.count("  ann takes row 1") == lines.count("  bob takes row 2") == 1
    assert not [line for line in lines if "taken of" in line or "on top" in line]


def test_own_cards_that_lie_open_are_taken_up_as_a_whole(run):
    lines = run("""\
zones
  meld of Seat: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    move hand of seat to meld of seat
  choose one
    nod
  for seat in seats
    move meld of seat to hand of seat
""")
    up = "the cards of meld to hand of ann · the cards of meld to hand of bob"
    assert up in lines

    text = "match\n  gather into stock\n  move 2 from stock to middle\n  gather into stock\n"
    text += "  move 1 from stock to middle\n"


def test_that_all_cards_are_gathered_is_not_told_before_any_has_moved(run):
    text = "match\n  gather into stock\n  move 2 from stock to middle\n  gather into stock\n"
    told = " ".join(run(text + "  move 1 from stock to middle\n"))
    assert told.count("all cards to stock") == 1


def test_points_and_cards_are_told_in_the_order_in_which_they_come(run):
    lines = run("""\
zones
  heap: Pile, face up

state
  score of Seat: 0..9 = 0

match
  move 2 from stock to heap
  score of one += size of heap
  move 1 from stock to heap
  score of one += 1
""")
    assert lines[:4] == [
        "7♠ 8♠ to heap", "ann +2 → score 2", "7♥ to heap", "ann +1 → score 3",
    ]  # fmt: skip


def test_points_that_a_loop_counts_card_by_card_stay_one_sum(run):
    lines = run("""\
zones
  heap: Pile, face up

state
  score of Seat: 0..9 = 0

match
  for card in pack
    score of one += 1
    move card to heap
""")
    assert next(line for line in lines if "score" in line) == "ann +8 → score 8"


def test_an_answer_of_several_seats_is_told_of_each(run):
    lines = run("""\
match
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    announce has_seven = any card in hand of seat where rank of card is 7
  say "so"
""")
    assert all(f"{seat}: has seven" in lines[-4] for seat in ("ann", "bob"))


def test_a_no_of_the_rules_is_told_as_the_first_answer_only(run):
    lines = run("""\
state
  turn_of_it: 0..9 = 0, not told

match
  repeat 3 times
    turn_of_it += 1
    for seat in seats
      announce calls = seat is one and turn_of_it is 2
    say "so"
""")
    told = [line for line in lines if "calls" in line]
    assert told == ["ann: calls: no · bob: calls: no", "ann: calls"]


def test_rows_that_add_up_are_told_also_where_one_alone_has_the_value(run):
    lines = run("""\
state
  score of Seat: -9..9 = 0

table value, sum of all that fit
  rule    | when      | points
  "game"  | otherwise | 1
  "extra" | otherwise | 1
  "lost"  | otherwise | -1

match
  score of one += value
  say "so"
""")
    assert "ann +1 (game 1, extra 1, lost -1) → score 1" in lines


def test_what_is_set_behind_the_last_round_is_told(run):
    lines = run("""\
state
  wanted: Suit = ♣

match
  repeat 2 times
    one_hand
    wanted = ♠
  wanted = ♥
  last_part

phase one_hand
  choose one
    go

phase last_part
  choose one
    name s in suits
      must s is wanted
""")
    assert lines.index("wanted: ♥") < lines.index("last part")


def test_cards_that_are_shown_stand_before_the_points_that_they_bring(run):
    text = """\
state
  points of Seat: 0..99 = 0

match
  deal 2 each from stock to hand of seat for seat in seats
  settle

phase settle
  show hand of one
  points of one += size of hand of one
  say "{sentence}"
"""
    lines = run(text.replace("{sentence}", "these go to {one}: {hand of one}"))
    assert lines[4].startswith("  hand of ann shown: ")
    assert lines[5] == "  ann +2 → points 2" and lines[6].startswith("  these go to ann: ")
    lines = run(text.replace("{sentence}", "{one} has {hand of one}"))
    assert lines[4].startswith("  ann has ") and lines[5] == "  ann +2 → points 2"


def test_several_seats_in_a_sentence_are_joined_as_the_winners_are(run):
    lines = run(
        'match\n  say "{seats} have {[one]} and {seats where it is not it}."\n  win seats\n'
    )
    assert lines[:2] == ["ann and bob have ann and nobody.", "ann and bob win"]


def test_a_card_that_a_move_has_named_is_not_told_behind_a_sentence(run):
    lines = run("""\
state
  chips of Seat: 0..9 = 0
  pot: 0..9 = 4

match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        show card
        say "{seat} takes a counter for {card}"
        pay 1 from pot to chips of seat
        move card to middle
  say "{top of middle} is on top"
""")
    told = " · ".join(lines)
    assert "pays ann 1" in told and "to middle" not in told, told


def test_two_cards_of_a_move_that_come_to_lie_on_one_pile_are_told_once_each(run):
    text = """\
match
  deal 3 each from stock to hand of seat for seat in seats
  choose one
    lay low in hand of one, other in hand of one
      must low is not other "another"
      move low to middle
      move other to middle
"""
    (told,) = [line for line in run(text) if "lay" in line]
    assert re.fullmatch(r"ann: lay \S+ \S+", told)


@pytest.mark.parametrize(
    "effects",
    [
        ("move low", "show high", "move further", "move high"),
        ("move low", "move top of stock", "move [further, high]"),
        ("move low", "move top of stock", "move further", "show high", "move high"),
    ],
)
def test_cards_that_come_to_one_place_are_told_once_each(effects, run):
    text = """\
match
  deal 3 each from stock to hand of seat for seat in seats
  choose one
    lay low in hand of one, high in hand of one
      must low is not high
      let further = first card in (hand of one - [low, high])
"""
    for effect in effects:
        text += f"      {effect}{' to middle' if effect.startswith('move') else ''}\n"
    (line,) = [line for line in run(text) if "lay" in line]
    cards = [word for word in line.partition(" → ")[2].split() if word[-1] in "♠♥♦♣"]
    assert len(set(cards)) == len(cards) >= 3


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('  say "{one} takes it"\n  move middle to laid of one', False),
        ('  move middle to laid of one\n  say "{one} takes it"', False),
        # said of something else, under a condition
        ('  if size of middle is 1\n    say "{one} is lucky"\n  move middle to laid of one', True),
        # who gives them would not be told
        ('  move middle to laid of two\n  show hand of two\n  move laid of two to laid of one\n'
         '  say "{one} takes it"', True),
        ('  move middle to laid of two\n  show hand of two\n  move laid of two to laid of one\n'
         '  say "{one} takes it from {two}"', False),
        # the seat's own card, of which the sentence says nothing
        ('  move middle to laid of two\n  show hand of two\n  say "{one} is lucky"\n'
         '  move top of hand of one to laid of one', True),
    ],
)  # fmt: skip
def test_a_sentence_about_a_seat_stands_for_cards_that_it_is_about(rules, told, run):
    text = f"""\
zones
  laid of Seat: Pile, face up

match
  deal 1 each from stock to hand of seat for seat in seats
  move top of stock to middle
  choose two
    nod
{rules}
"""
    assert any("laid of ann" in line for line in run(text)) == told


def test_which_cards_of_a_seat_go_to_another_is_told_where_they_are_not_of_its_hand(run):
    text = """\
zones
  laid of Seat: Pile, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    lay card in hand of one
      move card to laid of one
  choose two
    lay card in hand of two
      move card to laid of two
  move hand of one to laid of two
  move laid of one to laid of two
"""
    told = r"ann's \S+ to laid of bob · \S+ from laid of ann to laid of bob"
    assert re.fullmatch(told, run(text)[-3])


def test_a_large_hand_that_is_taken_up_is_told_as_a_deal_tells_it(hoyle, tmp_path):
    text = head("Large", "2", "2 3 4 5 6 7 8 9")
    text += """\
  hand of Seat: Cards, seen by owner
  won of Seat: Cards, face down

match
  let one = first seat in seats where yes
  move top(stock, 16) to won of one
  choose one
    wait
  move won of one to hand of one
  choose one
    play card in hand of one
"""
    path = tmp_path / "large.cards"
    path.write_text(text, encoding="utf-8")
    lines = hoyle("run", path).stdout.splitlines()
    (told,) = [line for line in lines if line.startswith("hand of ann")]
    assert len(told.split()) == 3 + 16
    lines = hoyle("run", path, "--as", "bob").stdout.splitlines()
    assert "16 cards to hand of ann" in " ".join(lines)


COUNTS = """\
state
  score of Seat: 0..99 = 0
{more}
match
  let left = 4
  score of two += left
  say "{say}"
"""


@pytest.mark.parametrize(
    ("say", "more", "told"),
    [
        ("{two} has {left} left: {score of two}", "", []),
        ("{two} has {score of two}", "", ["bob +4"]),
        ("{two} has {score of two}", "  taken of Seat: 0..9 = 0\n", ["bob +4 → score 4"]),
        ("{two} gets {left}", "", ["bob +4 → score 4"]),
        ("{one} has {left} left: {score of two}", "", ["bob +4 → score 4"]),
        ("{two} has {2 + 2} left", "", ["bob +4 → score 4"]),
    ],
)
def test_a_sentence_right_behind_takes_the_place_of_points(say, more, told, run):
    """If it names the seat, what was added and the sum; the sum alone is not told twice."""
    lines = run(COUNTS.replace("{say}", say).replace("{more}", more))
    assert [line for line in lines if "bob +" in line] == told


def test_a_sentence_that_names_a_seat_takes_the_place_of_points_of_its_side(run):
    text = COUNTS.replace("score of Seat", "score of Side").replace("{more}", "")
    text = "sides 1, in turn\n" + text.replace("score of two", "score of side of two")
    lines = run(text.replace("{say}", "{two} has {left} left: {score of side of two}"))
    assert lines[0] == "bob has 4 left: 4"


def test_what_is_counted_one_by_one_needs_only_the_sentence_with_the_sum(run):
    text = COUNTS.replace("{say}", "{two} has {score of two}").replace("+= left", "+= 1")
    text = text.replace("  let left = 4\n", "").replace("{more}", "  taken of Seat: 0..9 = 0\n")
    assert run(text)[0] == "bob has 1"


def test_a_reason_is_told_though_a_sentence_names_the_points(run):
    table = '\ntable bonus(seat: Seat), first that fits\n  rule | when | n\n  "last" | yes | 4\n'
    text = COUNTS.replace("{more}", table).replace("let left = 4", "let left = bonus of two")
    lines = run(text.replace("{say}", "{two} has {left} left: {score of two}"))
    assert lines[:2] == ["bob +4 (last)", "bob has 4 left: 4"]


def test_cards_of_another_that_a_move_takes_along_are_named(run):
    lines = run("""\
zones
  board: Cards, face up
  won: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    lay card in hand of one
      move card to board
  choose two
    take card in hand of two
      move board + card to won
  say "{size of won} cards"
""")
    (took,) = (line for line in lines if "take" in line)
    assert took.endswith("bob: take 8♥ → 7♠ 8♥ to won")


def test_what_was_told_and_is_the_same_again_is_not_told_while_nobody_chooses(run):
    lines = run("""\
state of round
  opener: Seat

match
  one_deal

phase one_deal
  round
  round
  choose two
    go
      move top of stock to aside
  round

phase round
  opener = one
  move top of stock to middle
  if opener is one
    say "go on"
""")
    told = [line for line in lines if "opener: ann" in line]
    assert told == ["  opener: ann · 7♠ to middle", "  opener: ann · 8♥ to middle"]


def test_a_number_that_counts_what_was_just_paid_says_the_amount_no_second_time(run):
    text = """\
state
  chips of Seat: 0..50 = 20
  pot: 0..99 = 0
state of betting
  paid of Seat: 0..50 = 0

match
  betting

phase betting
  choose one
    bet
      pay 3 from chips of one to pot
      paid of one += 3
  choose one
    raise
      pay 4 from chips of one to pot
      paid of one += {added}
"""
    assert run(text.format(added=4))[1:2] == [
        "  ann: bet → pays pot 3 · raise → pays pot 4 (now 7), paid 7",
    ]  # fmt: skip
    assert run(text.format(added=5))[1].endswith("raise → pays pot 4 (now 7), paid 8 (+5)")
