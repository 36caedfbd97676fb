"""What is found, made small: the smallest game, and the smallest position begun by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.failing_game import SmallestGames
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.shrink.reduced_position import shrink_position
from hoyle.interpreter.testing.shrink.shrink import shrink_game
from hoyle.interpreter.testing.worker_pool import map_parallel


def shrink_findings(
    ruleset: Ruleset, findings: Sequence[Finding], jobs: int = 1,
    go_on: Callable[[], bool] = lambda: True, tell: Callable[[str], None] = lambda text: None,
) -> list[SmallestGames]:  # fmt: skip
    """For each finding, as far as `go_on` lets it; what has no script stays as it was."""
    found: list[SmallestGames] = []
    tell(f"making 1 of {len(findings)} small")
    for small in map_parallel(partial(_small_of, ruleset, go_on=go_on), findings, jobs, go_on):
        found.append(small)
        tell(f"making {min(len(found) + 1, len(findings))} of {len(findings)} small")
    return found + [SmallestGames(None)] * (len(findings) - len(found))


def _small_of(ruleset: Ruleset, finding: Finding, go_on: Callable[[], bool]) -> SmallestGames:
    if finding.script is None:
        return SmallestGames(None)
    game = shrink_game(ruleset, finding, go_on=go_on)
    if game is None:
        return SmallestGames(None)
    return SmallestGames(game, shrink_position(ruleset, finding, game, go_on=go_on))
