"""A failed game played again, a little changed, to see whether it still fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.options import OptionError, find_refusal
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.fault import WorkSpent
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move, Slots
from hoyle.interpreter.runtime.table import Chances, ChanceSource, Position
from hoyle.interpreter.testing.findings import FailingGame, Finding
from hoyle.interpreter.testing.game_runner import (
    MAX_DECISIONS,
    CheckSchedule,
    GameRunner,
    Player,
    list_turns,
)
from hoyle.interpreter.testing.novelty_search import ClusteredChance
from hoyle.interpreter.testing.players import HabitPlayer, ScriptedPlayer, parse_legal_move
from hoyle.interpreter.testing.script import Script
from hoyle.interpreter.testing.shrink.reduce import Proposals as ProposalsOf
from hoyle.interpreter.testing.shrink.reduce import reduce

# What is found only where a position is looked at closely, and after a move from there.
CLOSELY = {"listed", "refused", "texts", "asking", "agreement", "secrets"}
AFTERWARDS = {"undo", "saved"}
MAX_FILLED = 24  # moves that nobody has written, in one game
MAX_COUNTED = 50
MAX_CHANGES = 4
# What takes as long as a short game: so many decisions, or so many chance events; and how many
# short games a close look is worth, and one that goes on until all work is spent.
DECISIONS, EVENTS, CLOSE_LOOK, ENDLESS = 30, 20, 2, 100
# How the moves of a candidate are made: by their texts without those that are not legal, with the
# first legal move in their place, or with the highest amounts; as the script has them; at random.
SKIP, FILL, BOLD, SCRIPTED, RANDOM = "skip", "fill", "bold", "scripted", "random"


def is_smaller(smallest: FailingGame, found: FailingGame) -> bool:
    """Whether a game is smaller than the smallest so far."""
    return found.size < smallest.size


def is_no_larger(smallest: FailingGame, found: FailingGame) -> bool:
    """Whether a game is as small as the smallest so far: another of the same size will do."""
    return found.size <= smallest.size


def has_no_more_moves(smallest: FailingGame, found: FailingGame) -> bool:
    """Whether a game has no more moves than the smallest so far, whatever else it has."""
    return len(found.texts) <= len(smallest.texts)


@attrs.frozen
class Candidate:
    """A game to be tried: its table and chance by a script, its moves by their texts.

    At random, `seed` decides chance and moves, of which there are at most `most`. `improves` says
    whether a game that came of it takes the place of the smallest so far. Cards that the script
    does not name come as the seed to `fill` by has them; without one, in the pack's order.
    """

    script: Script
    texts: tuple[str, ...] = ()
    way: str = SKIP
    improves: Callable[[FailingGame, FailingGame], bool] = is_smaller
    seed: int = 0
    most: int = MAX_DECISIONS
    fill: int | None = None

    def chance(self) -> ChanceSource:
        """Where its chance comes from."""
        if self.way != RANDOM:
            return attrs.evolve(self.script.chance_source, fill=self.fill)
        return ClusteredChance(Chances(self.seed)) if self.seed % 2 else Chances(self.seed)

    def player(self) -> Player:
        """Who makes its moves."""
        if self.way == RANDOM:
            return HabitPlayer(Stream(self.seed, "hunt", self.script.players))
        if self.way == SCRIPTED:
            return ScriptedPlayer(self.script.moves)
        return TextPlayer(self.texts, self.way)


Proposals = ProposalsOf[Candidate, FailingGame]
GameReduction = Callable[["CandidateRunner", FailingGame], Proposals]


@attrs.frozen
class PhaseStart:
    """A phase that began: after how many decisions and chance events; the stock from its top.

    Events that bring nothing, as before what is laid by hand, are not counted.

    `slots` is the state at that moment, `args` what the phase was begun with.
    """

    phase: str
    decisions: int
    events: int
    stock: tuple[int, ...]
    slots: tuple[object, ...] = attrs.field(default=(), repr=False)
    args: tuple[int, ...] = ()


@attrs.frozen
class Replay:
    """A failing game played once more: its positions, and the phases that began in it.

    Chance was asked `empty` times where it brings nothing, before all else.
    """

    path: tuple[Position, ...]
    phase_starts: tuple[PhaseStart, ...]
    empty: int = 0


class TextPlayer:
    """Plays moves by their texts.

    What is not legal is skipped; to `FILL`, the first legal move is made instead, also when all
    have been made; to be `BOLD`, each amount is as high as it may be.
    """

    def __init__(self, texts: Sequence[str], way: str = SKIP) -> None:
        self.texts, self.way = texts, way
        self.next = 0
        self.filled = 0

    def __call__(self, position: Position) -> Move | None:
        """The next move."""
        may_fill = self.way == FILL and self.filled < MAX_FILLED
        while self.next < len(self.texts):
            move = parse_legal_move(position, self.texts[self.next])
            if move is not None:
                self.next += 1
                return _with_highest_amount(position, move) if self.way == BOLD else move
            if may_fill:
                break
            self.next += 1
        if not may_fill:
            return None
        self.filled += 1
        return position.legal().kth(0)


def _with_highest_amount(position: Position, move: Move) -> Move:
    """The same move with the highest amount, where it has one as its last value."""
    params = position.node.actions[move.action].params
    if not params or params[-1].shape != "range":
        return move
    part = next(part for part in position.legal().parts if part.action == move.action)
    return max(other for other in part if other.values[:-1] == move.values[:-1])


class CandidateRunner:
    """Tables for one failure, kept while they are wanted.

    `left` short games may still be played, as long as `go_on` says that there is time; then nothing
    is played any more, and a game that is being played is left.
    """

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
        self.runners: dict[object, GameRunner | None] = {}
        self.replayed: tuple[FailingGame, Replay] | None = None
        # whether what was found is the same also in what the key of a finding does not say
        self.is_same: Callable[[GameRunner, Finding], bool] = lambda runner, finding: True

    @property
    def is_over(self) -> bool:
        """Whether it is time to stop."""
        return self.left <= 0 or not self.go_on()

    def reduce(self, smallest: FailingGame, *reductions: GameReduction) -> FailingGame:
        """The smallest game after each of these reductions."""
        return reduce(
            smallest,
            [partial(propose, self) for propose in reductions],
            self.run, lambda: self.is_over,
            lambda candidate, smallest, found: candidate.improves(smallest, found),
        )  # fmt: skip

    def reduce_in_rounds(
        self, smallest: FailingGame, reductions: Sequence[GameReduction], rounds: int
    ) -> FailingGame:
        """The smallest game after all reductions again and again, until none gets further."""
        for _ in range(rounds):
            before = smallest.size
            smallest = self.reduce(smallest, *reductions)
            if smallest.size >= before or self.is_over:
                break
        return smallest

    def runner_of(self, script: Script) -> GameRunner | None:
        """The table of a script; None where there is none for its players and options."""
        key = (script.players, tuple(sorted(script.options)), script.phase, script.args)
        if key not in self.runners:
            self.runners[key] = self._make_runner(script)
        return self.runners[key]

    def _make_runner(self, script: Script) -> GameRunner | None:
        options = dict(script.options)
        if find_refusal(self.ruleset.game, script.players, options) is not None:
            return None
        try:
            return GameRunner.from_script(self.ruleset, script)
        except (RulesetError, OptionError):
            return None

    # ------------------------------------------------------------------ playing

    def replay(self, game: FailingGame) -> Replay | None:
        """A failing game once more, so that its phases and positions can be asked."""
        if self.replayed is not None and self.replayed[0] is game:
            return self.replayed[1]
        runner, starts = self.runner_of(game.script), list[PhaseStart]()
        if runner is None:
            return None
        runner.witness = lambda s, node: _note_phase(runner, s, node, starts)
        try:
            if self.run(Candidate(game.script, game.texts)) is None:
                return None
        finally:
            runner.witness = None
        empty = [k for k, event in runner.chance.brought.items() if event.outcome is None]
        named = tuple(
            attrs.evolve(start, events=start.events - sum(k < start.events for k in empty))
            for start in starts
        )
        self.replayed = game, Replay(runner.path(), named, len(empty))
        return self.replayed[1]

    def run(self, candidate: Candidate) -> FailingGame | None:
        """Play; what fails in the same way, cut to what was played; None where nothing does.

        Nothing is played, and nothing comes of it, where it is time to stop.
        """
        script, runner = candidate.script, self.runner_of(candidate.script)
        if runner is None or self.is_over:
            return None
        anew = candidate.way in (SCRIPTED, RANDOM)
        every = 1 if anew and self.closely not in ("", "secrets") else self.every
        schedule = CheckSchedule(every, self.closely, go_on=self.go_on)
        runner.changes = [change for change in self.changes if change]
        finding = runner.find_one(
            lambda finding: finding.key == self.key,
            candidate.chance(),
            candidate.player(),
            schedule,
            candidate.most,
            script.given,
        )
        self.left -= self._cost(runner)
        if finding is None or finding.key != self.key or not self.is_same(runner, finding):
            return None
        if finding.change not in self.changes:
            self.changes = [finding.change, *self.changes[: MAX_CHANGES - 1]]
        outcomes = runner.chance.list_outcomes()
        chance = outcomes if candidate.way == RANDOM else script.chance[: len(outcomes)]
        # what was played after it came about, where that was known only later, has no part in it
        turns = list_turns(runner.path(), runner.attempted)[: finding.moves]
        moves = tuple(move for _, move in turns)
        return FailingGame(
            attrs.evolve(script, chance=chance, moves=moves), finding,
            tuple(before.text(move) for before, move in turns),
            sum(_count_earlier(*turn) for turn in turns), outcomes,
        )  # fmt: skip

    def _cost(self, runner: GameRunner) -> int:
        """What the game that was just played counts for, by how long it took."""
        decisions, events = runner.made, len(runner.chance.brought)
        looked = CLOSE_LOOK * bool(self.closely) + ENDLESS * isinstance(runner.fault, WorkSpent)
        return 1 + decisions // DECISIONS + events // EVENTS + looked


def _note_phase(runner: GameRunner, s: Slots, node: p.Node, starts: list[PhaseStart]) -> None:
    if isinstance(node, p.Mark) and node.begins:
        engine = runner.table.engine
        stock = engine.machine.stock
        pile = s[stock] if engine.zones.places[stock].pile else ()
        starts.append(
            PhaseStart(
                node.phase, runner.made, len(runner.chance.brought), tuple(reversed(pile)),
                tuple(s), tuple(s[slot] for slot in node.params),
            )
        )  # fmt: skip


def _count_earlier(position: Position, move: Move) -> int:
    """How many legal moves come before this one; at most so many are counted."""
    others: Iterable[tuple[int, Move]] = enumerate(position.legal())
    return next((k for k, other in others if other == move or k == MAX_COUNTED), MAX_COUNTED)
