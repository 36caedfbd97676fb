"""Nodes of the tree, the checked game and the machine: the one way through them.

A node holds other nodes in its fields, by themselves or in tuples. What a node only refers to (a
zone, a variable, a type, a place in the text) is no `Node`, so that a traversal never leaves the
text that a node was made of. A pass that goes through a game is made of these functions and of its
own interesting cases: a new kind of node is then seen by every pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter, is_
from typing import TypeVar

import attrs


class Node:
    """A part of a tree, a checked game or a machine; its fields hold further nodes.

    Several stand in a tuple. What stands in a list is not gone through: the types refuse one.
    """

    __slots__ = ()


N = TypeVar("N", bound=Node)
Parts = Node | tuple[object, ...]


_FIELDS: dict[type[object], tuple[str, ...]] = {}


def field_names(kind: type[object]) -> tuple[str, ...]:
    """The fields of a kind of node that take part in equality: all but places in the text."""
    names = _FIELDS.get(kind)
    if names is None:
        fields: tuple[attrs.Attribute[object], ...] = attrs.fields(kind)  # type: ignore[arg-type]
        names = _FIELDS[kind] = tuple(field.name for field in fields if field.eq)
    return names


PLAIN = {"str", "int", "bool", "tuple", "None", "Span"}  # no field made of these holds nodes


class _Holders(dict[type[object], Callable[[object], tuple[object, ...]]]):
    """For a kind of node what gives all that its fields for nodes hold, the last of them first."""

    def __missing__(self, kind: type[object]) -> Callable[[object], tuple[object, ...]]:
        fields: tuple[attrs.Attribute[object], ...] = attrs.fields(kind)  # type: ignore[arg-type]
        names = [
            field.name for field in reversed(fields)
            if field.eq and not set(re.findall(r"\w+", str(field.type))) <= PLAIN
        ]  # fmt: skip
        self[kind] = attrgetter(*names) if len(names) > 1 else _list_of(*names)
        return self[kind]


def _list_of(*names: str) -> Callable[[object], tuple[object, ...]]:
    return lambda node: tuple(getattr(node, name) for name in names)


_HOLDERS = _Holders()


def children(part: Parts) -> Iterator[Node]:
    """The nodes that a node holds, or that stand in a tuple, in the order of the text."""
    waiting: list[object] = [part]
    if isinstance(part, Node):
        waiting = [*_HOLDERS[type(part)](part)]
    found: list[Node] = []
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value[::-1]
        elif isinstance(value, Node):
            found.append(value)
    return iter(found)


def walk(part: Parts | None, outside: type[Node] | tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """A node, or those in a tuple, and all nodes inside them, the outer before the inner.

    Those of the kind `outside` are left out, with what is inside them.
    """
    waiting: list[object] = [part]  # the next one last
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value[::-1]
        elif isinstance(value, Node) and not isinstance(value, outside):
            yield value
            waiting += _HOLDERS[type(value)](value)


def select_kind(parts: Iterable[Node], kind: type[N]) -> list[N]:
    """Those of one kind, in their order."""
    return [part for part in parts if isinstance(part, kind)]


Change = Callable[[Node], "Node | tuple[Node, ...]"]


def map_children(node: N, change: Change) -> N:
    """A node with each node that it holds changed; the very same node where nothing is."""
    changes = {}
    for name in field_names(type(node)):
        old = getattr(node, name)
        new = map_part(old, change)
        if new is not old:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node  # type: ignore[misc]


def map_part(part: object, change: Change) -> object:
    """What stands in a field of a node, with each node in it changed.

    In a list several may take the place of one, or none.
    """
    if isinstance(part, Node):
        return change(part)
    if not isinstance(part, tuple):
        return part
    new: list[object] = []
    for value in part:
        changed = map_part(value, change)
        if isinstance(value, Node) and isinstance(changed, tuple):
            new += changed
        else:
            new.append(changed)
    same = len(new) == len(part) and all(map(is_, new, part))
    return part if same else tuple(new)
