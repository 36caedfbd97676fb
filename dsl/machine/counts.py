"""What only a table shows: the machine is made for every number of players and looked over."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.from_game import Build, machine
from hoyle.dsl.report import Report


def check_counts(game: g.Game, report: Report) -> dict[int, Build]:
    """The machines by player count; problems go to the report."""
    low, high = game.players
    builds: dict[int, Build] = {}
    for players in range(low, high + 1):
        made = machine(game, players, report=report)
        if made is None:
            break
        builds[players] = made
    return builds
