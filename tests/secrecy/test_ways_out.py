"""What the report of a secret advises: first the way that tells no more than the rule needs."""

from __future__ import annotations

import pytest

from tests.heads import head

FRAME = head("Probe", "2..4")
FRAME += """\
  hand of Seat: Cards, seen by owner, at most 9
  heap: Pile, face up
  aside: Cards, face down

state
  leader: Seat = random of seats
  chips of Seat: 0..90 = 40
  trump: Suit or none = none
define hearts_of(seat: Seat) = count card in hand of seat where suit of card is ♥
match
  repeat 3 times
    play_a_hand

phase play_a_hand
  gather into stock
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
"""
OPEN_REGISTER = "or say of the register who sees it: `seen by …`; or show the cards"
USE_NAME = "tell this and no more: `announce NAME = …`, and use NAME; or show the cards"
HEARTS = "(count card in hand of leader where suit of card is ♥)"
HOLDER = "first s in seats where 7♣ in hand of s"


WAYS_OUT = {
    "who has a card": (
        f"leader = {HOLDER}",
        ("tell this and no more: `announce NAME = …`, then `leader = NAME`", OPEN_REGISTER),
        f"announce holder = {HOLDER}\nleader = holder",
    ),
    "who has a card, by a name": (
        f"let holder = {HOLDER}\nleader = holder",
        ("tell this and no more: `announce NAME = …`, then `leader = NAME`", OPEN_REGISTER),
        f"announce holder = {HOLDER}\nleader = holder",
    ),
    "a number that is added": (
        f"chips of leader += {HEARTS}",
        ("tell this and no more: `announce NAME = …`, then `chips of leader += NAME`",
         OPEN_REGISTER),
        f"announce hearts = {HEARTS}\nchips of leader += hearts",
    ),
    "chips that are paid": (
        f"pay {HEARTS} from chips of leader to chips of left of leader",
        (USE_NAME,),
        f"announce hearts = {HEARTS}\npay hearts from chips of leader to chips of left of leader",
    ),
    "a sentence": (
        'say "{top of stock}"',
        (USE_NAME,),
        'announce turned = top of stock\nsay "{turned}"',
    ),
    "whose hand": (
        f"move top of stock to hand of ({HOLDER})",
        (USE_NAME,),
        f"announce holder = {HOLDER}\nmove top of stock to hand of holder",
    ),
    "which of the cards are laid open": (
        "move (hand of leader where its suit is suit of top of stock) to heap",
        (USE_NAME,),
        "announce wanted = suit of top of stock\n"
        "move (hand of leader where its suit is wanted) to heap",
    ),
    "two cards that may be one": (
        "choose leader\n  take card in hand of leader, other in hand of leader\n"
        "    move [card, other] to aside",
        ("it may be one card that is named twice: say before that it is not, "
         "`must one is not other`",),
        "choose leader\n  take card in hand of leader, other in hand of leader\n"
        "    must card is not other\n    move [card, other] to aside",
    ),
    "cards of several hands": (
        "move (hand of seats where its suit is ♥) to aside",
        ("move the cards of each zone by themselves, and tell their number first: "
         "`announce NAME = size of …`; or show the cards",),
        "for s in seats\n  announce hearts = size of (hand of s where its suit is ♥)\n"
        "  move (hand of s where its suit is ♥) to aside",
    ),
    "a card that lies anywhere": (
        "move A♥ to aside",
        ("take it by its place: `move top of …`, `move bottom of …`",
         "or say before in which zone it lies: `announce NAME = A♥ in …`, and ask `if NAME`"),
        "announce there = A♥ in hand of leader\nif there\n  move A♥ to aside",
    ),
    "a card that lies anywhere, where something is chosen": (
        "choose leader\n  lay_aside\n    move A♥ to aside",
        ("take it by its place: `move top of …`, `move bottom of …`",
         "or say before in which zone it lies: `must A♥ in …`; or "
         "`announce NAME = A♥ in …`, and ask `if NAME`"),
        "choose leader\n  lay_aside\n    must A♥ in hand of leader\n    move A♥ to aside",
    ),
    "a card that was shown before others were laid on it": (
        "show top of stock\nmove hand of leader to stock\ntrump = suit of top of stock",
        ("tell this and no more: `announce NAME = …`, then `trump = NAME`", OPEN_REGISTER,
         "it was known until line 29", "show it again"),
        "move hand of leader to stock\nshow top of stock\ntrump = suit of top of stock",
    ),
    "a card that is chosen and not yet moved": (
        "choose leader\n  play card in hand of leader\n    trump = suit of card\n"
        '    if trump is ♥\n      say "hearts"\n    move card to heap',
        ("it is known from line 33 on: put this below `move card to heap`",),
        "choose leader\n  play card in hand of leader\n    move card to heap\n"
        '    trump = suit of card\n    if trump is ♥\n      say "hearts"',
    ),
    "cards at which one may have looked": (
        "move 3 from stock to aside\nif trump is none\n  show aside to leader\n"
        "choose leader\n  wait\n"
        "    must 7♥ not in aside",
        ("conditions may read the chooser's own cards, sizes, what lies open and what has been "
         "shown",
         "it is known on some ways through the `if` of line 29, not on all",
         "show it on every way, or ask only for what is seen: `(aside where sees(leader, it))`"),
        "move 3 from stock to aside\nif trump is none\n  show aside to leader\n"
        "choose leader\n  wait\n"
        "    must 7♥ not in (aside where sees(leader, it))",
    ),
    "what is offered of a pile, of which a card may have been shown": (
        "if trump is none\n  show top of stock\nchoose leader\n  lay card in top(stock, 1)\n"
        "    move card to heap\n  pass",
        ("it may be the chooser's own cards, numbers, what lies open and what has been shown",
         "`top of stock` is shown, in line 29",
         "it is known on some ways through the `if` of line 28, not on all",
         "show it on every way, or ask only for what is seen: "
         "`(top(stock, 1) where sees(leader, it))`"),
        "if trump is none\n  show top of stock\nchoose leader\n"
        "  lay card in (top(stock, 1) where sees(leader, it))\n    move card to heap\n  pass",
    ),
    "the hand of one of whom nothing says that it was shown": (
        'show hand of seats after leader\nlet one = random of seats\nsay "{hand of one}"',
        (USE_NAME,
         "`hand of seats after leader` is shown in line 28, and nothing says that "
         "`one in seats after leader`: ask that first, or show `hand of one` too"),
        'show hand of seats after leader\nlet one = random of seats\n'
        'if one in seats after leader\n  say "{hand of one}"',
    ),
    "where a card lies that was shown": (
        "choose leader\n  drop cards in subsets(hand of leader)\n    show cards\n"
        "    for card in cards where card in hand of leader\n      move card to heap",
        ("tell all of it with `announce`: `announce NAME = …`, and ask for NAME; or show the cards",
         "which card `card` is, is known, where it lies is not: ask of a zone that lies open, as "
         "in `card not in ZONE`"),
        "choose leader\n  drop cards in subsets(hand of leader)\n    show cards\n"
        "    for card in cards where card not in heap\n      move card to heap",
    ),
    "the hand of one, in a define": (
        'show hand of seats after leader\nlet one = random of seats\nsay "{hearts_of of one}"',
        (USE_NAME,
         "`hand of seats after leader` is shown in line 28, and nothing says that "
         "`one in seats after leader`: ask that first, or show `hand of one` too"),
        'show hand of seats after leader\nlet one = random of seats\n'
        'if one in seats after leader\n  say "{hearts_of of one}"',
    ),
    "a question above a step that shows it, in the block of the question": (
        f'if {HEARTS} > 2\n  say "a flush"\n  show hand of leader',
        (
            "tell all of it with `announce`: `announce NAME = …`, and ask for NAME; "
            "or show the cards",
        ),
        f'announce many = {HEARTS} > 2\nif many\n  say "a flush"\n  show hand of leader',
    ),
    "the end of a loop": (
        "repeat until top of stock is 7♥ at most 9 times\n  move top of stock to heap",
        ("tell it in each round, in place of `until …`: `announce NAME = top of stock is 7♥` first "
         "in the loop, then `if NAME`, and `stop` below it; or show the cards",),
        "repeat at most 9 times\n  announce seven = top of stock is 7♥\n  if seven\n    stop\n"
        "  move top of stock to heap",
    ),
    "the end of a loop that goes round": (
        "for s in seats, round and round until top of stock is 7♥ at most 9 times\n"
        "  move top of stock to heap",
        ("tell it in each round: `announce NAME = top of stock is 7♥` last in the loop, and keep "
         "NAME in state, for which `until` asks; or show the cards",),
        "for s in seats, round and round until trump is ♥ at most 9 times\n"
        "  move top of stock to heap\n  announce seven = top of stock is 7♥\n"
        "  trump = ♥ if seven else ♠",
    ),
    "a card that is moved below": (
        "choose leader\n  lay low in hand of leader\n    chips of leader = number of rank of low\n"
        "    move low to aside",
        ("where all may see which card it is, show it in a line above:  show low",
         "or tell this and no more: `announce NAME = …`, then `chips of leader = NAME`",
         "or say of the register who sees it: `seen by …`"),
        "choose leader\n  lay low in hand of leader\n    show low\n"
        "    chips of leader = number of rank of low\n    move low to aside",
    ),
    "a card that is moved by another name": (
        "choose leader\n  lay low in hand of leader\n    chips of leader = number of rank of low\n"
        "    let other = low\n    move other to aside",
        ("where all may see which card it is, show it in a line above:  show low",
         "or tell this and no more: `announce NAME = …`, then `chips of leader = NAME`",
         "or say of the register who sees it: `seen by …`"),
        "choose leader\n  lay low in hand of leader\n    show low\n"
        "    chips of leader = number of rank of low\n    move low to aside",
    ),
    "two cards that were chosen": (
        "choose leader\n  lay low in hand of leader, high in hand of leader\n"
        "    must low is not high\n"
        "    chips of leader = number of rank of high - number of rank of low",
        ("where all may see which they are, show each in a line of its own above: `show high`, "
         "`show low`",
         "or tell this and no more: `announce NAME = …`, then `chips of leader = NAME`",
         "or say of the register who sees it: `seen by …`",
         "nothing moves `high`: was a `move` forgotten?"),
        "choose leader\n  lay low in hand of leader, high in hand of leader\n"
        "    must low is not high\n    show low\n    show high\n"
        "    chips of leader = number of rank of high - number of rank of low",
    ),
    "a sentence that refuses": (
        'choose leader\n  wait\n    must trump is none "not with {top of stock} below"',
        ("leave it out of the sentence; or show the cards first",),
        'choose leader\n  wait\n    must trump is none "not now"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WAYS_OUT)
def test_the_first_way_out_tells_no_more_than_is_needed(case, find_errors):
    steps, advice, _ = WAYS_OUT[case]
    [problem] = find_errors(FRAME, steps)
    assert problem.help == advice


@pytest.mark.parametrize("case", WAYS_OUT)
def test_the_way_out_leads_out(case, find_errors):
    assert find_errors(FRAME, WAYS_OUT[case][2]) == []


def test_a_step_that_tells_it_unasked_is_no_way_out(find_errors):
    steps = f'let holder = {HOLDER}\nif holder is none\n  say "stuck"\nleader = holder'
    asked, kept = find_errors(FRAME, steps)
    assert (asked.code, kept.code) == ("S03", "S02")
    assert not any("it is known from" in line for line in asked.help)


def test_what_was_found_out_on_the_way_is_not_known_below(find_errors):
    frame = FRAME.replace("match\n", "define living = seats where chips of it > 2\nmatch\n", 1)
    steps = (
        "for s in living\n  if s is leader\n"
        '    if A♥ in hand of leader\n      say "the ace"\n'
        "show hand of living"
    )
    [problem] = find_errors(frame, steps)
    assert problem.code == "S03"
    assert not any("it is known from" in line for line in problem.help)


def test_a_line_is_not_moved_below_one_of_another_phase(find_errors):
    frame = FRAME.replace("    play_a_hand\n", "    begin_it\n    play_a_hand\n")
    frame = frame.replace("phase play_a_hand", "phase begin_it")
    frame += "  trump = suit of top of stock\n\nphase play_a_hand\n"
    [problem] = find_errors(frame, "show top of stock\nmove top of stock to heap")
    assert "it is known from line 32 on, where `show top of stock` is done" in problem.help


def test_of_two_chosen_cards_both_are_named(find_errors):
    [problem] = find_errors(FRAME, WAYS_OUT["two cards that were chosen"][0])
    assert problem.label == "`high` and `low` are cards that have not been shown (line 29)"


def test_a_card_laid_open_with_others_has_been_shown_and_nobody_knows_which_it_is(find_errors):
    frame = FRAME.replace("match\n", (
        "define suited(seat: Seat, low: Card) = hand of seat where its suit is suit of low\nmatch\n"
    ), 1)  # fmt: skip
    choice = "choose leader\n  lay low in hand of leader\n    move {} to heap\n"
    for moved in ("suited(leader, low)", "hand of leader"):
        [problem] = find_errors(frame, choice.format(moved) + "    trump = suit of low")
        assert problem.label == "nothing says which of the cards of line 31 is `low` (line 30)"
    [problem] = find_errors(frame, choice.format("top of stock") + "    trump = suit of low")
    assert problem.label == "`low` is a card that has not been shown (line 30)"


GIVEN = """choose leader
  lay low in hand of leader
    put(low, suit of low)
  lay_more low in hand of leader, high in hand of leader
    must low is not high
    put([low, high], suit of low)
  lay_several three in subsets(hand of leader, 3), low in hand of leader
    must low not in three
    put(three + [low], suit of three)
"""


def test_of_several_calls_of_a_phase_those_that_give_something_away_are_told(find_errors):
    opening = "phase put(cards: Cards, what: Suit or none)"
    phase = f"{opening}\n  move cards to heap\n  trump = what\nmatch\n"
    frame = FRAME.replace("match\n", phase, 1)
    line, put = frame.count("\n") + 1, frame.splitlines().index(opening) + 2
    one, several = find_errors(frame, GIVEN)
    assert (one.span.line, one.span.text) == (line + 5, "suit of low")
    said = f"nothing says which of the cards of line {put}"
    assert one.label == f"{said} is `low` (line {line + 3})"
    show = "where all may see which card it is, show it in a line above:  show low"
    assert one.help[0] == show
    assert several.span.line == line + 8
    assert several.label == f"{said} are `three` (line {line + 6})"
    assert (
        several.help[0]
        == "where all may see which they are, show them in a line above:  show three"
    )
    shown = GIVEN.replace("    put([", "    show low\n    put([")
    assert find_errors(frame, shown.replace("    put(three", "    show three\n    put(three")) == []


SHOW_ANOTHER = "move 3 from stock to aside\nmove top of stock to heap\nshow top of heap\n"
ASKED = "choose leader\n  wait\n    must {}\n"


@pytest.mark.parametrize(
    ("shown", "question", "mended"),
    [
        ("show top of stock", "rank of top of stock is not 7",
         "sees(leader, top of stock) and rank of top of stock is not 7"),
        ("show aside to left of leader", "7♥ not in aside",
         "7♥ not in (aside where sees(leader, it))"),
    ],
)  # fmt: skip
def test_only_what_is_seen_is_asked_for_where_some_line_shows_it(
    find_errors, shown, question, mended
):
    steps = "move 3 from stock to aside\nif trump is none\n  {}\n{}"
    [problem] = find_errors(FRAME, steps.format(shown, ASKED.format(question)))
    offer = "`sees(leader, top of stock) and …`" if "and" in mended else "`(aside where sees"
    assert offer in problem.help[-1]
    assert find_errors(FRAME, steps.format(shown, ASKED.format(mended))) == []


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("rank of top of stock is not 7", "stock"),
        ("7♥ not in hand of left of leader", "hand of left of leader"),
        ("7♥ not in aside", "aside"),
    ],
)
def test_only_what_is_seen_is_not_offered_of_what_nobody_ever_shows(find_errors, question, of):
    [problem] = find_errors(FRAME, SHOW_ANOTHER + ASKED.format(question))
    assert problem.help[1:] == (
        f"the chooser never sees a card of `{of}`, since no line shows one: show it in a line "
        "above, or ask for something else",
    )


PATIENCE = head("Patience", "1")
PATIENCE += """\
  heap: Pile, face up

define loose = stock where it in top(stock, 1)

match
  shuffle stock
"""


def test_where_one_seat_alone_plays_it_has_no_name(find_errors):
    steps = "if size of stock > 3\n  show top of stock\nchoose\n"
    offer = "  lay card in {}\n    move card to heap\n  pass"
    [problem] = find_errors(PATIENCE, steps + offer.format("top(stock, 1)"))
    assert "`(top(stock, 1) where showing of it)`" in problem.help[-1]
    mended = offer.format("(top(stock, 1) where showing of it)")
    assert find_errors(PATIENCE, steps + mended) == []


def test_what_a_definition_asks_for_is_told_where_it_asks(find_errors):
    steps = "show top of stock\nchoose\n  lay card in loose\n    move card to heap\n  pass"
    [problem] = find_errors(PATIENCE, steps)
    [(place, says)] = problem.also
    assert (place.text, says) == ("stock", "it is asked for here")
    assert problem.help[-1] == "`top of stock` is shown, in line 17"


CAPTURE = """\
for seat in seats
  choose seat
    play card in hand of seat
{shown}      if heap is not empty and rank of card is rank of top of heap
        move card + heap to aside
        say "caught"
      else
        move card to heap
"""


def test_a_card_just_chosen_is_shown_before_the_rules_ask_about_it(find_errors):
    """What the round before has shown under this name was another card."""
    [problem] = find_errors(FRAME, CAPTURE.format(shown=""))
    assert problem.help == (
        "where all may see which card it is, show it in a line above:  show card",
        "or tell all of it with `announce`: `announce NAME = …`, and ask for NAME",
    )
    assert find_errors(FRAME, CAPTURE.format(shown="      show card\n")) == []


def test_the_card_that_comes_after_the_one_shown_is_told(find_errors):
    """What is asked is known before the loop; a round of it takes that card away."""
    steps = """\
show top of stock
for seat in seats
  choose seat
    rob card in hand of seat
      must rank of top of stock is A and seat is leader or card in hand of seat
      move card to heap
      move top of stock to hand of seat
    pass
"""
    [problem] = find_errors(FRAME, steps)
    assert problem.help[-2:] == (
        "it is not known in every round of the loop of line 29: another card may lie there after "
        "line 34",
        "show that one too, behind line 34, or let the question begin with `sees(seat, top of "
        "stock) and …`",
    )


def test_a_card_that_no_line_shows_is_never_seen_on_any_way(find_errors):
    steps = """\
for seat in seats
  choose seat
    draw
      must rank of top of stock is not J
      if stock is not empty
        move top of stock to hand of seat
"""
    [problem] = find_errors(FRAME, steps)
    assert problem.help[-1].startswith("the chooser never sees a card of `stock`")


UNION = """\
for seat in seats
  choose seat
    lay cards in groups of hand of seat, help in groups of hand of seat
      must size of (cards + help) is size of cards + size of help "different cards"
      move {what} to {place}
      chips of seat = total number of rank of card for card in {asked}
"""


@pytest.mark.parametrize(
    "what, place, asked, told",
    [
        ("cards + help", "heap", "cards + help", False),
        ("cards + help", "aside", "cards + help", True),  # face down
        ("cards + help", "heap", "cards", True),  # nobody sees which of them these are
        ("[first c in cards] + help", "heap", "cards + help", True),
    ],
)
def test_cards_that_are_laid_open_together_are_known_together(
    find_errors, what, place, asked, told
):
    problems = find_errors(FRAME, UNION.format(what=what, place=place, asked=asked))
    assert ("S02" in [problem.code for problem in problems]) is told


def test_what_is_laid_open_in_a_list_has_no_order_to_see(find_errors):
    steps = """\
for seat in seats
  choose seat
    lay one in hand of seat, other in hand of seat - [one]
      move [one, other] to heap
      for card in [one, other]
        chips of seat = number of rank of card
"""
    assert "S02" in [problem.code for problem in find_errors(FRAME, steps)]


def test_a_list_that_has_a_name_has_no_order_to_see_either(find_errors):
    steps = """\
for seat in seats
  choose seat
    lay one in hand of seat, other in hand of seat - [one]
      let pair = [one, other]
      move pair to heap
      for card in [one, other]
        chips of seat = number of rank of card
"""
    told = [problem.span.text for problem in find_errors(FRAME, steps)]
    assert {"one", "other"} <= {*told}
