"""What happened, for a program: plain values, cards by their text, hidden cards as null."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.checked.types import CARD, NumberT, SequenceT, SetT, Type, bare
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.notation import to_dashes
from hoyle.interpreter.runtime.table import Position, Table


class JsonEvents:
    """Events of one table as one reader may know them."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.labels = Labels(table, symbols=False)
        self.words = self.labels.words
        self.names = table.names
        self.sight = Redaction(table, seat)

    def of(self, position: Position) -> list[dict[str, Any]]:
        """The events that led to a position."""
        return [self.event(event) for event in self.sight.events(position)]

    def event(self, event: Event) -> dict[str, Any]:
        """Its kind, the place of its rule, and what belongs to its kind."""
        span = event.span
        return {
            "event": event.kind,
            "file": span.source.name,
            "line": span.line,
            **self.inner(event),
        }

    def inner(self, event: Event) -> dict[str, Any]:
        """What belongs to the kind of event."""
        place = self.labels.place
        match event.kind:
            case "choose":
                pairs = zip(event["values"], event["types"], strict=True)
                return {
                    "seat": self.names[event["seat"]],
                    "action": to_dashes(event["action"]),
                    "values": [self.value(value, kind) for value, kind in pairs],
                }
            case "move":
                return {
                    "cards": self.cards(event["cards"]),
                    "from": [place(at) if at >= 0 else None for at in event["sources"]],
                    "to": place(event["to"]),
                    "below": event["bottom"],
                }
            case "deal":
                dealt = [{"to": place(zone), "card": self.card(c)} for zone, c in event["dealt"]]
                return {"from": place(event["source"]), "dealt": dealt}
            case "show" | "hide":
                return {
                    "cards": self.cards(event["cards"]),
                    "places": [place(at) if at >= 0 else None for at in event["places"]],
                    "to": None if event["to"] < 0 else self.names[event["to"]],
                }
            case "gather":
                return {"to": place(event["to"])}
            case "shuffle":
                return {"place": place(event["slot"])}
            case "draw":
                value = self.value(event["value"], event["type"])
                return {"place": place(event["slot"]), "value": value}
            case "swap":
                return {"one": place(event["one"]), "other": place(event["other"])}
            case "set":
                return self.register(event)
            case "pay":
                return {
                    "amount": event["amount"],
                    "from": place(event["giver"]),
                    "to": place(event["taker"]),
                    "rows": self.rows(event),
                }
            case "announce":
                value = self.value(event["value"], event["type"])
                return {"name": to_dashes(event["name"]), "value": value}
            case "say":
                return {"sentence": self.words.sentence(event["pieces"])}
            case "win":
                return {"seats": [self.names[seat] for seat in event["seats"]]}
            case "begin" | "end":
                return {"phase": to_dashes(event["phase"])}
            case "new":
                return {"record": self.labels.record(event["record"], event["index"])}
        return {}

    def register(self, event: Event) -> dict[str, Any]:
        """A register: what it was and is, and the rows of tables that gave the value."""
        old, new = (self.value(event[when], event["type"]) for when in ("old", "new"))
        return {
            "place": self.labels.place(event["slot"]), "old": old, "new": new,
            "rows": self.rows(event),
        }  # fmt: skip

    def rows(self, event: Event) -> list[dict[str, Any]]:
        """The rows of tables behind a value."""
        return [
            {"table": to_dashes(table), "row": row, "value": value}
            for table, row, value in event["rows"]
        ]

    # ------------------------------------------------------------------ values

    def card(self, card: int | None) -> str | None:
        """A card's text."""
        return None if card is None else self.words.card(card)

    def cards(self, cards: tuple[int | None, ...]) -> list[str | None]:
        """Several."""
        return [self.card(card) for card in cards]

    def value(self, value: Any, kind: Type) -> Any:
        """Numbers as numbers, sets as lists, all else as its text."""
        inner = bare(kind)
        if value is None or (value == -1 and kind != inner):
            return None
        if isinstance(inner, NumberT):
            return int(value)
        if isinstance(inner, SetT | SequenceT) and isinstance(value, tuple):
            return [self.value(one, inner.of) for one in value]
        if inner == CARD:
            return self.card(value)
        return self.words.value(value, inner)
