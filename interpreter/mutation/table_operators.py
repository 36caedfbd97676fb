"""Changes of tables, rankings, orders and the pack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Sentence
from hoyle.interpreter.mutation.alternatives import Alternatives
from hoyle.interpreter.mutation.replacements import DROPPED, Put, first_line, swapped, without

IN_ORDER = ("first", "steps")  # readings of a table in which the order of the rows counts


def row(node: Any, known: Alternatives) -> Iterator[Put]:
    """A row left out."""
    if isinstance(node, d.Table | d.Ranking) and len(node.rows) > 1:
        for place in range(len(node.rows)):
            yield without(node, "rows", place)


def rows(node: Any, known: Alternatives) -> Iterator[Put]:
    """A row below the next, where the order of the rows counts."""
    if isinstance(node, d.Ranking) or (isinstance(node, d.Table) and node.reading in IN_ORDER):
        for place in range(len(node.rows) - 1):
            yield swapped(node, "rows", place, "below the next row")


def cell(node: Any, known: Alternatives) -> Iterator[Put]:
    """A cell that asks for nothing, or for one thing less."""
    if not isinstance(node, d.Table):
        return
    asking = 1 if isinstance(node.heads[0].what, d.Matrix) else len(node.heads) - 1
    for number, line in enumerate(node.rows):
        for place, asked in enumerate(line.cells[:asking]):
            for put in _cells(asked):
                new = (*line.cells[:place], put.node, *line.cells[place + 1 :])
                rest = attrs.evolve(line, cells=new)
                whole = (*node.rows[:number], rest, *node.rows[number + 1 :])
                yield Put(attrs.evolve(node, rows=whole), put.span, put.says)


def results(node: Any, known: Alternatives) -> Iterator[Put]:
    """What a row gives, given by the next row, and the other way round."""
    if not isinstance(node, d.Table):
        return
    for place, (one, other) in enumerate(pairwise(node.rows)):
        if one.cells[-1] != other.cells[-1]:
            above = attrs.evolve(one, cells=(*one.cells[:-1], other.cells[-1]))
            below = attrs.evolve(other, cells=(*other.cells[:-1], one.cells[-1]))
            rows_ = (*node.rows[:place], above, below, *node.rows[place + 2 :])
            span = one.cells[-1].span
            yield Put(attrs.evolve(node, rows=rows_), span, "changed with the next row")


def _cells(asked: d.Cell) -> Iterator[Put]:
    """What may stand in the place of a cell that asks."""
    if isinstance(asked.tests[0], Sentence | d.Blank | d.Otherwise):
        return
    if len(asked.tests) == 1:
        yield Put(d.Cell((d.Blank(asked.span),), asked.span), asked.span, "`-`")
        return
    for place, test in enumerate(asked.tests):
        rest = (*asked.tests[:place], *asked.tests[place + 1 :])
        yield Put(attrs.evolve(asked, tests=rest), first_line(test.span), DROPPED)


# ---------------------------------------------------------------------- orders and the pack


def ranks(node: Any, known: Alternatives) -> Iterator[Put]:
    """A rank below the next of its order."""
    if isinstance(node, d.Order):
        for place in range(len(node.ranks) - 1):
            yield swapped(node, "ranks", place, "below the next rank")


def turned(node: Any, known: Alternatives) -> Iterator[Put]:
    """An order from the other end."""
    if isinstance(node, d.Order):
        rest = tuple(reversed(node.ranks))
        yield Put(attrs.evolve(node, ranks=rest), first_line(node.span), "turned round")


def pack(node: Any, known: Alternatives) -> Iterator[Put]:
    """A rank, a suit or a whole line that the pack has not."""
    match node:
        case d.PackRanks(ranks=several) if len(several) > 1:
            for place in range(len(several)):
                yield without(node, "ranks", place)
        case d.PackSuits(suits=several) if len(several) > 1:
            for place, suit in enumerate(several):
                rest = (*several[:place], *several[place + 1 :])
                yield Put(attrs.evolve(node, suits=rest), node.span, f"without {suit}")
        case d.Pack(lines=lines):
            for place, line in enumerate(lines):
                if not isinstance(line, d.PackRanks):
                    yield without(node, "lines", place)
