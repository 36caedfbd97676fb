"""What a match keeps in the open: who has which role, and the numbers of each seat."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.printable import to_dashes


def list_state(game: g.Game, machine: p.Machine) -> list[tuple[g.Register, Family]]:
    """The registers of the whole match, with their slots; those that everybody sees come first."""
    families = {family.name: family for family in machine.families if family.record is None}
    kept = [
        thing for thing in game.registers.values()
        if thing.phase is None and thing.record is None
    ]  # fmt: skip
    kept.sort(key=lambda thing: thing.seen_by is not None)
    return [(thing, families[thing.name]) for thing in kept]


def list_roles(game: g.Game, machine: p.Machine) -> list[tuple[str, int]]:
    """The registers of the match that name a seat, `banker` or `dealer`, with their slots.

    One that is not told only keeps something for the rules.
    """
    return [
        (to_dashes(thing.name), family.base) for thing, family in list_state(game, machine)
        if thing.seen_by is None and not thing.untold
        and not family.sizes and bare(thing.type) == SEAT
    ]  # fmt: skip
