"""A state machine for Hypothesis, made from any ruleset: steps of a game, and what must hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from copy import copy
from functools import cache, lru_cache

import attrs
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.state_bytes import decode
from hoyle.interpreter.runtime.table import ChanceSource, Position
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.event_log import EventLog
from hoyle.interpreter.testing.findings import Finding, as_text, fault_finding
from hoyle.interpreter.testing.game_runner import GameRunner, format_turns, list_turns
from hoyle.interpreter.testing.game_strategies import (
    TABLES_KEPT,
    AnyRuleset,
    Deal,
    MoveInWords,
    Options,
    Players,
    Setting,
    as_ruleset,
    counts_of,
    deals,
    draw_move,
)
from hoyle.interpreter.testing.lockstep_run import RecordedGame
from hoyle.interpreter.testing.noninterference import MIN_STEPS
from hoyle.interpreter.testing.position_checks import any_value
from hoyle.interpreter.testing.script import RecordedChance


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
        self.chance: RecordedChance | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.places[-1].position

    # ------------------------------------------------------------------ steps

    def begin(self, chance: ChanceSource) -> None:
        """Deal a new game."""
        self.places.clear()
        self.chance = RecordedChance(chance)
        self._move_to(*self.runner.deal(self.chance))

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
        self.runner.check_secrets(played, Stream(way, "looks", 0), MIN_STEPS)

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


@lru_cache(TABLES_KEPT)
def _monitor_of(ruleset: Ruleset, players: int, setting: Setting) -> StepwiseMonitor:
    """A table with a monitor; kept, since making one takes longer than a game."""
    return StepwiseMonitor(ruleset, players, dict(setting))


class Draws(Stream):
    """Chance as Hypothesis has it."""

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__(0, "draws", 0)
        self.draw = draw

    def below(self, n: int) -> int:
        """A whole number below n."""
        return self.draw(st.integers(0, max(0, n - 1)))


@st.composite
def _listed(draw: st.DrawFn, game: Game) -> MoveInWords:
    position = game.monitor.position
    return MoveInWords(position, draw_move(draw, position), game.monitor.runner.words)


@st.composite
def _unlisted(draw: st.DrawFn, game: Game) -> MoveInWords | None:
    """A move that may not be made; None where what was drawn may."""
    position, draws = game.monitor.position, Draws(draw)
    number = draws.below(len(position.node.actions))
    params = position.node.actions[number].params
    move = Move(number, tuple(any_value(position, param, draws) for param in params))
    if position.same_looking(move, marked=True) in position.legal():
        return None
    return MoveInWords(position, move, game.monitor.runner.words)


def _asked(game: Game) -> bool:
    return not game.monitor.position.over


class Game(RuleBasedStateMachine):
    """A game with a monitor. `machine` makes one of a ruleset."""

    ruleset: Ruleset
    counts: tuple[int, ...]
    options: Options
    monitor: StepwiseMonitor
    deal: Deal

    @initialize(deal=st.runner().flatmap(lambda me: deals(me.ruleset, me.counts, me.options)))
    def begin(self, deal: Deal) -> None:
        """Deal."""
        self.deal = deal
        self.monitor = _monitor_of(deal.ruleset, deal.players, deal.setting)
        self.step(self.monitor.begin, deal.chance)

    @precondition(_asked)
    @rule(move=st.runner().flatmap(_listed))
    def play(self, move: MoveInWords) -> None:
        """A legal move."""
        self.step(self.monitor.play, move.move)

    @precondition(_asked)
    @rule(move=st.runner().flatmap(_unlisted))
    def refuse(self, move: MoveInWords | None) -> None:
        """A move that is not legal."""
        if move is not None:
            self.step(self.monitor.refuse, move.move)

    @precondition(lambda self: len(self.monitor.places) > 1)
    @rule()
    def take_back(self) -> None:
        """Take back the last move."""
        self.step(self.monitor.take_back)

    @rule()
    def write_and_read(self) -> None:
        """Go on from the state as it was written."""
        self.step(self.monitor.write_and_read)

    @rule()
    def play_again(self) -> None:
        """The same deal and moves once more."""
        self.step(self.monitor.check_replay)

    @rule()
    def look(self) -> None:
        """Every seat looks at the table."""
        self.step(self.monitor.look_from_seats)

    @rule(way=st.integers(0, 9))
    def change_hidden(self, way: int) -> None:
        """Cards that a seat has not seen lie otherwise: it must not notice."""
        self.step(self.monitor.change_hidden, way)

    @invariant()
    def as_it_should_be(self) -> None:
        """What must hold everywhere, the author's laws with it."""
        self.step(self.monitor.check)

    def step(self, work: Callable[..., None], *args: object) -> None:
        """One step; what is found is told as `hoyle test` tells it."""
        __tracebackhide__ = True
        try:
            work(*args)
        except (Finding, RulesetFault) as error:
            found = error if isinstance(error, Finding) else fault_finding(error)
            found.lines += (*self.deal.lines(), self.monitor.story())
            raise _failure(found.key)(as_text(found)) from None


@cache
def _failure(key: Hashable) -> type[AssertionError]:
    """A kind of failure for each thing that can be wrong: made smaller, it must stay the same."""
    return type("NotAsItShouldBe", (AssertionError,), {"key": key})


def machine(
    ruleset: AnyRuleset, players: Players = None, options: Options = None
) -> type[RuleBasedStateMachine]:
    """A state machine that plays a ruleset, and asks after each step whether all is in order.

    It plays moves, tries others that must be refused, takes back, writes and reads the state,
    and looks from every seat. Asked is what `hoyle test` asks: each card in one place, chips,
    texts, refusals, secrets and the author's laws. `machine(...).TestCase` is a test.
    """
    found = as_ruleset(ruleset)
    fields = {"ruleset": found, "counts": counts_of(found, players), "options": options}
    made: type[Game] = type(
        "Game", (Game,), {**fields, "__module__": __name__, "__doc__": found.title}
    )
    # Lines of Hoyle that only failing games run say nothing to whoever writes rules.
    phases = [phase for phase in Phase if phase is not Phase.explain]
    made.TestCase.settings = settings(made.TestCase.settings, phases=phases)
    return made
