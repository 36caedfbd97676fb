"""Moves, and the set of legal ones: its size, its k-th member, and the list only on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import attrs

from hoyle.dsl.machine.builtins import bits

Held = Any  # what a slot holds, by the kind of the slot: a number, a mask, or a tuple
Slots = list[Held]


class Move(NamedTuple):
    """The number of an action in its choice, and the values of its parameters."""

    action: int
    values: tuple[int, ...] = ()


@attrs.frozen
class RangedRows(Sequence[tuple[int, ...]]):
    """Rows of values whose last one runs from a lowest to a highest: each is kept with its bounds.

    A row is made only if somebody asks for it: an amount may be one of many thousands.
    """

    kept: tuple[tuple[int, ...], ...]  # the other values, the lowest and the highest

    def __len__(self) -> int:
        return sum(row[-1] - row[-2] + 1 for row in self.kept)

    def __getitem__(self, k: int | slice) -> Held:
        if isinstance(k, slice):
            return tuple(self)[k]
        left = k if k >= 0 else len(self) + k
        for row in self.kept:
            size = row[-1] - row[-2] + 1
            if 0 <= left < size:
                return (*row[:-2], row[-2] + left)
            left -= size
        raise IndexError("there are not so many rows")

    def __contains__(self, row: object) -> bool:
        return isinstance(row, tuple) and any(
            row[:-1] == one[:-2] and one[-2] <= row[-1] <= one[-1] for one in self.kept
        )

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for row in self.kept:
            for last in range(row[-2], row[-1] + 1):
                yield (*row[:-2], last)


@attrs.frozen
class ActionMoves:
    """The legal values of one action: `one` (no parameters), a `mask`, a `range`, or a `list`."""

    action: int
    kind: str
    mask: int = 0
    low: int = 0
    high: int = -1
    rows: Sequence[tuple[int, ...]] = ()

    @property
    def size(self) -> int:
        """How many moves."""
        if self.kind == "mask":
            return self.mask.bit_count()
        if self.kind == "range":
            return max(0, self.high - self.low + 1)
        return 1 if self.kind == "one" else len(self.rows)

    def kth(self, k: int) -> Move:
        """The k-th move, from 0."""
        if self.kind == "mask":
            mask = self.mask
            for _ in range(k):
                mask &= mask - 1
            return Move(self.action, ((mask & -mask).bit_length() - 1,))
        if self.kind == "range":
            return Move(self.action, (self.low + k,))
        return Move(self.action) if self.kind == "one" else Move(self.action, self.rows[k])

    def __contains__(self, move: Move) -> bool:
        if move.action != self.action:
            return False
        if self.kind == "mask":
            return (
                len(move.values) == 1
                and move.values[0] >= 0
                and bool(self.mask >> move.values[0] & 1)
            )
        if self.kind == "range":
            return len(move.values) == 1 and self.low <= move.values[0] <= self.high
        return move.values == () if self.kind == "one" else move.values in self.rows

    def __iter__(self) -> Iterator[Move]:
        if self.kind == "mask":
            return (Move(self.action, (card,)) for card in bits(self.mask))
        if self.kind == "list":
            return (Move(self.action, row) for row in self.rows)
        return (self.kth(k) for k in range(self.size))


@attrs.frozen
class LegalMoves:
    """All legal moves of one decision, action by action in the order of the text."""

    parts: tuple[ActionMoves, ...]

    @property
    def size(self) -> int:
        """How many moves."""
        return sum(part.size for part in self.parts)

    def kth(self, k: int) -> Move:
        """The k-th move, from 0; IndexError beyond the last."""
        for part in self.parts:
            if k < part.size:
                return part.kth(k)
            k -= part.size
        raise IndexError("there are not so many moves")

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and any(move in part for part in self.parts)

    def __iter__(self) -> Iterator[Move]:
        for part in self.parts:
            yield from part

    def __len__(self) -> int:
        return self.size
