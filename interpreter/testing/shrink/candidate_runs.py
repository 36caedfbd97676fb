"""A failed game played again, a little changed, to see whether it still fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.ruleset import OptionError, Ruleset, RulesetError
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.runtime.table import Chances, Position
from hoyle.interpreter.testing.clustered_shuffles import ClusteredChance
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.novelty_search import HabitPlayer
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import CountedChance, RecordedChance, Script, ScriptedChance

# What is found only where a position is looked at closely, and after a move from there.
CLOSELY = {"listed", "refused", "texts", "asking", "agreement", "secrets"}
AFTERWARDS = {"undo", "saved"}
MOST_FILLED = 24  # moves that nobody has written, in one game
MOST_COUNTED = 50
MOST_CHANGES = 4
# What takes as long as a short game: so many decisions, or so many chance events; and how many
# short games a close look is worth.
DECISIONS, EVENTS, CLOSE_LOOK = 30, 20, 2
SKIP, FILL, BOLD = "skip", "fill", "bold"


@attrs.frozen
class Begun:
    """A phase that began: after how many decisions and chance events; the stock from its top.

    `slots` is the state at that moment, `args` what the phase was begun with.
    """

    phase: str
    decisions: int
    events: int
    stock: tuple[int, ...]
    slots: tuple[Any, ...] = attrs.field(default=(), repr=False)
    args: tuple[int, ...] = ()


class Follow:
    """Plays moves by their texts.

    What is not legal is skipped; with `fill` the first legal move is made instead, also when all
    have been made; with `bold` each amount is as high as it may be.
    """

    def __init__(self, texts: Sequence[str], way: str = SKIP) -> None:
        self.texts, self.way = texts, way
        self.next = 0
        self.filled = 0

    def __call__(self, position: Position) -> Move | None:
        """The next move."""
        while self.next < len(self.texts):
            move = _move_of(position, self.texts[self.next])
            if move is not None:
                self.next += 1
                return _highest(position, move) if self.way == BOLD else move
            if self.way == FILL and self.filled < MOST_FILLED:
                break
            self.next += 1
        if self.way == FILL and self.filled < MOST_FILLED:
            self.filled += 1
            return position.legal().kth(0)
        return None


def _highest(position: Position, move: Move) -> Move:
    """The same move with the highest amount, where it has one as its last value."""
    params = position.node.actions[move.action].params
    if not params or params[-1].shape != "range":
        return move
    part = next(part for part in position.legal().parts if part.action == move.action)
    return max(other for other in part if other.values[:-1] == move.values[:-1])


def _move_of(position: Position, text: str) -> Move | None:
    """A legal move by its text; None where it is none."""
    try:
        move = position.parse(text)
    except NotAMove:
        return None
    return move if move in position.legal() else None


class Rehearsal:
    """Tables for one failure, kept while they are wanted; `left` games may still be played."""

    def __init__(
        self, ruleset: Ruleset, failure: Finding, games: int, go_on: Callable[[], bool]
    ) -> None:
        self.ruleset = ruleset
        self.key = failure.key
        self.closely = failure.kind if failure.kind in CLOSELY else ""
        self.every = 1 if failure.kind in AFTERWARDS else 0
        self.left = games
        self.hunts = 0  # the seeds of random games that were played to find a shorter one
        self.go_on = go_on
        self.changes = [failure.change]  # of a leak: the cards that showed it, the last ones first
        self.runners: dict[tuple[Any, ...], GameRunner | None] = {}
        self.begun: list[Begun] = []
        # whether what was found is the same also in what the key of a finding does not say
        self.alike: Callable[[GameRunner, Finding], bool] = lambda runner, finding: True

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        return self.left <= 0 or not self.go_on()

    def runner(
        self, players: int, options: Mapping[str, int], phase: str = "",
        args: tuple[int, ...] = (),
    ) -> GameRunner | None:  # fmt: skip
        """A table; None where there is none for these players and options."""
        key = (players, tuple(sorted(options.items())), phase, args)
        if key not in self.runners:
            self.runners[key] = self.make_runner(players, options, phase, args)
        return self.runners[key]

    def runner_of(self, script: Script) -> GameRunner | None:
        """The table of a script."""
        return self.runner(script.players, dict(script.options), script.phase, script.args)

    def make_runner(
        self, players: int, options: Mapping[str, int], phase: str, args: tuple[int, ...]
    ) -> GameRunner | None:
        """A table that nobody has sat at."""
        try:
            self.ruleset.check_needs(options, players)
            coverage = Coverage(self.ruleset.game)
            runner = GameRunner(self.ruleset, players, options, coverage, PlayCounts(), phase, args)
        except (RulesetError, OptionError):
            return None
        runner.witness = lambda s, node: self.witness(runner, s, node)
        return runner

    def witness(self, runner: GameRunner, s: Slots, node: p.Node) -> None:
        """A phase begins: note where."""
        if isinstance(node, p.Mark) and node.begins:
            engine = runner.table.engine
            stock = engine.machine.stock
            pile = s[stock] if engine.zones.places[stock].pile else ()
            decisions = len(runner.moves())
            args = tuple(s[slot] for slot in node.params)
            self.begun.append(
                Begun(node.phase, decisions, self.events, tuple(reversed(pile)), tuple(s), args)
            )

    # ------------------------------------------------------------------ playing

    def play(self, script: Script, texts: Sequence[str], way: str = SKIP) -> FailingGame | None:
        """The game of a script with these moves; None where it does not fail in the same way."""
        runner = self.runner_of(script)
        if runner is None:
            return None
        follow = Follow(texts, way)
        return self.shown(runner, script.luck, follow, script, 10_000)

    def hunt(
        self, players: int, options: Mapping[str, int], seed: int, most: int
    ) -> FailingGame | None:
        """A random game of at most so many decisions; None where it does not fail so."""
        runner = self.runner(players, options)
        if runner is None:
            return None
        script = Script(players, tuple(sorted(options.items())))
        luck: CountedChance = ClusteredChance(Chances(seed)) if seed % 2 else Chances(seed)
        return self.shown(runner, luck, HabitPlayer(Stream(seed, "hunt", players)), script, most)

    def shown(
        self, runner: GameRunner, luck: CountedChance, player: Callable[[Position], Move | None],
        script: Script, most: int,
    ) -> FailingGame | None:  # fmt: skip
        """Play; what fails in the same way, cut to what was played."""
        self.begun.clear()
        self.noted = RecordedChance(luck)
        hunted = not isinstance(player, Follow) and self.closely not in ("", "secrets")
        every = 1 if hunted else self.every
        looks = CheckSchedule(Stream(0, "looks", 0), every, self.closely)
        runner.changes = [change for change in self.changes if change]
        finding = runner.game(self.noted, player, looks, most, script.given)
        self.left -= self.cost(runner)
        if finding is None or finding.key != self.key or not self.alike(runner, finding):
            return None
        if finding.change not in self.changes:
            self.changes = [finding.change, *self.changes[: MOST_CHANGES - 1]]
        outcomes = self.noted.outcomes()
        chance = (*script.chance[: len(outcomes)], *outcomes[len(script.chance) :])
        if isinstance(luck, ScriptedChance):
            chance = script.chance[: len(outcomes)]
        made = attrs.evolve(script, chance=chance, moves=runner.moves())
        steps = list(_steps_of(runner))
        texts = tuple(before.text(move) for before, move in steps)
        return FailingGame(made, finding, texts, sum(_place(*step) for step in steps))

    def cost(self, runner: GameRunner) -> int:
        """What the game that was just played counts for: long ones, and close looks, take long."""
        decisions = len(runner.moves())
        close = CLOSE_LOOK if self.closely else 0
        return 1 + decisions // DECISIONS + self.events // EVENTS + close

    @property
    def events(self) -> int:
        """How many chance events have been in this game."""
        return len(self.noted.noted)


def _steps_of(runner: GameRunner) -> Iterator[tuple[Position, Move]]:
    """Each move of the game that was just played, with the position before it."""
    path = runner.last[0].path() if runner.last else ()
    for before, after in pairwise(path):
        if after.move is not None:
            yield before, after.move
    if runner.trying is not None:
        yield path[-1], runner.trying


def _place(position: Position, move: Move) -> int:
    """How many legal moves come before this one; at most so many are counted."""
    for k, other in enumerate(position.legal()):
        if other == move or k == MOST_COUNTED:
            return k
    return MOST_COUNTED
