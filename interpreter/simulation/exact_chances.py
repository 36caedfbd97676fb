"""The exact chance of each row of a ranking, for hands dealt from the whole pack.

Cards that do the same to everything that the rows read are counted together: how many of them a
hand has is what matters, and in how many ways they can be taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.interpreter.hand_tables.hand_classes import (
    EMPTY,
    FeatureReader,
    NotByCard,
    join_alike,
)
from hoyle.interpreter.hand_tables.rows import NotSeen, OutOfWork, Rows, Work, lower_rows
from hoyle.interpreter.hand_tables.table_settings import GameSettings
from hoyle.interpreter.runtime.fault import RulesetFault

MOST_CARDS = 7  # in a hand that is counted
MOST_CLASSES = 20_000  # of hands of one size
MOST_WORK = 20_000_000  # things that rows go through, for all rankings
START: dict[str, int | None] = {"add": 0, "or": 0, "most": None, "least": None}  # of no cards
MOST_CASES = 64  # values of all that is read besides the hand


@attrs.frozen
class Chance:
    """How many of all hands of so many cards are of a kind."""

    hits: int
    of: int
    cards: int

    def __str__(self) -> str:
        share = Fraction(self.hits, self.of)
        return f"{share.numerator:,}/{share.denominator:,} of {self.cards} cards"


def list_chances(
    game: g.Game, players: int, options: Mapping[str, int]
) -> dict[tuple[str, str], Chance]:  # fmt: skip
    """Of each row of a ranking, by both names, its chance in the smallest hands that can be it.

    Left out are rankings that cannot be counted so, and rows that depend on more than the hand.
    """
    lowering = GameSettings(game, Work(MOST_WORK)).at(players, tuple(sorted(options.items())))
    found: dict[tuple[str, str], Chance] = {}
    for name, ranking in game.rankings.items() if lowering is not None else ():
        assert lowering is not None
        try:
            rows = lower_rows(ranking, lowering)
        except NotSeen:
            continue
        if len(rows.hands) != 1 or rows.sampled or rows.combinations > MOST_CASES:
            continue
        for cards in range(2, min(MOST_CARDS, rows.pack.size) + 1):
            try:
                counts = _count_rows(rows, cards)
            except (NotByCard, NoAnswer, OutOfWork, RulesetFault):
                break
            for row, hits in zip(ranking.rows, counts, strict=True):
                if hits:
                    chance = Chance(hits, comb(rows.pack.size, cards), cards)
                    found.setdefault((name, row.name), chance)
                elif hits is None:
                    found.setdefault((name, row.name), Chance(-1, 1, cards))
    return {key: chance for key, chance in found.items() if 0 < chance.hits < chance.of}


def _count_rows(rows: Rows, cards: int) -> list[int | None]:
    """How many hands each row is the first to fit; None where it depends on more than the hand."""
    tests = [rows.compiler.value(test) for test in rows.tests]
    found: list[list[int]] = []
    for values in rows.list_combinations():
        counts = [0] * len(tests)
        for hand, ways in _list_classes(rows, cards, values):
            slots = rows.blank((hand,), values)
            first = next((k for k, test in enumerate(tests) if test(slots)), None)
            if first is not None:
                counts[first] += ways
        found.append(counts)
    return [one[0] if len(set(one)) == 1 else None for one in zip(*found, strict=True)]


def _list_classes(rows: Rows, cards: int, values: tuple[int, ...]) -> list[tuple[int, int]]:
    """A hand of each class that the rows cannot tell apart, and how many hands are like it."""
    reader = FeatureReader(rows.compiler, rows.hand_slots, rows.blank((), values), cards)
    for test in rows.tests:
        reader.read(test)
    features = list(reader.found)
    groups: dict[tuple[int | None, ...], list[int]] = {}
    for card in range(rows.pack.size):
        groups.setdefault(tuple(feature.gives[card] for feature in features), []).append(card)
    nothing = tuple(START.get(feature.join, EMPTY) for feature in features)
    found: dict[tuple[int, tuple[int | None, ...]], tuple[int, int]] = {(0, nothing): (0, 1)}
    for gives, group in groups.items():
        new: dict[tuple[int, tuple[int | None, ...]], tuple[int, int]] = {}
        for (size, held), (hand, ways) in found.items():
            for many in range(min(len(group), cards - size) + 1):
                after = tuple(map(join_alike, features, held, gives, [many] * len(held)))
                more = sum(1 << card for card in group[:many])
                first, before = new.get((size + many, after), (hand | more, 0))
                new[size + many, after] = first, before + ways * comb(len(group), many)
        if len(new) > MOST_CLASSES:
            raise NotByCard
        found = new
    return [entry for (size, _), entry in found.items() if size == cards]
