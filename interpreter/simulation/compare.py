"""Two rulesets, or ways to play, on the same deals: what one is worth against the other.

Both play the game of the same seed. Chance brings the same to both as long as it is asked the same,
so what differs game by game is the difference of the rules, and most of the luck falls away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import attrs

from hoyle.interpreter.simulation.figures import Figure, Figures, round_figure
from hoyle.interpreter.simulation.intervals import student_quantile
from hoyle.interpreter.simulation.results import GamePlayer, GameResult
from hoyle.interpreter.simulation.shards import Shard
from hoyle.interpreter.simulation.tally import Moments, Tally, list_changes

FIRST = ("first that differs",)  # the key of each shard's first game that is not the same in both


@attrs.frozen
class ComparePlayers:
    """Plays the games of a shard twice, and adds up how they differ: the second less the first."""

    one: GamePlayer
    other: GamePlayer
    seed: int

    def __call__(self, shard: Shard) -> Tally:
        """Its games added up."""
        games = (one.play(self.seed, shard.first, shard.count) for one in (self.one, self.other))
        return self.tally(zip(*games, strict=True))

    def tally(self, pairs: Iterable[tuple[GameResult, GameResult]]) -> Tally:
        """Pairs of games of one seed, added up."""
        tally = Tally()
        for pair in pairs:
            problem = pair[0].problem or pair[1].problem
            if problem is not None:
                tally.add_problem(problem, pair[0].number)
            else:
                tally.games += 1
                self._add(tally, *pair)
        return tally

    def _add(self, tally: Tally, one: GameResult, other: GameResult) -> None:
        differs = _what_shows(one) != _what_shows(other)
        tally.count(differs, "differs")
        if differs and FIRST not in tally.counts:
            tally.count(one.number, *FIRST)
        for seat in range(self.one.players):
            wins = [game.winners >> seat & 1 for game in (one, other)]
            tally.relate((wins[0], 1, wins[1], 1), "won", f"seat {seat}")
        lengths = (one.decisions, other.decisions)
        if None not in lengths:
            tally.relate((lengths[0] or 0, 1, lengths[1] or 0, 1), "decisions", "")
        changes = [
            {
                (measure, who): found
                for measure, who, found in list_changes(player, game.deals or ())
            }
            for player, game in ((self.one, one), (self.other, other))
        ]
        for key in changes[0]:
            if key in changes[1]:
                sums = [(sum(each[key]), len(each[key])) for each in changes]
                tally.relate((*sums[0], *sums[1]), f"{key[0]} a deal", key[1])


def _what_shows(game: GameResult) -> tuple[object, ...]:
    """What two games are told apart by."""
    return game.winners, game.finals, game.decisions, game.deals


@attrs.frozen
class Differences(Figures):
    """Makes the figures of a comparison."""

    def list_all(self) -> list[Figure]:
        """Every difference, then how many games differ."""
        found = list(self._list_differences())
        counts = self.tally.counts.get(("differs",), Counter())
        differing = self._share(
            "differs", "games that differ", "", counts[1], counts.total(), "games"
        )
        return [*found, differing]

    def _list_differences(self) -> Iterator[Figure]:
        won = any(m.sums[0] + m.sums[2] for key, m in self.tally.moments.items() if key[0] == "won")
        for key, moments in self.tally.moments.items():
            if key[0] == "won" and not won:
                continue
            before, after = (
                moments.sums[k] / moments.sums[k + 1] if moments.sums[k + 1] else 0.0
                for k in (0, 2)
            )
            error, interval = difference_error(moments), None
            if error is not None:
                reach = student_quantile(moments.games - 1, self.level) * error
                ends = after - before - reach, after - before + reach
                interval = round_figure(ends[0]), round_figure(ends[1])
            yield Figure(
                "difference", key[0], self.name_who(key[1]), round_figure(after - before), interval,
                moments.games, "games", moments.games, before=round_figure(before),
                after=round_figure(after),
            )  # fmt: skip


def difference_error(moments: Moments) -> float | None:
    """The standard error of Σx'/Σn' − Σx/Σn over independent games, from x, n, x', n'.

    By the residuals (x' − R'·n') / Σn' − (x − R·n) / Σn of each game, exactly up to the root.
    """
    x, n, y, m = moments.sums
    if moments.games < 2 or not n or not m:
        return None
    parts = (Fraction(-1, n), Fraction(x, n * n), Fraction(1, m), Fraction(-y, m * m))
    squares = sum(
        (a * b * moments.product(i, j) for i, a in enumerate(parts) for j, b in enumerate(parts)),
        Fraction(0),
    )
    return math.sqrt(squares * moments.games / (moments.games - 1))
