"""How well bots that search play: one seat by search, the others by a policy or at random.

python -m tests.bench.ladder GAME PLAYERS GAMES [PLAYOUTS]

The searching seat changes from game to game. Each game's luck is the same on every rung, so of the
games that a rung wins also those are told that it wins more than the seat by itself.
"""

from __future__ import annotations

import math
import sys
import time

import hoyle
from hoyle.interpreter.native.kernel import compile_machine
from hoyle.interpreter.native.search_bot import PLAYOUTS, SearchBot
from hoyle.interpreter.runtime.bots import RANDOM, SEARCH, Bots, Manners
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.intervals import student_quantile
from hoyle.interpreter.simulation.unit import find_unit


def play(table: Table, bot: SearchBot | None, others: str, seat: int, seed: int) -> tuple[int, int]:
    """What the seat takes away, and whether it has won; without a bot it plays like the others."""
    manners = Manners(others, {seat: SEARCH} if bot is not None else {})
    bots = Bots(seed, table.engine, manners, None if bot is None else bot.choose)
    position = table.start(seed)
    while not position.over:
        position = position.play(bots.move(position))
    return position.payoff(seat), int(seat in position.winners)


def describe(values: list[int]) -> str:
    """Their mean, and how far the interval of 95 % reaches (Student); of one value nothing."""
    mean, freedom = sum(values) / len(values), len(values) - 1
    if freedom == 0:
        return f"{mean:.3f}"
    variance = sum((value - mean) ** 2 for value in values) / freedom
    reach = student_quantile(freedom) * math.sqrt(variance / len(values))
    return f"{mean:.3f} ± {reach:.3f}"


def main(name: str, players: int, games: int, playouts: int = PLAYOUTS) -> None:
    """Every rung of one game."""
    ruleset = hoyle.load(name)
    table = ruleset.table(players, traced=False)
    policies = [RANDOM, *table.machine.policies[:1]]
    phases = find_unit(ruleset.game).horizon if table.machine.payoff is not None else frozenset()
    bots: dict[str, SearchBot | None] = {"itself": None}
    for policy in policies:
        for horizon in [(), phases] if phases else [()]:
            kernel = compile_machine(table.machine, Manners(policy), best=True, horizon=horizon)
            end = "the deal" if horizon else "the match"
            bots[f"search by {policy} to the end of {end}"] = SearchBot(kernel, playouts)
    for others in policies:
        by_itself: list[int] = []
        for title, bot in bots.items():
            begun = time.process_time()
            ends = [play(table, bot, others, k % players, k) for k in range(games)]
            spent = (time.process_time() - begun) / games
            taken, won = zip(*ends, strict=True)
            by_itself = by_itself or list(won)
            more = [one - other for one, other in zip(won, by_itself, strict=True)]
            print(
                f"{name}, {players} players, against {others}: {title}: takes "
                f"{describe(list(taken))}, wins {describe(list(won))}, "
                f"{describe(more)} more than by itself ({spent:.2f} s a game)",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
