"""The smallest game that shows a fault under the rules as they are written.

First fewer players, then a shorter history, fewer options, plainer moves and fewer cards; again
and again until nothing becomes smaller. A game counts only where the fault is the same: the same
property, of the same law, at the same line.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.script import Script, ScriptedChance, ScriptedPlayer
from hoyle.interpreter.testing.shrink.candidate_runs import Rehearsal
from hoyle.interpreter.testing.shrink.card_reductions import any_cards, fewer_cards, plainer_cards
from hoyle.interpreter.testing.shrink.reductions import (
    bolder,
    fewer_deals,
    fewer_moves,
    fewer_options,
    fewer_players,
    hunted,
    plainer_moves,
    sooner,
)

MOST_GAMES = 1500
MOST_ROUNDS = 8
HUNTS = 3  # rounds in which random games are played too
KEPT = 200  # games for the cards at the very end, however many were played before


def shrink_game(
    ruleset: Ruleset, failure: Finding, games: int = MOST_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest game found in so many; None where the script does not show the fault."""
    script = failure.script
    assert script is not None
    at = Rehearsal(ruleset, failure, games, go_on)
    best = _first_of(at, script)
    if best is None:
        return None
    best = fewer_players(at, best)
    for round_ in range(MOST_ROUNDS):
        before = best.size
        best = fewer_deals(at, bolder(at, sooner(at, best)))
        best = hunted(at, best) if round_ < HUNTS else best
        best = fewer_moves(at, best)
        best = fewer_options(at, best)
        best = plainer_moves(at, best)
        best = fewer_cards(at, best)
        if best.size >= before or at.over:
            break
    at.left = max(at.left, KEPT)
    best = plainer_cards(at, best)
    return any_cards(at, best)


def _first_of(at: Rehearsal, script: Script) -> FailingGame | None:
    """The game as it was found, with its own moves."""
    runner = at.runner(script.players, dict(script.options))
    if runner is None:
        return None
    return at.shown(
        runner, ScriptedChance(script.chance), ScriptedPlayer(script.moves), script, 10_000
    )
