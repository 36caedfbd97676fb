"""How well bots that search play: one seat by search, the others by a policy or at random.

python -m tests.bench.ladder GAME PLAYERS GAMES [PLAYOUTS]

The searching seat changes from game to game. Each game's luck is the same on every rung, so of the
games that a rung wins also those are told that it wins more than the seat by itself.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence

import hoyle
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.native.hidden_state import can_search
from hoyle.interpreter.native.search_bot import PLAYOUTS, SearchBot
from hoyle.interpreter.runtime.bots import RANDOM, SEARCH, Bots, Manners
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.simulation.intervals import student_quantile
from hoyle.interpreter.simulation.searcher import Points, open_searcher
from hoyle.interpreter.simulation.unit import find_unit


def seat_bots(table: Table, bot: SearchBot | None, others: str, seat: int, seed: int) -> Bots:
    """Whoever plays a game of which one seat searches; without a bot it plays like the others."""
    manners = Manners(others, {seat: SEARCH} if bot is not None else {})
    return Bots(seed, table.engine, manners, None if bot is None else bot.choose)


def play(table: Table, bot: SearchBot | None, others: str, seat: int, seed: int) -> Position:
    """The end of a game."""
    bots = seat_bots(table, bot, others, seat, seed)
    position = table.start(seed)
    while not position.over:
        position = position.play(bots.move(position))
    return position


def looks_near(ruleset: Ruleset, bot: SearchBot) -> bool:
    """Whether games are played out to the end of a hand, where that is not the end of the match."""
    weighed = isinstance(bot.worth, Points) or bot.kernel.machine.payoff is not None
    return weighed and find_unit(ruleset.game).is_repeated


def describe(values: Sequence[float]) -> str:
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
    if not can_search(table.machine):
        print(f"{name}: no bot can search here: the rules keep secrets that are no cards")
        return
    policies = [RANDOM, *table.machine.policies[:1]]
    bots: dict[str, SearchBot | None] = {"itself": None}
    for policy in policies:
        far, near = (
            open_searcher(ruleset, table, playouts, Manners(policy), near=near, best=True)
            for near in (False, True)
        )
        bots[f"search by {policy} to the end of the match"] = far
        if looks_near(ruleset, near):
            bots[f"search by {policy} to the end of the hand"] = near
    for others in policies:
        by_itself: list[int] = []
        for title, bot in bots.items():
            begun = time.process_time()
            ends = [(k % players, play(table, bot, others, k % players, k)) for k in range(games)]
            spent = (time.process_time() - begun) / games
            taken = [end.payoff(seat) for seat, end in ends]
            won = [int(seat in end.winners) for seat, end in ends]
            by_itself = by_itself or won
            more = [one - other for one, other in zip(won, by_itself, strict=True)]
            print(
                f"{name}, {players} players, against {others}: {title}: takes {describe(taken)}, "
                f"wins {describe(won)}, {describe(more)} more than by itself "
                f"({spent:.2f} s a game)",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
