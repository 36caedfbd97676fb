"""What every part of the lowering shares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    EMPTY,
    SEAT,
    MaybeT,
    NumberT,
    PlainT,
    Type,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import Meaning, NoAnswer, builtins_of
from hoyle.dsl.machine.settings import Settings, shape
from hoyle.dsl.source import Span

TIE_WIDTH = 1000
SAME_NAME = {
    "plus", "minus", "times", "over", "negate", "not", "and", "or", "less", "more", "at_most",
    "at_least", "is", "is_not", "smaller", "larger", "number", "side", "left", "right",
    "seats_from", "seats_after", "melds", "rest",
}  # fmt: skip
# operation -> its meaning's name, on a mask and on a sequence
BY_SHAPE = {
    "size": ("count_bits", "count_entries"),
    "is_empty": ("is_empty", "is_empty"),
    "is_some": ("is_some", "is_some"),
    "last": ("last_bit", "last_entry"),
}
ON_MASKS = {
    "rank_of_all", "suit_of_all", "ranks", "suits", "one_rank", "one_suit", "subsets", "groups",
}  # fmt: skip


class CannotLower(Exception):
    """A construct that the checker lets through and the machine has no form for."""

    def __init__(self, says: str, span: Span) -> None:
        super().__init__(says)
        self.says, self.span = says, span


@attrs.define(eq=False)
class Lowering(ABC):
    """What all parts of the lowering share: the table, the names in sight, the shapes of values."""

    settings: Settings
    env: dict[g.Var, p.Expr] = attrs.field(factory=dict)
    families: dict[tuple[str | None, str], p.Family] = attrs.field(factory=dict)
    meaning: Mapping[str, Meaning] = attrs.field(factory=dict)
    depth: int = 0
    deepest: int = 0
    player_of: int | None = None
    shown: int | None = None
    told: int | None = None
    owners: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    lists: dict[g.Register, tuple[int, int]] = attrs.field(factory=dict)
    running: list[str] = attrs.field(factory=list)
    rows_in_hand: dict[g.Var, g.Row] = attrs.field(factory=dict)
    needs_value: bool = True

    # ------------------------------------------------------------------ building

    def op(self, name: str, *args: p.Expr) -> p.Expr:
        """An operation, worked out at once where all is constant."""
        if name in ("and", "or"):
            a, b = args
            decided = 0 if name == "and" else 1
            for one, other in ((a, b), (b, a)):
                if isinstance(one, p.Const):
                    return p.Const(decided) if bool(one.value) == bool(decided) else other
        if name == "if" and isinstance(args[0], p.Const):
            return args[1] if args[0].value else args[2]
        meaning = self.meaning.get(name)
        if meaning is not None and all(isinstance(a, p.Const) for a in args):
            try:
                return p.Const(meaning(*(a.value for a in args)))  # type: ignore[union-attr]
            except NoAnswer:
                pass  # left to the moment when it is asked
        return p.Op(name, args)

    @contextmanager
    def scratch(self) -> Iterator[int]:
        """A slot that no state keeps, for the time of one expression."""
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        try:
            yield -self.depth
        finally:
            self.depth -= 1

    def constant(self, value: g.Value) -> int:
        """The number that a value has before any play."""
        lowered = self.value(value)
        if isinstance(lowered, p.Const) and isinstance(lowered.value, int):
            return lowered.value
        raise CannotLower("this must be known before the game begins", value.span)

    def converted(self, expr: p.Expr, given: Type, wanted: str) -> p.Expr:
        """An expression in another shape."""
        if given == EMPTY:
            return p.Const(0) if wanted == "mask" else p.Const(())
        have = shape(given)
        if have == wanted:
            return expr
        if wanted == "mask":
            return self.op("bit" if have == "int" else "seq_mask", expr)
        if wanted == "seq":
            return self.op("mask_seq" if have == "mask" else "tuple", expr)
        raise AssertionError(f"no way from {have} to {wanted}")

    def as_mask(self, value: g.Value) -> p.Expr:
        """A value as a mask."""
        return self.converted(self.value(value), value.type, "mask")

    def as_seq(self, value: g.Value) -> p.Expr:
        """A value as a sequence."""
        return self.converted(self.value(value), value.type, "seq")

    def as_type(self, value: g.Value, wanted: Type) -> p.Expr:
        """A value in the shape that a place of type `wanted` has; never none unless it may be."""
        if isinstance(bare(wanted), PlainT) and wanted == EMPTY:
            wanted = value.type
        want = shape(wanted)
        if want != "int":
            return self.converted(self.value(value), value.type, want)
        if isinstance(wanted, MaybeT):
            return self.value(value)
        return self.needed(value)

    def needed(self, value: g.Value) -> p.Expr:
        """A single value that must not be none."""
        lowered = self.value(value)
        return self.not_none(lowered, value)

    def not_none(self, lowered: p.Expr, value: g.Value) -> p.Expr:
        """Trap none where it can be."""
        if not _may_be_none(value):
            return lowered
        says = f"`{' '.join(value.span.text.split())}` is none here, and a value is needed"
        return p.Guard(lowered, None, None, says, value.span)

    def order(self, name: str) -> tuple[int, ...]:
        """The ranks of an order from the lowest, by number."""
        words = self.settings.rank_words()
        return tuple(words.index(r) for r in reversed(self.settings.game.orders[name].ranks))

    @abstractmethod
    def value(self, value: g.Value) -> p.Expr:
        """The expression of a value."""

    @abstractmethod
    def block(self, body: Iterable[g.Step]) -> None:
        """The steps of a block."""


def is_simple(expr: p.Expr) -> bool:
    """Whether an expression costs nothing to work out again."""
    return isinstance(expr, p.Const | p.Get) or (
        isinstance(expr, p.GetAt) and isinstance(expr.index, p.Get)
    )


def is_safe(expr: p.Expr) -> bool:
    """Whether an index is in its range by the way it was made."""
    if isinstance(expr, p.Get):
        return True
    return isinstance(expr, p.Op) and expr.name in ("left", "right", "side", "rank", "suit")


def may_be_unset(thing: g.Register) -> bool:
    """Whether a register can be read before it is set."""
    return (
        thing.default is None
        and thing.record is None
        and not isinstance(thing.type, MaybeT | NumberT)
        and shape(thing.type) == "int"
    )


def _may_be_none(value: g.Value) -> bool:
    """Whether a value can be none as far as its type tells."""
    return isinstance(value.type, MaybeT)


def _is_seat(kind: Type) -> bool:
    return bare(kind) == SEAT


def rebuilt(values: Lowering, pack: p.PackOfCards) -> None:
    """Give the operations their meaning for this pack."""
    settings = values.settings
    values.meaning = builtins_of(pack, settings.players, max(1, settings.sides))
