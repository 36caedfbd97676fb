"""How much work a game may do from one decision to the next, told without counting all of it.

The interpreter counts all work and stops a game that does too much. Here each way round a loop is
charged with the most that any way round can cost. So a game that stays inside the budget stays
inside the interpreter's limits too; what does not is given up, and the interpreter says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.runtime.expression_compiler import MAX_BLOCKS, MAX_ROUNDS

BLOCK_COST = MAX_ROUNDS // MAX_BLOCKS  # one block of the machine, in the same coin


def find_starts(machine: p.Machine) -> list[int]:
    """The nodes where a block begins: those that something leads to, and all choices."""
    found = {machine.entry}
    for at, node in enumerate(machine.nodes):
        found.update(node.list_exits())
        if isinstance(node, p.Choose):
            found.add(at)
    return sorted(found)


@attrs.frozen(eq=False)
class Ways:
    """The blocks of a machine and the ways between them within one step.

    `component` is the same number for blocks that lie on one way round; `back` are the ways that
    lead round.
    """

    starts: list[int]
    exits: Mapping[int, tuple[int, ...]]
    component: Mapping[int, int]
    back: frozenset[tuple[int, int]]

    def budget(self, costs: Mapping[int, int]) -> tuple[int, dict[int, int]]:
        """The work that may be done on the ways round; the cost of each component."""
        total: dict[int, int] = {}
        for at, cost in costs.items():
            home = self.component[at]
            total[home] = total.get(home, 0) + cost + BLOCK_COST
        longest: dict[int, int] = {}
        # components are numbered as Tarjan finds them: whatever one leads to comes before it
        for home in sorted(total):
            after = [
                longest[self.component[there]]
                for at in self.starts if self.component[at] == home
                for there in self.exits[at] if self.component[there] != home
            ]  # fmt: skip
            longest[home] = total[home] + max(after, default=0)
        left = MAX_ROUNDS - max(longest.values(), default=0)
        if left < 0:
            raise CannotLower("so much work from one decision to the next")
        return left, total


def find_ways(machine: p.Machine) -> Ways:
    """The blocks and ways of a machine."""
    starts = find_starts(machine)
    exits = {at: _exits_of(machine, at, frozenset(starts)) for at in starts}
    component: dict[int, int] = {}
    back: set[tuple[int, int]] = set()
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    on_path: set[int] = set()
    found = 0
    for root in starts:
        if root in order:
            continue
        path = [(root, iter(exits[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        on_path.add(root)
        while path:
            at, ways = path[-1]
            there = next(ways, None)
            if there is not None:
                if there not in order:
                    order[there] = low[there] = len(order)
                    stack.append(there)
                    on_stack.add(there)
                    on_path.add(there)
                    path.append((there, iter(exits[there])))
                    continue
                if there in on_path:
                    back.add((at, there))
                if there in on_stack:
                    low[at] = min(low[at], order[there])
                continue
            path.pop()
            on_path.discard(at)
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[at])
            if low[at] == order[at]:
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    component[member] = found
                    if member == at:
                        break
                found += 1
    return Ways(starts, exits, component, frozenset(back))


def _exits_of(machine: p.Machine, at: int, starts: frozenset[int]) -> tuple[int, ...]:
    """Where a block leads to within a step: a move that is chosen begins another."""
    while True:
        node = machine.nodes[at]
        match node:
            case p.Choose(otherwise=otherwise):
                return () if otherwise is None else (otherwise,)
            case p.End():
                return ()
            case p.Jump() | p.Branch() | p.Chance():
                return tuple(dict.fromkeys(node.list_exits()))
        if node.stops:
            return ()
        at += 1
        if at in starts:
            return (at,)
