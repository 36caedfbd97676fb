"""Brackets, put back into a tree from which they were taken, where it could not be read without."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import N, Node, field_names, map_part
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

# How closely the parts of an expression hold together, as in the grammar.
EXPRESSION, OPEN, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, SINGLE = range(10)
CLOSENESS: dict[type[Node], int] = {
    e.Either: EXPRESSION, e.Where: EXPRESSION, e.Phrase: OPEN, e.EitherOr: OR, e.Both: AND,
    e.Not: NOT, e.Compare: COMPARE, e.Between: RANGE,
}  # fmt: skip
# How closely what stands in a field must hold together: of one kind of node, else of all.
WANTED: dict[tuple[type[Node], str], int] = {
    (e.Either, "value"): OR, (e.Either, "test"): OR, (e.Either, "other"): EXPRESSION,
    (e.EitherOr, "left"): OR, (e.EitherOr, "right"): AND,
    (e.Both, "left"): AND, (e.Both, "right"): NOT, (e.Not, "value"): NOT,
    (e.Negate, "value"): SINGLE, (e.CardOf, "rank"): SINGLE, (e.CardOf, "suit"): SINGLE,
    (e.SeatsRound, "seat"): SINGLE, (e.SeatsRound, "among"): SINGLE,
    (e.Phrase, "value"): OPEN, (s.Assign, "value"): EXPRESSION,
    (s.Choose, "seat"): SINGLE, (s.Choose, "decider"): SINGLE,
}  # fmt: skip
WANTED_ELSEWHERE = {
    "where": OPEN, "test": OPEN, "until": OPEN, "over": RANGE, "left": RANGE, "right": RANGE,
    "low": SUM, "high": SUM, "what": SUM, "amount": SUM, "times": SUM, "size": SUM,
    "to": SINGLE, "source": SINGLE, "giver": SINGLE, "taker": SINGLE, "place": SINGLE,
}  # fmt: skip


def restore_brackets(node: N) -> N:
    """The same with brackets round what is looser than what it stands in."""
    changes = {}
    for name in field_names(type(node)):
        old, wanted = getattr(node, name), _find_wanted(node, name)
        new = map_part(old, lambda part, wanted=wanted: _enclose(part, wanted))  # type: ignore[misc]
        if new is not old:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node  # type: ignore[misc]


def _find_wanted(node: Node, name: str) -> int:
    if isinstance(node, e.Sum):
        closeness = _find_closeness(node)
        return closeness if name == "left" else closeness + 1
    if isinstance(node, e.Apply):
        return SINGLE if node.of else EXPRESSION
    return WANTED.get((type(node), name), WANTED_ELSEWHERE.get(name, EXPRESSION))


def _find_closeness(node: Node) -> int:
    if isinstance(node, e.Sum):
        return SUM if node.op in "+-" else PRODUCT
    if isinstance(node, e.SeatsRound) and node.among is not None:
        return RANGE
    if isinstance(node, e.Where) and isinstance(node.over, e.Alternatives):
        return SINGLE  # the grammar has no brackets round them
    return CLOSENESS.get(type(node), SINGLE)


def _enclose(part: Node, wanted: int) -> Node:
    inner = restore_brackets(part)
    if isinstance(inner, e.Expr) and _find_closeness(inner) < wanted:
        return e.Bracket(inner, span=inner.span)
    return inner
