"""What is allowed and seldom meant: ends that come early, names that hide others."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Problem, Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.heads import head

GAME = head("Traps", "2", "7 8")
GAME += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
  aside: Pile, face up
state
  n: 0..99 = 0
  lost of Seat: 0..9 = 0
  calm: yes or no = no
match
  deal 2 each from stock to hand of s for s in seats
  round_of_all
  say "{heap + aside}"
phase round_of_all
  ends when n > 1
  for s in seats
"""
ACTION = "    choose s\n      lay card in hand of s\n"


def find(folder: Path, text: str, code: str, name: str = "traps.cards") -> list[Problem]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, name, report)
    assert not report.failed, report.problems
    return [problem for problem in report.problems if problem.code == code]


@pytest.mark.parametrize(
    "steps, cut",
    [
        (ACTION + "        n += 1\n        move card to heap\n", "n += 1"),
        (ACTION + "        move card to heap\n        n += 1\n", None),
        (
            ACTION + "        put of card\nphase put(c: Card)\n  n += 1\n  move c to heap\n",
            "n += 1",
        ),
        (
            "    turn of s\nphase turn(s: Seat)\n  choose s\n    lay card in hand of s\n"
            "      n += 1\n      move card to heap\n", "n += 1",
        ),
        # an `if` that asks for what was set on the way may say no just there
        (
            ACTION + "        calm = yes\n        put of card\n        if not calm\n"
            "          lost of s += 1\nphase put(c: Card)\n  move c to heap\n  n += 1\n", None,
        ),
        (
            ACTION + "        put of card\n        if not calm\n"
            "          lost of s += 1\nphase put(c: Card)\n  move c to heap\n  n += 1\n", "n += 1",
        ),
        # what was chosen, and has been laid elsewhere on the way
        (
            ACTION + "        move card to aside\n        n += 1\n        move aside to heap\n",
            "n += 1",
        ),
        (ACTION + "        move card to aside\n        n += 1\n        move heap to stock\n", None),
        # who asks nothing of what follows misses nothing
        (ACTION + "        n += 1\n        move top of stock to heap\n", None),
    ],
)  # fmt: skip
def test_the_last_steps_of_an_action_may_be_cut_off(tmp_path, steps, cut):
    found = find(tmp_path, GAME + steps, "F08")
    assert [problem.span.text for problem in found] == ([cut] if cut else [])


def test_what_several_actions_miss_in_a_phase_that_they_run_is_told_once(tmp_path):
    runs = "".join(f"      call_{k}\n        raise_it of s\n" for k in range(4))
    text = GAME + f"    choose s\n{runs}phase raise_it(who: Seat)\n  n += 1\n  lost of who += 1\n"
    [problem] = find(tmp_path, text, "F08")
    assert problem.title.endswith("before the last steps of `call_0`, `call_1` and 2 more")


@pytest.mark.parametrize(
    "test, step, told",
    [
        ("any one in seats where hand of one is empty", "move card to heap", True),
        ("any one in seats where hand of one is empty", "move top of heap to hand of s", False),
        ("heap is not empty", "move card to heap", True),
        ("heap is not empty", "move top of heap to hand of s", False),
        ("size of heap is 3", "move top of heap to hand of s", True),
        ("size of heap > 3", "move top of heap to hand of s", False),
        ("2 - size of heap > 0", "move top of heap to hand of s", True),
        ("size of heap > 3", "move card to heap", True),
        ("(total size of hand of one for one in seats) is 0", "move card to heap", True),
        (
            "(total size of hand of one for one in seats) is 0",
            "move top of heap to hand of s",
            False,
        ),
        ("(total 1 for c in heap) > 3", "move top of heap to hand of s", False),
        ("(total 1 for c in heap) > 3", "move card to heap", True),
        ("(count c in heap where n > 9) > 3", "move top of heap to hand of s", False),
        ("every c in heap: n > 9", "move top of heap to hand of s", True),
        ("size of (heap where n > 9) > 3", "move top of heap to hand of s", False),
        ("n > 1", "n = 0", False),
        ("n > 1", "n = 9", True),
        ("n > 1", "n -= 1", False),
        ("not n > 1", "n -= 1", True),
        ("every one in seats where n > 1: hand of one is empty", "n += 1", False),
    ],
)
def test_what_brings_the_end_no_nearer_is_not_told(tmp_path, test, step, told):
    text = GAME.replace("ends when n > 1", f"ends when {test}")
    steps = f"        {step}\n        lost of s += 1\n"
    found = find(tmp_path, text + ACTION + steps + "      pass\n", "F08")
    assert [problem.span.text for problem in found] == [step] * told


@pytest.mark.parametrize(
    "others, cut",
    [
        ("subsets(hand of s - some, 1)", "move others to heap"),
        ("subsets(hand of s, 1)", "move some to heap"),  # they may be the same
    ],
)
def test_a_hand_in_which_other_chosen_cards_still_lie_is_not_empty(tmp_path, others, cut):
    test = "any one in seats where hand of one is empty"
    text = GAME.replace("ends when n > 1", f"ends when {test}")
    text += (
        f"    choose s\n      lay some in subsets(hand of s, 1), others in {others}\n"
        "        move some to heap\n        move others to heap\n        lost of s += 1\n"
        "      pass\n"
    )
    found = find(tmp_path, text, "F08")
    assert [problem.span.text for problem in found] == [cut]


@pytest.mark.parametrize(
    "cards",
    [
        "subsets(hand of s, 2)",
        "groups of hand of s + subsets(hand of s, 2)",
        "subsets((hand of s if calm else hand of s - top of heap), 2)",
        "subsets(held of s, 2)",
    ],
)
def test_an_end_by_several_cards_however_they_are_named(tmp_path, cards):
    test = "any one in seats where hand of one is empty"
    text = GAME.replace("ends when n > 1", f"ends when {test}")
    text += f"    choose s\n      lay some in {cards}\n        move some to heap\n"
    text += "        lost of s += 1\n      pass\ndefine held(s: Seat) = hand of s\n"
    found = find(tmp_path, text, "F08")
    assert [problem.span.text for problem in found] == ["move some to heap"]


@pytest.mark.parametrize(
    "test, over, step, told",
    [
        ("hand of turn is empty", "hand of s", "turn = s", False),
        ("hand of turn is empty", "hand of left of s", "turn = left of s", False),
        ("hand of turn is empty", "hand of left of s", "turn = s", True),
        ("hand of turn is empty", "hand of turn", "turn = left of turn", True),
        ("hand of turn is empty or turn is last of seats", "hand of s", "turn = s", True),
        ("hand of turn is empty or calm", "hand of s", "turn = s", False),
        ("hand of left of turn is empty", "hand of s", "turn = s", True),
    ],
)
def test_the_hand_that_a_chosen_card_still_lies_in_is_not_empty(tmp_path, test, over, step, told):
    text = GAME.replace("ends when n > 1", f"ends when {test}").replace("seen by owner", "face up")
    text = text.replace("state\n", "state\n  turn: Seat = random of seats\n", 1)
    text += f"    choose s\n      lay card in {over}\n        {step}\n        put of card\n"
    text += "      pass\nphase put(c: Card)\n  move c to heap\n  n += 1\n"
    [problem] = find(tmp_path, text, "F08")
    assert problem.span.text == (step if told else "move c to heap")


@pytest.mark.parametrize(
    "until, told", [("n > 1", False), ("n > 2", True), ("n > 1\n    n = 0", True)]
)
def test_a_loop_that_waits_for_the_same_is_over_with_the_phase(tmp_path, until, told):
    """`calm` is asked by that phase alone, and is of no use when the loop is over."""
    until, *after = until.split("\n")
    loop = f"  repeat until {until}, however long\n    round_of_all\n"
    text = GAME.replace("  round_of_all\n", "\n".join([loop.rstrip("\n"), *after, ""]), 1)
    steps = ACTION + "        n += 1\n        calm = yes\n      pass\n        must calm\n"
    assert bool(find(tmp_path, text + steps, "F08")) is told


@pytest.mark.parametrize("again", [False, True])
def test_what_begins_anew_before_the_phase_runs_again_is_not_missed(tmp_path, again):
    """`quiet` is asked by that phase alone, which runs once in each deal."""
    text = GAME.replace("  round_of_all\n", "  repeat 3 times\n    one_deal\n", 1)
    text = text.replace("phase round_of_all", "phase one_deal\n  ROUNDphase round_of_all")
    runs = "repeat 2 times\n    round_of_all\n" if again else "round_of_all\n"
    text = text.replace("ROUND", runs).replace(
        "match\n", "state of one_deal\n  quiet: 0..9 = 0\nmatch\n"
    )
    steps = ACTION + "        n += 1\n        quiet = 1\n      pass\n        must quiet > 0\n"
    assert bool(find(tmp_path, text + steps, "F08")) is again


LOOP = GAME.replace("ends when n > 1", "ends when (highest lost of s for s in seats) > 1")


@pytest.mark.parametrize(
    "steps, told",
    [
        ("    lost of s += size of hand of s\n", True),
        ("    settle of s\nphase settle(who: Seat)\n  lost of who += n\n", True),
        ("    n += 1\n", False),
        ("    choose s\n      yield_up\n        lost of s += 1\n", False),
    ],
)
def test_an_end_between_two_seats_of_a_loop(tmp_path, steps, told):
    found = find(tmp_path, LOOP + steps, "F08")
    assert bool(found) is told
    assert all("the seats that follow" in problem.title for problem in found)


def test_the_end_that_a_variant_adds_to_a_phase_of_its_base(tmp_path):
    base = GAME.split("  ends when")[0]
    base += "  settle\nphase settle\n  for s in seats\n    lost of s += size of hand of s\n"
    assert not find(tmp_path, base, "F08")
    ends = "ends when (highest lost of s for s in seats) > 1"
    variant = 'edition 1\n\nvariant short "Short" of traps\n'
    variant += f"  add step to round_of_all before settle\n    {ends}\n"
    [problem] = find(tmp_path, variant, "F08", "short.cards")
    assert problem.span.text == ends
    assert problem.also[0][0].text == "lost of s += size of hand of s"


COPIES = head("Copies").replace("8 9 10 J Q K A\n", "8\n  copies 2\n")
COPIES += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
match
  deal 2 each from stock to hand of s for s in seats
  for s in seats
    choose s
      lay one in pack
        must one in hand of s
        {step}
"""


def test_the_advised_line_hides_no_name_of_its_own(tmp_path):
    [problem] = find(tmp_path, COPIES.format(step="move one to heap"), "P09")
    assert "first other in … where other is one" in problem.help[0]
    advised = "move (first other in hand of s where other is one) to heap"
    assert not find(tmp_path, COPIES.format(step=advised), "N14")
    hidden = "move (first one in hand of s where one is one) to heap"
    [problem] = find(tmp_path, COPIES.format(step=hidden), "N14")
    assert problem.span.text == "one is one"


@pytest.mark.parametrize(
    "asked, told",
    [
        ("any card in heap where card in aside", True),
        ("any card in heap where card in heap and card in aside", True),
        ("any card in row of (first s in seats) where card in heap", True),
        ("top of heap is not top of aside", True),
        ("any card in heap where card in heap", False),
        # of a family they may be the same pile, and what was there before may lie elsewhere now
        ("top of heap is bottom of heap", False),
        ("any card in row of seats where card in row of (first s in seats)", False),
        ("card in heap", False),
        ("any one in two where one in heap", False),  # they were moved there since
        ("(first card in heap where rank of card is 7) is (first card in aside where yes)", False),
    ],
)
def test_no_card_lies_in_two_zones(tmp_path, asked, told):
    text = head("Places", "2", "7 8") + (
        "  heap: Pile, face up\n  aside: Pile, face up\n  row of Seat: Cards, face up\n"
        "state\n  n: 0..99 = 0\nmatch\n  shuffle stock\n  move 2 from stock to aside\n"
        "  let card = top of aside\n  let two = top(aside, 2)\n  move two to heap\n"
        f'  if {asked}\n    n += 1\n  say "{{n}}"\n'
    )
    assert len(find(tmp_path, text, "N15")) == told


DEALT = GAME.replace("  deal 2 each from stock to hand of s for s in seats\n", "{deal}")
AFTER = "  deal 2 {how} from stock to hand of s for s in seats after last of seats\n"
DEALT_IN_TURN = "  for s in seats after last of seats\n    move 2 from stock to hand of s\n"


@pytest.mark.parametrize(
    "deal, told",
    [
        (AFTER.format(how="each"), True),
        (AFTER.format(how="at a time"), True),
        (AFTER.format(how="each") + "  move top of stock to hand of last of seats\n", False),
        (AFTER.format(how="each").replace("after", "from"), False),
        # a loop deals too, and what goes to the same seats feeds nobody else
        (DEALT_IN_TURN, True),
        (AFTER.format(how="each") + DEALT_IN_TURN, True),
        (DEALT_IN_TURN + "  move top of stock to hand of last of seats\n", False),
        (DEALT_IN_TURN + "  for s in seats\n    move top of stock to hand of s\n", False),
        (DEALT_IN_TURN.replace("after", "from"), False),
        (DEALT_IN_TURN + "    choose s\n      stay\n", False),
        (AFTER.format(how="each").replace("\n", "  # D04 is meant: a banker\n"), False),
    ],
)
@pytest.mark.parametrize("way", ["", "play counter_clockwise\n"])
def test_a_seat_that_a_deal_leaves_out_is_told(tmp_path, deal, told, way):
    text = DEALT.replace("{deal}", deal) + ACTION + "        n += 1\n"
    found = find(tmp_path, text.replace("\nzones", f"\n{way}\nzones", 1), "D04")
    assert [problem.span.text for problem in found] == ["seats after last of seats"] * told


@pytest.mark.parametrize("more", ["dealer", "[dealer]", "(dealer)", "one - [left of dealer]"])
def test_a_seat_that_is_put_behind_the_others_is_told(tmp_path, more):
    """All that is joined by `+` goes by the order of the table."""
    deal = f"  deal 2 each from stock to hand of s for s in seats after dealer + {more}\n"
    text = DEALT.replace("{deal}", deal) + ACTION + "        n += 1\n"
    text = text.replace("state\n", "state\n  dealer: Seat = random of seats\n  one: Seats\n", 1)
    assert bool(find(tmp_path, text, "D04")) is not more.startswith("one")


AMONG = """
state
  banker: Seat = random of seats
  live: Seats
  began: Seats
  chips of Seat: 0..9 = 3
define solvent = seats where chips of it > 0
match
  {set}
  deal 1 each from stock to hand of s for s in {over}
  for s in {turn}
    chips of s -= 1
  for s in seats where chips of s is 0
    say "{{s}} of {{live}} and {{began}} is out"
"""
LIVE = "began = solvent\n  live = began"


@pytest.mark.parametrize(
    "set, over, turn, told",
    [
        (LIVE, "live after banker", "live from left of banker", True),
        (LIVE, "solvent after banker", "live from left of banker", True),
        (LIVE, "seats after banker where s in began", "live from left of banker", True),
        (
            "for s in live from banker\n    live -= [s]",
            "live after banker", "live from banker", True,
        ),
        # who is never in turn with them, or is no longer one of them
        (LIVE, "live after banker", "live after banker", False),
        ("live = seats after banker", "live after banker", "live from banker", False),
        ("live = solvent - [banker]", "live after banker", "live from banker", False),
        (
            "for s in seats after banker\n    live += [s]",
            "live after banker", "live from left of banker", False,
        ),
    ],
)  # fmt: skip
def test_a_seat_that_a_deal_to_some_leaves_out_is_told(tmp_path, set, over, turn, told):
    hand = "  hand of Seat: Cards, seen by owner"
    text = head("Traps", "2..4", "7 8") + hand + AMONG.format(set=set, over=over, turn=turn)
    assert len(find(tmp_path, text, "D04")) == told


def test_what_only_a_variant_leaves_unused_is_not_told_of_the_game(tmp_path):
    """In one file too: the game has a use for it."""
    rules = GAME + ACTION + "        lost of s = extra\n      pass\n"
    rules += 'define extra = 2\n\nvariant gentle "Gentle" of traps\n  remove round_of_all.lay\n'
    assert not find(tmp_path, rules, "N09")
    own = rules + "  add define more = 3\n"
    assert [problem.span.text for problem in find(tmp_path, own, "N09")] == ["more"]


def test_state_is_not_compared_with_itself(tmp_path):
    """`must bid > bid`, where the number that is chosen has another name."""
    game = """\
  hand of Seat: Cards, seen by owner
state
  bid: 0..9 = 0
match
  for s in seats
    choose s
      raise number in 1..9
        must {asked}
        bid = number
  win seats where bid > 3
"""
    for asked, told in (("bid > bid", ["bid > bid"]), ("number > bid", [])):
        text = head("Bids", "2", "7 8 9") + game.format(asked=asked)
        assert [problem.span.words for problem in find(tmp_path, text, "N14")] == told


@pytest.mark.parametrize("high, told", [("5..9 or none = none", False), ("5..9 = 5", True)])
def test_two_numbers_that_may_both_be_none_may_be_the_same(tmp_path, high, told):
    state = f"state\n  low: 1..3 or none = none\n  high: {high}\n"
    steps = ACTION + "        low = 1\n        high = 6\n        move card to heap\n"
    text = GAME.replace("state\n", state, 1) + steps + "  if low is high\n    win seats\n"
    assert [problem.span.text for problem in find(tmp_path, text, "F09")] == ["low is high"] * told
