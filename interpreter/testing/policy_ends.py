"""Whether matches end where all play by a policy, or at random where the ruleset has none.

A loop that goes on `however long` ends a match as a draw after many thousand moves. The search
plays no game so far; here native code does, or the interpreter a few. Nothing else is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.steps import MAX_ROUNDS
from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.native.cannot_lower import CannotLower, is_turned_off
from hoyle.interpreter.native.kernel import Kernel, compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.runtime.bots import RANDOM, Bots, Manners
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.observer import DrawnGame
from hoyle.interpreter.runtime.table import Chances, Position, Table
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts, play_on
from hoyle.interpreter.testing.random_games import (
    MOST_OF_BOTS,
    Plan,
    bots_command,
    format_fixed_options,
    name_ruleset,
)
from hoyle.interpreter.testing.rule_coverage import Coverage

GAMES = 300  # by each policy; of those 10 to which a loop puts an end, no more
AT_ONCE = 10
ENOUGH, ENOUGH_SLOWLY = 1_000_000, 60_000  # decisions by a policy: native, and by the interpreter
AT_RANDOM = 5  # one part in so many where all play at random: such games are longer
FEW = 3  # games that must be drawn, all of them, before it is a finding


@attrs.frozen
class Ending:
    """How far a game went: the seed, its decisions, and the loop that drew it, if one did."""

    seed: int
    decisions: int
    loop: Span | None
    fault: bool = False  # whether the rules could not go on
    winners: int = 0  # as a mask of seats


@attrs.frozen
class PolicyEnds:
    """What is found where all play by a policy, and what may be meant so."""

    findings: tuple[Finding, ...] = ()
    doubts: tuple[Finding, ...] = ()


def list_ways_to_end(game: g.Game) -> list[str]:
    """The policies to try where a loop goes on `however long`; random moves where none is."""
    endless = any(isinstance(step, g.Say) and step.draws for step in all_steps(game))
    return [*(game.policies or [RANDOM])] if endless else []


def try_to_end(
    ruleset: Ruleset, plan: Plan, policy: str, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool],
) -> PolicyEnds:  # fmt: skip
    """Games of the fewest players by a policy; where a loop draws all of them, that is a finding.

    Not so by random moves, which may never come to an end that players come to. One game that a
    loop draws is played again with all laws, which may fail in such games only; and one at fault.
    """
    players = plan.players[0]
    try:
        runner = GameRunner(ruleset, players, plan.fixed, coverage, tally)
    except RulesetError:
        return PolicyEnds()  # told by other games
    endings = tuple(_play(runner.table.machine, policy, go_on))
    found = _play_again(runner, plan, policy, [one for one in endings if one.fault], go_on)
    found += _see_wins(runner, plan, policy, endings, go_on)
    drawn = [one for one in endings if one.loop is not None]
    if not drawn:
        return PolicyEnds(tuple(found))
    if runner.ruleset.game.laws:
        found += _play_again(runner, plan, policy, drawn, go_on)
    loops = Counter(one.loop for one in drawn if one.loop is not None)
    [(loop, _)] = loops.most_common(1)
    name, table, many = to_dashes(policy), count_players(players), len(endings)
    again = f"hoyle simulate {name_ruleset(ruleset)} --players {players} --policy {name}"
    again += f" --games {many} --seed 0{format_fixed_options(ruleset, players, plan)}"
    after = f"only by the bound of this loop, as draws after {MAX_ROUNDS:,} rounds"
    never = policy != RANDOM and len(drawn) == many >= FEW
    if never:
        says, about = "no match comes to its end", f"policy `{name}`"
        line = f"all {many} games of {table} ended {after}"
        told = Finding(says, loop, (line,), about, again, kind="ends")
    else:
        way = "random moves" if policy == RANDOM else f"the policy `{name}`"
        says = f"by {way} not every match comes to its end"
        line = f"{len(drawn)} of {many} games of {table} ended {after}"
        told = Finding(says, loop, (line, f"again: {again}"), kind="ends")
    if never:
        return PolicyEnds((told, *found))
    return PolicyEnds(tuple(found), (told,))


def _see_wins(
    runner: GameRunner,
    plan: Plan,
    policy: str,
    endings: Sequence[Ending],
    go_on: Callable[[], bool],
) -> list[Finding]:
    """A few games that others have won again, with all laws, while some `win` was never seen.

    What comes in few games of a policy is counted as seen so, as it is by whoever plays them.
    """
    found: list[Finding] = []
    wins = [step for step in all_steps(runner.ruleset.game) if isinstance(step, g.Win)]
    ended = [one for one in endings if not one.fault and one.loop is None]
    for winners in list(dict.fromkeys(one.winners for one in ended))[:FEW]:
        if not go_on() or all(runner.coverage.has_span(step.span) for step in wins):
            break
        alike = [one for one in ended if one.winners == winners]
        found += _play_again(runner, plan, policy, alike, go_on)
    return found


def _play_again(
    runner: GameRunner, plan: Plan, policy: str, endings: list[Ending], go_on: Callable[[], bool]
) -> list[Finding]:
    """The shortest of some games again, with all laws, where there is any."""
    if not endings:
        return []
    ending = min(endings, key=lambda one: one.decisions)
    bots = Bots(ending.seed, runner.table.engine, Manners(policy))
    schedule = CheckSchedule(go_on=go_on)
    found = runner.find_all(Chances(ending.seed), bots.move, schedule, ending.decisions + 1)
    for finding in found:
        alone = plan.of_one_game(runner.players, ending.seed, runner.options, policy)
        finding.again = bots_command(runner.ruleset, alone, finding.kind)
    return found


def _play(machine: p.Machine, policy: str, go_on: Callable[[], bool]) -> Iterator[Ending]:
    """Games from seed 0 on, until it is known or enough was played."""
    known = played = 0
    try:
        if is_turned_off():
            raise CannotLower("anything")
        kernel = compile_machine(machine, Manners(policy), best=False)
        play, enough = partial(_play_natively, kernel), ENOUGH
    except CannotLower:
        play, enough = partial(_play_slowly, machine, policy), ENOUGH_SLOWLY
    enough //= AT_RANDOM if policy == RANDOM else 1
    for first in range(0, GAMES, AT_ONCE):
        for ending in play(first):
            known += ending.fault or ending.loop is not None
            played += ending.decisions
            yield ending
            if played > enough or not go_on():
                return
        if known == first + AT_ONCE:
            return


def _play_natively(kernel: Kernel, first: int) -> Iterator[Ending]:
    """Some games of native code."""
    played = kernel.play(0, first, AT_ONCE, most=MOST_OF_BOTS)
    rows = zip(played.statuses, played.decisions, played.drawn, played.winners, strict=True)
    for k, (status, decisions, loop, winners) in enumerate(rows, first):
        yield Ending(k, decisions, loop, status == Status.FAULT, winners)


def _play_slowly(machine: p.Machine, policy: str, first: int) -> Iterator[Ending]:
    """The same games by the interpreter."""
    heard = DrawnGame()
    table = Table(machine, traced=False, observers=(heard,))
    for seed in range(first, first + AT_ONCE):
        heard.forget()
        decisions = 0

        def make_move(position: Position, move: Move) -> Position:
            nonlocal decisions
            decisions += 1
            return attrs.evolve(position.play(move), before=None)

        bots = Bots(seed, table.engine, Manners(policy))
        try:
            last = play_on(table.start(seed), bots.move, MOST_OF_BOTS, make_move)
        except RulesetFault:
            yield Ending(seed, decisions, None, fault=True)
            continue
        winners = sum(1 << seat for seat in last.winners)
        yield Ending(seed, decisions, heard.loop, winners=winners)
