"""The cards that moves have named and no rule has moved since: they are not named again."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.interpreter.narration.context import Context
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card


class PlayedCards:
    """All of them, and those that the last to move has named in one turn."""

    def __init__(self) -> None:
        self.all: set[Card] = set()
        self.of_turn: set[Card] = set()
        self.mover = -1  # the last to move
        self.gone: set[Card] = set()  # those that the words for the cards before them stand for too

    def add(self, player: int, cards: set[Card]) -> None:
        """A move has named these."""
        if player != self.mover:
            self.mover, self.of_turn = player, set()
        self.all |= cards
        self.of_turn |= cards

    def discard(self, cards: Iterable[Card]) -> None:
        """A move lays these away: they do not go with what is played behind them."""
        self.all.difference_update(cards)
        self.of_turn.difference_update(cards)

    def clear(self) -> None:
        """The rules have moved cards: what they are called is needed again."""
        self.all.clear()
        self.of_turn.clear()

    def are(self, cards: Iterable[Card]) -> bool:
        """Whether these, with those that go along, are all, or all of one turn."""
        return self.gone.union(cards) in (self.all, self.of_turn)

    def are_of(self, player: int | None, cards: Iterable[Card]) -> bool:
        """Whether these, with those that go along, are all that the last to move has named."""
        return player == self.mover and self.gone.union(cards) == self.of_turn

    def have_gone(self, event: e.CardsMoved) -> bool:
        """Whether it has been told with the cards before these that they go."""
        told = self.gone.issuperset(event.cards)
        self.gone = self.gone.difference(event.cards) if told else set()
        return told

    def go_along(self, event: e.CardsMoved, context: Context) -> None:
        """Cards that go the same way right behind are told with these, if that is all of them."""
        self.gone = context.find_going_along(event)
        if not self.are(event.cards):
            self.gone = set()
