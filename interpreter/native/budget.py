"""How much work a game may do from one decision to the next, told without counting all of it.

The interpreter counts all work and stops a game that does too much. Here each way round a loop is
charged with the most that one way round can cost, loops inside it gone through once. So a game
that stays inside the budget stays inside the interpreter's limits too; what does not is given up,
and the interpreter says what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
class Component:
    """A block, or blocks on one way round: `inner` are its parts once no way leads to `header`.

    Parts stand behind those that they lead to.
    """

    members: frozenset[int]
    header: int | None
    inner: tuple[Component, ...]


@attrs.frozen(eq=False)
class Ways:
    """The blocks of a machine and the ways between them within one step.

    `rounds` has the ways that lead round, each to the header of its loop.
    """

    starts: list[int]
    exits: Mapping[int, tuple[int, ...]]
    components: tuple[Component, ...]
    rounds: frozenset[tuple[int, int]]

    def budget(self, costs: Mapping[int, int]) -> tuple[int, dict[int, int]]:
        """The work that may be done on ways round; of each header what one way round costs."""
        found: dict[int, int] = {}
        left = MAX_ROUNDS - self._longest(self.components, costs, found)
        if left < 0:
            raise CannotLower("so much work from one decision to the next, most of all")
        return left, found

    def _longest(
        self, parts: Sequence[Component], costs: Mapping[int, int], found: dict[int, int]
    ) -> int:
        """The most that one way through some parts costs, each gone through once."""
        after: dict[int, int] = {}  # of each block, what the way from its component on costs
        for part in parts:
            if part.header is None:
                (at,) = part.members
                cost = costs[at] + BLOCK_COST
            else:
                cost = self._longest(part.inner, costs, found)
                found[part.header] = cost
            exits = [
                after[there] for at in part.members for there in self.exits[at] if there in after
            ]
            total = cost + max(exits, default=0)
            after.update(dict.fromkeys(part.members, total))
        return max(after.values(), default=0)


def find_ways(machine: p.Machine) -> Ways:
    """The blocks and ways of a machine."""
    starts = find_starts(machine)
    exits = {at: _exits_of(machine, at, frozenset(starts)) for at in starts}
    rounds: set[tuple[int, int]] = set()
    components = _find_components(starts, exits, rounds)
    return Ways(starts, exits, components, frozenset(rounds))


def _find_components(
    blocks: Sequence[int], exits: Mapping[int, tuple[int, ...]], rounds: set[tuple[int, int]]
) -> tuple[Component, ...]:
    """The components of some blocks, each behind those that it leads to; `rounds` are added."""
    inside = frozenset(blocks)
    ways = {
        at: [there for there in exits[at] if there in inside and (at, there) not in rounds]
        for at in blocks
    }
    found = []
    for members in _find_circles(blocks, ways):
        (first, *others) = sorted(members)
        if not others and first not in ways[first]:
            found.append(Component(members, None, ()))
            continue
        rounds.update((at, first) for at in members if first in ways[at])
        inner = _find_components(sorted(members), exits, rounds)
        found.append(Component(members, first, inner))
    return tuple(found)


def _find_circles(blocks: Sequence[int], ways: Mapping[int, list[int]]) -> Iterator[frozenset[int]]:
    """The strongly connected components (Tarjan), each behind those that it leads to."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in blocks:
        path = [] if root in order else [root]
        left: dict[int, Iterator[int]] = {}
        while path:
            at = path[-1]
            if at not in order:
                order[at] = low[at] = len(order)
                stack.append(at)
                waiting.add(at)
                left[at] = iter(ways[at])
            for there in left[at]:
                if there not in order:
                    path.append(there)
                    break
                if there in waiting:
                    low[at] = min(low[at], order[there])
            else:
                path.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[at])
                if low[at] == order[at]:
                    cut = stack.index(at)
                    members = frozenset(stack[cut:])
                    del stack[cut:]
                    waiting -= members
                    yield members


def _exits_of(machine: p.Machine, at: int, starts: frozenset[int]) -> tuple[int, ...]:
    """Where a block leads to within a step: a move that is chosen begins another."""
    while True:
        node = machine.nodes[at]
        if isinstance(node, p.Choose):
            return () if node.otherwise is None else (node.otherwise,)
        if node.exits or node.stops:
            return tuple(dict.fromkeys(node.list_exits()))
        at += 1
        if at in starts:
            return (at,)
