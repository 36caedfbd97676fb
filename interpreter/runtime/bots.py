"""Who plays where nobody sits. A bot is given what its seat sees and may do, and nothing else."""

from __future__ import annotations

from typing import Protocol

import attrs

from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.runtime.view import View


class Bot(Protocol):
    """One way to play. It keeps nothing between its moves: all that it knows is in the view."""

    def choose(self, view: View, legal: LegalMoves, stream: Stream) -> Move:
        """One of the legal moves, of which there is at least one."""


@attrs.frozen
class Uniform:
    """Every legal move is equally likely."""

    def choose(self, view: View, legal: LegalMoves, stream: Stream) -> Move:
        """The k-th move for a k from the stream."""
        return legal.kth(stream.below(legal.size))


BOTS: dict[str, type[Bot]] = {"random": Uniform}


class Bots:
    """A bot for each seat, with a stream of its own: seed, `bot`, seat."""

    def __init__(self, seed: int, seats: int, bot: str = "random") -> None:
        self.bot = BOTS[bot]()
        self.streams = [Stream(seed, "bot", seat) for seat in range(seats)]

    def move(self, position: Position) -> Move:
        """What the bot at the seat that chooses does."""
        seat = position.seat
        assert seat is not None
        return self.bot.choose(position.view(seat), position.legal(), self.streams[seat])

    def marks(self) -> tuple[int, ...]:
        """How far each stream has been used."""
        return tuple(stream.drawn for stream in self.streams)

    def go_back(self, marks: tuple[int, ...]) -> None:
        """Use the streams again from there."""
        for stream, drawn in zip(self.streams, marks, strict=True):
            stream.drawn = drawn
