"""What a reader may know of what happened: the one place where the secrets of a game are kept.

A reader is a seat, or somebody who sees all cards. Events come in, and go out with `None` in the
place of every card that the reader does not see, and without registers that are hidden from the
reader. Whatever is told of a game is told from these. What is taken out follows from the roles of
an event's fields, so that no kind of event is named here.

The rows of tables behind a register or a payment stay: a value that all may see depends only on
what all may see, or the ruleset does not pass the checker; so the row that gave it is no secret.
But of a value that is announced all learn the value and no more: its rows may tell of hidden cards.
"""

from __future__ import annotations

from hoyle.dsl.checked.types import CARD, PlanT, SetT, SeveralT, Type, bare, is_by_name
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.narration.indented_blocks import IndentedBlocks
from hoyle.interpreter.runtime.events import (
    BaseEvent,
    Card,
    Event,
    Role,
    SlotValue,
    list_cards_in,
)
from hoyle.interpreter.runtime.table import Position, Table

# Roles that not every reader may know all of, or that change what a reader knows.
GUARDED = {Role.REGISTER, Role.OWN_VALUES, Role.CARDS, Role.MIXED, Role.GATHERED}


class Redaction:
    """Events of one game as one reader may know them: a seat from 0, or None for open cards."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.everyone = (1 << table.machine.players) - 1
        engine = table.engine
        self.registers = {
            slot
            for family in table.machine.families
            for slot in family.slots
            if slot not in engine.zones.places
        }
        self.private = engine.hidden
        self.blocks = IndentedBlocks()
        self.all_seen: dict[Card, int] = {}  # where everybody knows a card
        # where the reader does: with open cards that is the same
        self.last_seen: dict[Card, int] = {} if seat is not None else self.all_seen
        self.open: set[Card] = set()  # the cards that have been shown to all and lie there still
        self.sealed: list[Event] = []  # choices that are not yet turned over

    def redact_events(self, position: Position, most: int | None = None) -> list[Event]:
        """What the reader may know of the events that led to a position, of the first `most`."""
        found: list[Event] = []
        self._turn_over(position, found)
        for event in position.events[:most]:
            if self.sealed and not event.get(Role.SEALED):
                self._tell_sealed(position, found)  # what is done comes when all have chosen
            if self._is_sealed(event):
                self.sealed.append(event)
                self._turn_over(position, found)
            elif (seen := self.redact(event, position)) is not None:
                found.append(seen)
        return found

    def redact(self, event: Event, position: Position, late: bool = False) -> Event | None:
        """One event as the reader may know it; None where it is hidden altogether.

        With `late`, it happened before the events that led to the position.
        """
        if event.fields.keys().isdisjoint(GUARDED):
            return event
        registers = event.get_all(Role.REGISTER)
        if registers and not any(self.sees_register(slot, position) for slot in registers):
            return None
        changes: dict[Role, object] = {}
        if event.get(Role.ROWS_HIDDEN) and self.seat is not None:
            changes[Role.ROWS_BEFORE] = ()
        if Role.HELD in event.fields:
            held = zip(registers, event.get(Role.HELD), strict=True)
            changes[Role.HELD] = tuple(
                value if self.sees_register(slot, position) else None for slot, value in held
            )
        if Role.OWN_VALUES in event.fields:
            changes[Role.OWN_VALUES] = self._redact_choice(event, position, late)
        if Role.CARDS in event.fields:
            changes[Role.CARDS], changes[Role.NEWS] = self._redact_cards(event)
        if mixed := event.get_all(Role.MIXED):
            for seen in (self.last_seen, self.all_seen):
                for card in [card for card, at in seen.items() if at in mixed]:
                    del seen[card]
        if Role.GATHERED in event.fields:
            self.last_seen.clear()
            self.all_seen.clear()
            self.open.clear()
        return self._sort_hidden(event.change(changes)) if changes else event

    def _sort_hidden(self, event: Event) -> Event:
        """Hidden cards behind the others and by their zones, so that their order tells nothing.

        Cards that are dealt stay in the order in which they lay on the pile.
        """
        if Role.PILE in event.fields:
            return event
        ranks = [
            (source, target) if card is None else (-1, -1)
            for card, source, target, _ in event.list_cards()
        ]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        return event if order == list(range(len(ranks))) else event.pick_cards(order)

    def sees_register(self, slot: int, position: Position) -> bool:
        """Whether the reader sees a register, before and after; what phases use inside is not."""
        if self.seat is None:
            return True
        if slot not in self.registers:
            return False
        seen_by = self.private.get(slot)
        moments = [position] if position.before is None else [position, position.before]
        return seen_by is None or all(self._sees(seen_by(m.slots)) for m in moments)

    def _sees(self, seers: int) -> bool:
        return self.seat is None or bool(seers >> self.seat & 1)

    # ------------------------------------------------------------------ choices

    def _is_sealed(self, event: Event) -> bool:
        """Whether a choice is hidden from the reader until all have chosen.

        The reader's own waits for those before it, so that all are told in their order.
        """
        sealed = self.seat is not None and bool(event.get(Role.SEALED))
        return sealed and (bool(self.sealed) or event.get(Role.ACTOR) != self.seat)

    def _turn_over(self, position: Position, found: list[Event]) -> None:
        """Sealed choices are known once nobody is asked, something else, or somebody once more.

        Where a fault has left play, others may have had to choose: they stay sealed.
        """
        if not self.sealed or position is self.table.left_at:
            return
        if not position.over and position.node.sealed:
            nodes = self.table.machine.nodes
            places = {getattr(nodes[event.get(Role.NODE)], "span", None) for event in self.sealed}
            chosen = {event.get(Role.ACTOR) for event in self.sealed}
            if position.node.span in places and position.seat not in chosen:
                return
        self._tell_sealed(position, found)

    def _tell_sealed(self, position: Position, found: list[Event]) -> None:
        for event in self.sealed:
            if (seen := self.redact(event, position, late=True)) is not None:
                found.append(seen)
        self.sealed.clear()

    def _redact_choice(
        self, event: BaseEvent, position: Position, late: bool
    ) -> tuple[SlotValue, ...]:
        """The values of a choice; of another seat's only the cards that the reader has seen."""
        values: tuple[SlotValue, ...] = event.get(Role.OWN_VALUES)
        typed = list(zip(values, event.get(Role.TYPE), strict=True))
        seen: set[int] | None = None
        if self.seat is not None and event.get(Role.ACTOR) != self.seat:
            seen = self._find_seen_cards(event, position)
            if position.before is not None and not late:
                zones, before = self.table.engine.zones, position.before.slots
                named = {card for value, kind in typed for card in list_cards_in(value, kind)}
                seen |= {card for card in named if self._sees(zones.seers(before, card))}
        return tuple(_mask_value(value, kind, seen) for value, kind in typed)

    def _find_seen_cards(self, choice: BaseEvent, position: Position) -> set[int]:
        """The cards that the reader sees as a choice is carried out, on the way to a position.

        A card that it lays face down is not among them, though the rules may turn it up at once.
        Nor are cards from the top of a pile: nobody can have chosen those.
        """
        found, gone = set[int](), set[int]()
        for event in position.events:
            if Role.PILE in event.fields:
                continue
            own = self.blocks.contains(choice.span, event.span)
            cards = [(card, seers) for card, *_, seers in event.list_cards() if card is not None]
            found.update(
                card for card, seers in cards
                if self._sees(seers) and (own or card not in gone)
            )  # fmt: skip
            gone.update(card for card, _ in cards)
        return found

    # ------------------------------------------------------------------ cards

    def _redact_cards(self, event: BaseEvent) -> tuple[tuple[Card, ...], tuple[bool, ...]]:
        """The cards that the reader sees, and for which of all cards this is news.

        Cards that move are seen by who sees them before or after. A card that stays where the
        reader has seen it go is known, also when it is hidden now.
        """
        stays = Role.PLACES in event.fields
        cards: list[Card] = []
        news: list[bool] = []
        for card, source, target, seers in event.list_cards():
            knew = self.last_seen.get(card) == source
            cards.append(card if self._sees(seers) or (stays and knew) else None)
            if cards[-1] is None and not stays:
                news.append(True)  # which hidden card it is decides nothing
            elif stays and seers == self.everyone:  # what all learn is told to those who knew it
                news.append(self.all_seen.get(card) != source)
            else:
                news.append(card in self.open if stays and not seers else not knew)
            if seers == self.everyone:
                self.open.add(card)
            elif not stays or not seers:
                self.open.discard(card)
            # with open cards the reader learns what all learn
            for learns, seen in (
                (self._sees(seers) and self.seat is not None, self.last_seen),
                (seers == self.everyone, self.all_seen),
            ):
                if learns:
                    seen[card] = target
                elif not stays:
                    seen.pop(card, None)
        return tuple(cards), tuple(news)


def _mask_value(value: SlotValue, kind: Type, seen: set[int] | None) -> SlotValue:
    """A value of a move, sets of cards as tuples, with None for the cards outside `seen`."""
    kind = bare(kind)
    if is_by_name(kind):
        return value
    if kind == CARD:
        return value if seen is None or value in seen else None
    if isinstance(kind, SeveralT) and (bare(kind.of) == CARD or isinstance(kind.of, SeveralT)):
        members = bits(value) if isinstance(value, int) else value or ()
        masked = [_mask_value(member, kind.of, seen) for member in members]
        if isinstance(kind, SetT):  # in the order of the pack places would tell of hidden cards
            masked.sort(key=lambda member: member is None)
        return tuple(masked)
    if isinstance(kind, PlanT) and isinstance(value, tuple) and seen is not None:
        return tuple(_mask_value(meld, SetT(CARD), seen) for meld in value)
    return value
