"""Places of a row that all move on as they are, or that a card each is dealt to: told as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from hoyle.interpreter.narration.labels import Labels, join_numbers, name_row
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event

FEWEST = 2  # places that are told as one


@attrs.frozen
class MovedRow:
    """Neighbours of a row, each of which holds what another held; `moves` brought it there."""

    name: str  # of one of them without its number: `pile`, `ann's place`
    moves: Sequence[e.CardsMoved]
    numbers: Sequence[int]
    distance: int

    def format(self) -> str:
        """`piles 9 to 52 become 8 to 51`."""
        before = sorted(self.numbers)
        now = [number + self.distance for number in before]
        return f"{name_row(self.name, before)} become {join_numbers(now)}"


@attrs.frozen
class DealtRow:
    """Neighbours of a row to each of which one card comes from the same pile, by these `moves`."""

    name: str
    moves: Sequence[e.CardsMoved]
    numbers: Sequence[int]

    def format(self) -> str:
        """Where the cards go: `to columns 1 to 7`."""
        return f"to {name_row(self.name, self.numbers)}"

    def list_cards(self) -> list[Card]:
        """The cards, in their places."""
        return [card for move in self.moves for card in move.cards]


def find_moved_row(
    event: e.CardsMoved, after: Sequence[Event], labels: Labels, held: Mapping[int, int]
) -> MovedRow | None:
    """The row that one line of the rules moves on, place by place, from this move on.

    `held` is how many cards lie in each place. Each place is moved whole, to an empty one.
    """
    lying = Counter(held)
    name, _, distance = _find_way(event, labels)
    moves, numbers = list[e.CardsMoved](), list[int]()
    for other in (event, *after):
        if not isinstance(other, e.CardsMoved) or other.span != event.span or other.worth:
            break
        called, number, goes = _find_way(other, labels)
        if not called or (called, goes) != (name, distance):
            break
        if numbers and (number - numbers[-1]) * (1 if distance < 0 else -1) != 1:
            break
        if lying[other.from_[0]] != len(other.cards) or lying[other.to]:
            break
        lying[other.from_[0]], lying[other.to] = 0, len(other.cards)
        moves.append(other)
        numbers.append(number)
    return MovedRow(name, moves, numbers, distance) if len(moves) >= FEWEST else None


def find_dealt_row(event: e.CardsMoved, after: Sequence[Event], labels: Labels) -> DealtRow | None:
    """The row to which one line of the rules deals card by card, from this move on."""
    moves, numbers = list[e.CardsMoved](), list[int]()
    name = labels.format_place(event.to).rpartition(" ")[0]
    for other in (event, *after):
        if not isinstance(other, e.CardsMoved) or other.span != event.span or other.worth:
            break
        called, _, number = labels.format_place(other.to).rpartition(" ")
        if len(other.cards) != 1 or other.from_ != event.from_ or other.below:
            break
        if called != name or not called or not number.isdigit():
            break
        if numbers and int(number) != numbers[-1] + 1:
            break
        moves.append(other)
        numbers.append(int(number))
    return DealtRow(name, moves, numbers) if len(moves) >= FEWEST else None


def _find_way(event: e.CardsMoved, labels: Labels) -> tuple[str, int, int]:
    """The name of the places of a row between which cards go, from which number, and how far.

    Without a name where they do not come from one place of the same row.
    """
    sources = set(event.from_)
    if len(sources) == 1:
        name, _, number = labels.format_place(sources.pop()).rpartition(" ")
        to_name, _, to = labels.format_place(event.to).rpartition(" ")
        if name == to_name and name and number.isdigit() and to.isdigit():
            return name, int(number), int(to) - int(number)
    return "", 0, 0
