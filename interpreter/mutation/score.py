"""How many changes of a ruleset are noticed: the outcomes of a sample, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from hoyle.interpreter.mutation.mutants import Mutant, sample_mutants
from hoyle.interpreter.mutation.run_mutant import (
    EQUIVALENT,
    NOTICED,
    REFUSED,
    SURVIVED,
    UNTRIED,
    MutantRunner,
    Outcome,
)
from hoyle.interpreter.testing.worker_pool import map_parallel


@attrs.define
class Score:
    """The changes that were asked for out of all that there are, and what became of them."""

    asked: int
    there: int
    seed: int
    outcomes: list[tuple[Mutant, Outcome]] = attrs.field(factory=list)

    def of(self, *kinds: str) -> list[tuple[Mutant, Outcome]]:
        """The changes that came to one of these."""
        return [(change, one) for change, one in self.outcomes if one.found in kinds]

    def many(self, *kinds: str) -> int:
        """How many came to one of these."""
        return len(self.of(*kinds))

    @property
    def short(self) -> bool:
        """Whether time was up before all were tried."""
        return len(self.outcomes) < self.asked

    @property
    def matter(self) -> int:
        """How many change a game: what is refused makes none, what plays alike changes none."""
        return self.many(*NOTICED, SURVIVED)

    @property
    def share(self) -> float | None:
        """The part of them that was noticed; None where there are none."""
        return self.many(*NOTICED) / self.matter if self.matter else None

    def facts(self) -> dict[str, Any]:
        """Everything for a program."""
        kinds = (REFUSED, *NOTICED, SURVIVED, EQUIVALENT, UNTRIED)
        return {
            "changes": self.there,
            "asked_for": self.asked,
            "tried": len(self.outcomes),
            "seed": self.seed,
            "counts": {
                **{kind: self.many(kind) for kind in kinds},
                "broken": 0,
            },
            "share_noticed": None if self.share is None else round(self.share, 4),
            "outcomes": [_facts_of(change, outcome) for change, outcome in self.outcomes],
        }


def _facts_of(change: Mutant, outcome: Outcome) -> dict[str, Any]:
    span = change.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_column": span.source.column_of(span.end),
        "change": change.operator,
        "becomes": change.says,
        "found": outcome.found,
        "says": outcome.says,
    }


def score_mutants(
    trials: MutantRunner, many: int, seed: int, jobs: int, go_on: Callable[[], bool] = lambda: True
) -> Iterator[Score]:
    """The score before any change is tried and after each; the last is the whole."""
    chosen = sample_mutants(trials.changes, many, seed)
    score = Score(len(chosen), len(trials.changes), seed)
    yield score
    if chosen and go_on():
        trials.prepare()  # once, for all processes
    results = map_parallel(trials.outcome, chosen, jobs, go_on)
    for change, outcome in zip(chosen, results, strict=False):
        score.outcomes.append((change, outcome))
        yield score
