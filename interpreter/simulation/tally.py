"""What many games come to: whole numbers that are added up, so that the order does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, pairwise
from operator import gt, mul, ne, sub
from typing import TypeVar

import attrs

from hoyle.interpreter.simulation.results import GamePlayer, GameResult, Problem

T = TypeVar("T")

# What is counted, then of what: ("final", "chips", "2") is the chips that the third seat ends with.
Key = tuple[str, ...]
IDLE = "asked nothing"  # in how many deals this is so of a seat, as of one that the rules put out


@attrs.define
class Moments:
    """Sums and sums of products of several numbers of each game; products in the order of rows."""

    games: int = 0
    sums: list[int] = attrs.field(factory=list)
    products: list[int] = attrs.field(factory=list)

    @classmethod
    def of_columns(cls, columns: Sequence[Sequence[int]]) -> Moments:
        """Of many games, each with one number of every column."""
        products = [
            sum(map(mul, one, other)) for k, one in enumerate(columns) for other in columns[k:]
        ]
        return cls(len(columns[0]), list(map(sum, columns)), products)

    def merge(self, other: Moments) -> None:
        """The games of another."""
        self.games += other.games
        self.sums = _add_lists(self.sums, other.sums)
        self.products = _add_lists(self.products, other.products)

    def product(self, one: int, other: int) -> int:
        """The sum of the products of two of the numbers."""
        one, other = min(one, other), max(one, other)
        size = len(self.sums)
        return self.products[one * size - one * (one - 1) // 2 + other - one]

    def pick(self, one: int, other: int) -> Moments:
        """Those of two of the numbers alone."""
        products = [self.product(*pair) for pair in ((one, one), (one, other), (other, other))]
        return Moments(self.games, [self.sums[one], self.sums[other]], products)


def _add_lists(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


@attrs.define
class Tally:
    """The games of some shards: how often each value came, and what goes together."""

    games: int = 0
    seconds: float = attrs.field(default=0.0, eq=False)  # that they took; no figure knows it
    counts: dict[Key, Counter[int]] = attrs.field(factory=dict)
    moments: dict[Key, Moments] = attrs.field(factory=dict)
    problems: dict[Problem, tuple[int, int]] = attrs.field(factory=dict)  # the first game, how many
    # games that a loop has ended as draws: which table, the loop's place; the first game, how many
    drawn: dict[tuple[int, str], tuple[int, int]] = attrs.field(factory=dict)

    @property
    def ended(self) -> int:
        """The games that did not break off."""
        return self.games - sum(many for _, many in self.problems.values())

    def count(self, value: int, *key: str) -> None:
        """One more time this value."""
        self.counts.setdefault(key, Counter())[value] += 1

    def count_all(self, values: Collection[int], *key: str) -> None:
        """One more time each of these values."""
        if values:
            self.counts.setdefault(key, Counter()).update(values)

    def relate_all(self, columns: Sequence[Sequence[int]], *key: str) -> None:
        """These numbers of many games: of each game one of every column."""
        self.moments.setdefault(key, Moments()).merge(Moments.of_columns(columns))

    def merge(self, other: Tally) -> None:
        """The games of another."""
        self.games += other.games
        self.seconds += other.seconds
        for key, counter in other.counts.items():
            self.counts.setdefault(key, Counter()).update(counter)
        for name, moments in other.moments.items():
            self.moments.setdefault(name, Moments()).merge(moments)
        for problem, (first, many) in other.problems.items():
            self._note(problem, first, many)
        for drawn, (first, many) in other.drawn.items():
            self._note_drawn(drawn, first, many)

    def add_problem(self, problem: Problem, game: int) -> None:
        """A game that broke off."""
        self.games += 1
        self._note(problem, game, 1)

    def add_drawn(self, games: Iterable[GameResult], table: int = 0) -> None:
        """Those of the games that a loop has ended as draws."""
        for game in games:
            if game.drawn:
                self._note_drawn((table, game.drawn), game.number, 1)

    def _note_drawn(self, drawn: tuple[int, str], first: int, many: int) -> None:
        known, before = self.drawn.get(drawn, (first, 0))
        self.drawn[drawn] = min(first, known), before + many

    def _note(self, problem: Problem, game: int, many: int) -> None:
        """So many games broke off for the same reason; it is told as the first of them says it."""
        known, (first, before) = problem, self.problems.get(problem, (game, 0))
        if before:
            known = (
                problem if game < first else next(one for one in self.problems if one == problem)
            )
            del self.problems[problem]
        self.problems[known] = min(first, game), before + many


def tally_games(player: GamePlayer, games: Iterable[GameResult]) -> Tally:
    """The results of games, added up: column by column, since there may be millions."""
    tally, ended = Tally(), []
    for game in games:
        if game.problem is None:
            ended.append(game)
        else:
            tally.add_problem(game.problem, game.number)
    if not ended:
        return tally
    tally.games += len(ended)
    tally.add_drawn(ended)
    _add_endings(tally, player, ended)
    _add_lengths(tally, player, ended)
    dealt = [game for game in ended if game.deals]
    if dealt:
        deals = Deals(player, dealt)
        if player.unit.is_repeated:
            _add_deals(tally, player, deals)
        for at, role in enumerate(player.roles):
            _add_wins_by_role(tally, player, dealt, role, deals.list_first_holders(at))
    _add_events(tally, player, ended)
    return tally


def _add_endings(tally: Tally, player: GamePlayer, games: Sequence[GameResult]) -> None:
    tally.count_all([game.winners for game in games], "winners")
    finals = zip(*(game.finals for game in games), strict=True)
    for k, values in enumerate(finals):
        measure = player.measures[k // player.players]
        tally.count_all(values, "final", measure.name, str(k % player.players))


def _add_lengths(tally: Tally, player: GamePlayer, games: Sequence[GameResult]) -> None:
    decisions = [game.decisions for game in games]
    tally.count_all(decisions, "length", "decisions")
    tally.count_all([game.turns for game in games], "length", "turns")
    if player.unit.begins is not None:
        words = count_deal_words(player)
        tally.count_all([len(game.deals) // words for game in games], "length", "units")
    tally.relate_all(([game.choices for game in games], decisions), "choices")
    tally.relate_all(([game.forced for game in games], decisions), "forced")


def _add_events(tally: Tally, player: GamePlayer, games: Iterable[GameResult]) -> None:
    """What happened in the games in which it was counted."""
    words = count_deal_words(player)
    every: list[int] = []
    found: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    for game in games:
        if game.events is not None:
            deals = len(game.deals) // words if player.unit.is_repeated else 1
            every.append(deals)
            for key, times in game.events.items():
                many, of = found.setdefault(key, ([], []))
                many.append(times)
                of.append(deals)
    if every:
        tally.relate_all((every,), "followed")
    for key, (many, of) in found.items():
        tally.relate_all((many, of), "event", *key)
        tally.count_all([1] * any(map(gt, many, of)), "several", *key)


# ---------------------------------------------------------------------- deals


def count_deal_words(player: GamePlayer) -> int:
    """The numbers of a deal; see `GameResult`."""
    return 1 + len(player.roles) + 2 * len(player.measures) * player.players


@attrs.frozen
class Change:
    """What somebody wins: in each deal, and of each game the sum and how many deals there were."""

    measure: str
    who: str
    values: Sequence[int]
    sums: Sequence[int]
    deals: Sequence[int]


class Deals:
    """The deals of some games, in columns."""

    def __init__(self, player: GamePlayer, games: Sequence[GameResult]) -> None:
        self.player = player
        words = count_deal_words(player)
        held = list(chain.from_iterable([game.deals for game in games]))
        self.counts = [len(game.deals) // words for game in games]
        self.ends = [0, *accumulate(self.counts)]
        self.asked, *columns = [held[k::words] for k in range(words)]
        roles, seats = len(player.roles), player.players
        self.roles = columns[:roles]
        measured = [columns[k : k + seats] for k in range(roles, len(columns), seats)]
        changes = measured[: len(player.measures)]
        self.standings = measured[len(player.measures) :]
        self.changes = [
            standing if measure.is_anew else change
            for measure, change, standing in zip(
                player.measures, changes, self.standings, strict=True
            )
        ]

    def split(self, column: Sequence[T]) -> list[Sequence[T]]:
        """A column game by game."""
        return [column[first:end] for first, end in pairwise(self.ends)]

    def add_up(self, column: Iterable[int]) -> list[int]:
        """The sums of a column game by game."""
        sums = list(accumulate(column, initial=0))
        at = [sums[end] for end in self.ends]
        return list(map(sub, at[1:], at))

    def list_first_holders(self, role: int) -> list[int]:
        """Who held a role when each game's first deal began; there is one in every game."""
        return [self.roles[role][first] for first in self.ends[:-1]]

    def list_changes(self) -> Iterator[Change]:
        """What each seat wins in its deals, and whoever has a role or sits near it."""
        players = self.player.players
        for changes, measure in zip(self.changes, self.player.measures, strict=True):
            if measure.whole:
                continue
            for seat, column in enumerate(changes):
                yield Change(measure.name, f"seat {seat}", column, self.add_up(column), self.counts)
            rows = list(zip(*changes, strict=True))
            for role, holders in zip(self.player.roles, self.roles, strict=True):
                deals = self.counts
                held = rows
                if min(holders, default=0) < 0:
                    deals = self.add_up(map((0).__le__, holders))
                    held = [row if who >= 0 else () for who, row in zip(holders, rows, strict=True)]
                alone = [
                    self._change_at(measure.name, role, place, held, holders, deals)
                    for place in list_places(self.player)
                ]
                yield from alone
                if 2 < players == self.player.sides:  # to a side, partners are no others
                    others = alone[1:]
                    yield Change(
                        measure.name, f"{role}+",
                        list(chain.from_iterable(one.values for one in others)),
                        list(map(sum, zip(*(one.sums for one in others), strict=True))),
                        [many * len(others) for many in deals],
                    )  # fmt: skip

    def _change_at(
        self, measure: str, role: str, place: int, rows: Sequence[Sequence[int]],
        holders: Sequence[int], deals: Sequence[int],
    ) -> Change:  # fmt: skip
        """Of whoever sits so many places to the left of a role; a row without one is empty."""
        players = self.player.players
        seats = [(holder + place) % players for holder in range(players)]
        found = [row[seats[who]] if row else 0 for row, who in zip(rows, holders, strict=True)]
        values = found
        if deals is not self.counts:
            values = [value for value, row in zip(found, rows, strict=True) if row]
        return Change(measure, f"{role}+{place}", values, self.add_up(found), deals)


def list_places(player: GamePlayer) -> list[int]:
    """All places to the left of a role, in the direction of play."""
    return [number * player.onwards % player.players for number in range(player.players)]


def _add_deals(tally: Tally, player: GamePlayer, deals: Deals) -> None:
    """What each wins in a deal; how often the lead is shared, and leads and roles change hands."""
    for change in deals.list_changes():
        key = "deal", change.measure, change.who
        tally.count_all(change.values, *key)
        tally.relate_all((change.sums, change.deals), *key)
    contested = zip(deals.standings, player.measures, strict=True) if player.sides > 1 else ()
    for standings, measure in contested:
        if measure.whole or measure.is_anew or measure.most_leads is None:
            continue
        find_leader = partial(_find_leader, best=max if measure.most_leads else min)
        leads = deals.split(list(map(find_leader, zip(*standings[: player.sides], strict=True))))
        alone = [[lead for lead in game if lead >= 0] for game in leads]
        changes = list(map(_count_changes, alone))
        onward = [number - 1 for number in deals.counts]  # every game here has a deal
        tally.relate_all((changes, onward), "lead changes", measure.name)
        shared = [len(game) - len(few) for game, few in zip(leads, alone, strict=True)]
        tally.relate_all((shared, deals.counts), "lead shared", measure.name)
    for at, role in enumerate(player.roles):
        held = [[who for who in holders if who >= 0] for holders in deals.split(deals.roles[at])]
        numbers = [max(0, len(holders) - 1) for holders in held]
        tally.relate_all((list(map(_count_changes, held)), numbers), "changes", role)
    for seat in range(player.players):
        idle = [1 - (asked >> seat & 1) for asked in deals.asked]
        tally.relate_all((deals.add_up(idle), deals.counts), IDLE, str(seat))


def _find_leader(standings: Sequence[int], best: Callable[[Sequence[int]], int]) -> int:
    """The side that has the most, or the least where that wins; -1 where several have."""
    most = best(standings)
    return standings.index(most) if standings.count(most) == 1 else -1


def _count_changes(values: Sequence[int]) -> int:
    """How often a value is another than the one before."""
    return sum(map(ne, values, values[1:]))


def _add_wins_by_role(
    tally: Tally, player: GamePlayer, games: Sequence[GameResult], role: str, holders: Sequence[int]
) -> None:
    """Whether whoever began with a role has won, and each who sat so far to the left."""
    players = player.players
    for place in list_places(player):
        won = [
            game.winners >> (holder + place) % players & 1
            for game, holder in zip(games, holders, strict=True) if holder >= 0
        ]  # fmt: skip
        tally.count_all(won, "wins from", f"{role}+{place}")
