"""What a library has and the game does not run: it is looked at, and counts for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import as_text
from tests.bad.test_bad import problems_of
from tests.heads import head

LIBRARY = """edition 1
library "bidding"

expects
  declarer: Seat or none
  bidders: Seats
  hand of Seat: Cards

define is_alone = size of bidders is 1 and size of hand of seats > 1

phase auction
  for seat in seats
    choose seat
      bid
        declarer = seat
        bidders += [seat]
      pass

phase play_on
  if declarer is not none
    say "{declarer} plays, {size of bidders} have bid"

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
"""
STATE = """\
  hand of Seat: Cards, seen by owner

state
  declarer: Seat or none = none
  bidders: Seats
"""
GAME = head("Bids", "2", "7 8 9 J Q").replace("\n\nplayers", "\nuse bidding\n\nplayers") + STATE
SHORT = '\nmatch\n  shuffle stock\n  say "{size of stock}"\n'
NAMES = "declarer", "bidders"
POLICY = "\npolicy bold\n  auction.bid\n"


@pytest.mark.parametrize(("match", "told"), [
    ("", []),
    (SHORT, []),
    (SHORT + "  say \"{bidders}\"\n", ["`bidders` is read, and nothing ever sets it"]),
    (SHORT + POLICY, [f"`{name}` is set but never read" for name in NAMES]),
    (SHORT + "  auction\n", [f"`{name}` is set but never read" for name in NAMES]),
])  # fmt: skip
def test_what_only_an_unused_part_speaks_of_is_not_told(
    match: str, told: list[str], tmp_path: Path
) -> None:
    (tmp_path / "bidding.cards").write_text(LIBRARY, encoding="utf-8")
    path = tmp_path / "bids.cards"
    path.write_text(GAME + match, encoding="utf-8")
    found = problems_of(path)
    assert [problem.title for problem in found] == told, "\n".join(map(as_text, found))


EXPECTING = """edition 1
library "extra"

expects
  bonus: 0..9
  worth(card: Card): Number
  hand of Seat: Cards

define is_plain(seat: Seat) = size of hand of seat > 2

phase more
  for seat in seats
    say "{bonus + (total worth of card for card in pack)}"
"""


def test_what_a_library_expects_for_an_unused_part_is_not_told_to_be_of_no_use(
    tmp_path: Path,
) -> None:
    (tmp_path / "extra.cards").write_text(EXPECTING, encoding="utf-8")
    text = head("Extra").replace("\nplayers", "\nuse extra\n\nplayers").replace(
        "\npack\n", '\noptions\n  bonus: 0..9 = 3  "the bonus"\n\npack\n'
    )  # fmt: skip
    text += """\
  hand of Seat: Cards, seen by owner

define worth(card: Card) = 2 if suit of card is ♠ else 1

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    say "{is_plain(seat)}"
"""
    path = tmp_path / "plain.cards"
    path.write_text(text, encoding="utf-8")
    assert [problem.title for problem in problems_of(path)] == []


WEIGHED = """\
  hand of Seat: Cards, seen by owner
  heap: Cards, face up

match
  shuffle stock
  deal 5 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      lay card in hand of seat
        move card to heap
  win seats

policy careful
  match.lay highest kind of (hand of seat - card)
"""


def test_what_only_a_policy_asks_of_a_library_is_known_there(tmp_path: Path) -> None:
    opening = head("Weighed", "2", "2 3 4 5 6 7 8 9 10 J Q K A").replace(
        "\n\npl", "\nuse poker\n\npl"
    )
    path = tmp_path / "weighed.cards"
    path.write_text(opening + WEIGHED, encoding="utf-8")
    found = problems_of(path)
    assert not found, "\n".join(map(as_text, found))
