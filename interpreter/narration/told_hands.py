"""Hands as they are told: a line for each, with its worth; and cards that are turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import takewhile

from hoyle.dsl.checked.types import CARD
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.context import (
    Context,
    find_said_next,
    is_named,
    is_said_next,
    list_cards_said,
    list_hands_said,
    list_known_cards,
    says_why,
)
from hoyle.interpreter.narration.labels import Labels, count_cards
from hoyle.interpreter.narration.lines import Lines
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event


class ToldHands:
    """What a reader has been told of hands that lie open.

    `held` says how many cards each place holds, `hidden_piles` of which piles not everyone sees the
    cards; `is_gain` says whether an event is points that are told.
    """

    def __init__(
        self, labels: Labels, lines: Lines, held: Counter[int], hidden_piles: Collection[int],
        is_gain: Callable[[Event], bool],
    ) -> None:  # fmt: skip
        self.labels, self.lines, self.held, self.is_gain = labels, lines, held, is_gain
        self.hidden_piles = hidden_piles
        self.own_hands = _find_own_hands(labels)
        # with its worth, and the choice that has shown it
        self.shown: dict[int, tuple[str, list[Card], list[int], e.MoveChosen | None]] = {}

    def add_showing(self, event: e.CardsShown | e.CardsHidden, context: Context) -> None:
        """Cards turned up, hand by hand in the order in which they are shown; parts of them too.

        Left out where none of them is news, or a sentence of the rules is about to name them, and
        they are of one place; of several hands those that the move or a sentence names whole. That
        a seat takes up again what it has shown is no news either.
        """
        hiding = isinstance(event, e.CardsHidden)
        if hiding and all(map(self.labels.find_owners, event.places)):
            return
        worth = event.worth if isinstance(event, e.CardsShown) else ()
        alone = len(event.cards) == 1 or (not worth and len(set(event.places)) == 1)
        said = self._find_said_behind(context)
        if alone and all(is_named(said, card, CARD) for card in event.cards):
            return
        whole = self._turns_up_whole(event)
        news = whole or any(event.news)
        known = list_known_cards(event, context) | self._list_laid_by(event.to, context)
        if not worth and (not news or set(event.cards) <= known):
            return
        hands = self._list_hands(event, worth, context.choice)
        if not hands:
            return
        several = len(hands) > 1
        if several and not worth:
            hands = {
                place: cards for place, cards in hands.items()
                if not set(cards) <= known
                and not self._is_hand_said(cards, place, hands, context)
                and (whole or place in self.own_hands or len(cards) > 1 or _is_news(event, place))
            }  # fmt: skip
        to = "" if event.to < 0 else f" to {self.labels.names[event.to]}"
        word = " hidden:" if hiding else f" shown{to}:"
        worth = self._list_unsaid(worth, context)
        some = {
            place for place, cards in hands.items()
            if not (hiding or worth) and place in self.own_hands and len(cards) < self.held[place]
        }  # fmt: skip
        lone_pile = len(hands) == 1 and all(place in self.hidden_piles for place in hands)
        if several and not (some or lone_pile):
            self.add_hands(hands, event.span, word, worth)
            return
        for place in dict.fromkeys(event.places):
            if (cards := hands.get(place)) is None:
                continue
            text = self.labels.format_zone(cards, place)
            text += self.labels.format_worths(worth, place)
            where = self.labels.drop_owner(self.labels.format_place(place), self.lines.speaker)
            if place in some:
                owner = self.own_hands[place]
                who = "" if owner == self.lines.speaker else f"{self.labels.names[owner]} "
                whom = "" if event.to < 0 else f" {self.labels.names[event.to]}"
                self.lines.add_effect(f"{who}shows{whom} {text}", event.span)
                continue
            if isinstance(event, e.CardsShown) and event.end == "bottom":  # one sees the top
                where = f"bottom of {where}"
            elif place in self.hidden_piles and self.labels.find_owners(place):
                text += self._count_below(cards, place)
            if not hiding and self.lines.parts and self.lines.parts[-1].endswith(f" to {where}"):
                # they have just come there
                named = self.lines.parts[-1].startswith(f"{text} to ")
                self.lines.parts[-1] += "," + (word[:-1] if named else f"{word} {text}")
            else:
                self.lines.add_effect(f"{where}{word} {text}", event.span)

    def _list_laid_by(self, seat: int, context: Context) -> set[Card]:
        """The cards that a seat itself has just put somewhere, as far as they can be seen."""
        moves = (other for other in context.before if isinstance(other, e.CardsMoved))
        return {
            card for move in moves
            for card, place in zip(move.cards, move.from_, strict=True)
            if seat in self.labels.find_owners(place)
        }  # fmt: skip

    def add_hands(
        self, hands: dict[int, list[Card]], span: Span, word: str = "", worth: e.Worth = (),
        more: Collection[int] = (),
    ) -> None:  # fmt: skip
        """A line for each place, or row of places; those in `more` hold others besides."""
        rows = self.labels.join_rows(hands)
        told: list[tuple[str, str]] = []
        for label, zones in rows.items():
            cards = [card for zone in zones for card in hands[zone]]
            if len(zones) > 1:
                seen = any(card is not None for card in cards)
                row = self.labels.format_row(cards) if seen else count_cards(len(cards))
                told.append((f"{label}{word}", row))
            else:
                text = self.labels.format_zone(cards, zones[0])
                name = f"{'to ' * (zones[0] in more)}{label}{word}"
                told.append((name, text + self.labels.format_worths(worth, zones[0])))
        if 1 < len(rows) == len(hands) and all(len(cards) == 1 for cards in hands.values()):
            self.lines.end_line()
            for name, text in told:
                self.lines.add_part(f"{name} {text}", span)
            self.lines.end_line()
            return
        wide = max((len(name) for name, _ in told), default=0)
        for name, text in told:
            self.lines.add_line(f"{name:<{wide}}  {text}", span)

    def _list_hands(
        self, event: e.CardsShown | e.CardsHidden, worth: e.Worth, choice: e.MoveChosen | None
    ) -> dict[int, list[Card]]:
        """The cards by the places where they lie, but for what was told since the last choice.

        What that choice itself has shown is told again: a showdown is told whole.
        """
        hands: dict[int, list[Card]] = {place: [] for place in event.places}
        for card, place in zip(event.cards, event.places, strict=True):
            hands[place].append(card)
        for place, cards in list(hands.items()):
            value = [value for at, value, _ in worth if at == place]
            told = event.kind, sorted(cards, key=str), value, choice
            if None not in cards and self.shown.get(place) == told:
                del hands[place]
            self.shown[place] = told
        return hands

    def _turns_up_whole(self, event: e.CardsShown | e.CardsHidden) -> bool:
        """Whether whole hands or hidden piles are turned up: few remember all that went there.

        Of lone cards in several places that are no hands each is remembered.
        """
        many = Counter(event.places)
        return (
            isinstance(event, e.CardsShown)
            and len(event.cards) > 1
            and (max(many.values()) > 1 or not self.own_hands.keys().isdisjoint(many))
            and all(
                (place in self.hidden_piles or place in self.own_hands)
                and count == self.held[place]
                for place, count in many.items()
            )
        )

    def _count_below(self, cards: Sequence[Card], place: int) -> str:
        """How many lie hidden below those of a seat's pile that are turned up."""
        below = self.held[place] - len(cards)
        return f", {below} below" if below > 0 and not self.labels.is_numbered(place) else ""

    def _is_hand_said(
        self, cards: list[Card], place: int, hands: dict[int, list[Card]], context: Context
    ) -> bool:
        """Whether a sentence that comes next names just the cards of a hand, and whose it is.

        Or those of several `hands` of the same owner, each by itself.
        """
        owners = self.labels.find_owners(place)
        shown = {
            card for at, others in hands.items() if self.labels.find_owners(at) == owners
            for card in others
        }  # fmt: skip
        said = [
            one for one in self._find_said_behind(context) if shown >= set(list_cards_said(one))
        ]
        return None not in cards and any(
            names_owner(self.labels, one, place)
            and set(cards) in [set(list_cards_said(one)), *map(set, list_hands_said(one))]
            for one in said
        )

    def _find_said_behind(self, context: Context) -> list[e.SentenceSaid]:
        """The sentences right behind cards that are shown: no points are told between them.

        One that begins with a seat and tells no number stands before its points: see points.py.
        """
        said = find_said_next(context)
        between = takewhile(lambda other: not isinstance(other, e.SentenceSaid), context.after)
        if not any(map(self.is_gain, between)):
            return said
        return list(takewhile(says_why, said))

    def leave_out_said(self, event: Event, context: Context) -> Event:
        """Without the worth of a hand, where the sentences that come next say as much of it."""
        if not isinstance(event, e.CardsMoved | e.CardsDealt) or not event.worth:
            return event
        return event.change({e.Role.WORTH: self._list_unsaid(event.worth, context)})

    def _list_unsaid(self, worth: e.Worth, context: Context) -> e.Worth:
        format_worth = self.labels.format_worth
        return tuple(
            (at, value, kind) for at, value, kind in worth
            if not is_said_next(context, value, kind)
            or format_worth(value, kind, at) != self.labels.words.format_value(value, kind)
        )  # fmt: skip


def names_owner(labels: Labels, said: e.SentenceSaid, place: int) -> bool:
    """Whether a sentence names the side that a place belongs to, or one of its seats."""
    return any(is_named([said], *who) for who in labels.list_owner_names(place))


def _is_news(event: e.CardsShown | e.CardsHidden, place: int) -> bool:
    """Whether one of the cards that lie in a place had not been seen there before."""
    news = event.news or (True,) * len(event.cards)
    return any(new for new, at in zip(news, event.places, strict=True) if at == place)


def _find_own_hands(labels: Labels) -> dict[int, int]:
    """Hands, with the seat of each, where that has no other place for cards that it holds."""
    closed = [z.slot for z in labels.machine.zones if z.sight == "some" and not z.pile]
    owners = {slot: owner for slot in closed if (owner := labels.find_owner(slot)) is not None}
    often = Counter(owners.values())
    return {slot: owner for slot, owner in owners.items() if often[owner] == 1}
