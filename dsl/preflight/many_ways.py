"""Choices of several things at once with so many ways that no game can ask conditions of each."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import attrs

from hoyle.dsl.limits import MAX_WORK
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.dsl.machine.folding import mentions
from hoyle.dsl.node import children
from hoyle.dsl.preflight.known_values import Evaluator, Known, Size, State
from hoyle.dsl.printable import join_words
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

ENOUGH = 2_000  # ways; fewer are not looked at
MAX_WEIGHED = 5_000  # expressions that are gone through for one action
MEMBERS = 3  # of a set of which nothing is known
OF_EACH = 5  # things that a way takes before anything is asked of it


@attrs.frozen
class ManyWays:
    """An action that has at least so many ways when it is come to, the first time perhaps."""

    action: p.MachineAction
    ways: int


def find_many_ways(node: p.Node, state: State, values: Evaluator) -> Iterator[ManyWays]:
    """The actions of a choice that have too many ways, in a state that is known so far.

    As many things are counted as the first condition that is asked of each is likely to take.
    """
    for action in node.actions if isinstance(node, p.Choose) else ():
        slots = [param.slot for param in action.params]
        asked = (c for c in action.conditions if any(mentions(c.test, slot) for slot in slots))
        first, inside = next(asked, None), dict(state)
        ways = _count_ways(action, inside, values) if len(slots) > 1 else 0
        if first is not None and ways > ENOUGH:
            each = OF_EACH + _Scales(values).weigh(first.test, inside)
            if ways * each > MAX_WORK:
                yield ManyWays(action, ways)


@attrs.frozen
class TooMany:
    """A choice of some of so many cards that not all can be listed."""

    span: Span
    chosen: int
    of: int

    def tell(self, players: str, report: Report) -> None:
        """Warn of it: a game stops there."""
        ways = comb(self.of, self.chosen)
        report.warn(
            "C01", f"there are {ways:,} ways to choose {self.chosen} of {self.of} cards, and "
            f"{MAX_SUBSETS:,} is the most", self.span,
            label=f"with {players} a game stops here",
            help=(
                "let fewer be chosen from, of several sets if need be:  "
                f"subsets(… where …, {self.chosen}) + subsets(… where …, {self.chosen})",
                f"or let one be chosen at a time: `repeat {self.chosen} times` round the `choose`",
            ),
        )  # fmt: skip


def find_too_many(node: p.Node, state: State, values: Evaluator) -> Iterator[TooMany]:
    """Where the first things that an action has to choose from are surely too many.

    A condition that asks nothing of what is chosen may keep an action from being looked at.
    """
    for action in node.actions if isinstance(node, p.Choose) else ():
        slots = {param.slot for param in action.params}
        if any(not any(mentions(c.test, slot) for slot in slots) for c in action.conditions):
            continue
        waiting = [param.over for param in action.params[:1]]
        for part in waiting:
            match part:
                case p.Op(name="union" | "join", args=args):
                    waiting += args
                case p.Op(name="subsets_of_size", args=(cards, number)):
                    there, many = values.size(cards, state), values.exact(number, state)
                    if there is None or not isinstance(many, int) or not 0 <= many <= there.low:
                        continue
                    if comb(there.low, many) > MAX_SUBSETS:
                        yield TooMany(action.params[0].span, many, there.low)


class _Scales:
    """Tells about how many things an expression goes through."""

    def __init__(self, values: Evaluator) -> None:
        self.values = values
        self.left = MAX_WEIGHED

    def weigh(self, expr: p.Expr | None, state: State) -> int:
        """Of an `if` the answer is taken to be no: most hands are none of the best."""
        self.left -= 1
        if expr is None or self.left < 0:
            return 0
        match expr:
            case p.Comprehension(over=over, where=where, value=value):
                size = self.values.size(over, state)
                many = MEMBERS if size is None else size.low
                inside = 1 + self.weigh(where, state) + self.weigh(value, state)
                return self.weigh(over, state) + 1 + many * inside
            case p.Call(function=function, args=args):
                given = sum(self.weigh(arg, state) for arg in args)
                return given + self.weigh(function.body, self.values.called(expr, state))
            case p.Op(name="if", args=(test, _, no)):
                return self.weigh(test, state) + self.weigh(no, state)
        return sum(self.weigh(part, state) for part in children(expr) if isinstance(part, p.Expr))


def _count_ways(action: p.MachineAction, state: dict[int, Known], values: Evaluator) -> int:
    """The fewest combinations that there can be, as far as sizes are known; notes those chosen."""
    ways = 1
    for param in action.params:
        state.pop(param.slot, None)
        match param.over:
            case p.Op(name="subsets_of_size", args=(cards, p.Const(value=int(many)))) if many >= 0:
                there = values.size(cards, state)
                ways *= max(1, comb(there.low, many) if there is not None else 0)
                state[param.slot] = Size(many, many)
            case several:
                found = values.size(several, state)
                ways *= max(1, found.low if found is not None else 0)
    return ways


def tell_many_ways(found: ManyWays, report: Report) -> None:
    """Warn of it, with the way out."""
    action, ways = found.action, found.ways
    first, *others = (f"`{param.name}`" for param in action.params)
    report.warn(
        "C01", f"there are {ways:,} ways to `{action.name}`, and its conditions are "
        "asked of each", action.span.first_word,
        label=f"a game stops where they go through more than {MAX_WORK // ways} things for each",
        help=(
            f"let one be chosen after the other: {first} first, and {join_words(others)} in a "
            "`choose` of its own behind it",
            "where the first can leave nothing for the others, write `, if able` behind their "
            "conditions",
        ),
    )  # fmt: skip
