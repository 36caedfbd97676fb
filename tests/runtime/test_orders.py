"""Runs in an order that ends with its first rank, or goes on from its beginning."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.testing.examples import run_examples

TEXT = """\
edition 1
game "Orders"

players 2

pack
  ranks A 2 3 4 5 6 7
  another suit ♠

order ace_low, best first: 7 6 5 4 3 2 A
order either_end, best first: A 7 6 5 4 3 2 A
order round_the_corner, best first: A 7 6 5 4 3 2 A 7 6
order all_round, best first: A 7 6 5 4 3 2 A 7 6 5 4 3 2

zones
  stock: Pile, face down, starts with the pack

match
  say "nothing is played"
"""

RUNS = [
    ("3♠ 4♥ 5♦", "ace_low either_end round_the_corner all_round"),
    ("A♠ 2♥ 3♦", "ace_low either_end round_the_corner all_round"),
    ("6♠ 7♥ A♦", "either_end round_the_corner all_round"),
    ("7♠ A♥ 2♦", "round_the_corner all_round"),
    ("6♠ 7♥ A♦ 2♦", "round_the_corner all_round"),
    ("7♠ A♥ 2♦ 3♦", "round_the_corner all_round"),
    ("5♠ 6♠ 7♥ A♦ 2♦", "all_round"),
    ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠", "ace_low either_end round_the_corner all_round"),
    ("4♥", "ace_low either_end round_the_corner all_round"),
    ("3♠ 3♥ 4♠", ""),
    ("3♠ 3♠' 4♠", ""),
    ("3♠ 5♠", ""),
    ("2♠ 7♠", ""),
]
ORDERS = ("ace_low", "either_end", "round_the_corner", "all_round")


def example(number: int, cards: str, runs: str) -> str:
    lines = [
        f"  expect {'' if order in runs.split() else 'not '}consecutive([{cards}], {order})"
        for order in ORDERS
    ]
    return "\n".join([f'\nexample "{number}"', "  players 2", *lines, ""])


@pytest.fixture
def orders(tmp_path):
    path = tmp_path / "orders.cards"
    examples = [example(k, *run) for k, run in enumerate(RUNS)]
    heights = [f"{order} of A is {h}" for order, h in zip(ORDERS, (1, 8, 10, 14), strict=True)]
    told = "".join(f"  expect {height}\n" for height in heights)
    path.write_text(f'{TEXT}{"".join(examples)}\nexample "heights"\n  players 2\n{told}')
    return hoyle.load(path)


def test_runs_and_heights(orders):
    outcomes = list(run_examples(orders))
    assert len(outcomes) == len(RUNS) + 1
    assert not [each.title for each in outcomes if not each.passed]
