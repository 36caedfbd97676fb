"""A game as a card player likes to read it: written line by line while it is played.

Moves that follow one another in one phase stand on one line, with what comes of them. Sentences of
the rules, deals, payments and points have lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import attrs

from hoyle.dsl.checked.types import CARD, SEAT, SIDE, NumberT, bare
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.labels import Labels, count_cards
from hoyle.interpreter.narration.lines import IndentedBlocks, Lines
from hoyle.interpreter.narration.phrases import (
    Gain,
    Phrases,
    is_only_counted,
    names_value,
    repeats_choice,
)
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.text_wrap import TextPage
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event
from hoyle.interpreter.runtime.notation import to_dashes
from hoyle.interpreter.runtime.table import Position, Table


@attrs.frozen
class Context:
    """What stands around an event, and the position that all of them lead to.

    `choice` is what it follows from, `around` are the events of the same choice, `after` those that
    are still to come.
    """

    choice: e.MoveChosen | None
    around: Sequence[Event]
    after: Sequence[Event]
    position: Position


def _join_deals(events: Sequence[e.Event]) -> list[e.Event]:
    """Deals one after another are one, as packets are: a hand is read on one line."""
    found: list[e.Event] = []
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, e.CardsDealt) and isinstance(last, e.CardsDealt):
            found[-1] = attrs.evolve(
                last, to=last.to + event.to, cards=last.cards + event.cards,
                seers=last.seers + event.seers, news=last.news + event.news,
            )  # fmt: skip
        else:
            found.append(event)
    return found


class Transcript:
    """Lines for one reader (`seat`, or open cards); `rules` adds the places of the rules.

    Other `labels` and another `redaction` make another reader of the same game.
    """

    def __init__(
        self, ruleset: Ruleset, table: Table, page: TextPage, seat: int | None = None, *,
        rules: bool = False, labels: Labels | None = None, redaction: Redaction | None = None,
    ) -> None:  # fmt: skip
        self.counters = _find_counters(ruleset)
        self.blocks = IndentedBlocks()
        self.labels = labels or Labels(table, page.symbols)
        self.phrases = Phrases(self.labels)
        self.redaction = redaction or Redaction(table, seat)
        self.lines = Lines(page, rules)
        self.counted = ("", 0)  # the cards that the last part has counted, and where they went
        self.paid: set[int] = set()  # registers that have given or taken in this phase
        self.announced: dict[str, e.SlotValue] = {}  # the last value of each announcement
        self.gained: list[Gain] = []
        self.gain_span: Span | None = None

    def add_position(self, position: Position) -> None:
        """What has happened since the position before."""
        events = self.redaction.redact_events(position)
        if not self.lines.rules:
            events = _join_deals(events)
        choice: e.MoveChosen | None = None
        begin = 0
        for k, event in enumerate(events):
            if isinstance(event, e.MoveChosen):
                choice, begin = event, k + 1
            elif choice is not None and self._leaves(event, choice):
                choice = self.lines.speaker = None
            if not isinstance(event, e.RegisterSet):
                self._end_gains()
            self._add_event(event, Context(choice, events[begin:], events[k + 1 :], position))

    def _leaves(self, event: Event, choice: e.MoveChosen) -> bool:
        """Whether an event follows no more from a choice, but from the rules behind it."""
        if choice.sealed:
            return True  # what follows comes of all the sealed choices together
        if len(self.lines.phases) > self.lines.depth:
            return False
        first, last = self.blocks.find_lines(choice.span)
        return choice.span.source is not event.span.source or not first <= event.span.line <= last

    def _add_event(self, event: Event, context: Context) -> None:
        phrases, lines, place = self.phrases, self.lines, self.labels.format_place
        names = self.labels.names
        match event:
            case e.PhaseBegun():
                lines.begin_phase(event.phase)
            case e.PhaseEnded():
                if lines.phases[1:2] == [event.phase]:
                    self._add_holdings(event, context)
                lines.leave_phase(event.phase)
            case e.MoveChosen(seat=seat):
                lines.add_move(phrases.format_choice(event), seat, names[seat], event.span)
            case e.CardsDealt():
                self._add_deal(event)
            case e.CardsMoved():
                self._add_move(event, context)
            case e.CardsShown() | e.CardsHidden():
                self._add_showing(event, context)
            case e.CardsGathered():
                lines.add_part(f"all cards to {place(event.to)}", event.span)
            case e.PileShuffled():
                self.add_shuffle(event)
            case e.MemberDrawn():
                lines.add_part(phrases.format_draw(event), event.span)
            case e.ZonesSwapped():
                text = f"{place(event.one)} and {place(event.other)} change places"
                lines.add_effect(text, event.span)
            case e.ChipsPaid():
                self._add_payment(event, context)
            case e.RegisterSet():
                self._add_register(event, context)
            case e.ValueAnnounced():
                self._add_announcement(event, context)
            case e.SentenceSaid():
                lines.add_line(self.labels.words.format_sentence(event.sentence), event.span)
            case e.GameWon():
                lines.add_line(phrases.format_winners(event), event.span)
            case e.RecordMade():
                pass  # what is laid into it is told
            case _:
                assert_never(event)

    def add_shuffle(self, event: e.PileShuffled) -> None:
        """A pile has a new order."""
        self.lines.add_part(f"{self.labels.format_place(event.place)} shuffled", event.span)

    def _add_deal(self, event: e.CardsDealt) -> None:
        hands: dict[int, list[Card]] = {}
        for zone, card in zip(event.to, event.cards, strict=True):
            hands.setdefault(zone, []).append(card)
        names = {zone: self.labels.format_place(zone) for zone in hands}
        wide = max((len(name) for name in names.values()), default=0)
        for zone, cards in hands.items():
            text = self.labels.format_zone(cards, self.labels.zones[zone].pile)
            self.lines.add_line(f"{names[zone]:<{wide}}  {text}", event.span)

    def _add_move(self, event: e.CardsMoved, context: Context) -> None:
        """Cards that go somewhere: as a choice wants it, or as the rules do."""
        phrases, choice = self.phrases, context.choice
        if not event.cards:
            return
        if self.lines.speaker is not None and choice is not None:
            if text := phrases.format_consequence(event, choice):
                self.lines.add_effect(text, event.span)
            return
        owners = self.labels.find_owners(event.to)
        if not any(event.news) and any(
            names_value(context.around, owner, SEAT) for owner in owners
        ):
            return
        way = phrases.format_way(event) if is_only_counted(event) else ""
        last, many = self.counted
        parts = self.lines.parts
        if way and way == last and parts[-1:] == [f"{count_cards(many)} {way}"]:
            self.counted = (way, many + len(event.cards))
            parts[-1] = f"{count_cards(many + len(event.cards))} {way}"
            return
        self.lines.add_part(phrases.format_move(event), event.span)
        self.counted = (way, len(event.cards))

    def _add_showing(self, event: e.CardsShown | e.CardsHidden, context: Context) -> None:
        """Cards turned up, unless a sentence of the rules is about to name the card."""
        if len(event.cards) == 1 and names_value(context.after, event.cards[0], CARD):
            return
        for text in self.phrases.list_showings(event):
            self.lines.add_effect(text, event.span)

    def _add_announcement(self, event: e.ValueAnnounced, context: Context) -> None:
        """An answer that all are told; a `no` that changes nothing is left out."""
        before = self.announced.get(event.name)
        self.announced[event.name] = event.value
        if event.value is False and (context.choice is not None or before is False):
            return
        self.lines.add_effect(self.phrases.format_announcement(event), event.span)

    def _add_payment(self, event: e.ChipsPaid, context: Context) -> None:
        """Chips; a payment that a row of a table has set begins a line."""
        self.paid |= {event.from_, event.to}
        text = self.phrases.format_payment(event, context.choice)
        if not text:
            return
        if event.rows and self.lines.speaker is None:
            self.lines.end_line()
        self.lines.add_effect(text, event.span)

    def _add_holdings(self, event: e.PhaseEnded, context: Context) -> None:
        """At the end of a phase under the match: what each has, where there was paid."""
        families = {
            family.base: family for family in map(self.labels.find_family, sorted(self.paid))
            if family is not None and family.kinds in ((SEAT,), (SIDE,))
        }  # fmt: skip
        self.paid.clear()
        for family in families.values():
            slots = range(family.base, family.base + family.count)
            held = [_find_value_before(slot, context) for slot in slots]
            if any(held) and all(
                self.redaction.sees_register(slot, context.position) for slot in slots
            ):
                self.lines.add_line(self.phrases.format_family(family, held), event.span)

    def _add_register(self, event: e.RegisterSet, context: Context) -> None:
        """Points and other registers, unless the reader has been told or will see at once."""
        if repeats_choice(event, context.choice):
            return
        gain = self.phrases.find_gain(event)
        if gain is not None:
            last = self.gained[-1] if self.gained else gain
            if (last.who, last.change, last.reason) != (gain.who, gain.change, gain.reason):
                self._end_gains()
            self.gained.append(gain)
            self.gain_span = self.gain_span or event.span
            return
        kind = bare(event.type)
        if self.labels.format_name(event.place) in self.counters and not event.rows:
            return
        if kind == CARD and any(
            isinstance(other, e.CardsMoved) and event.new in other.cards for other in context.around
        ):
            return
        if names_value(context.after, event.new, kind):
            return
        if kind == SEAT and event.new == _find_next_seat(context):
            return
        if text := self.phrases.format_register(event):
            self._end_gains()
            self.lines.add_effect(text, event.span)

    def end(self) -> None:
        """Write what has not been written yet: before an answer is asked for, and at the end."""
        self._end_gains()
        self.lines.end_line()

    def _end_gains(self) -> None:
        gained, self.gained = self.gained, []
        span, self.gain_span = self.gain_span, None
        if gained and span is not None:
            self.lines.add_line(self.phrases.format_gains(gained), span)


def _find_next_seat(context: Context) -> int | None:
    for event in context.after:
        if isinstance(event, e.MoveChosen):
            return event.seat
    return context.position.seat


def _find_counters(ruleset: Ruleset) -> set[str]:
    """Single numbers that a phase keeps for itself: they steer the rules, and are not told."""
    return {
        to_dashes(thing.name) for thing in ruleset.game.registers.values()
        if thing.phase is not None and not thing.index and isinstance(bare(thing.type), NumberT)
    }  # fmt: skip


def _find_value_before(slot: int, context: Context) -> int:
    """What a register of numbers held before the events that are still to come."""
    value: int = context.position.slots[slot]
    for event in reversed(context.after):
        if isinstance(event, e.RegisterSet) and event.place == slot:
            assert isinstance(event.old, int)
            value = event.old
        elif isinstance(event, e.ChipsPaid):
            value += event.amount * ((event.from_ == slot) - (event.to == slot))
    return value
