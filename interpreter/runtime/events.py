"""What happened: events, each with the line of the rule behind it."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.source import Span


@attrs.frozen
class Event:
    """One thing that happened at the table.

    `kind` is one of: `deal move show hide gather shuffle draw swap` (cards), `set pay` (registers),
    `say announce` (words), `choose` (a move), `win`, `begin end` (a phase), `new` (a record).
    `seers` has, for each card, the mask of the seats that see it before or after.
    """

    kind: str
    span: Span
    facts: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]


@attrs.define
class Trace:
    """Where a traced engine writes events; `notes` are the rows of tables that gave values."""

    events: list[Event] = attrs.field(factory=list)

    def add(self, kind: str, span: Span, **facts: Any) -> None:
        """One more event."""
        self.events.append(Event(kind, span, facts))

    def take(self) -> tuple[Event, ...]:
        """The events since the last time."""
        taken = tuple(self.events)
        self.events.clear()
        return taken
