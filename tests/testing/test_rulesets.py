"""Every shipped game and variant: its examples pass, and many random decisions find no fault."""

from __future__ import annotations

import pytest

from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.library.catalogue import list_entries
from hoyle.interpreter.library.discovery import list_shipped_variants, shipped
from hoyle.interpreter.testing import examples
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from hoyle.interpreter.testing.game_runner import PlayCounts
from tests.effort import TIMES
from tests.shipped import SOME, load
from tests.testing.endurance import UNASKED, endure, play_untraced

# For each ruleset; `make test-long` asks more, of all numbers of players: see docs/proof.md.
DECISIONS = 200  # with the number of players in the middle
SOME_DECISIONS = 40  # with the fewest, with the most, and of a variant
MANY_DECISIONS = 20_000 * TIMES  # of each ruleset, spread evenly over its numbers of players
THOROUGHLY = ("pontoon", "scotch-whist", "zetema", "ziginette")
MANY_SETTINGS = 20 * TIMES
PLAYED_AGAIN = ("hanabi", "leduc-poker", "rummy", "scotch-whist", "skat")


ENTRIES = {entry.name: entry for entry in list_entries()}
TABLES = [(name, players) for name, entry in ENTRIES.items() for players in entry.counts]
VARIANTS = [to_dashes(heading.name) for heading in list_shipped_variants()]


@pytest.mark.parametrize("name", [*shipped(), *VARIANTS])
def test_every_example_passes(name, monkeypatch):
    """Line by line. Each is then played again as any game that is tried, here those of some."""
    if name not in PLAYED_AGAIN:
        monkeypatch.setattr(examples, "check_as_game", lambda *_: [])
    nothing_is_found_in_examples(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped(), *VARIANTS])
def test_every_example_is_sound_as_a_game(name):
    nothing_is_found_in_examples(name)


def nothing_is_found_in_examples(name: str) -> None:
    outcomes = list(run_examples(load(name)))
    told = [as_text(finding) for outcome in outcomes for finding in outcome.findings]
    assert not told, "\n\n".join(told)
    assert outcomes, f"{name} has no examples"


def nothing_is_found(
    name: str, players: int, decisions: int, settings: int = 1, *, pairs: bool = True
) -> None:
    tally = PlayCounts()
    found = [
        as_text(f) for f in endure(load(name), players, decisions, settings, tally, pairs=pairs)
    ]
    assert not found, "\n\n".join(found[:10])
    game = ENTRIES[to_dashes(load(name).choice.game.stem)]
    assert tally.decisions >= decisions or not game.find_lines("choose")
    print(f"{name}, {players} players: {tally.decisions} decisions in {tally.games} games")


def nothing_is_found_in_a_hurry(name: str, players: int) -> None:
    """As many decisions, of which none is looked at closely."""
    table, tally = load(name).table(players, traced=False), PlayCounts()
    for seed in range(UNASKED):
        if tally.decisions < SOME_DECISIONS:
            finding = play_untraced(table, seed, SOME_DECISIONS - tally.decisions, tally)
            assert finding is None, as_text(finding)


@pytest.mark.parametrize("name", shipped())
def test_many_decisions(name):
    """Of some games closely, and in the middle with all pairs of values of the options."""
    fewest, middle, most = few_counts(name)
    if name in THOROUGHLY:
        nothing_is_found(name, middle, DECISIONS)
    if name in SOME:
        nothing_is_found(name, fewest, SOME_DECISIONS, pairs=False)
    nothing_is_found_in_a_hurry(name, most)


@pytest.mark.parametrize("name", VARIANTS)
def test_some_decisions_of_a_variant(name):
    """Its examples are looked at closely here, its random games in long runs."""
    nothing_is_found_in_a_hurry(name, few_counts(name)[0])


def few_counts(name: str) -> tuple[int, int, int]:
    """The fewest players, the number in the middle, the most."""
    counts = sorted(load(name).players)
    return counts[0], counts[len(counts) // 2], counts[-1]


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
