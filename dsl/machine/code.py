"""The nodes of a machine while they are written: labels, local slots, and what is still needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from hoyle.dsl.checked.types import NumberT, Type
from hoyle.dsl.limits import NODES
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import LoweringContext, require
from hoyle.dsl.machine.settings import WIDE
from hoyle.dsl.source import Span


@attrs.define(eq=False)
class CodeWriter:
    """Nodes in the order in which they are written.

    A label is a negative number: where it is placed is known by the end (`link`). `live` are the
    local slots that still matter where the next node stands.
    """

    context: LoweringContext
    nodes: list[p.Node] = attrs.field(factory=list)
    places: dict[int, int] = attrs.field(factory=dict)
    labels: int = 0
    live: list[int] = attrs.field(factory=list)

    def emit(self, node: p.Node) -> None:
        """Put a node after those that are there; CannotLower where there are too many."""
        self.nodes.append(node)
        if node.span is not None:
            require(NODES, len(self.nodes), node.span)

    def new_label(self) -> int:
        """A place to jump to that is not there yet."""
        self.labels += 1
        return -self.labels

    def new_labels(self, count: int) -> list[int]:
        """Several of them."""
        return [self.new_label() for _ in range(count)]

    def place(self, label: int) -> None:
        """The label stands here."""
        self.places[label] = len(self.nodes)

    def jump(self, label: int, span: Span) -> None:
        """Go on at a label."""
        self.emit(p.Jump(label, span))

    def branch(self, test: p.Expr, yes: int, no: int, span: Span) -> None:
        """Go on at one of two labels, `yes` being placed here or elsewhere."""
        self.emit(p.Branch(test, yes, no, span))

    def link(self) -> tuple[p.Node, ...]:
        """The nodes with the places of their labels."""
        return tuple(node.link(lambda at: self.places[at] if at < 0 else at) for node in self.nodes)

    # ------------------------------------------------------------------ slots

    @contextmanager
    def live_block(self) -> Iterator[None]:
        """Slots that come to be live in it are dead after it."""
        count = len(self.live)
        yield
        del self.live[count:]

    def live_now(self) -> tuple[int, ...]:
        """The local slots, and those of phases, that still matter."""
        context = self.context
        kept = (slot.at for slot in context.slots if slot.phase in context.running)
        return (*self.live, *kept)

    def set_quietly(self, ref: p.Ref | int, value: p.Expr, span: Span) -> None:
        """Set a slot, given by its place or number, that is no part of the table."""
        name = self.context.slots[ref].name if isinstance(ref, int) else ""
        place = p.Ref(ref) if isinstance(ref, int) else ref
        self.emit(p.Set(place, value, 0, -WIDE, WIDE, name, NumberT(), span, True))

    def set_local(
        self, slot: int, value: p.Expr, name: str, kind: Type, span: Span, *, held: bool = False
    ) -> None:
        """Give a variable its value, which lies in the range of its slot, or is `held` to that."""
        made = self.context.slots[slot]
        low = min(made.low, -1) if made.maybe else made.low
        self.emit(p.Set(p.Ref(slot), value, 0, low, made.high, name, kind, span, True, held))

    def next_member(
        self, members: int, place: int, var: int, inside: int, done: int, span: Span
    ) -> None:
        """The head of a loop over a list: the next member to `var`, or on to `done`."""
        at_end = p.Op("at_least", (p.Get(place), p.Op("count_entries", (p.Get(members),))))
        self.branch(at_end, done, inside, span)
        self.place(inside)
        self.set_quietly(var, p.Op("lookup", (p.Get(members), p.Get(place))), span)
        self.set_quietly(place, p.Op("plus", (p.Get(place), p.Const(1))), span)
