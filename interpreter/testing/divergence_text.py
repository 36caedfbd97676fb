"""Two games that part for a seat because of what is hidden from it, as a card player tells it."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.machine import program as p
from hoyle.interpreter.narration.labels import Labels, join_words
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.notation import to_dashes
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.event_comparison import VALUE
from hoyle.interpreter.testing.lockstep_run import MAY, NO, Divergence
from hoyle.interpreter.testing.recorded_game import RecordedGame

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
        legal, others = list(one.legal()), list(other.legal())
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
            return f"{labels.format_moving(event.cards)} to {labels.format_place(event.to)}"
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
