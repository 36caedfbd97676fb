"""The shipped games that OpenSpiel has too are the same games, move by move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.effort import TIMES
from tests.openspiel.adapters import GAMES
from tests.openspiel.lockstep import Adapter, play_both

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
MANY = 100 * TIMES


def load_other(name: str) -> Any:
    """A game of OpenSpiel's, one seat after another where it lets them choose at once."""
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


@pytest.mark.parametrize("adapter", GAMES, ids=lambda adapter: adapter.name)
def test_some_games(adapter: Adapter) -> None:
    assert play_both(adapter, load_other(adapter.other), range(adapter.few)) >= adapter.few


@pytest.mark.long
@pytest.mark.parametrize("adapter", GAMES, ids=lambda adapter: adapter.name)
def test_many_games(adapter: Adapter) -> None:
    assert play_both(adapter, load_other(adapter.other), range(MANY)) >= MANY
