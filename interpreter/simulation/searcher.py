"""The bot that searches, made for a table: how far it plays out, and what is good there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import mul

import attrs

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.native.kernel import Played, compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.native.search_bot import PLAYOUTS, SearchBot
from hoyle.interpreter.native.watch import Note, Watch
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.native_play import NativePlayer
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from hoyle.interpreter.simulation.results import GameResult
from hoyle.interpreter.simulation.tally import count_deal_words

LEARNT = 8_000  # decisions of games that points are weighed by
AT_ONCE, MOST_LEARNT = 5, 1_000  # games that are played before it is asked, and in all
LEAST = Fraction(1, 50)  # that the weighed points must explain of who wins, else they say nothing


@attrs.frozen
class Points:
    """How far points speak for winning before the game is over: a straight line through matches.

    What counts of each measure is by how much a seat is ahead of each of the others.
    """

    players: int
    share: float  # of games won, whoever is ahead
    weights: tuple[float, ...]

    def __call__(self, played: Played, seat: int) -> float:
        """How many of the games a seat wins: of those that are not over, what is expected."""
        first, players = Note.FINALS, self.players
        columns = [played.note(first + k) for k in range(len(self.weights) * players)]
        worth = 0.0
        for k, (status, winners) in enumerate(zip(played.statuses, played.winners, strict=True)):
            if status == Status.OVER and winners:
                worth += winners >> seat & 1
            elif status == Status.OVER:
                ahead = 0.0
                for at, weight in enumerate(self.weights):
                    stands = [one[k] for one in columns[at * players : (at + 1) * players]]
                    ahead += weight * _lead(stands, seat)
                worth += min(1.0, max(0.0, self.share + ahead))
        return worth


def _lead(stands: Sequence[int], seat: int) -> int:
    """By how much a seat is ahead of the others, all taken together."""
    return len(stands) * stands[seat] - sum(stands)


def open_searcher(
    ruleset: Ruleset, table: Table, playouts: int = PLAYOUTS, manners: Manners | None = None,
    *, near: bool = True, best: bool | None = None,
) -> SearchBot:  # fmt: skip
    """The bot of a table; CannotLower where native code cannot play there.

    Everybody is thought to play as `manners` say, else by the first policy of the file. With `near`
    games are played out to the end of a hand where the rules can pay off then, or where the points
    say who wins.
    """
    machine = table.machine
    if manners is None:
        manners = Manners(machine.policies[0]) if machine.policies else Manners()
    player = InterpreterPlayer.of(ruleset, table, manners, follows=False)
    horizon = player.unit.horizon if near else None
    if machine.payoff is not None or horizon is None:
        return SearchBot(compile_machine(machine, manners, best=best, horizon=horizon), playouts)
    points = weigh_points(player)
    if points is None:
        return SearchBot(compile_machine(machine, manners, best=best), playouts)
    slots = tuple(measure.slots for measure in player.measures)
    watch = Watch((None, None), False, (), slots)
    kernel = compile_machine(machine, manners, watch, best=best, horizon=horizon)
    return SearchBot(kernel, playouts, points)


def weigh_points(player: InterpreterPlayer) -> Points | None:
    """What points of a hand are worth, by matches that native code plays.

    None where they say nothing, or a match comes to no end.
    """
    native = NativePlayer(attrs.evolve(player, longest=LEARNT), alone=True)
    games: list[GameResult] = []
    while sum(game.decisions for game in games) < LEARNT and len(games) < MOST_LEARNT:
        games += native.play(0, len(games), AT_ONCE)
        if any(game.problem is not None for game in games[-AT_ONCE:]):
            return None
    words = count_deal_words(player)
    return fit_points(player.players, len(player.measures), words, games)


def fit_points(
    players: int, measures: int, deal_words: int, games: Iterable[GameResult]
) -> Points | None:
    """Least squares of who has won on how far each was ahead at the end of each hand but the last.

    In whole numbers and fractions up to the end, so that every machine finds the same.
    """
    rows: list[tuple[list[int], int]] = []
    for game in games:
        for end in range(deal_words, len(game.deals), deal_words):
            stands = game.deals[end - measures * players : end]
            for seat in range(players):
                leads = [
                    _lead(stands[k * players : (k + 1) * players], seat) for k in range(measures)
                ]
                rows.append((leads, game.winners >> seat & 1))
    won = sum(one for _, one in rows)
    squares = Fraction(won * (len(rows) - won), max(1, len(rows)))
    if not squares:
        return None
    share = Fraction(won, len(rows))
    products = [
        [Fraction(sum(leads[i] * leads[j] for leads, _ in rows)) for j in range(measures)]
        for i in range(measures)
    ]
    sums = [Fraction(sum(leads[i] * (one - share) for leads, one in rows)) for i in range(measures)]
    weights = _solve(products, sums)
    if sum(map(mul, weights, sums)) < LEAST * squares:
        return None
    return Points(players, float(share), tuple(map(float, weights)))


def _solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Of a few equations, by Gauss; what is always 0, or follows from others, has no weight."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k, first in enumerate(rows):
        for i, row in enumerate(rows):
            if i != k and first[k]:
                factor = row[k] / first[k]
                rows[i] = [a - factor * b for a, b in zip(row, first, strict=True)]
    return [row[-1] / row[k] if row[k] else Fraction(0) for k, row in enumerate(rows)]
