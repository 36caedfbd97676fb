"""Chance for two tables that are played side by side: it brings both the same.

Shuffle number k and draw number k come out alike at both tables, also where one of them shuffles or
draws more often. Some packs lie in lumps, so that what is rare in a fair deal is met soon.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances

LUMPS = (5, 12)  # so many cards at the top of a lumpy pack have more than their share of a rank


@attrs.frozen
class Dealt(Chances):
    """`codes` are the cards of the pack, in an order that both tables share.

    `pack` lays the first shuffle, from the top: cards by their places in `codes`. `ranks` are those
    that lumps are rather made of.
    """

    codes: tuple[int, ...] = ()
    pack: tuple[int, ...] = ()
    ranks: tuple[str, ...] = ()

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
            order = pack_order(self.seed, self.shuffles, self.kinds(engine), self.ranks)
        place = {self.codes[card]: k for k, card in enumerate(order)}
        pile = tuple(sorted(among, key=lambda card: -place[card]))
        return pile, attrs.evolve(self, shuffles=self.shuffles + 1)

    def kinds(self, engine: Engine) -> tuple[str, ...]:
        """The rank of each card, by its word."""
        pack = engine.machine.pack
        return tuple(pack.rank_words[pack.ranks[card]] for card in self.codes)


@cache
def pack_order(
    seed: int, shuffle: int, kinds: tuple[str, ...], ranks: tuple[str, ...]
) -> tuple[int, ...]:
    """The cards of a pack from the top: a fair shuffle, or every second time a lumpy one."""
    stream = Stream(seed, "pack", shuffle)
    order = stream.shuffled(range(len(kinds)))
    if seed % 2 == 0:
        return order
    wanted = {kinds[order[0]], kinds[order[stream.below(2)]]}
    known = [rank for rank in ranks if rank in kinds]
    if known and stream.below(2):
        wanted = {known[stream.below(len(known))], known[stream.below(len(known))]}
    lump = [card for card in order if kinds[card] in wanted]
    rest = [card for card in order if kinds[card] not in wanted]
    many = max(0, LUMPS[stream.below(2)] - len(lump))
    top = Stream(seed, "lump", shuffle).shuffled([*lump, *rest[:many]])
    return (*top, *rest[many:])
