"""Strategies for Hypothesis: hands, packs, options, games and positions of any ruleset.

    from hypothesis import given
    from hoyle.strategies import games, machine

    @given(games("scotch-whist", players=2))
    def test_somebody_wins(last):
        assert not last.over or last.winners

    TestWhist = machine("scotch-whist").TestCase

A `ruleset` is a name, a path or a `hoyle.Ruleset`; `players` a number, several, or all where it is
not said. What fails is made small: the fewest players, the defaults of the options, the pack's own
order, the first legal move, the fewest moves. Needs Hypothesis (`pip install 'hoyle[test]'`).
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ImportError("hoyle.strategies needs Hypothesis: pip install 'hoyle[test]'")

from hoyle.interpreter.testing.game_strategies import games, hands, options, packs, positions
from hoyle.interpreter.testing.state_machine import machine

__all__ = ["games", "hands", "machine", "options", "packs", "positions"]
