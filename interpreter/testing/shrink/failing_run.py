"""A failed game as it went: its positions, and what happened after the last of them."""

from __future__ import annotations

from itertools import zip_longest

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import (
    MAX_DECISIONS,
    CheckSchedule,
    GameRunner,
    Player,
)
from hoyle.interpreter.testing.script import CountedChance, Outcome, Script
from hoyle.interpreter.testing.shrink.candidate_runs import CLOSELY


@attrs.frozen(eq=False)
class ChanceEvent:
    """A chance event: its node, the slot that it filled, and what it brought."""

    node: p.Chance
    slot: int
    outcome: Outcome


@attrs.frozen(eq=False)
class FailingRun:
    """What a script has led to.

    `positions` are those where somebody chose; with `broken` nobody knows who would choose at the
    last, and its events lead up to the fault. `attempted` is a move at which a law was broken
    before it was made.
    """

    script: Script
    runner: GameRunner
    finding: Finding | None
    positions: tuple[Position, ...]
    broken: bool
    attempted: Move | None
    chance: tuple[ChanceEvent, ...]

    def list_written(self) -> list[tuple[ChanceEvent, Outcome]]:
        """Each chance event with what the script says of it; None where it says nothing."""
        return list(zip_longest(self.chance, self.script.chance[: len(self.chance)]))


def format_start(ruleset: Ruleset, script: Script, words: Notation) -> str:
    """Where a game begins, as it is written in an example: `match`, `turn of ann`."""
    if not script.phase:
        return "match"
    params = ruleset.game.phases[script.phase].params
    args = [words.format_value(v, q.type) for v, q in zip(script.args, params, strict=True)]
    if len(args) > 1:
        return f"{script.phase}({', '.join(args)})"
    return " of ".join([script.phase, *args])


def replay_failing_game(ruleset: Ruleset, shown: FailingGame) -> FailingRun:
    """Play the game of a script once more and keep what happens."""
    script, kind = shown.script, shown.finding.kind
    moves = iter(script.moves)
    return record_run(
        ruleset, script, script.chance_source, lambda position: next(moves, None), kind
    )


def record_run(
    ruleset: Ruleset, script: Script, chance: CountedChance, player: Player, kind: str
) -> FailingRun:
    """A game with such chance and such moves, at the table of a script; `kind` is what is found."""
    runner = GameRunner.from_script(ruleset, script)
    reached: list[Slots] = []
    runner.witness = lambda s, node: reached.append(s)
    schedule = CheckSchedule(1 if kind in CLOSELY else 0)
    finding = runner.game(chance, player, schedule, MAX_DECISIONS, script.given)
    events, path, noted = runner.take_events(), runner.path(), runner.chance
    made = any(event.kind == "choose" for event in events)
    broken = finding is not None and (not path or (runner.attempted is not None and made))
    if broken:
        slots = reached[-1] if reached else runner.table.engine.fresh()
        end = len(runner.table.machine.nodes) - 1
        before = path[-1] if path else None
        path = (
            *path,
            Position(runner.table, slots, end, None, noted, before, runner.attempted, events),
        )
    brought = tuple(ChanceEvent(*noted.nodes[k], noted.noted[k]) for k in sorted(noted.noted))
    attempted = None if broken else runner.attempted
    return FailingRun(script, runner, finding, path, broken, attempted, brought)
