"""What many games come to: whole numbers that are added up, so that the order does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import attrs

from hoyle.interpreter.simulation.results import DealResult, GamePlayer, GameResult, Problem

# What is counted, then of what: ("final", "chips", "2") is the chips that the third seat ends with.
Key = tuple[str, ...]


@attrs.define
class Moments:
    """Sums and sums of products of several numbers of each game; products in the order of rows."""

    games: int = 0
    sums: list[int] = attrs.field(factory=list)
    products: list[int] = attrs.field(factory=list)

    def add(self, numbers: Sequence[int]) -> None:
        """The numbers of one more game."""
        products = [a * b for k, a in enumerate(numbers) for b in numbers[k:]]
        self.merge(Moments(1, list(numbers), products))

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


def _add_lists(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


@attrs.define
class Tally:
    """The games of some shards: how often each value came, and what goes together."""

    games: int = 0
    followed: int = 0  # games of which events were followed
    counts: dict[Key, Counter[int]] = attrs.field(factory=dict)
    moments: dict[Key, Moments] = attrs.field(factory=dict)
    problems: dict[Problem, tuple[int, int]] = attrs.field(factory=dict)  # the first game, how many

    def count(self, value: int, *key: str, times: int = 1) -> None:
        """One more time this value."""
        self.counts.setdefault(key, Counter())[value] += times

    def relate(self, numbers: Sequence[int], *key: str) -> None:
        """These numbers of one game."""
        self.moments.setdefault(key, Moments()).add(numbers)

    def merge(self, other: Tally) -> None:
        """The games of another."""
        self.games += other.games
        self.followed += other.followed
        for key, counter in other.counts.items():
            self.counts.setdefault(key, Counter()).update(counter)
        for name, moments in other.moments.items():
            self.moments.setdefault(name, Moments()).merge(moments)
        for problem, (first, many) in other.problems.items():
            known, before = self.problems.get(problem, (first, 0))
            self.problems[problem] = min(known, first), before + many

    def add_problem(self, problem: Problem, game: int) -> None:
        """A game that came to no end."""
        self.games += 1
        first, many = self.problems.get(problem, (game, 0))
        self.problems[problem] = min(first, game), many + 1


def tally_games(player: GamePlayer, games: Iterable[GameResult]) -> Tally:
    """The results of games, added up."""
    tally = Tally()
    for game in games:
        if game.problem is not None:
            tally.add_problem(game.problem, game.number)
            continue
        tally.games += 1
        _add_ending(tally, player, game)
        _add_length(tally, game)
        if game.deals:
            _add_deals(tally, player, game.deals)
            _add_roles(tally, player, game.deals)
            for k, role in enumerate(player.roles):
                _add_wins_by_role(tally, player, game, role, game.deals[0].roles[k])
        if game.events is not None:
            tally.followed += 1
            deals = len(game.deals) if game.deals is not None else 1
            tally.relate((deals,), "followed")
            for (kind, name), times in game.events.items():
                tally.relate((times, deals), "event", kind, name)
    return tally


def _add_ending(tally: Tally, player: GamePlayer, game: GameResult) -> None:
    tally.count(game.winners, "winners")
    for measure, finals in zip(player.measures, game.finals, strict=False):
        for seat, value in enumerate(finals):
            tally.count(value, "final", measure.name, str(seat))


def _add_length(tally: Tally, game: GameResult) -> None:
    numbers = {"decisions": game.decisions, "turns": game.turns}
    numbers["deals"] = len(game.deals) if game.deals is not None else None
    for name, number in numbers.items():
        if number is not None:
            tally.count(number, "length", name)
    if game.decisions is not None and game.choices is not None and game.forced is not None:
        tally.relate((game.choices, game.decisions), "choices")
        tally.relate((game.forced, game.decisions), "forced")


def _add_deals(tally: Tally, player: GamePlayer, deals: Sequence[DealResult]) -> None:
    """What each wins in a deal; how often the lead is shared, and changes hands."""
    for measure, who, changes in list_changes(player, deals):
        for change in changes:
            tally.count(change, "deal", measure, who)
        tally.relate((sum(changes), len(changes)), "deal", measure, who)
    for k, measured in enumerate(player.measures):
        leads = [_leaders(deal.standings[k][: player.sides]) for deal in deals]
        alone = [lead for lead in leads if lead.bit_count() == 1]
        changed = sum(one != other for one, other in pairwise(alone))
        tally.relate((changed, len(deals)), "lead changes", measured.name)
        tally.relate((len(leads) - len(alone), len(deals)), "lead shared", measured.name)


def list_changes(
    player: GamePlayer, deals: Sequence[DealResult]
) -> Iterator[tuple[str, str, list[int]]]:
    """Of each measure, what each seat wins in its deals, and whoever has a role or sits near it."""
    for k, measure in enumerate(player.measures):
        for seat in range(player.players):
            yield measure.name, f"seat {seat}", [deal.changes[k][seat] for deal in deals]
        for at, role in enumerate(player.roles):
            held = [deal for deal in deals if deal.roles[at] >= 0]
            for places, who in _list_places(player.players):
                yield measure.name, f"{role}{who}", [
                    deal.changes[k][(deal.roles[at] + place) % player.players]
                    for deal in held for place in places
                ]  # fmt: skip


def _leaders(standings: Sequence[int]) -> int:
    best = max(standings)
    return sum(1 << side for side, value in enumerate(standings) if value == best)


def _add_roles(tally: Tally, player: GamePlayer, deals: Sequence[DealResult]) -> None:
    """How often each role changes hands."""
    for at, role in enumerate(player.roles):
        held = [deal for deal in deals if deal.roles[at] >= 0]
        moves = sum(one.roles[at] != other.roles[at] for one, other in pairwise(held))
        tally.relate((moves, max(0, len(held) - 1)), "changes", role)


def _list_places(players: int) -> list[tuple[range, str]]:
    """The places counted from a role to the left: itself, each alone, and all but itself."""
    alone = [(range(k, k + 1), f"+{k}") for k in range(players)]
    return [*alone, (range(1, players), "+")] if players > 2 else alone


def _add_wins_by_role(
    tally: Tally, player: GamePlayer, game: GameResult, role: str, holder: int
) -> None:
    """Whether whoever began with a role has won, and each who sat so far to the left."""
    for place in range(player.players) if holder >= 0 else ():
        won = game.winners >> (holder + place) % player.players & 1
        tally.count(won, "wins from", f"{role}+{place}")
