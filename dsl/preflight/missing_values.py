"""None where something is needed, as far as that is sure before play: `next_up of last_card`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import say_empty
from hoyle.dsl.machine.folding import mentions
from hoyle.dsl.node import Node, children, walk
from hoyle.dsl.preflight.known_values import Evaluator, State, forget_empty
from hoyle.dsl.source import Span

MAX_ASKED = 20_000  # expressions of one machine that are gone through
NOTHING = p.Const(-1)


@attrs.frozen
class MissingValue:
    """A value that is none where a node needs it: there `asked`, a line, asks for it.

    `always`: all games come there, as far as they come to anything behind it.
    """

    guard: p.Guard
    node: p.Node
    asked: Span | None
    always: bool


def list_sound_copies(
    found: Sequence[MissingValue], nodes: Sequence[p.Node]
) -> list[tuple[MissingValue, p.Mark | None]]:
    """Beside each value where the phase is run in which it lacks, if elsewhere it does not there.

    None where all games come to that step, or none that comes to it can go on: these stand first.
    """
    lacking: dict[Span, set[p.Node]] = {}
    alike: dict[tuple[type[p.Node], Span | None], list[p.Node]] = {}
    for one in found:
        lacking.setdefault(one.guard.span, set()).add(one.node)
        alike[type(one.node), one.node.span] = []
    runs: dict[p.Node, p.Mark] = {}
    running: list[p.Mark] = []
    for node in nodes:
        if isinstance(node, p.Mark):
            running = [*running, node] if node.begins else running[:-1]
        elif (line := (type(node), node.span)) in alike:
            alike[line].append(node)
            runs[node] = running[-1]

    def find(one: MissingValue) -> p.Mark | None:
        asked = one.guard.span
        others = alike[type(one.node), one.node.span]
        lacks = all(node in lacking[asked] or not _needs(node, asked) for node in others)
        return None if one.always or lacks else runs.get(one.node)

    pairs = [(one, find(one)) for one in found]
    return sorted(pairs, key=lambda pair: (not pair[0].always, pair[1] is not None))


def _needs(node: p.Node, asked: Span) -> bool:
    """Whether a step needs what stands there."""
    return any(isinstance(part, p.Guard) and part.span == asked for part in walk(node))


def learn_nothing(test: p.Expr, holds: bool, state: State) -> State:
    """What is known once a question is answered: what it has found to be none."""
    match test:
        case p.Op(name="is" | "is_not" as name, args=(p.Get(slot=slot), other)):
            return {**state, slot: -1} if other == NOTHING and (name == "is") is holds else state
        case p.Op(name="not", args=(inner,)):
            return learn_nothing(inner, not holds, state)
        case p.Op(name="and" | "or" as name, args=args) if (name == "and") is holds:
            for part in args:
                state = learn_nothing(part, holds, state)
    return state


class MissingValues:
    """Goes through what a node works out, in the order in which it does so.

    `surely`: not behind a question of which the answer is not known.
    """

    def __init__(
        self, values: Evaluator, zones: tuple[p.ZonePlace, ...], *, surely: bool = False
    ) -> None:
        self.values = values
        self.zones = zones
        self.surely = surely
        self.left = MAX_ASKED

    def find_in_node(self, node: p.Node, state: State) -> Iterator[tuple[p.Guard, Span | None]]:
        """The values that are none whenever this node is carried out in such a state.

        Beside each stands the line that asks for it.
        """
        if isinstance(node, p.Choose):
            for action in node.actions:
                yield from self._find_in_action(action, state)
            yield from self._find_in_policies(node, state)
        else:
            yield from ((guard, node.span) for guard in self._find_in_step(node, state))

    def _find_in_step(self, node: p.Node, state: State) -> Iterator[p.Guard]:
        if isinstance(node, p.DealCards):  # which may deal to nobody
            yield from self.find(node.over, state)
        elif isinstance(node, p.SayIt):
            for piece in node.pieces:
                yield from () if isinstance(piece, str) else self.find(piece.value, state)
        else:
            yield from self._find_inside(node, state)

    def _find_in_action(
        self, action: p.MachineAction, state: State
    ) -> Iterator[tuple[p.Guard, Span]]:
        """What is asked first of an action, where there surely is something to choose it with."""
        for param in action.params:
            if not self._has_members(param.over, state):
                return
            state = {at: known for at, known in state.items() if at != param.slot}
        slots = [param.slot for param in action.params]
        opening = [  # asked before all others, as it is of no value
            one for one in action.conditions if slots and not one.if_able
            and not any(mentions(one.test, slot) for slot in slots)
        ]  # fmt: skip
        for condition in opening or action.conditions:
            yield from ((guard, condition.span) for guard in self.find(condition.test, state))
            if not condition.if_able:  # which may refuse all; the others leave something
                return

    def _find_in_policies(self, node: p.Choose, state: State) -> Iterator[tuple[p.Guard, Span]]:
        """What the first row of each policy asks, where its action surely leaves a choice."""
        rows = [(row, action) for action in node.actions for row in action.advice]
        for policy in dict.fromkeys(row.policy for row, _ in rows):
            own = [(row, action) for row, action in rows if row.policy == policy]
            row, action = min(own, key=lambda one: one[0].row)
            sizes = [self.values.size(param.over, state) for param in action.params]
            leaves = all(size is not None and size.low > 1 for size in sizes)
            asked = row.value if row.test is None else row.test
            if sizes and leaves and asked is not None and all(c.if_able for c in action.conditions):
                slots = {param.slot for param in action.params}
                inside = {at: known for at, known in state.items() if at not in slots}
                yield from ((guard, row.span) for guard in self.find(asked, inside))

    def _has_members(self, several: p.Expr, state: State) -> bool:
        if isinstance(several, p.Op) and several.name == "ends":  # of an amount
            low, high = (self.values.exact(end, state) for end in several.args)
            return isinstance(low, int) and isinstance(high, int) and low <= high
        if self.values.exact(several, state):
            return True
        size = self.values.size(several, state)
        return size is not None and size.low > 0

    def _find_inside(self, part: Node, state: State) -> Iterator[p.Guard]:
        for inner in children(part):
            if isinstance(inner, p.Expr):
                yield from self.find(inner, state)
            else:
                yield from self._find_inside(inner, state)

    def find(self, expr: p.Expr, state: State) -> Iterator[p.Guard]:
        """Those of one expression."""
        self.left -= 1
        if self.left < 0:
            return
        match expr:
            case p.Guard(value=value, low=None):
                yield from self.find(value, state)
                if self.values.exact(value, state) == -1:
                    yield expr
            case p.Op(name="if" | "and" | "or"):
                yield from self._find_asked(expr, state)
            case p.Op(name="top" | "bottom" as end, args=(pile,), span=Span() as span):
                yield from self.find(pile, state)
                size = self.values.size(pile, state)
                if size is not None and size.high == 0:
                    says = say_empty(end, p.name_pile(self.zones, pile))
                    yield p.Guard(expr, None, None, says, span)
            case p.Bind(slot=slot, value=value, body=body):
                yield from self.find(value, state)
                yield from self.find(body, self.values.keep(slot, value, state))
            case p.Comprehension(slot=slot, over=over, where=where, value=value):
                yield from self.find(over, state)
                if self._has_members(over, state):
                    inside = {at: known for at, known in state.items() if at != slot}
                    asked = value if where is None else where
                    yield from self.find(asked, inside) if asked is not None else ()
            case p.Call(function=function, args=args):
                for arg in args:
                    yield from self.find(arg, state)
                yield from self.find(function.body, self.values.called(expr, state))
            case _:
                yield from self._find_inside(expr, state)

    def _find_asked(self, op: p.Op, state: State) -> Iterator[p.Guard]:
        """Of `if`, `and` and `or`: what comes behind is asked of some answers only."""
        first, *others = op.args
        yield from self.find(first, state)
        answer = self.values.exact(first, state)
        if answer is None and self.surely:
            return
        answers = (True, False) if op.name == "if" else (op.name == "and",)
        for holds, other in zip(answers, others, strict=True):
            if answer is None or bool(answer) is holds:
                known = forget_empty(state) if answer is None else state
                yield from self.find(other, learn_nothing(first, holds, known))
