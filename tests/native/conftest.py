"""The interpreter's game with its random bots, told in the numbers that a kernel gives.

Native code is an extra: without it there is nothing to test here.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
import pytest

from hoyle.interpreter.native.kernel_text import Result, Status
from hoyle.interpreter.runtime.bots import Bots
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import GOLDEN, MASK, mix
from hoyle.interpreter.runtime.state_bytes import encode
from hoyle.interpreter.runtime.table import Position

if TYPE_CHECKING:
    from hoyle.interpreter.native.kernel import Kernel

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("llvmlite") is None else []
FindDifference = Callable[["Kernel", int], str]


def fold(hash_: int, *values: int) -> int:
    """A hash with more numbers in it."""
    for value in values:
        hash_ = mix(((hash_ ^ (value & MASK)) + GOLDEN) & MASK)
    return hash_


@attrs.frozen
class Reference:
    """A game as the interpreter plays it; `end` is None where the rules were at fault."""

    decisions: int
    hash: int
    end: Position | None
    fault: RulesetFault | None = None


def play_reference(kernel: Kernel, seed: int, most: int = 20_000) -> Reference | None:
    """One game; None if it has more decisions than that."""
    bots = Bots(seed, kernel.table.engine, kernel.manners)
    hash_ = decisions = 0
    try:
        position = kernel.table.start(seed)
        while not position.over:
            if decisions == most:
                return None
            assert position.seat is not None
            legal, move = position.legal(), bots.move(position)
            hash_ = fold(hash_, position.at, position.seat, legal.size, move.action, *move.values)
            decisions += 1
            position = attrs.evolve(position.play(move), before=None)
    except RulesetFault as fault:
        return Reference(decisions, hash_, None, fault)
    return Reference(decisions, hash_, position)


def _find_difference(kernel: Kernel, seed: int) -> str:
    """What is different in a game of the kernel; nothing where it is the same game."""
    played = kernel.play(seed, 0, 1)
    expected = play_reference(kernel, seed)
    assert expected is not None
    if expected.end is None:
        assert expected.fault is not None
        fault = played.find_fault(0)
        if fault is None or fault.says != expected.fault.says or fault.span != expected.fault.span:
            return f"a fault: {expected.fault}, natively {fault}"
        return "" if type(fault) is type(expected.fault) else "another kind of fault"
    if played.statuses[0] != Status.OVER:
        return f"it ended as {Status(played.statuses[0])}: {played.find_fault(0)}"
    if played.rows[Result.GIVEN_UP]:
        return "it was given up"
    if (played.hashes[0] & MASK, played.decisions[0]) != (expected.hash, expected.decisions):
        return f"other decisions: {expected.decisions}, natively {played.decisions[0]}"
    end = expected.end
    if played.winners[0] != sum(1 << seat for seat in end.winners):
        return "other winners"
    seats = range(kernel.machine.players)
    if [played.payoffs(seat)[0] for seat in seats] != [end.payoff(seat) for seat in seats]:
        return "other payoffs"
    record = kernel.last_record
    slots = record.read_slots(kernel.machine.scratch)
    if encode(kernel.machine, slots, record.at) != end.bytes():
        return "another end"
    return ""


@pytest.fixture(scope="session")
def find_difference() -> FindDifference:
    """What is different in a game of a kernel, by its seed; nothing where it is the same game."""
    return _find_difference
