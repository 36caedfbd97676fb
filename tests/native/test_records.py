"""Games are played on from records, as the interpreter plays them on from positions."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.native.kernel import Kernel, Record, Status, compile_machine
from hoyle.interpreter.runtime.fault import IllegalMove
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Position


def kernel_of(name: str, players: int) -> Kernel:
    machine = hoyle.load(name).table(players, traced=False).machine
    return compile_machine(machine, best=False)


def walk(kernel: Kernel, seed: int, most: int) -> list[tuple[Position, Record]]:
    """A game by the interpreter and by steps of records, side by side."""
    position, record, stream = kernel.table.start(seed), kernel.start(seed), Stream(seed, "way", 0)
    found = [(position, record.copy())]
    while not position.over and len(found) < most:
        k = stream.below(position.legal().size)
        position = position.play(position.legal().kth(k))
        kernel.step(record, k)
        found.append((position, record.copy()))
    return found


@pytest.mark.parametrize(
    ("name", "players"), [("scotch-whist", 4), ("pontoon", 3), ("zetema", 2), ("ziginette", 3)]
)
def test_steps_lead_where_moves_lead(name: str, players: int) -> None:
    kernel = kernel_of(name, players)
    for position, record in walk(kernel, 3, 120):
        assert kernel.unpack(record).bytes() == position.bytes()
        assert (record.at, record.total) == (position.at, position.legal().size)
        if position.over:
            winners = sum(1 << seat for seat in position.winners)
            payoffs = [position.payoff(seat) for seat in range(players)]
            assert kernel.result(record) == (winners, payoffs)
        else:
            assert record.seat == position.seat
            assert kernel.legal(record) == position.legal().size
            assert kernel.result(record) is None


@pytest.mark.parametrize(("name", "players"), [("scotch-whist", 4), ("pontoon", 3), ("zetema", 2)])
def test_moves_and_views_are_those_of_the_position(name: str, players: int) -> None:
    kernel = kernel_of(name, players)
    for position, record in walk(kernel, 8, 40)[::4]:
        assert kernel.moves(record) == list(position.legal())
        assert kernel.view(record, 1) == position.view(1)


@pytest.mark.parametrize(("name", "players"), [("scotch-whist", 4), ("zetema", 3)])
def test_a_packed_position_is_played_on_like_the_record(name: str, players: int) -> None:
    kernel = kernel_of(name, players)
    for position, record in walk(kernel, 5, 60)[::10]:
        packed = kernel.pack(position)
        assert kernel.unpack(packed).bytes() == position.bytes()
        assert kernel.playouts(packed, 20, 77).rows == kernel.playouts(record, 20, 77).rows


def test_playouts_begin_with_the_move_that_is_said() -> None:
    kernel = kernel_of("scotch-whist", 4)
    record = kernel.start(1)
    outcomes = set()
    for move in range(record.total):
        after = record.copy()
        kernel.step(after, move)
        played = kernel.playouts(record, 50, 0, move=move)
        assert set(played.statuses) == {Status.OVER}
        outcomes.add(tuple(played.decisions))
    assert len(outcomes) > 1
    assert list(kernel.playouts(record, 1, 0, move=record.total).statuses) == [Status.NO_PLACE]


def test_there_is_no_other_move() -> None:
    kernel = kernel_of("scotch-whist", 4)
    record = kernel.start(1)
    before = bytes(record.bytes)
    with pytest.raises(IllegalMove):
        kernel.step(record, record.total)
    with pytest.raises(IndexError):
        kernel.kth(record, record.total)
    assert bytes(record.bytes) == before


def test_cards_laid_by_hand_have_no_record() -> None:
    kernel = kernel_of("scotch-whist", 4)
    with pytest.raises(ValueError, match="by hand"):
        kernel.pack(kernel.table.start(0, pack="A♠"))
