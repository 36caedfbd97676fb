"""State that says whose turn it is, and that of a phase which ends before it steers anything.

So the seat that would begin the next round, where the hand is over and there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from hoyle.dsl.analysis.facts import Role, all_steps, step_facts, steps_in, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, bare
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event

Things = frozenset[Thing]
NOTHING: Things = frozenset()


class Steering:
    """What the steps of a game ask for, by phases, and behind each step up to its phase's end."""

    def __init__(self, game: g.Game) -> None:
        self.game = game
        self.behind: dict[Span, Things] = {}
        self.within: dict[str, Things] = {}
        self.behind_runs: dict[str, Things] = {}  # behind all steps that run a phase

    @cached_property
    def turns(self) -> Things:
        """What says who chooses, or where a round begins, also by way of other state."""
        steps = list(all_steps(self.game))
        asked = things_read(*(value for step in steps for value in _list_turn_values(step)))
        sets = [step for step in steps if isinstance(step, g.Assign)]
        while True:
            on = {step for step in sets if step.place.thing in asked}
            more = asked | things_read(*(step.value for step in on))
            if more == asked:
                return asked
            asked = more

    def is_over(self, thing: g.Register, event: e.RegisterSet, after: Iterable[Event]) -> bool:
        """Whether its phase ends, as the events `after` have it, and no step till then asks for it.

        Nobody chooses before that either: whoever does might look at it.
        """
        if not self.behind:
            self._find_reads()
        if thing.phase is None or thing.index or event.span not in self.behind:
            return False
        asked = self.behind[event.span]
        begun: list[str] = []
        for other in after:
            if isinstance(other, e.MoveChosen):
                break
            if isinstance(other, e.PhaseBegun):
                begun.append(other.phase)
                asked |= self.within[other.phase]
            elif isinstance(other, e.PhaseEnded) and other.phase in begun:
                while begun.pop() != other.phase:
                    pass
            elif isinstance(other, e.PhaseEnded):
                if other.phase == thing.phase:
                    return thing not in asked
                asked |= self.behind_runs.get(other.phase, NOTHING)
        return False

    def _find_reads(self) -> None:
        for name, phase in self.game.phases.items():
            self.within[name] = self._go_through(phase.body, NOTHING)

    def _go_through(self, body: tuple[g.Step, ...], behind: Things) -> Things:
        """What the steps of a block ask for; `behind` is what is asked for behind the block.

        A round is followed by others, and what one seat has chosen by what others have. But a
        round in which somebody chooses does not come without a choice.
        """
        found = NOTHING
        for step in reversed(body):
            facts = step_facts(step)
            inside = things_read(
                *(read.value for one in steps_in(step) for read in step_facts(one).reads)
            )
            self.behind[step.span] = behind | found
            if facts.runs is not None:
                before = self.behind_runs.get(facts.runs, NOTHING)
                self.behind_runs[facts.runs] = before | behind | found
            for block in facts.blocks:
                goes_on = block.role is Role.ROUND and not any(
                    isinstance(one, g.Choose) for one in steps_run(self.game, block.body)
                )
                again = inside if goes_on or block.role is Role.ACTION else NOTHING
                self._go_through(block.body, behind | found | again)
            found |= inside
        return found


def _list_turn_values(step: g.Step) -> Iterator[g.Value]:
    """The values of a step by which it asks a seat, or goes round the table."""
    match step:
        case g.Choose():
            yield from (value for value in (step.seat, step.decider, step.over) if value)
        case g.For():
            yield step.over
        case g.Run():
            yield from (value for value in step.args if bare(value.type) == SEAT)
        case g.Let() if bare(step.var.type) == SEAT:
            yield step.value
