"""Hands to try where there are too many classes: some with a pattern, then some by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.dsl.machine.program import PackOfCards
from hoyle.interpreter.hand_tables.hand_classes import Hand
from hoyle.interpreter.runtime.generator import Stream

LARGEST = 14  # cards in a hand with a pattern


def hands_to_try(pack: PackOfCards, most: Sequence[int], count: int) -> Iterator[Hand]:
    """So many hands, the same every time: first without a card, then with a pattern, then drawn."""
    yield Hand(0, (0,) * len(most))
    stream = Stream(0, "tables", len(pack.ranks))
    made = 1
    for cards in _patterns(pack, max(most, default=0)):
        for k in range(len(most)):
            if made >= count:
                return
            made += 1
            yield _shared(cards, k, most, stream, len(pack.ranks))
    while made < count:
        made += 1
        k = stream.below(len(most)) if most else 0
        order = stream.shuffled(range(len(pack.ranks)))
        top = min(most[k], LARGEST) if most else 0
        yield _shared(order[: 1 + stream.below(max(1, top))], k, most, stream, len(pack.ranks))


def _patterns(pack: PackOfCards, most: int) -> Iterator[tuple[int, ...]]:
    """Cards of one rank, runs of one suit, one suit, and runs of mixed suits, the fewest first."""
    cards = range(len(pack.ranks))
    by_rank = sorted(cards, key=lambda card: (pack.ranks[card], pack.suits[card], card))
    by_suit = sorted(cards, key=lambda card: (pack.suits[card], pack.ranks[card], card))
    singles = by_rank[:: max(1, len(pack.suit_words))]
    for size in range(1, min(most, LARGEST, len(by_rank)) + 1):
        starts = [0, len(by_rank) // 2, len(by_rank) - size]
        for line in (by_rank, by_suit):
            for start in (*starts, *range(0, len(line) - size, 7)):
                yield tuple(line[start : start + size])
        for start in range(0, len(singles) - size + 1, 2):
            yield tuple(singles[start : start + size])
        for suit in range(len(pack.suit_words)):
            held = [card for card in by_suit if pack.suits[card] == suit]
            yield tuple(held[::2][:size])
            yield tuple(held[-size:])


def _shared(
    cards: Sequence[int], k: int, most: Sequence[int], stream: Stream, pack: int
) -> Hand:  # fmt: skip
    """These cards in one hand, and others by chance in the other hands."""
    masks = [0] * len(most)
    taken = list(dict.fromkeys(cards))[: most[k]] if most else []
    rest = [card for card in range(pack) if card not in taken]
    for other in range(len(most)):
        if other != k:
            drawn = stream.shuffled(rest)[: stream.below(min(most[other], 4) + 1)]
            rest = [card for card in rest if card not in drawn]
            masks[other] = sum(1 << card for card in drawn)
    if masks:
        masks[k] = sum(1 << card for card in taken)
    return Hand(sum(mask.bit_count() for mask in masks), tuple(masks))
