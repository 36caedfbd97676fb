"""Games that only the bound of a loop ends: how many, which loop, and one of them."""

import json
from collections import Counter

from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.compare import ComparePlayers
from hoyle.interpreter.simulation.results import game_seed
from hoyle.interpreter.simulation.shards import Shard

GAMES = 12


def simulate(*words):
    found = CliRunner().invoke(main, ["simulate", *map(str, words), "--seed", "1"])
    assert found.exit_code == 0, found.output
    return found.stdout


def list_drawn(ruleset):
    """The games in which the loop is never over, by the card that lies on top."""
    table = Table(ruleset.table(2).machine, traced=False)
    seeds = (game_seed(1, game) for game in range(GAMES))
    return [seed for seed in seeds if table.start(seed).choices is not None]


def test_how_many_there_are_is_told_with_the_loop(ruleset_of):
    ruleset = ruleset_of("drawn")
    drawn = list_drawn(ruleset)
    assert 1 < len(drawn) < GAMES
    said = simulate(ruleset.path, "--games", GAMES).splitlines()
    first = said.index(
        f"{len(drawn)} of {GAMES} games ended only by the bound of this loop, "
        "as draws after 10,000 rounds"
    )
    line = 1 + ruleset.source.text.splitlines().index(
        "  repeat until suit of top of stock is not ♠, however long"
    )
    assert said[first + 1].startswith(f"  drawn.cards:{line}:")
    assert said[first + 2] == (
        f"  the first of them has the seed {drawn[0]}; all figures count such games too"
    )
    assert "ended only by" not in simulate(ruleset_of("turned").path, "--games", GAMES)


def test_a_program_is_told_too(ruleset_of):
    ruleset = ruleset_of("drawn")
    facts = json.loads(simulate(ruleset.path, "--games", GAMES, "--json"))
    drawn = list_drawn(ruleset)
    [found] = facts["drawn"]
    assert (found["table"], found["games"], found["seed"]) == (0, len(drawn), drawn[0])


def test_of_two_it_is_told_which(ruleset_of):
    ruleset = ruleset_of("drawn")
    same = simulate(ruleset.path, "--games", GAMES, "--against", ruleset.path)
    many = len(list_drawn(ruleset))
    for which in ("first", "second"):
        assert f"of the {which}, {many} of {GAMES} games ended only by the bound" in same


def test_nobody_and_shared_stand_beside_the_seats(ruleset_of, player_of):
    player = player_of("drawn")
    tally = ComparePlayers(player, player, 1)(Shard(0, GAMES))
    rows = {key[1]: moments.sums[0] for key, moments in tally.moments.items() if key[0] == "won"}
    many = len(list_drawn(ruleset_of("drawn")))
    assert rows == {
        "seat 0": GAMES - many, "seat 1": GAMES - many, "nobody": many, "shared": GAMES - many,
    }  # fmt: skip
    said = simulate(ruleset_of("drawn").path, "--games", GAMES, "--policy-b", "random")
    assert "won, of 100 games, nobody" in said and "won, of 100 games, shared" in said


def test_rows_of_what_never_was_are_left_out(ruleset_of):
    said = simulate(ruleset_of("lowest").path, "--games", GAMES, "--policy-b", "random")
    names = Counter(line.split("  ")[0] for line in said.splitlines())
    assert names["won, of 100 games, ann"] == 1 and names["won, of 100 games, nobody"] == 0
