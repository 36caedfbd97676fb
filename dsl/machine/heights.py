"""Which rank a number of a ranking is the height of."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked.types import TIE_WIDTH


@attrs.frozen
class Heights:
    """Of which `ranks`, from the lowest, the first number of a row is a height, if of any.

    If it is of `several`, each has a bit.
    """

    ranks: tuple[int, ...] = ()
    several: bool = False

    def find_rank(self, numbers: int, width: int) -> int | None:
        """The rank, or the highest of them, in all the numbers of a row; None where none is told.

        `width` is what they stay below together.
        """
        if not self.ranks:
            return None
        first = numbers // (width // TIE_WIDTH ** (2 if self.several else 1))
        height = first.bit_length() if self.several else first
        return self.ranks[height - 1] if height else None
