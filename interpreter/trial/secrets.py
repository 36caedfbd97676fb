"""Secrets: what is hidden from a seat changes nothing for it, however the hidden cards lie.

A game that was played is played once more with some of the cards that a seat has not seen in one
another's places: chance brings them otherwise, and who chose one of them chooses the one that lies
in its place. As long as the seat is shown and told the same, it must be asked the same, may do the
same, and is refused the same. Where it is shown or told something else, the other deal does not
agree with what it knows, and nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import attrs

from hoyle.interpreter.play.generator import Stream
from hoyle.interpreter.trial.beside import Beside, Parting
from hoyle.interpreter.trial.findings import Finding
from hoyle.interpreter.trial.parting_words import lines_of, sentence_of
from hoyle.interpreter.trial.played import Played
from hoyle.interpreter.trial.redeal import Redeal, cards_in

ALL_WAYS = 4  # so many hidden cards: every order of them is tried
SHARE = 3  # of the positions of a game so many times fewer are played again beside it
LEAST = 12  # ... but at least so many
MOST_DRAWS = 12  # deals that are thought of for one game


def find_leak(
    played: Played, stream: Stream, swaps: tuple[tuple[int, int], ...] = (), least: int = LEAST
) -> tuple[Finding, Parting] | None:
    """A leak in a game that was played; `swaps` are cards that are tried first."""
    left = max(least, len(played.path) // SHARE)
    for redeal in redeals(played, stream, swaps):
        beside = Beside(played, redeal)
        found = beside.run()
        if found is not None:
            found = simplest(played, found)
            words = sentence_of(found), found.span, lines_of(played, found)
            return Finding(*words, kind="secrets"), found
        left -= beside.steps
        if left <= 0:
            break
    return None


def simplest(played: Played, found: Parting) -> Parting:
    """The same leak with two cards that change places, if two are enough."""
    for one, other in found.redeal.change.items():
        if len(found.redeal.change) == 2:
            break
        redeal = attrs.evolve(found.redeal, change={one: other, other: one})
        again = Beside(played, redeal).run()
        if again is not None and (again.how, again.span) == (found.how, found.span):
            return again
    return found


# ---------------------------------------------------------------------- other deals


def redeals(played: Played, stream: Stream, swaps: tuple[tuple[int, int], ...]) -> Iterator[Redeal]:
    """Other deals that a seat cannot tell from the one that was, at a position by chance."""
    players, steps = played.table.machine.players, len(played.path)
    for seat in range(players) if swaps else ():
        hidden = hidden_from(played, steps - 1, seat)
        for one, other in swaps:
            for event, cards in hidden.items():
                if one in cards and other in cards:
                    yield Redeal(seat, steps - 1, event, {one: other, other: one})
    for _ in range(MOST_DRAWS):
        seat, step = stream.below(players), stream.below(steps)
        hidden = hidden_from(played, step, seat)
        if hidden:
            event = sorted(hidden)[stream.below(len(hidden))]
            for change in changes(played, step, hidden[event], stream):
                yield Redeal(seat, step, event, change)


def changes(
    played: Played, step: int, cards: list[int], stream: Stream
) -> Iterator[dict[int, int]]:
    """Ways to lay hidden cards otherwise: all where they are few, else one by chance.

    Everything is mixed, since then much is different at once; or two cards of different places
    change, since then others could still have chosen what they chose, much later too.
    """
    if len(cards) <= ALL_WAYS:
        for order in list(permutations(cards))[1:]:
            yield moved(cards, order)
    elif stream.below(2):
        yield moved(cards, stream.shuffled(cards))
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


def moved(cards: list[int], order: tuple[int, ...]) -> dict[int, int]:
    """Which card comes in the place of which."""
    return {one: other for one, other in zip(cards, order, strict=True) if one != other}


def hidden_from(played: Played, step: int, seat: int) -> dict[int, list[int]]:
    """The cards that a seat has not seen at a position, by the shuffle since when."""
    position, known = played.path[step], played.known[step]
    engine = played.table.engine
    view, seen = position.view(seat), known.seen[seat]
    for _, value, kind in view.registers:
        for card in cards_in(value, kind) if kind is not None else ():
            seen |= 1 << card
    for zone in view.zones:
        for held in zone.cards:
            seen |= 0 if held is None else 1 << held
    found: dict[int, list[int]] = {}
    for card in range(engine.machine.pack.size):
        if not seen >> card & 1 and known.mixed[card] >= 0:
            found.setdefault(known.mixed[card], []).append(card)
    return {event: cards for event, cards in found.items() if len(cards) > 1}
