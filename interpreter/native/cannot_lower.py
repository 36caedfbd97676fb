"""What has no native form yet. The interpreter plays such a game."""

from __future__ import annotations


class CannotLower(Exception):
    """A machine has something that is not lowered yet; `construct` names it, once."""

    def __init__(self, construct: str) -> None:
        super().__init__(f"{construct}: this has no native form yet")
        self.construct = construct
