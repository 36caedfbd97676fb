"""The canonical lines of declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from hoyle.dsl.format.examples import format_example
from hoyle.dsl.format.expressions import (
    format_expression,
    render,
    render_params,
)
from hoyle.dsl.format.line_breaking import Doc, join
from hoyle.dsl.format.lines import (
    Line,
    Sentenced,
    align_sentences,
    format_definition,
    make_line,
    quote,
)
from hoyle.dsl.format.statements import format_action, format_block, format_musts
from hoyle.dsl.format.tables import READINGS, format_columns, format_rows
from hoyle.dsl.format.templates import fill_template
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Expr
from hoyle.dsl.tree.statements import Action, Must, Statement

Listed = (
    d.Expected | d.Zone | d.Register
    | d.PackRanks | d.PackSuits | d.PackAnother | d.PackRemove | d.PackCopies
)  # fmt: skip


def format_declaration(node: d.Declaration, depth: int = 0, prefix: str = "") -> list[Line]:
    """The lines of a declaration; a variant's `add` or `replace` may stand before it."""
    head: Doc
    below: list[Line] = []
    match node:
        case d.Use() | d.TypeName() | d.SideCount() | d.Payoff():
            head = fill_template(node)
        case d.Players(ranges):
            head = ("players ", join([render(range_) for range_ in ranges], ", "))
        case d.Order(name, ranks):
            head = f"order {name}, best first: {' '.join(map(format_expression, ranks))}"
        case d.Expects(lines):
            head, below = "expects", _format_lines(lines, depth + 1)
        case d.Options(title, options):
            head = f'options "{title}"' if title else "options"
            below = align_sentences([_render_option(line) for line in options], depth + 1)
        case d.Pack(of_pack):
            head, below = "pack", _format_lines(of_pack, depth + 1)
        case d.Zones(zones):
            head, below = "zones", _format_lines(zones, depth + 1)
        case d.State(phase, registers):
            head = "state" if phase is None else f"state of {phase}"
            below = _format_lines(registers, depth + 1)
        case d.Record(name, fields):
            head, below = f"record {name}", _format_lines(fields, depth + 1)
        case d.Define(value=value):
            return [format_definition(depth, (prefix, fill_template(node)), value, node.span)]
        case d.Law(always, title, at, test):
            where = "" if at is None else f" at {at}"
            stated = f"{prefix}{'always' if always else 'never'} {quote(title)}{where}:"
            return [format_definition(depth, stated, test, node.span)]
        case d.Conditions(musts=musts):
            head, below = fill_template(node), format_musts(musts, depth + 1)
        case d.Table(heads=heads, rows=rows):
            reading = f", {READINGS[node.reading]}"
            head = (f"table {node.name}", render_params(node.params), reading)
            below = format_columns(heads, rows, depth + 1)
        case d.Ranking(rows=rows):
            head, below = fill_template(node), format_rows(rows, depth + 1)
        case d.Phase(name, params, body):
            word = "match" if name == "match" else f"phase {name}"
            head, below = (word, render_params(params)), format_block(body, depth + 1)
        case d.Example():
            return format_example(node, depth)
        case d.Variant():
            return _format_variant(node, depth)
        case _:
            assert_never(node)
    return [make_line(depth, (prefix, head), node.span), *below]


def _format_lines(lines: Iterable[Listed], depth: int) -> list[Line]:
    return [make_line(depth, _render_line(line), line.span) for line in lines]


def _render_line(line: Listed) -> Doc:
    match line:
        case d.PackRanks(ranks):
            return f"ranks {' '.join(map(format_expression, ranks))}"
        case d.PackSuits(suits):
            return f"suits {' '.join(suits)}"
    return fill_template(line)


def _render_option(line: d.Option | d.Need) -> Sentenced:
    """An option, or which options go together."""
    sentence = line.sentence if isinstance(line, d.Need) else line.meaning
    return Sentenced(fill_template(line), sentence, line.span)


def _format_variant(node: d.Variant, depth: int) -> list[Line]:
    others = f" with {', '.join(node.others)}" if node.others else ""
    head = f"variant {node.name} {quote(node.title)} of {node.base}{others}"
    lines = [make_line(depth, head, node.span)]
    for change in node.deltas:
        if isinstance(change, d.Delta):
            first, *below = _format_delta(change, depth + 1)
        else:
            first, *below = format_declaration(change, depth + 1)
        lines += [Line(first.depth, first.rows, first.first, first.last, loose=True), *below]
    return lines


def _format_delta(node: d.Delta, depth: int) -> list[Line]:
    first = node.content[0] if node.content else None
    if isinstance(first, d.Declaration):
        return format_declaration(first, depth, f"{node.verb} ")
    if isinstance(first, Expr):
        return [make_line(depth, (f"{node.verb} {node.path} = ", render(first)), node.span)]
    if first is None:
        assert node.path is not None
        path = " ".join(node.path.parts) if node.what == "law" else str(node.path)
        return [make_line(depth, f"{node.verb} {path}", node.span)]
    where = "" if node.where is None else " " + " ".join(node.where)
    link = "to" if node.verb == "add" else "in"
    head = make_line(depth, f"{node.verb} {node.what} {link} {node.path}{where}", node.span)
    return [head, *_format_changed(node.content, depth + 1)]


def _format_changed(content: tuple[Node, ...], depth: int) -> list[Line]:
    """What a change puts in: rows, a column, actions, conditions, steps or fields."""
    heads = tuple(part for part in content if isinstance(part, d.Heading))
    rows = tuple(part for part in content if isinstance(part, d.Row))
    if heads or rows:
        return format_columns(heads, rows, depth) if heads else format_rows(rows, depth)
    lines = format_musts(tuple(part for part in content if isinstance(part, Must)), depth)
    for part in content:
        match part:
            case d.Zone() | d.Register():
                lines += _format_lines((part,), depth)
            case Action():
                lines += format_action(part, depth)
    steps = tuple(part for part in content if isinstance(part, Statement))
    return [*lines, *format_block(steps, depth)]
