"""Several mistakes in one text: all are told, and nothing that only follows from another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bad.test_bad import problems_of
from tests.heads import head

GAME = head("Turn Up", "2..4")
GAME += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up

state
  score of Seat: 0..99 = 0
  leader: Seat or none = none

table worth(card: Card), first that fits
  rank of card | points
  A            | 4
  K, Q, J      | 2
  -            | 0

define best_card(seat: Seat) = highest worth of card for card in hand of seat

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    play(seat)
  win seats where score of it > 4

phase play(seat: Seat)
  choose seat
    lay card in hand of seat
      must worth of card <= best_card of seat
      move card to trick
      leader = seat
      score of seat += worth of card
  if leader is seat
    say "{seat} leads"
"""

EXAMPLE = """
example "the ace"
  players ann bob
  given hand of ann = [A♠]
  given hand of bob = [K♠]
  start match
  ann: lay A♠
  expect leeder is ann
"""
VARIANT = """
variant short "Short" of turn_up
  remove match.show
"""
OPTIONS = """
options
  most: 2..4 = 5           "more than there are"
  sort: odd or even = old  "a slip"
  held: 2..3 = players     "one for each"
  kept: 2..4 = how_many    "of a define"
"""
LAWS = """
always "three are dealt" at play: total size of hand of seat for seat in seats is 9
never "two leaders" at play.play: leader is none

policy careful
  play.play lowest worth of card
  play.lay lowest worth of card
"""
POLICY = """
policy careful
  play.play lowest of worth of card
  play.play highest worth of card
  play.lay lowest worht of card
"""

# What is changed in the text, and what must be told: codes and lines.
SEVERAL = {
    "layout and a name": (
        {"  deal 3 each": "    deal 3 each", "to trick": "to trik"},
        ["L04 28", "N01 37"],
    ),
    "grammar and a type": (
        {"  shuffle stock": "  shuffle the stock", "leader = seat": "leader = score of seat"},
        ["G01 27", "T01 38"],
    ),
    "ranks that are numbers, beside suits that cannot be read": (
        {
            "  ranks 7 8 9 10 J Q K A": "  suits reds, Blue\n  ranks 1..14, A x2",
            "to trick": "to trik",
        },
        ["G01 7", "N01 38"],
    ),
    "a declaration that cannot be read hides what it declares only": (
        {"  trick: Pile, face up": "  trick Pile, face up", "leader is seat": "leeder is seat"},
        ["G01 12", "N01 40"],
    ),
    "a table without its heading, and a word elsewhere": (
        {"table worth(card: Card)": "table worth(card Card)", "in hand of": "in hnd of"},
        ["G01 18", "N01 24"],
    ),
    "a word of the language where a name is wanted, and a line that cannot be read": (
        {
            "seats\n    play(seat)": "seats where it is leader\n    play(seat)",
            "is seat\n": "= seat\n",
        },
        ["G02 40", "N01 29"],
    ),
    "a phase whose head is wrong": (
        {"phase play(seat: Seat)": "phase play(seat Seat)", "win seats": "win seatz"},
        ["G01 33", "N01 31"],
    ),
    "an if that cannot be read takes its else with it": (
        {
            "  if leader is seat\n": "  if leader = seat\n",
            'leads"\n': 'leads"\n  else\n    say "{seeat} follows"\n',
        },
        ["G02 40"],
    ),
    "an else that is left of a phrase is no name, and what stands in it is read": (
        {
            "= highest worth of card for card in hand of seat":
                "=\n  9 if hand of seat is empty\n  else (size of hnd of seat)",
        },
        ["G01 25", "N01 26"],
    ),
    "the same of a phrase without brackets over three lines": (
        {
            "= highest worth of card for card in hand of seat":
                "=\n  9\n    if hand of seat is empty\n    else (size of hand of seat)",
        },
        ["L04 26"],
    ),
    "signs, names and words of the language": (
        {
            "of it > 4": "of it => 4", "  leader: Seat": "  first: 0..9 = 0\n  leader: Seat",
            "move card": "move cord",
        },
        ["G06 32", "G08 16", "N01 38"],
    ),
    "names that a lost line only uses": (
        {"card to trick": "card too trick", "score of seat += worth": "score of seat += wort"},
        ["G03 37", "N01 39"],
    ),
    "a tab before a line": (
        {
            "  trick: Pile": "\ttrick: Pile", "{seat} leads": "{seeat} leads",
            "win seats": "win seatz",
        },
        ["L01 12", "N01 31", "N01 41"],
    ),
    "a tab before a part of the file": (
        {"state\n": "\tstate\n", "move card": "mvoe card"}, ["L01 14", "G03 37"],
    ),
    "the rows of a table beside a line that is not read": (
        {"  K, Q, J      | 2": "  K, Q, Z      | 2 | 3", "shuffle stock": "shuffle the stock"},
        ["B01 21", "G01 27"],
    ),
    "rules and examples": (
        {"of it > 4": "of it > ♠", "leads\"\n": 'leads"\n' + EXAMPLE},
        ["T02 31", "N01 49"],
    ),
    "rules, and a variant of them": (
        {"of it > 4": "of it > ♠", "leads\"\n": 'leads"\n' + VARIANT}, ["T02 31", "V02 44"],
    ),
    "changes of a variant, beside one that cannot be made": (
        {
            "leads\"\n": 'leads"\n' + VARIANT + """\
  replace define tally(seat: Seat) = 3
  add step to play
    say "{seatt} has {tally(seat)}"
  remove play.hide
""",
        },
        ["V02 44", "V02 45", "N01 47", "V02 48"],
    ),
    "a default, a line that is not read, and a variant of no game": (
        {
            "\npack": OPTIONS + "\npack", "shuffle stock": "shuffle the stock",
            "leads\"\n": 'leads"\n' + VARIANT.replace("turn_up", "turnip_down"),
        },
        ["O01 7", "O01 8", "O01 9", "N01 10", "G01 33", "V01 49"],
    ),
    "a default, a name, and a variant of no game": (
        {
            "\npack": OPTIONS + "\npack", "shuffle stock": "shuffle stok",
            "leads\"\n": 'leads"\n' + VARIANT.replace("turn_up", "turnip_down"),
        },
        ["O01 7", "O01 8", "O01 9", "N01 10", "N01 33", "V01 49"],
    ),
    "no default that depends on a number of players that cannot be read": (
        {"players 2..4\n": "players 2 4\n" + OPTIONS}, ["G01 4", "O01 7", "O01 8", "N01 10"],
    ),
    "no default that depends on a define that cannot be read": (
        {"\npack": OPTIONS + "\npack", "define best": "define how_many == 9\n\ndefine best"},
        ["O01 7", "O01 8", "O01 9", "G06 30"],
    ),
    "a variant of one whose head cannot be read": (
        {
            "leads\"\n": 'leads"\n' + VARIANT.replace("variant", "a variant")
            + VARIANT.replace("short", "shorter").replace("turn_up", "short"),
        },
        ["G01 43"],
    ),
    "a line that is not read, and a variant": (
        {"shuffle stock": "shuffle the stock", "leads\"\n": 'leads"\n' + VARIANT},
        ["G01 27", "V02 44"],
    ),
    "a law that cannot be read, and those that ask for the same": (
        {"leads\"\n": 'leads"\n' + LAWS}, ["G01 43", "V02 44"],
    ),
    "a row of a policy that cannot be read, and those beside it": (
        {"leads\"\n": 'leads"\n' + POLICY}, ["G01 44", "V02 45", "N01 46"],
    ),
    "a choice in two words, and a policy that has it in one": (
        {
            "  if leader is": "    pass on\n  if leader is",
            "leads\"\n": 'leads"\n\npolicy careful\n  play.pass_on\n',
        },
        ["G01 40"],
    ),
    "in a sentence": (
        {"{seat} leads": "{seat seat} leads", "move card": "move cord"},
        ["G01 41", "N01 37"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SEVERAL)
def test_all_are_told(case: str, tmp_path: Path) -> None:
    changes, wanted = SEVERAL[case]
    text = GAME
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "turn-up.cards"
    path.write_text(text, encoding="utf-8")
    assert [f"{one.code} {one.span.line}" for one in problems_of(path)] == sorted(
        wanted, key=lambda at: int(at.split()[1])
    )


def test_the_game_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "turn-up.cards"
    path.write_text(GAME, encoding="utf-8")
    assert problems_of(path) == []


# ---------------------------------------------------------------------- one line that is not read


# Mistakes of names and types in lines that can be read, by the line.
PLANTED = {
    15: ("0..99 = 0", "0..99 = dealer"), 22: ("| 0", "| ♠"), 24: ("worth of card", "worth of seat"),
    28: ("in seats", "in seatz"), 31: ("score of it", "hand of it"),
    38: ("leader = seat", "leader = worth of card"), 40: ("is seat", "is ♠"),
}  # fmt: skip

# What follows from a line that cannot be read: the lines of it that are not told then.
FOLLOWS = {
    9: {31, 38},  # zones
    11: {31, 38},  # hand, and what a card of it is
    14: {15, 38, 40},  # state
    16: {38, 40},  # leader
    18: {22, 24, 38},  # table worth
    19: {22},  # its headings
    26: {28, 31},  # match
    33: {38, 40},  # phase play
    34: {38},  # choose
    35: {38},  # lay
}


def broken_texts(text: str) -> Iterator[tuple[int, str]]:
    """The text with one line after the other that cannot be read, and the number of the line."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line and at > 1:
            first = re.sub(r"^( *\S+)", r"\1 = =", line)
            yield at + 1, "\n".join([*lines[:at], first, *lines[at + 1 :], ""])


def told_of(text: str, folder: Path) -> set[int]:
    """The lines of which a mistake of a name or a type is told."""
    path = folder / "turn-up.cards"
    path.write_text(text, encoding="utf-8")
    return {one.span.line for one in problems_of(path) if one.code[0] in "NT"}


def test_nothing_follows_from_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    for line, text in broken_texts(GAME):
        assert told_of(text, tmp_path) == set(), line


def test_a_line_that_cannot_be_read_hides_nothing_else(tmp_path: Path) -> None:
    lines = GAME.splitlines()
    for number, (old, new) in PLANTED.items():
        assert old in lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new)
    planted = "\n".join([*lines, ""])
    assert told_of(planted, tmp_path) == set(PLANTED)
    for line, text in broken_texts(planted):
        wanted = set(PLANTED) - FOLLOWS.get(line, set()) - {line}
        assert told_of(text, tmp_path) == wanted, line


def test_the_same_slip_in_two_actions_is_told_twice(tmp_path: Path) -> None:
    slip = "    pass\n    leader = seat\n"
    text = GAME.replace("  if leader is seat\n", f"{slip}{slip.replace('pass', 'wait')}  if yes\n")
    lines = [k for k, line in enumerate(text.splitlines(), 1) if line == "    leader = seat"]
    path = tmp_path / "slips.cards"
    path.write_text(text, encoding="utf-8")
    assert [one.span.line for one in problems_of(path)] == lines and len(lines) == 2


GIVEN = (
    head("Given")
    + """\

phase ask(seat: Seat, c: Card)
  choose seat
    guess
      must rank of c is A  "no"
    pass
  say "{c}"

match
  shuffle stock
  for s in seats
    ask(s, top of stock)
"""
)


def test_a_secret_that_is_asked_and_one_that_is_given_are_both_told(tmp_path: Path) -> None:
    path = tmp_path / "given.cards"
    path.write_text(GIVEN, encoding="utf-8")
    assert [one.code for one in problems_of(path)] == ["S01", "S02"]
