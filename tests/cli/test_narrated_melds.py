"""How a transcript tells of cards that lie together: melds, rows, and hands by rank."""

import re

import pytest

from tests.heads import head

MELDS = (
    head("Melds", "4", "7 8 9").replace("\npack\n", "\nsides 2, in turn\n\npack\n")
    + """\
  hand of Seat: Cards, seen by owner
  eights of Side: Cards, face up
  meld(Side, Rank): Cards, face up

match
  deal_out
  for seat in seats
    choose seat
      meld cards in groups of hand of seat
        move cards to meld(side of seat, rank of cards)
      give card in hand of seat
        move card to meld(side of left of seat, rank of card)
  say "{size of meld(side of last of seats, 8)}"

phase deal_out
"""
)


@pytest.fixture
def melded(hoyle, tmp_path):
    """The lines of a game with melds, given how its cards are dealt."""

    def run(deal):
        path = tmp_path / "melds.cards"
        path.write_text(MELDS + deal, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1)
        assert done.exit_code == 0, done.output
        return [line.strip() for line in done.stdout.splitlines()[4:]]

    return run


def test_melds_of_a_side_and_rank_are_told_in_full_once_they_have_grown(melded):
    lines = melded("  deal 2 each from stock to hand of seat for seat in seats\n")
    assert lines[6] == (
        "ann: meld 7♠ · bob: give 8♠ to meld 8 of ann and cat · cat: meld 7♦ → meld 7: 7♠ 7♦"
    )


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("a book of {face} for {side}", []),
        ("a book for {side}", ["meld 7 of ann and cat: empty"]),
    ],
)
def test_of_a_meld_that_a_sentence_says_to_go_it_is_not_told_that_it_is_empty(melded, says, told):
    lines = melded(f"""\
  move [7♠ 7♥] to hand of (first s in seats)
  choose (first s in seats)
    lay cards in subsets(hand of (first s in seats), 2)
      move cards to meld(side of (first s in seats), rank of cards)
  choose (first s in seats)
    close_it
      close(side of (first s in seats), 7)
  deal 1 each from stock to hand of seat for seat in seats

phase close(side: Side, face: Rank)
  say "{says}"
  move meld(side, face) to eights of side
""")
    at = lines.index(says.format(face="7", side="ann and cat"))
    assert [line for line in lines[at : at + 4] if "empty" in line] == told


def test_cards_of_a_pile_that_go_to_several_places_are_told_with_each_of_them(melded):
    lines = melded("""\
  move [9♠ 9♥ 7♥ 8♦ 7♣] to eights of side of (last of seats)
  choose last of seats
    take
      move 7♣ to meld(side of (last of seats), 7)
      move eights of side of (last of seats) to hand of (last of seats)
  choose last of seats
    keep
      move top of stock to hand of (last of seats)
  deal 1 each from stock to hand of seat for seat in seats
""")
    assert "dan: take → 7♣ to meld 7, 7♥ 8♦ 9♠ 9♥ to hand · keep → 7♠" in lines


def test_cards_drawn_for_those_laid_aside_and_laid_aside_too_are_told_on_their_way(melded):
    lines = melded("""\
  deal 1 each from stock to hand of seat for seat in seats
  for seat in seats
    repeat 3 times
      let before = size of eights of side of seat
      move (hand of seat where rank of it is 8) to eights of side of seat
      move size of eights of side of seat - before from stock to hand of seat
""")
    assert lines[2] == "bob's 8♠, 8♥ to eights of bob and dan · bob draws 9♥"


def test_a_suit_with_ranks_of_its_own_has_their_order_and_the_signs_of_a_pack_are_told(
    hoyle, tmp_path
):
    text = """\
edition 1
game "Own Ranks"

players 2

pack
  suits ♠, trumps "T"
  ranks 2 10, knight "C"
  ranks of trumps 1..11

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  middle: Cards, face up

match
  deal 7 each from stock to hand of seat for seat in seats
  move (hand of seats where its suit is trumps) to middle
"""
    path = tmp_path / "own-ranks.cards"
    path.write_text(text, encoding="utf-8")
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert lines[3] == "cards: T trumps · C knight"
    assert lines[6] == "hand of bob  10♠  11T 9T 7T 5T 3T 1T"
    assert lines[7] == "1T 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T to middle"
    assert "cards: T trumps | C knight | TS 10 of S" in hoyle("run", path, "--ascii").stdout
    fewer = text.replace("7 each", "6 each").replace("zones", "  remove knight of ♠\n\nzones", 1)
    path.write_text(fewer, encoding="utf-8")
    assert hoyle("run", path, "--seed", 1).stdout.splitlines()[3] == "cards: T trumps"


NEW_MELDS = """\
zones
  meld(1..4): Cards, face up
  kept of Seat: Cards, face up

match
  move 8 from stock to kept of one
  choose one
    lay cards in subsets(kept of one, 2)
      must one_rank of cards  "of one rank"
      move cards to meld(first n in 1..4 where meld(n) is empty)
  choose one
    add card in kept of one, n in 1..4
      must meld(n) is not empty  "to a meld"
      move card to meld(n)
  choose one
    lay_all cards in subsets(kept of one, 3)
      must size of suits of cards is 2  "of two suits"
      for suit in suits of cards
        move (cards where its suit is suit) to meld(first n in 1..4 where meld(n) is empty)
"""


def test_the_place_of_a_new_meld_and_the_places_of_cards_that_are_parted(run):
    """A number that a later move names must have been told, and once."""
    told = " ".join(" ".join(run(NEW_MELDS)).split())
    laid = r"lay 7(.) 7. to meld 1 · add (..) to meld 1: [78♠♥♦♣ ]+ · "
    parted = r"lay-all (.. .. ..) → .. to meld 2, .. .. to meld 3|"
    parted += r"lay-all (.. .. ..) → .. .. to meld 2, .. to meld 3"
    assert re.search(laid + f"(?:{parted})", told), told


def test_what_is_drawn_is_told_as_drawn_whoever_is_next(run):
    text = """\
match
  for seat in seats
    choose seat
      go_on
        draw_one of seat

phase draw_one(seat: Seat)
  if hand of seat is empty
    say "go fish"
  move top of stock to hand of seat
"""
    assert "ann draws 7♠" in run(text)
    assert "bob draws a card" in run(text, "--as", "ann")


def test_a_hand_that_a_sentence_names_whole_is_not_shown_besides(run):
    text = """\
zones
  kept of Seat: Cards, seen by owner

match
  deal 2 each from stock to kept of seat for seat in seats
  say "all show"
  show kept of seats
  say "{one} has {kept of one}"
"""
    lines = run(text)
    assert not [line for line in lines if line.startswith("kept of ann shown")]
    assert [line for line in lines if line.startswith("kept of bob shown")]
    both = run(text.replace('has {kept of one}"', 'has {kept of one} of {kept of seats}"'))
    assert [line for line in both if line.startswith("kept of ann shown")]


ROWS = (
    head("Rows", "2").replace("zones\n", "type Row = front or back\n\nzones\n")
    + """\
  hand of Seat: Cards, seen by owner
  laid(Seat, Row): Cards, seen by owner
  own of Seat: Cards, seen by owner

match
  shuffle stock
  deal 8 each from stock to hand of seat for seat in seats
  choose together seat in seats
    set_back cards in subsets(hand of seat, 2)
      move cards to laid(seat, back)
  choose together seat in seats
    set_own cards in subsets(hand of seat, 4)
      move cards to own of seat
      move hand of seat to laid(seat, front)
  show laid(seats, [front, back])
  show own of seats
  if any seat in seats where kind of laid(seat, back) is pair
    say "a pair lies behind"
  win best seat in seats by kind of own of seat

ranking kind(cards: Cards), best first
  pair  | size of ranks of cards is 1
  other | otherwise
"""
)


RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.fixture
def rows(hoyle, tmp_path):
    """The lines of a game in which all lay down cards, as somebody reads them."""

    def read(*words):
        path = tmp_path / "rows.cards"
        path.write_text(ROWS, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1, *words)
        assert done.exit_code == 0, done.output
        return done.stdout.replace("\n    ", " ").splitlines()

    return read


def test_what_a_move_lays_face_down_is_not_named_before_the_rules_turn_it_up(rows):
    """Nor is told where it lies, as only the line of the rules says that: one place for each."""
    [told] = [line for line in rows("--as", "bob") if "set-back" in line]
    assert re.fullmatch(
        r"ann: set-back 2 cards · bob: set-back \S+ \S+ · "
        r"ann: set-own 4 cards · bob: set-own \S+ \S+ \S+ \S+",
        told,
    )
    assert any(line.startswith("2 cards to laid front of ann") for line in rows("--as", "bob"))
    assert not any("card" in line for line in rows() if "set-" in line)


def test_a_hand_that_the_rules_rank_is_told_by_rank(rows):
    """Also one of several places of a seat, if the rules rank those that have its name."""
    lines = rows()
    for place, told in (("own", True), ("laid back", True), ("laid front", False)):
        shown = [line for line in lines if line.startswith(f"{place} of ann shown:")]
        assert len(shown) == 1 and (" (other)" in shown[0] or " (pair)" in shown[0]) is told
        ranks = re.findall(r"(10|[2-9AKQJ])[♠♥♦♣]", shown[0])
        assert len(ranks) > 1 and ranks == sorted(ranks, key=RANKS.index)


MELDS_OF_SIDES = head("Melds of Sides", "4", "7 8 9 10")
MELDS_OF_SIDES += """\
  hand of Seat: Cards, seen by owner
  meld(Side, 1..2): Cards, face up

sides 2, in turn

match
  deal 2 each from stock to hand of seat for seat in seats
  repeat 2 times
    for seat in seats
      choose seat
        add card in hand of seat, n in 1..2
          move card to meld(side of seat, n)
"""


def test_a_meld_of_a_side_goes_by_its_number_on_a_line_of_each_partner(hoyle, tmp_path):
    path = tmp_path / "sides.cards"
    path.write_text(MELDS_OF_SIDES, encoding="utf-8")
    told = hoyle("run", path, "--seed", 1).stdout
    for name in ("ann", "bob", "cat", "dan"):
        assert f"{name}: add" in told
    assert " to meld 1" in told and " and meld" not in told and "'s meld" not in told


LAID_IN_TURN = head("Laid in Turn", "2", "7 8 9 10", "♣ ♥")
LAID_IN_TURN += """\
  hand of Seat: Cards, seen by owner
  lying: Pile, face up
  heap: Pile, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  one_round
  say "over with {size of heap}"

phase one_round
  for seat in seats, round and round until any s in seats where hand of s is empty, however long
    choose seat
      play card in hand of seat
        move lying to heap
        move card to lying
  move lying to heap
"""


def test_a_card_goes_with_those_before_it_only_where_the_move_takes_it(hoyle, tmp_path):
    """What is played lies until the phase takes it away, after the last move."""
    path = tmp_path / "laid.cards"
    path.write_text(LAID_IN_TURN, encoding="utf-8")
    told = hoyle("run", path, "--seed", 1).stdout.splitlines()
    moves = [line.strip() for line in told if " to heap" in line]
    cards = [re.findall(r"\S+[♣♥]", line.partition(" → ")[2] or line) for line in moves]
    assert [len(one) for one in cards] == [1, 1, 1] and len({*map(str, cards)}) == 3


TAKEN_FOR = head("Taken For", "2", "7 8 9")
TAKEN_FOR += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
  meld(1..2): Cards, face up

match
  deal 2 each from stock to hand of seat for seat in seats
  move 3 from stock to heap
  let one = first s in seats
  choose one
    take_for card in [top of heap], n in 1..2
      move card to meld(n)
      move heap to hand of one
"""


def test_cards_that_come_to_the_hand_say_so_beside_those_that_go_elsewhere(hoyle, tmp_path):
    path = tmp_path / "taken.cards"
    path.write_text(TAKEN_FOR, encoding="utf-8")
    (line,) = [one for one in hoyle("run", path, "--seed", 1).stdout.splitlines() if "take" in one]
    assert line.endswith(" → 8♥ 9♥ to hand")
