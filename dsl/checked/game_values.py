"""The checked game: values, each with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.checked.game import Define, Ranking, Register, Table, Var, Zone


@attrs.frozen(eq=False)
class Const:
    """A number, or the index of an alternative; -1 is none."""

    value: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Literal:
    """A card, rank or suit by its word: which number it is depends on the pack.

    `what` is `card`, `rank`, `suit`, or `kind` (the row of a ranking).
    """

    what: str
    word: str
    twin: bool
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Setting:
    """`players`, `sides`, `pack`, `seats`, `ranks`… or an option: fixed for a table."""

    name: str
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Local:
    """The value of a variable."""

    var: Var
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Load:
    """A register, zone, or field at an index."""

    thing: Register | Zone
    index: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Many:
    """A family applied to several: all of them together. `index[place]` is the set."""

    thing: Register | Zone
    index: tuple[Value, ...]
    place: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Call:
    """A define, table, ranking or conditions applied to arguments."""

    of: Define | Table | Ranking
    args: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Op:
    """A built-in operation by its name; see dsl/checked/operations.py for all of them."""

    name: str
    args: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Phrase:
    """`any every count total highest lowest best sole first filter` over a set."""

    kind: str
    var: Var
    over: Value
    where: Value | None
    value: Value | None
    type: Type
    span: Span


@attrs.frozen(eq=False)
class RowValue:
    """`line of x`: what a row of a step-by-step table gives."""

    line: Var
    table: Table
    args: tuple[Value, ...]
    type: Type
    span: Span


Value = Const | Literal | Setting | Local | Load | Many | Call | Op | Phrase | RowValue
# The values that fit a cell of a table: of none, whatever comes fits; None where it is not plain.
Cell = tuple[Value, ...] | None
