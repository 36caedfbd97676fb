"""Faults of the engine: what no text can do wrong, since the language has no words for it.

Each takes the place of one function while it is in force; tables that are made meanwhile have it.
The sizes are counted as those of the planted texts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Slot
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.runtime import state_bytes
from hoyle.interpreter.runtime import view as views
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.choices import Choice, Decision, Refusal
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.moves import Move, Slots, Values
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.table import Position


@attrs.frozen
class EngineFault:
    """One fault: what it is, the property that must be found broken, and the smallest size."""

    name: str
    what: str
    game: str
    property: str
    players: int
    moves: int
    cards: int
    why: str
    planted: Callable[[], AbstractContextManager[None]] = attrs.field(repr=False)


ENGINE_FAULTS: list[EngineFault] = []
Planting = Callable[[], Iterator[None]]


def fault(
    what: str, game: str, property_: str, size: tuple[int, int, int], why: str
) -> Callable[[Planting], Planting]:
    """Enter a fault in the list."""

    def enter(planting: Planting) -> Planting:
        name = planting.__name__
        planted = contextmanager(planting)
        ENGINE_FAULTS.append(EngineFault(name, what, game, property_, *size, why, planted))
        return planting

    return enter


@fault(
    "the last card of the pack is left out when all are gathered", "scotch-whist", "cards",
    (2, 0, 0), "The cards are gathered before the first deal, so it shows before anybody plays.",
)  # fmt: skip
def gathered_short() -> Iterator[None]:
    """A card lies nowhere."""
    before = Zones.gather

    def gather(self: Zones, s: Slots, pile: int, span: Any) -> None:
        before(self, s, pile, span)
        s[pile] = s[pile][:-1]

    with patch.object(Zones, "gather", gather):
        yield


@fault(
    "a card that is played stays in the hand as well", "scotch-whist", "cards", (2, 1, 1),
    "The first card that is played lies in two places; it is named because it is played.",
)  # fmt: skip
def played_twice() -> Iterator[None]:
    """A card lies in two places."""
    before = Zones.take

    def take(self: Zones, s: Slots, slot: int, card: int, span: Any) -> None:
        held = s[slot] if slot >= 0 and not self.places[slot].pile else None
        before(self, s, slot, card, span)
        if held is not None:
            s[slot] = held

    with patch.object(Zones, "take", take):
        yield


@fault(
    "a move that is taken back leaves the cards and chips as they came to be", "ziginette", "undo",
    (2, 1, 0), "keep_limits, and the cards are laid out: taken back, they lie there still.",
)  # fmt: skip
def taken_back_by_half() -> Iterator[None]:
    """The position before has the slots of the one after."""

    def undo(self: Position) -> Position:
        return self if self.before is None else attrs.evolve(self.before, slots=self.slots)

    with patch.object(Position, "undo", undo):
        yield


@fault(
    "a number at its highest is read one lower from a saved game", "ziginette", "saved",
    (2, 0, 0), "`new_bank` is yes in the beginning, the higher of two, and is read as no.",
)  # fmt: skip
def highest_read_lower() -> Iterator[None]:
    """A state that is read is another."""
    before = state_bytes.decode_slot

    def decode_slot(slot: Slot, data: bytes) -> Any:
        found = before(slot, data)
        return found - 1 if slot.kind == "number" and found == slot.high > slot.low else found

    with patch.object(state_bytes, "decode_slot", decode_slot):
        yield


@fault(
    "every second shuffle turns the pile over", "scotch-whist", "replayed", (2, 0, 0),
    "There is one shuffle before the first card is played; played again it comes out otherwise.",
)  # fmt: skip
def every_second_shuffle() -> Iterator[None]:
    """What chance brings hangs on how often it was asked in all."""
    before, calls = Engine.happen, count()

    def happen(self: Engine, s: Slots, at: int, outcome: Any) -> int:
        shuffled = isinstance(outcome, Sequence)
        return before(self, s, at, outcome[::-1] if shuffled and next(calls) % 2 else outcome)

    with patch.object(Engine, "happen", happen):
        yield


@fault(
    "asking about a move leaves its card in the position", "scotch-whist", "asking", (2, 0, 0),
    "The first position has cards to ask about, and asking about one of them changes it.",
)  # fmt: skip
def asking_leaves_a_card() -> Iterator[None]:
    """The slots of an action's values are not put back."""

    def why_not(self: Position, move: Move | str) -> Refusal | None:
        move = self.parse(move) if isinstance(move, str) else move
        decision = self.table.engine.decisions[self.at]
        choice = decision.choices[move.action]
        found = decision.refuse(list(self.slots), choice, move.values)
        for slot, value in zip(choice.slots, move.values, strict=True):
            self.slots[slot] = value
        return found

    with patch.object(Position, "why_not", why_not):
        yield


@fault(
    "of a move with two values only the first is written", "ziginette", "texts", (2, 0, 0),
    "The first to choose may set the limits, 1 2 or 1 3; both are called `set-limits 1`.",
)  # fmt: skip
def second_value_unwritten() -> Iterator[None]:
    """Two moves have one text."""

    def move(self: Notation, node: p.Choose, move: Move) -> str:
        action = node.actions[move.action]
        pairs = list(zip(move.values, action.params, strict=True))[:1]
        return " ".join([to_dashes(action.name), *(self.format_value(v, q.type) for v, q in pairs)])

    with patch.object(Notation, "format_move", move):
        yield


@fault(
    "the highest amount of a range is refused", "ziginette", "listed", (2, 0, 0),
    "The first to choose may set the most to 10, which is listed, and refused.",
)  # fmt: skip
def highest_amount_refused() -> Iterator[None]:
    """The list of moves and the refusals do not agree about the end of a range."""
    before = Decision.refuse

    def refuse(self: Decision, s: Slots, choice: Choice, values: Values) -> Refusal | None:
        found = before(self, s, choice, values)
        for k, param in enumerate(choice.action.params):
            if found is None and param.shape == "range":
                if values[k] == choice.overs[k](s)[1]:
                    return Refusal(("not so much",), param.span, param.name)
                s[choice.slots[k]] = values[k]
        return found

    with patch.object(Decision, "refuse", refuse):
        yield


@fault(
    "conditions refuse nothing: only what is not there to choose from", "scotch-whist", "refused",
    (2, 1, 2),
    "One leads, and the other has a card of that suit and others that may not be played: of 18 "
    "cards at most eight are of the suit. The two cards of the suit are named.",
)  # fmt: skip
def conditions_refuse_nothing() -> Iterator[None]:
    """What is not listed has no reason against it."""
    before = Decision.refuse

    def refuse(self: Decision, s: Slots, choice: Choice, values: Values) -> Refusal | None:
        if values in self.candidates(s, choice):
            return None
        return before(self, s, choice, values)

    with patch.object(Decision, "refuse", refuse):
        yield


@fault(
    "where cards are tried one by one the last is forgotten", "scotch-whist", "agreement",
    (2, 0, 0), "The eldest hand may lead any card, and the last of them is missing.",
)  # fmt: skip
def last_card_untried() -> Iterator[None]:
    """The conditions as written leave another set of moves than the fold."""
    before = Decision.rows

    def rows(self: Decision, s: Slots, choice: Choice) -> tuple[tuple[int, ...], ...]:
        found = before(self, s, choice)
        return found[:-1] if choice.folds else found

    with patch.object(Decision, "rows", rows):
        yield


@fault(
    "hidden cards keep their places among those that are seen", "scotch-whist", "secrets",
    (3, 0, 1),
    "The turned up card is seen in the dealer's hand, and how many cards lie before it tells of "
    "those that are hidden. It is named: were it the first of the pack, none could lie before it. "
    "Of two players each knows what the other has.",
)  # fmt: skip
def places_tell() -> Iterator[None]:
    """What a seat sees of a hand hangs on what it does not see."""
    before = views.make_view

    def view(engine: Engine, s: Slots, at: int, seat: int) -> views.View:
        found, zones = before(engine, s, at, seat), engine.zones
        told = []
        for zone in found.zones:
            seen = {card for card in zone.cards if card is not None}
            cards = tuple(card if card in seen else None for card in zones.cards(s, zone.slot))
            told.append(attrs.evolve(zone, cards=cards))
        return attrs.evolve(found, zones=tuple(told))

    with ExitStack() as stack:
        for name, module in sorted(sys.modules.items()):
            if name.startswith("hoyle.") and getattr(module, "make_view", None) is before:
                stack.enter_context(patch.object(module, "make_view", view))
        yield
