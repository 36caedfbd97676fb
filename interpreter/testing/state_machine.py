"""A state machine for Hypothesis, made from any ruleset: steps of a game, and what must hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.testing.findings import Finding, as_text
from hoyle.interpreter.testing.game_strategies import Deal, MoveInWords, deals, draw_move
from hoyle.interpreter.testing.option_strategies import (
    TABLES_KEPT,
    AnyRuleset,
    Options,
    Players,
    Setting,
    as_ruleset,
    counts_of,
)
from hoyle.interpreter.testing.position_checks import any_value
from hoyle.interpreter.testing.properties import fault_finding
from hoyle.interpreter.testing.stepwise_monitor import StepwiseMonitor


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
