"""Classes of hands against every hand of a small pack; features against the cards themselves."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from hoyle.dsl.machine import program as p
from hoyle.interpreter.hand_tables.hand_features import NotByCard, Reader, is_run
from hoyle.interpreter.hand_tables.hands import Hand, Steps, TooMany, classes
from hoyle.interpreter.hand_tables.row_functions import Laid
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.generator import Stream

RANKS, SUITS = ("7", "8", "9", "A"), ("♠", "♥", "♦")
PACK = p.PackOfCards(
    tuple(range(4)) * 3, tuple(k // 4 for k in range(12)), RANKS, SUITS, (0,) * 12, tuple(range(12))
)
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
    made = Compiler(Laid(PACK, 2, 2), False)
    made.names["m_is_run"] = is_run
    return made


def every_hand(most: int) -> list[int]:
    several = (combinations(range(SIZE), n) for n in range(most + 1))
    return [sum(1 << card for card in cards) for cards in chain.from_iterable(several)]


@pytest.mark.parametrize("name", ASKED)
def test_features_tell_what_the_cards_tell(name: str) -> None:
    expr, most = ASKED[name], 5
    made = compiler()
    reader = Reader(made, frozenset({0}), 2, {0: most})
    by_features, by_cards = made.value(reader.rewritten(expr)), made.value(expr)
    features = tuple(reader.found)
    listed = classes(features, [0], [most], SIZE, Steps(10**6))
    slots = [0] * 64
    seen: dict[object, int] = {}
    for values, hand in listed.items():
        slots[2 : 2 + len(values)] = [value or 0 for value in values]
        told = by_features(slots)
        slots[0] = hand.cards[0]
        assert int(told) == int(by_cards(slots)), (name, bin(hand.cards[0]))
        seen[values] = int(told)
    answers = set()
    for mask in every_hand(most):
        slots[0] = mask
        answers.add(int(by_cards(slots)))
    assert answers == set(seen.values()), "a class is missing, or there is one too many"


def test_the_hand_of_a_class_is_the_smallest() -> None:
    made = compiler()
    reader = Reader(made, frozenset({0}), 2, {0: 4})
    reader.rewritten(ASKED["total"])
    listed = classes(tuple(reader.found), [0], [4], SIZE, Steps(10**6))
    total = made.value(ASKED["total"])
    fewest: dict[int, int] = {}
    for mask in every_hand(4):
        worth = total([mask] + [0] * 63)
        fewest[worth] = min(fewest.get(worth, SIZE), mask.bit_count())
    assert {values[0]: hand.size for values, hand in listed.items()} == fewest


def test_two_hands_never_share_a_card() -> None:
    made = compiler()
    reader = Reader(made, frozenset({0, 1}), 2, {0: 3, 1: 2})
    reader.rewritten(ASKED["hearts"])
    reader.rewritten(p.Op("one_rank", (OTHER,)))
    listed = classes(tuple(reader.found), [0, 1], [3, 2], SIZE, Steps(10**6))
    sizes = set()
    for hand in listed.values():
        one, other = hand.cards
        assert not one & other
        assert one.bit_count() <= 3 and other.bit_count() <= 2
        assert hand.size == one.bit_count() + other.bit_count()
        sizes.add((one.bit_count(), other.bit_count()))
    assert (3, 2) in sizes


def test_what_is_not_built_card_by_card_is_left_alone() -> None:
    reader = Reader(compiler(), frozenset({0}), 2, {0: 5})
    with pytest.raises(NotByCard):
        reader.rewritten(p.Op("subsets", (HAND,)))
    with pytest.raises(NotByCard):
        reader.rewritten(p.Comprehension("best", -1, HAND, True, None, RANK))


def test_steps_are_counted_and_bounded() -> None:
    reader = Reader(compiler(), frozenset({0}), 2, {0: 12})
    reader.rewritten(ASKED["total"])
    with pytest.raises(TooMany):
        classes(tuple(reader.found), [0], [12], SIZE, Steps(50))
    enough = Steps(10**6)
    found = classes(tuple(reader.found), [0], [12], SIZE, enough)
    again = Steps(10**6)
    assert classes(tuple(reader.found), [0], [12], SIZE, again) == found
    assert again.left == enough.left < 10**6
    assert found[(0,)] == Hand(0, (0,))


def test_random_expressions_are_told_alike() -> None:
    """Several features at once, in one question."""
    made = compiler()
    stream = Stream(7, "features", 0)
    names = sorted(set(ASKED) - {"below nothing"})
    for _ in range(40):
        picked = [ASKED[names[stream.below(len(names))]] for _ in range(3)]
        expr: p.Expr = p.Op("tuple", tuple(picked))
        reader = Reader(made, frozenset({0}), 2, {0: 4})
        by_features, by_cards = made.value(reader.rewritten(expr)), made.value(expr)
        slots = [0] * 64
        listed = classes(tuple(reader.found), [0], [4], SIZE, Steps(10**6))
        for values, hand in listed.items():
            slots[2 : 2 + len(values)] = [value or 0 for value in values]
            slots[0] = hand.cards[0]
            told, wanted = by_features(slots), by_cards(slots)
            assert [int(one) for one in told] == [int(one) for one in wanted]


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
