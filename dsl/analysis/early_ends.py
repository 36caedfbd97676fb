"""F08: a step of an action or of a loop may end the phase before the steps that follow it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from hoyle.dsl.analysis.asked_for import Asked
from hoyle.dsl.analysis.facts import (
    Role,
    list_also_called,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import Thing, origin_of, same_value, things_read, values_inside
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_early_ends(game: g.Game, sources: Sources, report: Report) -> None:
    """F08: a step can end the phase, and what would follow it matters afterwards."""
    askers, names = _find_askers(game), Names.of(game)
    for phase in game.phases.values():
        ends = select_kind(steps_in(phase.body), g.EndsWhen)
        ends = [end for end in ends if end.span.source in sources]
        run = list(steps_run(game, phase.body)) if ends else []
        blocks = (block for step in run for block in step_facts(step).blocks)
        actions = [block.action for block in blocks if block.action is not None]
        for end in ends:
            asked, passing = Asked.of(end.test), _find_passing(game, phase, end, run, askers)
            found: dict[tuple[g.Step, g.Step], list[str]] = {}
            for action in actions:
                begin = _Place((), action.body, action.params, names.within(action))
                ways = _find_cuts(game, begin, (), asked, set())
                missed = ((cut, _find_missed(game, action, way, passing)) for cut, way in ways)
                first = next(((cut, left) for cut, left in missed if left), None)
                if first is not None:
                    found.setdefault(first, []).append(f"`{action.name}`")
            for last, cut_off in found.items():
                before = f"before the last steps of {listed(dict.fromkeys(cut_off), 2)}"
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
        "F08", f"`{phase.name}` may end here, {before}", span, also=tuple(also),
        help=(
            help,
            f"or write behind line {span.line} why it may end there:  # F08 is meant: …",
        ),
    )  # fmt: skip


@attrs.frozen
class _Place:
    """A place in the steps of an action: what was done before, what follows, what is chosen.

    `names` are what names mean on the way.
    """

    done: tuple[g.Step, ...]
    rest: tuple[g.Step, ...]
    chosen: tuple[g.Param, ...]
    names: Names

    def still_holds(self, game: g.Game, step: g.Step, asked: Asked) -> bool:
        """Whether chosen cards, which go later, lie still where a step has it asked for cards."""
        before, after = list(steps_run(game, self.done)), list(steps_run(game, self.rest))
        overs = [
            param.over for param in self.chosen
            if _moves(game, after, param.var) and not _moves(game, before, param.var)
        ]  # fmt: skip
        match step:
            case g.Move(what=what) if asked.is_fewer(step, self.names):
                return self._is_another_part(what, overs)
            case g.Assign(op="=", place=g.Load(thing=g.Register() as turned, index=()), value=of):
                changed = {place.thing for one in before for place in step_facts(one).writes}
                places = map(origin_of, () if changed & things_read(of) else overs)
                return any(self._is_place_of(place, turned, of, asked) for place in places)
        return False

    def _is_another_part(self, gone: g.Value, overs: list[g.Value]) -> bool:
        """Whether some are chosen from where others go, and without those."""
        zone, moved = self.names.zone_holding(gone), origin_of(gone).local
        return moved is not None and any(
            value.args[1].local is moved and self.names.zone_holding(value.args[0]) is zone
            for over in overs for value in values_inside(over)
            if isinstance(value, g.Op) and value.name == "without"
        )  # fmt: skip

    def _is_place_of(self, place: g.Value, turned: g.Register, of: g.Value, asked: Asked) -> bool:
        """Whether a register is asked for only as whose this zone is, and whether that has few."""
        if not isinstance(place, g.Load):
            return False
        asks = list(values_inside(asked.test))
        uses = sum(value.register is turned for value in asks)
        loads = (value for value in asks if isinstance(value, g.Load | g.Many))
        owners = [one for load in loads if load.thing is place.thing for one in load.index]
        return (
            place.thing in asked.fewer and len(place.index) == 1
            and uses == len(owners) and all(one.register is turned for one in owners)
            and same_value(self.names.meant(place.index[0]), self.names.meant(of))
        )  # fmt: skip

    def steps(self, after: tuple[g.Step, ...]) -> Iterator[tuple[g.Step, _Place]]:
        """Each step that follows, and the place behind it, with what comes after them all."""
        for k, step in enumerate(self.rest):
            rest = (*self.rest[k + 1 :], *after)
            yield step, attrs.evolve(self, done=(*self.done, *self.rest[:k]), rest=rest)


def _moves(game: g.Game, steps: list[g.Step], cards: g.Var) -> bool:
    """Whether some steps move what a name stands for, also by another name."""
    names = list_also_called(game, steps, {cards})
    return any(origin_of(step.what).local in names for step in select_kind(steps, g.Move))


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
        cuts = asked.may_come_about(step, way.names) and not here.still_holds(game, step, asked)
        found = [(step, here)] if cuts else []
        names = way.names.after(game, step)
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
    """The first step that sets what is asked for afterwards, or moves cards that were chosen.

    Or the cards of a place where these have been laid.
    """
    steps = list(steps_run(game, way.rest))
    unsure = _list_unsure(game, steps, way.done)
    chosen = {param.var for param in action.params}
    chosen = list_also_called(game, list(steps_run(game, action.body)), chosen)
    before = [one for one in steps_run(game, way.done) if isinstance(one, g.Move)]
    moved: set[object] = {*chosen, *(one.to.thing for one in before if _is_one_of(one, chosen))}
    for step in (step for step in steps if step not in unsure):
        kept = {place.register for place in step_facts(step).writes} - passing - {None}
        if kept or (isinstance(step, g.Move) and _is_one_of(step, moved)):
            return step
    return None


def _is_one_of(move: g.Move, names: Collection[object]) -> bool:
    """Whether a move takes what a name stands for, or what lies in a place."""
    what = origin_of(move.what)
    return what.local in names or what.zone in names


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


def _runs_again(game: g.Game, phase: g.Phase, end: g.EndsWhen, since: str) -> bool:
    """Whether a phase that has ended so may be run again while another one is gone through."""
    outer = game.phases[since].body
    phases = {since, *(step.phase for step in select_kind(steps_run(game, outer), g.Run))}
    for loop in (step for name in sorted(phases) for step in steps_in(game.phases[name].body)):
        for body in (block.body for block in step_facts(loop).blocks if block.role is Role.ROUND):
            inside = select_kind(steps_run(game, body), g.Run)
            runs = [step for step in inside if step.phase == phase.name]
            until = loop.until if isinstance(loop, g.For | g.Repeat) else None
            over = until is not None and same_value(until, end.test) and runs == [body[-1]]
            if runs and not over:  # a loop that waits for the same is over with the phase
                return True
    return False


def _find_passing(
    game: g.Game, phase: g.Phase, end: g.EndsWhen, run: list[g.Step], askers: Askers
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
            again[since] = _runs_again(game, phase, end, since)
        alone = register in askers and askers[register] <= inside and not again[since]
        if register.phase == phase.name or alone:
            found.add(register)
    return found
