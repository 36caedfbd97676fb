"""Which tables are asked whatever holds, and which only where a condition lets them be."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.dsl.analysis.facts import Role, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import definition_values, values_in, values_inside
from hoyle.dsl.source import Span

Named = g.Define | g.Table | g.Ranking
Exits = dict[str | None, Span]  # where steps may lead but to the next one; None: out of a loop


@attrs.define(eq=False)
class SureCalls:
    """The calls in the rules of a game, as far as they are come to without a condition.

    `behind` has a condition for each definition, or the step that may end all before; None where
    one of the places that ask for it stands behind none. `sure_args` are the arguments given there,
    and `steps` those that stand behind none.
    """

    game: g.Game
    behind: dict[Named, Span | None] = attrs.field(factory=dict)
    sure_args: set[int] = attrs.field(factory=set)
    steps: set[g.Step] = attrs.field(factory=set)
    _phases: dict[tuple[str, bool], Exits] = attrs.field(factory=dict)
    _ends: set[Span] = attrs.field(factory=set)  # of loops: `until …`, `however long`

    def __attrs_post_init__(self) -> None:
        """Everything is gone through at once."""
        self._phase("match", None)
        if self.game.payoff is not None:
            self._ask(self.game.payoff[1], None)
        for register in self.game.all_registers:
            if register.default is not None:
                self._ask(register.default, None)

    def doubt(self, code: str, of: Named) -> tuple[tuple[str, ...], tuple[tuple[Span, str], ...]]:
        """What is said, and shown, of what may never be asked; nothing where it surely is."""
        behind = self.behind.get(of)
        if behind is None:
            return (), ()
        if behind in self._ends:
            return (say_how_meant(code),), ()
        return (say_how_meant(code),), ((behind, "this condition was not reckoned with"),)

    def _narrow(self, behind: Span | None, condition: Span | None) -> Span | None:
        """The condition to be told: when a loop ends says the least of what is asked inside."""
        return condition if behind is None or (condition and behind in self._ends) else behind

    # ------------------------------------------------------------------ steps

    def _phase(self, name: str, behind: Span | None) -> Exits:
        """The steps of a phase; where they may lead out of others."""
        key = name, behind is None
        if key not in self._phases:
            self._phases[key] = {}  # also what a circle leads to, which is reported elsewhere
            phase = self.game.phases.get(name)
            exits = self._block(phase.body if phase else (), behind, name)
            self._phases[key] = {to: at for to, at in exits.items() if to not in (name, None)}
        return self._phases[key]

    def _block(self, body: Iterable[g.Step], behind: Span | None, phase: str) -> Exits:
        """Steps in turn: those after one that may lead away stand behind it."""
        exits: Exits = {}
        for step in body:
            if behind is None:
                self.steps.add(step)
            exits.update(self._step(step, behind, phase))
            behind = self._narrow(behind, next(iter(exits.values()), None))
        return exits

    def _step(self, step: g.Step, behind: Span | None, phase: str) -> Exits:
        match step:
            case g.If(branches=branches, otherwise=otherwise):
                return self._branches(branches, otherwise, behind, phase)
            case g.Choose(actions=actions):
                exits: Exits = {}
                asked = (value for value in (step.seat, step.decider, step.over) if value)
                self._ask_all(asked, behind)
                for action in actions:
                    self._ask_all((param.over for param in action.params), behind)
                    after = behind
                    for must in action.musts:
                        self._ask(must.test, after)
                        after = self._narrow(after, must.test.span)
                    exits |= self._block(action.body, after, phase)
                return exits | self._block(
                    step.otherwise or (), self._narrow(behind, step.span), phase
                )
            case g.EndsWhen(test=test):
                self._ask(test, behind)
                return {phase: test.span}
            case g.Stop():
                return {None: step.span}
            case g.End(phase=ended):
                return {ended or "match": step.span}
        facts = step_facts(step)
        if isinstance(step, g.For | g.Repeat):
            self._ends |= {one.span for one in (step.until, *(step.at_bound or ())) if one}
        self._ask_all((read.value for read in facts.reads), behind)
        if isinstance(step, g.Run):
            return dict(self._phase(step.phase, behind))
        exits = {}
        for block in facts.blocks:
            condition = _asked_of_rounds(step) if block.role is Role.ROUND else step.span
            inside = self._narrow(behind, condition)
            exits |= self._block(block.body, inside, phase)
            if block.role is Role.ROUND:
                exits.pop(None, None)
        return {"match": step.span} if facts.wins else exits

    def _branches(
        self, branches: tuple[tuple[g.Value, tuple[g.Step, ...]], ...],
        otherwise: tuple[g.Step, ...], behind: Span | None, phase: str,
    ) -> Exits:  # fmt: skip
        exits: Exits = {}
        for test, body in branches:
            self._ask(test, behind)
            behind = self._narrow(behind, test.span)
            exits |= dict.fromkeys(self._block(body, behind, phase), test.span)
        return exits | self._block(otherwise, behind, phase)

    # ------------------------------------------------------------------ values

    def _ask_all(self, values: Iterable[g.Value], behind: Span | None) -> None:
        for value in values:
            self._ask(value, behind)

    def _ask(self, value: g.Value, behind: Span | None) -> None:
        """A value that is worked out, but for the parts of it that may be left out."""
        match value:
            case g.Op(name="and" | "or" | "if", args=(first, *rest)):
                self._ask(first, behind)
                self._ask_all(rest, self._narrow(behind, first.span))
            case g.Phrase(over=over, where=where, value=asked):
                self._ask(over, behind)
                if where is not None:
                    self._ask(where, behind)
                    behind = self._narrow(behind, where.span)
                if asked is not None:
                    self._ask(asked, behind)
            case g.Call(of=of, args=args):
                if behind is None:
                    self.sure_args.update(map(id, args))
                self._ask_all(args, behind)
                self._call(of, behind)
            case _:
                self._ask_all(values_in(value), behind)

    def _call(self, of: Named, behind: Span | None) -> None:
        """A definition: of a table the rows after the first are asked where that does not fit."""
        if of in self.behind and self._weigh(behind) >= self._weigh(self.behind[of]):
            return
        self.behind[of] = behind
        first, *rest = definition_values(of) or (None,)
        if first is not None:
            self._ask(first, behind)
            self._ask_all(rest, self._narrow(behind, first.span))

    def _weigh(self, behind: Span | None) -> int:
        """How much a condition may keep from being asked: when a loop ends less than others."""
        return 0 if behind is None else 1 if behind in self._ends else 2


def say_how_meant(code: str) -> str:
    """How it is told that something never comes."""
    return f"if the rules never ask this, write behind the line:  # {code} is meant: …"


def _asked_of_rounds(step: g.Step) -> Span | None:
    """A condition on which it depends whether there is a round: `until …`, `seats where …`."""
    match step:
        case g.For(over=over, until=until):
            picked = any(isinstance(part, g.Phrase) and part.where for part in values_inside(over))
            return over.span if picked else until.span if until else None
        case g.Repeat(until=until):
            return until.span if until else None
    return None
