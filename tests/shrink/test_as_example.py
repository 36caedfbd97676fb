"""A failed game as an example: it fails while the fault is there, and passes once it is mended."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.keep_example import make_example, write_example
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.library.discovery import find_file
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.shrink.as_example import CannotSay, as_example
from hoyle.interpreter.testing.shrink.failure_text import describe_reduced
from hoyle.interpreter.testing.shrink.shrink import shrink_position
from tests.faults.planted import planted
from tests.heads import head
from tests.shrink.conftest import FindSmallest, LoadText

COUNT = head("Count Down", "2..3", "2 3 4 5 6")
COUNT += """\
  hand of Seat: Cards, seen by owner
  out: Pile, face up

state
  eldest: Seat = random of seats
  left_over: 0..6 = 6

define points(cards: Cards) = total number of rank of card for card in cards

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats from eldest
    take of seat

phase take(seat: Seat)
  choose seat
    take number in 1..6
      must number <= left_over or number is 6  "so many are not left"
      left_over -= smaller(number, left_over)
    lay card in hand of seat
      move card to out

always "nobody takes six" at take.take: number < 6
never "a two is laid": any card in out where rank of card is 2
"""
MENDED = {
    "the law of an action": ("law", "nobody takes six", (" or number is 6", " and number < 6")),
    "a law of any moment": ("law", "a two is laid", ("move card to out", "move card to stock")),
}  # fmt: skip


def failed(ruleset: Ruleset) -> list[str]:
    """The titles of the examples that fail."""
    return [one.title for one in run_examples(ruleset) if not one.passed]


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("name", MENDED)
def test_the_example_fails_now_and_passes_when_mended(
    name: str, reduced: bool, load_text: LoadText, find_smallest: FindSmallest
) -> None:
    kind, about, (old, new) = MENDED[name]
    ruleset = load_text(COUNT)
    shown = find_smallest(ruleset, kind, about)
    finding = shown.finding
    if reduced:
        found = shrink_position(ruleset, finding, shown)
        assert found is not None
        shown = found
    text = as_example(ruleset, finding, shown).text
    assert failed(load_text(f"{COUNT}\n{text}")) == [about]
    assert failed(load_text(f"{COUNT.replace(old, new)}\n{text}")) == []


def test_a_law_that_asks_of_all_but_what_is_chosen_forbids_no_move(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    text = f'{COUNT}\nnever "little is left" at take.take: left_over < 6\n'
    ruleset = load_text(text)
    shown = find_smallest(ruleset, "law", "little is left")
    example = as_example(ruleset, shown.finding, shown).text
    assert "may not" not in example
    assert failed(load_text(f"{text}\n{example}")) == ["little is left"]
    mended = text.replace("left_over -= smaller(number, left_over)", "left_over -= 0")
    assert failed(load_text(f"{mended}\n{example}")) == []


def test_the_text_is_as_an_author_writes_it(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(COUNT)
    shown = find_smallest(ruleset, "law", "nobody takes six")
    finding = shown.finding
    assert as_example(ruleset, finding, shown).text == (
        '# found by hoyle test: always "nobody takes six" does not hold\n'
        'example "nobody takes six"\n'
        "  players ann bob\n"
        "  given eldest = ann\n"
        "  pack 2♠\n"
        "  start match\n"
        "  ann may not take 6\n"
    )
    reduced = shrink_position(ruleset, finding, shown)
    assert reduced is not None
    assert as_example(ruleset, finding, reduced).text.splitlines()[2:] == [
        "  players ann bob",
        "  start take of ann",
        "  ann may not take 6",
    ]


BLIND = head("Blind bets", ranks="7 8 9 10")
BLIND += """\
  hand of Seat: Cards, face down

state
  boasts: 0..2 = 0

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  looking
  betting

phase looking
  for seat in seats
    choose seat
      look
        show hand of seat SHOWN
      pass

phase betting
  for seat in seats
    choose seat
      boast
        must (hand of seat where KNOWN) is not empty "you have not looked"
        boasts += 1
      pass

never "a boast": boasts > 0
"""


@pytest.mark.parametrize(
    ("to", "known", "told", "line"),
    [
        ("to seat", "sees(seat, it)", "shown to ann: 9♠", "show [9♠] to ann"),
        ("", "showing of it", "shown: 9♠", "show [9♠]"),
    ],
)
def test_cards_that_have_been_shown_are_laid_with_the_position(
    to: str, known: str, told: str, line: str, load_text: LoadText, find_smallest: FindSmallest
) -> None:
    rules = BLIND.replace("SHOWN", to).replace("KNOWN", known)
    ruleset = load_text(rules)
    game = find_smallest(ruleset, "law")
    reduced = shrink_position(ruleset, game.finding, game)
    assert reduced is not None
    assert reduced.script.phase == "betting"
    assert describe_reduced(ruleset, reduced)[2:6] == (
        "  players: ann, bob", "  hand of ann: 9♠", f"  {told}", "  betting",
    )  # fmt: skip
    text = as_example(ruleset, game.finding, reduced).text
    assert text.splitlines()[2:] == [
        "  players ann bob", "  given hand of ann = [9♠]", f"  {line}", "  start betting",
        "  ann: boast",
    ]  # fmt: skip
    assert failed(load_text(f"{rules}\n{text}")) == ["a boast"]


SWEPT = head("Swept")
SWEPT += """\
  hand of Seat: Cards, seen by owner
  dead: Pile, face down
  out: Pile, face up

state
  score of Seat: 0..2 = 0

match
  repeat 2 times
    one_hand

phase one_hand
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  move top(stock, 2) to dead
  for seat in seats
    choose seat
      lay card in hand of seat
        move card to out
  for seat in seats
    score of seat += 1

never "two": any seat in seats where score of seat > 1
"""


def test_what_the_first_step_sweeps_away_is_not_laid(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(SWEPT)
    game = find_smallest(ruleset, "law")
    played = count()
    reduced = shrink_position(ruleset, game.finding, game, lambda: next(played) < 30)
    assert reduced is not None
    assert reduced.script.phase == "one_hand"
    table = ruleset.build(2).machine
    assert [table.slots[one.slot].name for one in reduced.script.given] == ["score 2"]


DRAWS = head("Draws", "2", "7 8", suits="♠ ♥")
DRAWS += """
state
  n: 0..9 = 0

state of one_round
  luck: 1..2 = random of (1..2)

match
  repeat 3 times
    one_round

phase one_round
  choose last of seats
    roll
      let die = random of (1..2)
      n += luck * die

never "eight": n > 7
"""


def test_what_chance_brings_several_times_is_given_in_turn(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(DRAWS)
    shown = find_smallest(ruleset, "law")
    text = as_example(ruleset, shown.finding, shown).text
    drawn = [line.partition(" = ")[0::2] for line in text.splitlines() if "then" in line]
    assert [place for place, _ in drawn] == ["  given luck", "  given die"]
    assert {len(values.split(" then ")) for _, values in drawn} == {text.count(": roll")}


def test_what_no_single_game_shows_is_no_example(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(COUNT)
    shown = find_smallest(ruleset, "law")
    finding = shown.finding
    finding.kind = "phantom"
    with pytest.raises(CannotSay):
        as_example(ruleset, finding, shown)
    assert (
        make_example(ruleset, finding, shown).path,
        make_example(ruleset, finding, shown).text,
    ) == (None, "")


def test_a_kept_example_stands_in_the_file_once_and_well_laid_out(
    tmp_path: Path, load_text: LoadText, find_smallest: FindSmallest
) -> None:
    laid = f'{COUNT}\nexample "two"\n  players 2\n  expect left_over is 6\n\npayoff of seat = 1\n'
    ruleset = load_text(laid)
    path = str(tmp_path / "small.cards")
    for kind, about in (("law", "nobody takes six"), ("law", "a two is laid")):
        shown = find_smallest(ruleset, kind, about)
        finding = shown.finding
        found = make_example(ruleset, finding, shown)
        assert found.path is not None and str(found.path) == path
        write_example(found)
        assert found.says == f'kept as the example "{about}" in small.cards, line {found.line + 2}'
        again = make_example(ruleset, finding, shown)
        assert again.path is None
        assert again.says == f'the example "{about}" plays this game already'
    lines = Path(path).read_text("utf-8").splitlines()
    assert lines[-1] == "payoff of seat = 1" and lines[-2] == ""
    assert CliRunner().invoke(main, ["check", path]).exit_code == 0
    assert CliRunner().invoke(main, ["format", "--check", path]).exit_code == 0
    assert failed(load(path)) == ["nobody takes six", "a two is laid"]


def test_a_variant_keeps_its_examples_itself(
    tmp_path: Path, load_text: LoadText, find_smallest: FindSmallest
) -> None:
    load_text(COUNT)
    path = tmp_path / "more.cards"
    path.write_text(
        'edition 1\n\nvariant more "Much More" of small\n  default_left = 3\n',
        encoding="utf-8",
    )
    path.write_text(
        'edition 1\n\nvariant more "Much More" of small\n'
        '  remove always "nobody takes six"\n  remove never "a two is laid"\n\n'
        'variant less "Less" of small\n  remove never "a two is laid"\n',
        encoding="utf-8",
    )
    ruleset = load(f"{path}:less")
    shown = find_smallest(ruleset, "law", "nobody takes six")
    finding = shown.finding
    found = make_example(ruleset, finding, shown)
    assert found.path == path
    write_example(found)
    assert failed(load(f"{path}:less")) == ["nobody takes six"]
    assert failed(load(f"{path}:more")) == []
    assert CliRunner().invoke(main, ["format", "--check", str(path)]).exit_code == 0


def test_a_planted_fault_is_kept_in_a_copy_and_passes_under_the_rules_as_they_were(
    tmp_path: Path, find_smallest: FindSmallest
) -> None:
    fault = next(one for one in planted() if one.name == "leading_to_suit")
    ruleset = load(fault.plant(tmp_path))
    shown = find_smallest(ruleset, "choice")
    finding = shown.finding
    found = make_example(ruleset, finding, shown)
    assert found.path is not None and 'example "nothing may be chosen here"' in found.text
    write_example(found)
    assert "nothing may be chosen here" in failed(load(str(found.path)))
    mended = tmp_path / "mended.cards"
    mended.write_text(found.path.read_text("utf-8").replace(fault.new, fault.old), "utf-8")
    assert failed(load(str(mended))) == []


def test_a_shipped_file_is_never_written_to(tmp_path: Path) -> None:
    before = find_file("scotch-whist").read_bytes()
    copied = tmp_path / "scotch-whist.cards"
    shutil.copy(find_file("scotch-whist"), copied)
    from hoyle.interpreter.cli.keep_example import find_place

    assert isinstance(find_place(load(str(copied))), tuple)
    says = find_place(load("scotch-whist"))
    assert isinstance(says, str) and "comes with Hoyle" in says
    assert find_file("scotch-whist").read_bytes() == before


COUNTED = head("Counted", "2", "7 8 9 10", suits="♠ ♥")
COUNTED += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  points: 0..99 = 0

table worth(card: Card), first that fits
  rank of card | points
  10           | 3
  -            | 1

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  play_out

phase play_out
  repeat until hand of seats is empty
    for seat in seats
      choose seat
        play card in hand of seat
          move card to heap
          points += worth of card
  points += 10

always "twenty in all" at play_out: points is 20
"""


def test_what_a_phase_counts_is_not_missing_for_want_of_cards(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(COUNTED)
    game = find_smallest(ruleset, "law")
    reduced = shrink_position(ruleset, game.finding, game)
    assert reduced is not None and reduced.finding.lines == ("points = 22",)
    text = as_example(ruleset, game.finding, reduced).text
    assert failed(load_text(f"{COUNTED}\n{text}")) == ["twenty in all"]
    assert failed(load_text(f"{COUNTED}\n{text}".replace("| 3", "| 2"))) == []


LAID = head("Laid", "2", "7 8 9 10", suits="♠ ♥")
LAID += """\
  hand of Seat: Cards, seen by owner
  laid of Seat: Cards, face up, at most 1
  row: Pile, face up, at most 1
  taken of Seat: Cards, face down

match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  one_turn

phase one_turn
  for seat in seats
    choose seat
      play card in hand of seat
        move card to laid of seat
  for seat in seats
    lay(first card in laid of seat, seat)

phase lay(card: Card, seat: Seat)
  if size of row is 2
    move row to taken of WHOSE
  move card to row
"""


@pytest.mark.parametrize(
    ("whose", "begun"), [("seat", ("lay", ["laid 2", "row"])), ("player of card", ("one_turn", []))]
)
def test_a_card_with_which_a_phase_begins_lies_where_it_was_played(
    whose: str, begun: tuple[str, list[str]], load_text: LoadText, find_smallest: FindSmallest
) -> None:
    rules = LAID.replace("WHOSE", whose)
    ruleset = load_text(rules)
    game = find_smallest(ruleset, "rules")
    reduced = shrink_position(ruleset, game.finding, game)
    assert reduced is not None
    slots = ruleset.build(2).machine.slots
    given = [slots[one.slot].name for one in reduced.script.given]
    assert (reduced.script.phase, [name for name in given if "hand" not in name]) == begun
    told = describe_reduced(ruleset, reduced)
    assert not any("a card" in line for line in told), told
    text = as_example(ruleset, game.finding, reduced).text
    assert failed(load_text(f"{rules}\n{text}")) != []
    assert failed(load_text(f"{rules}\n{text}".replace("row is 2", "row is 1"))) == []
