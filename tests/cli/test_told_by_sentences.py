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


WORTH = """\
state
  score of Seat: 0..100 = 0

match
  deal 2 each from stock to hand of seat for seat in seats
  {steps}

table worth(cards: Cards), first that fits
  rule        | when              | points
  "same rank" | one_rank of cards | 10
  "other"     | otherwise         | 10
"""
COUNTS = """\
for seat in [one]
    choose seat
      count
        announce claim = worth of hand of seat
        score of seat {counts} claim
"""


@pytest.mark.parametrize("counts", ["+=", "="])
def test_a_number_that_is_announced_and_kept_is_told_once(run, counts):
    (line,) = [
        one for one in run(WORTH.format(steps=COUNTS.format(counts=counts))) if "count" in one
    ]
    assert line.count("10") == (1 if counts == "=" else 2) and "same rank" in line


COUNT = COUNTS.format(counts="+=")
HEARD = {
    "the hand itself": COUNT,
    "a name for it": COUNT.replace(
        "announce claim = worth of hand of seat",
        "let sum = worth of hand of seat\n        announce claim = sum",
    ),
    "a set that was chosen": COUNT.replace(
        "count\n", "count cards in subsets(hand of seat, 2)\n"
    ).replace("hand of seat\n        score", "cards\n        score"),
    "what is made of it": COUNT.replace(
        "score of seat += claim", "let more = claim\n        score of seat += more"
    ),
}


@pytest.mark.parametrize("heard", HEARD)
def test_no_row_tells_a_seat_of_cards_that_are_only_counted(run, heard):
    """All hear the number; that the cards are of one rank nobody has said."""
    text = WORTH.format(steps=HEARD[heard])
    for seat in ("ann", "bob"):
        told = "\n".join(run(text, "--as", seat))
        assert "+10" in told and "same rank" not in told
        assert '"same rank"' not in run(text, "--as", seat, "--json")
    assert "same rank" in "\n".join(run(text))
    shown = text.replace("  for seat in [one]", "  show hand of seats\n  for seat in [one]")
    assert "same rank" in "\n".join(run(shown, "--as", "bob"))


WHOSE = """\
for seat in seats
    announce claim = worth of hand of other if other is not none else 3
    score of seat += claim
    other = seat
"""


def test_what_a_value_does_not_ask_for_is_not_worked_out_to_keep_it_secret(run):
    """On the way that it has not taken there may be no answer: that is no fault."""
    text = WORTH.format(steps=WHOSE).replace("= 0\n", "= 0\n  other: Seat or none = none\n", 1)
    assert "bob +10 (same rank) → score 10" in run(text)
    assert "bob +10 → score 10" in run(text, "--as", "bob")
