"""The canonical lines of examples."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.layout_breaks import Doc, joined
from hoyle.dsl.tree.layout_expressions import expression, expression_text
from hoyle.dsl.tree.layout_lines import Line, code, quoted


def example(node: d.Example, depth: int) -> list[Line]:
    """An example: its title and what happens in it."""
    head = code(depth, f"example {quoted(node.title)}", node.span)
    return [head, *(code(depth + 1, step(x), x.span, loose=True) for x in node.lines)]


def step(line: d.ExampleLine) -> Doc:
    """One line of an example."""
    match line:
        case d.ExamplePlayers(names, count, refused):
            who = " ".join(names) if names else f"{count}{' refused' if refused else ''}"
            return f"players {who}"
        case d.ExampleSet(name, value):
            return (f"set {name} = ", expression(value))
        case d.ExamplePack(cards):
            return f"pack {' '.join(map(expression_text, cards))}"
        case d.ExampleGiven(place, value):
            return ("given ", expression(place), " = ", expression(value))
        case d.ExampleStart(phase):
            return ("start ", "match" if phase is None else expression(phase))
        case d.ExampleMove():
            return said_move(line)
        case d.ExampleSees(seat, zone, cards):
            shown = " ".join("?" if card is None else expression_text(card) for card in cards)
            return (f"{seat} sees ", expression(zone), f" as [{shown}]")
        case d.ExampleExpect(test):
            return ("expect ", expression(test))
        case _:
            assert_never(line)


def said_move(line: d.ExampleMove) -> Doc:
    """What a seat does, may do, or may not do."""
    word = {"plays": ":", "may": " may", "may not": " may not", "may only": " may only:"}[line.kind]
    moves: list[Doc] = [move_text(move) for move in line.moves]
    sentence = "" if line.sentence is None else f" {quoted(line.sentence)}"
    return (f"{line.seat}{word} ", joined(moves, ", "), sentence)


def move_text(move: d.MoveText) -> Doc:
    """An action and its values."""
    return joined([move.action, *(expression(value) for value in move.values)], " ")
