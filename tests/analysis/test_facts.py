"""The facts of every kind of step and value: whoever adds one says what it does."""

from __future__ import annotations

from typing import get_args

import pytest

from hoyle.dsl.analysis.control_flow import BUILDERS
from hoyle.dsl.analysis.facts import all_steps, step_facts, steps_in
from hoyle.dsl.analysis.step_changes import CHANGES
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import things_read, values_in
from hoyle.dsl.node import children, walk
from tests.shipped import load, shipped


@pytest.fixture(scope="module", params=shipped())
def game(request):
    return load(request.param).game


def test_every_kind_of_step_and_value_is_known():
    for kind in (*get_args(g.Step), *get_args(g.Value)):
        assert issubclass(kind, g.Step | g.Value)


def test_blocks_and_reads_are_all_that_a_step_holds(game):
    for step in all_steps(game):
        facts = step_facts(step)
        inner = {id(one) for block in facts.blocks for one in block.body}
        held = {id(one) for one in steps_in(tuple(children(step)))}
        deeper = {id(one) for block in facts.blocks for one in steps_in(block.body)}
        assert held == deeper and inner <= held
        read = {id(node) for one in facts.reads for node in walk(one.value)}
        places = {id(load) for load in (*facts.writes, *facts.lays)}
        places |= {id(node) for taken in facts.takes for node in walk(taken)}
        for child in children(step):
            for value in list_gone_through(step, child):
                assert id(value) in read | places, (step, value)


def list_gone_through(step, child):
    """A part of a step that is a value; of a written list that a loop goes through its entries."""
    if isinstance(step, g.For) and isinstance(child, g.Op) and child.name == "list":
        return child.args
    return (child,) if isinstance(child, g.Value) else ()


def test_steps_that_branch_or_move_cards_are_followed(game):
    for step in all_steps(game):
        facts = step_facts(step)
        assert not (facts.blocks or facts.runs or facts.may_exit) or type(step) in BUILDERS
        assert facts.cards is None or type(step) in CHANGES


def test_values_inside_a_value_are_all_that_it_holds(game):
    for step in all_steps(game):
        for node in walk(step):
            if isinstance(node, g.Value):
                inside = [id(value) for value in values_in(node)]
                assert inside == [id(child) for child in children(node)]


def test_things_read_goes_through_defines(game):
    for define in game.defines.values():
        call = g.Call(define, (), define.type, define.span)
        assert things_read(call) == things_read(define.value)
