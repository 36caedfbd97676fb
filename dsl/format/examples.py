"""The canonical lines of examples."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.format.expressions import format_expression, render
from hoyle.dsl.format.line_breaking import INDENT, WIDTH, Doc, joined
from hoyle.dsl.format.lines import Line, code, quoted
from hoyle.dsl.tree import declarations as d

Step = (
    d.ExamplePlayers
    | d.ExampleSet
    | d.ExampleGiven
    | d.ExampleStart
    | d.ExampleMove
    | d.ExampleSees
    | d.ExampleExpect
)


def example(node: d.Example, depth: int) -> list[Line]:
    """An example: its title and what happens in it."""
    head = code(depth, f"example {quoted(node.title)}", node.span)
    return [head, *(_in_lines(x, depth + 1) for x in node.lines)]


def _in_lines(line: d.ExampleLine, depth: int) -> Line:
    """One line of an example; a long pack goes on below, further in."""
    if not isinstance(line, d.ExamplePack):
        return code(depth, _step(line), line.span, loose=True)
    rows = [" " * (depth * INDENT) + "pack"]
    for card in map(format_expression, line.cards):
        if len(rows[-1]) + 1 + len(card) > WIDTH:
            rows.append(" " * ((depth + 1) * INDENT) + card)
        else:
            rows[-1] += f" {card}"
    return Line(depth, tuple(rows), line.span.line, line.span.line, loose=True)


def _step(line: Step) -> Doc:
    """One line of an example that is not a pack."""
    match line:
        case d.ExamplePlayers(names, count, refused):
            who = " ".join(names) if names else f"{count}{' refused' if refused else ''}"
            return f"players {who}"
        case d.ExampleSet(name, value):
            return (f"set {name} = ", render(value))
        case d.ExampleGiven(place, value):
            return ("given ", render(place), " = ", render(value))
        case d.ExampleStart(phase):
            return ("start ", "match" if phase is None else render(phase))
        case d.ExampleMove():
            return _said_move(line)
        case d.ExampleSees(seat, zone, cards):
            shown = " ".join("?" if card is None else format_expression(card) for card in cards)
            return (f"{seat} sees ", render(zone), f" as [{shown}]")
        case d.ExampleExpect(test):
            return ("expect ", render(test))
        case _:
            assert_never(line)


def _said_move(line: d.ExampleMove) -> Doc:
    """What a seat does, may do, or may not do."""
    word = {"plays": ":", "may": " may", "may not": " may not", "may only": " may only:"}[line.kind]
    moves: list[Doc] = [_move_text(move) for move in line.moves]
    sentence = "" if line.sentence is None else f" {quoted(line.sentence)}"
    return (f"{line.seat}{word} ", joined(moves, ", "), sentence)


def _move_text(move: d.MoveText) -> Doc:
    return joined([move.action, *(render(value) for value in move.values)], " ")
