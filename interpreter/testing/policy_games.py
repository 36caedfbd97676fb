"""Games in which all play by a policy of the ruleset, or do nothing wherever they can.

Random moves seldom come to the end of a game that wants a plan, and never to the bound of a loop
that goes on as long as everybody passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import lcm

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import YESNO, bare
from hoyle.dsl.checked.values import values_in, values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import ActionMoves, Move
from hoyle.interpreter.runtime.table import Chances, Position
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.novelty_search import vary_single_options
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

GAMES = 2  # by each policy, with the fewest players
MORE = 12  # by all policies together, with each number of players in turn,
SOON = 100  # and of each so many decisions
OTHERS = 12  # games of doing nothing, each with one option at another value
FEW = 1_000  # decisions of such a game,
DRAWN = 100  # and of those the moves that do something: nobody does nothing for long in it
TURNS = (g.Choose, g.Run, g.End, g.Stop)  # steps by which play takes another way
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
        self.drawn = 0
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
        self.drawn += 1
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
    """The seed of a game, and the policy by which all play; without one they do nothing.

    Such a game is short where `options` are said for it; one by a policy where it is said how many
    `players` there are, else as few as can be.
    """

    seed: int
    policy: str
    options: Mapping[str, int] | None = None
    players: int = 0

    @property
    def is_short(self) -> bool:
        """Whether it is left after few decisions."""
        return self.options is not None or self.players > 0


def list_policy_games(ruleset: Ruleset, plan: Plan) -> list[PolicyGame]:
    """Some by each policy; where nothing may be done, one in which nothing is done.

    Short ones by policies go through the numbers of players, each with options of its own. The one
    of doing nothing is played again, for short, with each other value of each option that decides
    what may be chosen or what is asked: whether all may pass is often for the table to say.
    """
    found = [
        PolicyGame(plan.seed + GAMES * number + k, policy)
        for number, policy in enumerate(ruleset.game.policies)
        for k in range(GAMES)
    ]
    policies, counts = [*ruleset.game.policies], plan.players
    for k in range(MORE * bool(policies)):
        turn = k + k // lcm(len(policies), len(counts))  # so that each policy meets each number
        seed, players = plan.seed + BLOCK * (k + 1), counts[-1 - turn % len(counts)]
        found.append(PolicyGame(seed, policies[k % len(policies)], players=players))
    if not _find_idle(ruleset.game):
        return found
    deciding = {value.name for value in _list_questions(ruleset.game)}
    others = [
        PolicyGame(plan.seed, "", options)
        for options in vary_single_options(ruleset, plan, plan.players[0])
        if (options.keys() - plan.fixed.keys()) <= deciding
    ]
    return [*found, PolicyGame(plan.seed, ""), *others[:OTHERS]]


def play_policy_game(
    ruleset: Ruleset, plan: Plan, game: PolicyGame, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool],
) -> list[Finding]:  # fmt: skip
    """One game, to its end where it is not short and that is not too far."""
    players, seed = game.players or plan.players[0], game.seed
    options = game.options
    if options is None:
        options = draw_setting(ruleset, players, seed // BLOCK, plan.fixed)
    try:
        runner = GameRunner(ruleset, players, options, coverage, tally)
    except RulesetError as error:
        return [report_missing_table(ruleset, error)]
    schedule = CheckSchedule(
        FEW // 10 if game.is_short else 3 * plan.every,
        stream=Stream(seed, "looks", 0),
        closely=plan.decisions,
        go_on=go_on,
    )
    idle = IdlePlayer(Stream(seed, "moves", 0), _find_idle(ruleset.game))

    def move_idly(position: Position) -> Move | None:
        return None if game.is_short and idle.drawn >= DRAWN else idle(position)

    bots = Bots(seed, runner.table.engine, Manners(game.policy)) if game.policy else None
    player = bots.move if bots is not None else move_idly
    most = max(plan.decisions, min(plan.longest, FEW) if game.is_short else plan.longest)
    most = SOON if game.policy and game.is_short else most
    found = runner.find_all(Chances(seed), player, schedule, most, MORE_OF_BOTS)
    for finding in found if game.policy else ():
        alone = plan.of_one_game(players, seed, options, game.policy)
        finding.again = bots_command(ruleset, alone, finding.kind)
    still = idle.tell_standstill(players)
    was_left = runner.fault is None and runner.position is not None and not runner.position.over
    return [*found, still] if still is not None and was_left else found


def _list_questions(game: g.Game) -> Iterator[g.Setting]:
    """What is fixed for a table and decides what is chosen from, or whether play goes on so.

    A condition of a choice reads it, or an `if` in which there is a choice, a phase or an end.
    """
    for phase in game.phases.values():
        for node in walk(phase.body):
            tests = [node.test] if isinstance(node, g.Must) else []
            if isinstance(node, g.If) and any(isinstance(step, TURNS) for step in walk(node)):
                tests += [test for test, _ in node.branches]
            for value in values_inside(*tests):
                if isinstance(value, g.Setting):
                    yield value


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
