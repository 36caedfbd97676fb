"""The canonical lines of examples."""

from __future__ import annotations

from hoyle.dsl.format.expressions import format_expression, render
from hoyle.dsl.format.line_breaking import INDENT, WIDTH, Doc, join
from hoyle.dsl.format.lines import Line, make_line, quote
from hoyle.dsl.format.templates import fill_template
from hoyle.dsl.tree import declarations as d


def format_example(node: d.Example, depth: int) -> list[Line]:
    """An example: its title and what happens in it."""
    head = make_line(depth, f"example {quote(node.title)}", node.span)
    return [head, *(_format_line(x, depth + 1) for x in node.lines)]


def _format_line(line: d.ExampleLine, depth: int) -> Line:
    """One line of an example; a long pack goes on below, further in."""
    if not isinstance(line, d.ExamplePack):
        return make_line(depth, _render_line(line), line.span, loose=True)
    rows = [" " * (depth * INDENT) + "pack"]
    for card in map(format_expression, line.cards):
        if len(rows[-1]) + 1 + len(card) > WIDTH:
            rows.append(" " * ((depth + 1) * INDENT) + card)
        else:
            rows[-1] += f" {card}"
    return Line(depth, tuple(rows), line.span.line, line.span.line, loose=True)


def _render_line(line: d.ExampleLine) -> Doc:
    """One line of an example that is not a pack."""
    match line:
        case d.ExamplePlayers(names, count, refused):
            who = " ".join(names) if names else f"{count}{' refused' if refused else ''}"
            return f"players {who}"
        case d.ExampleStart(phase):
            return ("start ", "match" if phase is None else render(phase))
        case d.ExampleMove():
            return _render_move(line)
        case d.ExampleSees(seat, zone, cards):
            shown = " ".join("?" if card is None else format_expression(card) for card in cards)
            return (f"{seat} sees ", render(zone), f" as [{shown}]")
    return fill_template(line)


def _render_move(line: d.ExampleMove) -> Doc:
    """What a seat does, may do, or may not do."""
    word = {"plays": ":", "may": " may", "may not": " may not", "may only": " may only:"}[line.kind]
    moves: list[Doc] = [_render_move_text(move) for move in line.moves]
    sentence = "" if line.sentence is None else f" {quote(line.sentence)}"
    return (f"{line.seat}{word} ", join(moves, ", "), sentence)


def _render_move_text(move: d.MoveText) -> Doc:
    return join([move.action, *(render(value) for value in move.values)], " ")
