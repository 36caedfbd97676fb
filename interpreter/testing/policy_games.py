"""Games in which all play by a policy of the ruleset, or do nothing wherever they can.

Random moves seldom come to the end of a game that wants a plan, and never to the bound of a loop
that goes on as long as everybody passes.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.node import walk
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import ActionMoves
from hoyle.interpreter.runtime.table import Chances, Position
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.players import RandomPlayer
from hoyle.interpreter.testing.random_games import (
    BLOCK,
    MORE_OF_BOTS,
    Plan,
    bots_command,
    draw_setting,
    report_missing_table,
)
from hoyle.interpreter.testing.rule_coverage import Coverage, Place, place_of

GAMES = 2  # by each policy


class IdlePlayer(RandomPlayer):
    """Takes an action that does nothing wherever there is one."""

    def __init__(self, stream: Stream, idle: frozenset[Place]) -> None:
        super().__init__(stream)
        self.idle = idle

    def part(self, position: Position) -> ActionMoves:
        """The moves of such an action, or of one that is drawn."""
        actions = position.node.actions
        for part in position.legal().parts:
            if place_of(actions[part.action].span) in self.idle:
                return part
        return super().part(position)


@attrs.frozen
class PolicyGame:
    """The seed of a game, and the policy by which all play; without one they do nothing."""

    seed: int
    policy: str


def list_policy_games(ruleset: Ruleset, plan: Plan) -> list[PolicyGame]:
    """Some by each policy; one in which nothing is done where that can be."""
    found = [
        PolicyGame(plan.seed + GAMES * number + k, policy)
        for number, policy in enumerate(ruleset.game.policies)
        for k in range(GAMES)
    ]
    return found + [PolicyGame(plan.seed, "")] * bool(_find_idle(ruleset.game))


def play_policy_game(
    ruleset: Ruleset, plan: Plan, game: PolicyGame, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool],
) -> list[Finding]:  # fmt: skip
    """One game with the fewest players, to its end where that is not too far."""
    players, seed = plan.players[0], game.seed
    options = draw_setting(ruleset, players, seed // BLOCK, plan.fixed)
    try:
        runner = GameRunner(ruleset, players, options, coverage, tally)
    except RulesetError as error:
        return [report_missing_table(ruleset, error)]
    schedule = CheckSchedule(
        3 * plan.every, stream=Stream(seed, "looks", 0), closely=plan.decisions, go_on=go_on
    )
    player = (
        Bots(seed, runner.table.engine, Manners(game.policy)).move
        if game.policy
        else IdlePlayer(Stream(seed, "moves", 0), _find_idle(ruleset.game))
    )
    most = max(plan.decisions, plan.longest)
    found = runner.find_all(Chances(seed), player, schedule, most, MORE_OF_BOTS)
    for finding in found if game.policy else ():
        finding.again = bots_command(ruleset, players, seed, options, game.policy, finding.kind)
    return found


def _find_idle(game: g.Game) -> frozenset[Place]:
    return frozenset(
        place_of(action.span)
        for phase in game.phases.values()
        for action in walk(phase.body)
        if isinstance(action, g.Action) and not action.params and not action.body
    )
