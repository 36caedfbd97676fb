"""From checked calls to expressions: defines, tables and rankings take the place of their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    MaybeT,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lowering import (
    TIE_WIDTH,
    CannotLower,
    Lowering,
    is_simple,
)
from hoyle.dsl.source import Span


@attrs.define(eq=False)
class Tables(Lowering):
    """Defines, tables, rankings."""

    def call(self, value: g.Call) -> p.Expr:
        """A define, table or ranking, put in place of its name."""
        with self.bound(value.of.params, value.args) as binds:
            match value.of:
                case g.Define(value=body, type=kind):
                    found = self.as_type(body, kind)
                case g.Table():
                    found = self.table(value.of, value.span)
                case g.Ranking():
                    found = self.ranking(value.of, value.span)
        for slot, expr in reversed(binds):
            found = p.Bind(slot, expr, found)
        return found

    @contextmanager
    def bound(
        self, params: tuple[g.Var, ...], args: tuple[g.Value, ...]
    ) -> Iterator[list[tuple[int, p.Expr]]]:
        """Parameters stand for their arguments; what costs work is kept in scratch slots."""
        binds: list[tuple[int, p.Expr]] = []
        before = {param: self.env.get(param) for param in params}
        depth = self.depth
        found: dict[g.Var, p.Expr] = {}
        for param, arg in zip(params, args, strict=True):
            expr = found[param] = self.as_type(arg, param.type)
            if not is_simple(expr):  # the next argument may not use this one's slot
                self.depth += 1
                self.deepest = max(self.deepest, self.depth)
                binds.append((-self.depth, expr))
                found[param] = p.Get(-self.depth)
        self.env.update(found)
        try:
            yield binds
        finally:
            self.depth = depth
            for param, old in before.items():
                if old is None:
                    self.env.pop(param, None)
                else:
                    self.env[param] = old

    def table(self, table: g.Table, span: Span) -> p.Expr:
        """The first row that fits, or the sum of all."""
        if table.reading == "sum":
            whole: p.Expr = p.Const(0)
            for row in table.rows:
                test = self.value(row.test)
                part = p.TableRow(
                    table.name, row.name, self.as_type(row.values[-1], table.type), row.span
                )
                whole = self.op("plus", whole, self.op("if", test, part, p.Const(0)))
            return whole
        says = f"no row of `{table.name}` fits here"
        found: p.Expr = p.Guard(p.Const(-1), None, None, says, span)
        if any(isinstance(row.values[-1].type, MaybeT) for row in table.rows):
            found = p.Guard(p.Const(0), 1, 1, says, span)
        for row in reversed(table.rows):
            test = self.value(row.test)
            gives: p.Expr = p.TableRow(
                table.name, row.name, self.as_type(row.values[-1], table.type), row.span
            )
            found = self.op("if", test, gives, found)
        return found

    def ranking(self, ranking: g.Ranking, span: Span) -> p.Expr:
        """The place of the first row that fits, then its ties, as one number: more is better."""
        says = f"no row of `{ranking.name}` fits this hand"
        found: p.Expr = p.Guard(p.Const(-1), None, None, says, span)
        count = len(ranking.rows)
        width = self.tie_width(ranking)
        for k, row in reversed(list(enumerate(ranking.rows))):
            worth: p.Expr = p.Const(count - 1 - k)
            for column in range(self.tie_columns(ranking)):
                tie = self.needed(row.values[column]) if column < len(row.values) else p.Const(0)
                says = f"hands of one kind are ranked from 0 to {TIE_WIDTH - 1}"
                if not isinstance(tie, p.Const):
                    tie = p.Guard(tie, 0, TIE_WIDTH - 1, says, row.span)
                elif not 0 <= int(tie.value) < TIE_WIDTH:  # type: ignore[arg-type]
                    raise CannotLower(says, row.span)
                worth = self.op("plus", self.op("times", worth, p.Const(TIE_WIDTH)), tie)
            test = self.value(row.test)
            gives = p.TableRow(ranking.name, row.name, worth, row.span)
            found = self.op("if", test, gives, found)
        del width
        return found

    def tie_columns(self, ranking: g.Ranking) -> int:
        """The most columns that rank hands of one kind."""
        return max((len(row.values) for row in ranking.rows), default=0)

    def tie_width(self, ranking: g.Ranking) -> int:
        """By what a ranking's value is divided to get the place alone."""
        width: int = TIE_WIDTH ** self.tie_columns(ranking)
        return width

    def row_value(self, value: g.RowValue) -> p.Expr:
        """What the row in hand gives for these arguments; 0 where it does not fit."""
        row = self.rows_in_hand[value.line]
        with self.bound(value.table.params, value.args) as binds:
            test = self.value(row.test)
            gives = p.TableRow(value.table.name, row.name, self.needed(row.values[-1]), row.span)
            found = self.op("if", test, gives, p.Const(0))
        for slot, expr in reversed(binds):
            found = p.Bind(slot, expr, found)
        return found
