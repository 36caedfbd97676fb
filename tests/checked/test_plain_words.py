"""A game with one line as a card player would write it: what is said leads to the right line."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.dsl.report import Report, as_text
from hoyle.interpreter.library.loader import inspect_file
from tests.checked.test_proposals import find_false, find_problems

GAME = """\
edition 1
game "Over and Under"
players 3
options
  rounds: 1..30 = 9 "how often is dealt"
  passing: yes or no = yes "whether cards are passed"
pack
  ranks 2 3 4 5 6 7 8 9 10 J Q K A
order high, best first: A K Q J 10 9 8 7 6 5 4 3 2
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  kitty: Pile, face down, at most 4
  heap: Cards, face up
state
  dealer: Seat = random of seats
  score of Seat: -50..50 = 0
state of one_round
  over of Seat: -9..9 = 0, not told
  trump: Suit or none = none
table target(seat: Seat), first that fits
  when           | cards
  seat is dealer | 8
  otherwise      | 3
define best_of(giver: Seat) = best one in hand of giver where suit of one is trump by pips of one
define pips(card: Card) = high of rank of card
match
  repeat rounds times
    one_round
    dealer = left of dealer
  win all best seat in seats by score of seat
phase one_round
  gather into stock
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  move 4 from stock to kitty
  choose dealer
    name suit in suits
      trump = suit
  if passing
    pass_cards
  repeat until hand of seats is empty
    play_one(dealer)
  for giver in seats where over of giver > 0
    score of giver += over of giver
  say "{dealer} has {score of dealer}"
phase pass_cards
  for seat in seats
    over of seat = size of hand of seat - target of seat
    if size of hand of seat > 2
      move best_of(seat) to kitty
phase play_one(giver: Seat)
  choose giver
    play card in hand of giver
      must suit of card is trump, if able "trumps first"
      move card to heap
policy plain
  play_one.play highest high of rank of card
always "none is lost": size of hand of dealer < 20
example "two cannot"
  players 2 refused
"""
CASES = [
    # one card and several, and which of them is meant
    ("suit of card is trump, if able", "size of card is 2", "`card in subsets of hand of giver`"),
    ("= high of rank of card", "= size of card", "one card is taken here; several: `card: Cards`"),
    ("suit of card is trump, if able", "suit of card is trump or none", "suit of card is trump or"),
    ("      trump = suit", "      trump = rank", "write `rank of …`"),
    ("suit of card is trump, if able", "heap is not consecutive", "`not consecutive(heap, high)`"),
    (
        "= high of rank of card",
        "= rank of card if passing else 0",
        "rank is `high of rank of card`",
    ),
    (
        "define pips(card",
        "define is_great(card: Card) = number of rank of card > 9\n"
        "define unlucky = top of stock is not great\ndefine pips(card",
        "write `not is_great of top of stock`",
    ),
    (
        "      trump = suit",
        "      let low = 2 of suit\n      score of player of low += 1\n      trump = suit",
        "one of them:  (first card in low)",
    ),
    ("suit of card is trump, if able", "suit of card is trump or play", "`play` is an action"),
    (
        "    dealer = left of dealer\n",
        "    dealer = taker\n  win seats\ntype Count = taker or player\nphase the_end\n",
        "comes with the program has it:  use tricks",
    ),
    (
        "define pips(card",
        "define lay = rank of top of stock where suit of it is ♠\ndefine pips(card",
        "rank of top of (stock where suit of it is ♠)",
    ),
    ("yes or no = yes", "yes = yes", "stands behind it:  yes or no = yes"),
    ("yes or no = yes", "yes or no = 1", "answered by yes or no:  yes"),
    ("if passing", "if hand of dealer is one_suit", "write `one_suit of hand of dealer`"),
    ("size of hand of seat - target of seat", "larger", "write `larger(…, …)`"),
    (
        "name suit in suits\n      trump = suit",
        "name it_is in suits\n      trump = suit",
        "`it_is`",
    ),
    ("hand of seats is empty", "hand of all is empty", "write `seats`"),
    ("hand of seats is empty", "hand of everybody is empty", "write `seats`"),
    ("hand of seats is empty", "hand of seats is clear", "write `empty`"),
    ("seats where over of giver > 0", "seats where giver is over", "is `over of giver`"),
    ("giver in seats where over of giver > 0", "giver in high", "all that there are is `ranks`"),
    (
        "dealer = left of dealer",
        "dealer = highest score of seat for seat in seats",
        "the one that has it is found so:  best seat in seats by score of seat",
    ),
    # zones, state, options and the pack
    ("ranks 2 3 4 5 6 7 8 9 10 J Q K A", "ranks 2..A", "write:  ranks 2 3 4 5 6 7 8 9 10 J Q K A"),
    ("ranks 2 3 4 5 6 7 8 9 10 J Q K A", "ranks two to ace", "write `2..10 J Q K A`"),
    ("ranks 2 3 4 5 6 7 8 9 10 J Q K A", "ranks A..10 J Q K", "write:  ranks A 2..10 J Q K"),
    ("dealer: Seat = random of seats", "dealer: Seat = any seat", "write:  dealer: Seat = random"),
    ("hand of Seat: Cards, seen", "hand of Seat: 9 Cards, seen", "seen by owner, at most 9"),
    ("kitty: Pile, face down, at most 4", "kitty: 4 Pile, face down", "Pile, face down, at most 4"),
    (": A K Q J 10 9 8 7 6 5 4 3 2", ": A..2", "best first: A K Q J 10 9 8 7 6 5 4 3 2"),
    ("players 3", "3 players", "write:  players 3"),
    ("hand of Seat", "hand of player", "write:  hand of Seat: Cards, seen by owner"),
    ("hand of Seat", "hand of each Seat", "write:  hand of Seat: Cards, seen by owner"),
    ("seen by owner", "seen by its owner", "write `owner`"),
    ("kitty: Pile, face down, at most 4", "kitty: 4 cards, face down", "kitty: Cards, face down, "),
    ("dealer: Seat = random", "dealer = random", "write:  dealer: Seat = random of seats"),
    ("over of Seat: -9..9", "over of Seat: from -9 to 9", "write:  over of Seat: -9..9 = 0, not"),
    (", not told", ", secret", "write:  over of Seat: -9..9 = 0, seen by owner"),
    ("state of one_round", "state of each round", "the name of the phase for which it is kept"),
    ("rounds: 1..30 = 9", "rounds = 9", 'write:  rounds: 0..100 = 9 "how often is dealt"'),
    ("rounds: 1..30 = 9", "rounds: 1..30, default 9", "write:  rounds: 1..30 = 9"),
    ("rounds: 1..30 = 9", "rounds: 1-30 = 9", "write `1..30`"),
    ("passing: yes or no", "passing: yes/no", "write `yes or no`"),
    ("Seat = random", "Seat or nobody = random", "`nobody` is written `none` here"),
    # what is taken, and what it means
    (
        "play_one(giver: Seat)\n  c",
        "play_one(Seat giver)\n  c",
        "write:  phase play_one(giver: Seat",
    ),
    (
        "play_one(giver: Seat)\n  c",
        "play_one(seat giver)\n  c",
        "write:  phase play_one(giver: Seat",
    ),
    ("play_one(giver: Seat)\n  c", "play_one(giver)\n  c", "behind each name comes `:`"),
    ("target(seat: Seat)", "target(seat)", "write:  table target(seat: Seat), first that fits"),
    ("(giver: Seat) = best", "(giver: Seat): best", "what it means stands behind `=`"),
    (
        "seat is dealer | 8",
        "dealer | 8",
        "a question says what is compared with it:  seat is dealer",
    ),
    ("where suit of one is", "where its suit is", "write `suit of one`"),
    (
        "  when           | cards\n  seat is dealer | 8",
        "  seat | cards\n  dealer or left of dealer | 8",
        "but `dealer or left of dealer` is yes or no",
    ),
    (
        "define pips",
        "table of_card(card: Card), first that fits\n  rank of card | n\n  J or Q or K | 10\n"
        "  otherwise | 1\ndefine pips",
        "write `J, Q, K`",
    ),
    (
        "define pips",
        "table of_card(card: Card), first that fits\n  card | n\n  suit is ♠ | 10\n"
        "  otherwise | 1\ndefine pips",
        "the column asks for a card, but `suit is ♠` is yes or no",
    ),
    (
        "define pips",
        'table cry(n: 1..2), first that fits\n  n | cry\n  1 | "Snip"\n  2 | "Snap!"\ndefine pips',
        "type Word = snip or …",
    ),
    # steps
    (
        "    dealer = left of dealer",
        "    dealer = next in seats after dealer",
        "`next(dealer, seats)`",
    ),
    (
        "    dealer = left of dealer",
        "    dealer = left of seats after dealer",
        "left(dealer, seats)",
    ),
    ("    dealer = left of dealer", "    next dealer", "write:  dealer = next of dealer"),
    ("    dealer = left of dealer", "    dealer += 1", "write:  dealer = left of dealer"),
    ("    dealer = left of dealer", "    dealer -= 1", "write:  dealer = right of dealer"),
    ("until hand of seats is", "until hand of seat is", "all of them together:  hand of seats"),
    ("if passing\n", "if Q in rank of heap\n", "among them:  Q in ranks of heap"),
    ("if passing\n", "if any card in heap is Q\n", "any card in heap where rank of card is Q"),
    ("if passing\n", "if any card in heap is ♠\n", "any card in heap where suit of card is ♠"),
    (
        "size of hand of dealer < 20",
        "sum of score of seats is 0",
        "write:  (total score of seat for seat in seats)",
    ),
    (
        "    dealer = left of dealer",
        "    dealer moves to the left",
        "write:  dealer = left of dealer",
    ),
    ("repeat rounds times", "repeat for rounds times", "write:  repeat rounds times"),
    ("repeat rounds times", "rounds times", "write:  repeat rounds times"),
    ("win all best seat", "wins: all best seat", "write:  win all best seat in seats by score"),
    (
        "for seat in seats\n  move",
        "for seat in seats\n  one_round if passing\n  move",
        "in two lines:",
    ),
    ("if passing\n    pass_cards", "if passing pass_cards", "what is done then stands below"),
    ("    play_one(dealer)", "    play_one of dealer, seat", "in brackets: `play_one(giver)`"),
    ("score of giver += over", "score of giver + over", "write:  score of giver += over of giver"),
    ("score of giver += over of giver", "dealer takes it all", "`dealer` is set with `=`"),
    ("score of giver += over of giver", "heap gets one more", "cards are brought there by `move"),
    ("deal 4 each", "deal 4 cards each", "write:  deal 4 each from stock to hand of seat"),
    (
        'say "{dealer} has {score of dealer}"',
        'say dealer " has " score of dealer',
        'say "{dealer} has',
    ),
    ('score of dealer}"', 'score of dealer}" to all', "all hear what is said"),
    ('say "{dealer} has {score of dealer}"', "stop match", "write:  end match"),
    ("choose dealer\n", "choose the player dealer\n", "write:  choose dealer"),
    ("choose dealer\n", "dealer: choose\n", "write:  choose dealer"),
    # questions
    ("hand of seats is empty", "hand of seats is 0", "by `is empty`:  hand of seats is empty"),
    ("over of giver > 0", "over of giver is positive", "write `over of giver > 0`"),
    ("over of giver > 0", "over of giver > zero", "write `0`"),
    ("over of giver > 0", "over of giver is more than 0", "where over of giver > 0"),
    (
        "seats where over of giver > 0",
        "seats where over of giver > 0 from dealer",
        "seats from dealer w",
    ),
    ("over of giver > 0", "over of giver > 2 or < -2", "> 2 or over of giver < -2"),
    ("if passing", "if no seat has score of seat > 3", "not any seat in seats where score of seat"),
    ("if passing", "if any seat where score of seat > 3", "if any seat in seats where score of"),
    (
        "if passing",
        "if dealer in left of dealer, dealer",
        "write:  if dealer in [left of dealer, d",
    ),
    ("if passing", "if kitty is full", "write `size of kitty is 4`"),
    # conditions
    (", if able", " when possible", 'write:  must suit of card is trump, if able "trumps first"'),
    (
        "must suit of card is trump, if able",
        "must if able suit of card is trump",
        "is trump, if able",
    ),
    (
        "must suit of card is trump, if able",
        "may not suit of card is trump",
        "must not (suit of card",
    ),
    (
        "must suit of card is trump, if able",
        "only if suit of card is trump",
        "write:  must suit of",
    ),
    ("is trump, if able", "is trump else", 'write:  must suit of card is trump "trumps first"'),
    (
        "must suit of card is trump, if able",
        "must card is a club",
        "write:  must suit of card is ♣",
    ),
    # what else is declared
    ("play_one.play highest", "play highest", "write:  play_one.play highest high of rank of card"),
    ("play_one.play highest", "play_one.play best", "write:  play_one.play highest high of rank"),
    ('always "none', 'law "none', "write `always`"),
    ("    pass_cards", "    pass cards", "write `pass_cards` for both"),
    ("match\n  repeat", "phase match\n  repeat", "leave `phase` out"),
    # values of another kind
    ("over of Seat: -9..9", "over of Seat: Number", "write for example `over of Seat: 0..100 = 0`"),
    ("when           | cards", "seat | cards", "here stands only:  dealer"),
    ("move 4 from stock", "move all of stock", "write `stock`"),
    ("move 4 from stock", "move rest of stock", "the zone itself:  stock"),
    ("shuffle stock", "shuffle pack", "write `stock`"),
    ("state of one_round\n", "state of one_round\n  in_it: set of Seat = empty\n", "write `Seats`"),
    ("      trump = suit", "      trump == suit", "write `=` to set a value"),
    ("move card to heap", "move card to giver", "zones are: stock, hand of giver, kitty, heap"),
    ("high of rank of card\nmatch", "high of card\nmatch", "its rank is `rank of card`"),
    ("suit of card is trump, if able", "trump in card, if able", "suit of card is trump"),
    (
        "players 2 refused",
        "players ann bob cat\n  start play_one(ann)\n  ann plays A♠",
        "write:  ann: play A♠",
    ),
    (
        "players 2 refused",
        "players ann bob cat\n  start play_one(ann)\n  expect score of ann and bob is 3",
        "each is asked by itself:  score of ann is 3 and score of bob is 3",
    ),
    # one of two numbers, one for each, none of several, and names of two words
    ("+= over of giver", "+= lowest of [over of giver, 3]", "giver += smaller(over of giver, 3)"),
    ("+= over of giver", "+= the lower of over of giver and 3", "+= smaller(over of giver, 3)"),
    ("+= over of giver", "+= largest(over of giver, 3)", "write `larger(over of giver, 3)`"),
    ("+= over of giver", "+= smallest of [over of giver, 3]", "write `smaller(over of giver, 3)`"),
    (
        "+= over of giver",
        "+= 9 - larger of over of giver and score of giver - 1",
        "both stand in brackets:  larger(over of giver, score of giver)",
    ),
    (
        "for giver in seats where over of giver > 0",
        "for giver in players from left of dealer",
        "write:  for giver in seats from left of dealer",
    ),
    # what another phase was given
    (
        "  if passing\n    pass_cards",
        '  say "{seat_chosen}"\nphase other(seat_chosen: Seat)\n  if passing\n    pass_cards',
        "another phase takes it too:  phase one_round(seat_chosen: Seat); it is run as "
        "`one_round of seat_chosen`",
    ),
    ("+= over of giver", "+= larger of [over of giver, 3]", "write:  larger(over of giver, 3)"),
    ("over of Seat: -9..9", "over: -9..9", "or, if it is declared wrongly:  over of Seat: -9..9"),
    ("    dealer = left of dealer", "    dealer = none", "but `none` is no seat"),
    (
        "none\ntable",
        "none\n  out: Seats = none\ntable",
        "`none` is for one thing",
    ),
    ("to heap\npolicy", "to heap\n    stand pat\npolicy", "one word: write `stand_pat`"),
    ("trump, if able", "trump, if possible", "it is written `, if able`"),
    # who wins and who chooses, all but one, and cards that go somewhere
    (
        "win all best seat in seats by score of seat",
        "win highest score",
        "write:  win all best seat",
    ),
    ("giver in seats where over of giver > 0", "giver in seats other than dealer", "is not dealer"),
    ("shuffle stock", "turn top of stock to heap", "write:  move top of stock to heap"),
    (
        "  choose dealer\n    name suit in suits\n",
        "  choose together seat in seats\n    give cards in 2 of hand of seat\n"
        "      move cards to heap\n  choose dealer\n    name suit in suits\n",
        "subsets(hand of seat, 2)",
    ),
    (
        "  choose dealer\n    name suit in suits\n",
        "  all choose from left of dealer\n    give card in hand of seat\n"
        "      move card to heap\n  choose dealer\n    name suit in suits\n",
        "write:  choose together seat in seats from left of dealer",
    ),
    # signs
    ("over of giver\n  say", "10% of over of giver\n  say", "`over of giver * 10 / 100`"),
    ("move 4 from stock to kitty", "move hand of dealer's to kitty", "leave it out: `of` says it"),
    # asked of each, and of several
    (
        "score of giver += over of giver",
        "score of giver += size of (seats where score of seat > 0)",
        "write `it`",
    ),
    (
        "score of giver += over of giver",
        "score of giver += number of seats where score of seat > 0",
        "size of (seats where score of it > 0)",
    ),
    (
        "score of giver += over of giver",
        "score of giver += size of seats where score of seat > 0",
        "size of (seats where score of it > 0)",
    ),
    (
        "hand of Seat: Cards, seen by owner",
        "hand of Seat: Cards, secret",
        "write:  hand of Seat: Cards, seen by owner",
    ),
    (
        "play card in hand of giver",
        "play cards in subsets of hand of giver, 2",
        "write:  play cards in subsets(hand of giver, 2)",
    ),
    (
        "  choose dealer\n",
        "  choose together seats from left of dealer\n",
        "write:  choose together seat in seats from left of dealer",
    ),
    (
        "if passing\n",
        "if players = 3 or players = 2\n",
        "write:  if players is 3 or players is 2",
    ),
    ("    name suit in suits", "    name suit in ♠ or ♥", "write `[♠, ♥]`"),
    # what is kept for a phase is not proposed where it does not run
    (
        "  win all best seat in seats by score of seat",
        '  say "{nobody_here}"\n  win all best seat in seats by score of seat',
        "you can write here: dealer,",
    ),
    ("  shuffle stock", "  mix stock", "there is no word `mix`; write `shuffle`"),
    ("  gather into stock", "  collect into stock", "there is no word `collect`; write `gather`"),
    # a phase that is run by another, names that come later, and where cards go
    (
        '"none is lost": size',
        '"none is lost" at match.one_round: size',
        "`one_round` is a phase, which stands alone here",
    ),
    (
        "play card in hand of giver",
        "play card in top(kitty, n), n in 1..4",
        "it gets its name behind this: that stands first",
    ),
    ("move 4 from stock to kitty", "move 4 from stock to top of kitty", "write `kitty`"),
    ("move 4 from stock to", "move 4 from stock to bottom of", "write `kitty at the bottom`"),
    ("move 4 from stock", "move A", "named by its rank and its suit, as in `A of suit`"),
    (
        "play card in hand of giver",
        "play card in hand of giver or top of kitty",
        "write `hand of giver + top(kitty, 1)`",
    ),
    ("shuffle stock", "shuffle stock\n  show kitty to all", "without `to`, all are shown it"),
    (
        "  shuffle stock\n",
        "  shuffle stock\n  if kitty and heap are empty\n    stop\n",
        "write:  if (kitty is empty and heap is empty)",
    ),
    ("  if passing\n", "  if nobody has bid\n", "`any seat in seats where …`, `not any …`"),
    ("define pips(card: Card)", "define pips(cardd: Card)", "did you mean `cardd`?"),
    (
        "define pips(card: Card) =",
        "define far(cards: Cards) = size of cards > size of hand of seat\n"
        "define pips(card: Card) =",
        "`define far(cards: Cards, seat: Seat)`",
    ),
]


def test_what_can_be_asked_of_something_unknown_is_not_listed(tmp_path) -> None:
    text = GAME.replace("define pips(", "define far = worthy of (heap - crads)\ndefine pips(", 1)
    told = [as_text(problem) for problem in find_problems(tmp_path, text)]
    assert len(told) == 2
    assert not any("with `of (heap - crads)`" in one for one in told)


@pytest.mark.parametrize(("old", "new", "says"), CASES)
def test_what_is_said_leads_to_the_right_line(tmp_path, old: str, new: str, says: str) -> None:
    assert old in GAME
    (problem,) = find_problems(tmp_path, GAME.replace(old, new, 1))
    assert says in as_text(problem)
    assert find_false(tmp_path, problem) == []


def test_none_is_among_what_something_can_be(tmp_path) -> None:
    text = GAME.replace("  trump: Suit", "  mood: good or bad or none = none\n  trump: Suit")
    text = text.replace("suit of card is trump, if", "mood is godo, if")
    (problem,) = find_problems(tmp_path, text)
    assert "it can be: good, bad, none" in as_text(problem)


def test_where_no_order_is_declared_it_is_told_how(tmp_path) -> None:
    order = "order high, best first: A K Q J 10 9 8 7 6 5 4 3 2\n"
    text = GAME.replace(order, "").replace("= high of rank of card", "= 1")
    text = text.replace("highest high of rank of card", "highest 1")
    run = "define run(cards: Cards) = consecutive(cards, height)\nmatch\n"
    (problem,) = find_problems(tmp_path, text.replace("match\n", run, 1))
    assert problem.title == "there is no order called `height`"
    assert "order height, best first: A K Q J 10" in as_text(problem)


def test_one_record_for_several_is_told_once(tmp_path) -> None:
    held, asked = "  trump: Suit", "    if size of hand of seat > 2\n"
    steps = "    if any one in row of seat where size of cards of one > 0\n"
    steps += "      new one in row of seat\n"
    text = GAME.replace("zones\n", "record Meld\n  cards: Pile, face up\nzones\n", 1)
    text = text.replace(held, f"  row of Seat: Meld\n{held}").replace(asked, steps + asked)
    (problem,) = find_problems(tmp_path, text)
    ((_, label),) = problem.also
    assert label == "one is kept here; several, so many at most: `at most 4 Meld`"
    assert "the same on line" in as_text(problem)


LIBRARY = """\
edition 1
library "mine"
phase take trick
  stop
"""


def told(folder, old: str, new: str) -> list[str]:
    """What is said of the game with something in it otherwise."""
    assert old in GAME
    return [as_text(problem) for problem in find_problems(folder, GAME.replace(old, new, 1))]


def test_a_library_with_mistakes_is_there_and_may_give_anything(tmp_path) -> None:
    (tmp_path / "mine.cards").write_text(LIBRARY, encoding="utf-8")
    (said,) = told(tmp_path, "players 3", "use mine\nplayers 3\nconditions x\n  must take_trick")
    assert "write `take_trick` for both" in said


def test_a_name_that_a_shipped_library_has_leads_there(tmp_path) -> None:
    (said,) = told(tmp_path, "    play_one(dealer)", "    one_trick")
    assert "has it:  use trump_suit" in said and "did you mean" not in said
    (said,) = told(tmp_path, "suit of card is trump,", "suit of card is trumps,")
    assert "did you mean `trump`?" in said and "library" not in said


def test_a_library_is_offered_only_where_its_type_can_stand(tmp_path) -> None:
    text = GAME.replace("trump", "strain")
    (problem,) = find_problems(tmp_path, text.replace("card is strain,", "card is trumps,"))
    assert problem.title == "there is nothing called `trumps`"
    assert "library" not in as_text(problem)


def test_what_is_of_another_kind_is_not_what_a_library_expects(tmp_path) -> None:
    text = GAME.replace("players 3\n", "use tricks\nplayers 3\n")
    kept = text.replace("  over of Seat:", "  tricks of Seat: 0..9 = 0\n  over of Seat:")
    (problem,) = find_problems(tmp_path, kept)
    assert "expects `trick`" in problem.title and not problem.also
    (problem,) = find_problems(tmp_path, text.replace("kitty", "tricks"))
    assert [label for _, label in problem.also] == ["is this meant to be `trick`?"]


def test_what_a_zone_stands_for_is_told_where_several_can_stand(tmp_path) -> None:
    (said,) = told(tmp_path, "= left of dealer", "= all")
    assert "is a word of the language" in said and "a zone" not in said


def test_a_word_that_was_a_name_before_leads_to_the_new_one(tmp_path) -> None:
    text = GAME.replace("define pips", "define the_owner = dealer\ndefine pips")
    (problem,) = find_problems(tmp_path, text.replace("shuffle stock", "dealer = owner"))
    assert problem.label == "write `the_owner`"
    text = GAME.replace("  heap: Cards", "  the_best: Cards").replace("to heap", "to the_best")
    problems = find_problems(tmp_path, text.replace("move card to the_best", "move card to best"))
    assert [problem.label for problem in problems] == ["did you mean `the_best`?"]


def test_a_name_that_cannot_be_one_is_not_proposed(tmp_path) -> None:
    text = GAME.replace("  kitty: Pile", "  in of Seat: Cards, face up\n  kitty: Pile")
    problems = find_problems(tmp_path, text.replace("size of hand of d", "size of lot of d"))
    assert [problem.code for problem in problems] == ["G08", "N01"]
    assert ", in" not in as_text(problems[1])


@pytest.mark.parametrize("asked", ["three(hand of dealer)", "king(hand of dealer)"])
def test_what_is_asked_of_cards_is_no_rank(tmp_path, asked: str) -> None:
    (problem,) = find_problems(tmp_path, GAME.replace("if passing\n", f"if {asked}\n"))
    assert "write `" not in as_text(problem)
    assert "with `of hand of dealer` you can write" in as_text(problem)


def test_a_rank_in_words_among_cards_is_asked_for_with_both(tmp_path) -> None:
    (problem,) = find_problems(
        tmp_path, GAME.replace("if passing\n", "if dealer is jack of pack\n")
    )
    assert "card in pack and rank of card is J" in as_text(problem)


def test_a_number_of_each_that_is_nowhere_declared_is_shown_under_state(tmp_path) -> None:
    (problem,) = find_problems(
        tmp_path, GAME.replace("shuffle stock", "tricks_won of dealer += 1\n  shuffle stock", 1)
    )
    assert "tricks_won of Seat: 0..100 = 0" in as_text(problem)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("top of stock is jack", "its rank is asked:  rank of stock is J"),
        ("number of aces in hand of dealer", "count card in hand of dealer where rank of card"),
        ("trump is not set", "write `trump is none`"),
    ],
)
def test_what_is_no_value_leads_to_what_is_asked(tmp_path, asked: str, said: str) -> None:
    problems = find_problems(tmp_path, GAME.replace("if passing\n", f"if {asked}\n"))
    assert said in "\n".join(map(as_text, problems))


def test_one_card_for_several_is_told_once(tmp_path) -> None:
    text = GAME.replace("suit of card is trump, if able", "size of card is 2")
    text = text.replace(
        "play_one.play highest high of rank of card", "play_one.play highest size of card"
    )
    (problem,) = find_problems(tmp_path, text)
    assert "the same on line" in as_text(problem)


def test_what_takes_two_is_told_the_other_way_round(tmp_path) -> None:
    old = "define pips(card: Card) = high of rank of card"
    text = GAME.replace(old, f"{old}\ndefine led(card: Card, suit: Suit) = suit of card is suit")
    play = "play card in hand of giver"
    right = text.replace(play, f"{play}, suit in suits\n      must led(card, suit)")
    assert find_problems(tmp_path, right) == []
    (problem,) = find_problems(tmp_path, right.replace("led(card, suit)", "led(suit, card)"))
    assert "write `led(card, suit)`" in as_text(problem)


def test_a_phase_that_an_example_begins_is_no_move(tmp_path) -> None:
    play = "players ann bob cat\n  begin pass_cards\n"
    found = find_problems(tmp_path, GAME.replace("players 2 refused", play))
    assert ["write:  start pass_cards" in as_text(one) for one in found] == [True]


def test_an_option_is_set_before_the_match(tmp_path) -> None:
    most = "define most = highest score of seat for seat in seats\n"
    text = GAME.replace("rounds: 1..30 = 9", "rounds: 1..30 = most").replace(
        "match\n", most + "match\n"
    )
    (problem,) = find_problems(tmp_path, text)
    assert "`most` is known only in play" in as_text(problem)
    assert "it is declared here" in as_text(problem)
    (said,) = told(tmp_path, "rounds: 1..30 = 9", "rounds: 1..30 = many")
    assert "you can write here: passing, players" not in said
    assert "you can write here: players" in said


def test_a_default_may_be_called_like_what_is_known_only_in_play(tmp_path) -> None:
    kept = '  kept_by: most or kitty or nobody = most  "who keeps the chips"\n  rounds: 1..30 = 9'
    most = "define most = highest score of seat for seat in seats\n"
    asked = "match\n  if kept_by is most and most is 9\n    stop_here\n"
    text = GAME.replace("  rounds: 1..30 = 9", kept).replace("match\n", f"{most}{asked}", 1)
    assert find_problems(tmp_path, text.replace("    stop_here\n", '    say "{most}"\n')) == []


def test_only_zones_are_listed_where_a_zone_is_wanted(tmp_path) -> None:
    (said,) = told(tmp_path, "from stock to kitty", "from stock to table_top")
    assert "zones are: stock, hand of dealer, kitty, heap\n" in said + "\n"


@pytest.mark.parametrize("asked", ["is best_of(giver)", "in best_of(giver)"])
def test_what_a_define_finds_is_named(tmp_path, asked: str) -> None:
    kind = ": Cards" if asked.startswith("is") else ""
    text = GAME.replace("(giver: Seat) = best", f"(giver: Seat){kind} = best")
    text = text.replace("must suit of card is trump, if able", f"must card {asked}, if able")
    says = "what `best_of` finds is a card" if kind else "by `is`:  card is best_of(giver)"
    assert [says in as_text(problem) for problem in find_problems(tmp_path, text)] == [True]


def test_a_name_with_capitals_is_told_once(tmp_path) -> None:
    (said,) = told(tmp_path, "kitty: Pile", "Kitty: Pile")
    assert "did you mean `kitty`?" in said


def test_a_wrong_place_of_what_is_one_for_each_is_told_once(tmp_path) -> None:
    (said,) = told(tmp_path, "hand of seat - target", "hand of ♠ + size of hand of ♥ - target")
    assert "there is one `hand` for each seat, but `♠` is a suit" in said


def test_an_example_that_starts_nothing_is_told_so_once(tmp_path) -> None:
    play = "players ann bob cat\n  ann: play A♠\n  bob: play K♠\n"
    (said,) = told(tmp_path, "players 2 refused", play)
    assert "nothing is being played yet" in said


def test_a_name_that_was_misspelt_already_does_not_make_a_proposal_false(tmp_path) -> None:
    said = told(tmp_path, "Seat = random of seats", "Player = random seat")
    assert any("write:  dealer: Player = random of seats" in one for one in said)


@pytest.mark.parametrize("written", ["      {}\n      {}", "   {}\n   {}"])
def test_lines_side_by_side_that_stand_wrongly_are_told_together(tmp_path, written: str) -> None:
    lines = ("over of seat = size of hand of seat - target of seat", "score of seat = 0")
    (said,) = told(tmp_path, f"    {lines[0]}", "    stop\n" + written.format(*lines))
    assert "the same on line 51" in said


RANKING = """\
ranking kind(cards: Cards), best first
  pair  | one_rank of cards
  loose | otherwise
"""
COMPARED = [
    ("kind of heap <= hand of giver", "write `kind of hand of giver`"),
    ("hand of giver <= kind of heap", "write `kind of hand of giver`"),
    ("size of heap > kind of hand of giver", "write `kind of heap`"),
]


@pytest.mark.parametrize(("asked", "says"), COMPARED)
def test_kinds_are_compared_with_kinds(tmp_path, asked: str, says: str) -> None:
    (problem,) = find_problems(
        tmp_path,
        GAME.replace("suit of card is trump", asked).replace("\nmatch\n", f"\n{RANKING}match\n"),
    )
    assert says in as_text(problem)
    assert find_false(tmp_path, problem) == []


ODD = [  # the one line that stands where no other does, by what stands below it
    "   stop\n    score of seat = 0",
    "   if passing\n      stop\n    score of seat = 0",
]


@pytest.mark.parametrize("written", ODD)
def test_the_line_that_stands_otherwise_is_told(tmp_path, written: str) -> None:
    old = "    over of seat = size of hand of seat - target of seat"
    (said,) = told(tmp_path, old, written)
    assert ":49:4\n" in said and "write 4 to stand beside it" in said


VARIANTS = [
    ("remove pass_cards", "N01", "taken away here"),
    ("remove passing", "N01", "taken away here"),
    ("replace define target(seat: Seat) = 5", "V02", "it is a `table` there"),
    (
        "add state\n    times: 0..9 = 0\n  add step to pass_cards\n    times += 1",
        "N07",
        "never read",
    ),
]


@pytest.mark.parametrize(("change", "code", "says"), VARIANTS)
def test_what_a_variant_takes_away_or_leaves_unused(tmp_path, change, code, says) -> None:
    (tmp_path / "over.cards").write_text(GAME, encoding="utf-8")
    path = tmp_path / "other.cards"
    path.write_text(f'edition 1\n\nvariant other "Other" of over\n  {change}\n', encoding="utf-8")
    report = Report()
    inspect_file(path, path.name, report, lambda game, found: None)
    (problem,) = report.in_order()
    assert problem.code == code and says in as_text(problem)


def test_the_game_itself_is_right(tmp_path) -> None:
    path = tmp_path / "over.cards"
    path.write_text(GAME, encoding="utf-8")
    hoyle.load(path)


def test_where_all_uses_want_another_type_the_declaration_is_told_once(tmp_path) -> None:
    (said,) = told(tmp_path, "trump: Suit or none = none", "trump: Rank or none = none")
    assert "or, if it is declared wrongly:  trump: Suit or none = none" in said
    assert "write `rank of card is trump`" not in said and "the same on line" in said


def test_a_seat_declared_as_a_side_is_told_once_though_a_side_takes_a_seat(tmp_path) -> None:
    """A seat that it is set to stands for its side: that does not show that a side is meant."""
    text = GAME.replace("players 3", "players 4\nsides 2, in turn")
    text = text.replace("trump: Suit or none = none", "trump: Suit or none = none\n  taker: Side")
    text = text.replace("    play_one(dealer)", "    play_one(taker)\n    dealer = taker")
    text = text.replace("      trump = suit", "      trump = suit\n      taker = dealer")
    text = text.replace("move 4 from stock to kitty", "move top of hand of taker to kitty")
    (said,) = [as_text(problem) for problem in find_problems(tmp_path, text)]
    assert "or, if it is declared wrongly:  taker: Seat" in said
    assert "`taker` is declared here" in said and "the same on lines 46, 47" in said


def test_what_a_side_has_is_asked_of_one_of_its_seats(tmp_path) -> None:
    text = GAME.replace("players 3", "players 4\nsides 2, in turn")
    text = text.replace(
        "heap: Cards, face up\nstate", "heap: Cards, face up\nstate\n  won of Side: 0..9"
    )
    asked = "players a b c d\n  start play_one(a)\n  expect won of a and c is 3"
    problems = find_problems(tmp_path, text.replace("players 2 refused", asked))
    (said,) = [as_text(problem) for problem in problems if problem.code == "T04"]
    assert "one of them stands for their side:  won of a is 3" in said


def test_what_is_asked_for_none_is_shown_where_it_is_declared(tmp_path) -> None:
    none = "    if dealer is none\n      stop\n"
    text = GAME.replace("    dealer = left of dealer\n", none * 3)
    (said,) = [as_text(problem) for problem in find_problems(tmp_path, text)]
    assert "what may be none is declared so:  dealer: Seat or none = random of seats" in said
    assert "`dealer` is declared here" in said


def test_what_fits_elsewhere_is_not_declared_wrongly(tmp_path) -> None:
    (said,) = told(tmp_path, "    dealer = left of dealer", "    dealer = score of dealer")
    assert "`dealer` is a seat, but `score of dealer` is a number" in said
    assert "declared wrongly" not in said


def test_a_number_is_declared_with_the_bounds_that_it_needs(tmp_path) -> None:
    state = "score of Seat: -50..50 = 0"
    text = GAME.replace(state, f"{state}\n  best_yet: Seat")
    text = text.replace("    one_round\n", "    one_round\n    best_yet = score of dealer\n", 1)
    said = [as_text(problem) for problem in find_problems(tmp_path, text)]
    assert any("or, if it is declared wrongly:  best_yet: -50..50" in one for one in said)


def test_places_that_are_chosen_from_are_no_questions(tmp_path) -> None:
    said = "\n".join(told(tmp_path, "in hand of giver", "in hand of giver or talon"))
    assert "is not empty" not in said and "yes, no" not in said
