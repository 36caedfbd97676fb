"""A ruleset at fault: something that its text lets happen and cannot go on from."""

from __future__ import annotations

from hoyle.dsl.source import Span


class RulesetFault(Exception):
    """Names the line; it is never skipped in silence."""

    def __init__(self, says: str, span: Span) -> None:
        super().__init__(f"{span!r}: {says}")
        self.says = says
        self.span = span


class NothingToChoose(RulesetFault):
    """Somebody is to choose, and no move is legal."""


class NoEnd(RulesetFault):
    """The game goes on and on: a loop has reached its bound, or nobody is asked any more."""


class IllegalMove(Exception):
    """A move that may not be made; `refusal` says why."""
