"""Many decisions of one ruleset with one number of players: most of them in a hurry.

For each setting of the options one game is looked at closely; the others are played without a log
of events, and only the cards are counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import draw_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.findings import Finding, fault_finding
from hoyle.interpreter.testing.game_runner import GameRunner, PlayCounts, play_on
from hoyle.interpreter.testing.random_games import (
    BLOCK,
    Plan,
    covering_settings,
    make_player,
    play_seeded_game,
    replay_command,
)
from hoyle.interpreter.testing.rule_coverage import Coverage

MAX_IDLE = 100  # games in a row in which nobody is asked anything
UNASKED = 3  # games of one in which nobody ever chooses
CLOSELY = 20  # of so many decisions one belongs to a game that is looked at closely


def endure(
    ruleset: Ruleset, players: int, decisions: int, settings: int, tally: PlayCounts, seed: int = 0,
    *, pairs: bool = True,
) -> Iterator[Finding]:  # fmt: skip
    """So many decisions, spread over so many settings of the options; what is found.

    With `pairs` the settings that cover all pairs of values come first, then some at random.
    """
    coverage = Coverage(ruleset.game)
    rows = covering_settings(ruleset, players, {}) if pairs else []
    settings = max(settings, len(rows))
    for k in range(settings):
        enough = decisions * (k + 1) // settings
        first = (seed + k) * 1000 * BLOCK
        options = rows[k] if k < len(rows) else _by_chance(ruleset, players, first // BLOCK)
        runner = GameRunner(ruleset, players, options, coverage, tally)
        most = max(20, (enough - tally.decisions) // CLOSELY)
        close = Plan((players,), 1, decisions=most, every=4)
        table, game, idle = Table(runner.table.machine, traced=False), first, 0
        if not any(isinstance(node, p.Choose) for node in table.machine.nodes):
            close, enough = attrs.evolve(close, games=UNASKED), 0
        found = next(iter(play_seeded_game(runner, first, close)), None)
        found = found or _compare_with_untraced(runner, table, first, most)
        while found is None and tally.decisions < enough:
            before, game = tally.decisions, game + 1
            found = play_untraced(table, game, enough - before, tally)
            idle = idle + 1 if tally.decisions == before else 0
            if idle == MAX_IDLE:
                says = "with these options nobody is ever asked anything"
                found = Finding(says, _start_of(table), kind="ends")
        if found is not None:
            fixed = attrs.evolve(close, fixed=options)
            found.again = replay_command(ruleset, players, game, fixed)
            yield found


def _by_chance(ruleset: Ruleset, players: int, block: int) -> dict[str, int]:
    return draw_options(ruleset.game, players, Stream(block, "options", players), {})


def play_untraced(table: Table, seed: int, most: int, tally: PlayCounts) -> Finding | None:
    """One game as fast as it goes; what is wrong with it, if anything is."""
    tally.games += 1
    try:
        position = _count_cards(table, seed, most)
    except Finding as finding:
        return finding
    except RulesetFault as fault:
        return fault_finding(fault)
    tally.decisions += len(position.history())
    tally.finished += position.over
    return None


def _count_cards(table: Table, seed: int, most: int) -> Position:
    """The end of a seeded game in which the cards are counted at each position, and no more."""
    chosen = make_player(seed)

    def player(position: Position) -> Move:
        checks.check_cards(table.engine, position.slots, position.at)
        return chosen(position)

    position = play_on(table.start(seed), player, most)
    checks.check_cards(table.engine, position.slots, position.at)
    return position


def _compare_with_untraced(
    runner: GameRunner, table: Table, seed: int, most: int
) -> Finding | None:
    """The game that was looked at closely, without a log of events: it must be the same."""
    assert runner.position is not None
    if _count_cards(table, seed, most).bytes() == runner.position.bytes():
        return None
    says = "a game without a log of events goes another way"
    return Finding(says, _start_of(runner.table), kind="replayed")


def _start_of(table: Table) -> Span:
    span: Span = table.engine.span_near(table.machine.entry)
    return span
