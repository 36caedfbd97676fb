"""The laws of the canonical layout, and what it looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args
from unittest.mock import patch

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.dsl.format import line_breaking as layout_breaks
from hoyle.dsl.format import lines as layout_lines
from hoyle.dsl.format.format_file import format_file
from hoyle.dsl.format.line_breaking import CONTINUES, WIDTH
from hoyle.dsl.format.templates import FORMS, format_expression
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.parser.from_text import read, read_expression
from hoyle.dsl.parser.grammar import GRAMMAR
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from tests.tree import strategies
from tests.tree.test_mistakes import problems_of

ROOT = Path(__file__).resolve().parents[2]
RULESETS = sorted(
    [*(ROOT / "rulesets").rglob("*.cards"), *(ROOT / "tests/corpus").rglob("*.cards")]
)
slow = settings(
    deadline=None,
    max_examples=8,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def tree_of(text: str) -> d.File:
    report = Report()
    tree = read(Source("text", text), report)
    assert tree is not None, "\n".join([*map(as_text, report.in_order()), text])
    return tree


def mended(tree: object) -> object:
    """A tree with every rank `T` written `10`, and no brackets round a choice or a sum.

    The layout writes `10`, and brackets where these take several lines.
    """
    match tree:
        case e.RankWord("T"):
            return e.Number(10, span=tree.span)
        case e.Bracket(e.Either() | e.Sum() as inner):
            return mended(inner)
        case tuple():
            return tuple(mended(part) for part in tree)
        case _ if attrs.has(type(tree)):
            kept = [f.name for f in attrs.fields(type(tree)) if f.eq]
            return attrs.evolve(tree, **{name: mended(getattr(tree, name)) for name in kept})
        case _:
            return tree


def holds(text: str) -> str:
    """The layout of a text, when all its laws hold."""
    return laws_hold(tree_of(text))


def laws_hold(tree: d.File) -> str:
    """The same of a tree."""
    laid = format_file(tree)
    again = tree_of(laid)
    assert mended(again) == mended(tree)
    assert [c.text for c in again.comments] == [c.text for c in tree.comments]
    assert format_file(again) == laid
    is_tidy(laid)
    return laid


def is_tidy(laid: str) -> None:
    assert laid.endswith("\n") and not laid.endswith("\n\n") and not laid.startswith("\n")
    assert not re.search(r" $|\t|\n\n\n", laid, re.MULTILINE)


# ---------------------------------------------------------------------- every text there is


@pytest.fixture(scope="module", params=RULESETS, ids=lambda path: path.stem)
def text(request):
    return request.param.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tree(text):
    found = read(Source("text", text), Report())
    if found is None:
        pytest.skip("it is there to be refused")
    return found


@pytest.fixture(scope="module")
def laid(tree):
    return format_file(tree)


def test_laws_hold_for_a_ruleset(text, tree, laid):
    """A text that is laid out already is its own layout, and its tree the same again."""
    is_tidy(laid)
    assert laid == text or laws_hold(tree) == laid


# Every third: what does not matter to a kind of line does not in any text.
@pytest.mark.parametrize("text", RULESETS[::3], indirect=True, ids=lambda path: path.stem)
def test_depth_line_ends_and_letters_for_cards_do_not_matter(text, laid):
    """Nor empty lines at the ends. All at once: what one of them does shows in what is laid out."""

    def letter(card: re.Match[str]) -> str:
        return card[1].replace("10", "T") + "SHDC"["♠♥♦♣".index(card[2])]

    lettered = "\n".join(
        line if '"' in line or "#" in line else re.sub(r"(10|[2-9AKQJ])([♠♥♦♣])", letter, line)
        for line in text.splitlines()
    )
    deeper = re.sub(r"^ +", lambda spaces: spaces[0] * 2, lettered, flags=re.MULTILINE)
    assert format_file(tree_of(f"\n\n{deeper}\n\n".replace("\n", "\r\n"))) == laid


# ---------------------------------------------------------------------- trees made at random


MADE = {
    "files": strategies.files,
    "statements": strategies.game_of(strategies.phases),
    "tables": strategies.game_of(strategies.tables() | strategies.rankings),
    "definitions": strategies.game_of(strategies.defines | strategies.laws),
    "variants": strategies.variant_files,
}


@contextmanager
def lines_of_at_most(width: int) -> Iterator[None]:
    """Short lines must be broken more often."""
    with patch.object(layout_breaks, "WIDTH", width), patch.object(layout_lines, "WIDTH", width):
        yield


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("width", [WIDTH, 30])
def test_a_tree_comes_back(kind, width):
    @slow
    @given(MADE[kind])
    def comes_back(file):
        with lines_of_at_most(width):
            laid = format_file(file)
            again = tree_of(laid)
            assert mended(again) == mended(file)
            assert format_file(again) == laid

    comes_back()


@slow
@given(strategies.expressions())
def test_an_expression_comes_back(made):
    text = format_expression(made)
    assert "\n" not in text
    report = Report()
    assert read_expression(Source("text", text), 0, text, report) == made


@slow
@given(st.sampled_from((WIDTH, 30)), st.data())
def test_no_comment_is_lost(width, data):
    """Comments are put anywhere: at the ends of lines, between lines, at any depth."""
    with lines_of_at_most(width):
        rows = format_file(data.draw(strategies.files)).splitlines()
    written = []
    number = 0
    for row in rows:
        kind = data.draw(st.sampled_from(("none", "none", "end", "above", "both", "gap", "after")))
        if kind in ("gap", "after") and not CONTINUES.match(row.lstrip()):
            written.append("")
        if kind in ("above", "both", "after") and not CONTINUES.match(row.lstrip()):
            number += 1
            written.append(" " * data.draw(st.integers(0, 6)) + f"# {number}")
        if kind == "after" and not CONTINUES.match(row.lstrip()):
            written.append("")
        if kind in ("end", "both") and row.strip():
            number += 1
            row += f"   # {number}"
        written.append(row)
    laid = holds("\n".join([*written, "# the end"]))
    assert re.findall(r"# (\d+)", laid) == [str(i + 1) for i in range(number)]


# ---------------------------------------------------------------------- what it looks like

MESSY = """\
# a game to look at
edition 1
game "Nothing"
use tricks # the first comment
players 2..4


options
      target: 1..500=41 "points that win"  # as agreed
      a_long_option: yes or no = no "whether anything is different"
      needs target>3 "too few"
pack
  ranks 6,7,8,9,T,J

order up, best first: J T 9
order down, best first: 6 7 8
define home(seat : Seat)=score of seat>target
define far(seat: Seat) = # why so
  score of seat > target and not any other in seats where score of other > target or target is 1
table worth(card: Card), first that fits # how much

  suit of card|rank of card|points
  trump|J , T|20   # two of them
  -|-|0
    # nothing more
phase play(seat: Seat)
  choose seat
    lay card in hand of seat # one card


      must suit of card is led, if able "follow suit"
      must card is not TH "not the ten"

      move card to trick face up
      # still laying
    otherwise # nothing to lay


      say "{seat} passes" # or not
  if (seat is ann  # the first
    or seat is bob)
    stop
  else # in all other cases
    give( [TH,9C], [ 5,T ] )
# the end
"""

TIDY = """\
# a game to look at
edition 1
game "Nothing"
use tricks  # the first comment

players 2..4

options
  target: 1..500 = 41            "points that win"  # as agreed
  a_long_option: yes or no = no  "whether anything is different"
  needs target > 3               "too few"

pack
  ranks 6 7 8 9 10 J

order up, best first: J 10 9
order down, best first: 6 7 8

define home(seat: Seat) = score of seat > target
define far(seat: Seat) =  # why so
  score of seat > target and not any other in seats where score of other > target or target is 1

table worth(card: Card), first that fits  # how much
  suit of card | rank of card | points
  trump        | J, 10        | 20        # two of them
  -            | -            | 0
  # nothing more

phase play(seat: Seat)
  choose seat
    lay card in hand of seat       # one card
      must suit of card is led, if able  "follow suit"
      must card is not 10♥               "not the ten"

      move card to trick face up
      # still laying
    otherwise                      # nothing to lay
      say "{seat} passes"          # or not
  if (seat is ann or seat is bob)  # the first
    stop
  else                             # in all other cases
    give([10♥ 9♣], [5, 10])
# the end
"""


def test_a_messy_text_is_made_tidy():
    assert holds(MESSY) == TIDY


def test_a_comment_stays_at_an_otherwise_below_which_nothing_stands():
    head = 'edition 1\ngame "Nothing"\n\nphase play\n  choose seat\n    lay card in hand of seat\n'
    laid = head + "    otherwise  # nothing to lay\n  stop\n"
    assert holds(laid.replace("  #", "    #")) == laid


BROKEN = """\
edition 1
game "Long lines"

define wins(card: Card, other: Card, hand_of_the_dealer: Cards, a_long_parameter: Cards,
  hand: Cards): YesNo =
  card in hand
define good(hand: Cards) =
  size of hand > 3
  and not any card in hand where suit of card is trump and rank of card is A or one_suit of hand
define worth(hand: Cards) =
  ((total value_of_a_card of card for card in hand where suit of card is trump)
    + size of hand
    - 2 * number_of_aces of hand)
define hand_of_all =
  [A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥ A♦ K♦ Q♦ J♦ 10♦
    9♦ 8♦]

phase play
  for seat in seats from left of the_dealer_of_the_hand
      where hand of seat is not empty and score of seat > 3
    choose seat
      lay card in hand of seat
        must suit of card is led  "follow suit"
        must suit of card is led
          or not any other in hand of seat where suit of other is led  "follow suit if you can"
        must card is not A♠       "not that one"
  for seat in seats from left of the_dealer_of_the_hand
      where hand of seat is not empty and score of left of seat < 50, round and round
      until knocker_of_the_hand is not none at most 30 times
    lay(seat)
  the_stake_of_it = (stake_of_the_dealer_of_the_hand of seat if players is 4
    else stake of seat + size of hand of seat)
  the_stake_of_it = (250 if the_dealer_of_the_hand is not none
      and size of hand of the_dealer_of_the_hand is 4
    else 200 if hand of seat is empty
    else 100)
  compare_the_hands(hand of left of the_dealer_of_the_hand, hand of right of the_dealer_of_the_hand,
    3)
  due of ann = ((200 if the_dealer_of_the_hand is ann else 250)
    - (total value_of_a_card of card for card in hand of bob)
    + 17)
  score of ann = (score of ann + score of bob if the_dealer_of_the_hand is ann
    else score of bob + 10 * score of ann)

always "nothing is lost":
  (total chips of seat for seat in seats) + size of the_pot_in_the_middle is 1000
"""


def test_long_lines_are_broken():
    with lines_of_at_most(1000):
        long = format_file(tree_of(BROKEN))
    assert max(map(len, long.splitlines())) > 140
    assert holds(long) == BROKEN
    assert max(map(len, BROKEN.splitlines())) <= WIDTH


SENTENCED = """\
edition 1
game "Long sentences"

phase play
  choose seat
    lay card in hand of seat
      must goes_together(card, top of the_row_of_all)  "?"
      must goes_together(card, top of the_row_of_all)
        or size of (the_row_of_all + card) < 3  "?"
    bid number in 1..smaller(20, size of the_row_of_all) "?"
      stop
""".replace("?", "only a card that goes there " * 2)


def test_for_a_long_sentence_nothing_inside_brackets_is_broken():
    with lines_of_at_most(1000):
        long = format_file(tree_of(SENTENCED))
    assert format_file(tree_of(long)) == SENTENCED


def lines(*rows: str) -> str:
    return "\n".join(["edition 1", 'game "Lines"', "", *rows, ""])


@pytest.mark.parametrize(
    "text",
    [
        "its suit is suit of it",
        "left of left(seat) is left(seat, seats)",
        "K of ♠ + 10 of trump",
        "[A♥ 10♣']",
        "[5, 7]",
        "[A♥, 7]",
        "a - (b - c) * -d / 2",
        "sole best card in trick where not card is A♥ by strength of card",
        "all best card in trick where not card is A♥ by strength of card",
        "all lowest card in trick by strength of card",
        "hand where its rank in [K, Q]",
        "total x of y for y in 1..3 where y is not 2",
        "1 if a else 2 if b else 3",
    ],
)
def test_an_expression_is_written_as_it_was(text):
    assert format_expression(read_expression(Source("text", text), 0, text, Report())) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("T of trump", "10 of trump"),
        ("[TH 9S']", "[10♥ 9♠']"),
        ("[A,T]", "[A, 10]"),
        ("[A♥,6♣]", "[A♥ 6♣]"),
        ("[5 7]", "[5, 7]"),
        ("a+b..c", "a + b..c"),
        ("f( a ,b )", "f(a, b)"),
    ],
)
def test_an_expression_is_made_canonical(text, canonical):
    assert format_expression(read_expression(Source("text", text), 0, text, Report())) == canonical


@pytest.mark.parametrize(("comma", "bound"), [("", "at most 9 times"), (",", "however long")])
def test_the_bound_of_a_loop_may_stand_on_a_line_of_its_own(comma, bound):
    loop = f"  repeat until size of stock is 0{comma}"
    broken = lines("match", loop, f"      {bound}", "    stop")
    assert holds(broken) == lines("match", f"{loop} {bound}", "    stop")


def test_a_long_loop_breaks_before_its_bound_and_not_inside_its_question():
    question = "knocker_of_the_hand is not none or pot > 10 or hand of seats is empty"
    loop, bound = f"  repeat until {question}", 'at most 50 times, else say "over"'
    broken = lines("match", loop, f"      {bound}", "    stop")
    assert holds(lines("match", f"{loop} {bound}", "    stop")) == broken


def test_a_line_goes_on_where_the_grammar_says():
    continued = re.search(
        r"^CONTINUED\S* .*\(\?=(.*)\)/$", GRAMMAR.read_text("utf-8"), re.MULTILINE
    )
    assert continued is not None
    assert CONTINUES.pattern == continued[1].replace(r"\/", "/")


@pytest.mark.parametrize(("comma", "bound"), [("", "at most 9 times"), (",", "however long")])
def test_a_mistake_elsewhere_does_not_part_a_loop_from_its_bound(comma, bound):
    loop = lines(
        "match", f"  repeat until x{comma}", f"      {bound}", "    stop", "  win best seat of x"
    )
    (problem,) = problems_of(loop)
    assert problem.span.text == "of"


def test_a_word_alone_on_its_line_is_an_action():
    words = ("in", "out", "or", "and", "is", "where", "by", "until", "when")
    actions = [line for word in words for line in (f"    {word:5}  # {word}", "      stop")]
    text = lines("phase one", "  choose", *actions)
    assert holds(text) == text
    assert [action.name for action in select_kind(walk(tree_of(text)), s.Action)] == list(words)


def test_comments_inside_brackets_go_above():
    text = lines("define one = f(a, # first", "  # second", "  b) # third")
    assert holds(text) == lines("# first", "# second", "define one = f(a, b)  # third")


def test_each_operand_keeps_its_comment():
    operand = "a_name_that_is_so_long_that_it_fills_a_line"
    rows = ["define one =", *(f"  {word}{operand}" for word in ("", "or ", "and ", "or "))]
    text = lines(*(f"{row}  # {i}" for i, row in enumerate(rows)))
    assert [row.split("#")[1] for row in holds(text).splitlines() if "#" in row] == [
        " 0", " 1", " 2", " 3", " 4",
    ]  # fmt: skip


def test_the_comment_at_the_end_of_a_block_stays_there():
    text = lines("phase one", "  if a", "    stop", "  # b is left", "", "phase two", "  stop")
    assert holds(text) == text


def test_short_declarations_stand_apart_or_together_as_they_were():
    text = lines("define a = 1", "define b = 2", "", "define c = 3", "players 2")
    spaced = lines("define a = 1", "define b = 2", "", "define c = 3", "", "players 2")
    assert holds(text) == spaced


def test_empty_lines_are_kept_between_statements_only():
    text = lines(
        "state", "", "  a: 1..2", "", "  b: 1..2", "phase one", "", "  stop", "", "", "  stop"
    )
    kept = lines("state", "  a: 1..2", "  b: 1..2", "", "phase one", "  stop", "", "  stop")
    assert holds(text) == kept


def test_comments_stand_in_one_column_but_not_too_far():
    long = "score of seat = " + "1 + " * 13 + "1"
    text = lines("phase one", "  stop # a", f"  {long} # b", "", "phase two", "  stop # c")
    rows = holds(text).splitlines()
    assert [row.find("#") for row in rows if "#" in row] == [71, len(long) + 4, 8]


def test_a_last_line_without_its_end():
    assert holds('edition 1\ngame "One"') == 'edition 1\ngame "One"\n'


def test_every_kind_of_node_has_a_way_of_being_written() -> None:
    kinds = get_args(e.Expr | s.Statement | d.Declaration | d.Type | d.ExampleLine | d.Test)
    assert [kind for kind in kinds if kind not in FORMS] == [s.If, d.ExamplePack]


def test_brackets_that_the_layout_adds_are_brackets_for_a_long_sentence_too():
    head = 'edition 1\ngame ""\n\nphase card\n  choose 0\n    card\n      must '
    text = head + '0 if 1000 else 0 * 0  "{0}?????"\n'
    with lines_of_at_most(30):
        laid = format_file(tree_of(text))
    assert laid == head + '(0 if 1000\n        else 0 * 0)  "{0}?????"\n'
