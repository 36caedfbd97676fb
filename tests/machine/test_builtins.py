"""Each operation means the same where it is worked out before play and where it is compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.card_words import CardWords
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, builtins_of
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.interpreter.runtime.expression_compiler import Compiler

RANKS, SUITS, PLAYERS, SIDES = 5, 3, 4, 2
CARDS = RANKS * SUITS
RANK_WORDS, SUIT_WORDS = ("7", "8", "J", "K", "A"), ("♠", "♥", "♦")
WORDS = CardWords(RANK_WORDS, SUIT_WORDS, (), RANK_WORDS, SUIT_WORDS)
PACK = PackOfCards.of(
    [(WORDS.make_look(card % RANKS, card // RANKS), 0) for card in range(CARDS)], WORDS
)
MEANINGS = builtins_of(PACK, PLAYERS, SIDES)
COMPILER = Compiler(
    SimpleNamespace(zones=(), pack=PACK, players=PLAYERS, sides=SIDES), traced=False
)

cards = st.integers(0, CARDS - 1)
seats = st.integers(0, PLAYERS - 1)
masks = st.integers(0, 2**CARDS - 1)
few = st.integers(0, 2**CARDS - 1).map(lambda mask: mask & 0b100100110010011)
piles = st.permutations(range(CARDS)).flatmap(
    lambda order: st.integers(0, CARDS).map(lambda size: tuple(order[:size]))
)
melds = st.lists(masks, max_size=3).map(tuple)
# The shapes of what an operation is asked of, one letter each; a capital may be none (-1).
SHAPES: dict[str, st.SearchStrategy[Any]] = {
    "n": st.integers(-30, 30), "d": st.integers(1, 9), "b": st.integers(0, 1),
    "c": cards, "C": st.integers(-1, CARDS - 1), "r": st.integers(0, RANKS - 1),
    "R": st.integers(-1, RANKS - 1),
    "S": st.integers(-1, SUITS + 2),  # what a suit may be compared with: `Suit or low or high`
    "p": seats, "m": masks, "f": few, "q": piles, "o": st.permutations(range(RANKS)).map(tuple),
    "a": st.integers(0, 2**RANKS - 1), "u": st.integers(0, 2 ** (SUITS + 3) - 1),
    "P": st.integers(0, 2**PLAYERS - 1), "M": melds, "L": st.lists(melds, max_size=3).map(tuple),
}  # fmt: skip
ASKED_OF = {
    **dict.fromkeys(["plus", "minus", "times", "over", "remainder", "smaller", "larger"], "nn"),
    **dict.fromkeys(["is", "is_not", "less", "more", "at_most", "at_least", "range"], "nn"),
    **dict.fromkeys(["and", "or"], "bb"), "not": "b", "negate": "n", "if": "bnn",
    "bit": "C", "mask_of": "CCC", "tuple": "ncp", "seq_mask": "q", "mask_seq": "m",
    **dict.fromkeys(["union", "without", "both", "opposite", "all_in"], "mm"), "join": "qq",
    "appended": "qq",
    "has_bit": "Cm", "has_entry": "Cq", "same_entries": "qq", "is_empty": "m", "is_some": "q",
    "all_if": "bm", "count_bits": "m", "count_entries": "q", "top": "q", "top_n": "qn",
    "bottom": "q", "last_entry": "q", "last_bit": "m", "reversed": "q", "repeated": "qn",
    "kind_place": "nd",
    "rank": "C", "suit": "C", "rank_of_all": "m", "suit_of_all": "m", "ranks": "m", "suits": "m",
    "rank_mask": "R", "suit_mask": "S", "ranks_mask": "a", "suits_mask": "u", "number": "r",
    "one_rank": "m", "one_suit": "m", "consecutive": "mo", "subsets": "f", "subsets_alike": "f",
    "subsets_of_size": "mn", "groups": "m", "arrangements": "fM", "extensions": "Mf",
    "laid_off": "LMM", "melds": "q", "copies": "m", "one_of_each": "m", "looks": "q",
    "looks_in_any_order": "q",
    "rest": "q", "side": "p", "left": "p", "right": "p", "left_of_those": "pP",
    "right_of_those": "pP", "seats_from": "p", "seats_after": "p",
}  # fmt: skip
LOOKED_UP = "lookup"  # in a table that the machine has, or in a list at a place that it has


def test_every_operation_is_asked():
    assert set(ASKED_OF) | {LOOKED_UP} == set(MEANINGS)


def answer_of(work: Any, *args: Any) -> object:
    try:
        return work(*args)
    except NoAnswer as none:
        return f"no answer: {none}"
    except IndexError:
        return "an empty plan"


@pytest.mark.parametrize("name", ASKED_OF)
def test_an_operation_means_the_same_when_it_is_compiled(name):
    shapes = [SHAPES[letter] for letter in ASKED_OF[name]]
    slots = tuple(p.Get(slot) for slot in range(len(shapes)))
    compiled = COMPILER.value(p.Op(name, slots))

    @settings(max_examples=25, deadline=None, derandomize=True, database=None)
    @given(st.tuples(*shapes))
    def ask(args):
        assert answer_of(MEANINGS[name], *args) == answer_of(compiled, list(args))

    ask()


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(few)
def test_subsets_that_are_alike_are_those_of_one_rank_or_suit_in_the_same_order(cards):
    alike = [
        part for part in MEANINGS["subsets"](cards)
        if MEANINGS["one_rank"](part) or MEANINGS["one_suit"](part)
    ]  # fmt: skip
    assert list(MEANINGS["subsets_alike"](cards)) == alike


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(piles, st.integers(-1, CARDS - 1))
def test_a_table_is_looked_up_in_the_same_way(table, k):
    k = min(k, len(table) - 1)
    compiled = COMPILER.value(p.Op("lookup", (p.Const(table), p.Get(0))))
    assert MEANINGS["lookup"](table, k) == compiled([k])
    if k >= 0:
        listed = COMPILER.value(p.Op("lookup", (p.Get(1), p.Get(0))))
        assert MEANINGS["lookup"](table, k) == listed([k, table])


def test_what_is_no_suit_is_the_suit_of_no_card():
    for other in range(SUITS, SUITS + 3):  # alternatives of `Suit or low or high`
        assert MEANINGS["suit_mask"](other) == 0
        assert MEANINGS["suits_mask"](1 << other | 1) == MEANINGS["suit_mask"](0)
