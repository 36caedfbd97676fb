"""The one loop that makes what failed smaller; what may be left out is proposed by reductions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

Failing = TypeVar("Failing")
Candidate = TypeVar("Candidate")

# Yields candidates. For each it is sent the smallest failing thing so far, and what came of the
# candidate: None where it does not fail in the same way. It may return the smallest in the end.
Proposals = Generator[Candidate, tuple[Failing, Failing | None], Failing]
Reduction = Callable[[Failing], Proposals[Candidate, Failing]]


def reduce(
    smallest: Failing, reductions: Iterable[Reduction[Failing, Candidate]],
    still_fails: Callable[[Candidate], Failing | None], is_over: Callable[[], bool],
    improves: Callable[[Candidate, Failing, Failing], bool],
) -> Failing:  # fmt: skip
    """Every reduction in its turn, as long as the budget lasts.

    `still_fails` gives what a candidate fails with; `improves` says whether that takes the place of
    the smallest so far.
    """
    for propose in reductions:
        proposals = propose(smallest)
        candidate = next(proposals, None)
        while candidate is not None and not is_over():
            found = still_fails(candidate)
            if found is not None and improves(candidate, smallest, found):
                smallest = found
            try:
                candidate = proposals.send((smallest, found))
            except StopIteration:
                break
        proposals.close()
    return smallest
