"""Who leads, as far as the rules say it."""

import pytest

from hoyle.interpreter.simulation.play_games import list_measures
from tests.heads import head

RULES = """\
options
  target: 1..9 = 5 "the score that wins"

state
  best_yet: Seat or none = none
  out: Seats
  score of Seat: 0..9 = START

match
  repeat until any seat in seats where score of seat is END, however long
    one_deal
  WIN

phase one_deal
  choose last of seats
    nod
  for seat in seats
    CHANGE
"""


@pytest.mark.parametrize(
    ("win", "most"),
    [
        ("win all best seat in seats by score of seat", True),
        ("win all lowest seat in seats by score of seat", False),
        ("win sole lowest seat in seats by score of seat", False),
        ("win seats where score of it >= 5", True),
        ("win seats where score of it is (highest score of seat for seat in seats)", True),
        ("win seats where score of it is (lowest score of seat for seat in seats)", False),
        ("win seats where score of it is target", True),
        ("win seats where score of it is 9", True),
        ("win seats where score of it is 4", None),
        ("for seat in seats where score of seat > 5\n    win seat", True),
        ("if score of last of seats > 5\n    win last of seats", True),
        ("best_yet = best seat in seats by 9 - score of seat\n  win best_yet", False),
        ("win seats - [lowest seat in seats by score of seat]", True),
        ("if score of last of seats > 5\n    win lowest seat in seats by score of seat", False),
        ("win best seat in seats by score of seat * score of seat", None),
        ("win best seat in seats by score of seat - score of left of seat", None),
        ("win seats", None),
    ],
)
def test_the_most_leads_or_the_least_where_it_is_sure_which_of_them_wins(load, win, most):
    text = RULES.replace("WIN", win).replace("CHANGE", "score of seat += 1")
    text = head("Led", "2") + "\n" + text.replace("START", "0").replace("END", "9")
    ruleset = load(text)
    [score] = list_measures(ruleset.game, ruleset.table(2).machine)
    assert score.most_leads is most


@pytest.mark.parametrize(
    ("change", "most"),
    [("score of seat -= 1", False), ("score of seat = 9 - score of seat", None)],
)
def test_the_least_leads_where_who_comes_down_to_0_wins(load, change, most):
    text = RULES.replace("WIN", "win seats where score of it is 0").replace("CHANGE", change)
    text = head("Led", "2") + "\n" + text.replace("START", "9").replace("END", "0")
    ruleset = load(text)
    [score] = list_measures(ruleset.game, ruleset.table(2).machine)
    assert score.most_leads is most
