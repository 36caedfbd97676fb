"""What a match keeps in the open: who has which role, and the numbers of each seat."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import to_dashes


def list_open_state(game: g.Game, machine: p.Machine) -> list[tuple[g.Register, p.Family]]:
    """The registers of the whole match that everybody sees, with their slots."""
    families = {family.name: family for family in machine.families if family.record is None}
    return [
        (thing, families[thing.name]) for thing in game.registers.values()
        if thing.phase is None and thing.record is None and thing.seen_by is None
    ]  # fmt: skip


def list_roles(game: g.Game, machine: p.Machine) -> list[tuple[str, int]]:
    """The registers of the match that name a seat, `banker` or `dealer`, with their slots."""
    return [
        (to_dashes(thing.name), family.base) for thing, family in list_open_state(game, machine)
        if not family.sizes and bare(thing.type) == SEAT
    ]  # fmt: skip
