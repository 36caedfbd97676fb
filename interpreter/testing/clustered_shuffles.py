"""Shuffles in which cards that are alike lie together: what is rare comes about more often.

Any order of the pack can come about, so a fault that is found so is a fault of the rules as they
are; only how often it comes about is not to be learnt from it.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances, Packs

GATHERED = 4  # groups of cards that are laid together in one shuffle


@attrs.frozen
class ClusteredChance:
    """Chance from a seed; groups of like cards lie together in each shuffle."""

    chances: Chances
    packs: Packs = ()

    @property
    def events(self) -> int:
        """How many chance events there have been."""
        return self.chances.events

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, ClusteredChance]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        outcome, after = self.chances.resolve(engine, s, at)
        if node.kind == "shuffle":
            stream = Stream(self.chances.seed, "lumps", self.chances.events)
            outcome = cluster_cards(outcome, engine.machine.pack, stream)
        return outcome, attrs.evolve(self, chances=after)


def cluster_cards(pile: tuple[int, ...], pack: p.PackOfCards, stream: Stream) -> tuple[int, ...]:
    """The pile with some groups of like cards moved together, to places that chance decides."""
    cards = list(pile)
    for _ in range(GATHERED if len(cards) > 1 else 0):
        one = cards[stream.below(len(cards))]
        way = stream.below(3)
        group = [card for card in cards if _alike(pack, card, one, way)]
        group = list(stream.shuffled(group))[: 2 + stream.below(7)]
        rest = [card for card in cards if card not in group]
        # near the top as often as anywhere: most games see only the top of the pack
        place = stream.below(len(rest) + 1)
        if stream.below(2) == 0:
            place = len(rest) - stream.below(min(len(rest), 6) + 1)
        cards = [*rest[:place], *group, *rest[place:]]
    return tuple(cards)


def _alike(pack: p.PackOfCards, card: int, one: int, way: int) -> bool:
    """Whether cards are of one rank, of one suit, or of ranks that lie close together."""
    if way == 1:
        return pack.suits[card] == pack.suits[one]
    return 0 <= pack.ranks[card] - pack.ranks[one] <= (0 if way == 0 else 2)
