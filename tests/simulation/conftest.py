"""Small games whose figures are known."""

from __future__ import annotations

import pytest

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from tests.heads import head

HEAD = head("Known", "2..4") + "\n"

# Somebody is drawn to deal first; each deal a card is turned, and its colour says who scores.
TURNED = f"""{HEAD}\
state
  dealer: Seat = random of seats
  score of Seat: 0..9 = 0

match
  repeat 3 times
    one_deal
  win (seats where score of it >= 2)

phase one_deal
  gather into stock
  shuffle stock
  choose dealer
    turn
    wait
    pause
  show top of stock
  if suit of top of stock in [♥, ♦]
    score of dealer += 1
    say "red for {{dealer}}"
  else
    score of left of dealer += 1
  dealer = left of dealer
"""

# Whoever says so ends it; nobody need.
ENDLESS = f"""{HEAD}\
state
  said: yes or no = no

match
  repeat until said, however long
    choose last of seats
      go_on
      more

payoff of seat = 0 if said else 1
"""

# One loop in eight goes on until its bound.
STUCK = f"""{HEAD}\
match
  shuffle stock
  choose last of seats
    go_on
  show top of stock
  repeat until suit of top of stock is not ♠ at most 5 times
    say "again"
  win [last of seats]
"""

# One game in four never ends, but for the bound of its loop; then nobody wins.
DRAWN = f"""{HEAD}\
match
  shuffle stock
  show top of stock
  repeat until suit of top of stock is not ♠, however long
    choose last of seats
      go_on
  win seats
"""

# Of three players the last never has a point, and who has the fewest wins.
LOWEST = f"""{HEAD}\
state
  score of Seat: 0..9 = 0
  hand_number: 0..3 = 0

match
  repeat 3 times
    one_hand
  win all lowest seat in seats by score of seat

phase one_hand
  hand_number += 1
  choose last of seats
    nod
  score of left of last of seats += hand_number
  score of left of left of last of seats += 4 if hand_number is 2 else 0
"""

# Points of each hand, and a premium for who has most of them in the end.
PREMIUM = f"""{HEAD}\
state
  score of Seat: 0..9 = 0

match
  repeat 3 times
    one_hand

phase one_hand
  choose last of seats
    nod
  score of last of seats += 2

payoff of seat = score of seat + (5 if score of seat > 5 else 0)
"""

# A move outside the phase that is repeated costs a point.
BETWEEN = f"""{HEAD}\
state
  score: -9..9 = 5
  rounds of Seat: 0..9 = 0

match
  repeat 3 times
    choose last of seats
      nod
        score -= 1
    rounds of last of seats = 0
    count_up

phase count_up
  score += 2
  rounds of last of seats += 1

payoff of seat = score
"""

# Nobody ever wins, though the rules say who would.
HOPELESS = f"""{HEAD}\
state
  tries: 0..9 = 0

match
  repeat 2 times
    choose last of seats
      nod
    tries += 1
  if tries is 9
    win seats

payoff of seat = tries
"""

# Two phases have a move of one name.
ACCEPTED = f"""{HEAD}\
match
  repeat 2 times
    bid
  answer
  win [last of seats]

phase bid
  choose last of seats
    accept
    raise

phase answer
  choose left of last of seats
    accept
    refuse
"""

TEXTS = {
    "turned": TURNED,
    "lowest": LOWEST,
    "hopeless": HOPELESS,
    "premium": PREMIUM,
    "between": BETWEEN,
    "begun-anew": BETWEEN.replace("payoff of seat = score", "payoff of seat = rounds of seat"),
    "endless": ENDLESS,
    "stuck": STUCK,
    "drawn": DRAWN,
    "accepted": ACCEPTED,
}


@pytest.fixture
def ruleset_of(tmp_path):
    def make(name, *variants):
        path = tmp_path / f"{name}.cards"
        path.write_text(TEXTS[name], encoding="utf-8")
        return load(path, variants)

    return make


@pytest.fixture
def player_of(ruleset_of):
    """Whoever plays one of them with so many."""

    def make(name, players=2):
        ruleset = ruleset_of(name)
        return InterpreterPlayer.of(ruleset, ruleset.table(players))

    return make


@pytest.fixture(name="load")
def load_text(tmp_path):
    """A ruleset from its text."""

    def write(text):
        path = tmp_path / "made.cards"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return write
