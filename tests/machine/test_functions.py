"""Defines, tables and rankings are functions of the machine: lowered once, called where asked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import hoyle
from hoyle.dsl.card_words import CardWords
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import write_out
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.machine.slots import Slot
from hoyle.dsl.node import walk
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.fault import RulesetFault
from tests.heads import head

HEAD = head("Called", "2", "7 8 9", "♠ ♥")
HEAD += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  score of Seat: 0..99 = 0

"""
WORTH = """\
table worth(card: Card), first that fits
  rank of card | suit of card | points
  7            | -            | 0
  9            | ♠            | 4
  -            | -            | 1

"""


@pytest.fixture
def machine_of(tmp_path):
    def make(text):
        path = tmp_path / "called.cards"
        path.write_text(HEAD + text, encoding="utf-8")
        return load_untried(path).table()

    return make


def names(machine):
    return [function.name for function in machine.functions]


def test_what_is_asked_often_is_lowered_once(machine_of):
    table = machine_of(
        WORTH
        + "match\n"
        + "  deal 3 each from stock to hand of seat for seat in seats\n"
        + "  for seat in seats\n"
        + "    score of seat += total worth of card for card in hand of seat\n"
        + "    score of seat += highest worth of card for card in hand of seat\n"
    )
    assert names(table.machine) == ["worth"]
    calls = [
        part
        for node in table.machine.nodes
        if isinstance(node, p.Set)
        for part in walk(node.value)
        if isinstance(part, p.Call)
    ]
    assert [call.function for call in calls] == [*table.machine.functions] * 2


def test_a_function_is_made_anew_for_a_constant(machine_of):
    table = machine_of(
        "define cards_of(seat: Seat, most: 0..9) =\n"
        "  smaller(size of hand of seat + size of heap, most)\n\n"
        "match\n"
        "  for seat in seats\n"
        "    score of seat += cards_of(seat, 1)\n"
        "    score of seat += cards_of(seat, 2)\n"
        "    score of seat += cards_of(seat, 2)\n"
    )
    assert names(table.machine) == ["cards_of", "cards_of"]
    assert [len(function.params) for function in table.machine.functions] == [1, 1]


def test_where_no_row_fits_the_fault_is_at_the_call(machine_of):
    table = machine_of(
        "table worth(card: Card), first that fits\n"
        "  when                                       | points\n"
        "  rank of card is 7 and size of heap > 2     | 0\n"
        "  rank of card is 9 and size of stock < 1    | 4\n\n"
        "match\n"
        "  for seat in seats\n"
        "    score of seat += total worth of card for card in stock\n"
    )
    with pytest.raises(RulesetFault) as fault:
        table.start(seed=1)
    assert fault.value.says == "no row of `worth` fits"
    assert fault.value.span.text == "worth of card"


def test_what_a_define_reads_of_a_phase_must_run_where_it_is_asked(machine_of):
    text = (
        "state of one_deal\n"
        "  bets: 0..9 = 0\n\n"
        "phase one_deal\n"
        "  bets = 1\n\n"
        "define doubled = bets + bets + size of heap\n\n"
        "match\n"
        "  one_deal\n"
        "  for seat in seats\n"
        "    score of seat += doubled\n"
    )
    with pytest.raises(hoyle.RulesetError, match="kept only while `one_deal` runs"):
        machine_of(text)


def test_a_condition_is_folded_through_a_function(machine_of):
    table = machine_of(
        "define follows(card: Card) = heap is empty or suit of card is suit of top of heap"
        " or size of heap > 3\n\n"
        "match\n"
        "  deal 3 each from stock to hand of seat for seat in seats\n"
        "  for seat in seats\n"
        "    choose seat\n"
        "      play card in hand of seat\n"
        "        must follows(card)\n"
        "        move card to heap\n"
    )
    [choose] = [node for node in table.machine.nodes if isinstance(node, p.Choose)]
    [condition] = choose.actions[0].conditions
    assert isinstance(condition.test, p.Call)
    assert condition.folded is not None


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        ("is_meld of part", "subsets_alike"),
        ("size of part is 2 and one_suit of part", "subsets_alike"),
        ("is_meld of part or size of part > 4", "subsets"),
        ("not is_meld of part", "subsets"),
        ("is_meld of heap", "subsets"),
    ],
)
def test_mixed_subsets_are_left_out_where_the_test_lets_none_pass(machine_of, test, parts):
    table = machine_of(
        "define is_meld(cards: Cards) = size of cards > 1 and (one_rank of cards\n"
        "  or (one_suit of cards and size of cards > 2))\n\n"
        "match\n"
        "  for seat in seats\n"
        f"    score of seat += count part in subsets of heap where {test}\n"
    )
    named = {part.name for part in walk(table.machine.nodes) if isinstance(part, p.Op)}
    assert named & {"subsets", "subsets_alike"} == {parts}


def slot(at):
    return Slot(at, "", "number", 0, 99)


def test_a_function_written_out_means_the_same():
    """What a parameter stands for may use the scratch slots that the function uses itself."""
    inner = p.Bind(-3, p.Op("plus", (p.Get(-1), p.Get(-2))), p.Op("times", (p.Get(-3), p.Get(-2))))
    function = p.Function("f", (slot(-1), slot(-2)), slot(0), inner, 3, None)
    args = p.Op("plus", (p.Get(-1), p.Const(1))), p.Op("times", (p.Get(-2), p.Get(-1)))
    call = p.Call(function, args)
    outer = [(-1, p.Const(3)), (-2, p.Get(0))]
    compiler = Compiler(
        SimpleNamespace(
            pack=PackOfCards.of((), CardWords()), players=2, sides=2
        ), False,
    )  # fmt: skip
    found = set()
    for body in (call, write_out(call, 2)):
        for at, value in reversed(outer):
            body = p.Bind(at, value, body)
        found.add(compiler.value(body)([5]))
    assert found == {(4 + 15) * 15}
