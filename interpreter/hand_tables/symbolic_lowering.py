"""A table with everything that it reads kept open: hands, options, seats and state by a number.

The rows are lowered as for a table that is played at, but what a parameter, register or zone
holds is an unknown of its own, whatever slot it would lie in.
"""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, YESNO, Type, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower, may_be_unset
from hoyle.dsl.machine.lower_expressions import ExpressionLowering
from hoyle.dsl.machine.settings import shape
from hoyle.dsl.node import walk


@attrs.define(eq=False)
class Unknown:
    """What the rows read and the text does not settle; its value lies in `slot`."""

    slot: int
    type: Type
    name: str
    thing: g.Register | g.Zone | g.Var | None = None

    @property
    def cards(self) -> bool:
        """Whether it is a set of cards: a hand."""
        return element(bare(self.type)) == CARD


@attrs.define(eq=False)
class Open(ExpressionLowering):
    """The lowering that leaves everything open."""

    unknowns: dict[object, Unknown] = attrs.field(factory=dict)
    read: set[str] = attrs.field(factory=set)  # the settings that were asked for
    inside: int = 0  # how many phrases go on here
    guessed: bool = False  # whether a question was left open as a whole

    def unknown(self, key: object, kind: Type, name: str, thing: object = None) -> p.Expr:
        """The expression of an unknown; hands are kept as masks, and piles laid out when asked."""
        if key not in self.unknowns:
            known = thing if isinstance(thing, g.Register | g.Zone | g.Var) else None
            self.unknowns[key] = Unknown(len(self.unknowns), kind, name, known)
        one = self.unknowns[key]
        got = p.Get(one.slot)
        return p.Op("as_laid", (got,)) if one.cards and shape(kind) == "seq" else got

    def open_parameters(self, params: tuple[g.Var, ...]) -> None:
        """The parameters of a table, each an unknown."""
        for param in params:
            self.env[param] = self.unknown(param, param.type, param.name, param)

    # ------------------------------------------------------------------ what is left open

    def value(self, value: g.Value) -> p.Expr:
        """A question that cannot be told apart further is an unknown answer by itself."""
        if value.type != YESNO:
            return super().value(value)
        try:
            return super().value(value)
        except CannotLower:
            if self.inside:
                raise
            self.guessed = True
            text = " ".join(value.span.text.split())
            return self.unknown(("question", text), YESNO, text)

    def setting(self, value: g.Setting) -> p.Expr:
        """What is fixed for the table; it is noted that it was asked for."""
        self.read.add(value.name)
        return super().setting(value)

    def load(self, value: g.Load) -> p.Expr:
        """What a register or zone holds: an unknown for each index."""
        index = tuple(self.needed(one) for one in value.index)
        if any(map(_reads_scratch, index)):
            raise CannotLower("this depends on what a phrase goes through", value.span)
        kind = value.type
        of = element(bare(kind))
        if of is not None and of != CARD:
            raise CannotLower("such a list is not followed", value.span)
        name = " ".join(value.span.text.split())
        found = self.unknown((value.thing.record, value.thing.name, index), kind, name, value.thing)
        if isinstance(value.thing, g.Register) and may_be_unset(value.thing):
            return p.Guard(found, None, None, f"`{name}` has no value yet", value.span)
        return found

    def call(self, value: g.Call) -> p.Expr:
        """A call; lowered anew each time, so that what it reads is noted."""
        self.context.calls.clear()
        return super().call(value)

    def many(self, value: g.Many) -> p.Expr:
        """Several zones together are not followed."""
        raise CannotLower("several zones are not followed", value.span)

    def operation(self, value: g.Op) -> p.Expr:
        """What depends on the course of the game is not followed."""
        if value.name in ("random", "player", "showing", "sees", "owner", "expected"):
            raise CannotLower("this depends on the course of the game", value.span)
        if value.name in ("top", "bottom") and isinstance(value.args[0], g.Load):
            self.guessed = True  # that it may be any card does not fit the others of the pile
            name = " ".join(value.span.text.split())
            index = tuple(self.needed(one) for one in value.args[0].index)
            if any(map(_reads_scratch, index)):
                raise CannotLower("this depends on what a phrase goes through", value.span)
            return self.unknown((value.name, value.args[0].thing.name, index), CARD, name)
        return super().operation(value)

    def phrase(self, value: g.Phrase) -> p.Expr:
        """A phrase; what it asks of each member cannot be left open as a whole."""
        self.inside += 1
        try:
            return super().phrase(value)
        finally:
            self.inside -= 1


def slots_of(expr: p.Expr) -> set[int]:
    """Every slot that an expression reads, scratch slots too."""
    return {part.slot for part in walk(expr) if isinstance(part, p.Get)}


def _reads_scratch(expr: p.Expr) -> bool:
    return any(slot < 0 for slot in slots_of(expr))
