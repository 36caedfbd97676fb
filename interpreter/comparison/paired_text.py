"""Values, moves and cards at one of two tables in words, so that they can be compared."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.checked.types import NumberT, RecordT, SequenceT, SetT, Type, bare
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime.moves import ActionMoves
from hoyle.interpreter.runtime.table import Position


def single(kind: Type | None) -> Type | None:
    """What a value holds in the end."""
    while isinstance(kind, SetT | SequenceT):
        kind = kind.of
    return kind if kind is None else bare(kind)


def told_value(labels: Labels, value: Any, slot: int) -> str:
    """A register's value in words."""
    kind = labels.machine.slots[slot].type
    if kind is None:
        return str(value)
    inner = single(kind)
    if isinstance(inner, RecordT):
        several = value if isinstance(value, tuple) else (value,)
        return ", ".join(
            "none" if v == -1 else labels.format_record(inner.name, v) for v in several
        )
    return labels.words.format_value(value, kind)


def allowed(labels: Labels, position: Position, part: ActionMoves) -> tuple[str, ...]:
    """The values with which an action may be taken, in words."""
    params = position.node.actions[part.action].params
    if part.kind == "range" and isinstance(bare(params[0].type), NumberT):
        return (f"{part.low} to {part.high}" if part.low < part.high else str(part.low),)
    found = []
    for move in part:
        pairs = zip(move.values, params, strict=True)
        found.append(" ".join(_value_text(labels, value, q.type) for value, q in pairs))
    return tuple(sorted(dict.fromkeys(found), key=_natural))


def _value_text(labels: Labels, value: Any, kind: Type) -> str:
    inner = bare(kind)
    if isinstance(inner, RecordT) and value != -1:
        return labels.format_record(inner.name, value)
    return labels.words.format_value(value, kind)


def _natural(text: str) -> tuple[int, str]:
    """Short words before long ones, so that numbers stand in their order."""
    return (len(text), text)


def allowed_text(name: str, told: tuple[str, ...] | None) -> str:
    """What one side may do of an action."""
    if told is None:
        return "no"
    values = [text for text in told if text]
    return ", ".join(values) if values else "yes"


Seen = tuple[bool, tuple[tuple[str | None, int], ...]]


def seen(labels: Labels, position: Position, slot: int) -> Seen:
    """The cards of a zone, each with the seats that see it; hidden ones have no name."""
    zones, s = position.table.engine.zones, position.slots
    found: list[tuple[str | None, int]] = []
    for card in zones.cards(s, slot):
        seers = zones.seers(s, card, slot)
        found.append((labels.words.format_card(card) if seers else None, seers))
    pile = zones.places[slot].pile
    return pile, tuple(found if pile else sorted(found, key=lambda pair: (pair[0] or "~", pair[1])))


def cards_text(labels: Labels, told: Seen) -> str:
    """`9♥ 5♣ and 3 hidden`, with who sees them where not all do."""
    _, cards = told
    if not cards:
        return "empty"
    groups: dict[int, list[str | None]] = {}
    for card, seers in cards:
        groups.setdefault(seers, []).append(card)
    everyone = (1 << len(labels.names)) - 1
    texts = []
    for seers, some in groups.items():
        if not seers:
            texts.append(f"{len(some)} hidden")
            continue
        names = [name for k, name in enumerate(labels.names) if seers >> k & 1]
        whom = "" if seers == everyone else f" (seen by {' and '.join(names)})"
        texts.append(" ".join(filter(None, some)) + whom)
    return ", ".join(texts)
