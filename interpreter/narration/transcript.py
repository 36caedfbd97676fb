"""A game as a card player likes to read it: written line by line while it is played.

Moves that follow one another in one phase stand on one line, with what comes of them. Sentences of
the rules, deals, payments and points have lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.checked.types import CARD, SEAT, SIDE, NumberT, bare
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.labels import Labels, count_cards
from hoyle.interpreter.narration.lines import IndentedBlocks, Lines
from hoyle.interpreter.narration.phrases import Gain, Phrases, counted, names_value, repeats
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.text_wrap import TextPage
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.notation import to_dashes
from hoyle.interpreter.runtime.table import Position, Table


class Transcript:
    """Tells one reader (`seat`, or open cards) of a game. `rules` adds the places of the rules."""

    def __init__(
        self, ruleset: Ruleset, table: Table, paper: TextPage, seat: int | None = None, *,
        rules: bool = False,
    ) -> None:  # fmt: skip
        self.counters = _counters(ruleset)
        self.blocks = IndentedBlocks()
        self.labels = Labels(table, paper.symbols)
        self.telling = Phrases(self.labels)
        self.sight = Redaction(table, seat)
        self.lines = Lines(paper, rules)
        self.carried = ("", 0)  # the cards that the last part has counted, and where they went
        self.paid: set[int] = set()  # registers that have given or taken in this phase
        self.told: dict[str, object] = {}  # the last value of each announcement
        self.gained: list[Gain] = []
        self.gain_span: Span | None = None

    # ------------------------------------------------------------------ telling

    def tell(self, position: Position) -> None:
        """What has happened since the position before."""
        events = self.sight.events(position)
        choice: Event | None = None
        begin = 0
        for k, event in enumerate(events):
            if event.kind == "choose":
                choice, begin = event, k + 1
            elif choice is not None and self.leaves(event, choice):
                choice = self.lines.speaker = None
            if event.kind != "set":
                self.end_gains()
            self.event(event, choice, events[begin:], events[k + 1 :], position)

    def leaves(self, event: Event, choice: Event) -> bool:
        """Whether an event comes no more of a choice, but of the rules that follow it."""
        if choice["sealed"]:
            return True  # what follows comes of all the sealed choices together
        if len(self.lines.phases) > self.lines.depth:
            return False
        first, last = self.blocks.lines(choice.span)
        return choice.span.source is not event.span.source or not first <= event.span.line <= last

    def event(
        self, event: Event, choice: Event | None, around: Sequence[Event], after: Sequence[Event],
        position: Position,
    ) -> None:  # fmt: skip
        """One event; `around` are those of the same choice, `after` those still to come."""
        told, lines, place = self.telling, self.lines, self.labels.place
        match event.kind:
            case "begin":
                lines.begin(event["phase"])
            case "end":
                if lines.phases[1:2] == [event["phase"]]:
                    self.purses(event.span, after, position)
                lines.leave(event["phase"])
            case "choose":
                seat = event["seat"]
                lines.move(told.choice(event), seat, self.labels.names[seat], event.span)
            case "deal":
                self.deal(event)
            case "move":
                self.move(event, choice, around)
            case "show" | "hide":
                self.show(event, after)
            case "gather":
                lines.part(f"all cards to {place(event['to'])}", event.span)
            case "shuffle":
                lines.part(f"{place(event['slot'])} shuffled", event.span)
            case "draw":
                lines.part(told.draw(event), event.span)
            case "swap":
                text = f"{place(event['one'])} and {place(event['other'])} change places"
                lines.effect(text, event.span)
            case "pay":
                self.payment(event, choice)
            case "set":
                self.register(event, choice, around, after, position)
            case "announce":
                self.announce(event, choice)
            case "say":
                lines.line(self.labels.words.sentence(event["pieces"]), event.span)
            case "win":
                lines.line(told.won(event), event.span)

    def deal(self, event: Event) -> None:
        """A line for each hand."""
        hands: dict[int, list[int | None]] = {}
        for zone, card in event["dealt"]:
            hands.setdefault(zone, []).append(card)
        names = {zone: self.labels.place(zone) for zone in hands}
        wide = max((len(name) for name in names.values()), default=0)
        for zone, cards in hands.items():
            text = self.labels.laid(cards, self.labels.zones[zone].pile)
            self.lines.line(f"{names[zone]:<{wide}}  {text}", event.span)

    def move(self, event: Event, choice: Event | None, around: Sequence[Event]) -> None:
        """Cards that go somewhere: as a choice wants it, or as the rules do."""
        told = self.telling
        if not event["cards"]:
            return
        if self.lines.speaker is not None and choice is not None:
            if text := told.follows(event, choice):
                self.lines.effect(text, event.span)
            return
        owners = self.labels.owners(event["to"])
        if event["old"] and any(names_value(around, owner, SEAT) for owner in owners):
            return
        way = told.way(event) if counted(event) else ""
        parts = self.lines.parts
        if (
            way
            and way == self.carried[0]
            and parts[-1:] == [f"{count_cards(self.carried[1])} {way}"]
        ):
            self.carried = (way, self.carried[1] + len(event["cards"]))
            parts[-1] = f"{count_cards(self.carried[1])} {way}"
            return
        self.lines.part(told.travel(event), event.span)
        self.carried = (way, len(event["cards"]))

    def show(self, event: Event, after: Sequence[Event]) -> None:
        """Cards turned up, unless a sentence of the rules is about to name the card."""
        if len(event["cards"]) == 1 and names_value(after, event["cards"][0], CARD):
            return
        for text in self.telling.showing(event):
            self.lines.effect(text, event.span)

    def announce(self, event: Event, choice: Event | None) -> None:
        """An answer that all are told; a `no` that changes nothing is left out."""
        before = self.told.get(event["name"])
        self.told[event["name"]] = event["value"]
        if event["value"] is False and (choice is not None or before is False):
            return
        self.lines.effect(self.telling.announced(event), event.span)

    def payment(self, event: Event, choice: Event | None) -> None:
        """Chips; a payment that a row of a table has set begins a line."""
        self.paid |= {event["giver"], event["taker"]}
        text = self.telling.payment(event, choice)
        if not text:
            return
        if event["rows"] and self.lines.speaker is None:
            self.lines.end()
        self.lines.effect(text, event.span)

    def purses(self, span: Span, after: Sequence[Event], position: Position) -> None:
        """At the end of a phase under the match: what each has, where there was paid."""
        families = {
            family.base: family for family in map(self.labels.family, sorted(self.paid))
            if family is not None and family.kinds in ((SEAT,), (SIDE,))
        }  # fmt: skip
        self.paid.clear()
        for family in families.values():
            slots = range(family.base, family.base + family.count)
            held = [_value_before(slot, after, position) for slot in slots]
            if any(held) and all(self.sight.register_seen(slot, position) for slot in slots):
                self.lines.line(self.telling.held(family, held), span)

    def register(
        self, event: Event, choice: Event | None, around: Sequence[Event], after: Sequence[Event],
        position: Position,
    ) -> None:  # fmt: skip
        """Points and other registers, unless the reader has been told or will see at once."""
        told = self.telling
        if repeats(event, choice):
            return
        gain = told.gain(event)
        if gain is not None:
            last = self.gained[-1] if self.gained else gain
            if (last.who, last.change, last.reason) != (gain.who, gain.change, gain.reason):
                self.end_gains()
            self.gained.append(gain)
            self.gain_span = self.gain_span or event.span
            return
        kind = bare(event["type"])
        if self.labels.name(event["slot"]) in self.counters and not event["rows"]:
            return
        if kind == CARD and _carries(around, event["new"]):
            return
        if names_value(after, event["new"], kind):
            return
        if kind == SEAT and event["new"] == _next_seat(after, position):
            return
        if text := told.register(event):
            self.end_gains()
            self.lines.effect(text, event.span)

    def end(self) -> None:
        """Write what has not been written yet: before an answer is asked for, and at the end."""
        self.end_gains()
        self.lines.end()

    def end_gains(self) -> None:
        """Write the points that one row has given."""
        gained, self.gained = self.gained, []
        span, self.gain_span = self.gain_span, None
        if gained and span is not None:
            self.lines.line(self.telling.gains(gained), span)


def _next_seat(after: Sequence[Event], position: Position) -> int | None:
    for event in after:
        if event.kind == "choose":
            found: int = event["seat"]
            return found
    return position.seat


def _carries(events: Sequence[Event], card: int) -> bool:
    return any(event.kind == "move" and card in event["cards"] for event in events)


def _counters(ruleset: Ruleset) -> set[str]:
    """Single numbers that a phase keeps for itself: they steer the rules, and are not told."""
    return {
        to_dashes(thing.name) for thing in ruleset.game.registers.values()
        if thing.phase is not None and not thing.index and isinstance(bare(thing.type), NumberT)
    }  # fmt: skip


def _value_before(slot: int, after: Sequence[Event], position: Position) -> int:
    """What a register held before the events that led from there to a position."""
    value: int = position.slots[slot]
    for event in reversed(after):
        if event.kind == "set" and event["slot"] == slot:
            value = event["old"]
        elif event.kind == "pay":
            value += event["amount"] * ((event["giver"] == slot) - (event["taker"] == slot))
    return value
