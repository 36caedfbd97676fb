"""An example that plays past the phase with which it began, as the game goes on from there."""

from __future__ import annotations

import textwrap

import pytest

import hoyle
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.heads import head

GAME = head("Rounds", "2..3")
GAME += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  dealer: Seat = ann_first
  score of Seat: 0..99 = 0

state of one_round
  best_rank: 0..9 = 0

define ann_first = first seat in seats where yes
order height, best first: A K Q J 10 9 8 7

match
  repeat until (any seat in seats where score of seat >= 5) at most 2 times, else end match
    one_round
  say "well played"
  win seats where score of it >= 5

phase one_round
  ends when score of dealer is 99
  let before = dealer
  shuffle stock
  repeat 2 times
    deal_out
  for seat in seats from left of dealer
    one_turn of seat
  for seat in seats, round and round until hand of seats is empty at most 9 times
    throw_away of seat
  settle of before

phase left_over
  for seat in seats
    choose seat
      nod

phase deal_out
  deal 1 each from stock to hand of seat for seat in seats from left of dealer

phase one_turn(seat: Seat)
  choose seat
    play card in hand of seat
      move card to heap
      look_at of seat

phase look_at(seat: Seat)
  best_rank = height of rank of top of heap

phase throw_away(seat: Seat)
  choose seat
    drop card in hand of seat
      move card to heap
    keep
  if size of heap is 3
    score of seat += 1

phase settle(who: Seat)
  score of who += 2
  dealer = left of dealer
  gather into stock

"""

PASSES = {
    "the rest of a loop over seats, from the seat that is named": """
        players ann bob cat
        given hand of cat = [K♠ 7♠]
        given hand of ann = [A♥ 8♠]
        start one_turn of cat
        cat: play K♠
        one_turn ends
        expect best_rank is 7
        ann: play A♥
        """,
    "the next loop, and a seat in the midst of it": """
        players ann bob
        given hand of ann = [A♥ 8♠]
        given hand of bob = [A♠ 7♠]
        start throw_away of bob
        bob: drop A♠
        ann: drop A♥
        bob: drop 7♠
        expect score of bob is 1
        ann may only: drop 8♠, keep
        """,
    "a phase is awaited, and what follows it is not done yet": """
        players ann bob
        given hand of ann = [A♥]
        start throw_away of ann
        ann: drop A♥
        throw_away ends
        expect score of ann is 0
        settle ends
        expect score of ann is 2
        expect dealer is bob
        one_round ends
        """,
    "a name from before the phase means what it meant there": """
        players ann bob
        given dealer = bob
        pack 7♠ 8♠ 9♠ 10♠
        start deal_out
        ann: play 7♠
        bob: play 8♠
        ann: keep
        bob: keep
        ann: drop 9♠
        bob: drop 10♠
        settle ends
        expect score of bob is 2
        expect dealer is ann
        """,
    "the rounds that are left are counted from the one in which the phase stands": """
        players ann bob
        pack 7♠ 8♠ 9♠ 10♠
        start deal_out
        expect size of hand of ann is 1
        deal_out ends
        expect size of hand of ann is 1
        bob: play 7♠
        expect size of hand of ann is 2
        """,
    "to the end of the match": """
        players ann bob
        given score of ann = 3
        start settle of ann
        match ends
        expect say "well played"
        ann wins
        """,
    "a bounded loop counts the round in which the phase stands": """
        players ann bob
        pack 7♠ 8♠ 9♠ 10♠
        start settle of bob
        ann: play 7♠
        bob: play 8♠
        ann: drop 9♠
        bob: drop 10♠
        expect score of bob is 4
        match ends
        nobody wins
        """,
}

FAILS = {
    "inside an action nothing is known of what surrounds it": ("""
        players ann bob
        given heap = [K♠]
        start look_at of ann
        expect best_rank is 7
        bob: play 7♠
        """, ["`look_at` has ended; an example cannot go on", "choose seat"]),
    "what the match does not run is followed by nothing": ("""
        players ann bob
        start left_over
        ann: nod
        bob: nod
        ann: nod
        """, ["`left_over` has ended, and the match does not run it: nothing follows"]),
    "a choice comes before the phase that should end": ("""
        players ann bob
        given hand of ann = [A♥ 8♠]
        given hand of bob = [A♠ 7♠]
        start throw_away of bob
        bob: drop A♠
        settle ends
        """, ["`settle` has not ended", "it is ann's turn"]),
    "a shuffle on the way wants a pack": ("""
        players ann bob
        start settle of ann
        bob: play 7♠
        """, ["no `pack` says how the cards lie", "since `start settle", "stock shuffled"]),
    "another is to move by then": ("""
        players ann bob
        given hand of ann = [A♥]
        given hand of bob = [8♠]
        start one_turn of ann
        ann: play A♥
        ann: play 8♠
        """, ["`play` can be chosen here", "happened since `start one_turn", "ann: play A♥"]),
    "it is not won as long as the match goes on": ("""
        players ann bob
        given score of ann = 3
        start settle of ann
        ann wins
        """, ["came: nobody has won", "play stands at the end of `settle`", "match ends"]),
}  # fmt: skip


def _told(lay, title, lines):
    body = textwrap.indent(textwrap.dedent(lines).strip(), "  ")
    ruleset = lay(GAME, f'example "{title}"\n{body}\n')
    return [as_text(found) for outcome in run_examples(ruleset) for found in outcome.findings]


@pytest.mark.parametrize("title", PASSES)
def test_play_goes_on(title, lay):
    told = _told(lay, title, PASSES[title])
    assert not told, "\n\n".join(told)


@pytest.mark.parametrize("title", FAILS)
def test_play_cannot_go_on_so(title, lay):
    lines, phrases = FAILS[title]
    told = "\n".join(_told(lay, title, lines))
    for phrase in phrases:
        assert phrase in told, f"{phrase!r} is not said in:\n{told}"


def test_a_heading_is_told_once_however_many_phases_have_ended_under_it(lay):
    lines = """
        players ann bob
        given hand of ann = [A♥ 8♠]
        given hand of bob = [A♠ 7♠]
        start throw_away of bob
        bob: drop A♠
        ann: drop A♥
        expect score of bob is 9
        """
    [told] = _told(lay, "it goes on", lines)
    happened = told[told.index("this has happened") :].splitlines()
    assert happened[1:] == ["    round 1", "      bob: drop A♠", "      ann: drop A♥"], told


def test_what_an_example_has_seen_is_seen(lay):
    passes = textwrap.indent(textwrap.dedent(PASSES["to the end of the match"]), "  ")
    text = GAME.replace("at most 9 times", ", however long")
    ruleset = lay(text, f'example "to the end"\n{passes}\n')
    coverage = Coverage(ruleset.game)
    assert all(outcome.passed for outcome in run_examples(ruleset, coverage))
    unseen = coverage.unseen()
    assert [words for words, _ in unseen["action"]] == [
        "one_turn, play", "throw_away, drop", "throw_away, keep",
    ]  # fmt: skip
    assert [words for words, _ in unseen["step"]] == [
        "one_round: shuffle stock",
        "deal_out: deal 1 each from stock to hand of seat for seat in seats from left of dealer",
        "one_turn: move card to heap",
        "look_at: best_rank = height of rank of top of heap",
        "throw_away: move card to heap",
        "throw_away: score of seat += 1",
    ]


# Three phases in one another; the two outer ones end by themselves.
NESTED = head("Nested", "2", "7 8")
NESTED += """\

state
  dealer: Seat = random of seats
  score of Seat: 0..9 = 0
  rounds: 0..9 = 0

match
  ends when score of dealer >= 8
  repeat 3 times
    one_round
    rounds += 1
    say "{rounds} played"
  win dealer

phase one_round
  let goal = 3
  ends when score of dealer is 3
  ends when score of dealer is goal + 1
  play_out

phase play_out
  repeat 9 times
    choose dealer
      gain n in 1..6
        score of dealer += n
        score of next of dealer = 1
      give_up
        end one_round

"""

ENDED_FROM_OUTSIDE = {
    "the phase around it, and the match goes on from there": """
        start play_out
        ann: gain 1
        ann: gain 2
        one_round ends
        expect score of bob is 1
        expect rounds is 0
        match ends
        expect say "3 played"
        ann wins
        """,
    "the match": """
        given score of ann = 2
        start play_out
        ann: gain 6
        match ends
        expect rounds is 0
        nobody wins
        """,
    "by a step of its own": """
        given rounds = 1
        start play_out
        ann: give_up
        one_round ends
        ann: give_up
        expect say "3 played"
        """,
    "and with it what it was running": """
        start play_out
        ann: gain 1
        ann: gain 2
        play_out ends
        expect score of bob is 1
        expect rounds is 0
        one_round ends
        """,
    "and later too, where play goes on": """
        start play_out
        ann: give_up
        play_out ends
        ann: give_up
        play_out ends
        one_round ends
        expect rounds is 2
        """,
    "a name whose value is not known ends nothing": """
        start play_out
        ann: gain 4
        ann may give_up
        """,
}


@pytest.mark.parametrize("title", ENDED_FROM_OUTSIDE)
def test_an_inner_phase_is_ended_from_outside(title, lay):
    body = "players ann bob\ngiven dealer = ann\n"
    body += textwrap.dedent(ENDED_FROM_OUTSIDE[title]).strip()
    ruleset = lay(NESTED, f'example "{title}"\n{textwrap.indent(body, "  ")}\n')
    told = [as_text(found) for outcome in run_examples(ruleset) for found in outcome.findings]
    assert not told, "\n\n".join(told)


def test_what_was_said_before_the_last_move_is_known(lay):
    lines = (
        "players ann bob\n  given dealer = ann\n  start play_out\n  ann: give_up\n  ann: give_up"
    )
    text = f'example "late"\n  {lines}\n  ann: give_up\n  expect say "1 played"\n'
    [outcome] = run_examples(lay(NESTED, text))
    [found] = outcome.findings
    assert "it was said before the last move" in found.lines[-1]


def test_where_a_phase_has_ended_it_is_told_how_its_sentence_may_be_reached(lay):
    text = 'example "early"\n  players ann bob\n  given dealer = ann\n  start play_out\n'
    text += '  ann: give_up\n  expect say "1 played"\n'
    [outcome] = run_examples(lay(NESTED, text))
    [found] = outcome.findings
    assert found.lines == (
        "nothing was said",
        "play stands at the end of `one_round`: what follows it is played by the line "
        "`match ends` before this one",
    )


def test_with_the_match_no_phase_ends_by_its_own_name(lay):
    lines = "players ann bob\n  given dealer = ann\n  given score of ann = 2\n  start play_out"
    text = f'example "over"\n  {lines}\n  ann: gain 6\n  play_out ends\n'
    [outcome] = run_examples(lay(NESTED, text))
    [found] = outcome.findings
    assert found.says == "`play_out` has not ended"
    assert found.lines == ("the match is over before it ends:  match ends",)


LEFT_OUT = (
    head("Left out", "2")
    + """
state
  dealer: Seat = random of seats
  score of Seat: 0..99 = 0

match
  shuffle stock
  for seat in seats after dealer
    ask of seat
  again of dealer

phase ask(seat: Seat)
  choose seat
    nod
      score of seat += 1

phase again(seat: Seat)
  choose seat
    nod
      score of seat += 2
"""
)


def test_a_seat_that_the_loop_leaves_out_is_told(lay):
    example = """
example "the dealer, whom the loop leaves out"
  players ann bob
  given dealer = ann
  start ask of ann
  ann: nod
  ann: nod
"""
    [outcome] = run_examples(lay(LEFT_OUT, example))
    [found] = outcome.findings
    assert found.says == (
        "`ask` has ended; the match never runs `ask of ann`, so nothing follows it"
    )
    [right] = run_examples(
        lay(
            LEFT_OUT,
            example.replace("= ann", "= bob").replace("ann: nod\n  ann", "ann: nod\n  bob"),
        )
    )
    assert not right.findings


DRAWN = """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  score of Seat: 0..99 = 0

match
  one_deal
  say "{score of seats}"

phase one_deal
  let bonus = random of (1..6)
  play_it
  count_it of bonus

phase play_it
  for s in seats
    choose s
      play card in hand of s
        move card to heap

phase count_it(more: 1..6)
  score of player of top of heap += more

example "on"
  players ann bob
  given hand of ann = [7♥]
  given hand of bob = [9♥]
  start play_it
  ann: play 7♥
  bob: play 9♥
  count_it ends
  expect score of bob is 2
"""


def test_what_chance_gave_a_name_above_the_run_is_said_by_its_name(tmp_path):
    path = tmp_path / "drawn.cards"
    path.write_text(head("Drawn") + DRAWN, encoding="utf-8")
    [told] = run_examples(hoyle.load(path))
    first = as_text(told.findings[0])
    assert "say what `bonus` is: it is random of 1..6" in first
    assert "`given bonus = …`" in first and "members of" not in first
    path.write_text(head("Drawn") + DRAWN.replace("  start", "  given bonus = 2\n  start"))
    assert [one.findings for one in run_examples(hoyle.load(path))] == [()]


TWICE = (
    head("Twice", "2")
    + """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  deal 4 each from stock to hand of seat for seat in seats
  discards
  choose last of seats
    nod
  discards
  settle

phase discards
  for seat in seats
    choose seat
      drop card in hand of seat
        move card to heap

phase settle
  win seats where size of hand of it is 2
"""
)


def test_a_phase_that_is_run_twice_is_played_behind_the_first_and_that_is_told(lay):
    text = """
example "the second time"
  players ann bob
  given hand of ann = [A♥]
  given hand of bob = [A♠]
  start discards
  ann: drop A♥
  bob: drop A♠
  settle ends
"""
    [outcome] = run_examples(lay(TWICE, text))
    [found] = outcome.findings
    assert found.says == "`settle` has not ended"
    assert found.lines[1:3] == (
        "`discards` is run at several places, and play went on behind the first",
        "start the phase round the one that is meant",
    )
    assert [place.line - 1 for place, _ in found.also[:2]] == [
        at for at, line in enumerate(TWICE.splitlines()) if line == "  discards"
    ]


LOOPS = head("Loops", "2")
LOOPS += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  play_on

phase play_on
  repeat until hand of seats is empty at most 9 times
    lead_to
    move heap to stock

phase lead_to
  repeat until size of heap > 1 at most 3 times
    for seat in seats
      choose seat
        lay card in hand of seat
          move card to heap
"""


def test_what_has_not_ended_is_the_loop_of_the_phase_that_was_named(lay):
    text = """
example "early"
  players ann bob
  given hand of ann = [A♥ K♥]
  given hand of bob = [A♠ K♠]
  start play_on
  ann: lay A♥
  play_on ends
"""
    [outcome] = run_examples(lay(LOOPS, text))
    [found] = outcome.findings
    assert [place.text for place, _ in found.also] == ["hand of seats is empty"]
    [outcome] = run_examples(lay(LOOPS, text.replace("play_on ends", "lead_to ends")))
    [found] = outcome.findings
    assert [place.text for place, _ in found.also] == ["size of heap > 1"]
