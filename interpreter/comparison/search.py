"""A position, as early as can be found, in which two tables differ after the same deal and moves.

First breadth first from a few deals, for what shows at once; then whole games with moves drawn at
random, in which what was done least is done first. What is found is made shorter at once: with
fewer players, without some of the moves, or begun later. The tries come in a fixed order, so that
the same search always finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from hoyle.interpreter.comparison.paired_tables import STATE, Twins
from hoyle.interpreter.comparison.search_result import Found, Outcome
from hoyle.interpreter.comparison.shrink_difference import shrink_difference
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move
from hoyle.interpreter.runtime.table import Position

MakeTwins = Callable[[int], Twins]
Level = list[tuple[tuple[Move, ...], tuple[Position, Position]]]
SMALL = 250  # positions of one deal that are looked at, breadth first, before games are played
BLOCK = 15  # of so many games the last is played by each number of players in turn
WIDE = 8  # moves of one choice that are tried, breadth first


@attrs.frozen
class Budget:
    """How much is tried: so many games; `go_on` may end the search sooner.

    Where the `first` difference will do, none that is shorter is looked for.
    """

    games: int = 150
    go_on: Callable[[], bool] = lambda: True
    first: bool = False

    def ended(self, outcome: Outcome) -> bool:
        """Whether no further try is wanted."""
        if outcome.settled() or not self.go_on():
            return True
        return self.first and outcome.found is not None


def search(counts: list[int], twins_for: MakeTwins, budget: Budget) -> Outcome:
    """The best that is found for some of these numbers of players."""
    outcome, made = Outcome(), Tables(twins_for)
    comparable = next((players for players in counts if made[players].same_pack), None)
    if comparable is None or (budget.first and comparable != counts[0]):
        outcome.better(Found(made[counts[0]], 0, (), tuple(made[counts[0]].other_packs())))
        return outcome
    for seed, players in enumerate(counts[:3]):
        if not budget.ended(outcome):
            _wide(made[players], seed, SMALL, outcome)
    done: dict[str, int] = {}
    for seed in range(budget.games):
        if budget.ended(outcome):
            break
        outcome.games += 1
        before = outcome.found
        twins = made[counts[place(seed, len(counts))]]
        if twins.same_pack:
            _game(twins, seed, done, outcome)
        elif budget.first:
            outcome.better(Found(twins, 0, (), tuple(twins.other_packs())))
        if outcome.found is not None and outcome.found is not before and not budget.first:
            fewer = [made[n] for n in counts if n < len(outcome.found.twins.left.names)]
            shrink_difference(outcome, fewer[:2])
    return outcome


@attrs.define
class Tables:
    """The tables for each number of players, made when they are wanted."""

    make: MakeTwins
    made: dict[int, Twins] = attrs.field(factory=dict)

    def __getitem__(self, players: int) -> Twins:
        if players not in self.made:
            self.made[players] = self.make(players)
        return self.made[players]


def place(number: int, many: int) -> int:
    """0, 0, 1, 0, 1, 2, 0, 1, 2, 3 … : small tables more often than large ones; each comes once."""
    block, number = divmod(number, BLOCK)
    if number == BLOCK - 1:
        return (block + 4) % many
    length = 1
    while number >= length:
        number -= length
        length += 1
    return number % many


# ---------------------------------------------------------------------- games


def _game(twins: Twins, seed: int, done: dict[str, int], outcome: Outcome) -> None:
    """One game at both tables, until they differ or it is too long to be worth it."""
    stream = Stream(seed, "moves", 0)
    moves: list[Move] = []
    try:
        pair = twins.start(seed)
        while True:
            found = twins.differences(*pair)
            if found:
                outcome.better(Found(twins, seed, tuple(moves), tuple(found)))
                if any(one.kind != STATE for one in found):
                    return
            if pair[0].over or len(moves) >= outcome.most:
                return
            move = pick(pair[0], stream, done)
            moves.append(move)
            outcome.moves += 1
            pair = twins.play(pair, move)
    except RulesetFault:
        return  # a text at fault is for `hoyle test` to tell


def pick(position: Position, stream: Stream, done: dict[str, int]) -> Move:
    """A move: every second time of the action that was taken least, else any action."""
    legal = position.legal()
    part = legal.parts[stream.below(len(legal.parts))]
    if stream.below(2):
        part = min(legal.parts, key=lambda one: done.get(position.node.actions[one.action].name, 0))
    name = position.node.actions[part.action].name
    done[name] = done.get(name, 0) + 1
    return part.kth(stream.below(part.size))


# ---------------------------------------------------------------------- breadth first


def _wide(twins: Twins, seed: int, most: int, outcome: Outcome) -> None:
    """The first difference of one deal, all moves of one depth before those of the next."""
    if not twins.same_pack:
        return
    try:
        level: Level = [((), twins.start(seed))]
    except RulesetFault:
        return
    looked = 0
    known: set[bytes] = set()
    while level and len(level[0][0]) <= outcome.most:
        deeper: Level = []
        for moves, pair in level:
            looked += 1
            found = twins.differences(*pair)
            if found:
                outcome.better(Found(twins, seed, moves, tuple(found)))
                if any(one.kind != STATE for one in found):
                    return
            if pair[0].over:
                continue
            for move in _some(pair[0].legal()):
                if looked + len(deeper) >= most:
                    break
                try:
                    after = twins.play(pair, move)
                except RulesetFault:
                    continue
                state = after[0].bytes() + after[1].bytes()
                if state not in known:
                    known.add(state)
                    deeper.append(((*moves, move), after))
        level = deeper


def _some(legal: LegalMoves) -> Iterator[Move]:
    """Moves of every action: all where they are few, else some from one end to the other."""
    each = max(1, WIDE // max(1, len(legal.parts)))
    for part in legal.parts:
        if part.size <= each:
            yield from part
        else:
            steps = max(1, each - 1)
            for k in dict.fromkeys(j * (part.size - 1) // steps for j in range(each)):
                yield part.kth(k)
