"""The two small pokers played out in every way: how large they are, and what uniform play earns.

The figures are Kuhn's, and OpenSpiel's, whose package is not needed here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any

import attrs
import pytest

from hoyle.interpreter.library.loader import load

SEEN = {"kuhn-poker": 2, "leduc-poker": 3}  # cards that may come into sight in a game


@attrs.frozen(eq=False)
class Node:
    """A moment of play, or an end: its place in the tree, and what its seat knows of that.

    `weight` is how likely uniform play and chance make it, for each seat without its own moves.
    """

    place: object
    known: object
    seat: int
    weight: tuple[float, float]
    after: tuple[Node, ...]
    payoffs: tuple[float, ...]

    @property
    def worth(self) -> float:
        """What the first seat earns from here by uniform play."""
        if not self.after:
            return self.payoffs[0]
        return sum(node.worth for node in self.after) / len(self.after)


@cache
def list_starts(game: str) -> list[Any]:
    """The first moment after each deal; all deals are equally likely."""
    table = load(game).table()
    cards = [table.words.format_card(card) for card in range(table.machine.pack.size)]
    return [table.start(0, list(deal)) for deal in permutations(cards, SEEN[game])]


@cache
def grow(game: str) -> tuple[Node, ...]:
    """The tree below each deal."""
    starts = list_starts(game)
    weight = (1 / len(starts), 1 / len(starts))
    return tuple(follow(start, (), weight) for start in starts)


def follow(position: Any, told: tuple[str, ...], weight: tuple[float, float]) -> Node:
    def see(seat: int | None) -> object:
        places = position.state(seat)
        return told, tuple((name, what) for name, what in places.items() if name != "stock")

    if position.over:
        payoffs = tuple(float(position.payoff(seat)) for seat in range(2))
        return Node(see(None), None, -1, weight, (), payoffs)
    seat, moves = position.seat, list(position.legal())
    lighter = [each / len(moves) for each in weight]
    lighter[seat] = weight[seat]
    after = tuple(
        follow(position.play(move), (*told, position.text(move)), (lighter[0], lighter[1]))
        for move in moves
    )
    return Node(see(None), (seat, see(seat)), seat, weight, after, ())


def list_draws(position: Any, story: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Each moment at which a card comes from the stock: the cards and moves before it."""
    for event in position.events:
        for card, source, *_ in event.list_cards():
            if source == position.table.machine.stock:
                yield story
                story += (card,)
    for move in position.legal():
        yield from list_draws(position.play(move), (*story, position.text(move)))


def list_nodes(trees: tuple[Node, ...]) -> list[Node]:
    found, waiting = [], list(trees)
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].after
    return found


class BestAnswer:
    """What a seat earns that knows how the other plays, which is uniformly."""

    def __init__(self, trees: tuple[Node, ...], seat: int) -> None:
        self.seat = seat
        self.sets: dict[object, list[Node]] = defaultdict(list)
        for node in list_nodes(trees):
            if node.seat == seat:
                self.sets[node.known].append(node)
        self.chosen: dict[object, int] = {}
        self.worth = sum(self.earn(tree) for tree in trees) / len(trees)

    def earn(self, node: Node) -> float:
        if not node.after:
            return node.payoffs[self.seat]
        if node.seat == self.seat:
            return self.earn(node.after[self.choose(node.known)])
        return sum(self.earn(each) for each in node.after) / len(node.after)

    def choose(self, known: object) -> int:
        """The move that is best over all moments which the seat cannot tell apart."""
        if known not in self.chosen:
            alike = self.sets[known]
            self.chosen[known] = max(
                range(len(alike[0].after)),
                key=lambda move: sum(
                    node.weight[self.seat] * self.earn(node.after[move]) for node in alike
                ),
            )
        return self.chosen[known]


@pytest.mark.parametrize(
    ("game", "draws", "decisions", "ends", "information_sets"),
    [
        ("kuhn-poker", 4, 24, 30, 12),
        pytest.param("leduc-poker", 157, 3780, 5520, 936, marks=pytest.mark.long),
    ],
)
def test_the_tree_has_the_known_size(game, draws, decisions, ends, information_sets):
    assert len({story for start in list_starts(game) for story in list_draws(start)}) == draws
    nodes = list_nodes(grow(game))
    assert len({node.place for node in nodes if node.after}) == decisions
    assert len({node.place for node in nodes if not node.after}) == ends
    assert len({node.known for node in nodes if node.after}) == information_sets


def test_uniform_play_of_kuhn_poker_wins_an_eighth():
    trees = grow("kuhn-poker")
    assert sum(tree.worth for tree in trees) / len(trees) == pytest.approx(1 / 8)


@pytest.mark.parametrize(
    ("game", "known"),
    [("kuhn-poker", 11 / 12), pytest.param("leduc-poker", 4.747222, marks=pytest.mark.long)],
)
def test_what_best_answers_to_uniform_play_win(game, known):
    trees = grow(game)
    won = sum(BestAnswer(trees, seat).worth for seat in range(2))
    assert won == pytest.approx(known, abs=1e-6)
