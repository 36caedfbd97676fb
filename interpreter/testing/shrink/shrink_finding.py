"""What is found, made small: the smallest game, and the smallest position begun by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.failing_game import Small
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.shrink.reduced_position import smallest_reduced
from hoyle.interpreter.testing.shrink.shrink import smallest
from hoyle.interpreter.testing.worker_pool import spread


def made_small(
    ruleset: Ruleset, findings: Sequence[Finding], jobs: int = 1,
    go_on: Callable[[], bool] = lambda: True, tell: Callable[[str], None] = lambda text: None,
) -> list[Small]:  # fmt: skip
    """For each finding, as far as `go_on` lets it; what has no script stays as it was."""
    found: list[Small] = []
    tell(f"making 1 of {len(findings)} small")
    for small in spread(partial(_small_of, ruleset, go_on=go_on), findings, jobs, go_on):
        found.append(small)
        tell(f"making {min(len(found) + 1, len(findings))} of {len(findings)} small")
    return found + [Small(None)] * (len(findings) - len(found))


def _small_of(ruleset: Ruleset, finding: Finding, go_on: Callable[[], bool]) -> Small:
    if finding.script is None:
        return Small(None)
    game = smallest(ruleset, finding, go_on=go_on)
    if game is None:
        return Small(None)
    return Small(game, smallest_reduced(ruleset, finding, game, go_on=go_on))
