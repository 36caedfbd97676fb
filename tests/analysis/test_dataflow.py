"""The solver of dataflow: joins, loops, edges that cannot be taken, ranges that grow."""

from __future__ import annotations

from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_backward, solve_forward


def graph_of(entry, edges):
    return Graph(entry, {node: tuple(Edge(to) for to in tos) for node, tos in edges.items()})


def both(one, other):
    return one & other


def either(one, other):
    return one | other


def test_what_holds_on_every_way_in():
    graph = graph_of("a", {"a": "bc", "b": "d", "c": "d"})
    done = {"a": {1}, "b": {2, 3}, "c": {3}, "d": set()}
    states = solve_forward(graph, frozenset(), lambda n, s: s | done[n], both)
    assert states["d"] == {1, 3}


def test_a_loop_forgets_what_its_body_takes_away():
    graph = graph_of("in", {"in": ["head"], "head": ["body", "out"], "body": ["head"]})

    def transfer(node, state):
        return state | {1, 2} if node == "in" else state - {2} if node == "body" else state

    states = solve_forward(graph, frozenset(), transfer, both)
    assert states["head"] == states["out"] == {1}


def test_what_comes_behind_a_loop_waits_till_its_rounds_have_settled():
    edges = {"in": ["head"], "head": ["body", "out"], "body": ["last"], "last": ["head"]}
    visits = []

    def transfer(node, state):
        visits.append(node)
        return state - {2} if node == "last" else state

    solve_forward(graph_of("in", edges), frozenset({1, 2}), transfer, both)
    assert visits.count("out") == 1


def test_an_edge_that_cannot_be_taken_reaches_nothing():
    graph = Graph("test", {"test": (Edge("yes", True), Edge("no", False))})
    states = solve_forward(
        graph, 1, lambda n, s: s, max, along=lambda n, e, s: s if e.taken is True else None
    )
    assert states == {"test": 1, "yes": 1}


def test_widening_ends_what_grows_for_ever():
    graph = graph_of("head", {"head": ["body"], "body": ["head"]})
    visits = []

    def transfer(node, state):
        visits.append(node)
        return state + 1 if node == "body" else state

    def widen(old, new):
        return far if new > old else old

    far = 10**9
    states = solve_forward(graph, 0, transfer, max, widen=widen, along=lambda n, e, s: min(s, far))
    assert states["head"] == far and len(visits) < 50


def test_liveness():
    # a = …; while b: use a, set b; an exit that uses c
    graph = graph_of("set a", {"set a": ["b?"], "b?": ["use a", "use c"], "use a": ["b?"]})
    reads = {"b?": {"b"}, "use a": {"a"}, "use c": {"c"}}
    writes = {"set a": {"a"}, "use a": {"b"}}

    def transfer(node, live):
        return (live - writes.get(node, set())) | reads.get(node, set())

    live = solve_backward(graph, frozenset(), transfer, either)
    assert live["set a"] == {"a", "b", "c"}
    assert live["use a"] == {"a", "b", "c"}
    assert live["use c"] == set()


def test_a_long_chain():
    edges = {k: [k + 1] for k in range(5000)}
    assert solve_forward(graph_of(0, edges), 0, lambda n, s: s + 1, max)[5000] == 5000
