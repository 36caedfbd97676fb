"""What a message proposes was tried: it leads to no other mistake, in a whole game."""

from __future__ import annotations

import random
import re

import pytest

import hoyle
from hoyle.dsl.parser.proposals import apply_proposals, find_refuting
from hoyle.dsl.report import Problem, as_text
from hoyle.interpreter.library.discovery import shipped_folder
from tests.heads import head

GAME = (
    head("Trials", players="2..4")
    + """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
sides 2 if players is 4 else players, in turn
state
  banker: Seat = random of seats
  leading: Seat or none = none
  score of Side: 0..99 = 0
  n: 0..99 = 0
match
  shuffle stock
  deal 3 each from stock to hand of s for s in seats
  {step}
  play_one(banker)
  leading = banker
  score of side of banker += n
  win leading
phase play_one(s: Seat)
  choose s
    {action}
      move top of stock to heap
      n += 1
"""
)
STEP, ACTION = "n = 1", "play card in hand of s"


def find_problems(folder, text: str) -> list[Problem]:
    path = folder / "trials.cards"
    path.write_text(text, encoding="utf-8")
    try:
        hoyle.load(path)
    except hoyle.RulesetError as error:
        return error.report.in_order()
    return []


def find_false(folder, problem: Problem) -> list[str]:
    """What a message proposes of which every way to put it in leads to another mistake."""
    return [
        as_text(problem) for ways in apply_proposals(problem)
        if all([*find_refuting(one, find_problems(folder, one.text))] for one in ways)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "action", "says"),
    [
        (STEP, "play a card from hand of s", "write:  play card in hand of s"),
        (STEP, "name a suit", "write:  name suit in suits"),
        (STEP, "name x in suit", "write `suits`"),
        (STEP, "take or pass", "each action has a line of its own"),
        (STEP, "play card in hand of s\n      must follow suit", "`must suit of card is led"),
        ("banker = random seat", ACTION, "write:  banker = random of seats"),
        ("n = random number 1 to 6", ACTION, "write:  n = random of (1..6)"),
        ("if n exceeds 3\n    n = 1", ACTION, "write:  if n > 3"),
        ("if banker has K of ♥\n    n = 1", ACTION, "write:  if K♥ in hand of banker"),
        ("end phase play_one", ACTION, "write:  end play_one"),
        ("move all to stock", ACTION, "those of everywhere come with `gather into"),
        ("n = highest score of sides", ACTION, "write:  n = highest score of side for side in s"),
        ("if n between 3 and 5\n    n = 1", ACTION, "write:  if n in 3..5"),
        ("if 1 <= n <= 5\n    n = 1", ACTION, "write:  if n in 1..5"),
        ("if 1 < n <= n + 2\n    n = 1", ACTION, "write:  if 1 < n and n <= n + 2"),
        ("if n is 9 or 1 < n < 5\n    n = 1", ACTION, "if n is 9 or (1 < n and n < 5)"),
        ("if n 3..5\n    n = 1", ACTION, "write:  if n in 3..5"),
        ("if 3\n    n = 1", ACTION, "what is compared with it:  … is 3"),
        ("if leading and n > 1\n    n = 1", ACTION, "asked so:  leading is not none"),
        ("if more than 2 cards in heap\n    n = 1", ACTION, "write:  if size of heap > 2"),
        ("if not n is 4 or 5\n    n = 1", ACTION, "write `not n in [4, 5]`"),
        ("n = n divided by 2", ACTION, "write:  n = n / 2"),
        ("n = max(score of sides)", ACTION, "write:  highest score of side for side in sides"),
        ("n = size of [7♠ and 8♥]", ACTION, "several cards stand in `[ ]`:  [7♠, 8♥]"),
        ("deal 2 from stock to heap", ACTION, "write:  move 2 from stock to heap"),
        ("give top of stock to banker", ACTION, "there is no word `give`; write `move`"),
        ("for all seats\n    n = 1", ACTION, "write:  for seat in seats"),
        ("for each player\n    n = 1", ACTION, "write:  for seat in seats"),
        ("for s in seats starting with banker\n    n = 1", ACTION, "for s in seats from banker"),
        ("move top of stock, heap to stock", ACTION, "write:  move top of stock + heap to stock"),
        ("score of banker of side = 2", ACTION, "write `side of banker`"),
        ("play_one", ACTION, "it takes:  play_one(s: Seat)"),
        ("let caida be n > 3", ACTION, "write:  let caida = n > 3"),
        ("n =+ 2", ACTION, "write:  n += 2"),
        ("n = n // 2", ACTION, "a division that rounds down is `/`"),
        ("n = max(n, 3)", ACTION, "write `larger(n, 3)`"),
        ("n = score", ACTION, "write `score of side of banker`"),
        ("when n > 3\n    n = 1", ACTION, "begins with `if`"),
        ("if card in heap where rank of card is 7\n    n = 1", ACTION, "if any card in heap where"),
        ("for card in heap\n    move card from heap to stock", ACTION, "`move card to stock`"),
        ("n = size of hand of owner", ACTION, "write `banker`"),
        ("exit play_one", ACTION, "write:  end play_one"),
        ("if every hand is empty\n    n = 1", ACTION, "write:  if hand of seats is empty"),
        ("if all hands are empty\n    n = 1", ACTION, "write:  if hand of seats is empty"),
        ("if n > 3\n    n = 1\n  else stop", ACTION, "what is done then stands below"),
        (STEP, "play any card in hand of s", "write:  play card in hand of s"),
        (STEP, f'{ACTION}\n      must card is 7♠ "no", if able', 'card is 7♠, if able "no"'),
        (STEP, "bid x in n, 2 * n", "write:  bid x in [n, 2 * n]"),
        (STEP, f'{ACTION}\n      must card is 7♠ if able "no"', 'must card is 7♠, if able "no"'),
        (STEP, f"{ACTION}\n      if able must card is 7♠", "write:  must card is 7♠, if able"),
        (STEP, f"{ACTION}\n      must card is 7♠ unless n > 3", "must card is 7♠ or n > 3"),
        ("n = count card in heap where card in [K, Q]", ACTION, "`rank of card in [K, Q]`"),
        ("if top of heap in [♠, ♥]\n    n = 1", ACTION, "write `suit of top of heap in [♠, ♥]`"),
        ("if n > 3 or equal\n    n = 1", ACTION, "`<=` and `>=` ask whether it is as much, too"),
        ("if ranks of heap is 7\n    n = 1", ACTION, "the rank:  ranks of heap is [7]"),
        ("banker = ann", ACTION, "only examples name seats; by chance it is one `random of seats`"),
        ("n = score of the side with the highest score", ACTION, "(best side in sides by score"),
    ],
)
def test_plain_english_is_put_otherwise(tmp_path, step, action, says):
    (problem,) = find_problems(tmp_path, GAME.format(step=step, action=action))
    assert says in as_text(problem)
    assert find_false(tmp_path, problem) == []


@pytest.mark.parametrize(
    ("step", "action", "never"),
    [
        ("for seat in seats from banker to next of banker\n    n = 1", ACTION, "banker..next"),
        ("if nobody is banker\n    n = 1", ACTION, "write `none`"),
        ("if hand of banker is king\n    n = 1", ACTION, "write `K`"),
        ("if one seat in seats\n    n = 1", ACTION, "if seat in seats"),
        ("n = size of hand of banker with 3", ACTION, "`where`"),
        ("leading = side of banker with n", ACTION, "`where`"),
    ],
)
def test_what_would_not_fit_is_not_proposed(tmp_path, step, action, never):
    problems = find_problems(tmp_path, GAME.format(step=step, action=action))
    assert problems and never not in "\n".join(map(as_text, problems))


def test_a_slip_of_one_letter_is_told_though_its_line_has_another_mistake(tmp_path):
    (problem,) = find_problems(tmp_path, GAME.format(step="bankers = 3", action=ACTION))
    assert problem.label == "did you mean `banker`?"


def test_a_message_is_kept_that_is_right_in_a_line_with_another_mistake(tmp_path):
    (problem,) = find_problems(tmp_path, GAME.format(step="mvoe n to heap", action=ACTION))
    assert problem.label == "did you mean `move`?"


@pytest.mark.long
def test_no_exchanged_name_leads_to_a_false_proposal(tmp_path):
    chance, word = random.Random(0), re.compile(r"[a-z_]{2,}")
    texts = sorted(path.read_text(encoding="utf-8") for path in shipped_folder().rglob("*.cards"))
    texts = [text for text in texts if "\ngame " in text[:40] and len(text) < 5000]
    proposed = 0
    for text in chance.choices(texts, k=300):
        places = [found for found in word.finditer(text) if "#" not in text[: found.start()][-80:]]
        place, other = chance.choice(places), chance.choice(places)
        new = text[: place.start()] + other[0] + text[place.end() :]
        for problem in find_problems(tmp_path, new):
            proposed += len([*apply_proposals(problem)])
            assert find_false(tmp_path, problem) == []
    assert proposed > 5


@pytest.mark.parametrize(("name", "meant"), [("bankor", True), ("hanger", False)])
def test_a_name_that_stands_in_many_lines_may_not_be_declared(tmp_path, name, meant):
    """Whoever writes it each time is hardly mistaken by more than a letter."""
    step = "\n  ".join([f"show hand of {name}"] * 4)
    (problem,) = find_problems(tmp_path, GAME.format(step=step, action=ACTION))
    told = as_text(problem)
    assert ("did you mean `banker`?" in told) is meant
    assert (f"`{name}` needs a line below `state` or `zones`" in told) is not meant


def test_an_alternative_that_does_not_fit_is_not_taken_for_the_element(tmp_path):
    """`cards` is an alternative of an option too: what is gone through is called `it`."""
    options = 'options\n  counted: points or cards = points "what is counted"\nstate\n'
    text = GAME.replace("state\n", options, 1).format(
        step="n = size of (groups of heap where 7♠ not in cards)", action=ACTION
    )
    problems = find_problems(tmp_path, text)
    assert [(one.title, one.label) for one in problems] == [
        ("an element is called `it` here", "write `it`")
    ]


def test_a_seat_that_is_used_as_several_is_told_once_with_its_declaration(tmp_path):
    step = "passed = empty\n  passed += [banker]\n  if banker in passed\n    n = 1"
    text = GAME.format(step=step, action=ACTION)
    text = text.replace("  banker: Seat", "  passed: Seat\n  banker: Seat")
    (problem,) = find_problems(tmp_path, text)
    told = as_text(problem)
    assert "or, if it is declared wrongly:  passed: Seats" in told and "the same on lines" in told
