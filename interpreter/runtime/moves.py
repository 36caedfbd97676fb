"""Moves, and the set of legal ones: its size, its k-th member, and the list only on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import attrs

from hoyle.dsl.machine.builtins import bits

Held = Any  # what a slot holds, by the kind of the slot: a number, a mask, or a tuple
Slots = list[Held]
Values = tuple[int, ...]  # values of the parameters of an action, in their order


class Move(NamedTuple):
    """The number of an action in its choice, and the values of its parameters."""

    action: int
    values: Values = ()


@attrs.frozen
class MaskRows(Sequence[Values]):
    """A row of one value for each member of a mask."""

    mask: int

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __getitem__(self, k: int | slice) -> Held:
        if isinstance(k, slice):
            return tuple(self)[k]
        return (bits(self.mask)[k],)

    def __contains__(self, row: object) -> bool:
        return (
            isinstance(row, tuple)
            and len(row) == 1
            and isinstance(row[0], int)
            and row[0] >= 0
            and bool(self.mask >> row[0] & 1)
        )

    def __iter__(self) -> Iterator[Values]:
        return ((member,) for member in bits(self.mask))


@attrs.frozen
class RangedRows(Sequence[Values]):
    """Rows of values whose last one runs from a lowest to a highest: each is kept with its bounds.

    A row is made only if somebody asks for it: an amount may be one of many thousands.
    """

    kept: tuple[Values, ...]  # the other values, the lowest and the highest

    @property
    def size(self) -> int:
        """How many rows, also where they are more than a sequence of Python's can have."""
        return sum(row[-1] - row[-2] + 1 for row in self.kept)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, k: int | slice) -> Held:
        if isinstance(k, slice):
            return tuple(islice(self, *k.indices(len(self))))
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

    def __iter__(self) -> Iterator[Values]:
        for row in self.kept:
            for last in range(row[-2], row[-1] + 1):
                yield (*row[:-2], last)


@attrs.frozen
class ActionMoves:
    """The legal moves of one action: the values of its parameters, of each move a row."""

    action: int
    rows: Sequence[Values]

    @property
    def size(self) -> int:
        """How many moves."""
        return len(self.rows)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and most of an amount; None where something other is chosen."""
        if isinstance(self.rows, RangedRows) and len(self.rows.kept[0]) == 2:
            low, high = self.rows.kept[0]
            return low, high
        return None

    def kth(self, k: int) -> Move:
        """The k-th move, from 0."""
        return Move(self.action, self.rows[k])

    def __contains__(self, move: Move) -> bool:
        return move.action == self.action and move.values in self.rows

    def __iter__(self) -> Iterator[Move]:
        return (Move(self.action, row) for row in self.rows)


@attrs.frozen
class LegalMoves:
    """All legal moves of one decision, action by action in the order of the text."""

    parts: tuple[ActionMoves, ...]

    @property
    def size(self) -> int:
        """How many moves."""
        return sum(part.size for part in self.parts)

    def kth(self, k: int) -> Move:
        """The k-th move, from 0; IndexError where there is none."""
        if isinstance(k, bool) or not isinstance(k, int):
            raise ValueError(f"moves are numbered from 0, not {k!r}")
        for part in self.parts if k >= 0 else ():
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
