"""What the ledger claims of Ziginette, played through the rules.

Every bet is an even chance, exactly; and it does not matter who bets first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice, permutations
from pathlib import Path

import attrs
import pytest

import hoyle
from hoyle.interpreter.runtime.generator import Stream
from tests import shipped

LINE_OF_RANKS = "ranks A 2 3 4 5 6 7 J Q K"
LINE_OF_ORDER = r"in seats after banker(?= +# ZI-15)"
NOBODY_ELSE = ("pass", "keep-limits", "keep-the-bank")


def altered(folder: Path, line: str, new: str) -> hoyle.Ruleset:
    """Ziginette with a line in other words; without examples, which speak of the usual pack."""
    text = shipped.load("ziginette").source.text.partition("\nexample ")[0]
    text, times = re.subn(line, new, text)
    assert times == 1
    path = folder / "altered.cards"
    path.write_text(text, encoding="utf-8")
    return hoyle.load(path)


def texts(position: hoyle.Position) -> list[str]:
    """The legal moves as they are written."""
    return [position.text(move) for move in position.legal()]


def leave_it(position: hoyle.Position) -> hoyle.Position:
    """One move that changes nothing: no bet, the same limits, the same bank."""
    return position.play(next(text for text in texts(position) if text in NOBODY_ELSE))


def to_the_end(position: hoyle.Position) -> hoyle.Position:
    """The hand without any further bet."""
    while not position.over:
        position = leave_it(position)
    return position


def cards_in(position: hoyle.Position, zone: str) -> list[str]:
    """The cards of a zone, from the bottom."""
    engine = position.table.engine
    (slot,) = (slot for slot, place in engine.zones.places.items() if place.family == zone)
    cards = engine.zones.cards(position.slots, slot)
    return [position.table.words.format_card(card) for card in cards]


def stock(position: hoyle.Position) -> list[str]:
    """The hidden cards."""
    return cards_in(position, "stock")


def with_stock(position: hoyle.Position, cards: list[str]) -> hoyle.Position:
    """The same position with the hidden cards in another order, from the top."""
    engine, words = position.table.engine, position.table.words
    (slot,) = (slot for slot, place in engine.zones.places.items() if place.family == "stock")
    slots = list(position.slots)
    slots[slot] = tuple(words.parse_card(card) for card in reversed(cards))
    assert sorted(slots[slot]) == sorted(position.slots[slot])
    return attrs.evolve(position, slots=slots)


# ---------------------------------------------------------------------- even, in a small pack

# Which ranks and suits, what lies on the table after the deal, and what is still to come.
SMALL = {
    "three ranks, three suits": ("A 2 3\n  suits ♠ ♥ ♦", "AS 2S 3S", "AH AD 2H 2D 3H 3D"),
    "four ranks, two suits": ("A 2 3 4\n  suits ♠ ♥", "AS 2S 3S", "AH 2H 3H 4S 4H"),
}


def orders(cards: str) -> list[tuple[str, ...]]:
    """Every order of the cards; of those that differ in suits alone only the first.

    Suits mean nothing here, so each of these stands for equally many.
    """
    first: dict[tuple[str, ...], tuple[str, ...]] = {}
    for order in permutations(cards.split()):
        first.setdefault(tuple(card[0] for card in order), order)
    return list(first.values())


def bets_of_one(position: hoyle.Position) -> Iterator[str]:
    """Each bet of one chip that may be placed."""
    return (text for text in texts(position) if text.startswith("back") and text.endswith(" 1"))


@pytest.mark.parametrize("pack", SMALL)
def test_every_bet_is_even_whenever_it_is_placed(tmp_path, pack):
    """All orders of a small pack: bob bets one chip, once, at each moment on each live card.

    Whatever has been turned up by then, over all that may come he wins as much as he loses. (ann
    goes on betting, so that the hand does not end before the banker's card or the last live one.)
    """
    ranks, dealt, hidden = SMALL[pack]
    table = altered(tmp_path, LINE_OF_RANKS, f"ranks {ranks}").table(3, {"deals": 1}, traced=False)
    won: dict[tuple[str, str], list[int]] = defaultdict(list)
    for order in orders(hidden):
        position = table.start(1, [*dealt.split(), *order])
        bob = (position.seat + 2) % 3
        while not position.over:
            turned = "".join(card[0] for card in order[: len(order) - len(stock(position))])
            bets = list(bets_of_one(position))
            if position.seat == bob:
                for bet in bets:
                    won[turned, bet].append(to_the_end(position.play(bet)).payoff(bob))
                bets = []
            position = position.play(bets[0]) if bets else leave_it(position)
    assert {("", "back A 1"), ("", "back 2 1"), ("A", "back 2 1"), ("2", "back A 1")} <= set(won)
    assert {chips for those in won.values() for chips in those} == {1, -1}
    assert [moment for moment, those in won.items() if Fraction(sum(those), len(those)) != 0] == []


# ---------------------------------------------------------------------- even, in the whole pack

# Options, and of how many moments one is tried.
HOUSES = {
    "as usual": ({}, 20),
    "only the newest card": ({"bet_on": "newest-only"}, 2),
    "with credit": ({"credit": "unlimited", "limit_scope": "total"}, 20),
}


def moments(options: dict[str, str]) -> Iterator[tuple[hoyle.Position, str]]:
    """The bets of one chip in some hands in which one who has bet nothing yet may bet at last."""
    table = shipped.load("ziginette").table(4, {**options, "deals": "1"}, traced=False)
    for seed in range(4):
        position = table.start(seed)
        last = (position.seat + 3) % 4
        moves = Stream(seed, "moves", 0)
        while not position.over:
            bets = list(bets_of_one(position))
            if position.seat == last:
                yield from ((position, bet) for bet in bets)
                bets = []
            # The others bet on, else the hand would be over.
            position = position.play(bets[moves.below(len(bets))]) if bets else leave_it(position)


def orders_that_count(
    hidden: list[str], one: str, other: str, moves: Stream
) -> Iterator[list[str]]:
    """Every order of the cards of two ranks, at places drawn at random among the others."""
    ones = [card for card in hidden if card[0] == one]
    others = [card for card in hidden if card[0] == other]
    rest = [card for card in hidden if card[0] not in (one, other)]
    whole = range(len(ones) + len(others))
    for chosen in combinations(whole, len(ones)):
        left, right = iter(ones), iter(others)
        mates = [next(left) if k in chosen else next(right) for k in whole]
        places = set(moves.shuffled(range(len(hidden)))[: len(mates)])
        first, filled = iter(mates), iter(moves.shuffled(rest))
        yield [next(first) if k in places else next(filled) for k in range(len(hidden))]


@pytest.mark.parametrize("house", HOUSES)
def test_every_bet_is_even_in_the_whole_pack(house):
    """A bet is decided by the order of the cards of two ranks, and by nothing else.

    Each of these orders is equally likely, wherever among the others the cards lie; so half of
    them must win one chip, and half lose one.
    """
    options, some = HOUSES[house]
    arrangements, tried = Stream(1, "arrangements", 0), 0
    for position, bet in islice(moments(options), 0, None, some):
        (bank_card,) = cards_in(position, "bank_card")
        all_orders = orders_that_count(stock(position), bet.split()[1], bank_card[0], arrangements)
        before = position.payoff(position.seat)
        won = [
            to_the_end(with_stock(position, order).play(bet)).payoff(position.seat) - before
            for order in all_orders
        ]
        assert sorted(won) == [-1] * 10 + [1] * 10, bet
        tried += 1
    assert tried > 4


# ---------------------------------------------------------------------- who bets first


@pytest.mark.parametrize("credit", ["table-stakes", "unlimited"])
def test_it_does_not_matter_who_bets_first(tmp_path, credit):
    """The same bets on the same cards, once from the banker's left round, once from the right."""
    usual = shipped.load("ziginette")
    turned = altered(tmp_path, LINE_OF_ORDER, "in reversed of (seats after banker)")
    options = {"credit": credit, "starting_chips": "25", "deals": "3"}
    for seed in range(4):
        results = [
            played(ruleset.table(5, options, traced=False), seed) for ruleset in (usual, turned)
        ]
        assert results[0] == results[1]


def played(table: hoyle.Table, seed: int) -> list[int]:
    """What each takes away, where everybody's choices depend on the cards on the table alone."""
    position = table.start(seed)
    for _ in range(2000):
        if position.over:
            break
        cards = cards_in(position, "board") + cards_in(position, "bank_card")
        choice = Stream(seed, "".join(cards).lower(), position.seat)
        legal = [text for text in texts(position) if not text.startswith("set-limits")]
        position = position.play(legal[choice.below(len(legal))])
    assert position.over
    return [position.payoff(seat) for seat in range(5)]
