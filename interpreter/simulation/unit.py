"""What figures are told of: the part of a game that is repeated with new cards, by its own name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import or_

import attrs

from hoyle.dsl.analysis.control_flow import Point, PointKind, Way, phase_graph
from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_backward, solve_forward
from hoyle.dsl.analysis.facts import (
    CardChange,
    list_given,
    list_runs,
    rounds_in,
    step_facts,
    steps_in,
    steps_run,
    trace_values,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NONE, SEAT, bare
from hoyle.dsl.checked.values import Thing, things_read, values_inside

Given = dict[g.Var, list[g.Value]]  # what names stand for

ONE = "one_"  # what the name of a phase that is repeated begins with: `one_hand`


@attrs.frozen
class Unit:
    """The outermost phases that a loop of the match repeats; `name` is one word or a few: `hand`.

    Where the cards are dealt once, before the loop, a round of it (a trick, a battle) is no deal:
    it `is_part` of one, and only counted.
    """

    name: str = "game"
    begins: str | None = None  # the phase with which it begins; None where nothing is repeated
    ends: str | None = None  # and the one with which it is over
    is_part: bool = False

    @property
    def is_repeated(self) -> bool:
        """Whether a game has several of them, each with its own cards."""
        return self.begins is not None and not self.is_part

    @property
    def horizon(self) -> tuple[str, str] | None:
        """The phases with which it begins and ends; None where that is the end of the game."""
        if self.begins is None or self.ends is None or self.is_part:
            return None
        return self.begins, self.ends

    @property
    def told_of(self) -> str:
        """What happens is told of each of these."""
        return self.name if self.is_repeated else "game"

    def fill(self, title: str, name: str = "") -> str:
        """A title with `{unit}`, `{one}` or `{many}` of what is told of, and a `{name}`."""
        unit = self.told_of
        return title.format(unit=unit, one=name_one(unit), many=name_many(unit), name=name)

    @property
    def many(self) -> str:
        """Several of what it counts: `hands`."""
        return name_many(self.name)


def find_unit(game: g.Game) -> Unit:
    """The unit of a game. What takes a seat is a turn, and no unit."""
    return _find_in(game, game.phases["match"].body, ())


def _find_in(game: g.Game, body: tuple[g.Step, ...], before: tuple[g.Step, ...]) -> Unit:
    """The first loop of phases in a block, or in the phases that it leads to."""
    for step in body:
        rounds = tuple(rounds_in((step,)))
        for round_ in rounds:
            runs = list_runs(round_)
            if runs and not any(_takes_seat(game.phases[phase]) for phase in runs):
                once = _deals(game, before) and not _gathers(game, round_)
                return Unit(_name_unit(runs), runs[0], runs[-1], is_part=once)
        for inner in () if rounds else steps_in((step,)):
            phase = step_facts(inner).runs
            found = Unit() if phase is None else _find_in(game, game.phases[phase].body, before)
            if found.begins is not None:
                return found
        before += (step,)
    return Unit()


def _takes_seat(phase: g.Phase) -> bool:
    return any(bare(param.type) == SEAT for param in phase.params)


def _deals(game: g.Game, steps: Iterable[g.Step]) -> bool:
    """Whether seats are given cards."""
    kinds = CardChange.DEAL, CardChange.MOVE
    facts = [step_facts(step) for step in steps_run(game, steps)]
    return any(
        any(bare(index.type) == SEAT for index in place.thing.index)
        for one in facts if one.cards in kinds for place in one.lays
    )  # fmt: skip


def _gathers(game: g.Game, steps: Iterable[g.Step]) -> bool:
    return any(step_facts(step).cards is CardChange.GATHER for step in steps_run(game, steps))


def find_set_anew(game: g.Game, unit: Unit) -> set[g.Register]:
    """The registers that surely get another value in each unit, whatever they held before.

    Lines under `if`, in a loop that may have no rounds and in moves are not sure to be run.
    """
    given = list_given(game)
    phases = (unit.begins, unit.ends) if unit.is_repeated else ()
    found = set[g.Register]()
    for step in _list_sure_steps(game, [game.phases[name].body for name in phases if name]):
        thing = _set_anew(given, step)
        if isinstance(thing, g.Register):
            found.add(thing)
    return found


@attrs.frozen
class Held:
    """What may have been set, and asked for, on the way to a point; by loops, in earlier rounds."""

    written: frozenset[Thing] = frozenset()
    asked: frozenset[Thing] = frozenset()
    of_rounds: frozenset[tuple[int, Thing]] = frozenset()

    def join(self, other: Held) -> Held:
        """What holds on one of two ways."""
        return Held(
            self.written | other.written, self.asked | other.asked,
            self.of_rounds | other.of_rounds,
        )  # fmt: skip


def find_set_first(game: g.Game, unit: Unit) -> set[Thing]:
    """What a unit sets before it asks for it: the bidder, whom the auction finds for the play.

    What it held before is of no account; what it holds in the end it held in the unit. Where the
    unit may leave it as it was, that is so only if it is not set again once it was asked for, as
    who leads to a trick is.
    """
    round_ = _cut_round(game, unit)
    # it stands for itself, without the state that begins with the phase round it
    phase = attrs.evolve(game.phases["match"], name="", body=round_)
    graph, _ = phase_graph(game, phase, lambda _: None)
    return _find_used(game, graph) | (_find_forgotten(game, graph) if round_ else set())


def _find_used(game: g.Game, graph: Graph[Point]) -> set[Thing]:
    """What is set on some way and then asked for, and on none set again behind that.

    What one round of a loop asks for, the next may set again.
    """
    given = list_given(game)
    found, again = set[Thing](), set[Thing]()

    def go_on(point: Point, now: Held) -> Held:
        facts = step_facts(point.step) if point.step is not None and _has_facts(point) else None
        if point.test is None and facts is None:
            return now
        values = [one.value for one in facts.reads] if facts is not None else []
        values += [] if point.test is None else [point.test]
        read = _list_needed(trace_values(given, values))
        set_ = {place.thing for place in facts.writes} if facts is not None else set[Thing]()
        again.update(set_ & now.asked)
        found.update((read - set_) & now.written)
        written, asked = now.written | set_ - now.asked, now.asked | read - set_
        return Held(written, asked, now.of_rounds)

    def go_along(point: Point, edge: Edge[Point], now: Held) -> Held:
        if edge.to.kind is PointKind.HEAD and point.kind not in (PointKind.BEGIN, PointKind.ASK):
            of_round = {(id(edge.to.step), thing) for thing in now.asked}
            return Held(now.written, frozenset(), now.of_rounds | of_round)
        over = point.kind is PointKind.HEAD and edge.taken is Way.DONE
        if over or (point.kind is PointKind.TEST and edge.taken is Way.YES):
            asked = {thing for loop, thing in now.of_rounds if loop == id(point.step)}
            return attrs.evolve(now, asked=now.asked | asked)
        return now

    solve_forward(graph, Held(), go_on, Held.join, along=go_along)
    return found - again


def _list_needed(values: Iterable[g.Value]) -> frozenset[Thing]:
    """What values read, without what they only ask whether it is none: then nobody is it."""
    inside = list(values_inside(*values))
    compared = {
        id(value)
        for op in inside
        if isinstance(op, g.Op)
        and op.name in ("is", "is_not")
        and NONE in {one.type for one in op.args}
        for value in op.args
    }
    return frozenset(
        one.thing for one in inside if one.thing is not None and id(one) not in compared
    )


def _find_forgotten(game: g.Game, graph: Graph[Point]) -> set[Thing]:
    """The registers that no way through a round asks for before it has set them.

    Going backwards: what a register holds counts where it is asked for, and no longer before it is
    set. One that is passed on (`dealer = left of dealer`) is set. A way that does neither leaves
    it with whoever had it, so that it has the same in the beginning and in the end.
    """
    every = frozenset[Thing](thing for thing in game.registers.values() if not thing.index)

    def go_back(point: Point, counts: frozenset[Thing]) -> frozenset[Thing]:
        if point.test is not None:
            return counts | things_read(point.test)
        if point.step is None or not _has_facts(point):
            return counts
        facts = step_facts(point.step)
        now = {place.thing for place in facts.writes}
        return (counts | things_read(*(one.value for one in facts.reads))) - now

    asked = solve_backward(graph, frozenset[Thing](), go_back, or_)
    return set(every - asked.get(graph.entry, every))


def _has_facts(point: Point) -> bool:
    """Whether a step is carried out, or asks, at a point that is no question of its own."""
    asks = (PointKind.JOIN, PointKind.LEAVE, PointKind.TEST)
    return point.step is not None and point.kind not in asks


def find_changed_between(game: g.Game, unit: Unit) -> set[Thing]:
    """What the loop that repeats a unit changes before it has begun, or when it is over.

    What it only begins afresh there (`tricks of seat = 0`) is all the unit's.
    """
    before, _, after = _split_round(game, unit)
    given = list_given(game)
    steps = (step for step in steps_run(game, before + after) if not _set_anew(given, step))
    return {place.thing for step in steps for place in step_facts(step).writes}


def _set_anew(given: Given, step: g.Step) -> Thing | None:
    """What a step gives another value, whatever it held before."""
    if not isinstance(step, g.Assign) or step.op != "=":
        return None
    read = things_read(*trace_values(given, [step.value]))
    return None if step.place.thing in read else step.place.thing


def _cut_round(game: g.Game, unit: Unit) -> tuple[g.Step, ...]:
    """What the loop that repeats a unit does up to the last phase of it."""
    before, during, _ = _split_round(game, unit)
    return before + during


def _split_round(game: g.Game, unit: Unit) -> tuple[tuple[g.Step, ...], ...]:
    """What the loop that repeats a unit does before it has begun, in it, and when it is over."""
    for phase in game.phases.values() if unit.is_repeated else ():
        for round_ in rounds_in(phase.body):
            runs = [step_facts(step).runs for step in round_]
            if unit.begins in runs and unit.ends in runs:
                begins, over = runs.index(unit.begins), len(runs) - runs[::-1].index(unit.ends)
                return round_[:begins], round_[begins:over], round_[over:]
    return (), (), ()


def _list_sure_steps(game: g.Game, bodies: list[tuple[g.Step, ...]]) -> Iterator[g.Step]:
    """The steps of blocks, of loops through several and of phases that are run in any case."""
    for body in bodies:
        for step in body:
            yield step
            runs = step_facts(step).runs
            inner = game.phases[runs].body if runs else step.body if isinstance(step, g.For) else ()
            if inner not in bodies:
                bodies.append(inner)
            if any(step_facts(other).exit is not None for other in steps_run(game, (step,))):
                break


def _name_unit(phases: list[str]) -> str:
    """`one_big_hand` is a big hand, `deal` a deal; what has no such name is a round.

    A game is what all of them make up: where one of them is called so, it is a single game.
    """
    [first, *others] = phases
    if not others and (first.startswith(ONE) or "_" not in first):
        name = first.removeprefix(ONE).replace("_", " ")
        return "single game" if name == "game" else name
    return "round"


def name_many(name: str) -> str:
    """Several of a thing: `hands`, `matches`, `parties`."""
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return f"{name}es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}s"


def name_one(name: str) -> str:
    """`a hand`, `an inning`."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
