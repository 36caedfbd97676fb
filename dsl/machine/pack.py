"""The pack that a machine plays with: every card by its number, its look and its words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import attrs

from hoyle.dsl.card_words import CardWords


@attrs.frozen(eq=False)
class PackOfCards:
    """The cards in the pack's order: each by its look, which `words` have in words.

    `ranks` and `suits` are those of each card, -1 where it has none; `twin_of[c]` is the lowest
    card that looks the same.
    """

    looks: tuple[int, ...]
    words: CardWords
    copies: tuple[int, ...]
    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    twin_of: tuple[int, ...]

    @classmethod
    def of(cls, cards: Sequence[tuple[int, int]], words: CardWords) -> Self:
        """The pack of some cards, given by look and a number that tells its copies apart."""
        looks = tuple(look for look, _ in cards)
        split = [words.split(look) for look in looks]
        first: dict[int, int] = {}
        twin_of = tuple(first.setdefault(look, card) for card, look in enumerate(looks))
        return cls(
            looks, words, tuple(copy for _, copy in cards), tuple(rank for rank, _ in split),
            tuple(suit for _, suit in split), twin_of,
        )  # fmt: skip

    @property
    def rank_words(self) -> tuple[str, ...]:
        """The ranks by name."""
        return self.words.ranks

    @property
    def suit_words(self) -> tuple[str, ...]:
        """The suits by name."""
        return self.words.suits

    def write(self, card: int) -> str:
        """A card as a text has it, whichever copy it is."""
        return self.words.write(self.looks[card])

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.ranks)

    @cached_property
    def copy_of(self) -> tuple[int, ...]:
        """Of each card how many that look the same come before it."""
        return tuple(self.twin_of[:card].count(low) for card, low in enumerate(self.twin_of))

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Of each card its place in the order of ranks; -1 where it has none.

        A suit may have ranks of its own, in an order that those of the pack do not have.
        """
        found = [*self.ranks]
        for suit in sorted({*self.suits} - {-1}):
            looks = dict.fromkeys(
                self.twin_of[c] for c in range(self.size) if self.suits[c] == suit
            )
            if [self.ranks[low] for low in looks] != sorted(self.ranks[low] for low in looks):
                own = {low: place for place, low in enumerate(looks)}
                found = [own.get(low, found[card]) for card, low in enumerate(self.twin_of)]
        return tuple(found)

    def place_by_rank(self, card: int | None) -> tuple[int, int, int]:
        """Where a card is told among others that have no order: by rank, in one rank by suit.

        Behind them come those without a rank, and last a hidden one.
        """
        if card is None:
            return len(self.looks) + 1, 0, 0
        height = self.heights[card]
        return (height if height >= 0 else len(self.looks)), self.suits[card], card

    def place_in_hand(self, card: int) -> tuple[int, int, int]:
        """Where a card stands in a hand that is told: by suit, the highest first."""
        return self.suits[card], -self.heights[card], card

    def copies_of(self, card: int) -> list[int]:
        """The cards that look the same as one, in the pack's order."""
        first = self.twin_of[card]
        return [other for other, lowest in enumerate(self.twin_of) if lowest == first]
