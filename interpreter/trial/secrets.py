"""Secrets: what a seat has never seen changes neither its moves nor its view.

Two cards that lie hidden from the one who chooses, and that it has not seen since they were
shuffled, change places. This is a quick look, not a proof: the checker follows every read. Where
the rules have announced something of hidden cards, or keep one in a register, nothing is tried.
"""

from __future__ import annotations

from hoyle.dsl.checked.types import CARD, SequenceT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.interpreter.play.expressions import Slots
from hoyle.interpreter.play.generator import Stream
from hoyle.interpreter.play.table import Position
from hoyle.interpreter.play.view import view
from hoyle.interpreter.trial.findings import Finding
from hoyle.interpreter.trial.log import Log

MOST_PAIRS = 2


def check_secrets(position: Position, log: Log, stream: Stream) -> None:
    """Some pairs of hidden cards."""
    seat = position.seat
    assert seat is not None
    engine, s = position.table.engine, position.slots
    hidden = [
        card for card in range(engine.machine.pack.size)
        if not log.known[seat] >> card & 1 and not engine.zones.seers(s, card) >> seat & 1
    ]  # fmt: skip
    if len(hidden) < 2:
        return
    for _ in range(MOST_PAIRS):
        one, other = hidden[stream.below(len(hidden))], hidden[stream.below(len(hidden))]
        if one != other and can_change(engine.machine, engine.zones.places, s, one, other):
            try_pair(position, seat, one, other)


def can_change(
    machine: p.Machine, zones: dict[int, p.ZonePlace], s: Slots, one: int, other: int
) -> bool:
    """Whether the rules keep nothing of the two cards beside the zones that they lie in."""
    for slot in machine.slots:
        if slot.at in zones:
            continue
        kind, held = bare(slot.type) if slot.type is not None else None, s[slot.at]
        if kind == CARD and held in (one, other):
            return False
        if kind == SetT(CARD) and isinstance(held, int) and (held >> one ^ held >> other) & 1:
            return False
        inside = kind.of if isinstance(kind, SetT | SequenceT) else None
        if slot.kind == "list" and isinstance(held, tuple):
            if inside == CARD and (one in held or other in held):
                return False
            if inside == SetT(CARD) and any((m >> one ^ m >> other) & 1 for m in held):
                return False
    player_of = machine.player_of
    return player_of is None or s[player_of + one] == s[player_of + other]


def try_pair(position: Position, seat: int, one: int, other: int) -> None:
    """Change two cards and ask the same again."""
    engine = position.table.engine
    s = list(position.slots)
    swap = {one: other, other: one}
    for slot, place in engine.zones.places.items():
        if place.pile:
            s[slot] = tuple(swap.get(card, card) for card in s[slot])
        elif (s[slot] >> one ^ s[slot] >> other) & 1:
            s[slot] ^= 1 << one | 1 << other
    words, span = position.table.words, position.node.span
    pair = f"{words.card(one)} and {words.card(other)}"
    if list(engine.legal(s, position.at)) != list(position.legal()):
        raise Finding(
            f"{words.names[seat]} may do other things when two cards change places that it has "
            "never seen", span, (f"the cards: {pair}",), kind="secrets",
        )  # fmt: skip
    if view(engine, s, seat) != position.view(seat):
        raise Finding(
            f"{words.names[seat]} sees something of cards that are hidden from it", span,
            (f"the cards: {pair}",), kind="secrets",
        )  # fmt: skip
