"""Nodes of the tree: their parts put through a function, and the names in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

FIELDS: dict[type[Any], tuple[str, ...]] = {}


def fields(kind: type[Any]) -> tuple[str, ...]:
    """What a node is made of: all but its places in the text."""
    if kind not in FIELDS:
        FIELDS[kind] = tuple(field.name for field in attrs.fields(kind) if field.eq)
    return FIELDS[kind]


def with_parts(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with every node inside it changed; the node itself where nothing has."""
    if isinstance(node, tuple):
        return tuple(whole(part, change) for part in node)
    changes = {}
    for name in fields(type(node)):
        old = getattr(node, name)
        new = whole(old, change)
        if new is not old and new != old:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node


def whole(part: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a node: a node, several, or a plain word or number."""
    if isinstance(part, tuple):
        return tuple(whole(one, change) for one in part)
    return change(part) if attrs.has(type(part)) else part


def nodes(node: Any) -> Iterator[Any]:
    """A node and all nodes inside it."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif attrs.has(type(node)):
        yield node
        for name in fields(type(node)):
            yield from nodes(getattr(node, name))
