"""What is given away only with some settings, or by some numbers of players."""

from __future__ import annotations

import pytest

from hoyle.dsl.analysis.secrecy import check_secrecy
from hoyle.dsl.preflight import secrets
from tests.heads import head

FRAME = head("Settings", "2..4").replace(
    "\npack\n",
    """
options
  auto: yes or no = no      "hands are told"
  shown: yes or no = no     "hands are shown"
  limit: 0..9 = 0           "points that count"
  mode: plain or open = plain  "how it is played"
  many: 0..5000 = 0         "chips"

pack
""",
)
FRAME += """\
  hand of Seat: Cards, seen by owner, at most 9

state
  dealer: Seat = random of seats
  points: 0..9 = {auto} + {limit} + {many}

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
"""
FRAME = FRAME.replace(
    "{auto} + {limit} + {many}",
    "(1 if auto or shown or mode is open else 0) + limit - limit + many - many",
)
TELL = 'say "{hand of dealer}"'
GIVEN_AWAY = {
    "an option": f"if auto\n  {TELL}",
    "the other way round": f"if not shown\n  show hand of dealer\n{TELL}",
    "a number": f"if limit > 3\n  {TELL}",
    "one of many numbers": f"if many > 3000\n  {TELL}",
    "others of many numbers": (
        f"if many > 3000\n  show hand of dealer\nif remainder(many, 1000) is 999\n  {TELL}"
    ),
    "a word": f"if mode is open\n  {TELL}",
    "the players": f"if players is 3\n  {TELL}",
    "players and an option": f"if players is 4 and auto\n  {TELL}",
    "two options": f"if auto and mode is open\n  {TELL}",
    "another option": f"if auto\n  show hand of dealer\nif auto or shown\n  {TELL}",
    "what is chosen": "choose dealer\n  pass\n    must not auto or top of stock is not A♠\n  nod",
}
KEPT = {
    "the same option": f"if auto\n  show hand of dealer\nif auto\n  {TELL}",
    "the same number": f"if limit > 3\n  show hand of dealer\nif limit > 5\n  {TELL}",
    "the same of many numbers": (
        f"if many > 3000\n  show hand of dealer\nif many > 3000 and many < 4500\n  {TELL}"
    ),
    "the same word": f"if mode is open\n  show hand of dealer\nif mode is not plain\n  {TELL}",
    "both of two": (
        f"if auto\n  show hand of dealer\nif shown\n  show hand of left of dealer\n"
        f'if auto\n  {TELL}\nif shown\n  say "{{hand of left of dealer}}"'
    ),
    "a word beside what nothing decides": (
        "if mode is plain\n  for seat in seats\n    choose seat\n      pass\n"
        "        must mode is plain or seat is not dealer or top of stock is not A♠\n      nod"
    ),
    "as many players": f"if players is 3\n  show hand of dealer\nif players is 3\n  {TELL}",
}


@pytest.mark.parametrize("case", GIVEN_AWAY)
def test_it_is_given_away(case, find_errors):
    problems = find_errors(FRAME, GIVEN_AWAY[case])
    assert {problem.code for problem in problems} <= {"S01", "S02", "S03"}
    assert problems


@pytest.mark.parametrize("case", KEPT)
def test_nothing_is_given_away(case, find_errors):
    assert find_errors(FRAME, KEPT[case]) == []


def test_the_option_is_named(find_errors):
    [problem] = find_errors(FRAME, GIVEN_AWAY["an option"])
    assert problem.help[-1] == "not with the usual settings, but where `auto` has another value"
    [problem] = find_errors(FRAME, TELL)
    assert "usual" not in problem.help[-1]


def test_of_a_phase_that_other_settings_alone_run_nothing_is_told(find_errors):
    phase = f"phase tell_of(seat: Seat)\n  {TELL.replace('dealer', 'seat')}\n\nmatch"
    steps = 'show hand of dealer\nif auto\n  tell_of of dealer\nsay "{top of stock}"'
    [problem] = find_errors(FRAME.replace("match", phase), steps)
    assert problem.label.startswith("`stock` is face down")


def test_what_is_always_given_away_is_not_looked_for_with_every_setting(find_errors, monkeypatch):
    looked = []

    def check_counted(*args, **rest):
        looked.append(rest)
        check_secrecy(*args, **rest)

    monkeypatch.setattr(secrets, "check_secrecy", check_counted)
    asked = "shown or limit > 3 or many > 3000 or mode is open"
    [problem] = find_errors(FRAME, f"if {asked} or size of hand of dealer > 2\n  {TELL}")
    assert "usual" not in " ".join(problem.help)
    # options open, one of them set, the usual settings, and once more to say what mends it
    assert len(looked) == 4
