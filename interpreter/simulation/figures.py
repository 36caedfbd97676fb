"""The figures of a simulation, each with its interval and the number behind it.

Up to here everything is whole numbers; here they are divided, once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from hoyle.dsl.checked.types import with_article
from hoyle.interpreter.simulation.intervals import (
    LEVEL,
    Interval,
    quantile,
    quantile_ranks,
    student_quantile,
    value_at,
    wilson_interval,
)
from hoyle.interpreter.simulation.results import GamePlayer
from hoyle.interpreter.simulation.tally import IDLE, Moments, Tally
from hoyle.interpreter.simulation.unit import Unit, name_many

ANYTHING, A_COUNT, A_SHARE = (-math.inf, math.inf), (0.0, math.inf), (0.0, 1.0)
NOBODY, SHARED = "nobody", "shared"
BEGAN = "who began"
DIGITS = 10  # that a figure is rounded to: more would tell one machine's logarithm from another's


@attrs.frozen
class Spread:
    """How single values lie: their standard deviation, ends and quarters."""

    deviation: float
    least: int
    low_quarter: int
    middle: int
    high_quarter: int
    most: int
    middle_interval: Interval | None  # of the median, where the values are independent


@attrs.frozen
class Figure:
    """A share or a mean. `of` counts what it is taken of (`unit`); `games` are independent."""

    section: str
    name: str
    who: str
    value: float
    interval: Interval | None  # None where there are too few games for one
    of: int
    unit: str
    games: int
    hits: int | None = None  # of a share
    before: float | None = None  # of a difference: what the first comes to, and the second
    after: float | None = None
    reaches: tuple[float, ...] = ()  # half the widths of their own intervals, 0 without one
    exact: str | None = None  # of a hand: its chance when it is dealt
    spread: Spread | None = None


@attrs.frozen
class Figures:
    """Makes the figures of a tally, with intervals of this level."""

    tally: Tally
    player: GamePlayer
    names: tuple[str, ...]  # of the seats
    level: float = LEVEL

    def list_all(self) -> list[Figure]:
        """Every figure there is, in the order in which they are told."""
        return [
            *self.list_results(), *self.list_by_unit(), *self.list_finals(), *self.list_lengths(),
            *self.list_events(),
        ]  # fmt: skip

    @property
    def unit(self) -> Unit:
        """What a game repeats."""
        return self.player.unit

    # ------------------------------------------------------------------ who wins

    def list_results(self) -> Iterator[Figure]:
        """How many games each seat wins; where the rules name no winner, who ends ahead."""
        winners = self.tally.counts.get(("winners",), Counter())
        games = sum(winners.values())
        if not self.player.names_winner:
            yield from self._list_ahead()
            return
        for seat, name in enumerate(self.names):
            hits = sum(many for mask, many in winners.items() if mask >> seat & 1)
            yield self._share("won", "", name, hits, games, "games")
        if winners[0]:
            yield self._share("won", "", NOBODY, winners[0], games, "games")
        sides = self.player.sides
        shared = sum(many for mask, many in winners.items() if is_shared(mask, sides))
        if shared:
            yield self._share("won", "", SHARED, shared, games, "games")
        for key, counts in self.tally.counts.items():
            if key[0] == "wins from" and counts[1]:
                role, place = key[1].split("+")
                who = f"{BEGAN} as {name_place(role, place, self.player)}"
                yield self._share("won", "", who, counts[1], sum(counts.values()), "games")

    def _list_ahead(self) -> Iterator[Figure]:
        """Who ends with more than at the beginning, the same, and less."""
        if not self.player.measures:
            return
        measure = self.player.measures[0].name
        for seat, who in enumerate(self.names):
            counts = self.tally.counts.get(("final", measure, str(seat)), Counter())
            for name, sign in (("ahead", 1), ("even", 0), ("behind", -1)):
                hits = sum(
                    many for value, many in counts.items() if (value > 0) - (value < 0) == sign
                )
                yield self._share("ended", name, who, hits, sum(counts.values()), "games")

    def name_who(self, who: str) -> str:
        """In words, a seat or a place counted from a role."""
        if who.startswith("seat "):
            return self.names[int(who.removeprefix("seat "))]
        role, counted, place = who.partition("+")
        return name_place(role, place, self.player) if counted else who

    # ------------------------------------------------------------------ what it brings

    def list_by_unit(self) -> Iterator[Figure]:
        """What each seat and role wins in a unit; leads and roles that change hands."""
        moving = {
            key[1] for key, counts in self.tally.counts.items() if key[0] == "deal" and any(counts)
        }
        for key, moments in self.tally.moments.items():
            if key[0] != "deal" or key[1] not in moving or not moments.sums[1]:
                continue  # nobody has won or lost any, or nobody ever had that role
            measure, who = key[1], self.name_who(key[2])
            spread = self._spread(self.tally.counts.get(key, Counter()), independent=False)
            yield self._ratio("a unit", measure, who, moments, self.unit.many, spread)
        units = self.tally.counts.get(("length", "units"), Counter())
        onward = sum((number - 1) * many for number, many in units.items() if number > 1)
        for key, moments in self.tally.moments.items() if onward else ():
            if key[0] in ("lead changes", "lead shared") and key[1] not in moving:
                continue
            if key[0] in ("lead changes", "lead shared", "changes") and moments.sums[1]:
                name, of = f"{key[0]}, {key[1]}", self.unit.many
                if key[0] != "lead shared":  # nothing changes in the first, nor where nobody is
                    held = "" if moments.sums[1] == onward else f" with {with_article(key[1])}"
                    of = f"{of}{held} but the first"
                name = f"the {key[1]} changes" if key[0] == "changes" else name
                yield self._ratio("of units", name, "", moments, of, ends=A_SHARE)
        for key, moments in self.tally.moments.items():
            if key[0] == IDLE and 0 < moments.sums[0] < moments.sums[1]:
                yield self._ratio(
                    IDLE, "", self.names[int(key[1])], moments, self.unit.many, ends=A_SHARE
                )

    def list_finals(self) -> Iterator[Figure]:
        """What each seat has at the end of a game."""
        for measure in self.player.measures:
            finals = [
                self.tally.counts.get(("final", measure.name, str(seat)), Counter())
                for seat in range(len(self.names))
            ]
            if not any(map(any, finals)):
                continue  # always 0
            for name, counts in zip(self.names, finals, strict=True):
                yield from self._mean("a game", measure.name, name, counts)

    def list_lengths(self) -> Iterator[Figure]:
        """How long games are, and how much there is to choose."""
        for key, name in (
            ("units", self.unit.many), ("turns", "turns"), ("decisions", "decisions"),
        ):  # fmt: skip
            if key == "turns" and len(self.names) == 1:
                continue  # who plays alone has one turn, however long
            counts = self.tally.counts.get(("length", key), Counter())
            yield from self._mean("length", name, "", counts)
        for key, name in (("choices", "legal moves"), ("forced", "one legal move")):
            moments = self.tally.moments.get((key,))
            if moments is not None:
                ends = A_SHARE if key == "forced" else A_COUNT
                yield self._ratio("of decisions", name, "", moments, "decisions", ends=ends)

    # ------------------------------------------------------------------ what comes up

    def list_events(self) -> Iterator[Figure]:
        """How often something happened in a unit, in the games in which it was counted."""
        every = self.tally.moments.get(("followed",))
        if every is None:
            return
        deals, squares = every.sums[0], every.products[0]
        told = name_many(self.unit.told_of)
        for key in sorted(key for key in self.tally.moments if key[0] == "event"):
            found = self.tally.moments[key]
            products = [found.products[0], found.products[1], squares]
            moments = Moments(every.games, [found.sums[0], deals], products)
            once = key[1] == "hand" or ("several", *key[1:]) not in self.tally.counts
            ends = A_SHARE if once else A_COUNT
            yield self._ratio(key[1], key[2], "", moments, told, ends=ends)

    # ------------------------------------------------------------------ formulas

    def _share(self, section: str, name: str, who: str, hits: int, of: int, unit: str) -> Figure:
        low, high = wilson_interval(hits, of, self.level)
        value = round_figure(hits / of) if of else 0.0
        interval = round_figure(low), round_figure(high)
        return Figure(section, name, who, value, interval, of, unit, of, hits)

    def _mean(self, section: str, name: str, who: str, counts: Counter[int]) -> Iterator[Figure]:
        """The mean of a number of each game; nothing where there is none."""
        if not counts:
            return
        games = sum(counts.values())
        total = sum(value * many for value, many in counts.items())
        squares = sum(value * value * many for value, many in counts.items())
        moments = Moments(games, [total, games], [squares, total, games])
        spread = self._spread(counts)
        yield self._ratio(section, name, who, moments, "games", spread)

    def _ratio(
        self, section: str, name: str, who: str, moments: Moments, unit: str,
        spread: Spread | None = None, ends: Interval = ANYTHING,
    ) -> Figure:  # fmt: skip
        """A sum over games divided by another: what is independent are the games.

        An interval is cut off at the `ends` of what there can be.
        """
        above, below = moments.sums
        value = above / below if below else 0.0
        error = ratio_error(moments)
        interval = None
        if error is not None:
            reach = student_quantile(moments.games - 1, self.level) * error
            low, high = max(value - reach, ends[0]), min(value + reach, ends[1])
            interval = round_figure(low), round_figure(high)
        value = round_figure(value)
        return Figure(
            section, name, who, value, interval, below, unit, moments.games, spread=spread
        )

    def _spread(self, counts: Counter[int], independent: bool = True) -> Spread | None:
        of = sum(counts.values())
        if not of:
            return None
        total = sum(value * many for value, many in counts.items())
        squares = sum(value * value * many for value, many in counts.items())
        # of whole numbers n·Σx² − (Σx)² is exact
        variance = (of * squares - total * total) / (of * (of - 1)) if of > 1 else 0.0
        low, high = quantile_ranks(of, 0.5, self.level)
        ends = value_at(counts, max(1, low)), value_at(counts, min(of, high))
        return Spread(
            round_figure(math.sqrt(variance)), min(counts), quantile(counts, 0.25),
            quantile(counts, 0.5), quantile(counts, 0.75), max(counts),
            ends if independent else None,
        )  # fmt: skip


def name_place(role: str, place: str, player: GamePlayer) -> str:
    """In words, a place counted to the left from a role; a partner where there is one only.

    It is told in the direction of play: who plays next is `right of` where that is to the right.
    """
    if place == "":
        return f"all but the {role}"
    number = int(place) * player.onwards % player.players
    near, far = ("left", "right")[:: player.onwards]
    if number == 0:
        return role
    if number == player.sides and number * 2 == player.players:
        return f"partner of the {role}"
    if number == player.players - 1 and number > 1:
        return f"{far} of the {role}"
    return f"{near} of the {role}" if number == 1 else f"{number} to the {near} of the {role}"


def is_shared(winners: int, sides: int) -> bool:
    """Whether seats of several sides have won."""
    return len({seat % sides for seat in range(winners.bit_length()) if winners >> seat & 1}) > 1


def ratio_error(moments: Moments) -> float | None:
    """The standard error of Σx / Σn over independent games; None for fewer than two.

    By the residuals x − R·n of each game: with whole numbers their sum of squares is
    (Σx²·(Σn)² − 2·Σx·Σn·Σxn + (Σx)²·Σn²) / (Σn)², exactly.
    """
    above, below = moments.sums
    if moments.games < 2 or not below:
        return None
    squares = (
        moments.product(0, 0) * below**2 - 2 * above * below * moments.product(0, 1)
        + above**2 * moments.product(1, 1)
    )  # fmt: skip
    games = moments.games
    return math.sqrt(squares * games / (games - 1) / below**4) if squares > 0 else 0.0


def round_figure(value: float) -> float:
    """A figure in so many digits as are the same on every machine."""
    return float(f"{value:.{DIGITS}g}")


def widest(figures: Sequence[Figure]) -> float:
    """Half the width of the widest interval; without one nothing is known."""
    if not figures:
        return math.inf
    return max(
        (figure.interval[1] - figure.interval[0]) / 2 if figure.interval is not None else math.inf
        for figure in figures
    )
