"""Conditions folded to masks: they say of each card what the condition says, and of none more."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits, mask_of
from hoyle.dsl.machine.context import NOWHERE
from hoyle.dsl.machine.folding import MaskFolder, keep_those
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.runtime.fault import RulesetFault
from tests.heads import head
from tests.machine.test_builtins import CARDS, COMPILER, MEANINGS, masks, piles

CARD = p.Get(-1)
EVERYTHING = p.Const((1 << CARDS) - 1)
# The state: a pile, a suit or none, a number, a set of cards.
PILE, SUIT, NUMBER, HAND = map(p.Get, range(4))
TRUMP = p.Guard(SUIT, None, None, "there is no trump", NOWHERE)
TOP, BOTTOM = p.Op("top", (PILE,)), p.Op("bottom", (PILE,))


def ask(name: str, *args: p.Expr) -> p.Expr:
    return p.Op(name, args)


OF_NO_CARD = [
    ask("is_empty", PILE), ask("is", SUIT, p.Const(-1)), ask("more", NUMBER, p.Const(3)),
    ask("is", ask("suit", TOP), TRUMP), p.Const(1),
]  # fmt: skip
OF_THE_CARD = [
    ask("is", ask("suit", CARD), p.Const(0)), ask("is_not", ask("rank", CARD), p.Const(2)),
    ask("is", ask("suit", CARD), TRUMP), ask("is", ask("rank", CARD), ask("rank", TOP)),
    ask("is", ask("suit", CARD), ask("suit", BOTTOM)), ask("has_bit", CARD, HAND),
    ask("has_bit", CARD, ask("seq_mask", PILE)), ask("is", CARD, TOP),
]  # fmt: skip
conditions = st.recursive(
    st.sampled_from(OF_NO_CARD + OF_THE_CARD),
    lambda inner: st.one_of(
        st.builds(lambda a: ask("not", a), inner),
        st.builds(lambda name, a, b: ask(name, a, b), st.sampled_from(("and", "or")), inner, inner),
        st.builds(lambda a, b, c: ask("if", a, b, c), inner, inner, inner),
    ),
    max_leaves=6,
)
states = st.tuples(st.one_of(st.just(()), piles), st.integers(-1, 2), st.integers(0, 6), masks).map(
    list
)


def say(expr: p.Expr, state: list[object]) -> object:
    """The value of an expression; None where it has none."""
    try:
        return COMPILER.value(expr)(state)
    except (NoAnswer, RulesetFault):
        return None


def ask_one_by_one(test: p.Expr, over: int, state: list[object]) -> int | None:
    kept = []
    for card in bits(over):
        found = say(p.Bind(-1, p.Const(card), test), state)
        if found is None:
            return None
        kept += [card] if found else []
    return mask_of(kept)


@given(conditions, st.one_of(st.just(0), masks), states)
@settings(max_examples=400)
def test_a_mask_says_what_the_cards_say_one_by_one(test, over, state):
    folder = MaskFolder(MEANINGS, EVERYTHING, -1, 1, asked=CARD)
    folded = folder.fold(test)
    if folded is not None:
        kept = keep_those(MEANINGS, p.Const(over), folded, -1)
        assert say(kept, state) == ask_one_by_one(test, over, state)


@given(conditions, masks, states)
@settings(max_examples=400)
def test_one_that_may_ask_more_says_the_same_or_nothing(test, over, state):
    folded = MaskFolder(MEANINGS, EVERYTHING, -1, 1).fold(test)
    found = None if folded is None else say(folded, state)
    if found is not None:
        assert found & over == ask_one_by_one(test, over, state)


GAME = (
    head("Early", "2", "7 8 9 J Q", "♠ ♥")
    + """\
  pile: Pile, face up
  hand of Seat: Cards, face up

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  show top of stock
  if suit of top of stock is ♥
    move top of stock to pile
  for seat in seats
    choose seat
      pass
      lay card in hand of seat
        must {asked}
        move card to pile
"""
)
PART = "suit of other is ♠ or rank of other is rank of top of pile"


@pytest.mark.parametrize("asked", [
    "any other in hand of seat where {}", "any other in hand of seat where not ({})",
    "every other in hand of seat: {}", "every other in hand of seat where {}: suit of other is ♥",
    "(first other in hand of seat where {}) is card", "(count other in hand of seat where {}) > 0",
])  # fmt: skip
def test_a_phrase_asks_no_more_cards_where_it_is_folded(asked: str, tmp_path: Path) -> None:
    said: list[list[str]] = []
    for k, part in enumerate((PART, f"number of rank of other > 0 and ({PART})")):  # never folded
        path = tmp_path / f"{k}.cards"
        path.write_text(GAME.format(asked=asked.format(part)), encoding="utf-8")
        table, played = load_untried(path).table(2), []
        for seed in range(12):
            try:
                played.append(str(table.start(seed).legal()))
            except RulesetFault as fault:
                played.append(fault.says)
        said.append(played)
    assert said[0] == said[1]
    assert len(set(said[0])) > 1
