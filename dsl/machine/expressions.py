"""The machine's expressions: values worked out from slots.

Values are whole numbers (cards, ranks, suits, seats, answers, alternatives by their number; -1 is
none), masks (a set: bit k stands for member k), or sequences (tuples).
"""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span


@attrs.frozen
class K:
    """A constant: a number, or a tuple of numbers."""

    value: int | tuple[int, ...]


@attrs.frozen
class Get:
    """What a slot holds; negative slots are scratch, which no state keeps."""

    slot: int


@attrs.frozen
class GetAt:
    """What the slot `base + index` holds."""

    base: int
    index: Expr


@attrs.frozen
class Op:
    """An operation on values; meaning.py gives each its meaning."""

    name: str
    args: tuple[Expr, ...]


@attrs.frozen
class Trapped:
    """A value that must not be none (or must lie in `low..high`): else the ruleset is at fault."""

    value: Expr
    low: int | None
    high: int | None
    says: str
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Bind:
    """`value` kept in a scratch slot while `body` is worked out."""

    slot: int
    value: Expr
    body: Expr


@attrs.frozen
class Each:
    """A phrase over the members of `over` (a sequence, or a mask if `mask`), one after another."""

    kind: str
    slot: int
    over: Expr
    mask: bool
    where: Expr | None
    value: Expr | None


@attrs.frozen
class Noted:
    """A row of a table that fitted: with the trace on it is noted that this row gave the value."""

    table: str
    row: str
    value: Expr
    span: Span = attrs.field(eq=False, repr=False)


Expr = K | Get | GetAt | Op | Trapped | Bind | Each | Noted


@attrs.frozen
class Ref:
    """A slot to write: `base`, plus `index` where it is one of a family."""

    base: int
    index: Expr | None = None
