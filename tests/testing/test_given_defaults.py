"""Defaults that read state, in positions that are laid by hand: they read what was given."""

from __future__ import annotations

import pytest

from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from tests.heads import head

TEXT = head("Given and defaults", ranks="7 8")
TEXT += """\

state
  dealer: Seat = random of seats
  score of Seat: 0..9 = 0
  both: 0..36 = total score of seat for seat in seats

state of one_hand
  leader: Seat = left of dealer
  before: 0..9 = score of dealer
  after: 0..10 = before + 1

state of inner
  left_over: 0..10 = 10 - after

match
  one_hand

phase one_hand
  inner

phase inner
  choose leader
    nod
"""
LINES = """
example "it begins at {phase}"
  players ann bob
  given dealer = bob
  given score of bob = 7
  start {phase}
  expect leader is ann
  expect before is 7
  expect after is 8
  expect left_over is 2
"""


@pytest.mark.parametrize("phase", ["inner", "one_hand", "match"])
def test_defaults_read_what_is_given(phase, lay):
    [outcome] = run_examples(lay(TEXT, LINES.format(phase=phase) + "  expect both is 7\n"))
    assert not outcome.findings, "\n\n".join(map(as_text, outcome.findings))


def test_what_is_given_counts_where_a_default_would_say_otherwise(lay):
    lines = LINES.format(phase="inner").replace("  start", "  given before = 3\n  start")
    lines = lines.replace("before is 7", "before is 3").replace("after is 8", "after is 4")
    [outcome] = run_examples(lay(TEXT, lines.replace("left_over is 2", "left_over is 6")))
    assert not outcome.findings, "\n\n".join(map(as_text, outcome.findings))


def test_a_table_that_begins_in_a_laid_position_does_so_too(lay):
    table = lay(TEXT).table(2, phase="inner")
    position = table.start(given={"score of bob": 7}, draws=["bob"])
    assert [position[name] for name in ("both", "before", "after", "left-over")] == [7, 7, 8, 2]


OPEN = TEXT.replace("  both:", "  captain: Seat = left of dealer\n  both:")


def test_a_default_that_nobody_reads_asks_for_nothing(lay):
    """What chance would have brought is asked for where the default is read that is made of it."""
    lines = """
example "nobody asks who the captain is"
  players ann bob
  given leader = bob
  start inner
  bob: nod
  expect both is 0

example "somebody asks"
  players ann bob
  given leader = bob
  start inner
  expect captain is ann

example "somebody asks, and it is said"
  players ann bob
  given leader = bob
  given captain = ann
  start inner
  expect captain is ann
"""
    passed, asked, said = run_examples(lay(OPEN, lines))
    assert not passed.findings and not said.findings
    [finding] = asked.findings
    assert finding.says == "say who `dealer` is: it is random of seats"
    assert finding.span.text == "expect captain is ann"
    assert (
        finding.lines[0] == "`captain` is made of it, and no rule has set `captain` since the start"
    )


DRAWN = TEXT.replace("  before:", "  luck: 1..6 = random of (1..6)\n  before:")
DRAWN = DRAWN.replace("  one_hand\n\n", "  one_hand\n  one_hand\n\n", 1)
DRAWN = DRAWN.replace("    nod\n", "    nod\n      score of leader += luck\n")
TWO_HANDS = """
example "two hands"
  players ann bob
  given dealer = bob
  given luck = {luck}
  start match
  ann sees luck as 3
  ann sees leader as ann
  ann: nod
  ann: nod
  expect score of ann is 5
"""


def test_what_chance_brings_to_state_of_a_phase_may_be_given_before_it_begins(lay):
    [outcome] = run_examples(lay(DRAWN, TWO_HANDS.format(luck="3 then 2")))
    assert not outcome.findings, "\n\n".join(map(as_text, outcome.findings))


def test_each_time_that_chance_brings_something_there_is_given(lay):
    [outcome] = run_examples(lay(DRAWN, TWO_HANDS.format(luck="3")))
    says = "chance fills `luck` 2 times here, and one value is given"
    assert says in as_text(outcome.findings[0])


DRAWN_LATER = head("Drawn later", ranks="7 8")
DRAWN_LATER += """\

state
  dog: Seat or none = none

match
  for seat in seats
    choose seat
      nod
  DRAW
  say "{dog} it is"

define first_seat = first seat in seats

"""
NODS = """
example "lots are drawn"
  players ann bob
  start match
  ann: nod
  bob: nod
  match ends
  expect dog is bob
"""


def test_one_draw_alone_is_given_by_a_name_of_its_own(lay):
    """What is given to the state itself is so from the beginning: its default is no more."""
    draw = "random of (seats after first_seat)"
    text = DRAWN_LATER.replace("DRAW", f"dog = {draw}")
    [outcome] = run_examples(lay(text, NODS))
    (finding,) = outcome.findings
    assert finding.lines == (
        "`given dog = bob` would set it from the beginning, too; so draw a name:",
        f"`let lot = {draw}`, and below it `dog = lot`",
        "write above `start match` then, for example, `given lot = bob`",
    )
    text = DRAWN_LATER.replace("DRAW", f"let lot = {draw}\n  dog = lot")
    [outcome] = run_examples(lay(text, NODS.replace("  start", "  given lot = bob\n  start")))
    assert outcome.passed, outcome.findings


def test_what_a_side_is_given_under_two_names_is_told(lay):
    text = TEXT.replace("players 2\n", "players 4\nsides 2, in turn\n").replace(
        "state\n  dealer", "state\n  made of Side: 0..9 = 0\n  dealer", 1
    )
    assert "sides 2" in text
    lines = LINES.format(phase="inner").replace("ann bob", "ann bob cat dan")
    lines = lines.replace("  start", "  given made of ann = 3\n  given made of cat = 4\n  start")
    [outcome] = run_examples(lay(text, lines))
    assert "`made of cat` is given already, as `made of ann`" in as_text(outcome.findings[0])
