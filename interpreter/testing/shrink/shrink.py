"""What is found, made small: the smallest game, and the smallest position begun by hand.

First fewer players, then a shorter history, fewer options, plainer moves and fewer cards; again
and again until nothing becomes smaller. A game counts only where the fault is the same: the same
property, of the same law, at the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.failing_game import FailingGame, SmallestGames
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.shrink import reductions
from hoyle.interpreter.testing.shrink.candidate_runs import SCRIPTED, Candidate, CandidateRunner
from hoyle.interpreter.testing.shrink.reduced_position import shrink_position
from hoyle.interpreter.testing.worker_pool import map_parallel

MAX_GAMES = 1500
MAX_ROUNDS = 8
KEPT = 200  # games for the cards at the very end, however many were played before

ROUND = (
    reductions.cut_end,
    reductions.raise_amounts,
    reductions.drop_deals,
    reductions.hunt_shorter,
    reductions.drop_moves,
    reductions.reset_options,
    reductions.plainer_moves,
    reductions.drop_cards,
)


def shrink_game(
    ruleset: Ruleset, failure: Finding, games: int = MAX_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest game found in so many; None where the script does not show the fault."""
    assert failure.script is not None
    at = CandidateRunner(ruleset, failure, games, go_on)
    game = at.run(Candidate(failure.script, way=SCRIPTED))
    if game is None:
        return None
    game = at.reduce(game, reductions.remove_players)
    game = at.reduce_in_rounds(game, ROUND, MAX_ROUNDS)
    at.left = max(at.left, KEPT)
    return reductions.name_what_matters(at, at.reduce(game, reductions.plainer_cards))


def shrink_findings(
    ruleset: Ruleset, findings: Sequence[Finding], jobs: int = 1,
    go_on: Callable[[], bool] = lambda: True, tell: Callable[[str], None] = lambda text: None,
) -> list[SmallestGames]:  # fmt: skip
    """For each finding, as far as `go_on` lets it; what has no script stays as it was."""
    found: list[SmallestGames] = []
    tell(f"making 1 of {len(findings)} small")
    for small in map_parallel(partial(_shrink, ruleset, go_on=go_on), findings, jobs, go_on):
        found.append(small)
        tell(f"making {min(len(found) + 1, len(findings))} of {len(findings)} small")
    return found + [SmallestGames(None)] * (len(findings) - len(found))


def _shrink(ruleset: Ruleset, finding: Finding, go_on: Callable[[], bool]) -> SmallestGames:
    game = shrink_game(ruleset, finding, go_on=go_on) if finding.script is not None else None
    if game is None:
        return SmallestGames(None)
    return SmallestGames(game, shrink_position(ruleset, finding, game, go_on=go_on))
