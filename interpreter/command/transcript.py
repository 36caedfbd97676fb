"""A game as a card player likes to read it: written line by line while it is played.

Moves that follow one another in one phase stand on one line, with what comes of them. Sentences of
the rules, deals, payments and points have lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.checked.types import CARD, SEAT, SIDE, bare
from hoyle.dsl.source import Span
from hoyle.interpreter.command.labels import Labels, count
from hoyle.interpreter.command.paper import Paper
from hoyle.interpreter.command.sight import Sight
from hoyle.interpreter.command.telling import Gain, Telling, counted, names_value, repeats
from hoyle.interpreter.play.events import Event
from hoyle.interpreter.play.table import Position, Table


class Transcript:
    """Tells one reader (`seat`, or open cards) of a game. `rules` adds the places of the rules."""

    def __init__(
        self, table: Table, paper: Paper, seat: int | None = None, *, rules: bool = False
    ) -> None:
        self.paper = paper
        self.rules = rules
        self.labels = Labels(table, paper.symbols)
        self.telling = Telling(self.labels)
        self.sight = Sight(table, seat)
        self.phases: list[str] = []
        self.rounds: dict[str, int] = {}
        self.heading = ""
        self.deep = False  # whether the last line stood under a heading
        self.parts: list[str] = []  # the line that is being put together
        self.span: Span | None = None
        self.depth = 0
        self.speaker: int | None = None  # whose move is the last part of it
        self.effects = 0
        self.carried = ("", 0)  # the cards that the last part has counted, and where they went
        self.paid: set[int] = set()  # registers that have given or taken in this phase
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
            elif choice is not None and choice["sealed"]:
                choice = None  # what follows comes of all the sealed choices together
                self.end_line()
            if event.kind != "set":
                self.end_gains()
            self.event(event, choice, events[begin:], events[k + 1 :], position)

    def event(
        self, event: Event, choice: Event | None, around: Sequence[Event], after: Sequence[Event],
        position: Position,
    ) -> None:  # fmt: skip
        """One event; `around` are those of the same choice, `after` those still to come."""
        told = self.telling
        match event.kind:
            case "begin" | "end":
                self.phase(event, after, position)
            case "choose":
                self.choice(event)
            case "deal":
                self.deal(event)
            case "move":
                self.move(event, choice, around)
            case "show" | "hide":
                self.show(event, choice, after)
            case "gather":
                self.part(f"all cards to {self.labels.place(event['to'])}", event.span)
            case "shuffle":
                self.part(f"{self.labels.place(event['slot'])} shuffled", event.span)
            case "draw":
                self.part(told.draw(event), event.span)
            case "swap":
                one, other = (self.labels.place(event[at]) for at in ("one", "other"))
                self.effect(f"{one} and {other} change places", event.span, choice)
            case "pay":
                self.payment(event, choice)
            case "set":
                self.register(event, choice, after, position)
            case "announce":
                if self.rules or choice is None or event["value"] is not False:
                    self.effect(told.announced(event), event.span, choice)
            case "say":
                self.line(self.labels.words.sentence(event["pieces"]), event.span)
            case "win":
                self.line(told.won(event), event.span)

    def phase(self, event: Event, after: Sequence[Event], position: Position) -> None:
        """Phases right under the match get a heading, once something happens in them."""
        name = event["phase"]
        if event.kind == "begin":
            self.phases.append(name)
            if len(self.phases) == 2:
                self.end_line()
                self.rounds[name] = self.rounds.get(name, 0) + 1
                number = f" {self.rounds[name]}" if self.rounds[name] > 1 else ""
                self.heading = f"{name.replace('_', ' ')}{number}"
            return
        if self.phases[1:2] == [name]:
            self.purses(after, position)
        while self.phases and self.phases.pop() != name:
            pass
        if len(self.phases) < self.depth:
            self.end_line()
        if len(self.phases) < 2:
            self.heading = ""

    def choice(self, event: Event) -> None:
        """A move: beside the ones before it, in the same phase."""
        if len(self.phases) != self.depth:
            self.end_line()
        text = self.telling.choice(event)
        if self.speaker != event["seat"]:
            text = f"{self.labels.names[event['seat']]}: {text}"
        self.part(text, event.span)
        self.speaker, self.effects = event["seat"], 0

    def deal(self, event: Event) -> None:
        """A line for each hand."""
        hands: dict[int, list[int | None]] = {}
        for zone, card in event["dealt"]:
            hands.setdefault(zone, []).append(card)
        names = {zone: self.labels.place(zone) for zone in hands}
        wide = max((len(name) for name in names.values()), default=0)
        for zone, cards in hands.items():
            text = self.labels.laid(cards, self.labels.zones[zone].pile)
            self.line(f"{names[zone]:<{wide}}  {text}", event.span)

    def move(self, event: Event, choice: Event | None, around: Sequence[Event]) -> None:
        """Cards that go somewhere: as a choice wants it, or as the rules do."""
        told = self.telling
        if not event["cards"]:
            return
        if self.speaker is not None and choice is not None:
            if text := told.follows(event, choice):
                self.effect(text, event.span, choice)
            return
        owner = self.labels.owner(event["to"])
        if event["old"] and owner is not None and names_value(around, owner, SEAT):
            return
        way = told.way(event) if counted(event) else ""
        if way and way == self.carried[0] and self.parts:
            self.carried = (way, self.carried[1] + len(event["cards"]))
            self.parts[-1] = f"{count(self.carried[1])} {way}"
            return
        self.part(told.travel(event), event.span)
        self.carried = (way, len(event["cards"]))

    def show(self, event: Event, choice: Event | None, after: Sequence[Event]) -> None:
        """Cards turned up, unless a sentence of the rules is about to name the card."""
        if len(event["cards"]) == 1 and names_value(after, event["cards"][0], CARD):
            return
        for text in self.telling.showing(event):
            self.effect(text, event.span, choice)

    def payment(self, event: Event, choice: Event | None) -> None:
        """Chips; a payment that a row of a table has set begins a line."""
        self.paid |= {event["giver"], event["taker"]}
        text = self.telling.payment(event, choice)
        if not text:
            return
        if event["rows"] and (self.speaker is None or choice is None):
            self.end_line()
        self.effect(text, event.span, choice)

    def purses(self, after: Sequence[Event], position: Position) -> None:
        """At the end of a phase under the match: what each has, where there was paid."""
        families = {
            family.base: family for family in map(self.labels.family, sorted(self.paid))
            if family is not None and family.kinds in ((SEAT,), (SIDE,))
        }  # fmt: skip
        self.paid.clear()
        for family in families.values():
            held = [
                value_before(slot, after, position)
                for slot in range(family.base, family.base + family.count)
            ]
            if any(held):
                self.line(self.telling.held(family, held))

    def register(
        self, event: Event, choice: Event | None, after: Sequence[Event], position: Position
    ) -> None:
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
        if names_value(after, event["new"], kind):
            return
        if kind == SEAT and event["new"] == next_seat(after, position):
            return
        if text := told.register(event):
            self.end_gains()
            self.effect(text, event.span, choice)

    # ------------------------------------------------------------------ lines

    def part(self, text: str, span: Span) -> None:
        """One more part of the line that is being put together."""
        if not self.parts:
            self.span, self.depth = span, len(self.phases)
        self.parts.append(text)
        self.speaker, self.carried = None, ("", 0)

    def effect(self, text: str, span: Span, choice: Event | None) -> None:
        """What comes of a choice stands behind it; else it is a part by itself."""
        if self.speaker is None or choice is None or not self.parts:
            self.part(text, span)
            return
        self.parts[-1] += f"{' → ' if self.effects == 0 else ', '}{text}"
        self.effects += 1

    def end_line(self) -> None:
        """Write the line that is being put together."""
        self.end_gains()
        parts, self.parts = self.parts, []
        self.speaker = None
        if parts:
            self.write_heading(self.depth)
            self.paper.joined(parts, self.indent(self.depth), self.place(self.span))

    def end_gains(self) -> None:
        """Write the points that one row has given."""
        gained, self.gained = self.gained, []
        span, self.gain_span = self.gain_span, None
        if gained and span is not None:
            self.line(self.telling.gains(gained), span)

    def line(self, text: str, span: Span | None = None) -> None:
        """A line by itself."""
        self.end_line()
        depth = len(self.phases)
        self.write_heading(depth)
        self.paper.line(text, self.indent(depth), self.place(span))

    def write_heading(self, depth: int) -> None:
        """An empty line and the heading before what is told first under it."""
        if self.heading:
            self.paper.line()
            self.paper.line(self.heading)
            self.heading = ""
        elif self.deep and depth < 2:
            self.paper.line()
        self.deep = depth >= 2

    def indent(self, depth: int) -> int:
        """Under a heading by two."""
        return 2 if depth >= 2 else 0

    def place(self, span: Span | None) -> str:
        """File and line of a rule, where they are asked for."""
        if not self.rules or span is None or not span.source.text:
            return ""
        return f"{span.source.name}:{span.line}"


def next_seat(after: Sequence[Event], position: Position) -> int | None:
    """The seat that moves next."""
    for event in after:
        if event.kind == "choose":
            found: int = event["seat"]
            return found
    return position.seat


def value_before(slot: int, after: Sequence[Event], position: Position) -> int:
    """What a register held before the events that led from there to a position."""
    value: int = position.slots[slot]
    for event in reversed(after):
        if event.kind == "set" and event["slot"] == slot:
            value = event["old"]
        elif event.kind == "pay":
            value += event["amount"] * ((event["giver"] == slot) - (event["taker"] == slot))
    return value
