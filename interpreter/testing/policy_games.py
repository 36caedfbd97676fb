"""Games in which all play by a policy of the ruleset, or do nothing wherever they can.

Random moves seldom come to the end of a game that wants a plan, and never to the bound of a loop
that goes on as long as everybody passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import YESNO, bare
from hoyle.dsl.checked.values import values_in
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.printable import to_dashes
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
STANDSTILL = 100  # times that the table looks the same, while nobody does anything


class IdlePlayer(RandomPlayer):
    """Takes an action that does nothing wherever there is one.

    It counts how often the table has looked as it does now since another action was taken.
    """

    def __init__(self, stream: Stream, idle: frozenset[Place]) -> None:
        super().__init__(stream)
        self.idle = idle
        self.looked: Counter[object] = Counter()
        self.same = 0
        self.last: p.MachineAction | None = None

    def part(self, position: Position) -> ActionMoves:
        """The moves of such an action, or of one that is drawn."""
        actions, machine = position.node.actions, position.table.machine
        for part in position.legal().parts:
            if place_of(actions[part.action].span) in self.idle:
                slots = [slot for family in machine.families for slot in family.slots]
                look = (position.at, *(position.slots[slot] for slot in slots))
                self.looked[look] += 1
                self.same, self.last = self.looked[look], actions[part.action]
                return part
        self.looked.clear()
        self.same = 0
        return super().part(position)

    def tell_standstill(self, players: int) -> Finding | None:
        """That nothing would ever change, where all did nothing for long."""
        if self.last is None or self.same < STANDSTILL:
            return None
        word = to_dashes(self.last.name)
        line = (
            f"in a game of {players}, in which all do so, the table looked {self.same} times as at "
            "the end, and play went on"
        )
        says = f"everybody may choose `{word}` for ever, and nothing changes"
        return Finding(says, self.last.span, (line,), kind="progress")


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
    idle = IdlePlayer(Stream(seed, "moves", 0), _find_idle(ruleset.game))
    player = Bots(seed, runner.table.engine, Manners(game.policy)).move if game.policy else idle
    most = max(plan.decisions, plan.longest)
    found = runner.find_all(Chances(seed), player, schedule, most, MORE_OF_BOTS)
    for finding in found if game.policy else ():
        alone = plan.of_one_game(players, seed, options, game.policy)
        finding.again = bots_command(ruleset, alone, finding.kind)
    still = idle.tell_standstill(players)
    was_left = runner.fault is None and runner.position is not None and not runner.position.over
    return [*found, still] if still is not None and was_left else found


def _find_idle(game: g.Game) -> frozenset[Place]:
    """The actions that do nothing, or only note who has chosen them."""
    return frozenset(
        place_of(action.span)
        for phase in game.phases.values()
        for step in walk(phase.body)
        if isinstance(step, g.Choose)
        for action in step.actions
        if not action.params and all(_only_notes(done, step) for done in action.body)
    )


def _only_notes(step: g.Step, choose: g.Choose) -> bool:
    """Whether a step only puts the seat that chose into a set, or answers yes or no of it."""
    if not isinstance(step, g.Assign):
        return False
    seat = choose.var or (choose.seat.local if choose.seat is not None else None)
    place, named = step.place, [step.value, *values_in(step.value)]
    if seat is None or any(index.local is not seat for index in place.index):
        return False
    if bare(place.type).element is not None:
        return step.op == "+=" and named[-1].local is seat and len(named) <= 2
    return bool(place.index) and bare(place.type) == YESNO
