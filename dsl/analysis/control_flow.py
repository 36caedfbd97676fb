"""The control flow of a phase: every point that play may go through, and where it leads.

A phase that is run stands in place of its name, once for each place that runs it. What the options
have decided is left out. `ends when` is asked at its place and after every step that changes what
it reads, as long as its phase runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

import attrs

from hoyle.dsl.analysis.dataflow import Edge, Graph
from hoyle.dsl.analysis.facts import Exit, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.limits import TooLarge


class PointKind(Enum):
    """What happens at a point."""

    ENTRY = "the phase begins"
    STEP = "a step is carried out"
    TEST = "a question is answered: YES or NO"
    JOIN = "the ways through an `if` or a choice come together again"
    BEGIN = "a loop begins: what it goes through is worked out"
    HEAD = "one more round, NEXT, or no more, DONE"
    ASK = "somebody chooses: an action, or None for `otherwise`"
    RUN = "a phase begins that has a name"
    LEAVE = "and is over"
    END = "the phase is over"


class Way(Enum):
    """The edges of tests and loops. Those of a choice bear the action, or OTHERWISE."""

    YES = "the test holds"
    NO = "the test does not hold"
    NEXT = "one more round"
    DONE = "no more rounds"
    OTHERWISE = "nothing can be chosen"


@attrs.define(eq=False)
class Point:
    """One point. `step` is the step that it belongs to, `test` the question of a test."""

    kind: PointKind
    step: g.Step | None = None
    test: g.Value | None = None
    comes_back: bool = False  # of HEAD: whether some way through the body leads back to it


Ends = list[tuple[Point, object]]  # points whose next one is not known yet, with the way taken
Constant = Callable[[g.Value], int | None]
SHOWN = 2  # phases that are named where too much is gone through


@attrs.frozen(eq=False)
class _Frame:
    """A phase that runs: the ways out of it, and the questions that end it."""

    name: str
    exits: Ends
    watches: list[tuple[g.EndsWhen, frozenset[Thing]]] = attrs.field(factory=list)


def phase_graph(
    game: g.Game, phase: g.Phase, constant: Constant
) -> tuple[Graph[Point], dict[str, list[int]]]:
    """The control flow of a phase, and how many points each phase has, each time that it is run.

    `constant` gives the value of an expression where the options have fixed it, else None.
    """
    builder = _Builder(game, constant)
    return builder.build(phase), builder.entered


@contextmanager
def name_repeated(game: g.Game, sizes: dict[str, list[int]]) -> Iterator[None]:
    """Of what is too large to be followed, say which phases are gone through again and again."""
    try:
        yield
    except TooLarge as excess:
        again = {name: sum(each) - max(each) for name, each in sizes.items()}
        names = sorted(again, key=lambda name: (-again[name], name))[:SHOWN]
        if again[names[0]] * 2 < max(map(sum, sizes.values())):
            raise  # most of it stands there once
        often = [
            f"`{name}` {len(sizes[name])} times"
            for name in names
            if again[name] * 2 > again[names[0]]
        ]
        help = (
            f"a phase counts each time that a line runs it: {' and '.join(often)}",
            "where actions run it, let them set state only, and run it once, below the choice",
        )
        phase = game.phases[names[0]]
        raise TooLarge(excess.says, phase.span.find_word(phase.name), help) from excess


class _Builder:
    def __init__(self, game: g.Game, constant: Constant) -> None:
        self.game = game
        self.constant = constant
        self.edges: dict[Point, list[Edge[Point]]] = {}
        self.frames: list[_Frame] = []
        self.loops: list[Ends] = []
        self.entered: dict[str, list[int]] = {}

    def build(self, phase: g.Phase) -> Graph[Point]:
        entry = Point(PointKind.ENTRY)
        self.edges[entry] = []
        ends = self.phase(phase, [(entry, None)])
        self._connect(ends, Point(PointKind.END))
        return Graph(entry, self.edges)

    def phase(self, phase: g.Phase, ends: Ends) -> Ends:
        frame = _Frame(phase.name, [])
        self.frames.append(frame)
        before = len(self.edges)
        loops, self.loops = self.loops, [frame.exits]  # `stop` in a round that stands for itself
        for step in _list_defaults(self.game, phase.name):
            ends = [(self.add(ends, PointKind.STEP, step), None)]
        ends = self.block(phase.body, ends)
        self.loops = loops
        self.frames.pop()
        self.entered.setdefault(phase.name, []).append(len(self.edges) - before)
        return [*ends, *frame.exits]

    def _connect(self, ends: Ends, point: Point) -> Point:
        for source, taken in ends:
            self.edges[source].append(Edge(point, taken))
        self.edges.setdefault(point, [])
        return point

    def add(self, ends: Ends, kind: PointKind, step: g.Step, test: g.Value | None = None) -> Point:
        return self._connect(ends, Point(kind, step, test))

    def test(self, step: g.Step, test: g.Value, ends: Ends) -> tuple[Ends, Ends]:
        """A question: the ends where it holds, and where it does not."""
        decided = self.constant(test)
        if decided is not None:
            return (ends, []) if decided else ([], ends)
        point = self.add(ends, PointKind.TEST, step, test)
        return [(point, Way.YES)], [(point, Way.NO)]

    def block(self, body: tuple[g.Step, ...], ends: Ends) -> Ends:
        for step in body:
            if not ends:
                break
            ends = self.step(step, ends)
        return ends

    def step(self, step: g.Step, ends: Ends) -> Ends:
        if type(step) in BUILDERS:
            return BUILDERS[type(step)](self, step, ends)
        facts = step_facts(step)
        if facts.exit is None:
            return self._watched(step, [(self.add(ends, PointKind.STEP, step), None)])
        if facts.exit is Exit.LOOP:
            self.loops[-1].extend(ends)
        elif isinstance(step, g.End) and facts.exit is Exit.PHASE:
            frame = next((f for f in reversed(self.frames) if f.name == step.phase), None)
            if frame is not None:
                frame.exits.extend(ends)
        else:
            self.add(ends, PointKind.STEP, step)
        return []

    def ends_when(self, step: g.EndsWhen, ends: Ends) -> Ends:
        """Asked here, and from here on."""
        self.frames[-1].watches.append((step, things_read(step.test)))
        return self.watch(step, self.frames[-1], ends)

    def watch(self, step: g.EndsWhen, frame: _Frame, ends: Ends) -> Ends:
        """The question that ends a phase."""
        yes, no = self.test(step, step.test, ends)
        frame.exits.extend(yes)
        return no

    def _watched(self, step: g.Step, ends: Ends) -> Ends:
        """The questions that end running phases, as far as a step has changed what they read."""
        facts = step_facts(step)
        changed: set[Thing] = {place.thing for place in facts.writes}
        if facts.lays or facts.takes:
            changed.update(self.game.all_zones)
        for frame in self.frames:
            for ending, reads in frame.watches:
                if reads & changed:
                    ends = self.watch(ending, frame, ends)
        return ends

    def if_(self, step: g.If, ends: Ends) -> Ends:
        after: Ends = []
        for test, body in step.branches:
            yes, ends = self.test(step, test, ends)
            after += self.block(body, yes)
        return self.join(step, after + self.block(step.otherwise, ends))

    def join(self, step: g.Step, ends: Ends) -> Ends:
        return [(self.add(ends, PointKind.JOIN, step), None)] if len(ends) > 1 else ends

    def loop(self, step: g.For | g.Repeat | g.ForLines, ends: Ends) -> Ends:
        begin = self.add(ends, PointKind.BEGIN, step)
        until = None if isinstance(step, g.ForLines) else step.until
        bound = None if isinstance(step, g.ForLines) else step.at_bound
        counted = isinstance(step, g.Repeat) and step.times is None
        head, out = self.rounds(step, step.body, [(begin, None)], until)
        if not counted:
            out.append((head, Way.DONE))
        if bound is not None:
            self.loops.append(out)  # `stop` there leaves this loop
            out += self.block(bound, [(head, Way.NEXT)])
            self.loops.pop()
        elif counted and until is None:
            out.append((head, Way.NEXT))
        return self.join(step, out)

    def rounds(
        self, step: g.Step, body: tuple[g.Step, ...], ends: Ends, until: g.Value | None
    ) -> tuple[Point, Ends]:
        """The head of a loop with its body, and the ways out of it but for the head's own."""
        head = self.add(ends, PointKind.HEAD, step)
        out: Ends = []
        self.loops.append(out)
        inside: Ends = [(head, Way.NEXT)]
        if until is not None:
            yes, inside = self.test(step, until, inside)
            out += yes
        back = self.block(body, inside)
        head.comes_back = bool(back)
        self._connect(back, head)
        self.loops.pop()
        return head, out

    def choose(self, step: g.Choose, ends: Ends) -> Ends:
        ask = self.add(ends, PointKind.ASK, step)
        if step.seat is not None:
            return self.join(step, self.answers(step, [(ask, None)]))
        head = self.add([(ask, None)], PointKind.HEAD, step)
        back = self.answers(step, [(head, Way.NEXT)])
        head.comes_back = bool(back)
        self._connect(back, head)
        return [(head, Way.DONE)]

    def answers(self, step: g.Choose, ends: Ends) -> Ends:
        """Each action that may be chosen, and what happens otherwise."""
        together = step.seat is None
        if together:
            ends = [(self.add(ends, PointKind.JOIN, step), None)]
        found: Ends = []
        for action in step.actions:
            found += self.block(action.body, [(point, action) for point, _ in ends])
        if step.otherwise is not None or (together and not any(map(_may_always, step.actions))):
            found += self.block(step.otherwise or (), [(point, Way.OTHERWISE) for point, _ in ends])
        return found

    def run(self, step: g.Run, ends: Ends) -> Ends:
        if any(frame.name == step.phase for frame in self.frames):
            return ends  # a circle, which is reported elsewhere
        begin = self.add(ends, PointKind.RUN, step)
        ends = self.phase(self.game.phases[step.phase], [(begin, None)])
        return [(self.add(ends, PointKind.LEAVE, step), None)] if ends else []


def _may_always(action: g.Action) -> bool:
    """Whether an action surely can be chosen: no condition, and something to choose from."""
    return all(must.if_able for must in action.musts) and all(
        _has_members(param.over) for param in action.params
    )


def _has_members(over: g.Value) -> bool:
    """Whether a range, or a list that is written down, is never empty."""
    match over:
        case g.Op(name="between", args=(low, high)):
            ends = bare(low.type), bare(high.type)
            one, other = (end if isinstance(end, NumberT) else NumberT() for end in ends)
            return one.high is not None and other.low is not None and one.high <= other.low
        case g.Op(name="list", args=args):
            return bool(args)
        case g.Setting(name="seats"):
            return True
    return False


def _list_defaults(game: g.Game, phase: str) -> Iterator[g.Assign]:
    """The steps by which state gets its defaults as a phase begins.

    Of a family the first stands for all.
    """
    for register in game.registers.values():
        owner, value = register.phase or "match", register.default
        if owner != phase or register.record is not None:
            continue
        if value is not None and not isinstance(value, g.Const | g.Literal):
            span = register.span
            name = span.find_word(register.name)
            first = tuple(g.Const(0, each.type, name) for each in register.index)
            place = g.Load(register, first, register.type, name)
            yield g.Assign("=", place, value, span=span)


# The steps that have more than one way on; all others lead to the next one, or away.
BUILDERS: dict[type[g.Step], Callable[[_Builder, Any, Ends], Ends]] = {
    g.If: _Builder.if_, g.For: _Builder.loop, g.Repeat: _Builder.loop, g.ForLines: _Builder.loop,
    g.Choose: _Builder.choose, g.Run: _Builder.run, g.EndsWhen: _Builder.ends_when,
}  # fmt: skip
