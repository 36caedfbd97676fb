"""What a transcript tells, as docs/language.md section 8 says: each change once, and what holds."""

import json

import pytest

HEAD = """\
edition 1
game "Told"

players 2

pack
  ranks 7 8

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Pile, seen by owner
  middle: Pile, face up
  aside: Pile, face down

define one = first seat in seats where yes
define two = last of seats

"""


@pytest.fixture
def run(hoyle, tmp_path):
    """The lines of a game, given what follows the head, without title, players and seed."""

    def play(text, *words):
        path = tmp_path / "told.cards"
        path.write_text(HEAD + text, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1, *words)
        assert done.exit_code == 0, done.output
        return done.stdout if "--json" in words else done.stdout.splitlines()[4:]

    return play


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
    assert run(text, "--as", "ann")[3] == "ann: exchange → 7♠ 7♥ to hand of bob, 8♠ 8♥"


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
  move [7♠, 8♠, 7♥, 8♥] to won of one
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
    assert "  stake of ann: 2, chips: 18" in lines
    bet = [line for line in lines if "bet" in line]
    assert bet in ([], ["  ann: bet 3 → stake: 5, chips: 15"])
    assert any("ann takes back " in line for line in lines)


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
