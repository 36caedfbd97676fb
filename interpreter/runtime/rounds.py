"""Whether play goes round and round: what comes back as it was will do so for ever."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.interpreter.runtime.moves import Slots


class Rounds:
    """States that come one after another, with neither a choice nor chance between them.

    After R. P. Brent (1980): one of them is kept, a later one each time twice as many have come.
    The slots that count the rounds of `endless` loops are not compared: no rule asks for them.
    """

    def __init__(self, endless: Sequence[int]) -> None:
        self.endless = endless
        self.at, self.kept = -1, Slots()
        self.left = self.many = 1

    def has_come_back(self, s: Slots, at: int) -> bool:
        """Whether a state, at this node, is the one that is kept."""
        state = s[:]
        for slot in self.endless:
            state[slot] = 0
        if at == self.at and state == self.kept:
            return True
        self.left -= 1
        if not self.left:
            self.at, self.kept = at, state
            self.many *= 2
            self.left = self.many
        return False
