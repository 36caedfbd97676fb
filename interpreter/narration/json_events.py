"""What happened, for a program: plain values, cards by their text, hidden cards as null."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from hoyle.dsl.checked.types import NumberT, SeveralT, Type, bare
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.events import (
    CardsDealt,
    Event,
    RegisterSet,
    Role,
    Rows,
    SlotValue,
)
from hoyle.interpreter.runtime.table import Position, Table

Json = str | int | None | list["Json"] | dict[str, "Json"]
INTERNAL = {
    Role.SEALED, Role.NODE, Role.SEERS, Role.NEWS, Role.HELD, Role.ROWS_BEFORE, Role.ROWS_HIDDEN,
    Role.TYPE, Role.DETAIL,
}  # fmt: skip


class JsonEvents:
    """Events of one table as one reader may know them, as objects of JSON."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.labels = Labels(table, symbols=False)
        self.words = self.labels.words
        self.texts: dict[int, str] = {}  # of cards: a game may tell of one very often
        self.redaction = Redaction(table, seat)

    def list_events(self, position: Position) -> list[dict[str, Json]]:
        """The events that led to a position."""
        return [self._format_event(event) for event in self.redaction.redact_events(position)]

    def _format_event(self, event: Event) -> dict[str, Json]:
        """Its kind, the place of its rule, and each field under its own name."""
        span = event.span
        found: dict[str, Json] = {"event": event.kind, "file": span.source.name, "line": span.line}
        if isinstance(event, CardsDealt):
            pairs = zip(event.to, event.cards, strict=True)
            dealt: list[Json] = [
                {"to": self.labels.format_place(to), "card": self._format_card(card)}
                for to, card in pairs
            ]
            return {**found, "from": self.labels.format_place(event.from_), "dealt": dealt}
        for name, role in event.roles.items():
            if role not in INTERNAL:
                field = self._format_field(event, role, getattr(event, name))
                found[name.removesuffix("_")] = field
        return found

    def _format_field(self, event: Event, role: Role, held: Any) -> Json:
        match role:
            case Role.ACTOR | Role.AUDIENCE:
                return None if held < 0 else self.labels.names[held]
            case Role.NAME:
                return to_dashes(held)
            case Role.OWN_VALUES:
                types = event.get(Role.TYPE)
                return [self._format_value(v, of) for v, of in zip(held, types, strict=True)]
            case Role.SUBJECT:
                return self.labels.format_subject(held) or None
            case Role.OLD | Role.NEW | Role.VALUE:
                return self._format_value(held, event.get(Role.TYPE))
            case Role.CARDS:
                return [self._format_card(card) for card in held]
            case Role.SOURCES | Role.PLACES | Role.TARGETS:
                # many cards, few places
                places = {at: self.labels.format_place(at) for at in sorted({*held}) if at >= 0}
                return [places.get(at) for at in held]
            case (
                Role.PILE | Role.TARGET | Role.MIXED | Role.SWAPPED | Role.GATHERED | Role.REGISTER
            ):
                return self.labels.format_place(held)
            case Role.BELOW | Role.AMOUNT:
                plain: int = held
                return plain
            case Role.ROWS:
                rows = (*event.get(Role.ROWS_BEFORE, ()), *held)
                return [
                    {"table": to_dashes(table), "row": row, "value": value}
                    for table, row, value in _list_giving_rows(event, rows)
                ]
            case Role.SENTENCE:
                return self.words.format_sentence(held)
            case Role.SEATS:
                return [self.labels.names[seat] for seat in held]
            case Role.RECORD:
                return self.labels.format_record(*held)
            case Role.WORTH:
                return {
                    self.labels.format_place(at): self.labels.format_worth(worth, kind, at)
                    for at, worth, kind in held
                }
            case Role.SEALED | Role.NODE | Role.SEERS | Role.NEWS | Role.HELD:
                raise AssertionError(role)
            case Role.ROWS_BEFORE | Role.ROWS_HIDDEN | Role.TYPE | Role.DETAIL:
                raise AssertionError(role)
        assert_never(role)

    def _format_card(self, card: int | None) -> str | None:
        if card is None:
            return None
        if card not in self.texts:
            self.texts[card] = self.words.format_card(card)
        return self.texts[card]

    def _format_value(self, value: SlotValue, kind: Type) -> Json:
        """Numbers as numbers, sets as lists, all else as its text."""
        inner = bare(kind)
        if value is None or (value == -1 and kind != inner):
            return None
        if isinstance(inner, NumberT):
            assert isinstance(value, int)
            return int(value)
        if isinstance(inner, SeveralT) and isinstance(value, tuple):
            return [self._format_value(member, inner.of) for member in value]
        return self.words.format_value(value, inner)


def _list_giving_rows(event: Event, rows: Rows) -> Sequence[tuple[str, str, Any]]:
    """The rows of the one table that gave what has changed: by their sum, or by its last row.

    Other tables were only asked on the way.
    """
    worth = {event.get(Role.AMOUNT)}
    if isinstance(event, RegisterSet):
        worth = {event.new}
        if isinstance(event.old, int) and isinstance(event.new, int):
            change = event.new - event.old
            worth = {change, -change} if event.add else {event.new, change}
    tables: dict[str, list[tuple[str, str, Any]]] = {}
    for row in rows:
        tables.setdefault(row[0], []).append(row)
    by_sum = (own for own in tables.values() if sum(_list_numbers(own)) in worth)
    by_last = (own for own in tables.values() if own[-1][2] in worth)
    return next(by_sum, None) or next(by_last, ())


def _list_numbers(rows: Sequence[tuple[str, str, Any]]) -> list[int]:
    return [value for *_, value in rows if isinstance(value, int)]
