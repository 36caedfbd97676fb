"""Of long lists that differ a reader is shown what only one side has."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hoyle.interpreter.comparison.paired_tables import LEGAL, Difference
from hoyle.interpreter.mutation import equivalence


def numbers(*ranges):
    return ", ".join(f"bid {n}" for of in ranges for n in of)


@pytest.mark.parametrize(
    ("left", "right", "shown"),
    [
        (
            numbers(range(6, 20)),
            numbers(range(8, 20)),
            ("only here: bid 6, bid 7; 12 on both sides", "only the 12 on both sides"),
        ),
        (
            numbers(range(3), range(5, 20)),
            numbers(range(1, 4), range(5, 20)),
            ("only here: bid 0; 17 on both sides", "only here: bid 3; 17 on both sides"),
        ),
        (
            numbers(range(14)),
            numbers(range(20, 22)),
            (numbers(range(12)) + " and 2 more", "bid 20, bid 21"),
        ),
        ("bid 1, bid 2", "bid 2", ("bid 1, bid 2", "bid 2")),
    ],
)
def test_what_only_one_side_has_is_shown(left, right, shown):
    assert Difference(LEGAL, "may ann bid", left, right).clipped == shown
    assert Difference(LEGAL, "may ann bid", right, left).clipped == shown[::-1]


@pytest.mark.parametrize(
    ("left", "right", "told"),
    [
        (range(6, 20), range(8, 20), "not bid 6, bid 7"),
        (range(8, 20), range(6, 20), "also bid 6, bid 7"),
        (range(5, 20), range(6, 21), "also bid 20; not bid 5"),
        (range(2), range(3), "bid 0, bid 1, bid 2 instead of bid 0, bid 1"),
    ],
)
def test_a_mutant_that_plays_otherwise_is_told_by_what_it_adds_and_lacks(left, right, told):
    twins = SimpleNamespace(left=SimpleNamespace(names=("ann", "bob")))
    one = Difference(LEGAL, "may ann", numbers(left), numbers(right))
    says = equivalence._told(one, 2, twins)
    assert says == f"with 2 players, after 2 moves, may ann: {told}"
