"""All at once, how often, and cards that are laid out, in plain English: what is shown instead."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import problems_of

GAME = """edition 1
game "A Game"
players 2..4

options
  deals: 1..9 = 3 "how many are played"
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  board: Pile, face up
  slot(Seat, 1..6): Pile, face down
  row(1..3): Pile, face down
state
  score of Seat: 0..80 = 0
  out of Seat: yes or no = no
  leader: Seat = random of seats
  up: Card or none = none
define in_play = seats where not out of it
define settles = size of board > 3
define due(seat: Seat) = 3
define is_run(cards: Cards) = size of cards > 2
define fits(a: Cards, n: 1..3) = yes
phase one(seat: Seat)
  stop
phase all_of_it
  stop
"""

ORDER = GAME.replace("zones\n", "order high, best first: A K Q\nzones\n", 1)
STEP = GAME + "phase two(seat: Seat)\n  "
IF = STEP + "if {}\n    stop"
CHOOSE = STEP + "choose seat\n    "
CHOICE = CHOOSE + "play card in hand of seat\n      "
TABLE = GAME + "table worth(points: 0..9), first that fits\n  points | is\n  "
VARIANT = (
    GAME
    + 'phase two\n  choose\n    play\n      must yes "no"\n      stop\n'
    + "table worth(rank: Rank), first that fits\n  rank | is\n  A | 1\n  - | 0\n"
    + 'variant short "Short" of a_game\n'
)
STATE = GAME.replace("  up: Card or none = none\n", "  {}\n")
CHIPS = GAME.replace(
    "  score of Seat: 0..80 = 0\n", "  pool: 0..99 = 0\n  chips of Seat: 0..80 = 9\n"
)
CHIPS += "phase two(seat: Seat)\n  "
SHOWN = [
    # each of them, and the best of some
    (IF.format("no seat has score >= 3"), "if not any seat in seats where score of seat >= 3"),
    (IF.format("every seat has score >= 3"), "if every seat in seats: score of seat >= 3"),
    (
        STEP + "repeat while no seat has score > 3 at most 9 times\n    stop",
        "repeat until any seat in seats where score of seat > 3 at most 9 times",
    ),
    (
        STEP + "repeat while every seat has score < 3 at most 9 times\n    stop",
        "repeat until not every seat in seats: score of seat < 3 at most 9 times",
    ),
    (
        IF.format("any seat in seats, other in seats: score of seat is score of other"),
        "if any seat in seats where any other in seats where score of seat is score of other",
    ),
    (
        STEP + "let n = highest of score of seats",
        "let n = (highest score of seat for seat in seats)",
    ),
    (
        ORDER + "phase two(seat: Seat)\n  let best_one = lowest of hand of seat",
        "let best_one = lowest card in hand of seat by high of rank of card",
    ),
    # parts of a variant
    (VARIANT + "  add row to table worth before A\n    7 | 2", "add row to worth before A"),
    (VARIANT + "  replace two.play\n    play\n      stop", "replace action in two.play"),
    (VARIANT + "  replace two.stop\n    let n = 3", "replace step in two.stop"),
    # chips, and what two zones have in common
    (CHIPS + "leader takes pool", "pay pool from pool to chips of leader"),
    (CHIPS + "leader wins the pool", "pay pool from pool to chips of leader"),
    (CHIPS + "leader pays 2 to pool", "pay 2 from chips of leader to pool"),
    (CHIPS + "leader puts 2 into the pool", "pay 2 from chips of leader to pool"),
    (IF.format("stock and board are equal"), "if size of stock is size of board"),
    # numbers, who sits beside whom, and names of games
    (STATE.format("up: 0..1.200 = 0"), "up: 0..1200 = 0"),
    (STATE.format("up: 0..12,000 = 0"), "up: 0..12000 = 0"),
    (STEP + "let n = deals x 2", "let n = deals * 2"),
    (STEP + "let n = 2 x deals + 1", "let n = 2 * deals + 1"),
    (STEP + "leader = player to the left of the leader", "leader = left of leader"),
    (STEP + "leader = the seat right of leader", "leader = right of leader"),
    (STEP + "add one point to leader", "score of leader += 1"),
    (GAME + 'variant a "A" of My Good Game\n  set deals = 1', 'variant a "A" of my_good_game'),
    # what a variant takes away, and what is usual in it
    (VARIANT + "  remove score of Seat", "remove score"),
    (VARIANT + "  remove zone slot(Seat, 1..6)", "remove slot"),
    (VARIANT + "  remove option deals", "remove deals"),
    (VARIANT + "  remove action two.play", "remove two.play"),
    (VARIANT + "  replace deals = 5", "default deals = 5"),
    (VARIANT + '  add example "one"\n    given score of ann = 1', 'example "one"'),
    # what is not told, alternatives, and chains of comparisons
    (STATE.format("up: Card or none = none not told"), "up: Card or none = none, not told"),
    (STATE.format("up: 0..9 = 0 not told"), "up: 0..9 = 0, not told"),
    (GAME + "type Way = low or high, none_of_it", "type Way = low or high or none_of_it"),
    (
        IF.format("any s in seats where -1 <= due of s - deals <= 1"),
        "if any s in seats where -1 <= due of s - deals and due of s - deals <= 1",
    ),
    # cards that are laid out
    (STEP + "turn slot(seat, 2) face up", "show slot(seat, 2)"),
    (STEP + "turn slot(2) of seat face up", "show slot(seat, 2)"),
    (STEP + "turn board face up", "show board"),
    (
        STEP + "deal ten cards to each seat from left of leader",
        "deal 10 each from stock to hand of seat for seat in seats from left of leader",
    ),
    (STEP + "seat shows hand", "show hand of seat"),
    (STEP + "repeat four times deals\n    stop", "repeat 4 * deals times"),
    (STEP + "flip board face down", "hide board"),
    (IF.format("board is face up"), "if showing of top of board"),
    (IF.format("slot(seat, 3) is not face up"), "if not showing of top of slot(seat, 3)"),
    (IF.format("up is face up"), "if showing of up"),
    (
        IF.format("every n in 1..6 where slot(seat, n) is face up and leader is seat"),
        "if every n in 1..6: showing of top of slot(seat, n) and leader is seat",
    ),
    # what stands behind `of` there belongs to what it is asked of
    (
        STEP + "score of seat += due left of leader if settles else 1",
        "score of seat += due(left of leader) if settles else 1",
    ),
    (IF.format("fits slot(leader, 1), 2"), "if fits(slot(leader, 1), 2)"),
    (IF.format("fits hand of seat, 2 and settles"), "if fits(hand of seat, 2) and settles"),
    (STEP + "move all cards in board except up to stock", "move board - [up] to stock"),
    (STEP + "move board but the top card to stock", "move board - [top of board] to stock"),
    (STEP + "move all but top of board to stock", "move board - [top of board] to stock"),
    (STEP + "move board to stock except the top", "move board - [top of board] to stock"),
    (STEP + "move board to slot leader of seat", "move board to slot(seat, leader)"),
    (STEP + "deal 1 from stock to slot(seat, 3)", "move 1 from stock to slot(seat, 3)"),
    (CHOOSE + "lay on slot n\n      stop", "lay n in 1..6"),
    # whether it is so of any, and who wins
    (IF.format("a player has 0 score"), "if (any seat in seats where score of seat is 0)"),
    (STEP + "winner is seat where score of seat is 0", "win seats where score of it is 0"),
    (
        STEP + "winner is best seat in seats by score of seat",
        "win best seat in seats by score of seat",
    ),
    (
        IF.format("two share the most score"),
        "if (sole best seat in seats by score of seat) is none",
    ),
    # a define that is asked of what `is a`, and one that stands alone before what is chosen
    (CHOICE + 'must hand of seat + up is a run "no"', 'must is_run(hand of seat + up) "no"'),
    (IF.format("settles and board is not a run"), "if settles and not is_run(board)"),
    (
        CHOOSE + 'bid number in 1..3\n      must total settles + number is not 3 "x"\n      stop',
        'must settles + number is not 3 "x"',
    ),
    # numbers that go up and down
    (STEP + "for n in deals - 1 down to 1\n    stop", "for n in reversed of (1..deals - 1)"),
    (STEP + "for n from deals downto 2\n    stop", "for n in reversed of (2..deals)"),
    (STEP + "for n from deals to 1\n    stop", "for n in reversed of (1..deals)"),
    (STEP + "for n from 1 to deals\n    stop", "for n in 1..deals"),
    (STEP + "for n from 1 up to deals\n    stop", "for n in 1..deals"),
    (STEP + "repeat for five tricks\n    stop", "repeat 5 times"),
    (STEP + '"{seat} passes"', 'say "{seat} passes"'),
    (STEP + "leader = first seats left of leader", "leader = left(leader, seats)"),
    (
        GAME.replace("options", "pack\n  copies 2 if players > 2\noptions", 1),
        "copies 2 if players > 2 else 1",
    ),
    (
        STEP + "deal everything from stock to hand of s for s in seats",
        "deal all from stock to hand of s for s in seats",
    ),
    (CHOOSE + "drop 0..3 cards in hand of seat", "drop cards in subsets of hand of seat"),
    (CHOOSE + "drop up to 3 cards from hand of seat", "drop cards in subsets of hand of seat"),
    (STEP + "turn over board to stock", "move board to stock turned over"),
    (STEP + "turn board to stock", "move board to stock"),
    (CHOICE + 'must board has cards "it is bare"', 'must board is not empty "it is bare"'),
    (IF.format("hand of seat holds no cards"), "if hand of seat is empty"),
    (CHOICE + 'must have hand "none"', 'must hand of seat is not empty "none"'),
    (IF.format("board settles"), "if settles"),
    (
        IF.format("score of seat is 2 higher than score of leader"),
        "if score of seat is score of leader + 2",
    ),
    (
        ORDER + "define up_on(card: Card, below: Card) = card is one higher than below",
        "define up_on(card: Card, below: Card) = high of rank of card is high of rank of below + 1",
    ),
    (
        ORDER + "define down_on(card: Card) = card is 2 ranks below top of row(1)",
        "define down_on(card: Card) = high of rank of card is high of rank of top of row(1) - 2",
    ),
    # how many are moved
    (
        STEP + "move 6 if deals <= 4 else 5 from stock to board",
        "move (6 if deals <= 4 else 5) from stock to board",
    ),
    (
        STEP + "move 6 from stock to row(1) if deals <= 4 else 5",
        "move (6 if deals <= 4 else 5) from stock to row(1)",
    ),
    (STEP + "move deals cards from row(1) to board", "move deals from row(1) to board"),
    (STEP + "move top 3 of row(1) to board", "move top(row(1), 3) to board"),
    # who has it, and how it is asked
    (CHOICE + 'must seat has A of up "no ace"', 'must A of up in hand of seat "no ace"'),
    (CHOICE + 'must seat not leader "x"', 'must seat is not leader "x"'),
    (
        CHOICE + "must board is not empty wait for a card",
        'must board is not empty "wait for a card"',
    ),
    (
        IF.format("all score of seats < 15"),
        "if (every seat in seats: score of seat < 15)",
    ),
    # phases, also of a variant
    (STEP + "one seat", "one of seat"),
    (
        GAME + 'variant short "Short" of a_game\n  add phase win_it(seat: Seat)\n    win seat\n'
        "  add phase two\n    win_it leader",
        "win_it of leader",
    ),
    (
        GAME + 'variant short "Short" of a_game\n  replace all_of_it\n    stop',
        "replace phase all_of_it",
    ),
    (
        GAME + "phase two\n  end match when board is empty\n  shuffle stock",
        "ends when board is empty",
    ),
    (VARIANT + "  replace all_of_it.shuffle", "replace step in all_of_it.shuffle"),
    (VARIANT + "  replace two.play\n    play\n      stop", "replace action in two.play"),
    (
        VARIANT + '  replace two.play."no"\n    must yes "so"',
        'replace condition in two.play."no"',
    ),
    (VARIANT + "  replace worth.A\n    A | 2", 'replace row in worth."A"'),
    (
        GAME + 'example "x"\n  given hand of ann = 7♠, 8♠\n  start all_of_it',
        "given hand of ann = [7♠, 8♠]",
    ),
    (STEP + "move board to stock face-up", "move board to stock face up"),
    (STEP + "turn top of stock face up onto board", "move top of stock to board"),
    (STEP + "turn board over to stock", "move board to stock turned over"),
    (STEP + "move row seat to row leader", "move row(seat) to row(leader)"),
    (
        STEP + "move up to 3 from stock to board",
        "move smaller(3, size of stock) from stock to board",
    ),
    (
        IF.format("all board where it is up have the same rank"),
        "if one_rank of (board where it is up)",
    ),
    (
        GAME + "table worth(card: Card)\n  rank of card | is\n  - | 0",
        "table worth(card: Card), first that fits",
    ),
    (IF.format("there is only 1 card in board"), "if size of board is 1"),
    (STEP + "score of seat = +14 + due(seat)", "score of seat += 14 + due(seat)"),
    (
        STEP + "let n = highest due of c for c in board - lowest due of c for c in board + 1",
        "let n = (highest due of c for c in board) - (lowest due of c for c in board) + 1",
    ),
    (GAME + "type Way = up, down, no_trump", "type Way = up or down or no_trump"),
    (IF.format("fits of board, 2 is yes"), "if fits(board, 2) is yes"),
    (
        STEP + "let c = last card in board where is_run of card",
        "let c = last of (board where is_run of it)",
    ),
    # how many, or more
    (IF.format("due is 3 points or more"), "if due >= 3"),
    (IF.format("size of board is 3 cards or fewer"), "if size of board <= 3"),
    (TABLE + "3 points or more | 2\n  - | 0", ">= 3 | 2"),
    (TABLE + "3 points or fewer | 2\n  - | 0", "<= 3 | 2"),
    (ORDER + "phase two\n  if board are in sequence\n    stop", "if consecutive(board, high)"),
    # all at once, and each
    (
        STEP + "for s in seats from leader together\n    choose s",
        "choose together s in seats from leader",
    ),
    (
        IF.format("all card in board where rank of card is A"),
        "if every card in board: rank of card is A",
    ),
    (
        GAME + "define suited(cards: Cards) = all cards have the same suit",
        "define suited(cards: Cards) = one_suit of cards",
    ),
    (IF.format("all cards in board are of one rank"), "if one_rank of board"),
    (IF.format("hands of all seats are empty"), "if hand of seats is empty"),
    (IF.format("hands of seats are not empty"), "if hand of seats is not empty"),
    (STEP + "let x = next seat in in_play after seat", "let x = next(seat, in_play)"),
    (IF.format("2 seats are out"), "if (count seat in seats where out of seat) >= 2"),
    (
        STEP + "let x = seat in seats who holds card where suit of card is ♠",
        "let x = first seat in seats where any card in hand of seat where suit of card is ♠",
    ),
    (STEP + "let x = next in_play seat after seat", "let x = next(seat, in_play)"),
    (STEP + "let x = next in_play from seat", "let x = next(seat, in_play)"),
    (STEP + "let x = seats except leader", "let x = (seats where it is not leader)"),
    (STEP + "let x = all seats where score of seat > 3", "let x = seats where score of it > 3"),
    (STEP + "move hands of all and board to stock", "move hand of seats + board to stock"),
    (IF.format("score of a seat >= 7"), "if any seat in seats where score of seat >= 7"),
    (
        IF.format("highest score >= 7"),
        "if (highest score of seat for seat in seats) >= 7",
    ),
    (
        IF.format("exactly one seat in seats where score of it > 3"),
        "if size of (seats where score of it > 3) is 1",
    ),
    (
        STEP + "let x = seat in seats where out of seat",
        "let x = first seat in seats where out of seat",
    ),
    # cards that fit
    (
        STEP + "let n = 2 * number of cards in board where suit of card is ♥ + (4 if seat else 0)",
        "let n = 2 * (count card in board where suit of card is ♥) + (4 if seat else 0)",
    ),
    (
        STEP + "let n = number of cards in hand of seat of rank A",
        "let n = (count card in hand of seat where rank of card is A)",
    ),
    (STEP + "let n = count of cards in board", "let n = size of board"),
    (STEP + "let n = count of board", "let n = size of board"),
    (STEP + "let c = first of board", "let c = (first card in board)"),
    (
        STEP + "for card in board of suit ♥\n    stop",
        "for card in board where suit of card is ♥",
    ),
    (IF.format("both K♠ and Q♠ in board"), "if [K♠, Q♠] in board"),
    (IF.format("no card of ♥ in board"), "if not any card in board where suit of card is ♥"),
    (IF.format("board contains K of up"), "if K of up in board"),
    (
        STEP + "score of seat += sum of f(c) for c in board",
        "score of seat += total f(c) for c in board",
    ),
    (CHOICE + "must if up is none then seat is leader", "must not (up is none) or seat is leader"),
    (CHOICE + "must score of seat not over 9", "must score of seat <= 9"),
    (
        STEP + "for s in seats from left of leader to leader\n    show hand of s",
        "for s in seats from left of leader",
    ),
    (
        STEP + "for s in seats after leader and leader\n    show hand of s",
        "for s in seats from next of leader",
    ),
    (
        STEP + "leader = left of leader until score of leader > 3",
        "leader = left(leader, seats where score of it > 3)",
    ),
    # how often, and who wins
    (STEP + "for s in seats from leader, once\n    stop", "for s in seats from leader"),
    (STEP + "deal out stock", "deal all from stock to hand of seat for seat in seats"),
    (STATE.format("x: Seat = chosen by lot"), "x: Seat = random of seats"),
    (STEP + "for 3 deals\n    stop", "repeat 3 times"),
    (STEP + "repeat up to 3 times\n    stop", "repeat 3 times"),
    (
        STEP + "let x = the seat with the lowest number of rank of top of slot of seat",
        "let x = (lowest seat in seats by number of rank of top of slot of seat)",
    ),
    (STEP + "for deals rounds\n    stop", "repeat deals times"),
    (STEP + "winner = seat with the most score", "win all best seat in seats by score of seat"),
    (STEP + "win seat with highest score of seat", "win all best seat in seats by score of seat"),
    # what is declared
    (STATE.format("turn: Seat, not known at first"), "turn: Seat or none = none"),
    (
        STATE.format("call: low, high or both = low"),
        "call: low or high or both = low",
    ),
    (
        GAME.replace("1..9 = 3", "1, 2, 4 or 6 = 1"),
        'deals: 1 or 2 or 4 or 6 = 1 "how many are played"',
    ),
    (GAME + "enum contract: low, high", "type Contract = low or high"),
    (
        STATE.format("slaps of Seat: yes or no, seen by owner = no"),
        "slaps of Seat: yes or no = no, seen by owner",
    ),
    (
        STEP + "for s in seats from leader to left\n    stop",
        "for s in seats from leader",
    ),
    (
        STEP + "deal all from stock to hand of s for s in seats starting left of leader",
        "deal all from stock to hand of s for s in seats from left of leader",
    ),
    (IF.format("settles are allowed"), "if settles"),
    (
        IF.format("made of sides are equal"),
        "if (sole best side in sides by made of side) is none",
    ),
    (
        GAME + 'variant short "Short" of old maid\n  replace players 2',
        'variant short "Short" of old_maid',
    ),
    (
        GAME + 'variant short "Short" of whist\n  add row to points above twelve\n    x | 1',
        "add row to points before twelve",
    ),
    (
        GAME + 'example "x"\n  bob may only drop A♣ 7♥',
        "bob may only: drop [A♣ 7♥]",
    ),
    (
        ORDER
        + STEP[len(GAME) :]
        + "choose seat\n    play card in hand of seat\n      must card is lowest in hand of seat\n"
        "      stop",
        "must card is (lowest card in hand of seat by high of rank of card)",
    ),
    (
        GAME.replace("zones\n", "type Strain = Suit or no trump\nzones\n", 1),
        "type Strain = Suit or no_trump",
    ),
    (STEP + "leader scores size of board", "score of leader += size of board"),
    (IF.format("board has 1 card"), "if size of board is 1"),
    (STEP + "deal 4 face up to the board", "move 4 from stock to board face up"),
    (IF.format("7S of board"), "if 7S in board"),
    (
        IF.format("number of aces in board > 2"),
        "if (count card in board where rank of card is A) > 2",
    ),
    (IF.format("score of leader is a multiple of 5"), "if remainder(score of leader, 5) is 0"),
    (STEP + "score of leader gets deals", "score of leader += deals"),
    (
        CHOOSE + 'bid number in 1..9\n      number > 3 "more than 3"\n      stop',
        'must number > 3 "more than 3"',
    ),
    (STEP + "say leader plays a Shelem", 'say "{leader} plays a Shelem"'),
    (TABLE + "1 | -2 deals", "1 | -2 * deals"),
    (
        GAME.replace("  board: Pile", "  hand_two of Seat: Cards, hidden\n  board: Pile", 1),
        "hand_two of Seat: Cards, face down",
    ),
    (STEP + "repeat until deals times\n    stop", "repeat deals times"),
    (STEP + "move a card from stock to board", "move 1 from stock to board"),
    (CHOICE + 'if settles "not now"', 'must settles "not now"'),
    (STEP + "win best seat in seats", "win best seat in seats by score of seat"),
    (STEP + "score deals for leader", "score of leader += deals"),
    (
        STEP + "score of leader += 10 for each ace in board",
        "score of leader += 10 * (count card in board where rank of card is A)",
    ),
]
SAID = [
    (STEP + "let best_one = highest of in_play", "`best card in … by …`"),
    (
        'edition 1\n\nvariant a "A" of towser\n  remove worth.2',
        "by its sentence below `rule`, else by its first",
    ),
    (CHOICE + "lay card in board\n        stop", "stands below `play`, as far in as it does"),
    (CHOICE + "pass when deals > 3\n        stop", "stands below `play`, as far in as it does"),
    (CHOICE + "pass\n        stop", "stands below `play`, as far in as it does"),
    (GAME + "phase two\n  when leader is happy\n  stop", "a condition begins with `if`"),
    (VARIANT + "  add row 3 | 5 to worth", "the row itself stands below, further in"),
    (VARIANT + "  add row to worth: 3 | 5", "the row itself stands below, further in"),
    (VARIANT + "  set deals = 2\nset deals = 3", "such a line stands under a `variant`"),
    (CHOICE + "a player must follow suit if he can\n      stop", "begins with `must`, below it"),
    (STEP + "the winner is the side with the best score", "`win seats of (best side in sides by"),
    (STEP + "points of Side: 0..162 = 0", "such a line stands under `state`"),
    (GAME + 'variant short "Short" of slipA\n  replace players 2', "did you mean `slipa`?"),
    (STEP + "move 6 from stock to the board", "leave it out"),
    (STEP + "new Meld", "`new … in … of …`"),
    (IF.format("last trick"), "which one it is only state can count"),
    (IF.format("is run board"), "a name is one word: write `is_run` for both"),
    (STATE.format("melds: several Melds"), "several groups of cards are records"),
    (
        STEP + "wobble leader += total 2 if up else 1 for c in board",
        "or with a phase or what is set",
    ),
    (STEP + "deal again if board is empty", "is left with `end` and the name of its phase"),
    (STEP + "next deal", "is left with `end` and the name of its phase"),
    (STEP + "choose highest bidder\n    pass\n      stop", "`choose (best seat in seats by"),
    (STEP + "leader = whoever took the trick", "who takes the trick is `taker`"),
    (STEP + "leader = winner of the trick", "who takes the trick is `taker`"),
    (STEP + "winner leads again", "who leads next is kept in `state`"),
    (
        STEP + "leader may drop card in hand of leader\n    move card to board",
        "in two lines:\n    choose leader\n      drop card in hand of leader",
    ),
    (
        STEP + "for seat in seats\n    choose seat where board is empty\n"
        "      drop card in hand of seat",
        "in two lines:\n    if board is empty\n      choose seat",
    ),
    (
        STEP + "for seat in seats\n    choose seat\n      where board is empty\n"
        "      drop card in hand of seat",
        "in two lines:\n    if board is empty\n      choose seat",
    ),
    (IF.format("leader has the first 3 tricks"), "what somebody has is asked with `of`"),
    (STEP + "shuffle stock\n  end match when board is empty", "in two lines:\n    if board is"),
    (
        STEP + "deal 1 each from stock to row(n) for each row",
        "each of them has a number: `for n in 1..3`",
    ),
    (STEP + "move 3 x from stock to board", "`from`"),
    (
        IF.format("all n in 1..6 where slot(n) of seat is more or less face up"),
        "each is asked with `every`, and in place of `where` stands a colon",
    ),
    (STEP + "for each seat: score of seat += 1", "what is done stands below, further in"),
    (STEP + "for all players deal 1 to hand of seat", "what is done stands below, further in"),
    (
        STEP + "repeat while count of seats where out of it is not yes > 1\n    stop",
        "a loop says when it ends: `repeat until …`",
    ),
    (STEP + "the lead passes to the left", "write:  leader = left of leader"),
    (STEP + "the deal passes to next of leader", "write:  leader = next of leader"),
    (STEP + "leader passes to the right of leader", "write:  leader = right of leader"),
    (STEP + "leader scores the difference", "what is added is written with `+=`"),
    (STEP + "let c = last card of stock", "the lowest card of a place is `bottom of …`"),
    (STEP + "let c = the last card in board", "which came last, is `top of …`"),
    (STEP + "all_of_it deals times, each by the dealer", "stands below `repeat … times`"),
    # in brackets stands all that it is asked of
    (
        GAME.replace("slot(Seat, 1..6)", "slot(1..6) of Seat"),
        "all that it is asked of stands in brackets: `slot(Seat, 1..6)`",
    ),
    (
        STEP + "show slot(3) of seat\n  move slot(2) of seat to board and more",
        "brackets: `slot(seat, 3)`\n  the same on line",
    ),
    (
        STEP + "move board to row(2) of seat",
        "for each of 1..3 only; one for each seat too is declared `row(Seat, 1..3)`",
    ),
    # one of several, or as many as fit
    (
        STEP + "let x = highest card of ♠ in board",
        "of several, one is found `by` a number, and those of a suit with `where`",
    ),
    (IF.format("all corners have 13 cards"), "begins with `every`:  every … in …: …"),
    (STEP + "let x = rank above y", "an order tells which rank is next"),
    (STEP + "let x = the other side", "(first other in sides where other is not side)"),
    (CHOOSE + "lay c in subsets(hand of seat, at least 3)", "below: `must size of … >= …`"),
    (CHOOSE + "lay c in subsets(hand of seat, 0 to 3)", "below: `must size of … >= …`"),
    (STEP + "win if out of seat", "who wins stands behind `win`, and when in an `if` above it"),
    (STEP + "deal 3, 2, 3 each", "each packet is dealt in a line of its own"),
    (IF.format("leader wins"), "it is asked by what somebody wins"),
    (
        STEP + "the side with most points of all wins",
        "behind `win`:  `win seats of (best side in sides by … of side)`",
    ),
    (
        STEP + "the player who has the most points of all wins",
        "behind `win`:  `win best seat in seats by … of seat`",
    ),
    (IF.format("leader was called"), "what was done before is kept in `state`, and asked here"),
    # cells and options
    (
        GAME + "table worth(card: Card), first that fits\n  rank of card | worth\n  A K | 3\n",
        "write:  A, K | 3",
    ),
    (
        GAME.replace(': 1..9 = 3 "how', ': 1..9 "how'),
        "what is usual is missing before this: `= …`",
    ),
    (
        GAME.replace("options", 'options\n  low: over all or none = over all "x"', 1)
        + "type Height = over_all or none_of_it\n",
        "a name is one word: write `over_all` for both",
    ),
    # actions
    (CHOOSE + "take the board", "a name is one word: write `take_board`"),
    (STEP + "shuffle the stock", "leave it out"),
    (CHOOSE + "call high suit in suits", "a name is one word: write `call_high suit in …`"),
    (CHOOSE + "hit: move top of stock to board", "in two lines:\n    hit\n      move top"),
    (CHOOSE + "stay: out of seat = yes", "in two lines:\n    stay\n      out of seat = yes"),
    (CHOOSE + "draw from stock\n      stop", "nothing is chosen: the action stands alone"),
    (STEP + "move board to new heap in heaps", "which begins with `new … in …`"),
    (GAME + "zones\n  heaps: list of Cards", "are records, each with a zone"),
    (STEP + "repeat choice", "a loop says how often, or until when"),
    (
        STEP + "if highest n of seat for seat in seats > 3 and the cards differ\n    stop",
        "the phrase before this stands in brackets:  (highest n of seat for seat in seats)",
    ),
    (
        GAME
        + "define richest =\n  sole best s in seats by size of hand of s if low(board)\n  else n",
        "stands in brackets, and so does the whole, since `else` begins a line:  "
        "(sole best s in seats by size of hand of s)",
    ),
    (
        GAME
        + "define over =\n  any s in seats where size of hand of s > 4 if low(board)\n  else no",
        "stands in brackets, and so does the whole, since `else` begins a line:  "
        "(any s in seats where size of hand of s > 4)",
    ),
    (
        STEP + "for s in seats until out of s\n    show hand of s",
        "what goes once round is left by an `if` inside, with `stop` below it",
    ),
    (
        GAME.replace("zones\n", "zones\n  kept of Seat: Cards, seen by Seat\n", 1),
        "write:  kept of Seat: Cards, seen by owner",
    ),
    # changes of a variant
    (VARIANT + '  add option x: 1..9 = 2 "x"', "in two lines: `add options`, and below it"),
    (VARIANT + "  replace zone board: Pile, face up", "in two lines: `replace zones`, and below"),
    (VARIANT + "  replace state up: Card or none = none", "in two lines: `replace state`, and"),
    (VARIANT + "  replace up: Card or none = none", "in two lines: `replace state`, or what"),
    (VARIANT + '  replace option deals\n    deals: 1..9 = 2 "x"', "write:  replace options"),
    (VARIANT + '  add step to two at the end\n    say "x"', "write:  add step to two"),
    # those who are left, and some of all
    (STEP + "repeat until one player is left\n    stop", "`size of playing is 1`, where `playing`"),
    (IF.format("3 players are in the game still"), "counted: `size of out is 3`, where `out` is"),
    (IF.format("low(board without up)"), "write:  if low(board - up)"),
    (STEP + "for other in other sides\n    stop", "in sides where other is not side of seat"),
    (STEP + "for other in other players\n    stop", "for other in seats after seat"),
    (STEP + "win side in sides where x", "write:  win seats of (first side in sides where x)"),
    (STEP + "win seat in seats where x of seat", "write:  win seats where x of it"),
    (STATE.format("x: 0..9 = 2 if 4 players else 3"), "write:  x: 0..9 = 2 if players is 4 else"),
    (STEP + "place up under stock", "write:  move up to stock at the bottom"),
    (CHOOSE + 'take\n        out "no"', "a condition begins with `must`:  must out "),
    # a word that means nothing
    (STEP + "loop\n    stop", "write:  repeat, however long"),
    (STATE.format("x: yes or no = {}"), "where nothing is among them it is `empty`"),
    (GAME + 'define settle\n  say "x"', "the steps of a phase stand below `phase settle`"),
    (IF.format("someone has 15 points"), "any seat in seats where score of seat >= 15"),
    (STEP + "each player in turn plays a card", "what each of them does stands below"),
    (STEP + "declare due", "nothing is called `declare` here"),
    (STEP + "rest of stock to board", "write:  move stock to board"),
    (STEP + "deal 2s to hand of seat", "packets are dealt so:  deal 2 at a time from …"),
    (IF.format("no J, Q or K in hand of seat"), "not any card in hand of seat where rank of card"),
    (
        IF.format("a card on the board has the same rank as up"),
        "any other in board where rank of other is rank of up",
    ),
    (STEP + "winner: the last one with a score", "who wins stands behind `win`"),
    (STEP + "shuffle the cards", "write:  shuffle stock"),
    (STEP + "leader = leader to the right", "write:  leader = right of leader"),
    (STEP + "repeat for deals rounds\n    stop", "write:  repeat deals times"),
    (GAME + "define punters = all seats but leader", "(seats where it is not leader)"),
    (
        IF.format("someone has 15 points").replace("score of Seat", "points of Seat"),
        "any seat in seats where points of seat >= 15",
    ),
    # what is done for each
    (STEP + "every seat pays seat 4", "what each of them does stands below `for seat in seats`"),
    (STEP + "win best seat by score", "write:  win best seat in seats by score of seat"),
    (
        STEP + "deal 12 each from stock to hand of s for s in seats, 4 at a time",
        "write:  deal 4 at a time from stock to hand of s for s in seats",
    ),
    (STEP + "show hand of s for s in in_play", "in two lines:\n    for s in in_play\n      show"),
    (STEP + "score of s += 1 for s in seats after seat", "\n    for s in seats after seat\n"),
    (STEP + "score of every seat but leader += 2", "below it `score of seat += 2`"),
    (STEP + "pay 2 from each other seat to leader", "`pay 2 from other to leader`"),
    (
        STEP + "deal 1 each to the losers",
        "`deal 1 each from stock to hand of seat for seat in losers`",
    ),
    (STEP + "leader hides a card", "`hide card in hand of leader`"),
    (STEP + "play 13 tricks", "`repeat 13 times`"),
    (
        STEP + "draw back up to 6 cards",
        "`repeat until size of hand of seat >= 6 or stock is empty`",
    ),
    (
        IF.format("score of seats are equal"),
        "`every seat in seats: score of seat is score of dealer`",
    ),
    (GAME + 'example "x"\n  bob leads', "`given leader = bob`"),
    (
        CHOOSE + "play card in hand of seat\n      must card is the lowest of its suit\n      stop",
        "`not any other in hand of seat where suit of other is suit of card and",
    ),
    (STEP + "repeat for each dealer\n    stop", "`for seat in seats`"),
    (CHOOSE + "drop\n      stop\n    pass if he cannot", "stands below `otherwise`"),
    (CHOOSE + 'bid number more than 3 "no"\n      stop', "number in 1..10"),
    (STEP + "seat is out", "`out of seat = yes`"),
    (
        STEP + "deal 4 at a time from stock to each player",
        "`deal 4 at a time from stock to hand of seat for seat in seats`",
    ),
    (CHOICE + 'must beat up, if able "win it"', "`strength of card > strength of winning_card`"),
    (STEP + "for each chance where settles\n    stop", "`for chance in …`"),
    (
        GAME + 'variant short "Short" of whist\n  remove way, passed',
        "`remove way`, and below it `remove passed`",
    ),
    (  # that `otherwise` comes last is not doubted where an action above it was not read
        CHOOSE + "must lay card in hand of seat\n      stop\n    otherwise\n      stop",
        "a name is one word",
    ),
]


@pytest.mark.parametrize(("text", "line"), SHOWN)
def test_it_is_shown_as_it_is_written_here(text: str, line: str) -> None:
    (problem,) = problems_of(text)
    assert f"write:  {line}" in problem.help, as_text(problem)


@pytest.mark.parametrize(("text", "said"), SAID)
def test_it_is_said_once_how_it_is_written(text: str, said: str) -> None:
    (problem,) = problems_of(text)
    assert said in as_text(problem)


def test_the_other_case_is_told_below_an_if_that_is_wrong_too() -> None:
    _, other = problems_of(STEP + "if score of a of\n    stop\n  otherwise\n    stop")
    assert other.label == "the other case of an `if` is its `else`"


@pytest.mark.parametrize(
    "head", ["if leader is happy now", "repeat until they are done", "for each of them here"]
)
def test_what_stands_below_a_head_that_cannot_be_read_is_told_too(head: str) -> None:
    _, *below = problems_of(STEP + f"{head}\n    turn board face up\n    leader = left leader")
    assert [problem.span.line for problem in below] == [29, 30]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (IF.format("score of seat is face up"), "showing of top"),
        (STEP + "leader = left of leader until up is none", "write:"),
        (IF.format("3 seats are happy"), "happy of seat"),
        (STEP + "let x = total score of s for s in seats and more", "in two lines"),
        (STEP + "for s in seats above leader\n    stop", "choose together"),
        (STEP + "move board to row of seat and more", "stands in brackets"),
        (STEP + "let n = 1 + total f of c in board where c is up and more", "`first`"),
        (STEP + "repeat choice", "put `times`"),
        (
            CHOOSE + 'bid number in 1..3\n      must total x + number is not 3 "x"\n      stop',
            "`number` comes `of`",
        ),
        (CHOOSE + "draw from stock\n      stop", "put `in`"),
        (GAME + 'variant a "A" of hearts with long and short\n  set deals = 1', "_with_"),
        (GAME + 'variant a "A" of hearts and short\n  set deals = 1', "_and_"),
    ],
)
def test_nothing_is_shown_that_the_game_does_not_have(text: str, never: str) -> None:
    said = "\n".join(map(as_text, problems_of(text)))
    assert said and never not in said.partition("^")[2]
