"""Partners that fare alike are told once, as their side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from hoyle.dsl.printable import join_words
from hoyle.interpreter.simulation.figures import BEGAN, Figure, name_place
from hoyle.interpreter.simulation.results import GamePlayer


def name_sides(player: GamePlayer, names: Sequence[str]) -> dict[str, str]:
    """The side of each seat, and of each place counted from a role; nothing without partners."""
    if player.sides == player.players:
        return {}
    sides = {name: join_words(names[seat % player.sides :: player.sides])
             for seat, name in enumerate(names)}  # fmt: skip
    for role in player.roles:
        for number in range(player.players):
            place = name_place(role, str(number), player)
            side = _name_side(role, number * player.onwards % player.sides, player)
            sides |= {place: side, f"{BEGAN} as {place}": f"{BEGAN} on the {side}"}
    return sides


def _name_side(role: str, number: int, player: GamePlayer) -> str:
    """In words, a side counted from that of a role, in the direction of play."""
    if number == 0:
        return f"side of the {role}"
    if player.sides == 2:
        return f"side against the {role}"
    return f"side {name_place(role, str(number * player.onwards), player)}"


def join_partners(figures: Sequence[Figure], sides: Mapping[str, str]) -> list[Figure]:
    """One figure for each side, under each heading where all partners have the same."""
    bunches: dict[tuple[str, str, str], list[Figure]] = {}
    for one in figures:
        bunches.setdefault((one.section, one.name, sides.get(one.who, one.who)), []).append(one)
    apart = {
        (section, name) for (section, name, side), bunch in bunches.items()
        if any(attrs.evolve(one, who=side) != attrs.evolve(bunch[0], who=side) for one in bunch)
    }  # fmt: skip
    told: dict[tuple[str, str, str], Figure] = {}
    for one in figures:
        alone = (one.section, one.name) in apart
        who = one.who if alone else sides.get(one.who, one.who)
        told.setdefault((one.section, one.name, who), attrs.evolve(one, who=who))
    return list(told.values())
