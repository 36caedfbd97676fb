"""A name of two things is told once: what asks for it may be right by either of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.checked.conftest import look_over
from tests.heads import head

# By kind: what declares `twice`, and a line of the match that asks for it.
OPTIONS, ZONES, STATE, BEHIND = range(4)
KINDS = {
    "option": (OPTIONS, '  twice: 1..5 = 2 "how many"\n', "  low = twice\n"),
    "zone": (ZONES, "  twice: Cards, face up\n", "  move stock to twice\n"),
    "zones": (ZONES, "  twice of Seat: Cards, face up\n", "  move stock to twice of lucky\n"),
    "state": (STATE, "  twice: 0..5 = 0\n", "  twice += 1\n"),
    "states": (STATE, "  twice of Seat: 0..5 = 0\n", "  twice of lucky += 1\n"),
    "order": (BEHIND, "order twice, best first: A K Q J 10 9 8 7\n", "  low = twice of A\n"),
    "phase": (BEHIND, "phase twice\n  low = 1\n  if low is 1\n    end twice\n", "  twice\n"),
    "define": (BEHIND, "define twice(seat: Seat) = 2\n", "  low = twice of lucky\n"),
    "table": (
        BEHIND,
        "table twice(n: 0..9), first that fits\n  n | is\n  1 | 2\n  - | 3\n",
        "  low = twice of 3\n",
    ),
    "conditions": (BEHIND, "conditions twice(card: Card)\n  must suit of card is ♠\n", ""),
    "policy": (BEHIND, "policy twice\n  match.play\n", ""),
}  # fmt: skip


TEXT = (
    head("Twice").replace("\npack\n", "\n{0}\npack\n")
    + "{1}\nstate\n  low: 0..9 = 0\n{2}\n{3}\nmatch\n  let lucky = first seat in seats\n{4}"
    + "  choose lucky\n    play card in stock\n      low = 2\n"
)


@pytest.mark.parametrize("name", ["twice", "tens", "leader"])
@pytest.mark.parametrize(("one", "other"), list(combinations(KINDS, 2)))
def test_nothing_follows_from_a_name_of_two_things(one: str, other: str, name: str) -> None:
    blocks, asked = ["", "", "", ""], ""
    for at, declares, asks in (KINDS[one], KINDS[other]):
        blocks[at] += "options\n" * (at == OPTIONS) + declares + "\n" * (at == BEHIND)
        asked += asks
    _, errors = look_over(TEXT.format(*blocks, asked).replace("twice", name))
    assert [(one.code, one.span.words) for one in errors] == [("N02", name)]
