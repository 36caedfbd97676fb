"""Chance for two tables that are played side by side: it brings both the same.

Shuffle number k and draw number k come out alike at both tables, also where one of them shuffles or
draws more often. Some packs lie in lumps, so that what is rare in a fair deal is met soon.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.play.engine import Engine
from hoyle.interpreter.play.generator import Stream
from hoyle.interpreter.play.table import Chances

LUMP = 12  # of so many cards at the top a lumpy pack has more than its share of one kind


@attrs.frozen
class Dealt(Chances):
    """`codes` are the cards of the pack, in an order that both tables share.

    `pack` lays the first shuffle, from the top: cards by their places in `codes`.
    """

    codes: tuple[int, ...] = ()
    pack: tuple[int, ...] = ()

    def resolve(self, engine: Engine, s: Any, at: int) -> tuple[Any, Chances]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        among = engine.outcomes(s, at)
        if node.kind == "draw":
            stream = Stream(self.seed, "draw", self.events)
            return among[stream.below(len(among))], attrs.evolve(self, events=self.events + 1)
        if self.pack and not self.shuffles:
            order = self.pack
        else:
            order = pack_order(self.seed, self.shuffles, len(self.codes), self.kinds(engine))
        place = {self.codes[card]: k for k, card in enumerate(order)}
        pile = tuple(sorted(among, key=lambda card: -place[card]))
        return pile, attrs.evolve(self, shuffles=self.shuffles + 1)

    def kinds(self, engine: Engine) -> tuple[str, ...]:
        """The rank of each card, by its word."""
        pack = engine.machine.pack
        return tuple(pack.rank_words[pack.ranks[card]] for card in self.codes)


@cache
def pack_order(seed: int, shuffle: int, size: int, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """The cards of a pack from the top: a fair shuffle, or every second time a lumpy one."""
    stream = Stream(seed, "pack", shuffle)
    order = stream.shuffled(range(size))
    if seed % 2 == 0:
        return order
    wanted = {kinds[order[0]], kinds[order[1]]}
    lump = [card for card in order if kinds[card] in wanted]
    rest = [card for card in order if kinds[card] not in wanted]
    many = max(0, LUMP - len(lump))
    top = Stream(seed, "lump", shuffle).shuffled([*lump, *rest[:many]])
    return (*top, *rest[many:])
