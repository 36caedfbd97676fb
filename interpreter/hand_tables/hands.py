"""Hands of cards: every class that features tell apart, or samples where there are too many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hoyle.dsl.machine.program import PackOfCards
from hoyle.interpreter.hand_tables.hand_features import Feature, joined
from hoyle.interpreter.runtime.generator import Stream

MOST_CLASSES = 100_000
NUMBERED = 17  # bits for a value that is known by its number
Values = tuple[int | None, ...]  # of each feature


class TooMany(Exception):
    """There are more classes than may be listed, or listing them takes too long."""


@attrs.define
class Steps:
    """How much may still be done: counted, so that it is the same on every machine."""

    left: int

    def spend(self, steps: int) -> None:
        """Some steps."""
        if steps > self.left:
            raise TooMany
        self.left -= steps


@attrs.frozen
class Hand:
    """One hand, as masks of cards by the slots of the unknowns, and how many cards it has."""

    size: int
    cards: tuple[int, ...]


@attrs.frozen
class Way:
    """So many cards of a group into each hand: what that adds to a class and to its hand."""

    sums: int
    masks: int
    hand: int
    counts: tuple[int, ...]
    sizes: tuple[tuple[int, int, int], ...]  # where a size lies, and the most it may be before


@attrs.define(eq=False)
class Layout:
    """Where each feature lies in the number of a class."""

    features: tuple[Feature, ...]
    hands: tuple[int, ...]
    most: tuple[int, ...]
    pack: int
    places: dict[Feature, tuple[int, int]] = attrs.field(factory=dict)  # shift and mask
    # features whose values are numbered as they are met: neither plain sums nor plain masks
    met: dict[Feature, dict[int | None, int]] = attrs.field(factory=dict)
    width: int = 0

    def __attrs_post_init__(self) -> None:
        full = [k for k, top in enumerate(self.most) if top < self.pack]
        sizes = [Feature(self.hands[k], "add", (1,) * self.pack) for k in full]
        for feature in dict.fromkeys((*self.features, *sizes)):
            given = [part for part in feature.gives if part is not None]
            if feature.join == "or":
                self.place(feature, max([0, *given]).bit_length())
            elif feature.join == "add" and min([0, *given]) >= 0:
                self.place(feature, sum(given).bit_length())
            else:
                self.place(feature, NUMBERED)
                self.met[feature] = {feature.start: 0}

    def place(self, feature: Feature, width: int) -> None:
        """A field for a feature."""
        self.places[feature] = self.width, (1 << width) - 1
        self.width += width

    def read(self, keys: Iterable[int]) -> Iterator[Values]:
        """The values of all features in the numbers of classes."""
        known = {feature: list(met) for feature, met in self.met.items()}
        where = [(*self.places[feature], known.get(feature)) for feature in self.features]
        for key in keys:
            yield tuple(
                key >> shift & mask if values is None else values[key >> shift & mask]
                for shift, mask, values in where
            )

    def ways(self, group: list[int]) -> Iterator[Way]:
        """Every way to share cards of a group among the hands."""
        card = group[0]
        for counts in _shares(len(group), self.most):
            sums = masks = taken = hand = 0
            for feature, (shift, _) in self.places.items():
                given, n = feature.gives[card], counts[self.hands.index(feature.hand)]
                if given is None or not n or feature in self.met:
                    continue
                if feature.join == "add":
                    sums += n * given << shift
                else:
                    masks |= given << shift
            sizes = []
            for k, n in enumerate(counts):
                hand += sum(1 << one for one in group[taken : taken + n]) << k * self.pack
                taken += n
                if n and self.most[k] < self.pack:
                    size = Feature(self.hands[k], "add", (1,) * self.pack)
                    sizes.append((*self.places[size], self.most[k] - n))
            hand += taken << len(counts) * self.pack
            yield Way(sums, masks, hand, counts, tuple(sizes))

    def moves(self, way: Way, card: int) -> tuple[int, list[tuple[int, int, list[int]]]]:
        """The fields that a way changes by number: their mask, and where each value goes."""
        fields, found = 0, []
        for feature, met in self.met.items():
            part, n = feature.gives[card], way.counts[self.hands.index(feature.hand)]
            if part is None or not n:
                continue
            shift, mask = self.places[feature]
            after = []
            for value in list(met):
                for _ in range(n if feature.join == "add" else min(n, 2)):
                    value = joined(feature, value, part)
                after.append(met.setdefault(value, len(met)) << shift)
            if len(met) > mask:
                raise TooMany
            fields |= mask << shift
            found.append((shift, mask, after))
        return fields, found


def classes(
    features: Sequence[Feature], hands: Sequence[int], most: Sequence[int], pack: int, steps: Steps
) -> dict[Values, Hand]:
    """Every class of hands of at most so many cards each, and its smallest hand.

    Card after card of the pack goes into one of the hands or into none. Cards that do the same to
    all features are interchangeable, so the first ones of them are taken.
    """
    layout = Layout(tuple(features), tuple(hands), tuple(most), pack)
    found = {0: 0}
    for group in _groups(list(layout.places), pack):
        ways = list(layout.ways(group))
        steps.spend(len(found) * len(ways))
        found = _grown(layout, found, group[0], ways)
        if len(found) > MOST_CLASSES:
            raise TooMany
    smallest: dict[Values, int] = {}
    for values, hand in zip(layout.read(found), found.values(), strict=True):
        smallest[values] = min(hand, smallest.get(values, hand))  # sizes alone tell nothing apart
    return {values: _shown(hand, len(hands), pack) for values, hand in smallest.items()}


def _shown(hand: int, hands: int, pack: int) -> Hand:
    cards = (1 << pack) - 1
    return Hand(hand >> hands * pack, tuple(hand >> k * pack & cards for k in range(hands)))


def _grown(layout: Layout, found: dict[int, int], card: int, ways: list[Way]) -> dict[int, int]:
    new = dict(found)
    for way in ways:
        fields, moves = layout.moves(way, card)
        kept, sums, masks, more = ~fields, way.sums, way.masks, way.hand
        for key, hand in found.items():
            for shift, mask, top in way.sizes:
                if key >> shift & mask > top:
                    break
            else:
                now = (key & kept) + sums | masks
                for shift, mask, after in moves:
                    now |= after[key >> shift & mask]
                larger = hand + more
                if new.get(now, larger) >= larger:
                    new[now] = larger
    return new


def _groups(features: Sequence[Feature], pack: int) -> list[list[int]]:
    """The cards that do the same to every feature, in the order of the pack."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for card in range(pack):
        found.setdefault(tuple(feature.gives[card] for feature in features), []).append(card)
    return list(found.values())


def _shares(count: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """How many of so many cards each hand can get, at least one in all."""

    def go(rest: int, k: int) -> Iterator[tuple[int, ...]]:
        if k == len(most):
            yield ()
            return
        for n in range(min(rest, most[k]) + 1):
            for others in go(rest - n, k + 1):
                yield (n, *others)

    return (counts for counts in go(count, 0) if any(counts))


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
