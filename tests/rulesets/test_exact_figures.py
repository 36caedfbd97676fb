"""Figures that are known exactly, counted from the tables of the shipped rulesets.

Hands that the rules cannot tell apart are counted once, and how many are like them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import perm
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.library.loader import load
from hoyle.interpreter.runtime.events import SentenceSaid, ValueAnnounced
from tests import shipped

RANKS, SUITS = "A23456789TJQK", "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]

# ---------------------------------------------------------------------- blackjack


@pytest.mark.parametrize("turned", [slice(None), slice(None, None, -1)])
def test_a_natural_in_blackjack(turned):
    """The house looks for one under an ace or a card of ten, and says what it finds."""
    table = shipped.load("blackjack").table(1, {"packs": 1}, phase="play_hands")
    hands = list(combinations(PACK, 2))
    found = Counter(
        event.value
        for hand in hands
        for event in table.start(given={"dealer": hand[turned]}).events
        if isinstance(event, ValueAnnounced)
    )
    assert (found[True], len(hands)) == (64, 1326)
    assert Fraction(found[True], len(hands)) == Fraction(32, 663)


# ---------------------------------------------------------------------- cribbage

COUNTED = """\
edition 1

variant counted "What four cards show with each of some starters" of cribbage
  add zones
    four: Cards, face up, at most 4
    starters: Pile, face up
    used: Pile, face up
  add phase count_starters
    repeat until starters is empty
      move top of starters to starter
      announce points = shown(four, no)
      move starter to used
"""
KNOWN_SHOWS = {
    0: 1009008, 1: 99792, 2: 2813796, 3: 505008, 4: 2855676, 5: 697508, 6: 1800268, 7: 751324,
    8: 1137236, 9: 361224, 10: 388740, 11: 51680, 12: 317340, 13: 19656, 14: 90100, 15: 9168,
    16: 58248, 17: 11196, 18: 2708, 20: 8068, 21: 2496, 22: 444, 23: 356, 24: 3680, 28: 76, 29: 4,
}  # fmt: skip


Hand = tuple[str, ...]


def tell_apart(hand: Hand) -> tuple[object, ...]:
    """What the table reads of four cards: ranks, whether they are of one suit, suits of jacks."""
    jacks = {card[1] for card in hand if card[0] == "J"}
    return len({card[1] for card in hand}) == 1, *sorted(
        (card[0], card[1] in jacks) for card in hand
    )


def tell_starter_apart(hand: Hand, card: str) -> tuple[object, ...]:
    """What the table reads of a starter beside four cards: its rank, and whose suit it has."""
    return card[0], f"J{card[1]}" in hand, all(each[1] == card[1] for each in hand)


def list_hands(ranks: str) -> dict[tuple[object, ...], list[Hand]]:
    """All hands of four cards of these ranks, those together that the table cannot tell apart."""
    found: dict[tuple[object, ...], list[Hand]] = {}
    for hand in combinations([card for card in PACK if card[0] in ranks], 4):
        found.setdefault(tell_apart(hand), []).append(hand)
    return found


def make_counting_table(folder: Path) -> Any:
    (folder / "counted.cards").write_text(COUNTED, encoding="utf-8")
    return load(folder / "counted.cards").table(phase="count_starters")


def show(table: Any, hand: Hand, starters: list[str]) -> list[int]:
    """What four cards show with each starter."""
    position = table.start(given={"four": hand, "starters": starters[::-1]})
    return [event.value for event in position.events if isinstance(event, ValueAnnounced)]


def list_starters(hand: Hand) -> dict[tuple[object, ...], list[str]]:
    """The other cards, those together that the table cannot tell apart beside the hand."""
    found: dict[tuple[object, ...], list[str]] = {}
    for card in PACK:
        if card not in hand:
            found.setdefault(tell_starter_apart(hand, card), []).append(card)
    return found


def count_shows(table: Any, ranks: str) -> Counter[int]:
    """How many hands with their starters show so much, counted by the table of Cribbage."""
    shows: Counter[int] = Counter()
    for hands in list_hands(ranks).values():
        starters = list_starters(hands[0])
        points = show(table, hands[0], [first for first, *_ in starters.values()])
        for each, alike in zip(points, starters.values(), strict=True):
            shows[each] += len(alike) * len(hands)
    return shows


def test_hands_that_are_counted_once_show_the_same(tmp_path):
    table, random = make_counting_table(tmp_path), Random(0)
    for one, *others in list_hands("45J").values():
        other = random.choice(others) if others else one
        starters = list_starters(one)
        alike = {key: random.choice(cards) for key, cards in list_starters(other).items()}
        assert alike.keys() == starters.keys()
        assert show(table, one, [cards[0] for cards in starters.values()]) == show(
            table, other, [alike[key] for key in starters]
        )


def test_the_best_shows_of_cribbage(tmp_path):
    """28 needs four fives and a card of ten, 29 that the jack is held: no other ranks make it."""
    shows = count_shows(make_counting_table(tmp_path), "5TJQK")
    assert shows.total() == 4845 * 48
    assert {points: shows[points] for points in range(25, 30)} == {
        25: 0, 26: 0, 27: 0, 28: 76, 29: 4
    }  # fmt: skip


@pytest.mark.long
def test_every_show_of_cribbage(tmp_path):
    shows = count_shows(make_counting_table(tmp_path), RANKS)
    assert shows.total() == 12_994_800
    assert shows == KNOWN_SHOWS


# ---------------------------------------------------------------------- baccarat

PIPS = "TA23456789"  # a rank for each number of pips, from 0 to 9
EIGHT_PACKS = [128, *[32] * 9]  # so many cards of each
KNOWN_COUPS = {
    "banco": 2_292_252_566_437_888, "punto": 2_230_518_282_592_256, "tie": 475_627_426_473_216
}  # fmt: skip
Cards = tuple[int, ...]


@cache
def draw_coup(cards: Cards) -> tuple[str, int]:
    """What comes of a shoe that begins with cards of so many pips, and how many were drawn."""
    shoe = [PIPS[pips] + suit for pips, suit in zip(cards, SUITS * 2, strict=False)]
    position: Any = draw_table().start(pack=shoe)
    return tell_result(position), len(position["punto-cards"]) + len(position["banco-cards"])


@cache
def draw_table() -> Any:
    return shipped.load("baccarat").table(1, phase="draw_cards")


def tell_result(position: Any) -> str:
    """The last word of what is said: who has won."""
    (said,) = (event for event in position.events if isinstance(event, SentenceSaid))
    text: str = position.table.words.format_sentence(said.sentence)
    return text.split()[-1]


def tell_points(first: int, second: int) -> int:
    """What two cards count, as it is said of punto."""
    position: Any = draw_table().start(pack=[PIPS[first] + "C", "8S", PIPS[second] + "D", "TS"])
    (said,) = (event for event in position.events if isinstance(event, SentenceSaid))
    return int(position.table.words.format_sentence(said.sentence).split()[1].strip(","))


def count_ways(cards: Iterable[int]) -> int:
    """In how many ways cards of so many pips come, one after another."""
    left, ways = EIGHT_PACKS.copy(), 1
    for pips in cards:
        ways *= left[pips]
        left[pips] -= 1
    return ways


def list_coups() -> Iterator[tuple[str, int]]:
    """Each way of drawing at most six cards: what comes of it, and how many are like it."""
    points = {pair: tell_points(*pair) for pair in product(range(10), repeat=2)}
    least: dict[int, tuple[int, int]] = {}
    for pair, counted in points.items():
        least.setdefault(counted, pair)
    for punto, banco in product(points, repeat=2):
        (first, third), (second, fourth) = least[points[punto]], least[points[banco]]
        alike, begun = (punto[0], banco[0], punto[1], banco[1]), (first, second, third, fourth)
        ways = count_ways(alike)
        left = [count - alike.count(pips) for pips, count in enumerate(EIGHT_PACKS)]
        result, drawn = draw_coup((*begun, 0, 0))
        if drawn == 4:
            yield result, ways * perm(412, 2)
            continue
        for fifth in range(10):
            result, drawn = draw_coup((*begun, fifth, 0))
            if drawn == 5:
                yield result, ways * left[fifth] * 411
                continue
            for sixth in range(10):
                result, _ = draw_coup((*begun, fifth, sixth))
                after = left[sixth] - (fifth == sixth)
                yield result, ways * left[fifth] * after


@pytest.mark.long
def test_every_coup_of_baccarat_from_eight_packs():
    coups: Counter[str] = Counter()
    for result, ways in list_coups():
        coups[result] += ways
    assert coups == KNOWN_COUPS
    assert coups.total() == perm(416, 6) == 4_998_398_275_503_360
