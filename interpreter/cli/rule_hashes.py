"""The named parts of a ruleset with a hash for each, so that it can be said what has changed.

The hash is made from the tree, so comments and layout do not count, nor brackets, which the layout
may add; nor do examples, laws and policies, which change nothing in the play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.library.ruleset import Ruleset

LENGTH = 12
UNPLAYED = (d.Example, d.Law, d.Policy, d.Variant)


def hash_parts(ruleset: Ruleset) -> dict[str, str]:
    """Title and hash of each part, in the order of the text; a library is one part."""
    shapes: dict[str, str] = {"edition": str(ruleset.file.edition)}
    for title, node in _name_declarations(ruleset.file.declarations):
        shapes[title] = shapes.get(title, "") + _canonical_text(node)
    for name, library in ruleset.libraries.items():
        inner = (_canonical_text(node) for _, node in _name_declarations(library.declarations))
        shapes[f"library {name}"] = "".join(inner)
    return {
        title: hashlib.sha256(text.encode()).hexdigest()[:LENGTH] for title, text in shapes.items()
    }


def find_changed_parts(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """What is different, one sentence each."""
    found = [
        f"{title} has changed" for title, made in before.items()
        if title in now and now[title] != made
    ]  # fmt: skip
    found += [f"{title} is gone" for title in before if title not in now]
    found += [f"{title} is new" for title in now if title not in before]
    return found or ["the order of the parts has changed"]


def _name_declarations(declarations: Iterable[d.Declaration]) -> list[tuple[str, d.Declaration]]:
    """The declarations that are played, each with what a reader would call it."""
    return [
        (_name_declaration(node), node) for node in declarations if not isinstance(node, UNPLAYED)
    ]


def _name_declaration(node: d.Declaration) -> str:
    word = type(node).__name__.lower()
    if isinstance(node, d.State):
        return f"state of {node.phase}" if node.phase else word
    name = "" if isinstance(node, d.Payoff) else getattr(node, "name", getattr(node, "library", ""))
    return "match" if name == "match" else f"{word} {name}".rstrip()


def _canonical_text(node: object) -> str:
    if isinstance(node, e.Bracket):
        return _canonical_text(node.inner)
    shape = type(node)
    if attrs.has(shape):
        inner = [
            _canonical_text(getattr(node, field.name)) for field in attrs.fields(shape) if field.eq
        ]
        return f"({' '.join([shape.__name__, *inner])})"
    if isinstance(node, tuple | list):
        return f"[{' '.join(map(_canonical_text, node))}]"
    if node is None or isinstance(node, str | int):
        return repr(node)
    raise TypeError(f"a tree holds no {shape.__name__}")
