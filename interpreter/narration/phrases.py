"""What happened, as short phrases: for each kind of event the words for it. No game is known here.

What the reader has just been told in another way is left out: a payment or a register that only
repeats the choice, flags and counters of the rules' own.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.checked.types import (
    CARD,
    SEAT,
    SIDE,
    YESNO,
    NumberT,
    SeveralT,
    Type,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.interpreter.narration.labels import Labels, count_cards, join_words
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event
from hoyle.interpreter.runtime.notation import to_dashes

NO_REASON = ("", "-", "otherwise")


@attrs.frozen
class Gain:
    """A change of a register that belongs to a seat or side, with the row of a table behind it."""

    who: str
    change: int | None  # None where a value was given, not added
    reason: str
    register: str
    value: str


class Phrases:
    """Phrases for the events of one table."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.words = labels.words
        self.names = labels.names

    # ------------------------------------------------------------------ cards

    def format_choice(self, event: e.MoveChosen) -> str:
        """A move, without the seat: `play 7♣`, `buy 4`, `pass 3 cards`."""
        pairs = zip(event.values, event.types, strict=True)
        values = [self.words.format_value(value, bare(kind)) for value, kind in pairs]
        return " ".join([to_dashes(event.action), *values])

    def format_consequence(self, event: e.CardsMoved, choice: e.MoveChosen) -> str:
        """Cards that move because of a choice: `6♣`, `6♣ to trick`; empty where it said so."""
        named = _list_cards_named(choice)
        cards = event.cards
        owner = self.labels.find_owner(event.to)
        own = owner == choice.seat
        if cards and all(card is None or card in named for card in cards):
            told = len(cards) == len(named) or all(card is not None for card in cards)
            if told and (own or owner is None):
                return ""
        return self._format_cards(event) if own else self.format_move(event)

    def format_move(self, event: e.CardsMoved) -> str:
        """Cards and where they go: `9♥ to ann's box`; known ones are only counted."""
        return f"{self._format_cards(event)} {self.format_way(event)}"

    def _format_cards(self, event: e.CardsMoved) -> str:
        if is_only_counted(event):
            return count_cards(len(event.cards))
        return self.labels.format_moving(event.cards)

    def format_way(self, event: e.CardsMoved) -> str:
        """Where cards go."""
        return f"{'below' if event.below else 'to'} {self.labels.format_place(event.to)}"

    def list_showings(self, event: e.CardsShown | e.CardsHidden) -> list[str]:
        """Cards turned up, by the place where they lie; a place without news is left out."""
        by_place: dict[int, list[Card]] = {}
        fresh: set[int] = set()
        for card, place, new in zip(event.cards, event.places, event.news, strict=True):
            by_place.setdefault(place, []).append(card)
            fresh |= {place} if new else set()
        to = "" if event.to < 0 else f" to {self.names[event.to]}"
        word = "hidden" if isinstance(event, e.CardsHidden) else f"shown{to}"
        return [
            f"{self.labels.format_place(place)} {word}: {self.labels.format_moving(cards)}"
            for place, cards in by_place.items()
            if place in fresh
        ]

    # ------------------------------------------------------------------ chips and points

    def format_payment(self, event: e.ChipsPaid, choice: e.MoveChosen | None) -> str:
        """`ann pays bob 6`; empty where nothing is paid, or the choice said it."""
        amount, giver, taker = event.amount, event.from_, event.to
        if amount == 0:
            return ""
        if amount < 0:
            amount, giver, taker = -amount, taker, giver
        source, to = self.labels.find_owner(giver), self.labels.find_owner(taker)
        if choice is not None and source == choice.seat and to in (source, None):
            pairs = zip(choice.values, choice.types, strict=True)
            if amount in [value for value, kind in pairs if isinstance(bare(kind), NumberT)]:
                return ""
        reason = next((row for _, row, _ in reversed(event.rows) if row not in NO_REASON), "")
        behind = f" ({reason})" if reason else ""
        names = self.labels.format_name(giver), self.labels.format_name(taker)
        if source is not None and source == to:
            return f"{self.names[source]} moves {amount} from {names[0]} to {names[1]}{behind}"
        one = self.labels.format_place(giver) if source is None else self.names[source]
        other = self.labels.format_place(taker) if to is None else self.names[to]
        if source is not None and to is not None and names[0] != names[1]:
            return f"{one} pays {other} {amount} from the {names[0]}{behind}"
        return f"{one} pays {other} {amount}{behind}"

    def format_family(self, family: p.Family, values: Sequence[int]) -> str:
        """A number of every seat or side: `chips: ann 97 · bob 103`."""
        who = [
            self.words.format_value(k + family.lows[0], family.kinds[0]) for k in range(len(values))
        ]
        shown = " · ".join(f"{one} {value}" for one, value in zip(who, values, strict=True))
        return f"{to_dashes(family.name)}: {shown}"

    def find_gain(self, event: e.RegisterSet) -> Gain | None:
        """A number of a seat or side that has changed; None where it is none or stays the same."""
        family = self.labels.find_family(event.place)
        if family is None or family.record is not None or event.old == event.new:
            return None
        if not isinstance(bare(event.type), NumberT) or family.kinds not in ((SEAT,), (SIDE,)):
            return None
        assert isinstance(event.new, int) and isinstance(event.old, int)
        who = self.words.format_value(event.place - family.base + family.lows[0], family.kinds[0])
        change = event.new - event.old if event.add else None
        worth = event.new if change is None else abs(change)
        reason = next((row for _, row, value in reversed(event.rows) if value == worth), "")
        value = self.words.format_value(event.new, event.type)
        reason = "" if reason in NO_REASON else reason
        return Gain(who, change, reason, self.labels.format_name(event.place), value)

    def format_gains(self, gains: Sequence[Gain]) -> str:
        """Changes that one row made: `ann +10 ten of trumps → made 10, score 43`."""
        first = gains[0]
        reason = f" {first.reason}" if first.reason else ""
        values = ", ".join(f"{gain.register} {gain.value}" for gain in gains)
        change = "" if first.change is None else f" {first.change:+d}"
        return f"{first.who}{change}{reason} → {values}"

    def format_register(self, event: e.RegisterSet) -> str:
        """Any other register: `leader: bob`; empty where it is the rules' own affair."""
        family, kind = self.labels.find_family(event.place), bare(event.type)
        if family is None or family.record is not None or event.old == event.new:
            return ""
        if kind == YESNO or isinstance(kind, SeveralT):
            return ""
        if event.new == -1 and not isinstance(kind, NumberT):
            return ""
        value = self.words.format_value(event.new, event.type)
        return f"{self.labels.format_place(event.place)}: {value}"

    # ------------------------------------------------------------------ the rest

    def format_draw(self, event: e.MemberDrawn) -> str:
        """What chance has drawn."""
        value = self.words.format_value(event.value, event.type)
        return f"{self.labels.format_place(event.place)}: {value} ({event.what.replace('_', ' ')})"

    def format_announcement(self, event: e.ValueAnnounced) -> str:
        """A value that all are told."""
        return f"{event.name.replace('_', ' ')}: {self.words.format_value(event.value, event.type)}"

    def format_winners(self, event: e.GameWon) -> str:
        """Who has won."""
        names = [self.names[seat] for seat in event.seats]
        if not names:
            return "nobody wins"
        return f"{join_words(names)} {'wins' if len(names) == 1 else 'win'}"


def is_only_counted(event: e.CardsMoved) -> bool:
    """Whether cards that move are only counted: the reader knows them, or sees none of them."""
    known = len(event.cards) > 1 and not any(event.news)
    return known or all(card is None for card in event.cards)


def _list_cards_named(choice: e.MoveChosen) -> set[e.SlotValue]:
    found: set[e.SlotValue] = set()
    for value, kind in zip(choice.values, choice.types, strict=True):
        if bare(kind) == CARD and value is not None:
            found.add(value)
        elif isinstance(value, tuple):
            found |= {card for card in value if isinstance(card, int)}
    return found


def repeats_choice(event: e.RegisterSet, choice: e.MoveChosen | None) -> bool:
    """Whether a register only takes over a value of the choice."""
    if choice is None:
        return False
    if event.add and isinstance(event.new, int) and isinstance(event.old, int):
        return abs(event.new - event.old) in choice.values
    return event.new in choice.values


def names_value(events: Sequence[Event], value: e.SlotValue, kind: Type) -> bool:
    """Whether a sentence before the next choice names this value."""
    for event in events:
        if isinstance(event, e.MoveChosen):
            return False
        if isinstance(event, e.SentenceSaid) and (value, bare(kind)) in [
            (piece[0], bare(piece[1])) for piece in event.sentence if not isinstance(piece, str)
        ]:
            return True
    return False
