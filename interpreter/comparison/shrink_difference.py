"""A shorter way to a difference that was found: fewer players or moves, or a later beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from hoyle.interpreter.comparison.paired_tables import STATE, Twins
from hoyle.interpreter.comparison.search_result import Found, Outcome
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.script import parse_legal_move
from hoyle.interpreter.testing.shrink.reduce import Proposals, reduce

MAX_TRIES = 150

# Where the moves are made again, with which pack, and which moves.
Candidate = tuple[Twins, tuple[int, ...], list[str]]


def shrink_difference(outcome: Outcome, fewer: Sequence[Twins]) -> None:
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


def _shorten(fewer: Sequence[Twins], best: Found) -> Proposals[Candidate, Found]:
    """Each time that something shorter was found, what may be shorter still is tried from there."""
    before = None
    while best is not before:
        before = best
        for candidate in _shorter_ways(best, fewer):
            best, _ = yield candidate
            if best is not before:
                break
    return best


def _shorter_ways(found: Found, fewer: Sequence[Twins]) -> Iterator[Candidate]:
    """Fewer players, the last moves alone, one move less."""
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
    twins: Twins, pack: tuple[int, ...], texts: list[str], seed: int, outcome: Outcome
) -> Found | None:
    """The first difference when these moves are made, as far as they can be made."""
    moves: list[Move] = []
    try:
        pair = twins.start(seed, pack)
        for text in [*texts, None]:
            found = twins.differences(*pair)
            if any(one.kind != STATE for one in found):
                return Found(twins, seed, tuple(moves), tuple(found), pack)
            if text is None or pair[0].over or len(moves) >= outcome.most:
                return None
            move = parse_legal_move(pair[0], text)
            if move is not None:
                moves.append(move)
                outcome.moves += 1
                pair = twins.play(pair, move)
    except RulesetFault:
        pass
    return None
