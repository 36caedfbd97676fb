"""Events as a reader wants them: each change once, with what holds at the end.

Events come in as one reader may know them, and go out fewer: what is overwritten or taken further
at once is left out, and what belongs together is one event.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import attrs

from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.amounts import find_reason
from hoyle.interpreter.narration.rule_blocks import Caused, RuleBlocks
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event, list_cards_in

# What registers hold may have been told before these.
BREAKS = (e.MoveChosen, e.SentenceSaid, e.ValueAnnounced, e.CardsDealt, e.GameWon)
# What may stand between two events that belong together.
BETWEEN = (e.PhaseBegun, e.PhaseEnded, e.RecordMade, e.RegisterSet, e.MemberDrawn)


def begin_rounds_first(
    caused: Iterable[Caused], lead_ins: Mapping[str, set[tuple[int, int]]]
) -> list[Caused]:
    """The same, but a phase begins before what a loop does to lead in to it.

    `lead_ins` are the lines that do so, by the phase. A phase that they run is over before.
    """
    found: list[Caused] = []
    for pair in caused:
        at = len(found)
        if isinstance(pair[0], e.PhaseBegun) and (lines := lead_ins.get(pair[0].phase)):
            while at and _leads_in(found[at - 1][0], lines):
                at -= 1
        found.insert(at, pair)
    return found


def _leads_in(event: Event, lines: Collection[tuple[int, int]]) -> bool:
    return find_line(event) in lines and not isinstance(event, e.PhaseEnded)


def find_line(event: Event) -> tuple[int, int]:
    """The line of the rule behind an event: which text, and its number."""
    return id(event.span.source), event.span.line


def join_events(
    caused: Iterable[Caused], blocks: RuleBlocks, decks: set[int], told_by_top: Collection[int],
    headings: Collection[str], is_gain: Callable[[Event], bool], is_value: Callable[[Event], bool],
    apart: bool,
) -> list[Caused]:  # fmt: skip
    """The same with fewer events.

    `decks` are the piles from which hands are dealt; on those `told_by_top` cards come to rest,
    though all of them go on at once. What happens before a phase with a heading and
    what happens after it stay apart, and so do what cards do before and after points (`is_gain`)
    that are told, and points before and after what is told of cards. With `apart`, cards that are
    moved by two lines of the rules stay two events.
    """
    found: list[Caused | None] = []
    joined: Event | None
    settings: dict[int, tuple[int, int]] = {}  # by register, where it was set, and after how many
    lines: dict[int, set[Span]] = {}  # by register, which lines of the rules have set it there
    others = 0  # events that are no settings
    whole = set[Span]()  # lines that are told with all that they have given
    alone = set[int]()  # registers of which one line of the rules tells each change by itself
    moves = MovesInARow(found)
    last = -1  # the last event that is not one of `BETWEEN`
    gained = False  # whether points have been told since that event
    counted = set[int]()  # registers that were set since that event
    on_way = False  # whether its cards have come through another place: they are not dealt
    shown = [*_join_showings([*_split_swaps(caused)], is_gain, apart)]
    parts = _find_parts(shown, is_gain)
    for (event, choice), given in zip(shown, parts, strict=True):
        if isinstance(event, e.ValueAnnounced):  # it tells no value that is given anew behind it
            settings = {at: one for at, one in settings.items() if _is_given_whole(found[one[0]])}
            alone.clear()
        elif isinstance(event, BREAKS):
            settings.clear()
            alone.clear()
        if isinstance(event, e.ChipsPaid) and event.amount:  # told apart: the sums must add up
            settings.pop(event.from_, None)
            settings.pop(event.to, None)
        if isinstance(event, e.PhaseBegun) and event.phase in headings and choice is None:
            last = -1
        if isinstance(event, e.PhaseEnded) and event.phase in headings:
            last = -1  # what all have is told there
        if isinstance(event, e.RegisterSet | e.MemberDrawn):
            place, joined = event.place, None
            if isinstance(event, e.RegisterSet) and choice is None and is_value(event):
                settings = {place: settings[place]} if place in settings else {}
            at, told = settings.get(place, (-1, others))
            before = found[at] if at >= 0 else None
            # a loop may count each card before it moves it: that is one part that stands between
            if before is not None and others - told > (before[0].span == event.span):
                before = None
            if before is not None and before[1] is choice and isinstance(event, e.RegisterSet):
                whole |= _find_whole(lines[place], event.span, given, blocks)
                separate = place in alone or not whole.isdisjoint(lines[place] - {event.span})
                joined = None if separate else _join_settings(before[0], event, blocks)
                if joined is before[0]:
                    continue
                if joined is not None:
                    found[at], event = None, joined
                elif before[0].span == event.span:
                    alone.add(place)
            settings[place] = len(found), others if joined is None else told
            lines[place] = {*(lines[place] if joined is not None else ()), event.span}
            gained = gained or (choice is None and is_gain(event))
            counted.add(place)
        elif not isinstance(event, BETWEEN):
            was_on_way, moved = on_way, event
            if isinstance(event, e.CardsMoved) and not apart:
                event = moves.follow_back(event, choice, told_by_top)
            on_way = event is not moved
            dealing = set() if choice is not None or on_way or was_on_way else decks
            before = found[last] if last >= 0 else None
            joined = None
            parted = gained and before is not None and before[0].span != event.span
            if isinstance(event, e.ChipsPaid):
                parted = parted or not counted.isdisjoint((event.from_, event.to))
            if before is not None and before[1] is choice and not parted:
                join = JOINS.get((type(before[0]), type(event)))
                if join is not None and not (apart and find_line(before[0]) != find_line(event)):
                    joined = join(before[0], event, dealing)
            if joined is not None:
                found[last] = joined, choice
                moves.note(last, joined, choice)
                continue
            if isinstance(event, e.CardsMoved) and moves.join_earlier(event, choice):
                continue
            moves.note(len(found), event, choice)
            last, gained = len(found), False
            others += not isinstance(event, e.ValueAnnounced)
            counted.clear()
        found.append((_order_by_place(event), choice))
    return [pair for pair in found if pair is not None]


def _find_parts(
    caused: Iterable[Caused], is_gain: Callable[[Event], bool]
) -> list[Mapping[Span, set[int]]]:
    """With each event, whose points each line of the rules changes, where little stands between."""
    found: list[Mapping[Span, set[int]]] = []
    given: dict[Span, set[int]] = {}
    for event, _ in caused:
        if not isinstance(event, BETWEEN):
            given = {}
        elif isinstance(event, e.RegisterSet) and is_gain(event):
            given.setdefault(event.span, set()).add(event.place)
        found.append(given)
    return found


def _find_whole(
    lines: Iterable[Span], line: Span, given: Mapping[Span, set[int]], blocks: RuleBlocks
) -> set[Span]:
    """Lines of the rules that have given points to others too, where `line` goes on for some.

    Joined with it, these would be missed beside the others; but not if it is a part of that round.
    """
    return {
        before for before in lines
        if not blocks.share_round(before, line)
        and not given.get(before, set()) <= given.get(line, set())
    }  # fmt: skip


class MovesInARow:
    """Moves of cards that came of one choice, with only what is one of `BETWEEN` between them.

    `found` are all events so far; those that are taken out are None. Cards are looked up by where
    they were moved, so that a row of many thousand moves takes no longer for each.
    """

    def __init__(self, found: list[Caused | None]) -> None:
        self.found = found
        self.choice: e.MoveChosen | None = None
        self.row: list[int] = []  # their places among all
        self.of_card: dict[int | None, list[int]] = {}  # in which of them a card was moved

    def note(self, at: int, event: Event, choice: e.MoveChosen | None) -> None:
        """What stands at a place now, the last of all."""
        moved = isinstance(event, e.CardsMoved)
        if not moved or choice is not self.choice:
            self.choice, self.row, self.of_card = choice, [], {}
        if isinstance(event, e.CardsMoved):
            self.row += [at] * (at not in self.row[-1:])
            self._note_cards(at, event)

    def _note_cards(self, at: int, event: e.CardsMoved) -> None:
        for card in event.cards:
            self.of_card.setdefault(card, []).append(at)

    def _moves_at(self, places: Iterable[int]) -> Iterator[tuple[int, e.CardsMoved]]:
        for at in places:
            pair = self.found[at]
            if pair is not None and isinstance(pair[0], e.CardsMoved):
                yield at, pair[0]

    def join_earlier(self, event: e.CardsMoved, choice: e.MoveChosen | None) -> bool:
        """Whether cards were put to those that the same line of the rules has brought there before.

        So a line that goes through cards and gives each to its owner is told by owners.
        """
        if choice is not self.choice:
            return False
        for at, last in self._moves_at(reversed(self.row)):
            if last.span != event.span:
                break
            joined = _join_moves(last, event, set())
            if joined is not None:
                self.found[at] = joined, choice
                self._note_cards(at, event)
                return True
        return False

    def follow_back(
        self, event: e.CardsMoved, choice: e.MoveChosen | None, told_by_top: Collection[int]
    ) -> e.CardsMoved:
        """Cards that come to rest at last, with the places from which they began to move.

        The events of the way up to here are taken out; only moves may stand between. Cards that
        come back to where they were have been elsewhere, which would not be told; and of several
        that go on nobody could tell which of them a move has turned up.
        """
        if choice is not self.choice:
            return event
        at = {card: place for place, card in enumerate(event.cards)}
        on_way = {k for card in event.cards if card is not None for k in self.of_card.get(card, ())}
        for k, last in self._moves_at(sorted(on_way, reverse=True)):
            if None in last.cards or not at.keys() >= set(last.cards):
                continue
            places = [at[card] for card in last.cards]
            if {event.from_[place] for place in places} != {last.to}:
                continue
            with_others = len(at) > len(last.cards)
            if event.to in last.from_ or (
                with_others and (last.to in told_by_top or _turns_up(last, choice))
            ):
                break
            self.found[k] = None
            event = _begin_earlier(event, last, places)
        return event


def _turns_up(event: e.CardsMoved, choice: e.MoveChosen | None) -> bool:
    """Whether hidden cards come into the open by a move that does not name them."""
    pairs = zip(choice.values, choice.types, strict=True) if choice is not None else ()
    named = {card for value, kind in pairs for card in list_cards_in(value, kind)}
    return choice is not None and any(
        new and card not in named for card, new in zip(event.cards, event.news, strict=True)
    )


def _begin_earlier(event: e.CardsMoved, last: e.CardsMoved, places: Sequence[int]) -> e.CardsMoved:
    """A way of cards of which those at some places were brought to its beginning by `last`."""
    from_, seers, news = list(event.from_), list(event.seers), list(event.news)
    for k, place in enumerate(places):
        from_[place] = last.from_[k]
        seers[place] |= last.seers[k]
        news[place] = news[place] or last.news[k]
    return attrs.evolve(event, from_=tuple(from_), seers=tuple(seers), news=tuple(news))


def _split_swaps(caused: Iterable[Caused]) -> Iterator[Caused]:
    """Two zones that change their cards are cards that go both ways."""
    for event, choice in caused:
        if not isinstance(event, e.ZonesSwapped):
            yield event, choice
            continue
        for target in (event.other, event.one):
            cards = [k for k, to in enumerate(event.to) if to == target]
            if cards:
                way = event.pick_cards(cards)
                yield (
                    e.CardsMoved(
                        way.span, way.cards, way.from_, target, False, way.seers, way.news
                    ),
                    choice,
                )


def _join_showings(
    caused: list[Caused], is_gain: Callable[[Event], bool], apart: bool
) -> Iterator[Caused]:
    """A card that is shown and then goes on is told on its way, where its name is needed too.

    Only other cards may go between, and nothing that is told of points.
    """
    shown: dict[int, e.CardsShown] = {}  # by the place of the event that moves the card on
    for k, (event, choice) in enumerate(caused):
        if isinstance(event, e.CardsShown):
            way = _find_way_on(
                event, choice, (caused[j] for j in range(k + 1, len(caused))), is_gain, apart
            )
            if way is not None:
                shown[k + 1 + way] = event
                continue
        if k in shown:
            assert isinstance(event, e.CardsMoved)
            event = attrs.evolve(event, news=shown[k].news)
        yield event, choice


def _find_way_on(
    shown: e.CardsShown, choice: e.MoveChosen | None, after: Iterable[Caused],
    is_gain: Callable[[Event], bool], apart: bool,
) -> int | None:  # fmt: skip
    """How many events behind a card that is shown that card goes on, and no other with it."""
    if len(shown.cards) > 1 or shown.to >= 0 or shown.worth:
        return None
    for k, (event, cause) in enumerate(after):
        if cause is not choice or (choice is None and is_gain(event)):
            break
        if not isinstance(event, e.CardsMoved):
            if isinstance(event, BETWEEN):
                continue
            break
        if (shown.cards, shown.places) == (event.cards, event.from_):
            return None if apart and find_line(shown) != find_line(event) else k
    return None


def _is_given_whole(before: Caused | None) -> bool:
    """Whether a register was given a seat, a card or the like: no number, which may be added to."""
    event = before[0] if before is not None else None
    return isinstance(event, e.RegisterSet) and not isinstance(bare(event.type), NumberT)


def _join_settings(before: Event, event: e.RegisterSet, blocks: RuleBlocks) -> e.RegisterSet | None:
    """Two settings of a register.

    None where a row of a table stands behind one of them, but for those of one line of the rules
    that can be told as one; and where another block of lines takes back of what the first has
    given: that depends on what there was in between.
    """
    if isinstance(before, e.MemberDrawn):
        return event
    assert isinstance(before, e.RegisterSet)
    changes = _find_change(before), _find_change(event)
    if before.all_rows or event.all_rows:
        return _join_rows(before, event, changes) if before.span == event.span else None
    if changes[0] * changes[1] < 0 and not blocks.share_block(before.span, event.span):
        return None
    add = event.add if before.add and event.add else 0
    return attrs.evolve(event, old=before.old, add=add)


def _join_rows(
    before: e.RegisterSet, event: e.RegisterSet, changes: tuple[int, int]
) -> e.RegisterSet | None:
    """Different rows of a table that one line counts one after another."""
    if 0 in changes:
        return before if changes[0] else event
    rows = (*before.all_rows, *event.all_rows)
    total = sum(changes)
    alike = before.all_rows == event.all_rows or changes[0] * changes[1] < 0
    if alike or not find_reason(rows, (total, -total)):
        return None
    return attrs.evolve(event, old=before.old, rows=rows, rows_before=())


def _find_change(event: e.RegisterSet) -> int:
    """How much is added or taken off; 0 where a value is given."""
    if not event.add:
        return 0
    assert isinstance(event.new, int) and isinstance(event.old, int)
    return event.new - event.old


def _join_deals(last: e.CardsDealt, event: e.CardsDealt, decks: set[int]) -> e.CardsDealt:
    """Deals one after another are one, as packets are: a hand is read on one line."""
    return attrs.evolve(last.add_cards(event), span=event.span)


def _as_deal(event: e.CardsMoved, decks: set[int]) -> e.CardsDealt | None:
    """Cards from the top of a deck to another place."""
    pile = event.from_[0] if event.from_ else -1
    if pile not in decks or event.below or set(event.from_) != {pile}:
        return None
    to = (event.to,) * len(event.cards)
    return e.CardsDealt(event.span, pile, to, event.cards, event.seers, event.news)


def _join_deal_and_move(
    last: e.CardsDealt, event: e.CardsMoved, decks: set[int]
) -> e.CardsDealt | None:
    """A card that is turned up after the deal lies beside the hands."""
    dealt = _as_deal(event, decks)
    if dealt is None or dealt.from_ != last.from_:
        return None
    return _join_deals(last, dealt, decks)


def _join_moves(last: e.CardsMoved, event: e.CardsMoved, decks: set[int]) -> Event | None:
    """Cards that go the same way, or that are dealt to several places."""
    if not last.cards or not event.cards:
        return event if not last.cards else last
    if last.to == event.to and last.below == event.below and last.from_[-1] == event.from_[0]:
        return attrs.evolve(last.add_cards(event), worth=event.worth)
    dealt = _as_deal(last, decks)
    return None if dealt is None else _join_deal_and_move(dealt, event, decks)


def _join_move_and_showing(
    last: e.CardsMoved, event: e.CardsShown, decks: set[int]
) -> e.CardsMoved | None:
    if event.to >= 0 or set(event.places) != {last.to} or len(event.cards) != len(last.cards):
        return None
    shown = set(event.cards) - {None}
    if not shown <= set(last.cards) and any(card is not None for card in last.cards):
        return None
    if all(card is None for card in event.cards):
        return attrs.evolve(last, worth=event.worth)
    return attrs.evolve(last, cards=event.cards, news=event.news, worth=event.worth)


def _join_deal_and_showing(
    last: e.CardsDealt, event: e.CardsShown, decks: set[int]
) -> e.CardsDealt | None:
    many = len(event.cards)
    if event.to >= 0 or event.places != last.to[-many:]:  # who sees them is told too
        return None
    if last.cards[-many:] == event.cards or all(card is None for card in event.cards):
        return attrs.evolve(last, worth=event.worth)
    if any(card is not None for card in last.cards[-many:]):
        return None
    return attrs.evolve(
        last,
        cards=last.cards[:-many] + event.cards,
        news=last.news[:-many] + event.news,
        worth=event.worth,
    )


def _order_by_place(event: Event) -> Event:
    """What is shown at once goes by the seats; what a loop shows stays as it has happened."""
    if not isinstance(event, e.CardsShown | e.CardsHidden) or len(set(event.places)) < 2:
        return event
    order = sorted(range(len(event.places)), key=event.places.__getitem__)
    cards = tuple(event.cards[k] for k in order)
    places = tuple(event.places[k] for k in order)
    news = tuple(event.news[k] for k in order) if event.news else ()
    return attrs.evolve(event, cards=cards, places=places, news=news)


def _join_showings_of_line(
    last: e.CardsShown, event: e.CardsShown, decks: set[int]
) -> e.CardsShown | None:
    """Hands that one line of the rules shows to the same seats, one by one: a showdown is whole."""
    alike = (last.span, last.to, last.end) == (event.span, event.to, event.end)
    if not alike or event.end or not set(last.places).isdisjoint(event.places):
        return None
    in_order = cast(e.CardsShown, _order_by_place(event))
    return attrs.evolve(last.add_cards(in_order), worth=last.worth + event.worth)


def _join_payments(last: e.ChipsPaid, event: e.ChipsPaid, decks: set[int]) -> e.ChipsPaid | None:
    """Chips that go further at once, and those of which some come back."""
    if not last.amount:
        return event
    if (last.from_, last.to) == (event.to, event.from_) and not (last.all_rows or event.all_rows):
        return attrs.evolve(last, amount=last.amount - event.amount, held=event.held[::-1])
    if last.to != event.from_ or last.amount != event.amount or last.rows:
        return None
    if last.held[1] != last.amount:  # there were chips already: a pot that is shared
        return None
    return attrs.evolve(event, from_=last.from_, held=(last.held[0], event.held[1]))


Join = Callable[[Any, Any, set[int]], Event | None]
JOINS: dict[tuple[type[Event], type[Event]], Join] = {
    (e.CardsDealt, e.CardsDealt): _join_deals,
    (e.CardsDealt, e.CardsMoved): _join_deal_and_move,
    (e.CardsMoved, e.CardsMoved): _join_moves,
    (e.CardsMoved, e.CardsShown): _join_move_and_showing,
    (e.CardsDealt, e.CardsShown): _join_deal_and_showing,
    (e.CardsShown, e.CardsShown): _join_showings_of_line,
    (e.ChipsPaid, e.ChipsPaid): _join_payments,
}


def leave_out_lying(event: e.CardsMoved) -> e.CardsMoved:
    """Without the cards that lie already where others come to: they go nowhere."""
    come = [k for k, source in enumerate(event.from_) if source != event.to]
    return event if len(come) in (0, len(event.cards)) else event.pick_cards(come)
