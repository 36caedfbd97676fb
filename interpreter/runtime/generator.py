"""Chance, written out so that any other engine can play the same games: SplitMix64 by counter.

Draw number j (from 0) of the stream with key K is mix(K + (j + 1) * GOLDEN) modulo 2**64, where
mix is the finisher of SplitMix64 (Steele, Lea, Flood, 2014). A stream's key is made of the seed,
a word and a number: one stream for each chance event of a game, one for each bot.
docs/language.md (Chance) has the same in words, with test values.
"""

from __future__ import annotations

from collections.abc import Sequence

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The finisher of SplitMix64, on 64 bits."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def key(seed: int, word: str, number: int) -> int:
    """The key of a stream: the seed, then each byte of the word, then the number, mixed in turn."""
    state = mix(seed & MASK)
    for byte in word.encode("ascii"):
        state = mix((state + GOLDEN + byte) & MASK)
    return mix((state + GOLDEN + number) & MASK)


class Stream:
    """One stream of draws."""

    def __init__(self, seed: int, word: str, number: int) -> None:
        self.key = key(seed, word, number)
        self.drawn = 0

    def next(self) -> int:
        """The next 64 bits."""
        self.drawn += 1
        z = (self.key + self.drawn * GOLDEN) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all alike: the high half of draw * n (Lemire, 2019).

        Draws whose low half is below 2**64 mod n are thrown away, so that none is favoured.
        """
        if n <= 1:
            return 0
        product = self.next() * n
        if product & MASK < n:
            floor = (MASK + 1 - n) % n
            while product & MASK < floor:
                product = self.next() * n
        return product >> 64

    def shuffled(self, pile: Sequence[int]) -> tuple[int, ...]:
        """Fisher and Yates, from the last place down: place i changes with one of 0..i."""
        cards = list(pile)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)
