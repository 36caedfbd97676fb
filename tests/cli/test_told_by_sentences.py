"""What a transcript leaves out of a move, since a sentence of the rules says it."""

import pytest

ASKED = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show hand of two to one
  choose one
    ask wanted in pack
      must wanted in hand of two
"""
MOVES, SAYS = "      move wanted to hand of one\n", '      say "{one} gets {wanted}"\n'


@pytest.mark.parametrize("steps", [MOVES + SAYS, SAYS + MOVES])
def test_a_card_that_a_sentence_gives_to_whom_asked_for_it(run, steps):
    """No card is chosen from a hand: the hand is what its owner alone sees."""
    lines = run(ASKED + steps)
    assert lines[3:5] == ["ann: ask 8♠", "ann gets 8♠"]


def test_a_card_goes_to_a_place_that_no_sentence_names(run):
    lines = run(ASKED + SAYS.replace("{one}", "nobody") + MOVES)
    assert lines[3:6] == ["ann: ask 8♠", "nobody gets 8♠", "bob's 8♠ to hand of ann"]
