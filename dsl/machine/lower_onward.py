"""What follows a phase in whoever runs it: for an example that has begun with the phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from hoyle.dsl.analysis.facts import steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.lower_steps import StepLowering
from hoyle.dsl.source import Span

RUN = "behind the run"  # where the machine stops first, if the loops around it lead there


@attrs.define(eq=False)
class OnwardLowering(StepLowering):
    """Lowers the match from behind the run of a phase on.

    Names and loops around the run are set up first, in the position in which the phase begins; then
    the machine stops (a chance node of the kind `pause`), and gets the position in which it has
    ended. Loops are in their first round, or where the phase is run with the variable of a loop, in
    that of its argument. The machine stops again after each phase.
    """

    path: Sequence[str] = ()  # the phases that lead to it
    phase: str = ""
    args: tuple[g.Value, ...] = ()
    before: bool = True  # whether the run is still to come

    def reset_state(self, phase: str | None) -> None:
        """What is running already has its state."""
        if not self.before:
            super().reset_state(phase)

    def run_body(self, phase: g.Phase, params: tuple[int, ...], span: Span) -> None:
        """A phase as ever, and a stop after it; after the match nothing comes."""
        super().run_body(phase, params, span)
        if phase.name != "match":
            self._chance("pause", p.Ref(0), None, "", None, span)

    def lower_block(self, body: Iterable[g.Step]) -> None:
        """Before the run only names for values, what ends the phase, and the step with the run."""
        body = tuple(body)
        at = next((k for k, step in enumerate(body) if self._leads((step,))), None)
        if not self.before or at is None:
            super().lower_block(body)
            return
        with self.code.live_block():
            for step in body[:at]:
                if isinstance(step, g.Let):
                    self._let(attrs.evolve(step, announced=False))
                elif isinstance(step, g.EndsWhen):
                    self._watch(step)
            self._step(body[at])
            for watch in self.watches:
                self._branch_out(watch.test, watch.exit, watch.span)
            super().lower_block(body[at + 1 :])

    def _leads(self, steps: tuple[g.Step, ...]) -> bool:
        """Whether the phase is run in these steps, or in what they run."""
        phases = self._game.phases
        return any(
            step.phase == self.phase
            or (step.phase in self.path and self._leads(phases[step.phase].body))
            for step in steps_in(steps)
            if isinstance(step, g.Run)
        )

    def _step(self, step: g.Step) -> None:
        match step:
            case _ if not self.before:
                super()._step(step)
            case g.Run() if step.phase == self.phase:
                self._chance("pause", p.Ref(0), None, RUN, None, step.span)
                self.before = False
            case g.If():
                blocks = (*(body for _, body in step.branches), step.otherwise)
                self.lower_block(next(block for block in blocks if self._leads(block)))
            case g.Run() | g.Repeat() | g.For():
                super()._step(step)
                if self.before:  # a list of records: which of them is not known
                    raise self._cannot(step)
            case _:
                raise self._cannot(step)

    def _cannot(self, step: g.Step) -> CannotLower:
        says = f"`{self.phase}` has ended; an example cannot go on from there inside this step"
        return CannotLower(says, step.span)

    # ------------------------------------------------------------------ loops

    def _begin_count(
        self, step: g.For | g.Repeat, most: g.Value | None, first: int = 0
    ) -> int | None:
        return super()._begin_count(step, most, int(self.before))

    def enter_loop(
        self, step: g.For | g.Repeat, done: int, slot: int | None, members: tuple[int, int] | None
    ) -> None:
        """The round in which the phase is run."""
        if not self.before:
            return
        code, span = self.code, step.span
        if isinstance(step, g.Repeat):
            if slot is not None:
                code.set_quietly(slot, p.Op("minus", (p.Get(slot), p.Const(1))), span)
            self._loop_body(step.body, done)
            return
        assert slot is not None
        wanted = self._argument_for(step)
        with code.live_block():
            if members is not None:
                seek, taken, found = code.new_labels(3)
                code.place(seek)
                code.next_member(*members, slot, taken, done, span)
                test = p.Const(1) if wanted is None else p.Op("is", (p.Get(slot), wanted))
                code.branch(test, found, seek, span)
                code.place(found)
                code.live += members
            elif wanted is not None:
                code.set_quietly(slot, wanted, span)
            self._begin_variable(step.var, slot)
            self._loop_body(step.body, done)
        if members is None:
            among = self.expressions.as_mask(step.over)
            code.set_quietly(slot, self.expressions.next_of_those(p.Get(slot), among), span)

    def _argument_for(self, loop: g.For) -> p.Expr | None:
        """What the variable of a loop was, where the phase was run with it, and that is known."""
        for step in steps_in(loop.body):
            if isinstance(step, g.Run) and step.phase == self.phase:
                for arg, value in zip(step.args, self.args, strict=False):
                    if isinstance(arg, g.Local) and arg.var is loop.var:
                        return self.expressions.needed(value)
        return None
