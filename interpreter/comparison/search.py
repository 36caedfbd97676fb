"""A position, as early as can be found, in which two tables differ after the same deal and moves.

First breadth first from a few deals, for what shows at once; then whole games with moves drawn at
random, in which what was done least is done first. What is found is made shorter at once: with
fewer players, without some of the moves, or begun later. The tries come in a fixed order, so that
the same search always finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count

import attrs

from hoyle.interpreter.comparison.paired_tables import (
    HEARD,
    STATE,
    Difference,
    PairedTables,
)
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.players import parse_legal_move
from hoyle.interpreter.testing.shrink.reduce import Proposals, reduce

LONG = 200  # moves of one game
SHORT, SHORT_GAMES = 12, 10  # moves of the first games, and how many they are
# So much work, in steps of the rules' own loops, goes into positions of one deal that are looked at
# breadth first, and into a shorter way once one is found: seconds, even where a choice has
# thousands of ways. Most games take far less.
BROAD, FURTHER = 2_000_000, 8_000_000

Pair = tuple[Position, Position]


SEEN, TOLD, HIDDEN = range(3)  # what differs: the best that can be found, and what is less


def rate(differences: Sequence[Difference]) -> int:
    """Whether play shows what differs, or it is only told, or not even that."""
    kinds = {one.kind for one in differences}
    return SEEN if kinds - {STATE, HEARD} else TOLD if HEARD in kinds else HIDDEN


@attrs.frozen
class Found:
    """Two positions after the same deal and the same moves, and what differs.

    The deal is made of a seed, and of a pack where the first shuffle is laid.
    """

    twins: PairedTables
    seed: int
    moves: tuple[Move, ...]
    differences: tuple[Difference, ...]
    pack: tuple[int, ...] = ()

    @property
    def weight(self) -> tuple[int, int, int]:
        """What play shows comes first, then what is only told; then fewer moves and players."""
        return rate(self.differences), len(self.moves), len(self.twins.left.names)

    def path(self) -> list[Pair]:
        """The positions of both tables from the deal to where they differ."""
        found = [self.twins.start(self.seed, self.pack)]
        for move in self.moves:
            found.append(self.twins.play(found[-1], move))
        return found


@attrs.define
class Outcome:
    """The best that was found, and how much has been tried."""

    found: Found | None = None
    games: int = 0
    finished: int = 0
    moves: int = 0
    work: int = 0  # what the rules have gone through
    ends: int | None = None  # after how much of it nothing better is looked for

    def better(self, found: Found) -> bool:
        """Keep what was found, where it is better than what there is."""
        if self.found is None or found.weight < self.found.weight:
            self.found = found
            if self.ends is None and not found.weight[0]:
                self.ends = self.work + FURTHER
            return True
        return False

    def play(self, twins: PairedTables, pair: Pair, move: Move) -> Pair:
        """A move at both tables, whose work is counted."""
        after = twins.play(pair, move)
        self.work += twins.last_work
        return after

    @property
    def most(self) -> int:
        """How many moves are still worth trying."""
        if self.found is None or self.found.weight[0]:
            return LONG
        return len(self.found.moves) - 1

    def settled(self) -> bool:
        """Whether nothing better can be found."""
        return self.most < 0 or (self.ends is not None and self.work >= self.ends)


MAX_TRIES = 150

# Where the moves are made again, with which pack, and which moves.
Candidate = tuple[PairedTables, tuple[int, ...], list[str]]


def shrink_difference(outcome: Outcome, fewer: Sequence[PairedTables]) -> None:
    """Make the best that was found better, as long as that succeeds.

    The moves are made again, by their words, where they can still be made; the others are left out.
    """
    tries = count()

    def still_differs(candidate: Candidate) -> Found | None:
        assert outcome.found is not None
        return _replayed(*candidate, outcome.found.seed, outcome)

    if outcome.found is not None:
        reduce(
            outcome.found, [partial(_shorten, fewer)], still_differs,
            lambda: outcome.settled() or next(tries) >= MAX_TRIES,
            lambda candidate, best, found: outcome.better(found),
        )  # fmt: skip


def _shorten(fewer: Sequence[PairedTables], best: Found) -> Proposals[Candidate, Found]:
    """Each time that something shorter was found, what may be shorter still is tried from there."""
    before = None
    while best is not before:
        before = best
        for candidate in _shorter_ways(best, fewer):
            best, _ = yield candidate
            if best is not before:
                break
    return best


def _shorter_ways(found: Found, fewer: Sequence[PairedTables]) -> Iterator[Candidate]:
    try:
        path = [left for left, _ in found.path()]
    except RulesetFault:
        return
    texts = [one.text(move) for one, move in zip(path, found.moves, strict=False)]
    for twins in fewer:
        if len(twins.left.names) < len(found.twins.left.names) and twins.same_pack:
            yield twins, found.pack, texts
    for k in reversed(range(1, len(texts))):
        yield found.twins, _pack_of(path[k]), texts[k:]
    for k in range(len(texts)):
        yield found.twins, found.pack, texts[:k] + texts[k + 1 :]


def _pack_of(position: Position) -> tuple[int, ...]:
    """The cards as they lie in the pile that the pack begins in, from its top; then the others."""
    machine = position.table.machine
    held = position.slots[machine.stock]
    pile = tuple(reversed(held)) if isinstance(held, tuple) else ()
    return pile + tuple(card for card in range(machine.pack.size) if card not in pile)


def _replayed(
    twins: PairedTables, pack: tuple[int, ...], texts: list[str], seed: int, outcome: Outcome
) -> Found | None:
    """The first difference when these moves are made, as far as they can be made."""
    assert outcome.found is not None
    moves: list[Move] = []
    try:
        pair = twins.start(seed, pack)
        for text in [*texts, None]:
            found = twins.differences(*pair)
            if found and rate(found) <= min(outcome.found.weight[0], TOLD):
                return Found(twins, seed, tuple(moves), tuple(found), pack)
            if text is None or pair[0].over or len(moves) >= outcome.most:
                return None
            move = parse_legal_move(pair[0], text)
            if move is not None:
                moves.append(move)
                outcome.moves += 1
                pair = outcome.play(twins, pair, move)
    except RulesetFault:
        pass
    return None


MakeTwins = Callable[[int], PairedTables]
Level = list[tuple[tuple[Move, ...], Pair]]
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


def find_difference(counts: list[int], twins_for: MakeTwins, budget: Budget) -> Outcome:
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
        twins = made[counts[choose_count(seed, len(counts))]]
        if twins.same_pack:
            short = seed < SHORT_GAMES and not budget.first
            _game(twins, seed, done, outcome, SHORT if short else LONG)
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
    made: dict[int, PairedTables] = attrs.field(factory=dict)

    def __getitem__(self, players: int) -> PairedTables:
        if players not in self.made:
            self.made[players] = self.make(players)
        return self.made[players]


def choose_count(number: int, many: int) -> int:
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


def _game(
    twins: PairedTables, seed: int, done: dict[str, int], outcome: Outcome, longest: int
) -> None:
    """One game at both tables, until they differ or it is too long to be worth it."""
    stream = Stream(seed, "moves", 0)
    moves: list[Move] = []
    try:
        pair = twins.start(seed)
        while True:
            found = twins.differences(*pair)
            if found:
                outcome.better(Found(twins, seed, tuple(moves), tuple(found)))
                if rate(found) == SEEN:
                    return
            if pair[0].over or len(moves) >= min(longest, outcome.most):
                outcome.finished += pair[0].over
                return
            move = pick_move(pair[0], stream, done)
            moves.append(move)
            outcome.moves += 1
            pair = outcome.play(twins, pair, move)
    except RulesetFault:
        return  # a text at fault is for `hoyle test` to tell


def pick_move(position: Position, stream: Stream, done: dict[str, int]) -> Move:
    """A move: every second time of the action that was taken least, else any action."""
    legal = position.legal()
    part = legal.parts[stream.below(len(legal.parts))]
    if stream.below(2):
        part = min(legal.parts, key=lambda one: done.get(position.node.actions[one.action].name, 0))
    name = position.node.actions[part.action].name
    done[name] = done.get(name, 0) + 1
    return part.kth(stream.below(part.size))


# ---------------------------------------------------------------------- breadth first


def _wide(twins: PairedTables, seed: int, most: int, outcome: Outcome) -> None:
    """The first difference of one deal, all moves of one depth before those of the next."""
    if not twins.same_pack:
        return
    try:
        level: Level = [((), twins.start(seed))]
    except RulesetFault:
        return
    looked, limit = 0, outcome.work + BROAD
    known: set[bytes] = set()
    while level and len(level[0][0]) <= outcome.most:
        deeper: Level = []
        for moves, pair in level:
            looked += 1
            found = twins.differences(*pair)
            if found:
                outcome.better(Found(twins, seed, moves, tuple(found)))
                if rate(found) == SEEN:
                    return
            if pair[0].over:
                continue
            for move in _some(pair[0].legal()):
                if looked + len(deeper) >= most or outcome.work >= limit:
                    break
                try:
                    after = outcome.play(twins, pair, move)
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
