"""The parsed tree: types and parameters."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, at


@attrs.frozen
class TypeNamed:
    """`Card`, `Seat`, `YesNo`, a record, a named type."""

    name: str
    span: Span = at()


@attrs.frozen
class TypeValue:
    """A range `1..10`, or one alternative."""

    value: Expr
    span: Span = at()


@attrs.frozen
class TypeList:
    """`at most N Box`."""

    most: Expr
    record: str
    span: Span = at()


@attrs.frozen
class TypeOr:
    """`a or b or c`."""

    parts: tuple[TypeNamed | TypeValue | TypeList, ...]
    span: Span = at()


Type = TypeNamed | TypeValue | TypeList | TypeOr


@attrs.frozen
class Param:
    """`name: Type`."""

    name: str
    type: Type
    span: Span = at()
