"""How far tables are looked over, and what is said where nothing can be proved."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle.interpreter.hand_tables.inspect_tables as inspect_module
from hoyle.dsl.checked import game as g
from hoyle.dsl.report import ERROR, WARNING, Problem, Report
from hoyle.interpreter.hand_tables.inspect_tables import (
    KnownTable,
    inspect_fully,
    inspect_tables,
)
from hoyle.interpreter.hand_tables.rows import Work
from hoyle.interpreter.library.loader import load

GAME = """edition 1
game "Two Card Draw"
players {players}

pack
  ranks 2 3 4 5 6 7 8 9

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 4

state
  dealer: Seat = random of seats

ranking kind(cards: Cards, holder: Seat), best first
{rows}
match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      change card in hand of seat
        move card to stock at the bottom
        move top of stock to hand of seat
      stand
  show hand of seats
  say "{{dealer}} has dealt"
  if any seat in seats where kind(hand of seat, seat) is {best}
    say "well done"
"""


def problems(folder: Path, rows: str, best: str = "pair", players: str = "2..6") -> list[Problem]:
    path = folder / "draw.cards"
    path.write_text(GAME.format(rows=rows, best=best, players=players), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return report.in_order()


def test_a_row_that_is_reached_is_not_told(tmp_path: Path) -> None:
    rows = "  pair | size of cards is 2 and one_rank of cards\n  loose | otherwise\n"
    assert problems(tmp_path, rows) == []


def test_a_row_that_hangs_on_seats_is_reached_where_one_may_sit_alone(tmp_path: Path) -> None:
    rows = "  pair | one_rank of cards and holder is not dealer\n  loose | otherwise\n"
    assert problems(tmp_path, rows, players="1..4") == []
    (problem,) = problems(tmp_path, rows, players="1")
    assert (problem.code, problem.span.text) == ("B04", "pair")


def test_what_cannot_be_listed_is_never_called_proved(tmp_path: Path) -> None:
    rows = (
        "  pair | size of cards is 2 and one_rank of cards\n"
        "  odd | (count part in subsets of cards where size of part is 2) is 4\n"
        "  loose | otherwise\n"
    )
    (problem,) = problems(tmp_path, rows)
    assert (problem.code, problem.severity, problem.span.text) == ("B04", WARNING, "odd")
    assert problem.title == "no hand was found that comes to the row `odd`"
    assert any("not found in" in line for line in problem.help)
    possible = rows.replace("is 4", "is 6")  # four cards have six parts of two
    assert problems(tmp_path, possible) == []


def test_a_gap_that_only_an_impossible_size_would_show_is_not_told(tmp_path: Path) -> None:
    rows = (
        "  pair | size of cards is 2 and one_rank of cards\n"
        "  loose | size of cards is 2 and not one_rank of cards\n"
    )
    assert problems(tmp_path, rows) == []
    (problem,) = problems(tmp_path, rows.replace("and not one_rank", "and one_suit"))
    assert (problem.code, problem.severity) == ("B02", ERROR)
    assert problem.title == "no row of `kind` fits `3♠ 2♥`"


@pytest.mark.parametrize("name", ["pontoon", "scotch-whist"])
def test_the_same_every_time(name: str) -> None:
    game = load(name).game
    first, again = Report(), Report()
    assert inspect_tables(game, first) == inspect_tables(game, again)
    assert first.problems == again.problems == []


def test_how_far_is_said(tmp_path: Path) -> None:
    thorough = {one.table: one for one in inspect_tables(load("pontoon").game, Report(), True)}
    assert thorough["kind"].exhaustive
    assert thorough["kind"].says == f"kind: all {thorough['kind'].classes:,} classes of hands"


TIES = (
    "  pair | size of cards is 2 and one_rank of cards | total {pips} for card in cards\n"
    "  loose | otherwise\n"
)


def test_ties_that_fit_need_a_few_hands_and_others_all(tmp_path: Path) -> None:
    """The numbers of all cards make 176: five times that is below 1,000, six times is above."""
    usual = "number of rank of card * {}"
    assert problems(tmp_path, TIES.format(pips=usual.format(5))) == []
    (few,) = inspect_tables(load(str(tmp_path / "draw.cards")).game, Report())
    assert problems(tmp_path, TIES.format(pips=usual.format(6))) == []
    (every,) = inspect_tables(load(str(tmp_path / "draw.cards")).game, Report())
    assert every.exhaustive and not few.exhaustive
    (problem,) = problems(tmp_path, TIES.format(pips=usual.format(56)))
    assert problem.code == "B07"
    assert problem.title.endswith("is ranked 1008 among the hands `pair`")


def test_all_classes_are_listed_where_a_few_hands_settle_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "  pair | size of cards is 2 and one_rank of cards\n  loose | otherwise\n"
    problems(tmp_path, rows)
    game, asked, ask = load(str(tmp_path / "draw.cards")).game, [], inspect_module.Found.ask
    monkeypatch.setattr(inspect_module.Found, "ask", lambda *words: asked.append(1) or ask(*words))
    (looked,) = inspect_tables(game, Report(), thorough=True)
    assert looked.exhaustive and looked.classes > len(asked)


NAMED_CARDS = """\
edition 1
game "Named Cards"

players 2

pack
  ranks 7 8 9 10 J Q K A
  cards joker x3
  copies {copies}

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, face up, at most 4

table bonus(cards: Cards), first that fits
  rule      | when                  | points
  "special" | cards is [{named}] | 10
  "rest"    | otherwise             | 1

state
  score of Seat: 0..90 = 0

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    score of seat += bonus of hand of seat
payoff of seat = score of seat
"""


def test_a_row_for_which_hardly_a_hand_is_drawn_is_built(tmp_path: Path) -> None:
    """Subsets are no feature of single cards, so that no class is listed."""
    rows = (
        "  odd | size of cards is 4"
        " and (count part in subsets of cards where one_rank of part) > 7\n"
        "  nines | size of cards is 4 and rank of cards is 9 and one_suit of cards\n"
        "  run | size of cards is 4 and ranks of cards is [2, 4, 6, 8] and suit of cards is ♣\n"
        "  loose | otherwise\n"
    )
    told = problems(tmp_path, rows, best="run")
    assert [problem.span.text for problem in told] == ["nines"]


@pytest.mark.parametrize("copies, named", [(3, "7♠ 7♥ 7♦"), (6, "7♠ 8♠ 9♠")])
def test_a_row_that_names_its_cards_is_built(tmp_path: Path, copies: int, named: str) -> None:
    """Of many copies any three do, in whatever order."""
    path = tmp_path / "named.cards"
    path.write_text(NAMED_CARDS.format(copies=copies, named=named), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.problems


def test_a_row_above_others_is_blamed_for_what_it_takes_alone(tmp_path: Path) -> None:
    """Of `pair` above `two_pairs` and `four` only what `pair` takes whole is told."""
    held = "(count card in cards where rank of card is r)"
    twice = f"(count r in ranks of cards where {held} is 2)"
    rows = (
        f"  pair | {twice} >= 1\n"
        f"  two_pairs | {twice} is 2\n"
        "  four | size of cards is 4 and one_rank of cards\n"
        "  loose | otherwise\n"
    )
    (problem,) = problems(tmp_path, rows)
    assert problem.span.text == "two_pairs"
    assert [label for _, label in problem.also] == ["every `two_pairs` is already `pair`"]


COSTLY = """  many | (count part in subsets of cards where one_suit of part) > 90000
  loose | otherwise
"""


def _lay_costly(folder: Path) -> g.Game:
    path = folder / "draw.cards"
    text = GAME.format(rows=COSTLY, best="many", players="2")
    path.write_text(text.replace("seen by owner, at most 4", "seen by owner"), encoding="utf-8")
    return load(str(path)).game


def test_what_is_asked_of_tables_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Subsets of many cards: one hand takes longer than a thousand others."""
    game, asked = _lay_costly(tmp_path), []
    spend = Work.spend

    def watched(work: Work, amount: int) -> None:
        asked.append(amount)
        spend(work, amount)

    monkeypatch.setattr(Work, "spend", watched)
    monkeypatch.setattr(inspect_module, "MAX_WORK", 100_000)
    report = Report()
    (looked,) = inspect_tables(game, report, thorough=True)
    assert not looked.exhaustive and 0 < looked.classes < 400
    assert looked.says == f"kind: {looked.classes} hands tried"
    assert sum(asked) < 100_000 + 3 * max(asked)
    assert not report.problems  # that no hand was found says nothing where few were tried


def test_no_hand_is_tried_when_the_time_is_up(tmp_path: Path) -> None:
    game, looks = _lay_costly(tmp_path), iter(range(1000))
    told: list[str] = []
    (looked,) = inspect_tables(game, Report(), True, lambda: next(looks) < 20, told.append)
    assert looked.classes < 20 and told == ["table 1 of 1: hands for kind"]


def test_a_row_that_is_too_much_work_is_not_known_to_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither reached nor never reached, and takes nothing from the rows below."""
    monkeypatch.setattr("hoyle.interpreter.hand_tables.inspect_tables.MAX_WORK", 600_000)
    deep = "size of cards is 4 and suit of a is suit of e and suit of b is suit of d and c in cards"
    deep += " and suit of c is suit of f"
    for name in "abcdef":
        deep = f"(any {name} in pack where {deep})"
    rows = f"  costly | {deep}\n  pair | size of cards is 2\n"
    assert problems(tmp_path, rows) == []
    game = load(tmp_path / "draw.cards").game
    [looked] = inspect_tables(game, Report(), thorough=True)
    assert looked.unknown > 0 and not looked.exhaustive
    assert looked.says.endswith(
        f", of {looked.unknown:,} it is too much work to say which row fits"
    )


def test_what_was_found_of_a_table_is_found_again_in_another_game(tmp_path: Path) -> None:
    """As of variants of one file: only where all is the same that it hangs on."""
    rows = "  pair | size of cards is 2 and one_rank of cards\n  loose | otherwise\n"
    known: list[KnownTable] = []
    for changed, count in ((rows, 1), (rows, 1), (rows.replace("is 2", "is 3"), 2), (rows, 2)):
        problems(tmp_path, changed)
        game = load(tmp_path / "draw.cards").game
        report, alone = Report(), Report()
        assert inspect_tables(game, report, known=known) == inspect_tables(game, alone)
        assert report.in_order() == alone.in_order() and len(known) == count


NUMBERS = """edition 1
game "Least"
players 2

pack
  ranks 2 3

zones
  stock: Pile, face down, starts with the pack

state
  score of Seat: -200000..200000 = 0

table least(score: -200000..200000), first that fits
  score        | points
  < 0          | 15
  < 1500       | 50
  1500..2999   | 90
  7000, 9000   | 95
{row}
  -            | 120

match
  for seat in seats
    score of seat += least of score of seat
  win all best seat in seats by score of seat
"""


@pytest.mark.parametrize("row", ["  < 3001       | 1", "  > 199999     | 1", "  20000..20000 | 1"])
def test_the_bounds_in_the_cells_of_a_wide_range_are_tried(tmp_path: Path, row: str) -> None:
    path = tmp_path / "least.cards"
    path.write_text(NUMBERS.format(row=row), encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert report.problems == []


def test_numbers_are_not_called_hands(tmp_path: Path) -> None:
    path = tmp_path / "least.cards"
    rows = "  < 0 | 1\n  3 | 2\n  - | 3\n"
    head, _, rest = NUMBERS.partition("  score        | points\n")
    text = f"{head}  score * score | points\n{rows}\n{rest[rest.index('match') :]}"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    below, three = report.in_order()  # a square is neither
    assert below.title == "no case was found that comes to the row `< 0`"
    assert three.title == "no case was found that comes to the row `3`"
    assert below.help[-1].startswith("not found in ") and below.help[-1].endswith(" cases")
    (looked,) = inspect_tables(load(path).game, Report())
    assert looked.says == f"least: {looked.classes} cases tried"


TOPS = """edition 1
game "Two Tops"
players 1

pack
  ranks 2 3 4 5 6 7 8 9

order high, best first: 9 8 7 6 5 4 3 2

zones
  shoe: Pile, face down, starts with the pack
  one: Pile, face up, at most 1
  two: Pile, face up, at most 1

define height(pile: {parameter}
define spread = height(one) - height(two)

table odds, {reading}
  spread | times
  1      | 5
  2      | 4

match
  shuffle shoe
  move top of shoe to one
  move top of shoe to two
{asked}"""
OF_TOP = "Pile) = high of rank of top of pile"
OF_FIRST = "Cards) = high of rank of (first card in pile)"
ASKED = '  say "{odds}"\n'


def told_of_tops(folder: Path, parameter: str, asked: str, reading: str = "first that fits") -> str:
    path = folder / "tops.cards"
    text = TOPS.format(parameter=parameter, asked=asked, reading=reading)
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return "; ".join(f"{one.severity} {one.code} {one.title}" for one in report.in_order())


@pytest.mark.parametrize("reading", ["first that fits", "exactly one fits"])
def test_the_top_of_a_pile_under_another_name_may_be_any_card(tmp_path: Path, reading: str) -> None:
    """And where the pile is empty no row fits, and none is needed."""
    assert told_of_tops(tmp_path, OF_TOP, ASKED, reading) == ""


@pytest.mark.parametrize(
    ("asked", "sure"),
    [
        (ASKED, True),
        ("  if spread in [1, 2]\n  " + ASKED, False),
        ("  ends when spread > 2\n" + ASKED, False),
        ("  for round in 1..3\n    if spread > 2\n      stop\n  " + ASKED, False),
        ("  for round in 1..3\n    if spread > 2\n      stop\n" + ASKED, True),
        ("  if spread > 2\n    end match\n" + ASKED, False),
        ("  if spread > 2\n    later\n  else\n    later\n\nphase later\n" + ASKED, False),
        ("  later\n\nphase later\n" + ASKED, True),
        ("  if spread > 0 and odds > 4\n    win seats\n", False),
        ("  if odds > 4 and spread > 0\n    win seats\n", True),
        ("  if (odds if spread > 0 else 3) > 2\n    win seats\n", False),
        ("  if any seat in seats where odds > 4\n    win seats\n", True),
        ("  for seat in seats\n    choose seat\n      ask\n      " + ASKED + "      pass\n", True),
        (
            "  for seat in seats\n    choose seat\n      ask\n        must spread in 1..2\n      "
            + ASKED + "      pass\n",
            False,
        ),
    ],
)  # fmt: skip
def test_what_stands_behind_a_condition_is_a_doubt(tmp_path: Path, asked: str, sure: bool) -> None:
    told = told_of_tops(tmp_path, OF_FIRST, asked)
    severity = ERROR if sure else WARNING
    assert told.startswith(f"{severity} B02 no row of `odds` fits"), told
    assert told.count(";") == 0


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("  repeat until spread > 3, however long\n  " + ASKED, None),
        ("  repeat until spread > 3, however long\n    if spread > 2\n    " + ASKED, "spread > 2"),
    ],
)
def test_when_a_loop_ends_is_not_shown_as_what_keeps_a_table_from_being_asked(
    tmp_path: Path, asked: str, shown: str | None
) -> None:
    path = tmp_path / "tops.cards"
    text = TOPS.format(parameter=OF_FIRST, asked=asked, reading="first that fits")
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    [gap] = [one for one in report.in_order() if one.code == "B02"]
    assert gap.severity == WARNING
    assert [span.text for span, _ in gap.also] == ([shown] if shown else [])


PAYS = """edition 1
game "Five"
use poker
players 2

pack
  ranks A K Q J 10 9 8 7 6 5 4 3 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 3
  common: Pile, face up, at most 2

state
  chips of Seat: 0..99 = 0

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  move 2 from stock to common
  show hand of seats
  for seat in seats
    chips of seat = pays(hand of seat + common)
  win all best seat in seats by chips of seat

table pays(cards: Cards), first that fits
  rule              | when                               | times
  "straight flush"  | kind of cards is straight_flush    | 50
  "four of a kind"  | kind of cards is four              | 25
  "full house"      | kind of cards is full_house        | 11
  "flush"           | kind of cards is flush             | 8
  "straight"        | kind of cards is straight          | 5
  "three of a kind" | kind of cards is three             | 3
  "two pairs"       | kind of cards is two_pair          | 2
  "a high pair"     | kind of cards is pair and pairs of cards in [10, J, Q, K, A] | 1
{last}"""


def _problems_of(folder: Path, text: str) -> list[Problem]:
    path, report = folder / "five.cards", Report()
    path.write_text(text, encoding="utf-8")
    inspect_fully(path, path.name, report)
    return report.in_order()


def test_a_hand_is_built_from_whole_hands_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is smaller than the hands that rows mean may be nearest to a row, and no way on."""
    monkeypatch.setattr(inspect_module, "draw_hands", lambda *_: iter(()))
    told = _problems_of(tmp_path, PAYS.format(last='  "rest" | otherwise | 0\n'))
    assert "two pairs" not in [problem.span.text.strip('"') for problem in told]


def test_a_gap_is_shown_by_as_many_cards_as_come_at_once(tmp_path: Path) -> None:
    (problem,) = _problems_of(tmp_path, PAYS.format(last=""))
    assert (problem.code, problem.severity) == ("B02", ERROR)
    assert len(problem.title.split("fits ")[1].split()) == 5
    # all hands of five have a row, those of two cards have not
    rest = '  "rest" | size of cards is 5 | 0\n'
    assert _problems_of(tmp_path, PAYS.format(last=rest)) == []


def test_cards_that_leave_one_by_one_leave_smaller_hands(tmp_path: Path) -> None:
    rows = '  "rest" | size of cards is 5 | 0\n'
    text = PAYS.format(last=rows).replace(
        "  for seat in seats\n", "  move top of common to stock\n  for seat in seats\n", 1
    )
    (problem,) = _problems_of(tmp_path, text)
    assert (problem.code, problem.severity) == ("B02", ERROR)


KEPT = """edition 1
game "Kept"
players 2..6

pack
  ranks 2 3 4 5 6 7 8 9

order high, best first: 9 8 7 6 5 4 3 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner, at most 4

table kept(cards: Cards), first that fits
  when                          | cards
  size of cards is 1            | cards
  size of (ranks of cards) is 1 | empty
  otherwise                     | [best card in cards by high of rank of card]

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  show hand of seats
  for seat in seats
    move kept of hand of seat to stock at the bottom

payoff of seat = 1 if (any card in hand of seat where rank of card is 9) else 0
"""


def test_cards_that_a_table_gives_may_differ_in_suits(tmp_path: Path) -> None:
    path = tmp_path / "kept.cards"
    path.write_text(KEPT, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.problems


MELDS = """edition 1
game "Melds"
players 2

pack
  ranks A 2 3 4 5 6 7 8 9 10 J Q K
  suits ♠ ♥ ♦ ♣
  copies 2

order low, best first: K Q J 10 9 8 7 6 5 4 3 2 A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  meld of Seat: Cards, face up

define plain_run(cards: Cards) = follows(cards, 0)
define wild_run(cards: Cards) = any two in cards where rank of two is 2 and follows(cards - two, 1)
define follows(plain: Cards, wilds: 0..1) =
  one_suit of plain and size of ranks of plain is size of plain
  and size of plain + wilds <= 13 and steps of plain < size of plain + wilds
define steps(cards: Cards) =
  (highest low of rank of card for card in cards) - (lowest low of rank of card for card in cards)

table bonus(cards: Cards), first that fits
  when | points
  (plain_run of cards or wild_run of cards) and size of cards is {whole} | 1000
  plain_run of cards and size of cards >= 7 | 200
  otherwise | 0

match
  shuffle stock
  deal 14 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      lay cards in subsets(hand of seat, 13)
        move cards to meld of seat
  win best seat in seats by bonus(meld of seat + hand of seat)
"""


def test_a_row_that_means_a_whole_suit_is_reached(tmp_path: Path) -> None:
    assert _problems_of(tmp_path, MELDS.format(whole=13)) == []
    (problem,) = _problems_of(tmp_path, MELDS.format(whole=14))
    assert (problem.code, problem.severity) == ("B04", WARNING)


SET_FOR_GOOD = """edition 1
game "Pairs"
players 2

options
  pairs: yes or no = yes  "whether pairs count"

pack
  ranks 2 3 4 5

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

define pair(cards: Cards) = pairs is yes and one_rank of cards

table gain(cards: Cards), first that fits
  when | points
  pair of cards | 5
  {row}otherwise | 0

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  show hand of seats
  win best seat in seats by gain(hand of seat)

variant plain "Plain" of five
  set pairs = no
"""


def test_rows_for_the_other_value_of_an_option_that_is_set_are_no_mistake(tmp_path: Path) -> None:
    """A house that plays without them changes no row."""
    assert _problems_of(tmp_path, SET_FOR_GOOD.format(row="")) == []
    told = _problems_of(
        tmp_path, SET_FOR_GOOD.format(row="size of cards is 9 and size of cards is 1 | 7\n  ")
    )
    assert [(problem.code, problem.severity) for problem in told] == [("B04", ERROR)]
