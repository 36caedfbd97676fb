"""The parsed tree: tables and rankings."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, Sentence, Word, at
from hoyle.dsl.tree.types import Param


@attrs.frozen
class Matrix(Node):
    r"""`a \ b` at the head of a table."""

    rows: Expr
    columns: Expr
    span: Span = at()


@attrs.frozen
class Blank(Node):
    """`-` in a cell: does not matter."""

    span: Span = at()


@attrs.frozen
class Otherwise(Node):
    """`otherwise` in a cell."""

    span: Span = at()


@attrs.frozen
class CompareCell(Node):
    """`>= 21` in a cell."""

    op: str
    value: Expr
    span: Span = at()


Test = Expr | Sentence | Blank | Otherwise | CompareCell


@attrs.frozen
class Cell(Node):
    """One or several tests; several mean any of them."""

    tests: tuple[Test, ...]
    span: Span = at()


@attrs.frozen
class Row(Node):
    """One row of a table."""

    cells: tuple[Cell, ...]
    span: Span = at()


@attrs.frozen
class Heading(Node):
    """What a column asks: an expression, `when`, `rule`, or a matrix."""

    what: Expr | Matrix | Word
    span: Span = at()


@attrs.frozen
class Table(Node):
    """`table name(…), reading`; reading is `first`, `one`, `sum` or `steps`."""

    name: str
    params: tuple[Param, ...]
    reading: str
    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Ranking(Node):
    """`ranking name(…), best first`."""

    name: str
    params: tuple[Param, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()
