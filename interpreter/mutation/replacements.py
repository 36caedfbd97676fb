"""What an operator puts in the place of a node, and the forms that this takes most often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from hoyle.dsl.format.expressions import format_expression
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.mutation.alternatives import Alternatives

DROPPED = "dropped"


@attrs.frozen
class Put:
    """A node in the place of another; the words that are changed, and what becomes of them."""

    node: Any
    span: Span
    says: str


@attrs.frozen
class Operator:
    """One kind of change, by its name: all changes of this kind that can be made at a node."""

    name: str
    change: Callable[[Any, Alternatives], Iterator[Put]]


def without(node: Any, field: str, place: int) -> Put:
    """A node without one of the several parts of a field."""
    parts = getattr(node, field)
    rest = (*parts[:place], *parts[place + 1 :])
    return Put(attrs.evolve(node, **{field: rest}), first_line(parts[place].span), DROPPED)


def swapped(node: Any, field: str, place: int, says: str) -> Put:
    """A node in which one part of a field has changed places with the next."""
    parts = getattr(node, field)
    one, other = parts[place : place + 2]
    moved = (*parts[:place], other, one, *parts[place + 2 :])
    return Put(attrs.evolve(node, **{field: moved}), first_line(one.span), says)


def instead(node: Any, field: str, new: Any, span: Span, says: str = "") -> Put:
    """A node with something else in a field."""
    text = says or f"`{format_expression(new)}`"
    return Put(attrs.evolve(node, **{field: new}), first_line(span), text)


def becomes(old: e.Expr, new: e.Expr) -> Put:
    """An expression in the place of another."""
    return Put(new, first_line(old.span), f"`{format_expression(new)}`")


def first_line(span: Span) -> Span:
    """What a span has on its first line: a place is shown by one line."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


def between(left: Span, right: Span) -> Span:
    """The words between two places, such as the `and` between its sides."""
    text = left.source.text[left.end : right.start]
    start = left.end + len(text) - len(text.lstrip())
    return Span(left.source, start, left.end + len(text.rstrip()))
