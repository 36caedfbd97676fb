"""Games to their end in native code; what goes wrong there the interpreter plays again, and tells.

Native code asks no law and looks at no position: it only finds out where the rules cannot go on,
and how a game ends that is too long for the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.native.cannot_lower import CannotLower, is_turned_off
from hoyle.interpreter.native.kernel import compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.runtime.bots import RANDOM, Bots
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.random_games import Plan, bots_command, draw_setting
from hoyle.interpreter.testing.rule_coverage import Coverage

AT_ONCE = 50  # games between two looks at the time
MOST_DECISIONS = 20_000  # of a game; one that has more is left
MOST_FAULTS = 3  # places at which games are played again


def search_natively(
    ruleset: Ruleset, plan: Plan, players: int, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool],
) -> list[Finding]:  # fmt: skip
    """What is wrong with games played by bots to their end; each is played again, with all laws.

    Where none of those that the interpreter plays can come to its end, the shortest one that did
    is played again too.
    """
    if is_turned_off():
        return []
    try:
        options = draw_setting(ruleset, players, plan.seed, plan.fixed)
        runner = GameRunner(ruleset, players, options, coverage, tally)
        kernel = compile_machine(runner.table.machine, best=False)
    except (CannotLower, RulesetError):
        return []
    games: dict[object, tuple[int, int]] = {}  # of each fault a game: its decisions, its seed
    ended: tuple[int, int] | None = None
    for first in range(0, plan.native, AT_ONCE):
        if not go_on():
            break
        played = kernel.play(plan.seed, first, AT_ONCE, most=MOST_DECISIONS)
        rows = list(zip(played.decisions, range(played.seed, played.seed + AT_ONCE), strict=True))
        ends = zip(rows, played.statuses, played.drawn, strict=True)
        over = [row for row, status, loop in ends if status == Status.OVER and loop is None]
        ended = min([*over, *([ended] if ended else [])], default=None)
        for k, fault in played.each_fault():
            place = fault.says, fault.span
            games[place] = min(rows[k], games.get(place, rows[k]))
    again = list(games.values())[:MOST_FAULTS]
    longest = plan.longest if players == plan.players[0] else plan.longest // 4
    if ended is not None and ended[0] > longest:
        again.append(ended)
    found: list[Finding] = []
    for decisions, seed in again:
        bots = Bots(seed, runner.table.engine)
        schedule = CheckSchedule(go_on=go_on)
        new = runner.find_all(Chances(seed), bots.move, schedule, decisions + 1)
        for finding in new:
            alone = plan.of_one_game(players, seed, options, RANDOM)
            finding.again = bots_command(ruleset, alone, finding.kind)
        found += new
    return found
