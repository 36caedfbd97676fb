"""Native code plays the interpreter's games: decision for decision, to the same end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import hoyle
from hoyle.interpreter.native.kernel import Kernel, compile_machine

SEEDS = range(6)
FindDifference = Callable[[Kernel, int], str]


def kernel_of(name: str, players: int, variants: tuple[str, ...] = (), **options: str) -> Kernel:
    table = hoyle.load(name, variants).table(players, options, traced=False)
    return compile_machine(table.machine, hashed=True)


@pytest.mark.parametrize("players", [2, 4, 7])
def test_a_shipped_game_is_played_alike(players: int, find_difference: FindDifference) -> None:
    kernel = kernel_of("scotch-whist", players)
    assert [find_difference(kernel, seed) for seed in SEEDS] == [""] * len(SEEDS)


def test_games_are_counted_from_the_first() -> None:
    kernel = kernel_of("scotch-whist", 4)
    whole, part = kernel.play(5, 0, 30), kernel.play(5, 10, 20)
    width = kernel.row_words
    assert whole.rows[10 * width :] == part.rows
    assert len(set(whole.hashes)) == 30


def test_a_game_that_is_too_long_is_left() -> None:
    kernel = kernel_of("scotch-whist", 4)
    played = kernel.play(0, 0, 3, most=20)
    assert list(played.statuses) == [4, 4, 4]
    assert list(played.decisions) == [20, 20, 20]
