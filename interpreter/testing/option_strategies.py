"""Strategies: options that a ruleset allows together, and what is asked for in all strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from hypothesis import strategies as st

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import TableConstants, evaluate_settings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.options import (
    OptionError,
    find_refusal,
    format_value,
    list_ranges,
    list_some_values,
)
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.notation import to_dashes
from hoyle.interpreter.runtime.table import Table

TABLES_KEPT = 64

AnyRuleset = Ruleset | str | Path
Players = int | Iterable[int] | None
Options = Mapping[str, object] | st.SearchStrategy[dict[str, str]] | None
Setting = tuple[tuple[str, int], ...]


def as_ruleset(ruleset: AnyRuleset) -> Ruleset:
    """The ruleset that is meant."""
    return ruleset if isinstance(ruleset, Ruleset) else load(ruleset)


def counts_of(ruleset: Ruleset, players: Players) -> tuple[int, ...]:
    """The numbers of players that are meant, the fewest first; OptionError for others."""
    if players is None:
        return ruleset.players
    found = (players,) if isinstance(players, int) else tuple(sorted(players))
    for count in found:
        if count not in ruleset.players:
            raise OptionError(ruleset.not_for(count))
    return found


@lru_cache(TABLES_KEPT)
def table_of(ruleset: Ruleset, players: int, setting: Setting) -> Table:
    """A table; kept, since making one takes longer than a game."""
    return Table(ruleset.build(players, dict(setting)).machine)


def options(ruleset: AnyRuleset, players: int | None = None) -> st.SearchStrategy[dict[str, str]]:
    """Options that the ruleset allows together, as `table(options=...)` takes them.

    Some are changed, the others are as they would be without saying. For the fewest players where
    their number is not said, as `table` has it.
    """
    found = as_ruleset(ruleset)
    return _told_options(found, counts_of(found, players)[0])


@st.composite
def _told_options(draw: st.DrawFn, ruleset: Ruleset, players: int) -> dict[str, str]:
    """The same for a number of players: some options are changed, the others stay as they are."""
    game, chosen = ruleset.game, dict[str, int]()
    free = [option for option in game.options.values() if option.fixed is None]
    some = draw(st.lists(st.sampled_from(free), unique=True)) if free else []
    for option in sorted(some, key=free.index):
        constants = evaluate_settings(game, players, chosen)
        chosen[option.name] = _drawn_value(draw, constants, option)
    while chosen and find_refusal(game, players, chosen) is not None:
        chosen.popitem()
    usual = evaluate_settings(game, players, {}).settings
    return {
        to_dashes(name): format_value(usual, game.options[name], value)
        for name, value in chosen.items()
    }


def _drawn_value(draw: st.DrawFn, constants: TableConstants, option: g.Option) -> int:
    """A value of an option: one of the few that tell most, or any number."""
    few = list_some_values(constants, option)
    others = few[1:] or few  # the first is the default
    ranges = [range(ends[0], ends[-1] + 1) for ends in list_ranges(option, constants)]
    k = draw(st.integers(0, len(others) - (not ranges)))
    if k < len(others):
        return others[k]
    return draw(st.one_of([st.integers(values[0], values[-1]) for values in ranges]))
