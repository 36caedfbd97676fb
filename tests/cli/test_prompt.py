"""What stands at the table and behind the moves when a person is asked."""

import pytest

from hoyle import load
from tests.heads import head


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


BIDS = head("Bids", "3")
BIDS += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..9 = 0

state of one_deal
  bid of Seat: 0..3 = 0
  seen of Seat: 0..3 = 0, not told

match
  repeat 2 times
    one_deal

phase one_deal
  for seat in seats from left of (first s in seats)
    choose seat
      bid number in 0..3
        bid of seat = number
  for seat in seats
    choose seat
      go_on
        score of seat += bid of seat
  say "{seen of seats}"
"""


def test_a_number_that_is_given_is_none_before_it_is_given(hoyle, tmp_path):
    (tmp_path / "bids.cards").write_text(BIDS, encoding="utf-8")
    done = hoyle("play", "bids.cards", "--seed", 1, answers="bid 0\ngo-on\n")
    told = [line.strip() for line in done.stdout.splitlines() if "bid: " in line]
    assert told == [
        "bid: bob 2 · cat 0",
        "bid: ann 0 · bob 2 · cat 0",
        "bid: bob 0 · cat 0",  # the next deal
    ]
    assert "score: ann 0 · bob 2 · cat 0" in done.stdout  # what is counted begins with 0


def test_who_asks_for_the_view_sees_numbers_that_are_0_too(hoyle, tmp_path):
    (tmp_path / "bids.cards").write_text(BIDS, encoding="utf-8")
    done = hoyle("play", "bids.cards", "--seed", 1, answers="view\n")
    at_prompt, asked = done.stdout.split("ann> ")[:2]
    assert "seen:" not in at_prompt and "bid: bob 2 · cat 0" in at_prompt
    assert "  score: ann 0 · bob 0 · cat 0\n" in at_prompt  # what is counted over the match
    assert "  score: ann 0 · bob 0 · cat 0\n" in asked
    assert "  bid: ann 0 · bob 2 · cat 0\n" in asked
    assert "  seen: ann 0 · bob 0 · cat 0\n" in asked


CARDS = (
    head("Cards", suits='green "G", purple "P"')
    + """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: 0..9 = 0
  bid: 0..3 = 0

match
  deal 5 each from stock to hand of seat for seat in seats
  repeat 2 times
    choose (first s in seats)
      play card in hand of seat_1
        move card to stock
      pass
  choose (first s in seats)
    bid
      score of seat_1 += bid

define seat_1 = first s in seats
"""
)


def test_words_that_are_no_move_are_answered_by_what_they_name(hoyle, tmp_path):
    (tmp_path / "cards.cards").write_text(
        CARDS.replace("ranks 7", "cards old_king\n  ranks 7"), encoding="utf-8"
    )
    asked = [
        "play old king", "9 purple", "play purple 9", "play foo bar", "why 99", "score", "hand",
        "bid", "scores",
    ]  # fmt: skip
    done = hoyle("play", "cards.cards", "--seed", 1, answers="\n".join(asked))
    parts = [" ".join(text.split()) for text in done.stdout.split("ann> ")[1:]]
    told = [text.removeprefix(said).strip() for said, text in zip(asked, parts, strict=False)]
    for text, meant in zip(told[:3], ["play old-king", "9P", "play 9P"], strict=True):
        assert text.endswith(f"; did you mean `{meant}`?")
    assert told[3] == "`play` wants one card; 2 were read: `foo`, `bar`"
    assert told[4] == "there are moves 1 to 6; type ? for help"
    assert told[5] == "score: ann 0 · bob 0"
    assert told[6].startswith("your hand: ")
    assert told[7].startswith("it is not the time for `bid`")
    assert told[8].startswith("there is no `scores` here")


CALLS = head("Calls")
CALLS += """
type Call = none_yet
  or solo
  or open_misere
  or slam

state
  high: Call = none_yet

match
  choose (first s in seats)
    call bid in Call where it > high
      must   bid is not slam   "no slam"
      high = bid
    stay
"""


def test_of_words_for_a_value_those_are_named_that_can_be_chosen_now(hoyle, tmp_path):
    (tmp_path / "calls.cards").write_text(CALLS, encoding="utf-8")
    asked = ["call foo", "call open misere", "why call none-yet", "why call slam"]
    done = hoyle("play", "calls.cards", "--seed", 1, answers="\n".join(asked))
    parts = [" ".join(text.split()) for text in done.stdout.split("ann> ")[1:]]
    told = [text.removeprefix(said).strip() for said, text in zip(asked, parts, strict=False)]
    assert told[0] == "`foo` is not a call; to choose from: solo open-misere"
    assert told[1].endswith("2 were read: `open`, `misere`; did you mean `call open-misere`?")
    assert "is not one of those to choose from; legal now: solo open-misere " in told[2]
    assert told[3].endswith(': must bid is not slam "no slam"')  # as one would say it


OFFERS = head("Offers")
OFFERS += """\
  hand of Seat: Cards, seen by owner

state of one_deal
  worth: 0..9 = 2
  over: yes or no = no

state of one_offer
  offered: 0..9 = 3
  taken: yes or no = no

match
  repeat 2 times
    one_deal

phase one_deal
  ends when over
  choose (first s in seats)
    call
  one_offer

phase one_offer
  taken = yes
  choose (first s in seats)
    take
      over = yes
  offered = 4
"""


def test_state_of_a_phase_is_gone_with_what_has_run_it(hoyle, tmp_path):
    """Also where a step leads out of both at once."""
    (tmp_path / "offers.cards").write_text(OFFERS, encoding="utf-8")
    answers = "call\noffered\ntake\nview\noffered\n"
    _, taking, asked, again, view, named, *_ = hoyle(
        "play", "offers.cards", "--seed", 1, answers=answers
    ).stdout.split("ann> ")
    assert "worth: 2 · offered: 3 · taken: yes" in taking and "  offered: 3\n" in asked
    assert "worth: 2\n" in again and "offered" not in again and "taken" not in again
    assert "worth: 2 · over: no\n" in view and "offered" not in view
    assert "  offered is state of one-offer, which is not running\n" in named


def test_state_of_a_phase_is_in_a_view_while_that_runs(tmp_path):
    file = tmp_path / "offers.cards"
    file.write_text(OFFERS, encoding="utf-8")
    start = load(file).table(players=2).start(seed=1)
    names = {"worth", "over"}
    assert set(start.state(0)) & {*names, "offered", "taken"} == names
    offer = start.play("call")
    assert set(offer.state(0)) >= {*names, "offered", "taken"}
    again = offer.play("take")
    assert set(again.state(0)) & {*names, "offered", "taken"} == names
    assert {slot for slot, *_ in again.view(-1).registers} < {
        slot for slot, *_ in offer.view(-1).registers
    }
    laid = load(file).table(players=2, phase="one_offer").start(seed=1)
    assert set(laid.state(0)) >= {*names, "offered", "taken"}


POTS = head("Pots")
POTS += """\
  hand of Seat: Cards, seen by owner

state
  chips of Seat: 0..20 = 10
  pot: 0..20 = 3, not told
  rounds: 0..9 = 4, not told

match
  repeat 2 times
    choose first_seat
      call
        pay 4 from chips of first_seat to pot
      check
      raise amount in 1..3
        pay amount from chips of first_seat to pot
  rounds -= 1
  say "{rounds}"

define first_seat = first s in seats
"""


def test_the_pot_and_what_a_move_costs_stand_at_the_prompt(hoyle, tmp_path):
    (tmp_path / "pots.cards").write_text(POTS, encoding="utf-8")
    done = hoyle("play", "pots.cards", "--seed", 1, answers="1\ncall (pay 4)\n")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "1 call (pay 4) · 2 check · 3 raise 1..3" in lines
    assert "pot: 3" in lines and "pot: 7" in lines
    assert not any("rounds" in line for line in lines)
    assert "the game is over" in done.stdout


HIDDEN = """\
    choose first_seat
      gamble
        announce lucky = rank of top of stock is K
        if lucky
          pay 4 from chips of first_seat to pot
        move top of stock to hand of first_seat
      dice
        let spots = random of (1..6)
        pay spots from chips of first_seat to pot
      pass
"""


def test_what_a_move_costs_is_not_told_where_hidden_cards_or_chance_say_it(hoyle, tmp_path):
    before, rest = POTS.split("    choose first_seat\n")
    text = before + HIDDEN + "  rounds -= 1\n" + rest.split("  rounds -= 1\n")[1]
    (tmp_path / "pots.cards").write_text(text, encoding="utf-8")
    for seed in range(8):
        done = hoyle("play", "pots.cards", "--seed", seed, answers="gamble\ndice\n")
        assert "1 gamble · 2 dice · 3 pass\n" in done.stdout and "(pay" not in done.stdout


STAKES = head("Stakes")
STAKES += """\
  hand of Seat: Cards, seen by owner

state
  chips of Seat: 0..20 = 10
  pot: 0..20 = 0
  rounds: 0..9 = 0, not told

state of one_round
  stake of Seat: 0..20 = 0
  level: 0..20 = 3, not told

match
  repeat 2 times
    one_round
    rounds += 1

define first_seat = first s in seats

phase one_round
  put_in(first_seat, 2)
  choose first_seat
    see
      put_in(first_seat, level)
    drop
      level = 0
  pay stake of first_seat from stake of first_seat to pot

phase put_in(seat: Seat, level_of_it: 0..20)
  pay level_of_it - stake of seat from chips of seat to stake of seat
"""


def test_what_a_move_costs_is_what_leaves_the_seats_own_chips(hoyle, tmp_path):
    """Not stakes that the rules put into the pot when the move is done: those were paid before."""
    (tmp_path / "stakes.cards").write_text(STAKES, encoding="utf-8")
    done = hoyle("play", "stakes.cards", "--seed", 1, answers="see\ndrop\n")
    assert done.stdout.count("  1 see (pay 1) · 2 drop\n") == 2


def test_no_cost_is_told_where_a_seat_has_two_numbers_that_it_keeps(hoyle, tmp_path):
    """The rules do not say then which of them is its own, so neither way is called a cost."""
    before, kept = STAKES.split("state of one_round\n  stake of Seat: 0..20 = 0\n")
    text = before.rstrip() + "\n  stake of Seat: 0..20 = 0\n\nstate of one_round\n" + kept
    (tmp_path / "stakes.cards").write_text(text, encoding="utf-8")
    done = hoyle("play", "stakes.cards", "--seed", 1, answers="see\ndrop\n")
    assert done.stdout.count("  1 see · 2 drop\n") == 2


RANKED = head("Ranked", "2")
RANKED += """\
  hand of Seat: Cards, seen by owner
  row: Pile, face up

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  move top(stock, 3) to row
  for seat in seats
    choose seat
      play card in hand of seat
        move card to stock
      take card in row + hand of seat
        move card to stock
  win best seat in seats by kind of hand of seat

ranking kind(cards: Cards), best first
  suited | one_suit of cards
  loose  | otherwise
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_moves_stand_in_the_order_in_which_the_cards_are_told(hoyle, tmp_path, seed):
    (tmp_path / "ranked.cards").write_text(RANKED, encoding="utf-8")
    done = hoyle("play", "ranked.cards", "--seed", seed, answers="2\nquit\n")
    lines = [line.strip() for line in done.stdout.splitlines()]
    hand = next(line for line in lines if line.startswith("your hand: ")).split()[2:]
    row = next(line for line in lines if line.startswith("row: ")).split()[1:]
    moves = [f"play {card}" for card in hand] + [f"take {card}" for card in (*hand, *row)]
    offers = " · ".join(f"{k} {move}" for k, move in enumerate(moves, 1))
    assert f"{offers} ann> " in " ".join(done.stdout.split())
    assert f"ann: play {hand[1]}" in done.stdout  # the number picks what is shown


TWO_WAYS = (
    head("Two Ways", "2", "7 8")
    + """\
  hand of Seat: Cards, seen by owner
  middle: Pile, face up
define one = first seat in seats where yes
match
  deal 2 each from stock to hand of seat for seat in seats
  choose one
    up card in hand of one
      must rank of card is 8 "eights only"
      move card to middle
    down card in hand of one, number in 1..2
      must number is 2 "there only"
      move card to middle
  win seats
"""
)


def test_a_card_alone_is_looked_for_in_all_that_can_be_done_with_it(hoyle, tmp_path):
    path = tmp_path / "two-ways.cards"
    path.write_text(TWO_WAYS, encoding="utf-8")
    done = hoyle("play", path, "--seed", 1, answers="7S\nwhy 7S\nup 7S\n7S 2\n")
    assert done.exit_code == 0, done.output
    told = done.stdout
    assert "say which: down 7♠ 2\n" in told
    assert "\n  you may down 7♠ 2\n" in told
    assert told.count("you may not up 7♠: eights only") == 2


def test_an_action_that_none_may_take_now_says_so_where_it_wants_a_number(hoyle):
    told = hoyle("play", "draw-poker", "--players", 3, "--seed", 5, answers="why raise\n2H\nquit\n")
    assert "`raise` wants more; no such move is legal now" in told.stdout


def test_a_queen_does_not_leave_the_game(hoyle):
    told = hoyle("play", "war", "--players", 2, "--seed", 5, answers="Q\nquit\n").stdout
    assert "there is no `Q` here" in told
