"""The smallest game that shows a fault under the rules as they are written.

First fewer players and options, then a shorter history, then plainer moves and fewer cards; again
and again until nothing becomes smaller. A game counts only where the fault is the same: the same
property, of the same law, at the same line.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.interpreter.play.rulesets import Ruleset
from hoyle.interpreter.smallest.fewer import (
    fewer_deals,
    fewer_moves,
    fewer_options,
    fewer_players,
    hunted,
    plainer_moves,
)
from hoyle.interpreter.smallest.fewer_cards import any_cards, fewer_cards, plainer_cards
from hoyle.interpreter.smallest.rehearsal import Rehearsal, Shown
from hoyle.interpreter.trial.findings import Finding
from hoyle.interpreter.trial.script import AsWritten, Script, Written

MOST_GAMES = 1500
MOST_ROUNDS = 6


def smallest(
    ruleset: Ruleset, failure: Finding, games: int = MOST_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> Shown | None:  # fmt: skip
    """The smallest game found in so many; None where the script does not show the fault."""
    script = failure.script
    assert script is not None
    at = Rehearsal(ruleset, failure, games, go_on)
    best = first_of(at, script)
    if best is None:
        return None
    best = fewer_options(at, fewer_players(at, best))
    for _ in range(MOST_ROUNDS):
        before = best.size
        best = fewer_deals(at, best)
        best = hunted(at, best)
        best = fewer_moves(at, best)
        best = plainer_moves(at, best)
        best = fewer_cards(at, best)
        if best.size >= before or at.over:
            break
    best = plainer_cards(at, best)
    return any_cards(at, best)


def first_of(at: Rehearsal, script: Script) -> Shown | None:
    """The game as it was found, with its own moves."""
    sitting = at.sitting(script.players, dict(script.options))
    if sitting is None:
        return None
    return at.shown(sitting, Written(script.chance), AsWritten(script.moves), script, 10_000)
