"""The canonical lines of declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from hoyle.dsl.format.line_breaking import INDENT, WIDTH
from hoyle.dsl.format.lines import (
    Line,
    Sentenced,
    align_sentences,
    format_definition,
    make_line,
)
from hoyle.dsl.format.statements import format_actions, format_block, format_musts
from hoyle.dsl.format.tables import format_columns, format_rows
from hoyle.dsl.format.templates import find_separator, format_expression, render
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Expr

Listed = (
    d.Expected | d.Zone | d.Register | d.Advice | d.PackRanks | d.PackSuits | d.PackCards
    | d.PackChange
)  # fmt: skip


def format_declaration(node: d.Declaration, depth: int = 0, prefix: str = "") -> list[Line]:
    """The lines of a declaration; a variant's `add` or `replace` may stand before it."""
    head = (prefix, render(node))
    match node:
        case d.Define(value=value) | d.Law(test=value):
            return [format_definition(depth, head, value, node.span)]
    below = BELOW.get(type(node))
    lines = below(node, depth + 1) if below else []
    return [make_line(depth, head, node.span), *lines]


def _format_lines(lines: Iterable[Listed], depth: int) -> list[Line]:
    return [make_line(depth, render(line), line.span) for line in lines]


def _format_options(node: d.Options, depth: int) -> list[Line]:
    items = []
    for line in node.lines:
        sentence = line.sentence if isinstance(line, d.Need) else line.meaning
        items.append(Sentenced(render(line), sentence, line.span))
    return align_sentences(items, depth)


def _format_example_line(line: d.ExampleLine, depth: int) -> list[Line]:
    """A line of an example, with what stands below it: cases, and the rest of a long pack."""
    if not isinstance(line, d.ExamplePack):
        lines = [make_line(depth, render(line), line.span, loose=True)]
        if isinstance(line, d.ExampleCases):
            lines += format_columns(line.heads, line.rows, depth + 1)
        return lines
    rows = [" " * (depth * INDENT) + "pack"]
    cards = [format_expression(card) for card in line.cards]
    comma = find_separator(cards).rstrip()
    for number, card in enumerate(cards):
        word = card + comma * (number < len(cards) - 1)
        if len(rows[-1]) + 1 + len(word) > WIDTH:
            rows.append(" " * ((depth + 1) * INDENT) + word)
        else:
            rows[-1] += f" {word}"
    at = line.span.line
    return [Line(depth, tuple(rows), line.span.source, at, at, loose=True)]


def _format_changes(node: d.Variant, depth: int) -> list[Line]:
    lines: list[Line] = []
    for change in node.deltas:
        if isinstance(change, d.Delta):
            first, *below = _format_delta(change, depth)
        else:
            first, *below = format_declaration(change, depth)
        lines += [attrs.evolve(first, loose=True), *below]
    return lines


# What stands below the first line of a declaration.
BELOW: dict[type[Node], Callable[[Any, int], list[Line]]] = {
    d.Expects: lambda node, depth: _format_lines(node.lines, depth),
    d.Pack: lambda node, depth: _format_lines(node.lines, depth),
    d.Zones: lambda node, depth: _format_lines(node.zones, depth),
    d.State: lambda node, depth: _format_lines(node.registers, depth),
    d.Record: lambda node, depth: _format_lines(node.fields, depth),
    d.Options: _format_options,
    d.Conditions: lambda node, depth: format_musts(node.musts, depth),
    d.Table: lambda node, depth: format_columns(node.heads, node.rows, depth),
    d.Ranking: lambda node, depth: format_rows(node.rows, depth),
    d.Phase: lambda node, depth: format_block(node.body, depth),
    d.Policy: lambda node, depth: _format_lines(node.rows, depth),
    d.Example: lambda node, depth: [
        row for line in node.lines for row in _format_example_line(line, depth)
    ],
    d.Variant: _format_changes,
}


# ---------------------------------------------------------------------- changes of a variant


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
    head = make_line(depth, f"{node.verb} {node.word} {link} {node.path}{where}", node.span)
    return [head, *CONTENTS[node.what](node.content, depth + 1)]


def _format_column(content: tuple[Node, ...], depth: int) -> list[Line]:
    heads = tuple(part for part in content if isinstance(part, d.Heading))
    rows = tuple(part for part in content if isinstance(part, d.Row))
    return format_columns(heads, rows, depth)


# What a change puts in, by what it is about.
CONTENTS: dict[str, Callable[[Any, int], list[Line]]] = {
    "row": format_rows, "advice": _format_lines, "column": _format_column,
    "action": format_actions,
    "condition": format_musts, "step": format_block, "field": _format_lines,
}  # fmt: skip
