"""`hoyle simulate` as a user has it."""

import csv
import io
import json
import os

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main


@pytest.fixture
def simulate(tmp_path, ruleset_of):
    """`simulate("turned", "--games", 20)`; a name that is no text of ours is a shipped game."""

    def run(game, *words):
        place = game if game in ("scotch-whist", "pontoon") else ruleset_of(game).path
        return CliRunner().invoke(main, ["simulate", str(place), *map(str, words)])

    return run


def test_a_table_for_people(simulate):
    found = simulate("turned", "--games", 60, "--seed", 3)
    assert found.exit_code == 0
    assert found.stdout.startswith(
        "Known: 2 players, 60 games, seed 3\neverybody plays at random\n"
    )
    assert "95 % interval" in found.stdout and "left of the dealer" in found.stdout
    assert all(line == line.rstrip() for line in found.stdout.splitlines())


def test_the_same_facts_for_programs(simulate):
    words = ("--games", 60, "--seed", 3)
    facts = json.loads(simulate("turned", *words, "--json").stdout)
    assert (facts["games"], facts["seed"]) == (60, 3)
    assert facts["policies"] == {"everybody": "random"}
    rows = list(csv.DictReader(io.StringIO(simulate("turned", *words, "--csv").stdout)))
    assert len(rows) == len(facts["figures"]) > 10
    for row, figure in zip(rows, facts["figures"], strict=True):
        assert float(row["value"]) == figure["value"]
        assert {row[key] for key in ("section", "name", "who")} == {
            figure[key] for key in ("section", "name", "who")
        }
    won = {one["who"]: one for one in facts["figures"] if one["section"] == "won"}
    assert sum(won[who]["hits"] for who in ("ann", "bob")) == 60


def test_the_same_bytes_on_any_number_of_cores(simulate, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    words = ("--games", 70, "--seed", 3, "--json")
    one, many = (simulate("turned", *words, "--jobs", jobs).stdout for jobs in (1, 3))
    assert one == many


def test_games_without_an_end_are_told(simulate):
    found = simulate("stuck", "--games", 40, "--seed", 1)
    assert found.exit_code == 1
    assert "came to no end and count for nothing: the game is stuck" in found.stdout
    assert "the first of them has the seed 10000000" in found.stdout


def test_a_game_that_runs_again_with_its_seed(simulate, ruleset_of):
    facts = json.loads(simulate("stuck", "--games", 40, "--seed", 1, "--json").stdout)
    [problem] = facts["problems"]
    again = CliRunner().invoke(
        main, ["run", str(ruleset_of("stuck").path), "--seed", str(problem["seed"])]
    )
    assert again.exit_code == 1 and "stuck" in again.stderr


@pytest.mark.parametrize("words", [("--games", 0), ("--games", -3), ("--games", "many"),
                                   ("--players", 9), ("--set", "no-such=1"), ("--jobs", 0),
                                   ("--json", "--csv")])  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_runs(simulate, words):
    found = simulate("turned", *words)
    assert found.exit_code == 2 and not found.stdout


def test_a_game_that_banks(simulate):
    facts = json.loads(simulate("pontoon", "--games", 8, "--seed", 1, "--json").stdout)
    who = {one["who"] for one in facts["figures"] if one["section"] == "a deal"}
    assert {"banker", "left of the banker", "ann", "bob"} <= who
    paid = {one["who"]: one for one in facts["figures"] if one["section"] == "a deal"}
    # what the banker wins the other has lost, deal by deal
    assert paid["banker"]["value"] == -paid["left of the banker"]["value"]
