"""Records that examples lay: by their numbers, with what is given to them."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.library.loader import inspect_file
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from tests.heads import head

BOXES = head("Rec")
BOXES += """\
  heap: Pile, face up

record Box
  cards: Pile, seen by owner, at most 11
  stake: 0..40 = 2
  doubled: yes or no = no

state
  boxes of Seat: at most 4 Box
  score of Seat: 0..99 = 0

match
  shuffle stock
  for seat in seats
    new box in boxes of seat
    move top of stock to cards of box
  for box in boxes of seats
    play_box of box

phase play_box(box: Box)
  choose owner of box
    play card in cards of box
      must rank of card is not 7 "no seven"
      move card to heap
      score of owner of box += stake of box

phase count_all
  for box in boxes of seats
    play_box of box
"""
ONE = """
example "one box"
  players ann bob
  given cards of box_1 = [K♠ 7♥]
  given stake of box_1 = 5
  start play_box of box_1
  ann may not play 7♥ "no seven"
  ann: play K♠
  expect score of ann is 5
  expect size of boxes of ann is 1
"""
TWO = """
example "two boxes of one, one of the other"
  players ann bob
  given cards of box_1 = [K♠]
  given cards of box_2 = [8♠ 9♠]
  given cards of box_5 = [A♠]
  given stake of box_5 = 7
  given doubled of box_5 = yes
  start count_all
  ann sees cards of box_5 as [?]
  ann: play K♠
  ann: play 9♠
  bob: play A♠
  expect score of ann is 4
  expect score of bob is 7
  expect doubled of box_5
  expect owner of box_5 is bob
"""


def tell(ruleset):
    return [as_text(one) for outcome in run_examples(ruleset) for one in outcome.findings]


def test_a_record_that_is_given_something_lies_in_its_list(lay):
    assert tell(lay(BOXES, ONE)) == []
    assert "`size of boxes of ann is 2` was expected" in "".join(
        tell(lay(BOXES, ONE.replace("ann is 1", "ann is 2")))
    )


def test_records_of_several_lists_go_by_the_numbers_that_moves_have(lay):
    assert tell(lay(BOXES, TWO)) == []


GIVEN_ON = """
phase hand_on(seat: Seat)
  choose seat
    give card in heap, box in boxes of seat
      move card to cards of box

example "to a box"
  players ann bob
  given heap = [K♠ 8♠]
  given cards of box_1 = [9♠]
  start hand_on of ann
  ann may give 8♠ to box_1
  ann: give K♠ to box_1
  expect cards of box_1 is [9♠ K♠]
"""


def test_a_record_may_be_written_as_transcripts_tell_it(lay):
    assert tell(lay(BOXES, GIVEN_ON)) == []


def test_there_is_no_record_beyond_the_lists(lay):
    (told,) = tell(lay(BOXES, ONE.replace("box_1", "box_9")))
    assert "no list has room for `box_9`" in told


@pytest.mark.parametrize("wrong", ["box", "bxo_1", "box_0"])
def test_a_record_without_a_number_is_told(lay, tmp_path, wrong):
    path = tmp_path / "wrong.cards"
    path.write_text(BOXES + ONE.replace("stake of box_1", f"stake of {wrong}"), encoding="utf-8")
    report = Report()
    inspect_file(path, path.name, report, lambda *_: None)
    errors = [one for one in report.problems if one.severity == "error"]
    assert [one.span.line for one in errors] == [44] and errors[0].code == "N01"
