"""Observers are told what they override, and engines without them tell nobody."""

from __future__ import annotations

from hoyle.interpreter.runtime.observer import ObservedSlots, Observer, hooks_of, peek
from hoyle.interpreter.runtime.table import Table
from tests import shipped


class Everything(Observer):
    def __init__(self):
        self.heard = []

    def on_phase(self, slots, mark):
        self.heard.append(("phase", mark.phase, mark.begins))

    def on_chance(self, slots, node):
        self.heard.append(("chance", node.kind))

    def on_block(self, machine, start):
        self.heard.append(("block", machine.nodes[start]))

    def on_row(self, row):
        self.heard.append(("row", row.table))

    def on_read(self, slot):
        self.heard.append(("read", slot))

    def on_write(self, slot):
        self.heard.append(("write", slot))


def test_a_game_is_told_to_every_observer():
    first, second = Everything(), Everything()
    machine = shipped.load("scotch-whist").build(2).machine
    table = Table(machine, observers=(first, Observer(), second))
    position = table.start(seed=3)
    while not position.over:
        position = position.play(position.legal().kth(0))
    assert first.heard == second.heard
    assert ("phase", "match", True) in first.heard
    assert ("phase", "match", False) in first.heard
    assert ("chance", "shuffle") in first.heard
    assert {kind for kind, *_ in first.heard} == {"phase", "chance", "block", "row"}


def test_what_is_not_overridden_costs_nothing():
    assert not any(
        hooks_of((Observer(),), name)
        for name in ("on_phase", "on_chance", "on_block", "on_row", "on_read", "on_write")
    )


def test_reads_and_writes_of_slots_are_told_and_peeking_is_not():
    observer = Everything()
    slots = ObservedSlots([5, 6, 7], observer)
    assert peek(slots, 1) == 6 and not observer.heard
    slots[2] += slots[0]
    assert observer.heard == [("read", 2), ("read", 0), ("write", 2)]
    assert slots[:] == [5, 6, 12]
