"""Events: every field has a role, and a reader's part of an event follows from the roles alone."""

from typing import Annotated, get_args

import attrs
import pytest

from hoyle.interpreter.narration.json_events import INTERNAL, JsonEvents
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.bots import Bots
from hoyle.interpreter.runtime.events import BaseEvent, Cards, Event, News, Register, Role, Seers
from hoyle.interpreter.testing.lockstep_run import find_first_difference
from tests import shipped

CLASSES = get_args(Event)


@attrs.frozen
class CardsPeekedAt(BaseEvent):
    """A kind of event that nothing knows: a seat looks at cards that stay where they lie."""

    kind = "peek"
    seat: Annotated[int, Role.ACTOR]
    wager: Register
    cards: Cards
    places: Annotated[tuple[int, ...], Role.PLACES]
    seers: Seers
    news: News = ()


@pytest.fixture
def position():
    return shipped.load("scotch-whist").table(2).start(1)


def test_every_kind_of_event_is_in_the_union_once():
    own = {kind for kind in BaseEvent.__subclasses__() if kind.__module__ != __name__}
    assert {kind.__name__ for kind in own} == {kind.__name__ for kind in CLASSES}
    assert len({kind.kind for kind in CLASSES}) == len(CLASSES)


def test_a_field_without_a_role_is_refused():
    with pytest.raises(IndexError):
        type("Wrong", (BaseEvent,), {"kind": "wrong", "__annotations__": {"cards": int}})


def test_cards_come_with_who_sees_them():
    for kind in CLASSES:
        if Role.CARDS in kind.fields:
            assert Role.NEWS in kind.fields
            assert {Role.SEERS, Role.PLACES} & kind.fields.keys()
        if {Role.OLD, Role.NEW, Role.VALUE, Role.OWN_VALUES} & kind.fields.keys():
            assert Role.TYPE in kind.fields
        if {Role.OWN_VALUES, Role.SEALED} & kind.fields.keys():
            assert {Role.ACTOR, Role.NODE} <= kind.fields.keys()


def test_a_new_kind_of_event_is_redacted_without_a_word(position):
    table = position.table
    public = next(slot.at for slot in table.machine.slots if slot.name.startswith("score"))
    hand = next(zone.slot for zone in table.machine.zones if zone.sight == "some")
    span = position.node.span
    peek = CardsPeekedAt(span, 0, public, (3, 4), (hand, hand), (0b01, 0b11))
    assert Redaction(table, 0).redact(peek, position).cards == (3, 4)
    assert Redaction(table, 1).redact(peek, position).cards == (4, None)  # hidden ones last
    assert Redaction(table, None).redact(peek, position).cards == (3, 4)
    one, other = (
        Redaction(table, 1).redact(attrs.evolve(peek, places=places, seers=(1, 1)), position)
        for places in ((hand, hand + 1), (hand + 1, hand))
    )
    assert one == other  # which of the hidden cards comes first in the pack is not told
    inner = next(slot.at for slot in table.machine.slots if slot.local)
    assert Redaction(table, 1).redact(attrs.evolve(peek, wager=inner), position) is None
    (told,) = [JsonEvents(table, 1)._format_event(Redaction(table, 1).redact(peek, position))]
    assert told.keys() - {"event", "file", "line"} == {
        name for name, role in CardsPeekedAt.roles.items() if role not in INTERNAL
    }
    other = attrs.evolve(peek, cards=(3, 5))
    assert find_first_difference([peek], [other], set(), {4, 5}) == (0, "told")
    assert find_first_difference([peek], [other], set(), {6, 7}) == (0, "value")
    assert find_first_difference([peek], [attrs.evolve(peek, seat=1)], set()) == (0, "way")
    assert find_first_difference([peek], [peek], set()) is None


def test_an_untraced_table_makes_no_events():
    position, bots = shipped.load("scotch-whist").table(2, traced=False).start(1), None
    bots = Bots(1, position.table.engine)
    while not position.over:
        assert position.events == ()
        position = position.play(bots.move(position))
