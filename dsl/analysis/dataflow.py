"""Dataflow: what holds at each node of a graph, forward from its entry or backward from its exits.

The graph may be that of a phase's steps, of the machine's code, or any other: nodes that can be
looked up, and for each the edges that lead on from it. A node's state is joined from those of all
edges that come to it; the nodes are gone through until nothing changes. That ends where each state
can change only so often on its way through `join`; where it could change without end (ranges that
grow), `widen` takes the place of `join` after some visits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Generic, TypeVar

import attrs

N = TypeVar("N", bound=Hashable)
S = TypeVar("S")

WIDEN_AFTER = 8  # visits of a node after which `widen` is asked in place of `join`


@attrs.frozen
class Edge(Generic[N]):
    """A way on from a node; `taken` says which of several: the answer of a test, an action."""

    to: N
    taken: object = None


@attrs.frozen
class Graph(Generic[N]):
    """Nodes by their edges. A node that `edges` does not name has none: it is an exit."""

    entry: N
    edges: Mapping[N, Sequence[Edge[N]]]


Transfer = Callable[[N, S], S]
Join = Callable[[S, S], S]
AlongEdge = Callable[[N, Edge[N], S], "S | None"]


def solve_forward(
    graph: Graph[N],
    entry_state: S,
    transfer: Transfer[N, S],
    join: Join[S],
    *,
    along: AlongEdge[N, S] | None = None,
    widen: Join[S] | None = None,
    widen_after: int = WIDEN_AFTER,
) -> dict[N, S]:
    """The state before each node that can be reached.

    `transfer` gives the state after a node from the one before it; `along` changes it for one edge,
    or gives None where the edge cannot be taken in that state. `join(old, new)` and
    `widen(old, new)` give what holds of both; equal states end the search.
    """
    return _solve(
        [(graph.entry, entry_state)], graph.edges, _number_nodes(graph),
        transfer, join, along, widen, widen_after,
    )  # fmt: skip


def solve_backward(
    graph: Graph[N], exit_state: S, transfer: Transfer[N, S], join: Join[S]
) -> dict[N, S]:
    """The state after each node that can be reached and from which an exit can be.

    `transfer` gives the state before a node from the one after it; the exits, nodes without edges,
    begin with `exit_state`.
    """
    numbers = _number_nodes(graph)
    size = len(numbers)
    back: dict[N, list[Edge[N]]] = {}
    for node in numbers:
        for edge in graph.edges.get(node, ()):
            back.setdefault(edge.to, []).append(Edge(node))
    exits = [(node, exit_state) for node in numbers if not graph.edges.get(node)]
    upside_down = {node: size - number for node, number in numbers.items()}
    return _solve(exits, back, upside_down, transfer, join)


def _solve(
    starts: Sequence[tuple[N, S]],
    edges: Mapping[N, Sequence[Edge[N]]],
    numbers: Mapping[N, int],
    transfer: Transfer[N, S],
    join: Join[S],
    along: AlongEdge[N, S] | None = None,
    widen: Join[S] | None = None,
    widen_after: int = 0,
) -> dict[N, S]:
    """Go through the nodes in the order of `numbers` until no state changes."""
    states: dict[N, S] = dict(starts)
    visits: dict[N, int] = {}
    nodes = {numbers[node]: node for node in numbers}
    heap = sorted(numbers[node] for node in states)
    waiting = set(heap)
    while heap:
        number = heappop(heap)
        waiting.discard(number)
        node = nodes[number]
        after = transfer(node, states[node])
        for edge in edges.get(node, ()):
            state = after if along is None else along(node, edge, after)
            if state is None:
                continue
            to = edge.to
            if to in states:
                old = states[to]
                visits[to] = visits.get(to, 0) + 1
                both = widen if widen is not None and visits[to] > widen_after else join
                new = both(old, state)
                if new == old:
                    continue
            else:
                new = state
            states[to] = new
            if numbers[to] not in waiting:
                waiting.add(numbers[to])
                heappush(heap, numbers[to])
    return states


def _number_nodes(graph: Graph[N]) -> dict[N, int]:
    """The nodes that can be reached, numbered so that a node comes after those that lead to it.

    This is the reverse of the order in which a search into the depth leaves them; an edge that
    closes a loop is the only one that leads back. The last way on is searched first, so that what
    comes behind a loop comes after its rounds: it is gone through when they have settled.
    """
    left: list[N] = []
    seen = {graph.entry}
    path = [(graph.entry, reversed(graph.edges.get(graph.entry, ())))]
    while path:
        node, rest = path[-1]
        for edge in rest:
            if edge.to not in seen:
                seen.add(edge.to)
                path.append((edge.to, reversed(graph.edges.get(edge.to, ()))))
                break
        else:
            path.pop()
            left.append(node)
    return {node: number for number, node in enumerate(reversed(left))}
