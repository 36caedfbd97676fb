"""Which steps of the rules are done in one block, and which under an action.

The checked game is asked, not the text: what a variant adds stands in another file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from hoyle.dsl.analysis.facts import actions_in, rounds_in, step_facts, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event

Caused = tuple[Event, e.MoveChosen | None]  # an event, and the choice that it follows from


class RuleBlocks:
    """The blocks of a checked game, by the places of their steps."""

    def __init__(self, game: g.Game) -> None:
        self.under: dict[Span, set[Span]] = {}  # of each action
        self.places: dict[Span, tuple[int, int]] = {}  # which block, and where
        self.amounts: dict[Span, str] = {}  # what each step pays or counts, as the rules have it
        self.counted: dict[Span, str] = {}  # where it counts that
        self.said: dict[Span, set[str]] = {}  # the values in each sentence
        self.said_at_no: dict[Span, set[Span]] = {}  # sentences that stand for an announced no
        bodies: list[tuple[g.Step, ...]] = []
        for phase in game.phases.values():
            bodies.append(phase.body)
            for step in steps_in(phase.body):
                if isinstance(step, g.Pay):
                    self.amounts[step.span] = step.amount.span.words
                elif isinstance(step, g.Assign):
                    self.amounts[step.span] = step.value.span.words
                    self.counted[step.span] = step.place.span.words
                elif isinstance(step, g.Say):
                    values = [piece for piece in step.pieces if not isinstance(piece, str)]
                    self.said[step.span] = {value.span.words for value in values}
                elif isinstance(step, g.Let) and step.announced:
                    self.said_at_no[step.span] = {
                        said.span for other in steps_in(phase.body)
                        if isinstance(other, g.If) and len(other.branches) == 1
                        if isinstance(test := other.branches[0][0], g.Local)
                        if test.var is step.var
                        for said in other.otherwise if isinstance(said, g.Say)
                    }  # fmt: skip
                bodies += [block.body for block in step_facts(step).blocks]
            for action in actions_in(phase.body):
                effects = self.under.setdefault(action.span, set())
                effects.update(step.span for step in steps_in(action))
        self.rounds: dict[Span, int] = {}  # of which loop, or else phase, each step is a part
        phases = [phase.body for phase in game.phases.values()]
        for number, body in enumerate(chain(phases, *map(rounds_in, phases))):
            self.rounds.update((step.span, number) for step in steps_in(body))
        for block, body in enumerate(bodies):
            for k, step in enumerate(body):
                self.places[step.span] = block, k

    def share_block(self, first: Span, then: Span) -> bool:
        """Whether a step stands behind another in the same block: done after it in any case."""
        (block, at), (other, behind) = (self.places.get(one, (-1, 0)) for one in (first, then))
        return block == other >= 0 and at <= behind

    def share_round(self, first: Span, then: Span) -> bool:
        """Whether no loop goes through one step without the other, if it comes to both."""
        return self.rounds.get(first, -1) == self.rounds.get(then, -2)

    def says_amount(self, said: Span, paid: Span) -> bool:
        """Whether a sentence has what a step pays or counts, not just a number that is equal."""
        return self.amounts.get(paid) in self.said.get(said, ())

    def says_sum(self, said: Span, counted: Span) -> bool:
        """Whether a sentence has the number to which a step has just counted something."""
        return self.counted.get(counted) in self.said.get(said, ())

    def counts_one(self, counted: Span) -> bool:
        """Whether a step counts, or takes off, just one: who knows the sum need not be told."""
        return self.amounts.get(counted) == "1"

    def find_causes(self, events: Iterable[Event]) -> Iterator[Caused]:
        """Each event with the choice that it follows from; None where it follows from the rules."""
        choice: e.MoveChosen | None = None
        running: list[str] = []  # the phases that the choice has begun
        for event in events:
            if isinstance(event, e.MoveChosen):
                choice, running = event, []
            elif choice is not None and not running and (
                # what follows a sealed choice comes of the choices of all together
                choice.sealed or event.span not in self.under.get(choice.span, ())
            ):  # fmt: skip
                choice = None
            yield event, choice
            if isinstance(event, e.PhaseBegun):
                running.append(event.phase)
            elif isinstance(event, e.PhaseEnded):
                while running and running.pop() != event.phase:
                    pass
