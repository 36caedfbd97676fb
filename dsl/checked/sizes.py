"""How large a text is when its definitions and phases are written out in place of their names.

That is how a machine is made of it. A few lines that name one another twice each, or a long chain
of them, become larger than anything that could be played, so it is found out before anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from hoyle.dsl.limits import BRANCHES, COLUMNS, OPTIONS, PARTS, ROWS, STEPS, VALUES, TooLarge
from hoyle.dsl.node import Node, Parts, children, select_kind, walk
from hoyle.dsl.report import Report
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.statements import Place

Named = d.Define | d.Table | d.Ranking | d.Conditions | d.Phase


@attrs.frozen
class _Size:
    """How deep values and steps go into one another, and of how many parts something is made.

    Only phases have steps.
    """

    values: int = 0
    steps: int = 0
    parts: int = 0


def check_sizes(declarations: Iterable[d.Declaration], report: Report) -> bool:
    """Report what is too large; whether there is nothing of the kind."""
    declared = list(declarations)
    blocks = select_kind(declared, d.Options)
    options = [line for block in blocks for line in select_kind(block.lines, d.Option)]
    named = {line.name: line for line in declared if isinstance(line, Named)}
    sizes: dict[str, _Size] = {}
    try:
        for count, option in enumerate(options, 1):
            OPTIONS.check(count, option.span)
        for name in _inner_first(named):
            line = named[name]
            if isinstance(line, d.Ranking):
                COLUMNS.check(_count_columns(line), line.name_span, name)
            ROWS.check(_count_rows(line), line.name_span, name)
            found = _measure(line, sizes)
            found = sizes[name] = (
                found if isinstance(line, d.Phase) else attrs.evolve(found, steps=0)
            )
            VALUES.check(found.values, line.name_span, name)
            STEPS.check(found.steps, line.name_span, name)
            PARTS.check(found.parts, line.name_span, name)
    except TooLarge as excess:
        excess.add_to(report)
        return False
    return True


def _count_rows(part: Node) -> int:
    """The rows, which are asked one inside the other; in a matrix each of its cells is a row."""
    if not isinstance(part, d.Table | d.Ranking):
        return 0
    matrix = isinstance(part, d.Table) and part.matrix
    return sum(len(row.cells) - 1 for row in part.rows) if matrix else len(part.rows)


def _count_columns(ranking: d.Ranking) -> int:
    """The columns that tell hands of one kind apart."""
    return max((len(row.cells) for row in ranking.rows), default=2) - 2


def _count_ties(part: Node) -> int:
    """Each column of a ranking makes the number larger that the next stands on."""
    return 2 * (_count_columns(part) + 2) if isinstance(part, d.Ranking) else 0


def _names_in(part: Parts) -> Iterator[str]:
    return (node.name for node in walk(part) if isinstance(node, Place))


def _inner_first(named: dict[str, Named]) -> list[str]:
    """All names, each after those that its own line names; circles are told elsewhere."""
    done: dict[str, None] = {}
    for first in named:
        path: list[tuple[str, Iterator[str]]] = [(first, _names_in(named[first]))]
        entered = {first}
        while path:
            name, inner = path[-1]
            for other in inner:
                if other in named and other not in done and other not in entered:
                    entered.add(other)
                    path.append((other, _names_in(named[other])))
                    break
            else:
                path.pop()
                done[name] = None
    return list(done)


def _measure(part: Node, sizes: Mapping[str, _Size]) -> _Size:
    """The size of a part; `sizes` has what it may name."""
    if isinstance(part, s.If):
        BRANCHES.check(len(part.branches), part.branches[0][0].span)
    inside = [_measure(inner, sizes) for inner in children(part)]
    values = max((size.values for size in inside), default=0)
    steps = max((size.steps for size in inside), default=0)
    parts = 1 + sum(size.parts for size in inside)
    named = sizes.get(part.name) if isinstance(part, Place) else None
    if named is not None:
        if named.steps:  # a phase: its values stand in its own steps
            return _Size(max(values, named.values), named.steps, parts + named.parts)
        return _Size(values + named.values + 2, steps, parts + named.parts)
    if isinstance(part, e.Bracket):  # they fall away
        return _Size(values, steps, parts)
    values += _count_rows(part) + _count_ties(part)
    if isinstance(part, e.Expr):
        return _Size(values + 1, steps, parts)
    return _Size(values, steps + 1, parts)
