"""What happened, as short phrases: for each kind of event the words for it. No game is known here.

`calm` telling leaves out what the reader has just been told in another way: a payment or a register
that only repeats the choice, a new leader whom a sentence of the rules names, flags and counters of
the rules' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.dsl.checked.types import (
    CARD,
    SEAT,
    SIDE,
    YESNO,
    NumberT,
    SequenceT,
    SetT,
    Type,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.interpreter.narration.labels import Labels, count_cards, join_words
from hoyle.interpreter.runtime.events import Event
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

    # ------------------------------------------------------------------ moves

    def choice(self, event: Event) -> str:
        """A move, without the seat: `play 7♣`, `buy 4`, `pass [? ? ?]`."""
        values = [
            self.value(value, kind)
            for value, kind in zip(event["values"], event["types"], strict=True)
        ]
        return " ".join([to_dashes(event["action"]), *values])

    def value(self, value: Any, kind: Type) -> str:
        """A value of a move as `sight` hands it on: cards may be hidden."""
        kind = bare(kind)
        if kind == CARD:
            return "a card" if value is None else self.words.card(value)
        if isinstance(kind, SetT | SequenceT) and isinstance(value, tuple):
            if all(card is None for card in value) and bare(kind.of) == CARD and value:
                return count_cards(len(value))
            return "[" + " ".join(self.value(one, kind.of) for one in value) + "]"
        return self.words.value(value, kind)

    def follows(self, event: Event, choice: Event | None) -> str:
        """Cards that move because of a choice: `6♣`, `6♣ to trick`; empty where it was said."""
        if choice is None:
            return ""
        named = _cards_named(choice)
        cards, to = event["cards"], event["to"]
        owner = self.labels.owner(to)
        own = owner == choice["seat"]
        if cards and all(card is None or card in named for card in cards):
            told = len(cards) == len(named) or all(card is not None for card in cards)
            if told and (own or owner is None):
                return ""
        text = count_cards(len(cards)) if counted(event) else self.labels.some(cards)
        return text if own else f"{text} {self.way(event)}"

    def travel(self, event: Event) -> str:
        """Cards that the rules move: `9♥ to ann's box`; known ones are only counted."""
        cards = event["cards"]
        text = count_cards(len(cards)) if counted(event) else self.labels.some(cards)
        return f"{text} {self.way(event)}"

    def way(self, event: Event) -> str:
        """Where cards go."""
        return f"{'below' if event['bottom'] else 'to'} {self.labels.place(event['to'])}"

    def showing(self, event: Event) -> list[str]:
        """Cards turned up, by the place where they lie; a place without news is left out."""
        by_place: dict[int, list[int | None]] = {}
        fresh: set[int] = set()
        for card, place, new in zip(event["cards"], event["places"], event["news"], strict=True):
            by_place.setdefault(place, []).append(card)
            fresh |= {place} if new else set()
        hides = event.kind == "hide"
        to = "" if event["to"] < 0 or hides else f" to {self.names[event['to']]}"
        word = "hidden" if hides else f"shown{to}"
        return [
            f"{self.labels.place(place)} {word}: {self.labels.some(cards)}"
            for place, cards in by_place.items()
            if place in fresh
        ]

    # ------------------------------------------------------------------ chips and points

    def payment(self, event: Event, choice: Event | None) -> str:
        """`ann pays bob 6`; empty where nothing is paid, or the choice said it."""
        amount, giver, taker = event["amount"], event["giver"], event["taker"]
        if amount == 0:
            return ""
        if amount < 0:
            amount, giver, taker = -amount, taker, giver
        source, to = self.labels.owner(giver), self.labels.owner(taker)
        if choice is not None and source == choice["seat"] and to in (source, None):
            numbers = [
                value for value, kind in zip(choice["values"], choice["types"], strict=True)
                if isinstance(bare(kind), NumberT)
            ]  # fmt: skip
            if amount in numbers:
                return ""
        reason = next((row for _, row, _ in reversed(event["rows"]) if row not in NO_REASON), "")
        behind = f" ({reason})" if reason else ""
        return f"{self.paid(amount, giver, taker)}{behind}"

    def paid(self, amount: int, giver: int, taker: int) -> str:
        """Who pays whom, in as few words as the places allow."""
        source, to = self.labels.owner(giver), self.labels.owner(taker)
        names = self.labels.name(giver), self.labels.name(taker)
        if source is not None and source == to:
            return f"{self.names[source]} moves {amount} from {names[0]} to {names[1]}"
        one = self.labels.place(giver) if source is None else self.names[source]
        other = self.labels.place(taker) if to is None else self.names[to]
        if source is not None and to is not None and names[0] != names[1]:
            return f"{one} pays {other} {amount} from the {names[0]}"
        return f"{one} pays {other} {amount}"

    def held(self, family: p.Family, values: Sequence[int]) -> str:
        """A number of every seat or side: `chips: ann 97 · bob 103`."""
        who = [self.words.value(k + family.lows[0], family.kinds[0]) for k in range(len(values))]
        shown = " · ".join(f"{one} {value}" for one, value in zip(who, values, strict=True))
        return f"{to_dashes(family.name)}: {shown}"

    def gain(self, event: Event) -> Gain | None:
        """A number of a seat or side that has changed; None where it is none or stays the same."""
        family = self.labels.family(event["slot"])
        if family is None or family.record is not None or event["old"] == event["new"]:
            return None
        if not isinstance(bare(event["type"]), NumberT) or family.kinds not in ((SEAT,), (SIDE,)):
            return None
        who = self.words.value(event["slot"] - family.base + family.lows[0], family.kinds[0])
        change = event["new"] - event["old"] if event["add"] else None
        worth = event["new"] if change is None else abs(change)
        reason = next(
            (row for _, row, value in reversed(event["rows"]) if value == worth), ""
        )  # fmt: skip
        value = self.words.value(event["new"], event["type"])
        reason = "" if reason in NO_REASON else reason
        return Gain(who, change, reason, self.labels.name(event["slot"]), value)

    def gains(self, gains: Sequence[Gain]) -> str:
        """Changes that one row made: `ann +10 ten of trumps → made 10, score 43`."""
        first = gains[0]
        reason = f" {first.reason}" if first.reason else ""
        values = ", ".join(f"{one.register} {one.value}" for one in gains)
        if first.change is None:
            return f"{first.who}{reason} → {values}"
        return f"{first.who} {first.change:+d}{reason} → {values}"

    def register(self, event: Event) -> str:
        """Any other register: `leader: bob`; empty where it is the rules' own affair."""
        family, kind = self.labels.family(event["slot"]), bare(event["type"])
        if family is None or family.record is not None or event["old"] == event["new"]:
            return ""
        if kind == YESNO or (event["new"] == -1 and not isinstance(kind, NumberT)):
            return ""
        if isinstance(kind, SetT | SequenceT):
            return ""
        value = self.words.value(event["new"], event["type"])
        return f"{self.labels.place(event['slot'])}: {value}"

    # ------------------------------------------------------------------ the rest

    def draw(self, event: Event) -> str:
        """What chance has drawn."""
        value = self.words.value(event["value"], event["type"])
        return f"{self.labels.place(event['slot'])}: {value} ({event['what'].replace('_', ' ')})"

    def announced(self, event: Event) -> str:
        """A value that all are told."""
        value = self.words.value(event["value"], event["type"])
        return f"{event['name'].replace('_', ' ')}: {value}"

    def won(self, event: Event) -> str:
        """Who has won."""
        names = [self.names[seat] for seat in event["seats"]]
        if not names:
            return "nobody wins"
        return f"{join_words(names)} {'wins' if len(names) == 1 else 'win'}"


def counted(event: Event) -> bool:
    """Whether cards that move are only counted: the reader knows them, or sees none of them."""
    cards = event["cards"]
    return (event["old"] and len(cards) > 1) or all(card is None for card in cards)


def _cards_named(choice: Event) -> set[int]:
    found: set[int] = set()
    for value, kind in zip(choice["values"], choice["types"], strict=True):
        if bare(kind) == CARD and value is not None:
            found.add(value)
        elif isinstance(value, tuple):
            found |= {card for card in value if isinstance(card, int)}
    return found


def repeats(event: Event, choice: Event | None) -> bool:
    """Whether a register only takes over a value of the choice."""
    if choice is None:
        return False
    change = abs(event["new"] - event["old"]) if event["add"] else event["new"]
    return change in choice["values"]


def names_value(events: Sequence[Event], value: Any, kind: Type) -> bool:
    """Whether a sentence before the next choice names this value."""
    for event in events:
        if event.kind == "choose":
            return False
        if event.kind == "say" and (value, bare(kind)) in [
            (piece[0], bare(piece[1])) for piece in event["pieces"] if not isinstance(piece, str)
        ]:
            return True
    return False
