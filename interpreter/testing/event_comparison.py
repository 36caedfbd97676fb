"""Two games beside one another: whether a seat is told the same in both, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from hoyle.interpreter.runtime.events import Event, RegisterSet, Role
from hoyle.interpreter.runtime.view import View

# What is told and shown: where it differs, the seat can tell the two games from one another, and
# nothing that comes later is a leak.
TOLD = "told"
# What follows from the rules alone: where it differs, the rules have looked at what is hidden.
WAY, VALUE = "way", "value"


def _classify(role: Role) -> str:
    """What it means where two events of one line differ in a field; empty: nothing."""
    match role:
        case (
            Role.ACTOR | Role.NAME | Role.PILE | Role.TARGET | Role.TARGETS | Role.BELOW
            | Role.AUDIENCE | Role.MIXED | Role.GATHERED | Role.REGISTER | Role.RECORD
        ):  # fmt: skip
            return WAY
        case Role.OLD | Role.NEW | Role.AMOUNT:
            return VALUE
        case (
            Role.OWN_VALUES | Role.CARDS | Role.SOURCES | Role.PLACES | Role.VALUE
            | Role.SENTENCE | Role.SEATS
        ):  # fmt: skip
            return TOLD
        case (
            Role.SEALED | Role.NODE | Role.SEERS | Role.NEWS | Role.TYPE | Role.ROWS | Role.DETAIL
        ):  # fmt: skip
            return ""
    assert_never(role)


ROLES = {how: {role for role in Role if _classify(role) == how} for how in (WAY, VALUE, TOLD)}


def _compare(one: Event | None, other: Event | None, private: set[int]) -> str:
    """How two events differ as a seat knows them; empty where they do not.

    `private` are the registers that only some see: what one of them holds is shown to its seat.
    """
    if one is None or other is None or type(one) is not type(other) or one.span != other.span:
        return WAY
    for how in (WAY, VALUE, TOLD):
        if one.list_contents(ROLES[how]) != other.list_contents(ROLES[how]):
            shown = how == VALUE and isinstance(one, RegisterSet) and one.place in private
            return TOLD if shown else how
    return ""


def find_first_difference(
    one: Sequence[Event], other: Sequence[Event], private: set[int]
) -> tuple[int, str] | None:
    """The first of the events in which two games differ, and how."""
    for k in range(max(len(one), len(other))):
        how = _compare(
            one[k] if k < len(one) else None, other[k] if k < len(other) else None, private
        )
        if how:
            return k, how
    return None


def compare_views(one: View, other: View, private: set[int]) -> str:
    """How two views differ; where one card is seen in the place of another, that is told."""
    if one == other:
        return ""
    public = [[r for r in view.registers if r[0] not in private] for view in (one, other)]
    if public[0] != public[1]:
        return VALUE
    for first, second in zip(one.zones, other.zones, strict=True):
        hidden = [[card is None for card in zone.cards] for zone in (first, second)]
        if hidden[0] != hidden[1]:
            return VALUE
    return TOLD
