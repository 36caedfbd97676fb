"""The canonical lines of declarations."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.format.examples import example
from hoyle.dsl.format.expressions import (
    format_expression,
    render,
    render_index,
    render_params,
    render_type,
)
from hoyle.dsl.format.line_breaking import Doc, joined
from hoyle.dsl.format.lines import Line, Said, code, quoted, said_lines, with_meaning
from hoyle.dsl.format.statements import action, block, conditions
from hoyle.dsl.format.tables import columns_of, ranking, rows_of, table
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Expr
from hoyle.dsl.tree.statements import Action, Must, Statement


def declaration(node: d.Declaration, depth: int = 0, prefix: str = "") -> list[Line]:
    """The lines of a declaration; a variant's `add` or `replace` may stand before it."""
    match node:
        case d.Use() | d.Players() | d.TypeName() | d.Order() | d.SideCount() | d.Payoff():
            return [code(depth, (prefix, _short(node)), node.span)]
        case d.Expects() | d.Options() | d.Pack() | d.Zones() | d.State() | d.Record():
            return _listed(node, depth, prefix)
        case d.Define(name, params, kind, value):
            result: Doc = "" if kind is None else (": ", render_type(kind))
            named = (f"{prefix}define {name}", render_params(params), result, " =")
            return [with_meaning(depth, named, value, node.span)]
        case d.Law(always, title, at, test):
            where = "" if at is None else f" at {at}"
            stated = f"{prefix}{'always' if always else 'never'} {quoted(title)}{where}:"
            return [with_meaning(depth, stated, test, node.span)]
        case d.Conditions(name, params, musts):
            head = (f"{prefix}conditions {name}", render_params(params))
            return [code(depth, head, node.span), *conditions(musts, depth + 1)]
        case d.Table():
            return table(node, depth, prefix)
        case d.Ranking():
            return ranking(node, depth, prefix)
        case d.Phase(name, params, body):
            word = "match" if name == "match" else f"phase {name}"
            head = (f"{prefix}{word}", render_params(params))
            return [code(depth, head, node.span), *block(body, depth + 1)]
        case d.Example():
            return example(node, depth)
        case d.Variant():
            return _variant(node, depth)
        case _:
            assert_never(node)


def _short(node: d.Use | d.Players | d.TypeName | d.Order | d.SideCount | d.Payoff) -> Doc:
    match node:
        case d.Use(library):
            return f"use {library}"
        case d.Players(ranges):
            return ("players ", joined([render(range_) for range_ in ranges], ", "))
        case d.TypeName(name, kind):
            return (f"type {name} = ", render_type(kind))
        case d.Order(name, ranks):
            return f"order {name}, best first: {' '.join(map(format_expression, ranks))}"
        case d.SideCount(count):
            return ("sides ", render(count), ", in turn")
        case d.Payoff(name, value):
            return (f"payoff of {name} = ", render(value))
        case _:
            assert_never(node)


def _listed(
    node: d.Expects | d.Options | d.Pack | d.Zones | d.State | d.Record, depth: int, prefix: str
) -> list[Line]:
    match node:
        case d.Expects(lines):
            head, below = "expects", [code(depth + 1, _expected(e), e.span) for e in lines]
        case d.Options(title, options):
            head = f'options "{title}"' if title else "options"
            below = said_lines([option(o) for o in options], depth + 1)
        case d.Pack(of_pack):
            head, below = "pack", [code(depth + 1, _pack_line(p), p.span) for p in of_pack]
        case d.Zones(zones):
            head, below = "zones", [code(depth + 1, _zone(z), z.span) for z in zones]
        case d.State(phase, registers):
            head = "state" if phase is None else f"state of {phase}"
            below = [code(depth + 1, _register(r), r.span) for r in registers]
        case d.Record(name, fields):
            head, below = f"record {name}", [code(depth + 1, field(f), f.span) for f in fields]
        case _:
            assert_never(node)
    return [code(depth, prefix + head, node.span), *below]


def _expected(node: d.Expected) -> Doc:
    shape: Doc = render_params(node.params) if node.params else render_index(node.index)
    default: Doc = "" if node.default is None else (" = ", render(node.default))
    return (node.name, shape, ": ", render_type(node.type), default)


def option(node: d.Option | d.Need) -> Said:
    """An option, or which options go together."""
    match node:
        case d.Option(name, kind, default, sentence):
            text: Doc = (f"{name}: ", render_type(kind), " = ", render(default))
            return Said(text, sentence, node.span)
        case d.Need(test, sentence):
            return Said(("needs ", render(test)), sentence, node.span)
        case _:
            assert_never(node)


def _pack_line(
    node: d.PackRanks | d.PackSuits | d.PackAnother | d.PackRemove | d.PackCopies,
) -> Doc:
    match node:
        case d.PackRanks(ranks):
            return f"ranks {' '.join(map(format_expression, ranks))}"
        case d.PackSuits(suits):
            return f"suits {' '.join(suits)}"
        case d.PackAnother(suit):
            return ("another suit ", render(suit))
        case d.PackRemove(cards, test):
            condition: Doc = "" if test is None else (" if ", render(test))
            return ("remove ", render(cards), condition)
        case d.PackCopies(copies):
            return ("copies ", render(copies))
        case _:
            assert_never(node)


def _zone(node: d.Zone) -> Doc:
    """A zone, with who sees it and what it holds."""
    words: list[Doc] = [(node.name, render_index(node.index), f": {node.type}")]
    if node.face is not None:
        words.append(f"face {node.face}")
    if node.seen_by is not None:
        words.append(("seen by ", render(node.seen_by)))
    if node.capacity is not None:
        words.append(("at most ", render(node.capacity)))
    if node.starts:
        words.append("starts with the pack")
    return joined(words, ", ")


def _register(node: d.Register) -> Doc:
    default: Doc = "" if node.default is None else (" = ", render(node.default))
    seen: Doc = "" if node.seen_by is None else (", seen by ", render(node.seen_by))
    return (node.name, render_index(node.index), ": ", render_type(node.type), default, seen)


def field(node: d.Zone | d.Register) -> Doc:
    """A field of a record."""
    return _zone(node) if isinstance(node, d.Zone) else _register(node)


def _variant(node: d.Variant, depth: int) -> list[Line]:
    others = f" with {', '.join(node.others)}" if node.others else ""
    head = f"variant {node.name} {quoted(node.title)} of {node.base}{others}"
    lines = [code(depth, head, node.span)]
    for change in node.deltas:
        if isinstance(change, d.Delta):
            first, *below = _delta(change, depth + 1)
        else:
            first, *below = declaration(change, depth + 1)
        lines += [Line(first.depth, first.rows, first.first, first.last, loose=True), *below]
    return lines


def _delta(node: d.Delta, depth: int) -> list[Line]:
    first = node.content[0] if node.content else None
    if isinstance(first, d.Declaration):
        return declaration(first, depth, f"{node.verb} ")
    if isinstance(first, Expr):
        return [code(depth, (f"{node.verb} {node.path} = ", render(first)), node.span)]
    if first is None:
        assert node.path is not None
        path = " ".join(node.path.parts) if node.what == "law" else str(node.path)
        return [code(depth, f"{node.verb} {path}", node.span)]
    where = "" if node.where is None else " " + " ".join(node.where)
    link = "to" if node.verb == "add" else "in"
    head = code(depth, f"{node.verb} {node.what} {link} {node.path}{where}", node.span)
    return [head, *_changed(node.content, depth + 1)]


def _changed(content: tuple[Node, ...], depth: int) -> list[Line]:
    """What a change puts in: rows, a column, actions, conditions, steps or fields."""
    heads = tuple(part for part in content if isinstance(part, d.Heading))
    rows = tuple(part for part in content if isinstance(part, d.Row))
    if heads or rows:
        return columns_of(heads, rows, depth) if heads else rows_of(rows, depth)
    lines = conditions(tuple(part for part in content if isinstance(part, Must)), depth)
    for part in content:
        match part:
            case d.Zone() | d.Register():
                lines.append(code(depth, field(part), part.span))
            case Action():
                lines += action(part, depth)
    steps = tuple(part for part in content if isinstance(part, Statement))
    return [*lines, *block(steps, depth)]
