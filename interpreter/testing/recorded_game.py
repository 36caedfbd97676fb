"""A game that has been played, kept so that another can be played beside it."""

from __future__ import annotations

import attrs

from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.table import ChanceSource, Packs, Position, Table
from hoyle.interpreter.testing.event_log import EventLog
from hoyle.interpreter.testing.script import Given, Outcome, make_start_slots


@attrs.frozen
class RecordingChance:
    """Chance as it comes from elsewhere; what it brings is noted."""

    chance: ChanceSource
    noted: list[Outcome] = attrs.field(factory=list)

    @property
    def packs(self) -> Packs:
        """The packs that were laid by hand."""
        return self.chance.packs

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Outcome, RecordingChance]:
        """The outcome of a chance node, and what remains."""
        outcome, after = self.chance.resolve(engine, s, at)
        self.noted.append(outcome)
        return outcome, RecordingChance(after, self.noted)


@attrs.frozen
class Knowledge:
    """What the log says at a position: what each seat has seen, and when each card was mixed."""

    seen: tuple[int, ...]
    mixed: tuple[int, ...]
    chances: int  # how many chance events there have been


class RecordedGame:
    """The positions of a game from its start, with what was known at each."""

    def __init__(self, table: Table, chance: ChanceSource, given: tuple[Given, ...] = ()) -> None:
        self.table = table
        self.chance = chance
        self.given = given
        self.path: list[Position] = []
        self.known: list[Knowledge] = []
        self.known_outcomes: dict[int, tuple[Outcome, ...]] = {}

    def add(self, position: Position, log: EventLog) -> None:
        """The next position; the log has followed its events."""
        self.path.append(position)
        mixed = self.known[-1].mixed if self.known else ()
        if not self.known or self.known[-1].chances != log.chances:
            mixed = tuple(log.mixed)
        self.known.append(Knowledge(tuple(log.known), mixed, log.chances))

    def find_step(self, event: int) -> int:
        """The position that a chance event led to."""
        return next(k for k, known in enumerate(self.known) if known.chances > event)

    def count_chances_before(self, step: int) -> int:
        """How many chance events there had been before a position was come to."""
        return self.known[step - 1].chances if step else 0

    def restore_before(self, step: int) -> tuple[Slots, int, ChanceSource]:
        """The state just before the rules go on to a position, and chance as it was there."""
        engine = self.table.engine
        if step == 0:
            return make_start_slots(engine, self.given), self.table.machine.entry, self.chance
        before, move = self.path[step - 1], self.path[step].move
        assert move is not None
        slots = list(before.slots)
        return slots, engine.choose(slots, before.at, move), before.chances

    def list_outcomes(self, step: int) -> tuple[Outcome, ...]:
        """What chance brought on the way to a position: piles from the bottom, or members."""
        if self.known[step].chances == self.count_chances_before(step):
            return ()
        if step not in self.known_outcomes:
            slots, at, chance = self.restore_before(step)
            noting = RecordingChance(chance)
            self.table.settle(slots, at, noting, None, None)
            self.known_outcomes[step] = tuple(noting.noted)
        return self.known_outcomes[step]
