"""A pile that is shuffled again, round after round, and gets none of its cards back."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import partial

from hoyle.dsl.analysis.control_flow import Point, PointKind, phase_graph
from hoyle.dsl.analysis.dataflow import Graph, solve_forward
from hoyle.dsl.analysis.facts import all_steps, step_facts, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Thing
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report


class _Pile(Enum):
    """What has become of a pile since it was shuffled."""

    WHOLE = auto()
    DRAWN = auto()  # cards went from it
    FILLED = auto()  # cards came to it


_States = frozenset[_Pile]  # one for each way that has led here


def check_not_gathered(game: g.Game, report: Report) -> None:
    """D05: cards go from a pile, and on no way back to its shuffle do any come to it.

    Of each pile the first such shuffle is told.
    """
    dealt = {step.source.thing for step in select_kind(all_steps(game), g.Deal)}
    if not any(step.pile.thing in dealt for step in select_kind(all_steps(game), g.Shuffle)):
        return
    graph, _ = phase_graph(game, game.phases["match"], lambda value: None)
    told = set[Thing | None]()
    for point in graph.edges:
        shuffle = point.step
        if point.kind is not PointKind.STEP or not isinstance(shuffle, g.Shuffle):
            continue
        pile = shuffle.pile.thing
        if pile in told or pile not in dealt:
            continue
        back = _find_ways_back(game, graph, point, pile)
        if _Pile.DRAWN in back and _Pile.FILLED not in back:
            told.add(pile)
            _report(game, shuffle, report)


def _find_ways_back(
    game: g.Game, graph: Graph[Point], shuffle: Point, pile: Thing | None
) -> _States:
    """What has become of a pile when play comes to its shuffle again; empty if it never does."""
    start = Point(PointKind.ENTRY)
    around = Graph(start, {**graph.edges, start: graph.edges[shuffle]})
    transfer = partial(_follow, game, pile)
    states = solve_forward(around, frozenset({_Pile.WHOLE}), transfer, frozenset.union)
    return states.get(shuffle, frozenset())


def _follow(game: g.Game, pile: Thing | None, point: Point, before: _States) -> _States:
    """What has become of a pile after a point; a loop's head stands for what its rounds lay."""
    step = point.step
    if step is None or point.kind not in (PointKind.STEP, PointKind.HEAD):
        return before
    steps = steps_run(game, [step]) if point.kind is PointKind.HEAD else [step]
    if any(place.thing is pile for one in steps for place in step_facts(one).lays):
        return frozenset({_Pile.FILLED})
    if point.kind is PointKind.STEP and pile in _list_sources(step):
        return frozenset(_Pile.DRAWN if one is _Pile.WHOLE else one for one in before)
    return before


def _list_sources(step: g.Step) -> Iterator[Thing | None]:
    """The piles that a step surely takes cards from."""
    if isinstance(step, g.Deal | g.Move) and isinstance(step.source, g.Load):
        yield step.source.thing


def _report(game: g.Game, shuffle: g.Shuffle, report: Report) -> None:
    pile = shuffle.pile.thing.name
    deals = [
        step for step in select_kind(all_steps(game), g.Deal)
        if step.source.thing is shuffle.pile.thing
    ]  # fmt: skip
    report.warn(
        "D05", f"`{pile}` is shuffled again without the cards that went from it",
        shuffle.span.first_word,
        also=((deals[0].span, "they are dealt here"),),
        help=(f"no step brings them back before this: write above it  gather into {pile}",),
    )  # fmt: skip
