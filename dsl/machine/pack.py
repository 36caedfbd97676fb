"""The pack of a table: its cards in order, from the lines of the ruleset."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.program import PackOfCards
from hoyle.dsl.report import Report

Evaluate = Callable[[g.Value], int]


class PackError(Exception):
    """The pack cannot be made; the report says why."""


def build(game: g.Game, evaluate: Evaluate, report: Report) -> PackOfCards:
    """Suit by suit, rank by rank, in the order of the text; then further suits, then copies."""
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ("♠", "♥", "♦", "♣")
    for line in game.pack:
        if line.kind == "ranks":
            ranks = line.words
        elif line.kind == "suits":
            suits = line.words
    cards = [(r, s, 0) for s in range(len(suits)) for r in range(len(ranks))]
    for line in game.pack:
        if line.kind == "another" and line.value is not None:
            suit = evaluate(line.value)
            cards += [(r, suit, 1) for r in range(len(ranks))]
    copies = 1
    for line in game.pack:
        if line.kind == "copies" and line.value is not None:
            copies = evaluate(line.value)
    if copies > 1:
        step = 1 + max(copy for _, _, copy in cards)
        cards = [(r, s, c + k * step) for k in range(copies) for r, s, c in cards]
    for line in game.pack:
        if line.kind == "remove" and (line.test is None or evaluate(line.test)):
            assert line.value is not None
            gone = _removed(line.value, evaluate, ranks, suits)
            for rank, suit in gone:
                fitting = [card for card in cards if card[:2] == (rank, suit)]
                if not fitting:
                    report.add("P05", "that card is not in the pack any more", line.span)
                    raise PackError
                cards.remove(fitting[-1])
    first: dict[tuple[int, int], int] = {}
    twin_of = tuple(first.setdefault((r, s), k) for k, (r, s, _) in enumerate(cards))
    return PackOfCards(
        tuple(r for r, _, _ in cards), tuple(s for _, s, _ in cards), ranks, suits,
        tuple(c for _, _, c in cards), twin_of,
    )  # fmt: skip


def _removed(
    value: g.Value, evaluate: Evaluate, ranks: tuple[str, ...], suits: tuple[str, ...]
) -> list[tuple[int, int]]:
    """The cards that a `remove` line names, as ranks and suits; no pack is there yet."""
    match value:
        case g.Literal(what="card", word=word):
            return [(ranks.index(word[:-1]), suits.index(word[-1]))]
        case g.Op(name="list" | "union", args=args):
            return [card for arg in args for card in _removed(arg, evaluate, ranks, suits)]
        case g.Op(name="cards_of", args=(rank, suit)):
            return [(evaluate(rank), evaluate(suit))]
        case g.Op(name="if", args=(test, yes, no)):
            return _removed(yes if evaluate(test) else no, evaluate, ranks, suits)
    code = evaluate(value)  # an option: rank * 8 + suit, see settings.code_of_card
    return [(code // 8, code % 8)]
