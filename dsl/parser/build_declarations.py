"""From Lark's parse tree to our own: the rules for what stands at the left edge."""

from __future__ import annotations

from typing import Any

from lark import Token

from hoyle.dsl.parser.build_expressions import COMPARISONS
from hoyle.dsl.parser.build_statements import StatementBuilder
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

READINGS = {"read_first": "first", "read_one": "one", "read_sum": "sum", "read_steps": "steps"}


class DeclarationBuilder(StatementBuilder):
    """One small method for each rule."""

    def use(self, t: Any) -> d.Use:
        return d.Use(str(t.children[0]), self.span(t))

    def type_named(self, t: Any) -> d.TypeNamed:
        return d.TypeNamed(str(t.children[0]), self.span(t))

    def type_value(self, t: Any) -> d.TypeValue:
        return d.TypeValue(self.build(t.children[0]), self.span(t))

    def type_list(self, t: Any) -> d.TypeList:
        most, record = t.children
        return d.TypeList(self.build(most), str(record), self.span(t))

    def type_or(self, t: Any) -> d.TypeOr:
        return d.TypeOr(self.all(t.children), self.span(t))

    def param(self, t: Any) -> d.Param:
        name, type_ = t.children
        return d.Param(str(name), self.build(type_), self.span(t))

    def params(self, t: Any) -> tuple[d.Param, ...]:
        return self.all(t.children)

    def index(self, t: Any) -> tuple[d.Type, ...]:
        return tuple(
            d.TypeNamed(str(c), self.span(c)) if isinstance(c, Token) else self.build(c)
            for c in t.children
        )

    def expected(self, t: Any) -> d.Expected:
        name, shape, type_, default = t.children
        kind = shape.data if shape is not None else ""
        return d.Expected(
            str(name),
            self.build(shape) if kind == "index" else (),
            self.build(shape) if kind == "params" else (),
            self.build(type_), self.build(default), self.span(t),
        )  # fmt: skip

    def expects(self, t: Any) -> d.Expects:
        return d.Expects(self.all(t.children), self.span(t))

    def players_range(self, t: Any) -> d.Players:
        return d.Players(self.all(t.children), self.span(t))

    def type_name(self, t: Any) -> d.TypeName:
        name, type_ = t.children
        return d.TypeName(str(name), self.build(type_), self.span(t))

    def option(self, t: Any) -> d.Option:
        name, type_, default, meaning = t.children
        return d.Option(
            str(name), self.build(type_), self.build(default), self.sentence(meaning),
            self.span(t), self.span(name),
        )  # fmt: skip

    def need(self, t: Any) -> d.Need:
        test, sentence = t.children
        return d.Need(self.build(test), self.sentence(sentence), self.span(t))

    def options(self, t: Any) -> d.Options:
        title, *lines = t.children
        return d.Options(str(title or "")[1:-1], self.all(lines), self.span(t))

    def pack_ranks(self, t: Any) -> d.PackRanks:
        return d.PackRanks(self.all(t.children), self.span(t))

    def pack_suits(self, t: Any) -> d.PackSuits:
        return d.PackSuits(tuple(str(c) for c in t.children if c), self.span(t))

    def pack_another_suit(self, t: Any) -> d.PackAnother:
        return d.PackAnother(self.build(t.children[0]), self.span(t))

    def pack_remove(self, t: Any) -> d.PackRemove:
        cards, test = t.children
        return d.PackRemove(self.build(cards), self.build(test), self.span(t))

    def pack_copies(self, t: Any) -> d.PackCopies:
        return d.PackCopies(self.build(t.children[0]), self.span(t))

    def pack(self, t: Any) -> Any:
        if not t.children:  # the word in an expression, not the declaration
            return self.word(t)
        return d.Pack(self.all(t.children), self.span(t))

    def order(self, t: Any) -> d.Order:
        name, *ranks = t.children
        return d.Order(str(name), self.all(ranks), self.span(t), self.span(name))

    def side_count(self, t: Any) -> d.SideCount:
        return d.SideCount(self.build(t.children[0]), self.span(t))

    def _zone(self, t: Any, name: Token, index: Any, type_: Token, words: list[Any]) -> d.Zone:
        found: dict[str, Any] = {}
        for word in words:
            if word.data == "sight_face":
                found["face"] = str(word.children[0])
            elif word.data == "sight_by":
                found["seen_by"] = self.build(word.children[0])
            elif word.data == "capacity":
                found["capacity"] = self.build(word.children[0])
            else:
                found["starts"] = True
        return d.Zone(
            str(name), self.build(index) or (), str(type_), found.get("face"),
            found.get("seen_by"), found.get("capacity"), found.get("starts", False),
            self.span(t), self.span(name),
        )  # fmt: skip

    def zone(self, t: Any) -> d.Zone:
        name, index, type_, *words = t.children
        return self._zone(t, name, index, type_, words)

    def field_zone(self, t: Any) -> d.Zone:
        name, type_, *words = t.children
        return self._zone(t, name, None, type_, words)

    def zones(self, t: Any) -> d.Zones:
        return d.Zones(self.all(t.children), self.span(t))

    def register(self, t: Any) -> d.Register:
        name, index, type_, default, seen_by = t.children
        return d.Register(
            str(name), self.build(index) or (), self.build(type_), self.build(default),
            self.build(seen_by), self.span(t), self.span(name),
        )  # fmt: skip

    def state(self, t: Any) -> d.State:
        phase, *registers = t.children
        return d.State(str(phase) if phase else None, self.all(registers), self.span(t))

    def record(self, t: Any) -> d.Record:
        name, *fields = t.children
        return d.Record(str(name), self.all(fields), self.span(t))

    def define(self, t: Any) -> d.Define:
        name, params, type_, value = t.children
        return d.Define(
            str(name), self.build(params) or (), self.build(type_), self.build(value),
            self.span(t), self.span(name),
        )  # fmt: skip

    def conditions(self, t: Any) -> d.Conditions:
        name, params, *musts = t.children
        return d.Conditions(
            str(name), self.build(params) or (), self.all(musts), self.span(t), self.span(name)
        )

    def payoff(self, t: Any) -> d.Payoff:
        name, value = t.children
        return d.Payoff(str(name), self.build(value), self.span(t))

    # ------------------------------------------------------------------ tables

    def head_when(self, t: Any) -> e.Word:
        return e.Word("when", self.span(t))

    def head_rule(self, t: Any) -> e.Word:
        return e.Word("rule", self.span(t))

    def head_matrix(self, t: Any) -> d.Matrix:
        rows, columns = self.all(t.children)
        return d.Matrix(rows, columns, self.span(t))

    def label(self, t: Any) -> e.Sentence:
        return self.sentence(t.children[0])  # type: ignore[no-any-return]

    def blank(self, t: Any) -> d.Blank:
        return d.Blank(self.span(t))

    def otherwise(self, t: Any) -> d.Otherwise:
        return d.Otherwise(self.span(t))

    def compare_cell(self, t: Any) -> d.CompareCell:
        op, value = t.children
        return d.CompareCell(COMPARISONS[op.data], self.build(value), self.span(t))

    def cell(self, t: Any) -> d.Cell:
        return d.Cell(self.all(t.children), self.span(t))

    def row(self, t: Any) -> d.Row:
        return d.Row(self.all(t.children), self.span(t))

    def table(self, t: Any) -> d.Table:
        name, params, reading, header, *rows = t.children
        return d.Table(
            str(name), self.build(params) or (), READINGS[reading.data], self.build(header),
            self.all(rows), self.span(t), self.span(name),
        )  # fmt: skip

    def header(self, t: Any) -> tuple[d.Heading, ...]:
        return tuple(d.Heading(self.build(h), self.span(h)) for h in t.children)

    def ranking(self, t: Any) -> d.Ranking:
        name, params, *rows = t.children
        return d.Ranking(
            str(name), self.build(params), self.all(rows), self.span(t), self.span(name)
        )

    def match(self, t: Any) -> d.Phase:
        span = self.span(t)
        head = Span(self.source, span.start, span.start + len("match"))
        return d.Phase("match", (), self.build(t.children[0]), span, head)

    def phase(self, t: Any) -> d.Phase:
        name, params, block = t.children
        return d.Phase(
            str(name), self.build(params) or (), self.build(block), self.span(t), self.span(name)
        )
