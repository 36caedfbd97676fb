"""What a reader knows already, or is told next: why a change is not told once more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import Any

import attrs

from hoyle.dsl.checked.types import CARD, SEAT, YESNO, NumberT, SeveralT, Type, bare
from hoyle.dsl.machine.factors import Share
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.amounts import find_reason
from hoyle.interpreter.narration.net_events import BETWEEN
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event, list_cards_in
from hoyle.interpreter.runtime.table import Position

# What may happen though the last hand is over: in the phase that was running, and in one behind.
QUIET = (e.PhaseEnded, e.RegisterSet, e.ChipsPaid, e.SentenceSaid, e.ValueAnnounced, e.GameWon)
LASTING = (*QUIET, e.PhaseBegun)


@attrs.frozen
class Window(Sequence[Event]):
    """Some of many events, none of them copied: `events[begin:end]`."""

    events: Sequence[Event]
    begin: int
    end: int

    def __len__(self) -> int:
        return self.end - self.begin

    def __iter__(self) -> Iterator[Event]:
        return map(self.events.__getitem__, range(self.begin, self.end))

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return self.events[(self.end if at < 0 else self.begin) + at]


@attrs.frozen
class Context:
    """What stands around an event, and the position that all of them lead to.

    `choice` is what it follows from, `before` are the events since that, `around` these and all
    that follow, `after` those that are still to come.
    """

    choice: e.MoveChosen | None
    before: Sequence[Event]
    around: Sequence[Event]
    after: Sequence[Event]
    position: Position

    def find_next_seat(self) -> int | None:
        """Whose move is next, if nothing is shuffled or dealt round before it."""
        for event in self.after:
            if isinstance(event, e.MoveChosen):
                return event.seat
            if isinstance(event, e.PileShuffled) or (
                isinstance(event, e.CardsDealt) and len(set(event.to)) > 1
            ):
                return None
        return self.position.seat

    def find_next_place(self) -> int | None:
        """Where the rules bring cards next because of the same choice; None where they do not."""
        for event in self.after:
            if isinstance(event, e.MoveChosen | e.CardsDealt | e.PileShuffled):
                return None
            if isinstance(event, e.CardsMoved):
                return event.to
        return None

    def moves_card(self, card: e.SlotValue) -> bool:
        """Whether a card moves, before or after."""
        return any(
            isinstance(other, e.CardsMoved | e.CardsDealt) and card in other.cards
            for other in self.around
        )

    def find_going_along(self, event: e.CardsMoved) -> set[Card]:
        """The cards that other lines of the rules bring to the same place right behind these."""
        found: set[Card] = set()
        for other in self.after:
            if isinstance(other, BETWEEN):
                continue
            if not isinstance(other, e.CardsMoved) or other.to != event.to:
                break
            found.update(other.cards)
        return found

    def pays_on(self, heap: int) -> bool:
        """Whether more chips come to a heap, or go from it, in the same phase and move."""
        ends = (e.PhaseEnded, e.MoveChosen)
        following = takewhile(lambda other: not isinstance(other, ends), self.after)
        return any(
            isinstance(other, e.ChipsPaid) and heap in (other.from_, other.to)
            for other in following
        )

    def is_last(self) -> bool:
        """Whether nobody chooses and no card moves any more."""
        return self.position.over and all(isinstance(event, LASTING) for event in self.after)

    def ends_rounds(self, rounds: Collection[str]) -> bool:
        """Whether what comes next is a phase that is none of these, which a loop runs."""
        event = next((other for other in self.after if not isinstance(other, QUIET)), None)
        return isinstance(event, e.PhaseBegun) and event.phase not in rounds


def is_worth_telling(value: e.SlotValue, kind: Type) -> bool:
    """Whether a register with this value says something at a table: not what only steers."""
    inner = bare(kind)
    if inner == YESNO or isinstance(inner, SeveralT):
        return False
    return is_something(value, kind)


def is_something(value: e.SlotValue, kind: Type) -> bool:
    """Whether a value is not `none`, and not empty."""
    if isinstance(bare(kind), SeveralT):
        return bool(value)
    return value != -1 or kind == bare(kind)


def is_nothing_among_gains(event: e.RegisterSet, context: Context) -> bool:
    """Whether one line of the rules gives others points, and this one none.

    Where rows of tables give them, what is not given is told only with a row that says why, though
    nobody gets any. It is not told where the line comes to somebody again and again, as in each
    round of bets: it does not go round the table.
    """
    if event.add == 0 or context.choice is not None:
        return False
    same = [
        other for other in context.around
        if isinstance(other, e.RegisterSet) and other.span == event.span
    ]  # fmt: skip
    of_rows = any(other.all_rows for other in same)
    if of_rows and not find_reason(event.all_rows, (0,)):
        return False
    if len({one.place for one in same}) < len(same):
        return False
    of_all = of_rows and len(same) > 1
    return of_all or any(other.add and other.old != other.new for other in same)


def is_nothing_for_cards(event: e.RegisterSet, context: Context) -> bool:
    """Whether cards have just been shown, or named, and a table gives nothing for them."""
    if event.add == 0 or event.of_table is not Share.MULTIPLE or context.choice is not None:
        return False
    passed = (e.PhaseBegun, e.PhaseEnded)
    last = next((one for one in reversed(context.before) if not isinstance(one, passed)), None)
    behind = next((one for one in context.after if not isinstance(one, passed)), None)
    if isinstance(behind, e.RegisterSet) and behind.span == event.span:
        return False  # it is about several seats, not about these cards
    if isinstance(last, e.CardsShown):
        return len(last.cards) > 1
    return isinstance(last, e.SentenceSaid) and any(
        len(list(list_cards_in(*piece))) > 1
        for piece in last.sentence
        if not isinstance(piece, str)
    )


def list_hands_said(said: e.SentenceSaid) -> list[list[int]]:
    """The cards that each value in a sentence names, where it names any."""
    pieces = (piece for piece in said.sentence if not isinstance(piece, str))
    return [cards for piece in pieces if (cards := list(list_cards_in(*piece)))]


def list_cards_said(said: e.SentenceSaid) -> list[Card]:
    """The cards that a sentence names."""
    return [card for cards in list_hands_said(said) for card in cards]


def list_cards_named(choice: e.MoveChosen) -> set[Card]:
    """The cards that a move names, as far as the reader sees them."""
    pairs = zip(choice.values, choice.types, strict=True)
    return {card for value, kind in pairs for card in list_cards_in(value, kind)}


def list_known_cards(event: e.CardsShown | e.CardsHidden, context: Context) -> set[Card]:
    """Cards that the move has named, as it shows them; those it has shown, as it hides them."""
    if isinstance(event, e.CardsHidden):
        shown = (other for other in context.before if isinstance(other, e.CardsShown))
        return {card for other in shown for card in other.cards}
    return set() if context.choice is None else list_cards_named(context.choice)


def count_cards_chosen(choice: e.MoveChosen) -> int:
    """How many cards the values of a choice name, those that are hidden among them."""
    found = 0
    for value, kind in zip(choice.values, choice.types, strict=True):
        if bare(kind) == CARD:
            found += 1
        elif isinstance(value, tuple):
            found += len(value)
    return found


def repeats_choice(event: e.RegisterSet, choice: e.MoveChosen) -> bool:
    """Whether a register only takes over a value of the choice, or who has made it."""
    if event.add or not event.copied:
        return False
    kind = bare(event.type)
    chosen = [(value, bare(of)) for value, of in zip(choice.values, choice.types, strict=True)]
    if isinstance(kind, NumberT):
        return any(value == event.new and isinstance(of, NumberT) for value, of in chosen)
    return (event.new, kind) in [*chosen, (choice.seat, SEAT), (choice.player, SEAT)]


def is_alike(one: Type, other: Type) -> bool:
    """Whether values of two types are the same if they are equal: numbers whatever their range."""
    one, other = bare(one), bare(other)
    return one == other or (isinstance(one, NumberT) and isinstance(other, NumberT))


def is_named(events: Sequence[Event], value: e.SlotValue, kind: Type) -> bool:
    """Whether a sentence before the next choice names this value."""
    for event in events:
        if isinstance(event, e.MoveChosen):
            return False
        if isinstance(event, e.SentenceSaid):
            for piece in event.sentence:
                if not isinstance(piece, str) and (
                    (value == piece[0] and is_alike(kind, piece[1]))
                    or (kind == CARD and value in list(list_cards_in(*piece)))
                ):
                    return True
    return False


def is_named_with(
    event: e.CardsMoved, names: Collection[tuple[int, Type]], context: Context,
    share_block: Callable[[Span, Span], bool],
) -> bool:  # fmt: skip
    """Whether a sentence has all `names` between which cards go: since a choice, or right behind.

    It must stand in the same block of the rules: another may be said of something else. Where the
    same line gives cards to other seats too, and no sentence stands between, all must be told.
    """
    for events in (reversed(context.before), context.after):
        for other in takewhile(lambda other: not isinstance(other, e.SentenceSaid), events):
            if isinstance(other, e.CardsMoved) and (
                other.span == event.span and other.to != event.to
            ):
                return False
    behind = takewhile(
        lambda other: (
            isinstance(other, (*BETWEEN, e.SentenceSaid)) and not isinstance(other, e.PhaseBegun)
        ),
        context.after,
    )
    return any(
        all(is_named([said], *name) for name in names)
        and (share_block(said.span, event.span) or share_block(event.span, said.span))
        for said in (*context.before, *behind)
        if isinstance(said, e.SentenceSaid)
    )


def find_said_next(context: Context, undealt: e.SlotValue = None) -> list[e.SentenceSaid]:
    """The sentences that come next; where a card is `undealt`, also behind a deal of others."""
    passed = (*BETWEEN, e.CardsShown, e.ValueAnnounced)
    said: list[e.SentenceSaid] = []
    for event in context.after:
        if isinstance(event, e.SentenceSaid):
            said.append(event)
        elif isinstance(event, e.CardsDealt) and undealt is not None:
            if undealt in event.cards:
                break
        elif not isinstance(event, passed):
            break
    return said


def find_said_before(context: Context) -> list[e.SentenceSaid]:
    """The sentences right before an event."""
    events = (other for other in reversed(context.before) if not isinstance(other, BETWEEN))
    said = takewhile(lambda other: isinstance(other, e.SentenceSaid), events)
    return [other for other in said if isinstance(other, e.SentenceSaid)]


def says_why(said: e.SentenceSaid) -> bool:
    """Whether a sentence may say why a seat gets points, and so stands before them."""
    kinds = [bare(piece[1]) for piece in said.sentence if not isinstance(piece, str)]
    begins = bool(said.sentence) and not isinstance(said.sentence[0], str)
    return begins and not any(isinstance(kind, NumberT) for kind in kinds)


def is_said_next(context: Context, value: e.SlotValue, kind: Type) -> bool:
    """Whether the sentences that come next name a value."""
    return is_named(find_said_next(context, value if kind == CARD else None), value, kind)


def is_announcement_said(event: e.ValueAnnounced, name: str, context: Context) -> bool:
    """Whether the sentences that come next name the value, or say a yes in the same words.

    `bob: over 21` need not stand before `bob is over 21 and out`.
    """
    if bare(event.type) != YESNO:
        return is_said_next(context, event.value, event.type)
    return event.about is not None and any(
        name in " ".join(piece for piece in said.sentence if isinstance(piece, str))
        and is_named([said], *event.about)
        for said in find_said_next(context)
    )


def find_payment_said(
    event: e.ChipsPaid, sides: Collection[tuple[int, Type]], context: Context,
    has_amount: Callable[[e.SentenceSaid], bool],
) -> str:  # fmt: skip
    """Whether a sentence right `before` names the amount and all `sides`, or one right `behind`.

    So `pool pays ann 14` need not stand behind `ann takes the pool of 14`. Where the same line of
    the rules lets others pay too, and no sentence stands between, all of them must be told.
    """
    for events in (reversed(context.before), context.after):
        for other in takewhile(lambda other: not isinstance(other, e.SentenceSaid), events):
            if isinstance(other, e.ChipsPaid) and other.span == event.span:
                return ""
    near = takewhile(
        lambda other: isinstance(other, (*BETWEEN, e.ChipsPaid, e.SentenceSaid)),
        reversed(context.before),
    )
    before = [other for other in near if isinstance(other, e.SentenceSaid)]
    for where, beside in (("before", before), ("behind", find_said_next(context))):
        if sides and any(
            has_amount(said) and all(is_named([said], *side) for side in sides) for said in beside
        ):
            return where
    return ""


def find_value_before(slot: int, context: Context) -> int:
    """What a register of single values held before the events that are still to come."""
    value: int = context.position.slots[slot]
    for event in reversed(context.after):
        if isinstance(event, e.RegisterSet) and event.place == slot:
            assert isinstance(event.old, int)
            value = event.old
        elif isinstance(event, e.ChipsPaid):
            value += event.amount * ((event.from_ == slot) - (event.to == slot))
    return value


def comes_back(event: e.CardsMoved, context: Context) -> bool:
    """Whether cards are given back to the place from which the same move has just taken them."""
    return None not in event.cards and any(
        isinstance(other, e.CardsMoved)
        and set(other.from_) == {event.to}
        and set(event.cards) <= set(other.cards)
        for other in context.before
    )
