"""Where each of Lark's trees begins and ends, found sooner than Lark finds it.

Lark keeps lines and columns of every tree, for which nobody asks here, and that is a quarter of the
time that it takes to read a text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Lark, Token, Tree
from lark.parse_tree_builder import PropagatePositions

LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})  # belong to nothing that they end


class SpanMaker:
    """Makes a tree of its children, from the first word to the last that were read for it.

    Some of these words do not stay in the tree, and the stretch that they take up is kept for the
    tree around it (Lark's `container`).
    """

    def __init__(self, make: Callable[[list[Any]], Any]) -> None:
        self.make = make

    def __call__(self, children: list[Any]) -> Any:
        """The tree."""
        start = end = -1
        for child in children:
            if isinstance(child, Token):
                if child.type not in LAYOUT:
                    start = child.start_pos or 0
                    break
            elif child is not None and not (meta := child.meta).empty:
                start = meta.container_start_pos
                break
        for child in reversed(children) if start >= 0 else ():
            if isinstance(child, Token):
                if child.type not in LAYOUT:
                    end = child.end_pos or 0
                    break
            elif child is not None and not (meta := child.meta).empty:
                end = meta.container_end_pos
                break
        made = self.make(children)
        if start >= 0 and isinstance(made, Tree):
            place: Any = made.meta
            if place.empty:
                place.empty, place.start_pos, place.end_pos = False, start, end
            place.container_start_pos, place.container_end_pos = start, end
        return made


def use_fast_spans(parser: Lark) -> None:
    """Let this class do what Lark's own would do; where Lark is built otherwise, it stays so."""
    steps = parser._callbacks
    for rule, step in steps.items():
        if type(step) is PropagatePositions:
            steps[rule] = SpanMaker(step.node_builder)
