"""Settings of the options that meet every two values together, and every value each table.

Faults of options that need three values at once are rare; trying every pair costs a few dozen
settings where trying all combinations would cost billions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from allpairspy import AllPairs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.interpreter.library.options import draw_options, list_some_values, needs_are_met
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.generator import Stream

Setting = dict[str, int]


def draw_setting(ruleset: Ruleset, players: int, block: int, fixed: Mapping[str, int]) -> Setting:
    """The options for a block of seeds: the covering settings in turn, then at random.

    It depends on nothing but the block and the number of players, so that one game can be found
    again. A block belongs to the number of players whose turn it is when all take turns.
    """
    counts = list(ruleset.players)
    rows = covering_settings(ruleset, players, fixed)
    turn, place = divmod(block, len(counts))
    if place == counts.index(players) and turn < len(rows):
        return rows[turn]
    return draw_options(ruleset.game, players, Stream(block, "options", players), fixed)


def covering_settings(ruleset: Ruleset, players: int, fixed: Mapping[str, int]) -> list[Setting]:
    """The settings for one number of players; those of all numbers meet every pair of values."""
    return all_rows(ruleset, tuple(sorted(fixed.items()))).get(players, [])


@cache
def all_rows(ruleset: Ruleset, fixed: tuple[tuple[str, int], ...]) -> dict[int, list[Setting]]:
    """For each number of players its settings."""
    game, counts = ruleset.game, list(ruleset.players)
    free = [o for o in game.options.values() if o.fixed is None and o.name not in dict(fixed)]
    lowest = evaluate_settings(game, counts[0], dict(fixed))
    # A value is known by its place among the few that are tried: the values themselves may depend
    # on the number of players and on other options.
    places = [range(len(list_some_values(lowest, option))) for option in free]
    parameters = [[*range(len(counts))], *map(list, places)]

    def allowed(row: Sequence[int]) -> bool:
        if len(row) < 2:
            return True
        names = [option.name for option in free[: len(row) - 1]]
        setting = _values_of(game, counts[row[0]], free, row[1:], dict(fixed))
        asked = [need for need in game.needs if _mentions(need, game) <= {*names, *dict(fixed)}]
        return needs_are_met(game, counts[row[0]], setting, asked)

    found: dict[int, list[Setting]] = {}
    if not free:
        return {players: [dict(fixed)] for players in counts}
    for row in AllPairs(parameters, filter_func=allowed if game.needs else lambda row: True):
        setting = _values_of(game, counts[row[0]], free, row[1:], dict(fixed))
        if needs_are_met(game, counts[row[0]], setting):
            found.setdefault(counts[row[0]], []).append(setting)
    return found


def _values_of(
    game: g.Game, players: int, free: Sequence[g.Option], row: Sequence[int], fixed: Setting
) -> Setting:  # fmt: skip
    """The values at these places, in the order of the options."""
    chosen = dict(fixed)
    for option, place in zip(free, row, strict=False):
        values = alone(game, option) or list_some_values(
            evaluate_settings(game, players, chosen), option
        )
        chosen[option.name] = values[place % len(values)]
    return chosen


@cache
def alone(game: g.Game, option: g.Option) -> list[int] | None:
    """The values of an option that depends neither on others nor on the players; else None."""
    text = " ".join(value.span.text for value in (option.default, *option.allowed))
    others = {*game.options, "players"} - {option.name}
    if others & set(re.findall(r"\w+", text)):
        return None
    return list_some_values(evaluate_settings(game, game.players[0], {}), option)


def _mentions(need: g.Need, game: g.Game) -> set[str]:
    return set(re.findall(r"\w+", need.test.span.text)) & set(game.options)
