"""Games played by native code: to the last number those that the interpreter plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Self

import attrs

from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel import Kernel, NotedGames, compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.native.watch import Events, Note, Watch
from hoyle.interpreter.simulation.play_games import InterpreterPlayer, bound_problem
from hoyle.interpreter.simulation.results import GameResult, Measure, Problem, game_seed
from hoyle.interpreter.simulation.unit import Unit

NOTED = (Note.TURNS, Note.CHOICES, Note.FORCED, Note.DEALS_FROM, Note.DEALS_TO)


@attrs.define(slots=False)
class NativePlayer:
    """Plays what `interpreter` plays. It can be pickled; native code is made where it plays.

    The interpreter plays where native code cannot. The code is made `well` at once where each
    process plays too little for it to become so (see `compile_machine`). `alone`: a game that
    native code gives up has a problem and is not played again, which may take a minute.
    """

    interpreter: InterpreterPlayer
    well: bool = False
    alone: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return self.interpreter.players

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.interpreter.sides

    @property
    def onwards(self) -> int:
        """The way round that play goes."""
        return self.interpreter.onwards

    @property
    def unit(self) -> Unit:
        """What a game repeats."""
        return self.interpreter.unit

    @property
    def names_winner(self) -> bool:
        """Whether the rules say who wins."""
        return self.interpreter.names_winner

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles."""
        return self.interpreter.roles

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured."""
        return self.interpreter.measures

    @cached_property
    def kernel(self) -> Kernel:
        """Plays games; CannotLower where there is no native form."""
        player = self.interpreter
        measures = tuple(measure.slots for measure in player.measures)
        events = Events.of(player.machine, player.rankings, player.sums) if player.follows else None
        phases = player.unit.begins, player.unit.ends
        roles = tuple(zip(player.role_slots, player.role_late, strict=True))
        watch = Watch(phases, player.unit.is_repeated, roles, measures, events)
        return compile_machine(player.machine, player.manners, watch, best=self.well or None)

    def prepare(self) -> Self:
        """Itself with its kernel, which processes that are forked then have; or CannotLower."""
        _ = self.kernel
        return self

    def __getstate__(self) -> dict[str, object]:
        return {"interpreter": self.interpreter, "well": self.well, "alone": self.alone}

    def play(self, seed: int, first: int, count: int) -> Iterator[GameResult]:
        """The games `first` to `first + count - 1` of a seed."""
        try:
            kernel = self.kernel
        except CannotLower:
            yield from self.interpreter.play(seed, first, count)
            return
        begin = game_seed(seed, first)
        for noted in kernel.play_noted(begin, count, most=self.interpreter.longest):
            yield from self._read(seed, first + noted.played.seed - begin, noted)

    def _read(self, seed: int, first: int, noted: NotedGames) -> Iterator[GameResult]:
        """The results of games, of which the first is number `first`."""
        played, deals, words = noted.played, noted.deals, noted.deal_words
        finals = range(Note.FINALS, Note.FINALS + len(self.measures) * self.players)
        ends: list[tuple[int, ...]] = [()] * len(played)
        if finals:
            ends = list(zip(*map(noted.column, finals), strict=True))
        happened = self._read_events(noted)
        drawn = [repr(loop) if loop else "" for loop in played.drawn]
        columns = played.statuses, played.winners, played.decisions, *map(noted.column, NOTED)
        for k, (status, winners, decisions, turns, choices, forced, begun, ended) in enumerate(
            zip(*columns, strict=True)
        ):
            if status == Status.OVER:
                yield GameResult(
                    first + k, winners, ends[k], decisions, turns, choices, forced,
                    deals[begun * words : ended * words], happened[k], drawn=drawn[k],
                )  # fmt: skip
            else:
                yield self._explain(seed, first + k, k, noted)

    def _read_events(self, noted: NotedGames) -> list[Mapping[tuple[str, str], int] | None]:
        """What happened in each game; None where that is not counted."""
        watch = self.kernel.text.watch
        assert watch is not None
        if watch.events is None:
            return [None] * len(noted.played)
        first = watch.first_event(self.players)
        columns = [noted.column(first + k) for k in range(len(watch.events.keys))]
        keys = list(watch.events.keys)
        if not keys:
            return [{}] * len(noted.played)
        return [
            {key: many for key, many in zip(keys, row, strict=True) if many}
            for row in zip(*columns, strict=True)
        ]

    def _explain(self, seed: int, number: int, k: int, noted: NotedGames) -> GameResult:
        """A game that native code has not ended: a fault, too many decisions, or it gave up."""
        status = noted.played.statuses[k]
        if status == Status.UNFINISHED:
            return GameResult(number, problem=bound_problem(self.interpreter.longest))
        fault = noted.played.find_fault(k)
        if fault is not None and not fault.span.source.is_library:
            return GameResult(number, problem=Problem.of_fault(fault))
        if self.alone and (fault is not None or len(noted.played) == 1):
            return GameResult(number, problem=bound_problem(self.interpreter.longest))
        if fault is not None:  # only the interpreter knows which line of the game has asked
            return next(self.interpreter.play(seed, number, 1))
        if len(noted.played) > 1:  # perhaps it lacked room for its deals
            return next(self.play(seed, number, 1))
        return next(self.interpreter.play(seed, number, 1))
