"""Secrets: what is hidden from a seat changes nothing for it, however the hidden cards lie.

A game that was played is played once more with some of the cards that a seat has not seen in one
another's places: chance brings them otherwise, and who chose one of them chooses the one that lies
in its place. As long as the seat is shown and told the same, it must be asked the same, may do the
same, and is refused the same. Where it is shown or told something else, the other deal does not
agree with what it knows, and nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import assert_never

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event, list_cards_in
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.lockstep_run import (
    MAY,
    NO,
    VALUE,
    Divergence,
    LockstepRun,
    RecordedGame,
    Redeal,
)

MAX_PERMUTED = 4  # so many hidden cards: every order of them is tried
SHARE = 2 / 3  # of the positions of a game so many are played again, with other deals
MIN_STEPS = 20  # ... but at least so many
SURE_STEPS = 80  # ... where a game is known to have leaked, and a shorter one must not be missed
MAX_STEPS = 300  # ... of a game that is no longer than that
STEPS_AHEAD = 3  # positions that a quick look goes on for
ONE_WHOLE_IN = 4  # of so many deals one is played from its shuffle on, and not looked at quickly
MAX_WHOLE_STEPS = 40  # ... where that is not longer ago than so many positions
MAX_FALSE_ALARMS = 6  # quick looks that may turn out to be nothing
MAX_PAIRS = 3  # pairs of cards that are tried in place of many

Change = tuple[tuple[int, int], ...]  # cards, and what comes in the place of each


class LeakSearch:
    """Seeks a leak in a game that was played."""

    def __init__(self, played: RecordedGame, stream: Stream) -> None:
        self.played = played
        self.stream = stream
        by_node: dict[int, list[int]] = {}
        for step, position in enumerate(played.path):
            by_node.setdefault(position.at, []).append(step)
        self.kinds = list(by_node.values())
        self.doubts = MAX_FALSE_ALARMS
        self.steps = 0

    def find(self, changes: Sequence[Change], least: int) -> Divergence | None:
        """A leak; `changes` are tried first."""
        for redeal in self._repeat_changes(changes):
            divergence = self._run_whole(redeal)
            if divergence is not None:
                return divergence
        left = max(least, min(MAX_STEPS, len(self.played.path)) * SHARE)
        while self.steps < left and self.doubts > 0:
            self.steps += 1  # also where nothing is hidden
            for redeal in self._draw_redeals():
                divergence = self._try(redeal)
                if divergence is not None:
                    return _simplest(self.played, divergence)
        return None

    def _try(self, redeal: Redeal) -> Divergence | None:
        """Another deal, from its shuffle on or by a quick look."""
        first = self.played.find_step(redeal.event)
        if first == redeal.step or (
            redeal.step - first < MAX_WHOLE_STEPS and self.stream.below(ONE_WHOLE_IN) == 0
        ):
            return self._run_whole(redeal)
        if not self._seems_to_leak(redeal):
            return None
        self.doubts -= 1
        for fewer in (*self._list_pairs(redeal), redeal):
            divergence = self._run_whole(fewer)
            if divergence is not None:
                return divergence
        return None

    def _seems_to_leak(self, redeal: Redeal) -> bool:
        run = LockstepRun(self.played, redeal)
        found = run.run_briefly(STEPS_AHEAD)
        self.steps += run.steps
        return found is not None

    def _list_pairs(self, redeal: Redeal) -> Iterator[Redeal]:
        """Two of the cards alone, where that seems enough: the others could more likely play so."""
        left = MAX_PAIRS
        for one, other in redeal.change.items() if len(redeal.change) > 2 else ():
            pair = attrs.evolve(redeal, change={one: other, other: one})
            if left and self._seems_to_leak(pair):
                left -= 1
                yield pair

    def _run_whole(self, redeal: Redeal) -> Divergence | None:
        run = LockstepRun(self.played, redeal)
        found = run.run()
        self.steps += run.steps
        return found

    def _draw_redeals(self) -> Iterator[Redeal]:
        """Other deals for a seat at a position: mostly for the one that chooses.

        Each kind of choice has its turn, also one that comes once in a game.
        """
        steps = self.kinds[self.stream.below(len(self.kinds))]
        step = steps[self.stream.below(len(steps))]
        seat = self.played.path[step].seat
        if seat is None or self.stream.below(3) == 0:
            seat = self.stream.below(self.played.table.machine.players)
        hidden = _hidden_from(self.played, step, seat)
        if hidden:
            event = sorted(hidden)[self.stream.below(len(hidden))]
            for change in _changes(self.played, step, hidden[event], self.stream):
                yield Redeal(seat, step, event, change)

    def _repeat_changes(self, changes: Sequence[Change]) -> Iterator[Redeal]:
        """The same cards for any seat at the last position, as far as they are hidden from it."""
        last = len(self.played.path) - 1
        for seat in range(self.played.table.machine.players if changes else 0):
            for event, cards in _hidden_from(self.played, last, seat).items():
                for change in changes:
                    if all(one in cards for one, _ in change):
                        yield Redeal(seat, last, event, dict(change))


def find_leak(
    played: RecordedGame, stream: Stream, changes: Sequence[Change] = (), least: int = MIN_STEPS
) -> tuple[Finding, Divergence] | None:
    """A leak in a game that was played: what is told of it, and where it is."""
    found = LeakSearch(played, stream).find(changes, least)
    if found is None:
        return None
    change = tuple(sorted(found.redeal.change.items()))
    finding = Finding(
        describe_divergence(found), found.span, list_divergence_lines(played, found), kind="secrets"
    )
    finding.change = change
    return finding, found


def _simplest(played: RecordedGame, found: Divergence) -> Divergence:
    """The same leak with two cards that change places, if two are enough."""
    for one, other in found.redeal.change.items():
        if len(found.redeal.change) == 2:
            break
        redeal = attrs.evolve(found.redeal, change={one: other, other: one})
        again = LockstepRun(played, redeal).run()
        if again is not None and (again.how, again.span) == (found.how, found.span):
            return again
    return found


# ---------------------------------------------------------------------- other deals


def _changes(
    played: RecordedGame, step: int, cards: list[int], stream: Stream
) -> Iterator[dict[int, int]]:
    """Ways to lay hidden cards otherwise: all where they are few, else one by chance.

    Everything is mixed, since then much is different at once; or two cards of different places
    change, since then others could still have chosen what they chose, much later too.
    """
    if len(cards) <= MAX_PERMUTED:
        for order in list(permutations(cards))[1:]:
            yield _moved(cards, order)
    elif stream.below(2):
        yield _moved(cards, stream.shuffled(cards))
    else:
        engine, s = played.table.engine, played.path[step].slots
        twin = engine.machine.pack.twin_of
        one = cards[stream.below(len(cards))]
        unlike = [card for card in cards if twin[card] != twin[one]]
        there = engine.zones.where(s, one)
        apart = [card for card in unlike if engine.zones.where(s, card) != there]
        among = apart if apart and stream.below(4) else unlike
        if among:
            other = among[stream.below(len(among))]
            yield {one: other, other: one}


def _moved(cards: list[int], order: tuple[int, ...]) -> dict[int, int]:
    return {one: other for one, other in zip(cards, order, strict=True) if one != other}


def _hidden_from(played: RecordedGame, step: int, seat: int) -> dict[int, list[int]]:
    """The cards that a seat has not seen at a position, by the shuffle since when."""
    position, known = played.path[step], played.known[step]
    engine = played.table.engine
    view, seen = position.view(seat), known.seen[seat]
    for _, value, kind in view.registers:
        for card in list_cards_in(value, kind) if kind is not None else ():
            seen |= 1 << card
    for zone in view.zones:
        for held in zone.cards:
            seen |= 0 if held is None else 1 << held
    found: dict[int, list[int]] = {}
    for card in range(engine.machine.pack.size):
        if not seen >> card & 1 and known.mixed[card] >= 0:
            found.setdefault(known.mixed[card], []).append(card)
    return {event: cards for event, cards in found.items() if len(cards) > 1}


MAX_CARDS = 4  # cards whose places are told


def describe_divergence(divergence: Divergence) -> str:
    """What is wrong, in one sentence."""
    name = divergence.one.table.names[divergence.redeal.seat]
    cards = "two cards" if len(divergence.redeal.change) == 2 else "cards"
    when = f"when {cards} change places that"
    if divergence.how == MAY:
        return f"{name} may do other things {when} it has never seen"
    if divergence.how == NO:
        return f"{name} is refused for another reason {when} it has never seen"
    if divergence.how != VALUE:
        return f"the game goes another way {when} {name} has never seen, and nothing is announced"
    event = next((event for event in divergence.events if event is not None), None)
    if event is None:
        return f"{name} sees something of cards that are hidden from it"
    if isinstance(event, e.ChipsPaid):
        return f"other amounts are paid {when} {name} has never seen"
    if e.Role.CARDS in event.fields:
        done = "shown" if e.Role.PLACES in event.fields else "moved"
        return f"other cards are {done} {when} {name} has never seen"
    place = Labels(divergence.one.table, symbols=True).format_place(event.get(e.Role.REGISTER))
    return f"`{place}` becomes something else {when} {name} has never seen"


def list_divergence_lines(played: RecordedGame, divergence: Divergence) -> tuple[str, ...]:
    """The two deals, and what comes of each."""
    labels = Labels(divergence.one.table, symbols=True)
    seat, change = divergence.redeal.seat, divergence.redeal.change
    at, step = divergence.one, divergence.step
    if divergence.how not in (MAY, NO) and played.known[
        step
    ].chances == played.count_chances_before(step):
        at = played.path[step - 1]  # before the rules went the one way or the other
    cards = sorted(change)[:MAX_CARDS]
    places = [_lies(labels, at, card) for card in cards]
    others = [change[card] for card in cards]
    found = []
    for held, come in zip((cards, others), _outcomes(labels, divergence), strict=True):
        pairs = zip(held, places, strict=True)
        where = join_words([f"{labels.words.format_card(card)} {place}" for card, place in pairs])
        found.append(f"with {where}: {come}")
    name = divergence.one.table.names[seat]
    return (*found, f"{name} has been shown and told the same in both")


def _lies(labels: Labels, position: Position, card: int) -> str:
    engine, s = position.table.engine, position.slots
    slot = engine.zones.where(s, card)
    top = engine.zones.places[slot].pile and s[slot][-1] == card and len(s[slot]) > 1
    return f"{'on top of' if top else 'in'} {labels.format_place(slot)}"


def _outcomes(labels: Labels, divergence: Divergence) -> tuple[str, str]:
    one, other, name = (
        divergence.one,
        divergence.other,
        divergence.one.table.names[divergence.redeal.seat],
    )
    if divergence.how == MAY:
        legal, others = one.legal(), other.legal()
        only = next((move for move in legal if move not in others), None)
        move = only or next((move for move in others if move not in legal), None)
        if move is None:
            return (f"{name} may choose", f"{name} may choose in another order")
        text = labels.words.format_move(one.node, move)
        may, not_ = f"{name} may {text}", f"{name} may not {text}"
        return (may, not_) if only else (not_, may)
    if divergence.how == NO:
        words = labels.words
        first, second = (
            f"{name} may not {words.format_move(one.node, move)}: {words.format_sentence(pieces)}"
            for move, pieces in divergence.refused
        )
        return first, second
    if divergence.events == (None, None) and divergence.how == VALUE:
        return (f"{name} sees one thing", f"{name} sees another")
    told = [
        _next_thing(labels, event, position)
        for event, position in zip(divergence.events, (one, other), strict=True)
    ]
    return told[0], told[1]


def _next_thing(labels: Labels, event: Event | None, position: Position) -> str:
    words, names = labels.words, labels.names
    if event is None:
        if position.over:
            return "the game is over"
        return f"{names[position.seat or 0]} is asked: {_asked(position.node)}"
    match event:
        case e.PhaseBegun(phase=phase):
            return f"{to_dashes(phase)} begins"
        case e.PhaseEnded(phase=phase):
            return f"{to_dashes(phase)} ends"
        case e.MoveChosen(seat=seat):
            return f"{names[seat]} chooses"
        case e.RegisterSet():
            value = words.format_value(event.new, event.type)
            return f"{labels.format_place(event.place)} becomes {value}"
        case e.ChipsPaid():
            giver, taker = labels.format_place(event.from_), labels.format_place(event.to)
            return f"{event.amount} from {giver} to {taker}"
        case e.CardsMoved():
            return f"{labels.format_moving(event)} to {labels.format_place(event.to)}"
        case e.SentenceSaid(sentence=sentence):
            return words.format_sentence(sentence)
        case e.GameWon(seats=seats):
            return f"{join_words([names[seat] for seat in seats]) or 'nobody'} wins"
        case e.CardsDealt():
            return "cards are dealt"
        case e.CardsShown():
            return "cards are shown"
        case e.CardsHidden():
            return "cards are hidden"
        case e.CardsGathered():
            return "the cards are gathered"
        case e.PileShuffled():
            return "cards are shuffled"
        case e.MemberDrawn():
            return "chance decides"
        case e.ZonesSwapped():
            return "cards are swapped"
        case e.ValueAnnounced():
            return "something is announced"
        case e.RecordMade():
            return "another pile of cards is begun"
    assert_never(event)


def _asked(node: p.Choose) -> str:
    names = dict.fromkeys(to_dashes(action.name) for action in node.actions)
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
