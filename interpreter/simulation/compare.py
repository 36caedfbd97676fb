"""Two rulesets, or ways to play, on the same deals: what one is worth against the other.

Both play the game of the same seed. Chance brings the same to both as long as it is asked the same,
so what differs game by game is the difference of the rules, and most of the luck falls away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import attrs

from hoyle.interpreter.simulation.figures import (
    ANYTHING,
    NOBODY,
    SHARED,
    Figure,
    Figures,
    is_shared,
    ratio_error,
    round_figure,
)
from hoyle.interpreter.simulation.intervals import student_quantile
from hoyle.interpreter.simulation.results import GamePlayer, GameResult
from hoyle.interpreter.simulation.shards import Shard
from hoyle.interpreter.simulation.tally import Deals, Moments, Tally
from hoyle.interpreter.simulation.unit import Unit, name_one

AT_THE_END = "{} at the end"  # a measure of a game
DECISIONS = "decisions"
DIFFERING = ("won", "ended ahead")  # differences of shares
A_DIFFERENCE = (-1.0, 1.0)  # of two shares
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
        tally, ended = Tally(), []
        for pair in pairs:
            problem = pair[0].problem or pair[1].problem
            if problem is None:
                ended.append(pair)
            else:
                tally.add_problem(problem, pair[0].number)
        tally.games += len(ended)
        if ended:
            self._add(tally, *map(list, zip(*ended, strict=True)))
        return tally

    def _add(self, tally: Tally, ones: list[GameResult], others: list[GameResult]) -> None:
        for table, games in enumerate((ones, others)):
            tally.add_drawn(games, table)
        differs = [_what_shows(one) != _what_shows(b) for one, b in zip(ones, others, strict=True)]
        tally.count_all(list(map(int, differs)), "differs")
        if any(differs):
            tally.count(ones[differs.index(True)].number, *FIRST)
        alone = [1] * len(ones)

        def relate(columns: Sequence[Sequence[int]], *key: str) -> None:
            tally.relate_all((columns[0], alone, columns[1], alone), *key)

        if self.one.names_winner or self.other.names_winner:
            for seat in range(self.one.players):
                wins = [[game.winners >> seat & 1 for game in games] for games in (ones, others)]
                relate(wins, "won", f"seat {seat}")
            nobody = [[int(not game.winners) for game in games] for games in (ones, others)]
            relate(nobody, "won", NOBODY)
            shared = [[int(is_shared(game.winners, player.sides)) for game in games]
                      for player, games in ((self.one, ones), (self.other, others))]  # fmt: skip
            relate(shared, "won", SHARED)
        elif self.one.measures and self.other.measures:
            for seat in range(self.one.players):
                ahead = [[int(game.finals[seat] > 0) for game in games] for games in (ones, others)]
                relate(ahead, "ended ahead", f"seat {seat}")
        places = [{measure.name: k for k, measure in enumerate(one.measures)}
                  for one in (self.one, self.other)]  # fmt: skip
        for name in [name for name in places[0] if name in places[1]]:
            for seat in range(self.one.players):
                at = [place[name] * self.one.players + seat for place in places]
                ends = [[game.finals[k] for game in games]
                        for k, games in zip(at, (ones, others), strict=True)]  # fmt: skip
                relate(ends, AT_THE_END.format(name), f"seat {seat}")
        relate([[game.decisions for game in games] for games in (ones, others)], DECISIONS, "")
        if not (self.one.unit.is_repeated and self.other.unit.is_repeated):
            return
        changes, after = (
            {(change.measure, change.who): change for change in Deals(*games).list_changes()}
            for games in ((self.one, ones), (self.other, others))
        )
        for key, one in changes.items():
            if key in after:
                two = after[key]
                columns = one.sums, one.deals, two.sums, two.deals
                tally.relate_all(columns, name_change(key[0], self.one.unit), key[1])


def name_change(measure: str, unit: Unit) -> str:
    """What a hand or a deal brings: `score a hand`."""
    return f"{measure} {name_one(unit.name)}"


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
        left_out = self._find_left_out()
        for key, moments in self.tally.moments.items():
            never = key[1] in (NOBODY, SHARED) and not moments.sums[0] and not moments.sums[2]
            if key[0] in left_out or never or not (moments.sums[1] or moments.sums[3]):
                continue
            before, after = (
                moments.sums[k] / moments.sums[k + 1] if moments.sums[k + 1] else 0.0
                for k in (0, 2)
            )
            error, interval = difference_error(moments), None
            reaches: tuple[float, ...] = (0.0, 0.0)
            if error is not None:
                quantile = student_quantile(moments.games - 1, self.level)
                reach = quantile * error
                reaches = tuple(
                    quantile * (ratio_error(moments.pick(k, k + 1)) or 0.0) for k in (0, 2)
                )
                ends = A_DIFFERENCE if key[0] in DIFFERING else ANYTHING
                low = max(after - before - reach, ends[0])
                high = min(after - before + reach, ends[1])
                interval = round_figure(low), round_figure(high)
            yield Figure(
                "difference", key[0], self.name_who(key[1]), round_figure(after - before), interval,
                moments.games, "games", moments.games, before=round_figure(before),
                after=round_figure(after), reaches=reaches,
            )  # fmt: skip

    def _find_left_out(self) -> set[str]:
        """What each deal brings, where that is always 0; else what is kept at the end."""
        moments = self.tally.moments
        found = set()
        for measure in {one.name for one in self.player.measures}:
            names = name_change(measure, self.unit), AT_THE_END.format(measure)
            moved, ended = (
                any(
                    one.product(k, k)
                    for key, one in moments.items()
                    if key[0] == name
                    for k in (0, 2)
                )
                for name in names
            )
            found |= set(names) - {names[0] if moved else names[1] if ended else ""}
        return found


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
