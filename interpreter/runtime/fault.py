"""A ruleset at fault: something that its text lets happen and cannot go on from."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.program import Machine
from hoyle.dsl.source import Source, Span
from hoyle.interpreter.runtime.moves import Held

NOWHERE = Span(Source("", ""), 0, 0)  # of a fault whose line is known only further out


class RulesetFault(Exception):
    """Names the line; it is never skipped in silence.

    Where that is a library's, `asked` is the line of the game that asked for it, if one did;
    `inside` are the words without an answer, where they stand in a define that this line asks.
    `advice` is the row of a policy that asked: the rules themselves may be sound then.
    Where something is not there, a top card or as many cards as are dealt, `lacking` has how many
    cards were needed and how many are there; (0, 0) where they are not counted.
    """

    def __init__(self, says: str, span: Span) -> None:
        super().__init__(says, span)
        self.says = says
        self.span = span
        self.asked: Span | None = None
        self.inside: Span | None = None
        self.advice: Span | None = None
        self.lacking: tuple[int, int] | None = None

    @classmethod
    def without_answer(cls, none: NoAnswer, span: Span) -> RulesetFault:
        """What is asked at a place has no answer."""
        fault = cls.of_too_few(str(none), span)
        if none.at is not None and not _holds(span, none.at):
            fault.inside = none.at
        return fault

    @classmethod
    def of_too_few(cls, says: str, span: Span, needed: int = 0, there: int = 0) -> RulesetFault:
        """Fewer are there than are needed."""
        fault = cls(says, span)
        fault.lacking = needed, there
        return fault

    def __str__(self) -> str:
        return f"{self.places[0]!r}: {self.says}"

    @property
    def places(self) -> tuple[Span, ...]:
        """The lines to show, that of the game first."""
        return (self.span,) if self.asked is None else (self.asked, self.span)

    @property
    def told_places(self) -> tuple[tuple[Span, str], ...]:
        """The lines to show, with what stands at the caret: the last is within a define."""
        inside = () if self.inside is None else ((self.inside, "it is asked for here"),)
        row = self.advice if self.advice not in (None, *self.places) else None
        by_policy = () if row is None else ((row, "this row of a policy asks for it"),)
        return (*((span, "") for span in self.places), *inside, *by_policy)

    def note_asker(self, span: Span) -> None:
        """What stands at this place has asked for what cannot go on."""
        inside = self.span.source.is_library and not span.source.is_library
        if self.asked is None and inside and span.source.text:
            self.asked = span


def _holds(span: Span, other: Span) -> bool:
    """Whether some words are part of others."""
    return other.source is span.source and span.start <= other.start and other.end <= span.end


class NothingToChoose(RulesetFault):
    """Somebody is to choose, and no move is legal: `at` is the node, `slots` the state there."""

    def __init__(self, says: str, span: Span, at: int = -1, slots: Sequence[Held] = ()) -> None:
        super().__init__(says, span)
        self.at = at
        self.slots = list(slots)


class NoRoom(RulesetFault):
    """More `cards` come to a zone, whose slot this is, than have room beside those `there`."""

    def __init__(
        self, says: str, span: Span, slot: int = -1, there: int = 0, cards: Sequence[int] = ()
    ) -> None:
        super().__init__(says, span)
        self.slot, self.there, self.cards = slot, there, tuple(cards)


class CardsLeft(RulesetFault):
    """A phase ends, and with it lists of records in which there are `cards`, by their slots."""

    def __init__(
        self, says: str, span: Span, cards: Sequence[tuple[int, Sequence[int]]] = ()
    ) -> None:
        super().__init__(says, span)
        self.cards = tuple(cards)


def tell_cards_left(machine: Machine, at: int, zone: str) -> str:
    """What is wrong where a list of records ends, and a zone of one of them has cards."""
    of = next(family.name for family in machine.families if at in family.slots)
    ends = f"when `{machine.slots[at].phase}` ends"
    return f"cards are left in `{zone}` of `{of}` {ends}: move or gather them before that"


class OutOfRange(RulesetFault):
    """A register, whose slot this is, would hold a `value` outside its range."""

    def __init__(self, says: str, span: Span, slot: int = -1, value: int = 0) -> None:
        super().__init__(says, span)
        self.slot, self.value = slot, value


class NoEnd(RulesetFault):
    """The game goes on and on: a loop has reached its bound, or nobody is asked any more."""


class WorkSpent(NoEnd):
    """All the work that rules may do from one decision to the next is done."""


class IllegalMove(Exception):
    """A move that may not be made; `refusal` says why."""
