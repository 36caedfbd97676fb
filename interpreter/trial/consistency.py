"""Random games: laws and consistency, at every player count, with many settings of the options.

Game number k of a run has the seed S + k. The seed decides everything but the players: chance, the
moves, and (for each block of seeds together) the options. So one game can be played again alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.play.expressions import Slots
from hoyle.interpreter.play.fault import RulesetFault
from hoyle.interpreter.play.generator import Stream
from hoyle.interpreter.play.moves import Legal, Move
from hoyle.interpreter.play.rulesets import Ruleset, RulesetError
from hoyle.interpreter.play.table import Position, Table
from hoyle.interpreter.play.words import Words
from hoyle.interpreter.trial import checks
from hoyle.interpreter.trial.coverage import Coverage
from hoyle.interpreter.trial.covering import drawn
from hoyle.interpreter.trial.findings import Finding
from hoyle.interpreter.trial.laws import Laws
from hoyle.interpreter.trial.log import Log, Purses
from hoyle.interpreter.trial.options import as_words
from hoyle.interpreter.trial.secrets import check_secrets

BLOCK = 4  # seeds that share their options
MOST_SHOWN = 12  # moves of a failed game that are told


@attrs.frozen
class Plan:
    """What is to be played; `every` is how often a position is looked at closely."""

    players: tuple[int, ...]
    games: int
    seed: int = 0
    fixed: Mapping[str, int] = attrs.field(factory=dict)
    decisions: int = 300
    every: int = 3


@attrs.define
class Tally:
    """What has been played."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    looked_at: int = 0
    players: set[int] = attrs.field(factory=set)
    options: set[tuple[tuple[str, int], ...]] = attrs.field(factory=set)
    asked: dict[Any, int] = attrs.field(factory=dict)  # laws, by their place


def play_games(
    ruleset: Ruleset, plan: Plan, tally: Tally, coverage: Coverage,
    go_on: Callable[[], bool] = lambda: True,
) -> Iterator[Finding | None]:  # fmt: skip
    """Game after game: what is found in each, or None. `go_on` may cut the sequence short."""
    sitting: Sitting | None = None
    options: dict[str, int] = {}
    for k in range(plan.games):
        if not go_on():
            return
        players = plan.players[k // BLOCK % len(plan.players)]
        seed = plan.seed + k
        try:
            if sitting is None or (sitting.players, sitting.block) != (players, seed // BLOCK):
                options = drawn(ruleset, players, seed // BLOCK, plan.fixed)
                sitting = Sitting(ruleset, players, seed // BLOCK, options, coverage, tally)
            found = sitting.game(seed, plan)
        except RulesetError as error:
            problems = error.report.in_order()
            span = problems[0].span if problems else ruleset.source.whole_line(1)
            why = problems[0].title if problems else "the pack cannot be made"
            found = Finding(f"no table can be made: {why}", span)
        if found is not None:
            found.again = again(ruleset, players, seed, plan)
            words = as_words(ruleset.game, players, options)
            found.lines += (f"options: {' '.join(words)}",) if words else ()
            sitting = None  # a game that broke off leaves nothing to go on with
        yield found


def again(ruleset: Ruleset, players: int, seed: int, plan: Plan) -> str:
    """The command that plays this game alone."""
    words = as_words(ruleset.game, players, plan.fixed, usual_too=True)
    fixed = "".join(f" --set {word}" for word in words)
    name, added = ruleset.choice.words()
    if not ruleset.choice.comes_with_hoyle and not ruleset.choice.chain:
        name = ruleset.source.name  # as it was given
    words_of = [shlex.quote(name), *(f"--variant {shlex.quote(word)}" for word in added)]
    return f"hoyle test {' '.join(words_of)} --players {players} --games 1 --seed {seed}{fixed}"


class Sitting:
    """One table with its options, for the games of a block of seeds."""

    def __init__(
        self, ruleset: Ruleset, players: int, block: int, options: dict[str, int],
        coverage: Coverage, tally: Tally,
    ) -> None:  # fmt: skip
        self.players, self.block = players, block
        self.coverage, self.tally = coverage, tally
        self.settings = tuple(sorted(options.items()))
        build = ruleset.build(players, options)
        self.table = Table(build.machine, traced=True, watched=self.watch)
        words = Words(build.machine, self.table.names, symbols=True)
        self.laws = Laws(build, words, tally.asked)
        self.laws.follow(self.table.engine)
        coverage.listen(self.table.engine)
        self.purses = Purses(build.machine, ruleset.game)
        self.opening: dict[int, int] = {}
        self.resting = False
        self.last: list[Position] = []
        self.trying: Move | None = None

    def watch(self, s: Slots, node: p.Node) -> None:
        """The engine passes the begin or end of a phase, or chance."""
        if isinstance(node, p.Mark) and node.begins and node.phase == "match":
            self.opening = {slot: s[slot] for slot in self.purses.slots}
        if self.resting:
            return
        if isinstance(node, p.Mark):
            self.laws.mark(s, node)
        else:
            self.laws.stop(s, node)

    # ------------------------------------------------------------------ one game

    def game(self, seed: int, plan: Plan) -> Finding | None:
        """One game; what is wrong with it, if anything is."""
        self.tally.players.add(self.players)
        self.tally.options.add(self.settings)
        self.tally.games += 1
        self.last.clear()
        self.trying = None
        try:
            self.play(seed, plan)
        except Finding as finding:
            finding.lines += self.story()
            return finding
        except RulesetFault as fault:
            return Finding(f"the ruleset is at fault: {fault.says}", fault.span, self.story())
        return None

    def play(self, seed: int, plan: Plan) -> None:
        """Move after move; `last` holds the position that has been reached."""
        moves, looks = Stream(seed, "moves", 0), Stream(seed, "looks", 0)
        self.laws.begin()
        position = self.table.start(seed)
        log = Log(self.table.engine, self.purses, self.opening)
        log.follow(position.events)
        self.last.append(position)
        for _ in range(plan.decisions):
            if position.over:
                break
            closely = looks.below(plan.every) == 0
            self.laws.stop(position.slots, position.node)
            checks.check_cards(self.table.engine, position.slots, position.at)
            if closely:
                self.look(position, log, looks)
            move = pick(position.legal(), moves, seed % 2 == 1)
            action = position.node.actions[move.action]
            self.coverage.saw(action.span)
            self.trying = move
            self.laws.taken(position.slots, action, move.values)
            self.tally.decisions += 1
            after = position.play(move)
            self.trying = None
            log.follow(after.events)
            if closely:
                self.at_rest(checks.check_continued, position, move, after)
            position = self.last[0] = after
        self.tally.finished += position.over
        engine = self.table.engine
        checks.check_cards(engine, position.slots, position.at)
        log.compare(position.slots, engine.span_near(self.table.machine.entry))
        if seed % BLOCK == 0:
            self.at_rest(checks.check_replayed, position, seed)

    def look(self, position: Position, log: Log, stream: Stream) -> None:
        """Everything that can be asked of a position."""
        self.tally.looked_at += 1
        self.at_rest(checks.check_position, position, stream, self.coverage)
        check_secrets(position, log, stream)

    def at_rest(self, work: Callable[..., None], *args: Any) -> None:
        """Play something on the side, where laws are not asked."""
        self.resting = True
        try:
            work(*args)
        finally:
            self.resting = False

    def story(self) -> tuple[str, ...]:
        """The last moves, with the one that was being made when something was found."""
        path = self.last[0].path() if self.last else ()
        moves = [(before, after.move) for before, after in pairwise(path)]
        if self.trying is not None:
            moves.append((path[-1], self.trying))
        texts = [
            f"{before.table.names[before.seat or 0]}: {before.text(move)}"
            for before, move in moves
            if move is not None
        ]
        if not texts:
            return ("before the first move",)
        many = f"after {len(texts)} move{'s' * (len(texts) > 1)}"
        last = ", the last of them" if len(texts) > MOST_SHOWN else ""
        return (f"{many}{last}: {'; '.join(texts[-MOST_SHOWN:])}",)


def pick(legal: Legal, stream: Stream, action_first: bool) -> Move:
    """A move: all alike, or the action first and then its values."""
    if action_first:
        part = legal.parts[stream.below(len(legal.parts))]
        return part.kth(stream.below(part.size))
    return legal.kth(stream.below(legal.size))
