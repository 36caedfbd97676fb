"""The interpreter's game with its random bots, told in the numbers that a kernel gives.

Native code is an extra: without it there is nothing to test here.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
import pytest

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.kernel_text import Result, Status
from hoyle.interpreter.runtime.bots import Bots
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import GOLDEN, MASK, mix
from hoyle.interpreter.runtime.moves import Held
from hoyle.interpreter.runtime.state_bytes import encode
from hoyle.interpreter.runtime.table import Chances, Position

if TYPE_CHECKING:
    from hoyle.interpreter.native.kernel import Kernel, Played

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("llvmlite") is None else []
FindDifference = Callable[..., str]  # of a kernel, a seed, and perhaps `most` decisions
FindOtherGames = Callable[["Kernel", "Played"], list[int]]


def fold(hash_: int, *values: Held) -> int:
    """A hash with more numbers in it; of a list its members."""
    for value in values:
        if isinstance(value, tuple):
            hash_ = fold(hash_, *value)
            continue
        hash_ = mix(((hash_ ^ (value & MASK)) + GOLDEN) & MASK)
    return hash_


@attrs.frozen
class Reference:
    """A game as the interpreter plays it; `end` is None where the rules were at fault.

    It is left after so many decisions as were asked for.
    """

    decisions: int
    hash: int
    end: Position | None
    fault: RulesetFault | None = None


def play_reference(kernel: Kernel, seed: int, most: int) -> Reference:
    """One game, up to so many decisions."""
    bots = Bots(seed, kernel.table.engine, kernel.manners)
    hash_ = decisions = 0
    try:
        position = kernel.table.start(seed)
        while not position.over and decisions < most:
            assert position.seat is not None
            legal, move = position.legal(), bots.move(position)
            hash_ = fold(hash_, position.at, position.seat, legal.size, move.action, *move.values)
            decisions += 1
            position = attrs.evolve(position.play(move), before=None)
    except RulesetFault as fault:
        return Reference(decisions, hash_, None, fault)
    return Reference(decisions, hash_, position)


def _find_difference(kernel: Kernel, seed: int, most: int = 20_000) -> str:
    """What is different in a game of the kernel; nothing where it is the same game."""
    played = kernel.play(seed, 0, 1, most=most)
    expected = play_reference(kernel, seed, most)
    if expected.end is None:
        assert expected.fault is not None
        fault = played.find_fault(0)
        if fault is None or fault.says != expected.fault.says or fault.span != expected.fault.span:
            return f"a fault: {expected.fault}, natively {fault}"
        return "" if type(fault) is type(expected.fault) else "another kind of fault"
    end = expected.end
    if played.statuses[0] != (Status.OVER if end.over else Status.UNFINISHED):
        return f"it ended as {Status(played.statuses[0])}: {played.find_fault(0)}"
    if played.rows[Result.GIVEN_UP]:
        return "it was given up"
    if (played.hashes[0] & MASK, played.decisions[0]) != (expected.hash, expected.decisions):
        return f"other decisions: {expected.decisions}, natively {played.decisions[0]}"
    if end.over and played.winners[0] != sum(1 << seat for seat in end.winners):
        return "other winners"
    seats = range(kernel.machine.players)
    payoffs = [end.payoff(seat) if end.over else 0 for seat in seats]
    if [played.payoffs(seat)[0] for seat in seats] != payoffs:
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


def is_same_game(kernel: Kernel, bots: Bots, played: Played, k: int) -> bool:
    """Whether the interpreter plays game k of those played: each decision, and who has won."""
    engine, nodes = kernel.table.engine, kernel.machine.nodes
    chances = Chances(played.seed + k)
    bots.begin(chances.seed)
    s, at, hash_, decisions = engine.fresh(), kernel.machine.entry, 0, 0
    while True:
        at, legal = engine.stop(s, at)
        node = nodes[at]
        if legal is not None:
            assert isinstance(node, p.Choose)
            move = bots.choose(s, at, legal)
            hash_ = fold(hash_, at, s[node.seat], legal.size, move.action, *move.values)
            decisions += 1
            at = engine.choose(s, at, move)
        elif isinstance(node, p.End):
            break
        else:
            outcome, chances = chances.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
    found = (played.decisions[k], played.hashes[k] & MASK, played.winners[k])
    return found == (decisions, hash_, s[kernel.machine.winners])


@pytest.fixture(scope="session")
def find_other_games() -> FindOtherGames:
    """Of many games of a kernel those that the interpreter plays otherwise."""

    def find(kernel: Kernel, played: Played) -> list[int]:
        bots = Bots(0, kernel.table.engine)
        asked = (k for k, given_up in enumerate(played.column(Result.GIVEN_UP)) if not given_up)
        return [played.seed + k for k in asked if not is_same_game(kernel, bots, played, k)]

    return find
