"""A game of Hoyle's and the same of OpenSpiel's, move by move.

Hoyle shuffles a whole pack at once, OpenSpiel deals card by card: so Hoyle's game leads, and each
card that OpenSpiel asks chance for is looked up where it came to lie. Before every move the seat
that chooses and all legal moves are compared, at the end what each takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import attrs

import hoyle
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.runtime.bots import Bots, Manners

MOST_MOVES = 10_000
Part = int | frozenset[int]  # an action, or several in any order
Actions = tuple[Part, ...]


@attrs.frozen
class Moment:
    """Where both games stand.

    OpenSpiel has asked chance so often in this game (`dealt`) and since the last move (`drawn`).
    """

    position: Any  # hoyle.Position
    state: Any  # pyspiel.State
    dealt: int
    drawn: int
    first: int  # the seat that OpenSpiel calls player 0
    kept: dict[str, Any] = attrs.field(factory=dict)  # what an adapter wants to remember of a game

    def cards(self, zone: str, *index: int) -> Sequence[str]:
        """The cards in a zone as `KS`; of a pile from its bottom."""
        found: Sequence[str] = self.position[(zone, *index)]
        return found

    def draw(self, zone: str) -> str:
        """The next card from the pile that was drawn from in the last move."""
        pile: Sequence[str] = self.position.before[zone]
        return pile[-1 - self.drawn]


@attrs.frozen(kw_only=True)
class Adapter:
    """How the moves of a game are called in OpenSpiel.

    `game` is a game, or a variant in `theirs.cards`. `actions` gives what a move, a name with its
    values, is there: several where OpenSpiel asks for its parts one by one, none where it does not
    ask, None where it has no such move (which then is not played). Of those `by_the_way` only is
    asked whether they are legal. `deal` is what chance brings. `first` is the seat that OpenSpiel
    calls player 0. `passes` are actions that OpenSpiel asks for where they alone are legal, and
    Hoyle does not; with `forced_left_out` it is the other way round. `by_rule` is what OpenSpiel
    asks and Hoyle's rules do by themselves. With `till_theirs_ends` Hoyle's game would go on:
    OpenSpiel's decides when results are compared, and what is more than `most` is not. Where
    OpenSpiel's game is one deal of Hoyle's, so many `deals` are played, and of each what it has
    brought is compared. `phase`, with its `args`, is what is played instead of a match. Of three
    games one is played by the `policy`, and one by halves.
    """

    game: str
    other: str
    players: int
    phase: str | None = None
    args: tuple[int, ...] = ()
    policy: str | None = None
    actions: Callable[[Moment, Any], Actions | None]
    deal: Callable[[Moment], int]
    results: Callable[[Any, int], float] = lambda position, seat: position.payoff(seat)
    theirs: Callable[[float], float] = lambda result: result  # OpenSpiel's result as Hoyle's
    options: Mapping[str, object] = attrs.Factory(dict)
    draws: tuple[str, ...] = ()  # what Hoyle's first draws bring, such as who deals
    first: Callable[[Any], int] = lambda position: 0
    player: Callable[[int], int] = lambda seat: seat  # who that is there, counted from `first`
    passes: frozenset[int] = frozenset()
    forced_left_out: bool = False
    by_rule: Callable[[Any], int | None] = lambda state: None
    till_theirs_ends: bool = False
    most: float = inf
    ends_alike: Callable[[Any], bool] = lambda state: True  # whether results are compared
    deals: int = 1
    afterwards: frozenset[str] = frozenset()  # Hoyle's moves when OpenSpiel's game is over
    by_the_way: frozenset[int] = frozenset()
    few: int = 1  # games that are played every time

    @property
    def name(self) -> str:
        """The two games and the players, for a test."""
        return f"{self.game}, {self.players} players, {self.other}"

    def make_table(self) -> hoyle.Table:
        """Where Hoyle's game is played."""
        theirs = f"{Path(__file__).with_name('theirs.cards')}:{self.game}"
        ruleset = load(theirs if self.game.endswith("_there") else self.game)
        return ruleset.table(
            self.players, self.options, traced=False, phase=self.phase, args=self.args
        )


class Difference(AssertionError):
    """The two games do not agree."""


def play_both(adapter: Adapter, games: Any, seeds: range) -> int:
    """Random games of both, one a seed; how many moves were compared."""
    table = adapter.make_table()
    return sum(_Pair(adapter, table, games, seed).play() for seed in seeds)


def go_on(actions: Actions, said: Actions) -> frozenset[int]:
    """Which parts of a move may come after those that have been said; none where it is another."""
    left = list(actions)
    for one in said:
        part = left.pop(0) if left else frozenset()
        if isinstance(part, int):
            part = frozenset({part})
        elif one in part and len(part) > 1:
            left.insert(0, part - {one})
        if one not in part:
            return frozenset()
    if not left:
        return frozenset()
    return left[0] if isinstance(left[0], frozenset) else frozenset({left[0]})


class _Pair:
    """One game."""

    def __init__(self, adapter: Adapter, table: hoyle.Table, games: Any, seed: int) -> None:
        self.adapter = adapter
        self.seed = seed
        self.random = Random(seed)
        self.position = table.start(seed, draws=adapter.draws)
        self.games = games
        policy = adapter.policy if adapter.policy and seed % 3 else None
        self.bots = policy and Bots(seed, table.engine, Manners(policy))
        self.kept: dict[str, Any] = {}
        self.told: list[str] = []
        self.before = [0.0] * adapter.players
        self.begin()

    def begin(self) -> None:
        """OpenSpiel's next game."""
        self.first = self.adapter.first(self.position)
        self.state = self.games.new_initial_state()
        self.dealt = self.drawn = 0

    def results(self) -> list[float]:
        seats = range(self.adapter.players)
        return [self.adapter.results(self.position, seat) for seat in seats]

    @property
    def moment(self) -> Moment:
        return Moment(self.position, self.state, self.dealt, self.drawn, self.first, self.kept)

    def play(self) -> int:
        moves = 0
        for deal in range(self.adapter.deals):
            if deal:
                self.before = self.results()
                self.begin()
            self.catch_up()
            while not self.is_over():
                moves += self.compare_choice()
                if moves > MOST_MOVES:
                    return moves  # the same in both so far
            self.compare_results()
            if self.position.over:
                break
        return moves

    def is_over(self) -> bool:
        if self.position.over:
            return True
        theirs = self.adapter.till_theirs_ends or self.adapter.deals > 1
        named = {self.position.named(move).action for move in self.position.legal()}
        return theirs and self.state.is_terminal() and not named <= self.adapter.afterwards

    def compare_results(self) -> None:
        if not self.state.is_terminal():
            raise self.differ("Hoyle's game is over")
        if not self.adapter.ends_alike(self.state):
            return
        returns, most = [*map(self.adapter.theirs, self.state.returns())], self.adapter.most
        for seat, (now, before) in enumerate(zip(self.results(), self.before, strict=True)):
            if abs(min(now - before, most) - min(returns[self.player(seat)], most)) > 1e-9:
                raise self.differ(f"seat {seat} has {now - before}, and {returns} there")

    def player(self, seat: int) -> int:
        return self.adapter.player((seat - self.first) % self.adapter.players)

    def catch_up(self) -> None:
        """Chance, and choices that are none, until OpenSpiel asks a player."""
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                action = self.adapter.deal(self.moment)
                self.dealt += 1
                self.drawn += 1
            elif (ruled := self.adapter.by_rule(self.state)) is not None:
                action = ruled
            else:
                (action, *more) = self.state.legal_actions()
                if more or action not in self.adapter.passes:
                    return
            self.state.apply_action(action)

    def compare_choice(self) -> int:
        """One move of Hoyle's; 0 where OpenSpiel does not ask for it."""
        named = (
            (move, self.adapter.actions(self.moment, self.position.named(move)))
            for move in self.position.legal()
        )
        moves = {move: actions for move, actions in named if actions is not None}
        if not moves:
            raise self.differ("OpenSpiel has none of these moves")
        lone = self.adapter.forced_left_out and len(moves) == 1
        asked = any(moves.values()) and not (lone and not self.is_same_choice(moves))
        if asked and not self.is_same_choice(moves):
            raise self.differ("other moves are legal")
        move = self.choose(list(moves))
        chosen = moves[move]
        self.told.append(f"{self.position.seat}: {self.position.text(move)}")
        self.position = self.position.play(move)
        self.drawn = 0
        said: tuple[int, ...] = ()
        while asked and (parts := go_on(chosen, said)) and not self.state.is_terminal():
            ways = self.list_ways(moves, said)
            legal = set(self.state.legal_actions())
            action = self.random.choice(sorted(parts))
            if legal != ways and not (action in self.adapter.by_the_way and action in legal):
                raise self.differ(f"{sorted(ways)} are Hoyle's")
            self.state.apply_action(action)
            said += (action,)
            self.catch_up()
        self.catch_up()
        return int(asked)

    def choose(self, moves: Sequence[Any]) -> Any:
        """Any of the moves, or what the policy says."""
        if self.bots and (self.seed % 3 == 2 or self.random.random() < 0.5):
            advised = self.bots.move(self.position)
            if advised in moves:
                return advised
        return self.random.choice(moves)

    def is_same_choice(self, moves: Mapping[Any, Actions]) -> bool:
        """Whether OpenSpiel asks the same seat for the same moves, or the same first parts."""
        seat = self.position.seat
        assert seat is not None
        if self.state.is_terminal() or self.state.current_player() != self.player(seat):
            return False
        return set(self.state.legal_actions()) == self.list_ways(moves, ())

    def list_ways(self, moves: Mapping[Any, Actions], said: tuple[int, ...]) -> set[int]:
        """What Hoyle's moves may go on with, after their first parts have been said."""
        return {action for each in moves.values() for action in go_on(each, said)}

    def differ(self, says: str) -> Difference:
        legal = ", ".join(self.position.text(move) for move in self.position.legal())
        there = "it is over"
        if not self.state.is_terminal():
            player = self.state.current_player()
            actions = self.state.legal_actions()[:30]
            there = ", ".join(self.state.action_to_string(player, each) for each in actions)
            there = f"player {player}: {there}"
        return Difference(
            f"{self.adapter.name}, seed {self.seed}: {says}\n  played: {'; '.join(self.told)}\n"
            f"  seat {self.position.seat}: {legal}\n  {there}\n{self.state}"
        )
