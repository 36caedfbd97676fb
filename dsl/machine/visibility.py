"""Who sees each zone and each register of a table."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_steps import Steps


def capacity(low: Steps, zone: g.Zone) -> int:
    """How many cards a zone can hold: as written, at most the whole pack."""
    cards = low.settings.cards().size
    return min(cards, low.constant(zone.capacity)) if zone.capacity is not None else cards


def zone_places(low: Steps) -> tuple[p.ZonePlace, ...]:
    """Every zone with who sees it."""
    game = low.settings.game
    found = []
    zones = [*game.zones.values(), *(z for r in game.records.values() for z in r.zones)]
    for zone in zones:
        family = low.family(zone)
        for k in range(family.count):
            sight = {"up": "everyone", "down": "nobody"}.get(zone.face or "", "seat")
            seen_by = None
            if zone.seen_by is not None and zone.owner_var is not None:
                owner = k
                if zone.record is not None:
                    owner = low.owners[zone.record][k]
                low.env[zone.owner_var] = p.Const(owner)
                seen_by = low.value(zone.seen_by)
            found.append(
                p.ZonePlace(
                    family.base + k, zone.name, _unfold(family, k), zone.pile, sight, seen_by,
                    capacity(low, zone), zone.record,
                )
            )  # fmt: skip
    return tuple(found)


def _unfold(family: p.Family, k: int) -> tuple[int, ...]:
    found: list[int] = []
    for size, first in zip(reversed(family.sizes), reversed(family.lows), strict=True):
        found.insert(0, k % size + first)
        k //= size
    return tuple(found)


def hidden_registers(low: Steps) -> tuple[tuple[int, p.Expr], ...]:
    """Registers that only one seat sees."""
    found = []
    for thing in low.settings.game.registers.values():
        if thing.seen_by is None or thing.owner_var is None:
            continue
        family = low.family(thing)
        for k in range(family.count):
            low.env[thing.owner_var] = p.Const(k)
            found.append((family.base + k, low.value(thing.seen_by)))
    return tuple(found)
