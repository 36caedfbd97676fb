"""Random games: laws and consistency, at every player count, with many settings of the options.

Game number k of a run has the seed S + k. The seed decides everything but the players: chance, the
moves, and (for each block of seeds together) the options. So one game can be played again alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

import attrs

from hoyle.interpreter.library.option_values import as_words
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import Looks, Sitting, Tally, pick
from hoyle.interpreter.testing.option_covering import drawn
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Noted, Script

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
    ruleset: Ruleset, plan: Plan, tally: Tally, coverage: Coverage,
    go_on: Callable[[], bool] = lambda: True, part: range | None = None,
) -> Iterator[Finding | None]:  # fmt: skip
    """Game after game: what is found in each, or None. `go_on` may cut the sequence short.

    `part` are the numbers of the games, where not all are to be played.
    """
    sitting: Sitting | None = None
    at: tuple[int, int] | None = None
    options: dict[str, int] = {}
    for k in range(plan.games) if part is None else part:
        if not go_on():
            return
        players, seed = plan.players[k // BLOCK % len(plan.players)], plan.seed + k
        try:
            if sitting is None or at != (players, seed // BLOCK):
                options = drawn(ruleset, players, seed // BLOCK, plan.fixed)
                sitting = Sitting(ruleset, players, options, coverage, tally)
                at = (players, seed // BLOCK)
            found = seeded(sitting, seed, plan)
        except RulesetError as error:
            found = no_table(ruleset, error)
        if found is not None:
            found.again = again(ruleset, players, seed, plan)
            words = as_words(ruleset.game, players, options)
            found.lines += (f"options: {' '.join(words)}",) if words else ()
            sitting = None  # a game that broke off leaves nothing to go on with
        yield found


def seeded(sitting: Sitting, seed: int, plan: Plan) -> Finding | None:
    """The game of a seed; what is wrong with it, if anything is."""
    moves, luck = Stream(seed, "moves", 0), Noted(Chances(seed))
    looks = Looks(Stream(seed, "looks", 0), plan.every)
    found = sitting.game(
        luck, lambda position: pick(position.legal(), moves, seed % 2 == 1), looks, plan.decisions
    )
    if found is None and seed % BLOCK == 0:
        found = sitting.again(Chances(seed))
    return of_game(sitting, found, luck)


def of_game(sitting: Sitting, found: Finding | None, luck: Noted) -> Finding | None:
    """What was found in the game that was just played, with that game."""
    if found is not None:
        found.lines += sitting.story()
        options = tuple(sorted(sitting.options.items()))
        found.script = Script(sitting.players, options, luck.outcomes(), sitting.moves())
    return found


def no_table(ruleset: Ruleset, error: RulesetError) -> Finding:
    """Options with which no machine can be made."""
    problems = error.report.in_order()
    span = problems[0].span if problems else ruleset.source.whole_line(1)
    why = problems[0].title if problems else "the pack cannot be made"
    return Finding(f"no table can be made: {why}", span, kind="rules")


def again(ruleset: Ruleset, players: int, seed: int, plan: Plan) -> str:
    """The command that plays this game alone."""
    alone = f"--players {players} --games 1 --seed {seed}"
    return f"{whole_search(ruleset)} {alone}{fixed_by(ruleset, players, plan)}"


def whole_search(ruleset: Ruleset) -> str:
    """The command that tries a ruleset, without its options."""
    name, added = ruleset.choice.words()
    if not ruleset.choice.comes_with_hoyle and not ruleset.choice.chain:
        name = ruleset.source.name  # as it was given
    words = [shlex.quote(name), *(f"--variant {shlex.quote(word)}" for word in added)]
    return f"hoyle test {' '.join(words)}"


def fixed_by(ruleset: Ruleset, players: int, plan: Plan) -> str:
    """The options that the user has fixed, as the command reads them."""
    words = as_words(ruleset.game, players, plan.fixed, usual_too=True)
    return "".join(f" --set {word}" for word in words)
