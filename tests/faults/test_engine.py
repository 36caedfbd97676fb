"""Each fault of the engine is one: some game shows it, and with the engine as it is none does."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import (
    CheckSchedule,
    GameRunner,
    PlayCounts,
)
from hoyle.interpreter.testing.players import RandomPlayer
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.faults.engine import ENGINE_FAULTS, EngineFault

GAMES = 3
MOVES = 3


def found(fault: EngineFault) -> Finding | None:
    """The first finding of a few short games, each of them played again."""
    ruleset = hoyle.load(fault.game)
    runner = GameRunner(ruleset, fault.players, {}, Coverage(ruleset.game), PlayCounts())
    for seed in range(GAMES):
        player, luck = RandomPlayer(Stream(seed, "moves", 0)), Chances(seed)
        looks = CheckSchedule(1, stream=Stream(seed, "looks", 0))
        finding = runner.game(luck, player, looks, MOVES) or runner.check_replay(luck)
        if finding is not None:
            return finding
    return None


def names(fault: EngineFault) -> str:
    """How pytest calls a fault."""
    return fault.name


@pytest.mark.parametrize("fault", ENGINE_FAULTS, ids=names)
def test_it_is_a_fault(fault: EngineFault) -> None:
    assert found(fault) is None
    with fault.planted():
        finding = found(fault)
    assert finding is not None
    assert finding.kind == fault.property
    assert found(fault) is None


def test_what_no_text_can_do_is_there() -> None:
    assert {fault.property for fault in ENGINE_FAULTS} >= {
        "cards", "undo", "saved", "replayed", "asking", "texts", "listed", "refused", "agreement",
        "secrets",
    }  # fmt: skip
