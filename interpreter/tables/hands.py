"""The classes of hands that some features tell apart, with the smallest hand of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from hoyle.interpreter.tables.features import Feature, joined

MOST_CLASSES = 100_000
Values = tuple[int | None, ...]  # of each feature


class TooMany(Exception):
    """There are more classes than may be listed, or listing them takes too long."""


@attrs.define
class Steps:
    """How much may still be done: counted, so that it is the same on every machine."""

    left: int

    def spend(self, steps: int) -> None:
        """Some steps."""
        self.left -= steps
        if self.left < 0:
            raise TooMany


@attrs.frozen
class Hand:
    """One hand, as masks of cards by the slots of the unknowns, and how many cards it has."""

    size: int
    cards: tuple[int, ...]


def classes(
    features: Sequence[Feature], hands: Sequence[int], most: Sequence[int], pack: int, steps: Steps
) -> dict[Values, Hand]:  # fmt: skip
    """Every class of hands of at most so many cards each, and its smallest hand.

    Card after card of the pack goes into one of the hands or into none. Cards that do the same to
    all features are interchangeable, so the first ones of them are taken.
    """
    full = [k for k, top in enumerate(most) if top < pack]  # hands that can be too full
    sizes = [Feature(hands[k], "add", (1,) * pack) for k in full]
    counted = [*features, *(size for size in sizes if size not in features)]
    at = [(counted.index(size), k, most[k]) for size, k in zip(sizes, full, strict=True)]
    begin = tuple(feature.start for feature in counted)
    found: dict[Values, Hand] = {begin: Hand(0, (0,) * len(hands))}
    for group in groups(counted, pack):
        ways = list(shares(group, hands, most))
        steps.spend(len(found) * len(ways))
        grown = dict(found)
        for values, hand in found.items():
            for counts, size, cards in ways:
                if any((values[k] or 0) + counts[n] > top for k, n, top in at):
                    continue
                now = with_group(counted, values, group[0], hands, counts)
                other = grown.get(now)
                if other is None or hand.size + size < other.size:
                    both = tuple(a | b for a, b in zip(hand.cards, cards, strict=True))
                    grown[now] = Hand(hand.size + size, both)
        if len(grown) > MOST_CLASSES:
            raise TooMany
        found = grown
    return found


def groups(features: Sequence[Feature], pack: int) -> list[list[int]]:
    """The cards that do the same to every feature, in the order of the pack."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for card in range(pack):
        found.setdefault(tuple(feature.gives[card] for feature in features), []).append(card)
    return list(found.values())


def shares(
    group: list[int], hands: Sequence[int], most: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """How many of a group each hand can get: the numbers, all of them, and the cards."""

    def go(rest: int, k: int) -> Iterator[tuple[int, ...]]:
        if k == len(hands):
            yield ()
            return
        for n in range(min(rest, most[k]) + 1):
            for others in go(rest - n, k + 1):
                yield (n, *others)

    for counts in go(len(group), 0):
        if not any(counts):
            continue
        cards, taken = [], 0
        for n in counts:
            cards.append(sum(1 << card for card in group[taken : taken + n]))
            taken += n
        yield counts, taken, tuple(cards)


def with_group(
    features: Sequence[Feature], values: Values, card: int, hands: Sequence[int],
    counts: tuple[int, ...],
) -> Values:  # fmt: skip
    """The features with so many more cards like this one in each hand."""
    found = []
    for feature, value in zip(features, values, strict=True):
        given = feature.gives[card]
        n = counts[hands.index(feature.hand)]
        if given is not None and n:
            if feature.join == "add":
                value = (value or 0) + n * given
            else:
                value = joined(feature, value, given)
                if n > 1 and feature.join == "run":
                    value = joined(feature, value, given)
        found.append(value)
    return tuple(found)
