"""T12: what one deal puts into state of the match is still there in the next."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoyle.dsl.analysis.never_reset import check_never_reset
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from tests.checked.conftest import look_over
from tests.heads import head

GAME = head("Deals", "2", "7 8 9 10 J Q K A")
GAME += """\
  hand of Seat: Cards, face up
  heap: Cards, face up
{state}
  passed: Seats
  laid: 0..99 = 0
match
  repeat 3 times{until}
    {gather}
    {first}
    deal 4 each from stock to hand of s for s in seats where {dealt}
    repeat until hand of seats is empty{asked} at most 9 times
      for s in seats
        one_turn of s
    {last}
  {after}
phase one_turn(s: Seat)
  choose s
    lay card in hand of s
      must s not in passed, if able
      move card to heap
      {add}
      laid {count} 1
"""
NOTHING = "shuffle stock"
KEPT = {
    "gather": "gather into stock\n    shuffle stock", "count": "=",
    "state": "state", "until": "", "first": NOTHING, "dealt": "size of seats > 0", "last": NOTHING,
    "after": NOTHING, "add": "passed += [s]", "asked": " or passed is seats",
}  # fmt: skip


@pytest.mark.parametrize(
    "other, told",
    [
        ({}, True),
        ({"last": "if (first x in seats) in passed\n      shuffle stock"}, True),
        ({"first": "passed = empty"}, False),
        ({"last": "passed -= seats"}, False),
        ({"state": "state of one_deal"}, False),
        ({"dealt": "s not in passed"}, False),  # who is out of the match is dealt no more
        ({"after": 'say "{passed}"'}, False),
        ({"last": "passed += seats", "add": NOTHING}, False),  # set when a deal is over
        ({"add": "passed = [s]"}, False),
        ({"asked": ""}, False),  # what each may do once in a match
        ({"count": "+=", "asked": " or laid > 8"}, True),
        ({"count": "+=", "asked": " or laid > 8", "first": "laid = 0"}, False),
        ({"count": "=", "asked": " or laid > 8"}, False),
        ({"count": "= laid +", "asked": " or laid > 8"}, True),
        ({"count": "+=", "asked": " or laid > 8", "first": "laid += 1"}, True),
        ({"count": "+=", "asked": " or laid > 8", "after": "laid += 1"}, False),
        ({"first": "if size of heap > 2\n      gather into stock\n      shuffle stock"}, True),
        (
            {
                "gather": "if size of heap > 2\n      shuffle stock",
                "first": "if size of heap > 2\n      shuffle stock",
            },
            False,
        ),  # no deal, but a stock that is used up
    ],
)
def test_what_is_never_set_back_is_told(tmp_path: Path, other: dict[str, str], told: bool) -> None:
    text = GAME.format(**(KEPT | other))
    if "of one_deal" in text:
        rounds, played = text.split("    gather", 1)
        dealt, turn = played.split("\n  shuffle", 1)
        deal = "\n".join(line[2:] for line in ("    gather" + dealt).split("\n"))
        text = f"{rounds}    one_deal\n  shuffle{turn}phase one_deal\n{deal}\n"
    path = tmp_path / "deals.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.failed, report.problems
    assert told == any(problem.code == "T12" for problem in report.problems)


LOOP = """\
  repeat 3 times
    shuffle stock
    for one in seats
      choose one
        pass
          must one not in passed
          passed += [one]
"""


def test_the_work_grows_as_the_loops_do() -> None:
    work = []
    for many in (50, 100):
        text = head("Loops") + "state\n  passed: Seats\n"
        game, _ = look_over(f"{text}\nmatch\n{LOOP * many}")
        calls: list[str] = []
        sys.setprofile(lambda frame, event, arg, calls=calls: calls.append(event))
        check_never_reset(game, (game.phases["match"].span.source,), Report())
        sys.setprofile(None)
        work.append(len(calls))
    assert work[1] < 2.5 * work[0]
