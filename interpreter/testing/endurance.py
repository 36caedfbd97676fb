"""Many decisions of one ruleset with one number of players: most of them in a hurry.

For each setting of the options one game is looked at closely; the others are played without a log
of events, and only the cards are counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import draw_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import GameRunner, PlayCounts, pick_move
from hoyle.interpreter.testing.option_covering import covering_settings
from hoyle.interpreter.testing.properties import fault_finding
from hoyle.interpreter.testing.random_games import BLOCK, Plan, play_seeded_game, replay_command
from hoyle.interpreter.testing.rule_coverage import Coverage

MAX_IDLE = 100  # games in a row in which nobody is asked anything
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
        found = play_seeded_game(runner, first, close) or _alike(
            runner, table, first, close.decisions
        )
        while found is None and tally.decisions < enough:
            before, game = tally.decisions, game + 1
            found = _hurry(table, game, enough - before, tally)
            idle = idle + 1 if tally.decisions == before else 0
            if idle == MAX_IDLE:
                found = Finding(
                    "with these options nobody is ever asked anything",
                    _start_of(table),
                    kind="ends",
                )
        if found is not None:
            fixed = attrs.evolve(close, fixed=options)
            found.again = replay_command(ruleset, players, game, fixed)
            yield found


def _by_chance(ruleset: Ruleset, players: int, block: int) -> dict[str, int]:
    return draw_options(ruleset.game, players, Stream(block, "options", players), {})


def _hurry(table: Table, seed: int, most: int, tally: PlayCounts) -> Finding | None:
    """One game as fast as it goes; what is wrong with it, if anything is."""
    tally.games += 1
    try:
        position = _played(table, seed, most)
        tally.decisions += len(position.history())
        tally.finished += position.over
    except Finding as finding:
        return finding
    except RulesetFault as fault:
        return fault_finding(fault)
    return None


def _played(table: Table, seed: int, most: int) -> Position:
    """The end of a game, or where it stands after the most decisions."""
    moves, engine = Stream(seed, "moves", 0), table.engine
    position = table.start(seed)
    for _ in range(most):
        if position.over:
            break
        checks.check_cards(engine, position.slots, position.at)
        position = position.play(pick_move(position.legal(), moves, seed % 2 == 1))
    checks.check_cards(engine, position.slots, position.at)
    return position


def _alike(runner: GameRunner, table: Table, seed: int, most: int) -> Finding | None:
    """The game that was looked at closely, again in a hurry: it must be the same."""
    hurried = _played(table, seed, most)
    if hurried.bytes() == runner.last[0].bytes():
        return None
    return Finding(
        "a game without a log of events goes another way",
        _start_of(runner.table),
        kind="replayed",
    )


def _start_of(table: Table) -> Span:
    span: Span = table.engine.span_near(table.machine.entry)
    return span
