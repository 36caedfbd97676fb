"""What a transcript tells of moves, cards and chips that belong together."""

import pytest


def test_a_seat_that_goes_on_in_a_phase_of_its_move_is_named_once(run):
    lines = run("""\
match
  one_turn
  one_turn

phase one_turn
  choose two
    take
      go_on
  choose one
    nod

phase go_on
  choose two
    also
""")
    assert [line for line in lines if "take" in line] == ["  bob: take · also · ann: nod"] * 2


def test_cards_laid_down_together_are_told_by_the_moves(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose together seat in seats
    lay card in hand of seat
      move card to aside
  say "done"
"""
    assert run(text)[2:4] == ["ann: lay 7♠ · bob: lay 8♥", "done"]
    assert run(text, "--as", "ann")[2:4] == ["ann: lay 7♠ · bob: lay a card", "done"]


def test_a_card_that_chance_takes_is_told_where_it_goes(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    draw
      let drawn = random of hand of two
      move drawn to hand of one
"""
    assert run(text)[2] == "ann: draw → bob's 8♠"
    lines = run(text.replace("choose one", "choose two"), "--as", "ann")
    assert lines[2] == "bob: draw → 8♠ to hand of ann"


def test_a_card_that_is_given_back_comes_back(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    give card in hand of one
      move card to hand of two
      move card to hand of one
  say "done"
"""
    assert run(text)[2] == "ann: give 7♠ to hand of bob → 7♠ back"


def test_a_hidden_card_comes_from_somebody(run):
    text = """\
zones
  box of Seat: Pile, face down

match
  deal 2 each from stock to box of seat for seat in seats
  choose one
    draw
      move top of box of two to hand of one
    lay card in hand of one
      move card to middle
"""
    assert run(text, "--as", "bob")[2] == "ann: draw → a card from bob"


def test_what_the_house_pays_to_several_is_told_once(run):
    lines = run("""\
state
  chips of Seat: 0..9 = 0
  house: 0..99 = 50

match
  settle
  say "{house} {chips of one} {chips of two}"

phase settle
  for seat in seats
    pay 5 from house to chips of seat
""")
    assert lines[1] == "  house pays ann and bob 5 each (40 left)"


def test_chips_that_lay_in_the_pot_are_not_those_that_come(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 50
  pot: 0..99 = 0

match
  settle
  say "{pot} {chips of one}"

phase settle
  pay 5 from chips of one to pot
  pay 5 from chips of two to pot
  pay 5 from pot to chips of one
""")
    assert lines[1] == "  ann and bob pay pot 5 each (now 10) · pot pays ann 5 (5 left)"


@pytest.mark.parametrize(("first", "then"), [("p in Pool", "{seats}"), ("{seats}", "p in Pool")])
def test_chips_that_one_line_pays_to_several_heaps_are_told_as_one(run, first, then):
    lines = run(
        f"""\
type Pool = ace or king or marriage

state
  chips of Seat: 0..50 = 50
  pool of Pool: 0..99 = 0

match
  settle
  settle
  say "{{pool of ace}} {{chips of one}}"

phase settle
  for {first}
    for {then}
      pay 1 from chips of seat to pool of p
  pay 1 from chips of one to pool of ace
""".replace("{seats}", "seat in seats")
    )
    assert lines[1:3] == [
        "  ann and bob pay pool of ace, king and marriage 1 each (now 2 each) ·",
        "      ann pays pool of ace 1 (now 3)",
    ]
    assert "pool of ace, king and marriage 1 each (now 5, 4 and 4)" in " ".join(lines)


def test_chips_that_go_and_come_back_are_told_as_what_is_paid_in_all(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 50
  pot: 0..99 = 0

match
  settle
  say "{pot} {chips of one}"

phase settle
  choose one
    ante
      pay 5 from chips of one to pot
      pay 5 from pot to chips of one
      pay 2 from chips of one to pot
      pay 1 from chips of one to pot
  choose two
    ante
      pay 5 from chips of two to pot
      pay 5 from pot to chips of two
""")
    assert lines[1:3] == ["  ann: ante → pays pot 2, pays pot 1 (now 3)", "  bob: ante"]


def test_where_nobody_was_paid_nobody_is_told_to_have_more(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 20
  score of Seat: 0..50 = 20

match
  score of one += 5
  settle

phase settle
  choose one
    nod
  score of one = 0
  for seat in seats
    score of seat += 2
    score of seat -= 2
  pay 0 from chips of one to chips of two
""")
    assert lines[:6] == ["ann +5 → score 25", "", "settle", "  ann: nod", "  ann: score 0", ""]


def test_an_announcement_of_nothing_is_left_out(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  announce found = first card in pack where card is 7♥ and card is 8♥
  announce those = pack where it is 7♥ and it is 8♥
  choose one
    ask
      announce held = [7♥ 7♣]
  if found is none and those is empty
    say "none"
""")
    assert lines[2:4] == ["ann: ask → held: 7♥ 7♣", "none"]


def test_a_sentence_takes_the_place_of_all_announcements_before_it(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    announce finest = last of ranks
    announce many = 2
    say "{seat}: {many} {finest}"
""")
    assert lines[2:4] == ["ann: 2 8", "bob: 2 8"]


def test_what_a_move_puts_on_a_heap_of_played_cards_is_told_only_where_the_heap_matters(run):
    text = """\
zones
  pile: Pile, face up

match
  deal 4 each from stock to hand of seat for seat in seats
  repeat 2 times
    for seat in seats
      choose seat
        play card in hand of seat
          move pile to aside
          move card to pile
  say "done{more}"
"""
    assert (
        run(text.format(more=""))[2] == "ann: play 7♠ · bob: play 8♦ · ann: play 7♥ · bob: play 8♠"
    )
    matters = run(text.format(more=", {size of aside} cards aside"))
    assert matters[2:4] == [
        "ann: play 7♠ · bob: play 8♦ → 7♠ to aside",
        "ann: play 7♥ → 8♦ to aside",
    ]


def test_played_cards_that_the_rules_put_where_nothing_asks_for_them_are_not_told(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  repeat 2 times
    for seat in seats
      choose seat
        play card in hand of seat
          move card to middle
    move middle to aside
  say "done{more}"
"""
    assert run(text.format(more=""))[2:4] == [
        "ann: play 7♠ · bob: play 8♥ · ann: play 7♥ · bob: play 8♠",
        "done",
    ]
    matters = run(text.format(more=", {size of aside} cards aside"))
    assert matters[3] == "the cards of middle to aside"


def test_cards_from_a_hidden_place_that_is_no_pile_have_its_name(run):
    text = """\
zones
  widow: Cards, face down

match
  move 3 from stock to widow
  choose one
    pick_up
      move widow to hand of one
"""
    assert run(text)[1] == "ann: pick-up → 7♠ 7♥ 8♠ from widow"
    assert run(text, "--as", "bob")[1] == "ann: pick-up → 3 cards from widow"


def test_open_piles_of_a_number_are_told_by_their_names_and_by_what_lies_on_top(run):
    lines = run("""\
zones
  own(Seat, 1..2): Pile, face up
  centre(1..2): Pile, face up

match
  for seat in seats
    move 2 from stock to own(seat, 2)
  for seat in seats
    choose seat
      put n in 1..2, card in top(own(seat, 2), 1)
        must n is 1
        move card to centre(n)
    choose seat
      put card in top(own(seat, 2), 1)
        move card to own(seat, 1)
""")
    moves = [line.strip() for line in lines if "put" in line]
    assert moves[0] == (
        "ann: put 8♠ from own 2 to centre 1 → own 2: 7♠ on top · "
        "put 7♠ from own 2 to own 1 → own 2: empty"
    )


def test_a_card_drawn_at_the_beginning_of_a_turn_stands_on_the_line_of_the_move(run):
    text = """\
match
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    one_turn of seat
  move top of stock to hand of one

phase one_turn(seat: Seat)
  fill_up of seat
  choose seat
    play card in hand of seat
      move card to middle
    pass

phase fill_up(seat: Seat)
  move top of stock to hand of seat
"""
    lines = run(text)
    assert lines[3:5] == ["bob: draws 8♥ · play 8♥", "ann draws 7♦"]
    assert run(text, "--as", "ann")[3] == "bob: draws a card · play 8♥"
    text = text.replace(
        "  move top of stock to hand of seat\n",
        "  let drawn = top of stock\n  move drawn to hand of seat\n"
        "  announce eight = [drawn] where rank of it is 8\n",
    )
    assert run(text)[3] == "bob: draws 8♥, eight · play 8♥"
    assert run(text, "--as", "ann")[3] == "bob: draws a card, eight 8♥ · play 8♥"


def test_a_card_drawn_behind_a_sentence_about_who_draws_it_is_told_where_that_seat_plays_on(run):
    text = """\
match
  show top of stock
  say "{top of stock} is turned up"
  choose one
    take
      tell of one
      move top of stock to hand of one
      choose one
        put_aside card in hand of one
          move card to aside
    pass

phase tell(seat: Seat)
  say "{seat} begins"
"""
    lines = run(text)
    assert lines[1:4] == ["ann: take", "ann begins", "ann: draws 7♠ · put-aside 7♠"]


def test_cards_drawn_for_those_put_away_are_told_as_drawn(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    exchange
      move hand of one to aside
      move 2 from stock to hand of one
  choose two
    draw
      move top of stock to hand of two
""")
    assert lines[2:4] == ["ann: exchange → 7♠ 7♥ to aside, draws 7♦ 8♦", "bob: draw → 7♣"]


def test_an_announced_card_that_is_shown_and_named_is_told_by_the_sentence(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    look
      announce found = top of hand of two if rank of top of hand of two is 8 else none
      if found is not none
        show top of hand of two
        say "{two} shows {found}"
""")
    assert lines[2:4] == ["ann: look", "bob shows 8♥"]


def test_a_sentence_has_words_for_what_is_empty(run):
    text = """\
match
  choose one
    nod
  say "{hand of one} and {seats where size of hand of it > 0}, {ranks where no is yes}, {seats}"
"""
    assert run(text)[1] == "no cards and nobody, none, ann and bob"


def test_a_single_card_that_goes_on_is_named_once_more(run):
    lines = run("""\
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    play card in hand of one
      move card to middle
  move top of middle to aside
  move top of stock to aside
  say "{size of aside} aside"
""")
    assert lines[2:4] == ["ann: play 7♠", "7♠, 7♦ to aside"]


def test_the_rows_that_gave_a_value_are_told_where_it_is_set(run):
    lines = run("""\
state
  made of Seat: 0..9 = 0

table sets(seat: Seat), sum of all that fit
  rule      | when                      | points
  "a hand"  | size of hand of seat >= 2 | 2
  "no ends" | seat is one               | 3

match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    made of seat = sets(seat)
""")
    told = ["ann: made 5 (a hand 2, no ends 3)", "bob: made 2 (a hand)"]
    assert [" ".join(line.split()) for line in lines[2:4]] == told


def test_a_heap_on_the_table_is_told_with_what_it_holds(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 50
  on_card: 0..99 = 0
  house: -99..99 = 0
  memory: 0..99 = 0, not told

match
  one_card
  say "{on_card} {house} {memory} {chips of one}"

phase one_card
  for seat in [one, two, one]
    choose seat
      no_thanks
        pay 1 from chips of seat to on_card
  choose two
    take
      pay on_card - 2 from on_card to chips of two
  pay 3 from chips of one to house
  pay 3 from chips of one to house
  pay 3 from chips of one to memory
  pay 3 from chips of one to memory
""")
    assert lines[1:6] == [
        "  ann: no-thanks → pays on-card 1",
        "  bob: no-thanks → pays on-card 1 (now 2)",
        "  ann: no-thanks → pays on-card 1 (now 3)",
        "  bob: take → on-card pays bob 1 (2 left)",
        "  ann pays house 3 · ann pays house 3 · ann pays memory 3 · ann pays memory 3",
    ]


def test_what_only_its_owner_sees_is_told_to_nobody_else(run):
    text = """\
state
  chips of Seat: 0..50 = 10, seen by owner
  stake of Seat: 0..50 = 0
  kitty: 0..50 = 5, seen by one

match
  choose two
    bet
      pay 2 from chips of two to stake of two
    raise
      pay 2 from chips of two to stake of two
  pay 3 from chips of two to kitty
  pay stake of two from stake of two to chips of two
"""
    assert run(text, "--as", "bob")[:2] == [
        "bob: raise → stake 2, chips 8",
        "bob pays kitty 3 · bob: chips 7, stake 0",
    ]
    assert run(text, "--as", "ann")[:2] == [
        "bob: raise → stake 2",
        "bob pays kitty 3 (now 8) · bob: stake 0",
    ]


def test_what_leads_in_to_a_round_stands_under_its_heading(run):
    lines = run("""\
zones
  turned_up: Pile, face up

state
  dealer: Seat = one
  rounds: 0..9 = 0, not told

match
  shuffle stock
  move 2 from stock to aside
  repeat until rounds is 2 at most 9 times
    dealer = left of dealer
    move top of stock to turned_up
    one_card
    rounds += 1
  say "done {dealer}"

phase one_card
  choose dealer
    nod
""")
    assert lines[:9] == [
        "stock shuffled · 7♣ 8♥ to aside",
        "",
        "card 1",
        "  8♠ to turned-up",
        "  bob: nod",
        "",
        "card 2",
        "  8♦ to turned-up",
        "  ann: nod",
    ]


def test_a_phase_before_a_round_is_over_when_the_round_begins(run):
    lines = run("""\
state
  rounds: 0..9 = 0, not told

match
  repeat until rounds is 2 at most 9 times
    if rounds < 9
      say "ready"
      set_up
    one_card
  say "done"

phase set_up
  choose one
    nod

phase one_card
  rounds += 1
  play_it

phase play_it
  choose two
    go
""")
    one_round = ["ready", "", "set up", "  ann: nod", "", "card {}", "  bob: go", ""]
    assert lines[:16] == [line.format(number) for number in (1, 2) for line in one_round]


def test_a_card_from_the_stock_is_not_taken_for_the_one_that_is_played(run):
    text = """\
zones
  field: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    lay card in hand of one
      move card to field
  move top of stock to field
  choose two
    change card in hand of two
      move card to field
      move top of stock to hand of two
  choose two
    draw
      move top of stock to hand of two
"""
    assert run(text)[2:5] == [
        "ann: lay 7♠",
        "7♦ from stock to field",
        "bob: change 8♥ → draws 8♦ · draw → 7♣",
    ]
    assert run(text, "--as", "ann")[4] == "bob: change 8♥ → draws a card · draw → a card"


def test_a_number_that_is_announced_and_counted_is_told_once(run):
    lines = run("""\
state
  score of Seat: -99..99 = 0

match
  for seat in seats
    announce deadwood = 3 + size of hand of seat
    score of seat -= deadwood
  for seat in seats
    announce bonus = 3 + size of hand of seat
    score of seat += bonus + 1
  say "{score of one}"
""")
    assert lines[:4] == [
        "ann -3 (deadwood) → score -3",
        "bob -3 (deadwood) → score -3",
        "ann: bonus 3",
        "ann +4 → score 1",
    ]


def test_rows_behind_a_name_and_behind_points_that_are_doubled_are_told(run):
    lines = run("""\
state
  score of Seat: 0..99 = 0
  chips of Seat: 0..99 = 20

table worth(cards: Cards), sum of all that fit
  rule    | when              | points
  "suits" | size of cards > 1 | 3
  "many"  | size of cards > 2 | 4

table price(card: Card), first that fits
  rank of card | price
  7            | 5
  -            | 2

match
  move 3 from stock to middle
  let found = worth of middle
  score of one += found
  say "1"
  score of one += 2 * found
  say "2"
  give(two, found)
  say "3"
  score of one += found + 1
  say "4"
  let other = price of bottom of middle
  if worth of middle > 3
    let third = other + 1
    score of one += third
  pay found from chips of one to chips of two
  say "{score of one} {chips of one}"

phase give(seat: Seat, number: 0..20)
  score of seat += number
""")
    assert [line.strip() for line in lines if line.startswith(("ann", "bob", "  bob"))] == [
        "ann +7 (suits 3, many 4) → score 7",
        "ann +14 (suits 3, many 4, ×2) → score 21",
        "bob +7 (suits 3, many 4) → score 7",
        "ann +8 → score 29",
        "ann +6 → score 35",
        "ann pays bob 7 (suits 3, many 4)",
    ]


TOGETHER = """\
zones
  chosen of Seat: Pile, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  repeat 2 times
    choose together seat in seats
      lay card in hand of seat
        move card to chosen of seat
    {between}
    move chosen of one + chosen of two to middle
"""


def test_choices_made_together_are_told_when_all_have_chosen(run):
    """Also to one who chooses before the others, though the next to choose is this one again."""
    text = TOGETHER.format(between='if middle is empty\n      say "done"')
    for words in ((), ("--as", "ann"), ("--as", "bob")):
        told = run(text, *words)[2:6]
        assert told[0] == "ann: lay 7♠ · bob: lay 8♥" and told[1] == "done"
        assert [line for line in told if "lay" in line][1].startswith("ann: lay 7♥ · bob: lay 8♠")


def test_what_is_laid_before_oneself_is_told_by_the_move(run):
    text = TOGETHER.format(between="choose two\n      nod")
    told = run(text)[2:5]
    assert told[0] == "ann: lay 7♠ · bob: lay 8♥ · nod"
    assert not any("chosen of" in line for line in told)


def test_points_that_are_counted_twice_alike_are_two_lines(run):
    lines = run(
        """\
state
  score of Seat: 0..99 = 0
  total_of Seat: 0..99 = 0

table worth(number: 1..3), first that fits
  rule    | when       | points
  "small" | number < 3 | 4
  "large" | otherwise  | 5

match
  for number in 1..3
    score of one += worth of number
    total_of(one) += worth of number
  say "{score of one} {total_of(one)}"
""".replace("total_of Seat", "total_of(Seat)")
    )
    assert lines[:3] == [
        "ann +4 (small) → score 4, total-of 4",
        "ann +4 (small) → score 8, total-of 8",
        "ann +5 (large) → score 13, total-of 13",
    ]


def test_each_rule_that_a_line_tells_of_has_its_number(run):
    text = """\
match
  choose one
    take
  choose two
    pass_on
    agree
"""
    (line,) = (line for line in run(text, "--detail", "rules") if line.startswith("ann: take"))
    before, _, places = line.partition("   [")
    numbers = [int(number) for number in places.rstrip("]").split(":")[1].split(", ")]
    assert before.startswith("ann: take · bob: ") and numbers[1] - numbers[0] in (2, 3)


TAKEN = """\
zones
  board: Cards, face up
  caught: Cards, face up
  played: Pile, face up
  won of Seat: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  move 3 from stock to board
  choose one
    lay card in hand of one
      move card to board
  {turn}

phase turn
  choose two
    lay card in hand of two
      move card to played
      choose two
        take cards in subsets(board, 2)
          move cards to caught
      {where}

phase up
  {ways}
"""
BOTH, ONE_MOVE = (
    "move caught to won of two\n  move played to won of two",
    "move caught + played to won of two",
)


@pytest.mark.parametrize("ways", [BOTH, ONE_MOVE])
def test_cards_named_in_one_turn_are_not_named_again_as_they_go_on(run, ways):
    lines = run(TAKEN.format(turn="turn", where="up", ways=ways))
    start = next(k for k, line in enumerate(lines) if "take" in line)
    assert lines[start].endswith(", the cards to won")
    assert lines[start + 1] == ""


def test_cards_that_go_on_with_others_are_told_once_where_they_come_to_rest(run):
    lines = run("""\
zones
  board: Cards, face up
  caught: Cards, face up
  played: Pile, face up
  won of Seat: Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  move 3 from stock to board
  choose one
    sweep card in hand of one
      move card to played
      move board to caught
      move caught + played to won of one
""")
    assert [line for line in lines if "sweep" in line] == ["ann: sweep 7♠ → 7♠ 7♦ 7♣ 8♦ to won"]


def test_cards_that_come_back_have_been_elsewhere(run):
    lines = run("""\
zones
  board: Cards, face up

match
  move 2 from stock to board
  let one_card = board
  move one_card to stock at the bottom
  move 1 from stock to board
  let other_card = board
  move other_card to stock at the bottom
  move 1 from stock to board
""")
    way = "7♠ 8♠ to board · 7♠ 8♠ below stock · 7♥ to board · 7♥ below stock · 8♥ to board"
    assert lines[0] == way
