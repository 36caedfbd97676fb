"""What a transcript tells on one line where phases meet, and what of cards that some do not see."""

import re

import pytest

from tests.cli.conftest import HEAD

TWO_PHASES = """\
match
  one_deal

phase one_deal
  deal 2 each from stock to hand of seat for seat in seats
  settle
  nodding

phase settle
  {first}
  choose two
    stay

phase nodding
  choose one
    nod
"""


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (
            "choose one\n    draw\n      move top of stock to hand of one",
            ["ann: draw → 7♦", "bob: stay", "ann: nod"],
        ),
        ("let nothing = 0", ["bob: stay · ann: nod"]),
    ],
)
def test_a_phase_shares_a_line_only_with_others_that_tell_one_thing(first, told, run):
    """Not the last of several lines of a phase with the first of the next."""
    lines = [line.strip() for line in run(TWO_PHASES.format(first=first))]
    assert [line for line in lines if ": " in line] == told


def test_what_a_move_names_and_hides_is_counted(run):
    text = """\
match
  deal 2 each from stock to hand of seat for seat in seats
  show first card in hand of one where yes
  choose one
    lay cards in [hand of one]
      move cards to aside
  choose two
    nod
"""
    [told] = [line for line in run(text, "--as", "bob") if "lay" in line]
    assert re.match(r"ann: lay \S+ and a card\b", told)


def test_what_makes_a_new_stock_has_the_place_from_which_it_comes(run):
    text = """\
match
  move 3 from stock to aside
  choose one
    nod
  shuffle aside
  move aside to stock at the bottom
"""
    assert "aside shuffled · 3 cards from aside below stock" in run(text, "--as", "bob")


def test_behind_a_sentence_that_says_the_payments_only_the_heap_is_told(run):
    text = """\
state
  chips of Seat: 0..50 = 20
  pot: 0..99 = 5

match
  settle
  say "done"

phase settle
  for seat in seats
    say "{seat} has no trick and pays {3}"
    pay 3 from chips of seat to pot
"""
    said = [f"  {name} has no trick and pays 3" for name in ("ann", "bob")]
    assert run(text)[1:4] == [*said, "  pot: 11"]


@pytest.mark.parametrize(
    ("shuffled", "told"), [("", " from aside to hand of bob"), ("  shuffle aside\n", " to hand")]
)
def test_a_hidden_pile_is_named_but_for_one_from_which_all_draw(run, shuffled, told):
    text = f"""\
match
  move 3 from stock to aside
{shuffled}  choose one
    nod
  move top of aside to hand of two
  choose one
    nod
"""
    [line] = [line for line in run(text, "--as", "bob") if "to hand" in line]
    assert re.fullmatch(rf" *\S+{told}.*", line)


@pytest.mark.parametrize(("behind", "times"), [("", 1), ("  pay 1 from chips of one to pot\n", 2)])
def test_what_all_have_at_the_end_is_told_once(behind, times, hoyle, tmp_path):
    """The last phase need not tell what the last lines tell, unless more was paid behind it."""
    rules = (
        HEAD
        + """\
state
  chips of Seat: 0..9 = 5
  pot: 0..9 = 0

match
  one_deal
{behind}  win seats where chips of it > 4

phase one_deal
  for seat in seats
    pay 1 from chips of seat to pot
  pay 2 from pot to chips of two
"""
    )
    path = tmp_path / "once.cards"
    path.write_text(rules.replace("{behind}", behind), encoding="utf-8")
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    told = [line.strip() for line in lines if "chips: " in line]
    assert len(told) == times and told[0] == "chips: ann 4 · bob 6"
    assert lines[-1].startswith("chips: ")


def test_what_is_paid_before_the_first_deal_is_told_behind_none(run):
    lines = run("""\
state
  chips of Seat: 0..9 = 5
  pot: 0..9 = 0

match
  for seat in seats
    pay 1 from chips of seat to pot
  repeat 2 times
    one_deal
  pay pot from pot to chips of (first seat in seats)

phase one_deal
  say "nothing is paid"
""")
    assert "ann and bob pay pot 1 each (now 2)" in lines
    assert [line for line in lines if "chips: " in line] == [lines[-1]]


def test_a_phase_whose_name_ends_in_an_underscore_has_a_heading_like_others(run):
    lines = run('match\n  repeat 2 times\n    deal_\nphase deal_\n  say "so it is"\n')
    assert [line for line in lines if line.startswith("deal")] == ["deal 1", "deal 2"]


@pytest.mark.parametrize(
    "line, told",
    [("bank: -9..9 = 0", ["chips: ann 1 · bob 0 · bank -1"]),
     ("bank: -9..9 = 1", ["chips: ann 1 · bob 0"]),
     ("bank: -9..9 = 0, not told", ["chips: ann 1 · bob 0"])],
)  # fmt: skip
def test_what_lies_in_a_bank_at_the_end_is_told_beside_what_all_have(line, told, run):
    rules = "match\n  pay 1 from bank to chips of one\n"
    lines = run(f"state\n  chips of Seat: 0..9 = 0\n  {line}\n{rules}")
    assert lines[lines.index("the game is over") + 1 :] == told


def test_a_card_drawn_stands_on_the_line_of_the_move_though_more_was_told_before_it(run):
    text = """\
match
  for seat in seats
    fill_up of seat
    choose seat
      play card in hand of seat
        move card to middle

phase fill_up(seat: Seat)
  announce begins = yes
  announce draws_first = yes
  move top of stock to hand of seat
"""
    lines = [line for line in run(text) if "play" in line]
    assert len(lines) == 2 and all(": draws " in line for line in lines)


def test_a_card_drawn_before_something_else_that_is_told_stands_by_itself(run):
    lines = run("""\
match
  move top of stock to middle
  deal 1 each from stock to hand of seat for seat in seats
  choose one
    pass
  move top of stock to hand of two
  move middle to hand of one
  choose two
    play card in hand of two
      move card to middle
""")
    assert "bob draws 8♥ · 7♠ to hand of ann" in lines and "bob: play 8♥" in lines


def test_a_round_of_several_phases_has_its_number_before_the_first(run):
    text = """\
match
  repeat 2 times
    set_limits
    one_count

phase set_limits
  say "limits"

phase one_count
  say "counted"
"""
    lines = [line for line in run(text) if line.strip() and not line.startswith("  ")]
    assert lines[:4] == ["round 1: set limits", "count", "round 2: set limits", "count"]
    lines = run(text.replace("    one_count\n", ""))
    assert "set limits 1" in lines and "set limits 2" in lines
    text = text.replace("    set_limits\n    one_count", "    if players > 1\n      one_count")
    assert "count 1" in run(text) and "count 2" in run(text)


def test_a_value_that_is_given_anew_is_not_told_though_another_is_announced_between(run):
    lines = run("""\
state
  beginner: Seat = two
match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  beginner = one
  announce holder = two
  beginner = holder
  choose beginner
    begin
""")
    assert [line for line in lines if "beginner" in line] == []
    assert "holder: bob" in lines
