"""A failed game as it went: its positions, and what happened after the last of them."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.failing_game import Shown
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import Looks, Player, Sitting, Tally
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Counted, Noted, Script
from hoyle.interpreter.testing.shrink.candidate_runs import CLOSELY


@attrs.frozen(eq=False)
class Event:
    """A chance event: its node, the slot that it filled, and what it brought."""

    node: p.Chance
    slot: int
    outcome: Any


@attrs.frozen(eq=False)
class Performance:
    """What a script has led to.

    `positions` are those where somebody chose; with `broken` nobody knows who would choose at the
    last, and its events lead up to the fault. `trying` is a move at which a law was broken before
    it was made.
    """

    script: Script
    sitting: Sitting
    finding: Finding | None
    positions: tuple[Position, ...]
    broken: bool
    trying: Move | None
    chance: tuple[Event, ...]


def performed(ruleset: Ruleset, shown: Shown) -> Performance:
    """Play the game of a script once more and keep what happens."""
    script = shown.script
    moves = iter(script.moves)
    return perform(
        ruleset, script, script.luck, lambda position: next(moves, None), shown.finding.kind
    )


def perform(
    ruleset: Ruleset, script: Script, luck: Counted, player: Player, kind: str
) -> Performance:
    """A game with such luck and such moves, at the table of a script; `kind` is what is found."""
    sitting = Sitting(
        ruleset, script.players, dict(script.options), Coverage(ruleset.game), Tally(),
        script.phase, script.args,
    )  # fmt: skip
    reached: list[Slots] = []
    sitting.witness = lambda s, node: reached.append(s)
    noted = Noted(luck)
    looks = Looks(Stream(0, "looks", 0), 1 if kind in CLOSELY else 0)
    finding = sitting.game(noted, player, looks, 10_000, script.given)
    trace = sitting.table.engine.trace
    events = trace.take() if trace is not None else ()
    path = sitting.last[0].path() if sitting.last else ()
    made = any(event.kind == "choose" for event in events)
    broken = finding is not None and (not path or (sitting.trying is not None and made))
    if broken:
        slots = reached[-1] if reached else sitting.table.engine.fresh()
        end = len(sitting.table.machine.nodes) - 1
        before = path[-1] if path else None
        path = (
            *path,
            Position(sitting.table, slots, end, None, noted, before, sitting.trying, events),
        )
    chance = tuple(Event(*noted.nodes[k], noted.noted[k]) for k in sorted(noted.noted))
    trying = None if broken else sitting.trying
    return Performance(script, sitting, finding, path, broken, trying, chance)
