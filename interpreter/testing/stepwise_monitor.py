"""One game followed step by step, by whoever takes the steps: everything is asked on the way."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import ChanceSource, Position, decode
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.event_log import EventLog
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import GameRunner, format_turns, list_turns
from hoyle.interpreter.testing.recorded_game import RecordedGame


@attrs.frozen(eq=False)
class GameState:
    """Where a game stands: what has to be put back when a move is taken back."""

    position: Position
    log: EventLog
    running: tuple[p.Mark, ...]


class StepwiseMonitor:
    """Watches one table. Each step may raise a Finding, or the ruleset's own fault."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, int]) -> None:
        self.runner = GameRunner(ruleset, players, options)
        self.table = self.runner.table
        self.places: list[GameState] = []
        self.chance: ChanceSource | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.places[-1].position

    # ------------------------------------------------------------------ steps

    def begin(self, chance: ChanceSource) -> None:
        """Deal a new game."""
        self.places.clear()
        self.chance = chance
        self._move_to(*self.runner.deal(chance))

    def _move_to(self, position: Position, log: EventLog) -> None:
        self.runner.position = position
        self.places.append(GameState(position, log, tuple(self.runner.laws.running)))

    def play(self, move: Move) -> None:
        """A legal move."""
        log = _copied(self.places[-1].log)
        self._move_to(self.runner.make_move(self.position, move, log, True), log)

    def refuse(self, move: Move) -> None:
        """A move that is not listed: it must be refused, with a reason."""
        self.runner.attempted = move
        with self.runner.resting_laws():
            checks.check_refusal(self.position, move, self.runner.coverage)
        self.runner.attempted = None

    def take_back(self) -> None:
        """The last move is taken back: everything must be as it was."""
        back, here = self.places.pop().position.undo(), self.places[-1]
        if back.bytes() != here.position.bytes():
            raise Finding(
                "a move that is taken back leaves something behind",
                self._find_span(), kind="undo",
            )  # fmt: skip
        self.runner.laws.running[:] = here.running

    def write_and_read(self) -> None:
        """The state is written, and the game goes on from what is read."""
        position, place = self.position, self.places[-1]
        s, at = decode(self.table.machine, position.bytes())
        legal = None if position.over else self.table.engine.legal(s, at)
        read = attrs.evolve(position, slots=s, at=at, choices=legal)
        if read.bytes() != position.bytes() or read.choices != position.choices:
            raise Finding(
                "a state that is written and read again is another", self._find_span(), kind="saved"
            )
        self.places[-1] = attrs.evolve(place, position=read)

    def check_replay(self) -> None:
        """The same deal and the same moves once more: the same game."""
        assert self.chance is not None
        with self.runner.resting_laws():
            checks.check_replayed(self.position, self.chance)

    def look_from_seats(self) -> None:
        """Every seat looks at the table: the same twice over, and nothing is changed."""
        position = self.position
        before, seats = position.bytes(), range(self.table.machine.players)
        first, second = ([position.view(seat) for seat in seats] for _ in range(2))
        if first != second or position.bytes() != before:
            raise Finding(
                "looking at the table changes something", self._find_span(), kind="asking"
            )

    def change_hidden(self, way: int) -> None:
        """Play the game once more where cards that a seat has not seen lie in another way."""
        assert self.chance is not None
        played = RecordedGame(self.table, self.chance)
        for place in self.places:
            played.add(place.position, place.log)
        self.runner.check_secrets(played, Stream(way, "looks", 0))

    def check(self) -> None:
        """What must be so wherever a game stands."""
        place, position, engine = self.places[-1], self.position, self.table.engine
        checks.check_cards(engine, position.slots, position.at)
        place.log.compare(position.slots, engine.span_near(self.table.machine.entry))
        if not position.over:
            self.runner.laws.stop(position.slots, position.node)
            self.runner.look(position, Stream(len(self.places), "looks", 0))

    # ------------------------------------------------------------------ in words

    def _find_span(self) -> Span:
        at = self.table.machine.entry if self.position.over else self.position.at
        span: Span = self.table.engine.span_near(at)
        return span

    def story(self) -> str:
        """What was played, as a card player writes it down."""
        path = [place.position for place in self.places]
        turns = list_turns(path, self.runner.attempted)
        return format_turns(turns, self.runner.words)


def _copied(log: EventLog) -> EventLog:
    other = copy(log)
    other.places, other.chips = dict(log.places), dict(log.chips)
    other.known, other.mixed = list(log.known), list(log.mixed)
    return other
