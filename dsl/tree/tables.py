"""The parsed tree: tables and rankings."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, Sentence, Word, at
from hoyle.dsl.tree.types import Param


@attrs.frozen
class Matrix:
    r"""`a \ b` at the head of a table."""

    rows: Expr
    columns: Expr
    span: Span = at()


@attrs.frozen
class Blank:
    """`-` in a cell: does not matter."""

    span: Span = at()


@attrs.frozen
class Otherwise:
    """`otherwise` in a cell."""

    span: Span = at()


@attrs.frozen
class CompareCell:
    """`>= 21` in a cell."""

    op: str
    value: Expr
    span: Span = at()


Test = Expr | Sentence | Blank | Otherwise | CompareCell


@attrs.frozen
class Cell:
    """One or several tests; several mean any of them."""

    tests: tuple[Test, ...]
    span: Span = at()


@attrs.frozen
class Row:
    """One row of a table."""

    cells: tuple[Cell, ...]
    span: Span = at()


@attrs.frozen
class Heading:
    """What a column asks: an expression, `when`, `rule`, or a matrix."""

    what: Expr | Matrix | Word
    span: Span = at()


@attrs.frozen
class Table:
    """`table name(…), reading`; reading is `first`, `one`, `sum` or `steps`."""

    name: str
    params: tuple[Param, ...]
    reading: str
    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Ranking:
    """`ranking name(…), best first`."""

    name: str
    params: tuple[Param, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()
