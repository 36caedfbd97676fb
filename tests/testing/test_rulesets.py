"""Every shipped game and variant: its examples pass, and many random decisions find no fault."""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.library import loader as opening
from hoyle.interpreter.library.catalogue import list_entries
from hoyle.interpreter.library.discovery import list_shipped_variants, shipped
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from hoyle.interpreter.testing.game_runner import PlayCounts
from tests.testing.endurance import endure

# For each ruleset and number of players, and for each variant; docs/proof.md has what was done.
DECISIONS = 400
VARIANT_DECISIONS = 200
MANY_DECISIONS = 1_000_000  # for each ruleset, spread evenly over its numbers of players
SOME_DECISIONS = 60
# Games that are looked at more closely: at every number of players, with all pairs of options.
THOROUGHLY = ("pontoon", "scotch-whist", "zetema", "ziginette")
SETTINGS = 1  # of the options at least; those that cover all pairs of values are more
MANY_SETTINGS = 200


@cache
def load(name: str) -> Ruleset:
    """Once for all its tests: what goes with a ruleset, such as its settings, is kept with it."""
    return opening.load(name, examples=True)


ENTRIES = {entry.name: entry for entry in list_entries()}
TABLES = [(name, players) for name, entry in ENTRIES.items() for players in entry.counts]
FEWEST_AND_MOST = [
    (name, players) for name, players in TABLES
    if name in THOROUGHLY or players in (ENTRIES[name].counts[0], ENTRIES[name].counts[-1])
]  # fmt: skip
VARIANTS = [to_dashes(heading.name) for heading in list_shipped_variants()]


@pytest.mark.parametrize("name", [*shipped(), *VARIANTS])
def test_every_example_passes(name):
    outcomes = list(run_examples(load(name)))
    told = [as_text(finding) for outcome in outcomes for finding in outcome.findings]
    assert not told, "\n\n".join(told)
    assert outcomes, f"{name} has no examples"


def nothing_is_found(
    name: str, players: int, decisions: int, settings: int, *, pairs: bool = True
) -> None:
    tally = PlayCounts()
    found = [
        as_text(f) for f in endure(load(name), players, decisions, settings, tally, pairs=pairs)
    ]
    assert not found, "\n\n".join(found[:10])
    game = ENTRIES[to_dashes(load(name).choice.game.stem)]
    assert tally.decisions >= decisions or not game.find_lines("choose")
    print(f"{name}, {players} players: {tally.decisions} decisions in {tally.games} games")


@pytest.mark.parametrize(("name", "players"), FEWEST_AND_MOST)
def test_many_decisions(name, players):
    if name in THOROUGHLY:
        nothing_is_found(name, players, DECISIONS, SETTINGS)
    else:
        nothing_is_found(name, players, SOME_DECISIONS, SETTINGS, pairs=False)


@pytest.mark.parametrize("name", VARIANTS)
def test_many_decisions_of_a_variant(name):
    """With the fewest and the most; the pairs of options are its base's."""
    players = list(load(name).players)
    most = VARIANT_DECISIONS if to_dashes(load(name).choice.game.stem) in THOROUGHLY else 40
    counts = sorted({players[0], players[-1]})
    for count in counts:
        nothing_is_found(name, count, -(-most // len(counts)), 2, pairs=False)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_very_many_decisions(name, players):
    counts = load(name).players
    nothing_is_found(name, players, MANY_DECISIONS // len(counts), MANY_SETTINGS // len(counts))


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_very_many_decisions_of_a_variant(name):
    counts = load(name).players
    for players in counts:
        nothing_is_found(name, players, MANY_DECISIONS // len(counts), MANY_SETTINGS // len(counts))
