"""Random games: laws and consistency, at every player count, with many settings of the options.

Game number k of a run has the seed S + k. The seed decides everything but the players: chance, the
moves, and (for each block of seeds together) the options. So one game can be played again alone.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

import attrs
from allpairspy import AllPairs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.library.options import (
    draw_options,
    format_options,
    list_some_values,
    needs_are_met,
)
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import FAULTS, Finding
from hoyle.interpreter.testing.game_runner import (
    CheckSchedule,
    GameRunner,
    PlayCounts,
    Player,
)
from hoyle.interpreter.testing.players import RandomPlayer, RarePlayer
from hoyle.interpreter.testing.rule_coverage import Coverage

Setting = dict[str, int]


def draw_setting(ruleset: Ruleset, players: int, block: int, fixed: Mapping[str, int]) -> Setting:
    """The options for a block of seeds: the covering settings in turn, then at random.

    It depends on nothing but the block and the number of players, so that one game can be found
    again. A block belongs to the number of players whose turn it is when all take turns.
    """
    counts = list(ruleset.players)
    rows = covering_settings(ruleset, players, fixed)
    turn, place = divmod(block, len(counts))
    if place == counts.index(players) and turn < len(rows):
        return rows[turn]
    return draw_options(ruleset.game, players, Stream(block, "options", players), fixed)


def covering_settings(ruleset: Ruleset, players: int, fixed: Mapping[str, int]) -> list[Setting]:
    """The settings for one number of players; those of all numbers meet every pair of values."""
    return all_rows(ruleset, tuple(sorted(fixed.items()))).get(players, [])


@cache
def all_rows(ruleset: Ruleset, fixed: tuple[tuple[str, int], ...]) -> dict[int, list[Setting]]:
    """For each number of players its settings."""
    game, counts = ruleset.game, list(ruleset.players)
    free = [o for o in game.options.values() if o.fixed is None and o.name not in dict(fixed)]
    lowest = evaluate_settings(game, counts[0], dict(fixed))
    # A value is known by its place among the few that are tried: the values themselves may depend
    # on the number of players and on other options.
    places = [range(len(list_some_values(lowest, option))) for option in free]
    parameters = [[*range(len(counts))], *map(list, places)]

    def allowed(row: Sequence[int]) -> bool:
        if len(row) < 2:
            return True
        names = [option.name for option in free[: len(row) - 1]]
        setting = _values_of(game, counts[row[0]], free, row[1:], dict(fixed))
        asked = [need for need in game.needs if _mentions(need, game) <= {*names, *dict(fixed)}]
        return needs_are_met(game, counts[row[0]], setting, asked)

    found: dict[int, list[Setting]] = {}
    if not free:
        return {players: [dict(fixed)] for players in counts}
    for row in AllPairs(parameters, filter_func=allowed if game.needs else lambda row: True):
        setting = _values_of(game, counts[row[0]], free, row[1:], dict(fixed))
        if needs_are_met(game, counts[row[0]], setting):
            found.setdefault(counts[row[0]], []).append(setting)
    return found


def _values_of(
    game: g.Game, players: int, free: Sequence[g.Option], row: Sequence[int], fixed: Setting
) -> Setting:  # fmt: skip
    """The values at these places, in the order of the options."""
    chosen = dict(fixed)
    for option, place in zip(free, row, strict=False):
        values = alone(game, option) or list_some_values(
            evaluate_settings(game, players, chosen), option
        )
        chosen[option.name] = values[place % len(values)]
    return chosen


@cache
def alone(game: g.Game, option: g.Option) -> list[int] | None:
    """The values of an option that depends neither on others nor on the players; else None."""
    text = " ".join(value.span.text for value in (option.default, *option.allowed))
    others = {*game.options, "players"} - {option.name}
    if others & set(re.findall(r"\w+", text)):
        return None
    return list_some_values(evaluate_settings(game, game.players[0], {}), option)


def _mentions(need: g.Need, game: g.Game) -> set[str]:
    return set(re.findall(r"\w+", need.test.span.text)) & set(game.options)


AT_EVERY_STEP = {"law", "cards", "chips"}  # properties that need no close look
MOST_OF_BOTS = 100_000  # decisions of a game of bots
MORE_OF_BOTS = 2_000  # those after a law has not held: a long match tells little more
BLOCK = 4  # seeds that share their options


@attrs.frozen
class Plan:
    """What is to be played; `every` is how often a position is looked at closely.

    A game is left after so many `decisions`, but the first of each block only after the `longest`
    with the fewest players, and after a quarter of that with more.
    After the random games come `rounds` of games that seek what has not been seen, and every way
    of play with a small pack, as far as so many `positions`. Last come `native` games to their end.
    Where a `policy` is named, all play by it in the games that are known by their seed.
    The command that shows a game again takes no longer than the `seconds` that were asked for.
    """

    players: tuple[int, ...]
    games: int
    seed: int = 0
    fixed: Mapping[str, int] = attrs.field(factory=dict)
    decisions: int = 300
    longest: int = 0
    every: int = 6
    rounds: int = 0
    positions: int = 0
    native: int = 0
    policy: str = ""
    seconds: float | None = None

    def of_one_game(
        self, players: int, seed: int, options: Mapping[str, int], policy: str
    ) -> Plan:  # fmt: skip
        """The plan of a single game, in which all play by a policy."""
        return attrs.evolve(
            self, players=(players,), games=1, seed=seed, fixed=options, policy=policy
        )

    def players_of(self, game: int) -> int:
        """How many play in a random game: whole blocks, where each number of players has one."""
        together = min(BLOCK, max(1, self.games // len(self.players)))
        return self.players[game // together % len(self.players)]


def list_block(plan: Plan, number: int) -> range:
    """The games of a block, as far as the plan has them; of a block beyond it all."""
    first = number * BLOCK
    last = first + BLOCK
    return range(first, min(last, plan.games) if first < plan.games else last)


def play_games(
    ruleset: Ruleset, plan: Plan, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool] = lambda: True, part: Iterable[int] | None = None,
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
        players, seed = plan.players_of(k), plan.seed + k
        try:
            if runner is None or at != (players, seed // BLOCK):
                options = draw_setting(ruleset, players, seed // BLOCK, plan.fixed)
                runner = GameRunner(ruleset, players, options, coverage, tally)
                at = (players, seed // BLOCK)
            found = play_seeded_game(runner, seed, plan, go_on)
        except RulesetError as error:
            found = [report_missing_table(ruleset, error)]
        for finding in found:
            finding.again = replay_command(ruleset, players, seed, plan)
            words = format_options(ruleset.game, players, options)
            finding.lines += (f"options: {' '.join(words)}",) if words else ()
        yield from found or (None,)


def make_player(seed: int) -> RandomPlayer:
    """Who makes all moves of a seed's game: every second likes what is rare."""
    stream = Stream(seed, "moves", 0)
    return RarePlayer(stream) if seed % 2 == 0 else RandomPlayer(stream)


def play_seeded_game(
    runner: GameRunner, seed: int, plan: Plan, go_on: Callable[[], bool] = lambda: True
) -> list[Finding]:
    """The game of a seed; what is wrong with it, if anything is."""
    first = seed % BLOCK == 0
    schedule = CheckSchedule(plan.every, "", Stream(seed, "looks", 0), plan.decisions, go_on)
    longest = plan.longest if runner.players == plan.players[0] else plan.longest // 4
    most = max(plan.decisions, longest) if first else plan.decisions
    player: Player = make_player(seed)
    more = None
    if plan.policy:
        player = Bots(seed, runner.table.engine, Manners(plan.policy)).move
        most, more = MOST_OF_BOTS, MORE_OF_BOTS
    found = runner.find_all(Chances(seed), player, schedule, most, more)
    if not found and first and not plan.policy and len(runner.moves()) <= plan.decisions:
        changed = runner.check_replay(Chances(seed))
        found += [runner.add_script(changed)] if changed is not None else []
    return found


def report_missing_table(ruleset: Ruleset, error: RulesetError) -> Finding:
    """Options with which no machine can be made."""
    problems = error.report.in_order()
    span = problems[0].span if problems else ruleset.source.whole_line(1)
    why = problems[0].title if problems else "the pack cannot be made"
    return Finding(f"no table can be made: {why}", span, kind="rules")


def replay_command(ruleset: Ruleset, players: int, seed: int, plan: Plan) -> str:
    """The command that plays this game alone."""
    alone = f"--players {players} --games 1 --seed {seed}"
    alone += f" --policy {to_dashes(plan.policy)}" if plan.policy else ""
    alone += f" --seconds {plan.seconds:g}" if plan.seconds is not None else ""
    return f"{search_command(ruleset)} {alone}{format_fixed_options(ruleset, players, plan)}"


def search_command(ruleset: Ruleset) -> str:
    """The command that tries a ruleset, without its options."""
    return f"hoyle test {name_ruleset(ruleset)}"


def run_command(
    ruleset: Ruleset, players: int, seed: int, options: Mapping[str, int], bots: str
) -> str:  # fmt: skip
    """The command that tells a game of bots, who all play by a policy or at random."""
    words = format_options(ruleset.game, players, options)
    settings = "".join(f" --set {word}" for word in words)
    who = f"--players {players} --seed {seed} --bots {to_dashes(bots)}"
    return f"hoyle run {name_ruleset(ruleset)} {who}{settings}"


def bots_command(ruleset: Ruleset, plan: Plan, kind: str) -> str:
    """The command that shows what was found in a game of bots; empty where none does surely.

    `plan` is that of this game. Where the rules cannot go on, the game is told; what is asked after
    every step is asked anew.
    """
    [players], seed = plan.players, plan.seed
    if kind in FAULTS:
        return run_command(ruleset, players, seed, plan.fixed, plan.policy)
    if kind in AT_EVERY_STEP:
        drawn = draw_setting(ruleset, players, seed // BLOCK, plan.fixed)
        drawn, played = (
            evaluate_settings(ruleset.game, players, one).settings.options
            for one in (drawn, plan.fixed)
        )
        if drawn != played:
            plan = attrs.evolve(plan, fixed=played)  # a search draws what is not said
        return replay_command(ruleset, players, seed, plan)
    return ""


def name_ruleset(ruleset: Ruleset) -> str:
    """A ruleset as a command names it."""
    name, added = ruleset.choice.words()
    if not ruleset.choice.comes_with_hoyle and not ruleset.choice.chain:
        name = ruleset.source.name  # as it was given
    words = [shlex.quote(name), *(f"--variant {shlex.quote(word)}" for word in added)]
    return " ".join(words)


def format_fixed_options(ruleset: Ruleset, players: int, plan: Plan) -> str:
    """The options that the user has fixed, as the command reads them."""
    words = format_options(ruleset.game, players, plan.fixed, usual_too=True)
    return "".join(f" --set {word}" for word in words)
