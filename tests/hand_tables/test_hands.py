"""Classes of hands against every hand of a small pack; features against the cards themselves."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from hoyle.dsl.card_words import CardWords
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.interpreter.hand_tables.hand_classes import (
    FeatureReader,
    Hand,
    HandClasses,
    NotByCard,
    Steps,
    TooMany,
)
from hoyle.interpreter.hand_tables.rows import Laid
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.generator import Stream

RANKS, SUITS = ("7", "8", "9", "A"), ("♠", "♥", "♦")
WORDS = CardWords(RANKS, SUITS, (), RANKS, SUITS)
PACK = PackOfCards.of([(WORDS.make_look(k % 4, k // 4), 0) for k in range(12)], WORDS)
SIZE = 12
HAND, OTHER, CARD = p.Get(0), p.Get(1), p.Get(-1)
ORDER = p.Const((0, 1, 2, 3))
RANK = p.Op("rank", (CARD,))
EIGHTS = p.Op("is", (RANK, p.Const(1)))
HEARTS = p.Op("suit_mask", (p.Const(1),))
ASKED = {
    "size": p.Op("count_bits", (HAND,)),
    "empty": p.Op("is_empty", (HAND,)),
    "hearts": p.Op("count_bits", (p.Op("both", (HAND, HEARTS)),)),
    "no heart": p.Op("is_empty", (p.Op("both", (HEARTS, HAND)),)),
    "but hearts": p.Op("count_bits", (p.Op("without", (HAND, HEARTS)),)),
    "one card": p.Op("has_bit", (p.Const(5), HAND)),
    "total": p.Comprehension("total", -1, HAND, True, None, p.Op("number", (RANK,))),
    "below nothing": p.Comprehension(
        "total", -1, HAND, True, None, p.Op("minus", (p.Const(1), RANK))
    ),
    "count": p.Comprehension("count", -1, HAND, True, EIGHTS, None),
    "any": p.Comprehension("any", -1, HAND, True, EIGHTS, None),
    "every": p.Comprehension("every", -1, HAND, True, None, EIGHTS),
    "highest": p.Comprehension("highest", -1, HAND, True, EIGHTS, p.Op("plus", (RANK, p.Const(3)))),
    "lowest": p.Comprehension("lowest", -1, HAND, True, None, p.Op("plus", (RANK, p.Const(3)))),
    "one rank": p.Op("one_rank", (HAND,)),
    "one suit": p.Op("one_suit", (HAND,)),
    "the rank": p.Op("rank_of_all", (HAND,)),
    "the suit": p.Op("suit_of_all", (p.Op("without", (HAND, HEARTS)),)),
    "ranks": p.Op("ranks", (HAND,)),
    "suits": p.Op("count_bits", (p.Op("suits", (HAND,)),)),
    "run": p.Op("consecutive", (HAND, ORDER)),
    "filtered": p.Op("count_bits", (p.Comprehension("filter", -1, HAND, True, EIGHTS, None),)),
    "all of these": p.Op("all_in", (p.Const(0b100010), HAND)),
    "nothing but these": p.Op("all_in", (HAND, p.Const(0b111000))),
    "bound": p.Bind(-2, p.Op("both", (HAND, HEARTS)), p.Op("count_bits", (p.Get(-2),))),
}


def compiler() -> Compiler:
    return Compiler(Laid(PACK, 2, 2), False)


def classes_of(exprs: list[p.Expr], most: list[int], steps: Steps | None = None) -> list[Hand]:
    hands = range(len(most))
    reader = FeatureReader(compiler(), frozenset(hands), [0] * 64, max(most))
    for expr in exprs:
        reader.read(expr)
    return HandClasses(list(reader.found), hands, most, SIZE).list(steps or Steps(10**6))


def every_hand(most: int) -> list[int]:
    several = (combinations(range(SIZE), n) for n in range(most + 1))
    return [sum(1 << card for card in cards) for cards in chain.from_iterable(several)]


@pytest.mark.parametrize("name", ASKED)
def test_the_classes_have_every_answer(name: str) -> None:
    ask, most = compiler().value(ASKED[name]), 5
    listed = {int(ask([*hand.cards, *[0] * 63])) for hand in classes_of([ASKED[name]], [most])}
    assert listed == {int(ask([mask, *[0] * 63])) for mask in every_hand(most)}


@pytest.mark.parametrize("name", ["total", "highest", "one rank", "suits", "run", "bound"])
def test_hands_that_are_told_apart_are_not_one_class(name: str) -> None:
    """Beside the size of a hand: each pair of answers that comes has a class."""
    exprs = [ASKED[name], ASKED["size"]]
    asks = [compiler().value(expr) for expr in exprs]

    def answers(mask: int) -> tuple[int, ...]:
        return tuple(int(ask([mask, *[0] * 63])) for ask in asks)

    listed = {answers(hand.cards[0]) for hand in classes_of(exprs, [4])}
    assert listed == {answers(mask) for mask in every_hand(4)}


def test_the_hand_of_a_class_is_the_smallest() -> None:
    total = compiler().value(ASKED["total"])
    fewest: dict[int, int] = {}
    for mask in every_hand(4):
        worth = total([mask] + [0] * 63)
        fewest[worth] = min(fewest.get(worth, SIZE), mask.bit_count())
    shown: dict[int, int] = {}
    for hand in classes_of([ASKED["total"]], [4]):  # the sizes are limited, and so are told apart
        worth = total([hand.cards[0]] + [0] * 63)
        shown[worth] = min(shown.get(worth, SIZE), hand.size)
    assert shown == fewest


def test_two_hands_never_share_a_card() -> None:
    listed = classes_of([ASKED["hearts"], p.Op("one_rank", (OTHER,))], [3, 2])
    sizes = set()
    for hand in listed:
        one, other = hand.cards
        assert not one & other
        assert one.bit_count() <= 3 and other.bit_count() <= 2
        assert hand.size == one.bit_count() + other.bit_count()
        sizes.add((one.bit_count(), other.bit_count()))
    assert (3, 2) in sizes


def test_several_hands_together() -> None:
    """What is read of all their cards is read of each."""
    both = p.Op("union", (HAND, OTHER))
    for asked in (
        p.Op("count_bits", (both,)),
        p.Op("one_rank", (both,)),
        p.Op("consecutive", (both, ORDER)),
        p.Comprehension("highest", -1, both, True, None, RANK),
    ):
        ask = compiler().value(asked)
        listed = {int(ask([*hand.cards, *[0] * 62])) for hand in classes_of([asked], [2, 2])}
        every = {
            int(ask([one, other, *[0] * 62]))
            for one in every_hand(2)
            for other in every_hand(2)
            if not one & other
        }
        assert listed == every


def test_what_is_not_built_card_by_card_is_left_alone() -> None:
    with pytest.raises(NotByCard):
        classes_of([p.Op("subsets", (HAND,))], [5])
    with pytest.raises(NotByCard):
        classes_of([p.Comprehension("best", -1, HAND, True, None, RANK)], [5])


def test_steps_are_counted_and_bounded() -> None:
    with pytest.raises(TooMany):
        classes_of([ASKED["total"]], [12], Steps(50))
    enough, same = Steps(10**6), Steps(10**6)
    found = classes_of([ASKED["total"]], [12], enough)
    assert classes_of([ASKED["total"]], [12], same) == found
    assert same.left == enough.left < 10**6
    assert found[0] == Hand(0, (0,))


def test_several_questions_at_once() -> None:
    stream = Stream(7, "features", 0)
    names = sorted(set(ASKED) - {"below nothing"})
    for _ in range(20):
        picked = [ASKED[names[stream.below(len(names))]] for _ in range(3)]
        ask = compiler().value(p.Op("tuple", tuple(picked)))
        listed = {tuple(map(int, ask([*h.cards, *[0] * 63]))) for h in classes_of(picked, [3])}
        assert listed == {tuple(map(int, ask([mask, *[0] * 63]))) for mask in every_hand(3)}


@pytest.mark.parametrize("kind", ["best", "sole", "highest", "lowest", "first", "total", "count"])
def test_phrases_against_trying_every_member(kind: str) -> None:
    """What a phrase picks is what is found by looking at all."""
    worth = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 9]
    value = p.Op("lookup", (p.Const(tuple(worth)), CARD))
    where = p.Op("has_bit", (CARD, p.Const(0b101101110111)))
    ask = compiler().value(p.Comprehension(kind, -1, HAND, True, where, value))
    for mask in every_hand(3):
        members = [card for card in range(SIZE) if mask & 0b101101110111 & 1 << card]
        worths = [worth[card] for card in members]
        top = [card for card in members if worth[card] == max(worths)]
        wanted = {
            "best": top[0] if top else -1,
            "sole": top[0] if len(top) == 1 else -1,
            "highest": max(worths, default=0),
            "lowest": min(worths, default=0),
            "first": members[0] if members else -1,
            "total": sum(worths),
            "count": len(members),
        }
        assert ask([mask] + [0] * 63) == wanted[kind], bin(mask)
