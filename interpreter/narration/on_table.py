"""What lies open on the table, as a transcript tells it: where it has changed, and only then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set

from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event


class OnTable:
    """The face-up zones without an owner, one of several or `offered`, and the cards in them.

    Piles of several, and every pile of a patience, are told by the card that comes to lie on top;
    so are the piles of an owner of several.
    """

    def __init__(self, labels: Labels, offered: Collection[str], patience: bool) -> None:
        self.labels = labels
        zones = [
            zone for zone in labels.machine.zones
            if zone.sight == "everyone" and (zone.record is None or zone.record in labels.chosen)
            and (labels.is_one_of_own(zone.slot) or not labels.find_owners(zone.slot))
        ]  # fmt: skip
        self.piles = {zone.slot for zone in zones if zone.pile and (zone.index or patience)}
        told = {zone.slot for zone in zones if zone.index or zone.family in offered}
        self.slots = told | self.piles
        self.shown: dict[int, list[int]] = {}  # what was last told of each of these
        self.lying: dict[int, list[int]] = {}  # what lies there
        # piles for one card, and such as are used so: who sees it leave knows that they are empty
        self.of_one = {
            zone.slot for zone in zones
            if zone.slot in self.piles and (zone.capacity == 1 or not zone.index)
        }  # fmt: skip
        self.come: dict[int, set[int]] = {}  # which cards have come there since

    def follow(self, event: Event) -> None:
        """Cards come and go."""
        if isinstance(event, e.CardsGathered):
            self.lying.clear()
            self.shown.clear()
            self.come.clear()
        if not self.slots or e.Role.PLACES in event.fields:
            return
        for card, source, target, _ in event.list_cards():
            if card is not None:
                if card in self.lying.get(source, ()):
                    self.lying[source].remove(card)
                    self.come.get(source, set()).discard(card)
                if target in self.slots:
                    self.lying.setdefault(target, []).append(card)
                    if len(self.lying[target]) > 1:
                        self.of_one.discard(target)
                    self.come.setdefault(target, set()).add(card)

    def list_changed(
        self, among: Set[int], whole: bool, slots: Sequence[e.SlotValue]
    ) -> Iterator[tuple[int, str]]:
        """The zones that hold other cards than were told last, and what they hold.

        Of piles the top, once cards have left them. What is empty is told if `whole`, but not of a
        record that is gone once all `slots` are as they will be: its list has ended with a phase.
        """
        for slot, cards in self.lying.items():
            if slot not in among:
                continue
            before = self.shown.get(slot, [])
            self.shown[slot] = [*cards]
            come = self.come.pop(slot, set())
            told = bool(cards) and set(cards) == come  # as they came, all at once
            if told or set(cards) == set(before) or not (cards or whole):
                continue
            if not cards and self.labels.is_gone(slot, slots):
                continue
            if slot not in self.piles:
                yield slot, self.labels.format_lying(cards, slot) or "empty"
            elif not set(before) <= set(cards):
                top = self.labels.words.format_card(cards[-1]) if cards else ""
                yield slot, f"{top} on top" if top else "empty"
