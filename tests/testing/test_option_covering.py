"""The settings that are played meet every two values of options together."""

from __future__ import annotations

from itertools import combinations

from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.interpreter.library.options import list_some_values, needs_are_met
from hoyle.interpreter.testing.random_games import covering_settings, draw_setting
from tests import shipped


def all_settings(ruleset):
    return [
        {"players": players, **setting}
        for players in ruleset.players
        for setting in covering_settings(ruleset, players, {})
    ]


def test_every_two_values_meet():
    ruleset = shipped.load("scotch-whist")
    rows = all_settings(ruleset)
    values = {"players": list(ruleset.players)}
    for option in ruleset.game.options.values():
        values[option.name] = list_some_values(evaluate_settings(ruleset.game, 2, {}), option)
    for one, other in combinations(values, 2):
        wanted = {(a, b) for a in values[one] for b in values[other]}
        assert {(row[one], row[other]) for row in rows} == wanted
    assert len(rows) < 60


def test_what_the_ruleset_forbids_is_not_played():
    ruleset = shipped.load("pontoon")
    for row in all_settings(ruleset):
        setting = {name: value for name, value in row.items() if name != "players"}
        assert needs_are_met(ruleset.game, row["players"], setting)
        assert setting["min_stake"] <= setting["max_stake"]


def test_a_value_that_is_given_stays():
    ruleset = shipped.load("scotch-whist")
    fixed = {"target": 77}
    assert all(row["target"] == 77 for row in covering_settings(ruleset, 4, fixed))
    assert draw_setting(ruleset, 4, 1000, fixed)["target"] == 77


def test_each_block_of_seeds_takes_the_next_setting():
    ruleset = shipped.load("scotch-whist")
    counts = list(ruleset.players)
    rows = covering_settings(ruleset, 3, {})
    blocks = [turn * len(counts) + counts.index(3) for turn in range(len(rows))]
    assert [draw_setting(ruleset, 3, block, {}) for block in blocks] == rows
