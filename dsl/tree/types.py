"""The parsed tree: types and parameters."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, at


@attrs.frozen
class TypeNamed(Node):
    """`Card`, `Seat`, `YesNo`, a record, a named type."""

    name: str
    span: Span = at()


@attrs.frozen
class TypeValue(Node):
    """A range `1..10`, or one alternative."""

    value: Expr
    span: Span = at()


@attrs.frozen
class TypeList(Node):
    """`at most N Box`."""

    most: Expr
    record: str
    span: Span = at()


@attrs.frozen
class TypeOr(Node):
    """`a or b or c`."""

    parts: tuple[TypeNamed | TypeValue | TypeList, ...]
    span: Span = at()


Type = TypeNamed | TypeValue | TypeList | TypeOr


@attrs.frozen
class Param(Node):
    """`name: Type`."""

    name: str
    type: Type
    span: Span = at()
