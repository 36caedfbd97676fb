"""The named parts of a ruleset with a hash for each, so that it can be said what has changed.

The hash is made from the tree, so comments and layout do not count; nor do examples and laws, which
change nothing in the play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.library.ruleset import Ruleset

LENGTH = 12
UNPLAYED = (d.Example, d.Law, d.Variant)


def parts_of(ruleset: Ruleset) -> dict[str, str]:
    """Title and hash of each part, in the order of the text; a library is one part."""
    shapes: dict[str, str] = {"edition": str(ruleset.file.edition)}
    for title, node in _titled(ruleset.file.declarations):
        shapes[title] = shapes.get(title, "") + _shape(node)
    for name, library in ruleset.libraries.items():
        inner = (_shape(node) for _, node in _titled(library.declarations))
        shapes[f"library {name}"] = "".join(inner)
    return {title: _digest(text) for title, text in shapes.items()}


def hash_of(parts: dict[str, str]) -> str:
    """One hash for all parts together, in their order."""
    return _digest("\n".join(f"{title} {made}" for title, made in parts.items()))


def changed_parts(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """What is different, one sentence each."""
    found = [
        f"{title} has changed" for title, made in before.items()
        if title in now and now[title] != made
    ]  # fmt: skip
    found += [f"{title} is gone" for title in before if title not in now]
    found += [f"{title} is new" for title in now if title not in before]
    return found or ["the order of the parts has changed"]


def _titled(declarations: Iterable[Any]) -> list[tuple[str, Any]]:
    """The declarations that are played, each with what a reader would call it."""
    return [(_title_of(node), node) for node in declarations if not isinstance(node, UNPLAYED)]


def _title_of(node: Any) -> str:
    if isinstance(node, d.Phase) and node.name == "match":
        return "match"
    if isinstance(node, d.State):
        return f"state of {node.phase}" if node.phase else "state"
    if isinstance(node, d.Payoff):
        return "payoff"
    word = type(node).__name__.lower()
    name = getattr(node, "name", None) or getattr(node, "library", None)
    return f"{word} {name}" if name else word


def _shape(node: Any) -> str:
    """A tree as text, without the places where things stand."""
    if attrs.has(type(node)):
        inner = [
            _shape(getattr(node, field.name)) for field in attrs.fields(type(node)) if field.eq
        ]
        return f"({' '.join([type(node).__name__, *inner])})"
    if isinstance(node, tuple | list):
        return f"[{' '.join(map(_shape, node))}]"
    if node is None or isinstance(node, str | int):
        return repr(node)
    raise TypeError(f"a tree holds no {type(node).__name__}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
