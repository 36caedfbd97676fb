"""How many changes of a ruleset are noticed: the outcomes of a sample, counted."""

from __future__ import annotations

from collections.abc import Iterator
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
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.testing.time_share import ALL_TIME, TimeShare
from hoyle.interpreter.testing.worker_pool import map_parallel


@attrs.define
class Score:
    """The changes that were asked for out of all that there are, and what became of them."""

    asked: int
    there: int
    seed: int
    found: dict[int, tuple[Mutant, Outcome]] = attrs.field(factory=dict)  # by their numbers
    # those that no example has noticed at once, and that nobody has played yet
    waiting: dict[int, Mutant] = attrs.field(factory=dict)
    interrupted: bool = False

    @property
    def outcomes(self) -> list[tuple[Mutant, Outcome]]:
        """The changes of which it is known, in the order of the text."""
        return [self.found[number] for number in sorted(self.found)]

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
            "interrupted": self.interrupted,
            "counts": {
                **{kind: self.many(kind) for kind in kinds},
                "broken": 0,
            },
            "share_noticed": None if self.share is None else round(self.share, 4),
            "outcomes": [
                {**_facts_of(change), "found": outcome.found, "says": outcome.says}
                for change, outcome in self.outcomes
            ],
            "not_played": [_facts_of(self.waiting[number]) for number in sorted(self.waiting)],
        }


def _facts_of(change: Mutant) -> dict[str, Any]:
    span = change.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_column": span.source.column_of(span.end),
        "change": change.operator,
        "becomes": change.says,
    }


def score_mutants(
    trials: MutantRunner, many: int, seed: int, jobs: int, share: TimeShare = ALL_TIME
) -> Iterator[Score]:
    """The score before any change is tried and after each; the last is the whole.

    Where time will be up, what takes little of it is asked first, of all changes as far as the
    larger part of it reaches: were they tried one after the other, a short time would be spent on
    two or three. The order is drawn by lot, so that what is tried by then is like the rest.
    """
    chosen = sample_mutants(trials.changes, many, seed)
    score = Score(len(chosen), len(trials.changes), seed)
    yield score
    if not chosen or not share.go_on():
        return
    trials.prepare()  # once, for all processes

    def try_quickly(number: int) -> tuple[int, Outcome | None]:
        return number, trials.try_quickly(chosen[number])

    def try_wholly(number: int) -> tuple[int, Outcome]:
        return number, trials.outcome(chosen[number])

    def in_time() -> bool:
        return not share.is_late()

    order = tuple(Stream(seed, "order of changes", 0).shuffled(range(len(chosen))))
    hurried = order if share.has_end else ()
    for number, noticed in map_parallel(try_quickly, hurried, jobs, in_time, as_done=True):
        if noticed is None:
            score.waiting[number] = chosen[number]
        else:
            score.found[number] = (chosen[number], noticed)
        yield score
    left = tuple(score.waiting) if share.has_end else order
    for number, outcome in map_parallel(try_wholly, left, jobs, share.go_on, as_done=True):
        score.waiting.pop(number, None)
        score.found[number] = (chosen[number], outcome)
        yield score
