"""F08: a step of an action or of a loop may end the phase before the steps that follow it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.analysis.asked_for import Asked, Names
from hoyle.dsl.analysis.facts import (
    list_also_called,
    names_given,
    rounds_in,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import Thing, origin_of, things_read, values_inside, zone_holding
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_early_ends(game: g.Game, sources: Sources, report: Report) -> None:
    """F08: a step can end the phase, and what would follow it matters afterwards."""
    askers = _find_askers(game)
    for phase in game.phases.values():
        ends = select_kind(steps_in(phase.body), g.EndsWhen)
        ends = [end for end in ends if end.span.source in sources]
        run = list(steps_run(game, phase.body)) if ends else []
        passing = _find_passing(game, phase, run, askers) if ends else set()
        blocks = (block for step in run for block in step_facts(step).blocks)
        actions = [block.action for block in blocks if block.action is not None]
        for end in ends:
            asked = Asked.of(end.test)
            found: dict[tuple[g.Step, g.Step], list[str]] = {}
            for action in actions:
                begin = _Place((), action.body, action.params)
                ways = _find_cuts(game, begin, (), asked, set())
                missed = ((cut, _find_missed(game, action, way, passing)) for cut, way in ways)
                first = next(((cut, left) for cut, left in missed if left), None)
                if first is not None:
                    found.setdefault(first, []).append(f"`{action.name}`")
            for last, names in found.items():
                before = f"before the last steps of {listed(dict.fromkeys(names), 2)}"
                help = "put this step last, or ask in a step of its own: `if … end …`"
                _tell_early_end(phase, last, end, before, help, report)
            for loop in select_kind(run, g.For):
                if cut := _find_seat_cut(game, loop, asked):
                    before = "before the loop comes to the seats that follow"
                    help = "ask when the loop is over, in a step of its own: `if … end …`"
                    _tell_early_end(phase, (cut, None), end, before, help, report)


def _tell_early_end(
    phase: g.Phase, found: tuple[g.Step, g.Step | None], end: g.EndsWhen, before: str, help: str,
    report: Report,
) -> None:  # fmt: skip
    """Where it ends, and what is left undone then.

    Where a variant ends a phase of its base, that is where the caret stands.
    """
    cut, missed = found
    span, also = cut.span, [(end.span, "this is asked again after every step")]
    if cut.span.source is not end.span.source:
        span, also = end.span, [(cut.span, "this is asked again after this step")]
    elif missed is not None and missed.span.line != cut.span.line:
        also.append((missed.span, "where it ends there, this is not done"))
    report.warn(
        "F08", f"`{phase.name}` may end here, {before}", span, also=tuple(also), help=(help,)
    )


@attrs.frozen
class _Place:
    """A place in the steps of an action: what was done before, what follows, what is chosen.

    `names` are what the phases that were entered on the way are given.
    """

    done: tuple[g.Step, ...]
    rest: tuple[g.Step, ...]
    chosen: tuple[g.Param, ...] = ()
    names: Names = attrs.field(factory=dict)

    def still_holds(self, step: g.Step) -> bool:
        """Whether cards chosen beside those that a step moves lie there still, and go later."""
        if not isinstance(step, g.Move):
            return False
        zone, gone = zone_holding(step.what, self.names), origin_of(step.what).local
        later = [origin_of(one.what).local for one in self.rest if isinstance(one, g.Move)]
        overs = (param.over for param in self.chosen if param.var in later)
        return gone is not None and any(
            value.args[1].local is gone and zone_holding(value.args[0], self.names) is zone
            for over in overs for value in values_inside(over)
            if isinstance(value, g.Op) and value.name == "without"
        )  # fmt: skip

    def steps(self, after: tuple[g.Step, ...]) -> Iterator[tuple[g.Step, _Place]]:
        """Each step that follows, and the place behind it, with what comes after them all."""
        for k, step in enumerate(self.rest):
            rest = (*self.rest[k + 1 :], *after)
            yield step, attrs.evolve(self, done=(*self.done, *self.rest[:k]), rest=rest)


def _find_cuts(
    game: g.Game, way: _Place, after: tuple[g.Step, ...], asked: Asked, entered: set[str]
) -> Iterator[tuple[g.Step, _Place]]:
    """The first steps that change what is asked, each with the way there; also those of phases.

    What follows a later one follows the first too.
    """
    for step, here in way.steps(after):
        facts = step_facts(step)
        inside = [block.body for block in facts.blocks]
        if facts.runs is not None and facts.runs not in entered:
            entered.add(facts.runs)
            inside.append(game.phases[facts.runs].body)
        fewer = asked.is_fewer(step, way.names) and here.still_holds(step)
        cuts = asked.may_come_about(step, way.names) and not fewer
        found = [(step, here)] if cuts else []
        names = {**way.names, **dict(names_given(game, step))}
        for steps in inside:
            inner = _Place(here.done, steps, way.chosen, names)
            found += _find_cuts(game, inner, here.rest, asked, entered)
        if found:
            yield from found
            return


def _find_seat_cut(game: g.Game, loop: g.For, asked: Asked) -> g.Step | None:
    """The step of a loop over seats, in which none of them chooses, that gives a seat its own."""
    run = list(steps_run(game, loop.body))
    if t.element(t.bare(loop.over.type)) != t.SEAT or any(isinstance(s, g.Choose) for s in run):
        return None
    its_seat = list_also_called(game, run, {loop.var})
    for step in run:
        own = {
            place.thing for place in step_facts(step).writes
            if any(index.local in its_seat for index in place.index)
        }  # fmt: skip
        if asked.things & own:
            return step
    return None


def _find_missed(
    game: g.Game, action: g.Action, way: _Place, passing: set[g.Register]
) -> g.Step | None:
    """The first step that sets what is asked for afterwards, or moves cards that were chosen."""
    steps = list(steps_run(game, way.rest))
    unsure = _list_unsure(game, steps, way.done)
    chosen = {param.var for param in action.params}
    chosen = list_also_called(game, list(steps_run(game, action.body)), chosen)
    for step in (step for step in steps if step not in unsure):
        kept = {place.register for place in step_facts(step).writes} - passing - {None}
        if kept or (isinstance(step, g.Move) and origin_of(step.what).local in chosen):
            return step
    return None


def _list_unsure(game: g.Game, steps: list[g.Step], done: tuple[g.Step, ...]) -> set[g.Step]:
    """The steps below an `if` that asks for what was set on the way: it may say no just there."""
    changed = {place.thing for step in steps_run(game, done) for place in step_facts(step).writes}
    unsure: set[g.Step] = set()
    for step in select_kind(steps, g.If):
        if changed & things_read(*(test for test, _ in step.branches)):
            unsure.update(steps_run(game, steps_in((step.branches, step.otherwise))))
    return unsure


Askers = dict[Thing, set[str]]


def _find_askers(game: g.Game) -> Askers:
    """Which phases ask for a register or zone."""
    askers: Askers = {}
    for phase in game.phases.values():
        for step in steps_in(phase.body):
            facts = step_facts(step)
            read = things_read(*(read.value for read in facts.reads))
            for thing in read - {place.thing for place in facts.writes}:  # but not `n += 1`
                askers.setdefault(thing, set()).add(phase.name)
    if game.payoff is not None:
        for thing in things_read(game.payoff[1]):
            askers.setdefault(thing, set()).add("payoff")
    return askers


def _list_run_again(game: g.Game, name: str) -> set[str]:
    """The phases that are run more than once while a phase is gone through."""
    body = game.phases[name].body
    phases = {name, *(step.phase for step in select_kind(steps_run(game, body), g.Run))}
    rounds = (steps for phase in sorted(phases) for steps in rounds_in(game.phases[phase].body))
    inside = steps_run(game, (step for steps in rounds for step in steps))
    return {step.phase for step in select_kind(inside, g.Run)}


def _find_passing(
    game: g.Game, phase: g.Phase, run: list[g.Step], askers: Askers
) -> set[g.Register]:
    """The registers that are of no use when a phase is over.

    They are its own, or those that it alone asks, where it is not run again before they begin anew.
    """
    inside = {phase.name, *(step.phase for step in select_kind(run, g.Run))}
    again: dict[str, bool] = {}
    found = set()
    for register in game.all_registers:
        since = register.phase or "match"
        if since not in again:
            again[since] = phase.name in _list_run_again(game, since)
        alone = register in askers and askers[register] <= inside and not again[since]
        if register.phase == phase.name or alone:
            found.add(register)
    return found
