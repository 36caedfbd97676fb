"""The moves that an example means, those that may be made, and both in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.testing.example_runner import ExampleRunner

MAX_SHOWN = 40
MoveKey = tuple[int, tuple[Any, ...]]


def seat_name(stage: ExampleRunner, seat: int) -> str:
    """A seat's name."""
    return stage.words.names[seat]


def moves_of(stage: ExampleRunner, text: x.Move) -> list[Move]:
    """The moves that a text means here; none where no such action can be chosen now."""
    for number, action in enumerate(stage.node.actions):
        for reading in text.readings:
            if reading.action.span is action.span:
                choices = [
                    _values_of(stage, value, param)
                    for value, param in zip(reading.values, action.params, strict=True)
                ]
                return [Move(number, row) for row in product(*choices)]
    return []


def _values_of(stage: ExampleRunner, value: g.Value | x.AnyOf, param: p.Parameter) -> list[Any]:
    if isinstance(value, x.AnyOf):
        found: list[Any] = []
        for one in value.values:
            if isinstance(one, g.Op) and one.name == "between":
                low, high = (stage.ask(end) for end in one.args)
                found += range(low, high + 1)
            else:
                found.append(stage.ask(one, param.type))
        return found
    if bare(param.type) == SetT(CARD) and isinstance(value, g.Op) and value.name == "list":
        return [_mask_of_cards(stage, value)]
    return [stage.ask(value, param.type)]


def _mask_of_cards(stage: ExampleRunner, listed: g.Op) -> int:
    """A list of cards: of those that look the same, the lowest copy not yet named."""
    mask, twin = 0, stage.machine.pack.twin_of
    for item in listed.args:
        card = int(stage.ask(item))
        if card >= 0 and mask >> card & 1:
            copies = (c for c, first in enumerate(twin) if first == twin[card])
            card = next((c for c in copies if not mask >> c & 1), card)
        mask |= 1 << card if card >= 0 else 0
    return mask


def _make_key(stage: ExampleRunner, move: Move, alike: CardEquivalence) -> MoveKey:
    kinds = stage.engine.decisions[stage.at].choices[move.action].kinds
    return (move.action, alike.looks(move.values, kinds))


def find_legal_move(stage: ExampleRunner, move: Move, text: x.Move) -> Move | None:
    """The legal move that is meant, if there is one.

    A marked twin means that copy, or one that cannot be told from it; a card that is not marked
    means any copy.
    """
    assert stage.legal is not None
    if move in stage.legal:
        return move
    decision = stage.engine.decisions[stage.at]
    if not decision.copies.several:
        return None
    marked = "'" in text.span.text
    alike = decision.alike(stage.slots) if marked else decision.copies
    wanted = _make_key(stage, move, alike)
    return next((m for m in stage.legal if _make_key(stage, m, alike) == wanted), None)


def format_move(stage: ExampleRunner, move: Move) -> str:
    """A move in words."""
    return stage.words.format_move(stage.node, move)


def format_moves(stage: ExampleRunner, moves: Iterable[Move]) -> str:
    """Moves in words; amounts that follow one another as a range."""
    words = _in_ranges(stage, list(moves))
    more = [f"and {len(words) - MAX_SHOWN} more"] if len(words) > MAX_SHOWN else []
    return ", ".join([*words[:MAX_SHOWN], *more]) or "nothing"


def _in_ranges(stage: ExampleRunner, moves: list[Move]) -> list[str]:
    moves = sorted(moves)
    ranges: list[tuple[int, int, int]] = []
    others: list[tuple[int, str]] = []
    for move in moves:
        params = stage.node.actions[move.action].params
        if len(params) == 1 and params[0].shape == "range":
            ranges.append((move.action, move.values[0], move.values[0]))
        else:
            others.append((move.action, format_move(stage, move)))
    joined: list[tuple[int, int, int]] = []
    for action, low, high in sorted(ranges):
        if joined and joined[-1][0] == action and joined[-1][2] == low - 1:
            joined[-1] = (action, joined[-1][1], high)
        else:
            joined.append((action, low, high))
    for action, low, high in joined:
        word = format_move(stage, Move(action, (low,)))
        others.append((action, word if low == high else f"{word}..{high}"))
    return [word for _, word in sorted(others, key=lambda each: each[0])]


def describe_legal_moves(stage: ExampleRunner) -> str:
    """Whose turn it is, and what may be done."""
    if stage.over:
        return "the game is over"
    return f"{seat_name(stage, stage.seat)} may: {format_moves(stage, stage.legal or ())}"
