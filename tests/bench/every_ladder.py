"""How well the bot that searches plays every shipped game: one seat by it, the others at random.

python -m tests.bench.every_ladder MATCHES SECONDS PLAYOUTS [GAME ...]

So many matches of each game, or as many as the processor plays in that time, as a row of a table.
Beside them stands what a seat at random has, in many matches that native code plays.
"""

from __future__ import annotations

import sys
import time
from statistics import fmean

import attrs

import hoyle
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.hidden_state import can_search
from hoyle.interpreter.native.kernel import Status, compile_machine
from hoyle.interpreter.native.search_bot import SearchBot
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.intervals import wilson_interval
from hoyle.interpreter.simulation.unit import find_unit
from tests.bench.ladder import describe, play

AT_RANDOM = 400  # matches


@attrs.define
class Run:
    """One game, and what the searching seat has had of it so far."""

    table: Table
    bot: SearchBot
    at_random: float
    names_winner: bool
    takes: list[int] = attrs.field(factory=list)
    wins: list[int] = attrs.field(factory=list)
    spent: float = 0.0  # seconds of the processor

    @classmethod
    def of(cls, name: str, playouts: int) -> Run | str:
        """A game with the fewest players that it has, above one if it can; or why not."""
        ruleset = hoyle.load(name)
        players = [count for count in ruleset.players if count > 1] or [1]
        table = ruleset.table(players[0], traced=False)
        machine = table.machine
        if not can_search(machine):
            return "secrets that are no cards"
        horizon = find_unit(ruleset.game).horizon if machine.payoff is not None else ()
        manners = Manners(machine.policies[0]) if machine.policies else Manners()
        try:
            kernel = compile_machine(machine, manners, best=False, horizon=horizon)
            played = compile_machine(machine, best=False).play(0, 0, AT_RANDOM)
        except CannotLower as missing:
            return str(missing)
        seats = range(machine.players)
        over = [k for k, status in enumerate(played.statuses) if status == Status.OVER]
        winners = any(played.winners) or machine.payoff is None
        ends = [played.winners[k] >> seat & 1 if winners else played.payoffs(seat)[k]
                for seat in seats for k in over]  # fmt: skip
        return cls(table, SearchBot(kernel, playouts), fmean(ends), winners)

    def play(self) -> None:
        """One match more."""
        k = len(self.takes)
        begun = time.process_time()
        taken, won = play(self.table, self.bot, "random", k % self.table.machine.players, k)
        self.takes.append(taken)
        self.wins.append(won)
        self.spent += time.process_time() - begun

    def describe(self) -> str:
        """What came of it, with the interval of 95 %: Wilson's where it is a share."""
        if not self.names_winner:
            return f"takes {describe(self.takes)} | {self.at_random:.3f}"
        low, high = wilson_interval(sum(self.wins), len(self.wins))
        return f"wins {fmean(self.wins):.3f} ({low:.3f} to {high:.3f}) | {self.at_random:.3f}"


def main(matches: int, seconds: float, playouts: int, games: list[str]) -> None:
    """Play each game, and say what came of it."""
    for name in games:
        run = Run.of(name, playouts)
        if isinstance(run, str):
            print(f"{name}: {run}", flush=True)
            continue
        while len(run.takes) < matches and run.spent < seconds:
            run.play()
        players = run.table.machine.players
        print(f"| {name} | {players} | {len(run.takes)} | {run.describe()} |", flush=True)


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        float(sys.argv[2]),
        int(sys.argv[3]),
        sys.argv[4:] or list(hoyle.shipped()),
    )
