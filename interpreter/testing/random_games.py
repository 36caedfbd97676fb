"""Random games: laws and consistency, at every player count, with many settings of the options.

Game number k of a run has the seed S + k. The seed decides everything but the players: chance, the
moves, and (for each block of seeds together) the options. So one game can be played again alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

import attrs

from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import (
    CheckSchedule,
    GameRunner,
    PlayCounts,
    random_player,
)
from hoyle.interpreter.testing.option_covering import draw_setting
from hoyle.interpreter.testing.rule_coverage import Coverage

BLOCK = 4  # seeds that share their options


@attrs.frozen
class Plan:
    """What is to be played; `every` is how often a position is looked at closely.

    After the random games come `rounds` of games that seek what has not been seen, and every way
    of play with a small pack, as far as so many `positions`.
    """

    players: tuple[int, ...]
    games: int
    seed: int = 0
    fixed: Mapping[str, int] = attrs.field(factory=dict)
    decisions: int = 300
    every: int = 6
    rounds: int = 0
    positions: int = 0


def play_games(
    ruleset: Ruleset, plan: Plan, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool] = lambda: True, part: range | None = None,
) -> Iterator[Finding | None]:  # fmt: skip
    """Game after game: what is found in each, or None. `go_on` may cut the sequence short.

    `part` are the numbers of the games, where not all are to be played.
    """
    runner: GameRunner | None = None
    at: tuple[int, int] | None = None
    options: dict[str, int] = {}
    for k in range(plan.games) if part is None else part:
        if not go_on():
            return
        players, seed = plan.players[k // BLOCK % len(plan.players)], plan.seed + k
        try:
            if runner is None or at != (players, seed // BLOCK):
                options = draw_setting(ruleset, players, seed // BLOCK, plan.fixed)
                runner = GameRunner(ruleset, players, options, coverage, tally)
                at = (players, seed // BLOCK)
            found = play_seeded_game(runner, seed, plan)
        except RulesetError as error:
            found = report_missing_table(ruleset, error)
        if found is not None:
            found.again = replay_command(ruleset, players, seed, plan)
            words = format_options(ruleset.game, players, options)
            found.lines += (f"options: {' '.join(words)}",) if words else ()
            runner = None  # a game that broke off leaves nothing to go on with
        yield found


def play_seeded_game(runner: GameRunner, seed: int, plan: Plan) -> Finding | None:
    """The game of a seed; what is wrong with it, if anything is."""
    player = random_player(Stream(seed, "moves", 0), seed % 2 == 1)
    schedule = CheckSchedule(plan.every, stream=Stream(seed, "looks", 0))
    found = runner.game(Chances(seed), player, schedule, plan.decisions)
    if found is None and seed % BLOCK == 0:
        found = runner.check_replay(Chances(seed))
    return runner.add_script(found)


def report_missing_table(ruleset: Ruleset, error: RulesetError) -> Finding:
    """Options with which no machine can be made."""
    problems = error.report.in_order()
    span = problems[0].span if problems else ruleset.source.whole_line(1)
    why = problems[0].title if problems else "the pack cannot be made"
    return Finding(f"no table can be made: {why}", span, kind="rules")


def replay_command(ruleset: Ruleset, players: int, seed: int, plan: Plan) -> str:
    """The command that plays this game alone."""
    alone = f"--players {players} --games 1 --seed {seed}"
    return f"{search_command(ruleset)} {alone}{format_fixed_options(ruleset, players, plan)}"


def search_command(ruleset: Ruleset) -> str:
    """The command that tries a ruleset, without its options."""
    name, added = ruleset.choice.words()
    if not ruleset.choice.comes_with_hoyle and not ruleset.choice.chain:
        name = ruleset.source.name  # as it was given
    words = [shlex.quote(name), *(f"--variant {shlex.quote(word)}" for word in added)]
    return f"hoyle test {' '.join(words)}"


def format_fixed_options(ruleset: Ruleset, players: int, plan: Plan) -> str:
    """The options that the user has fixed, as the command reads them."""
    words = format_options(ruleset.game, players, plan.fixed, usual_too=True)
    return "".join(f" --set {word}" for word in words)
