"""How well the bot that searches plays every shipped game: one seat by it, the others at random.

python -m tests.bench.every_ladder MATCHES SECONDS PLAYOUTS [GAME ...]

So many matches of each game, or as many as the processor plays in that time, as a row of a table.
Beside them stands what a seat at random has, in many matches that native code plays. Of games so
long that few matches would be played only the first hand (deal, round) of each is, and what counts
is by how much the seat is then ahead of each of the others.
"""

from __future__ import annotations

import sys
import time
from statistics import fmean

import attrs

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.hidden_state import can_search
from hoyle.interpreter.native.kernel import Status, compile_machine
from hoyle.interpreter.native.search_bot import SearchBot
from hoyle.interpreter.runtime.bots import RANDOM
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.simulation.intervals import wilson_interval
from hoyle.interpreter.simulation.play_games import list_measures
from hoyle.interpreter.simulation.searcher import Points, open_searcher
from hoyle.interpreter.simulation.unit import Unit, find_unit
from tests.bench.ladder import describe, looks_near, play, seat_bots

AT_RANDOM = 400  # matches
FEW = 30  # of fewer matches hands are played


@attrs.define
class Ends(Observer):
    """Whether a unit has ended."""

    unit: Unit
    seen: bool = False

    def on_phase(self, slots: Slots, mark: p.Mark) -> None:
        """A phase begins or ends."""
        self.seen = self.seen or (not mark.begins and mark.phase == self.unit.ends)


@attrs.define
class Run:
    """One game, and what the searching seat has had of it so far."""

    table: Table
    bot: SearchBot
    ends: Ends
    at_random: float
    names_winner: bool
    by_hands: bool = False  # whether what a hand brings says something
    slots: tuple[int, ...] | None = None  # the points of the seats; None: what the rules pay off
    takes: list[int] = attrs.field(factory=list)
    wins: list[int] = attrs.field(factory=list)
    leads: list[float] = attrs.field(factory=list)
    spent: float = 0.0  # seconds of the processor

    @classmethod
    def of(cls, name: str, playouts: int) -> Run | str:
        """A game with the fewest players that it has, above one if it can; or why not."""
        ruleset = hoyle.load(name)
        players = [count for count in ruleset.players if count > 1] or [1]
        machine = ruleset.table(players[0], traced=False).machine
        if not can_search(machine):
            return "secrets that are no cards"
        ends = Ends(find_unit(ruleset.game))
        table = Table(machine, traced=False, observers=(ends,))
        try:
            bot = open_searcher(ruleset, table, playouts, best=False)
            played = compile_machine(machine, best=False).play(0, 0, AT_RANDOM)
        except CannotLower as missing:
            return str(missing)
        seats = range(machine.players)
        over = [k for k, status in enumerate(played.statuses) if status == Status.OVER]
        winners = any(played.winners) or machine.payoff is None
        had = [played.winners[k] >> seat & 1 if winners else played.payoffs(seat)[k]
               for seat in seats for k in over]  # fmt: skip
        run = cls(table, bot, ends, fmean(had), winners)
        if looks_near(ruleset, bot):
            [measure, *_] = list_measures(ruleset.game, machine)
            run.slots, run.by_hands = measure.slots, True
        return run

    def find_lead(self, position: Position, seat: int) -> float:
        """What a seat takes away; else by how much it is ahead of each other, for what wins."""
        if self.slots is None:
            return position.payoff(seat)
        stands = [position.slots[slot] for slot in self.slots]
        ahead = stands[seat] - (sum(stands) - stands[seat]) / max(1, len(stands) - 1)
        assert isinstance(self.bot.worth, Points)
        return ahead if self.bot.worth.weights[0] > 0 else -ahead

    def find_taken_at_random(self) -> float:
        """What a seat at random takes away from a first hand."""
        kernel = compile_machine(self.table.machine, best=False, horizon=self.ends.unit.horizon)
        played = [kernel.playouts(kernel.start(k), 4, k) for k in range(AT_RANDOM // 4)]
        seats = range(self.table.machine.players)
        return fmean(paid for one in played for seat in seats for paid in one.payoffs(seat))

    def play(self) -> None:
        """One match more."""
        k = len(self.takes)
        seat = k % self.table.machine.players
        begun = time.process_time()
        end = play(self.table, self.bot, RANDOM, seat, k)
        self.spent += time.process_time() - begun
        self.takes.append(end.payoff(seat))
        self.wins.append(int(seat in end.winners))

    def play_hand(self) -> None:
        """The first hand of one more match."""
        k = len(self.leads)
        seat = k % self.table.machine.players
        begun = time.process_time()
        bots = seat_bots(self.table, self.bot, RANDOM, seat, k)
        self.ends.seen = False
        position = self.table.start(k)
        while not position.over and not self.ends.seen:
            position = position.play(bots.move(position))
        self.spent += time.process_time() - begun
        self.leads.append(self.find_lead(position, seat))

    def play_on(self, matches: int, seconds: float) -> None:
        """Matches, or hands where they take too long."""
        while len(self.takes) < matches and self.spent < seconds:
            self.play()
            if self.by_hands and self.spent * FEW > seconds * len(self.takes):
                break
        else:
            return
        self.spent = 0.0
        while len(self.leads) < matches and self.spent < seconds:
            self.play_hand()

    def describe(self) -> str:
        """What came of it, with the interval of 95 %: Wilson's where it is a share."""
        if self.leads:
            unit = self.ends.unit
            many = f"{len(self.leads)} {unit.many} | {{}} {describe(self.leads)}"
            if self.slots is None:
                return f"{many.format('takes')} | {self.find_taken_at_random():.3f}"
            return f"{many.format('is ahead by')} | 0"
        many = f"{len(self.takes)} matches"
        if not self.names_winner:
            return f"{many} | takes {describe(self.takes)} | {self.at_random:.3f}"
        low, high = wilson_interval(sum(self.wins), len(self.wins))
        return (
            f"{many} | wins {fmean(self.wins):.3f} ({low:.3f} to {high:.3f}) | {self.at_random:.3f}"
        )


def main(matches: int, seconds: float, playouts: int, games: list[str]) -> None:
    """Play each game, and say what came of it."""
    for name in games:
        run = Run.of(name, playouts)
        if isinstance(run, str):
            print(f"{name}: {run}", flush=True)
            continue
        run.play_on(matches, seconds)
        print(f"| {name} | {run.table.machine.players} | {run.describe()} |", flush=True)


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        float(sys.argv[2]),
        int(sys.argv[3]),
        sys.argv[4:] or list(hoyle.shipped()),
    )
