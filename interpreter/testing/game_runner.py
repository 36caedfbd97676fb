"""One table on trial: games are played at it, and everything is asked of them on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.from_game import Build, find_phase_path
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset, begin_at
from hoyle.interpreter.narration.labels import describe_fault_place
from hoyle.interpreter.runtime.events import CardsGathered, Event, MemberDrawn, PileShuffled
from hoyle.interpreter.runtime.fault import NothingToChoose, RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.laid_position import Given, make_start_slots
from hoyle.interpreter.runtime.moves import Move, Slots
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.table import Chances, ChanceSource, Position, Table
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.event_log import ChipRegisters, EventLog
from hoyle.interpreter.testing.findings import FAULTS, Finding, fault_finding
from hoyle.interpreter.testing.invariant_monitor import InvariantMonitor
from hoyle.interpreter.testing.lockstep_run import RecordedGame
from hoyle.interpreter.testing.noninterference import (
    MIN_STEPS,
    SURE_STEPS,
    Change,
    find_leak,
)
from hoyle.interpreter.testing.rule_coverage import Coverage, Place
from hoyle.interpreter.testing.script import RecordedChance, Script
from hoyle.interpreter.testing.suspicions import (
    DealCounts,
    PairCounts,
    TableSize,
    compare_moves,
    count_winners,
)

MAX_DECISIONS = 10_000  # of a game that is played again, however long it is
MAX_SHOWN = 12  # moves of a failed game that are told
# What may come of something that went wrong before in the same game.
MAY_FOLLOW = {*FAULTS, "law"}
Player = Callable[[Position], Move | None]  # the move that is made, or None to leave the game


@attrs.define
class PlayCounts:
    """What has been played."""

    games: int = 0
    finished: int = 0
    drawn: int = 0  # games that only the bound of a loop has ended
    ends: dict[int, int] = attrs.field(factory=dict)  # games that were finished, by their players
    shuffles: int = 0
    decisions: int = 0
    found: int = 0  # findings in games
    looked_at: int = 0
    players: set[int] = attrs.field(factory=set)
    options: set[tuple[tuple[str, int], ...]] = attrs.field(factory=set)
    asked: dict[Place, int] = attrs.field(factory=dict)  # laws, by their place
    same: PairCounts = attrs.field(factory=dict)  # see suspicions.py
    unlike: PairCounts = attrs.field(factory=dict)
    ended: dict[TableSize, int] = attrs.field(factory=dict)
    won: dict[int, int] = attrs.field(factory=dict)
    chose: DealCounts = attrs.field(factory=dict)

    def add(self, other: PlayCounts) -> None:
        """What was played elsewhere too."""
        for field in attrs.fields(PlayCounts):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, set):
                mine |= theirs
            elif isinstance(mine, dict):
                for key, count in theirs.items():
                    mine[key] = mine.get(key, 0) + count
            else:
                setattr(self, field.name, mine + theirs)


@attrs.frozen
class CheckSchedule:
    """How often a position is looked at closely: one in `every`, none where it is 0.

    `at_end` is a property: where the game is left, it is asked once more, and more is tried.
    Of a game that is played longer, positions after `closely` decisions are not looked at.
    """

    every: int = 0
    at_end: str = ""
    stream: Stream = attrs.field(factory=lambda: Stream(0, "looks", 0))
    closely: int = MAX_DECISIONS
    go_on: Callable[[], bool] = lambda: True  # a game is left when it says no

    def is_due(self) -> bool:
        """Whether the next position is looked at closely."""
        return self.every > 0 and self.stream.below(self.every) == 0


def play_on(
    position: Position, player: Player, most: int,
    make_move: Callable[[Position, Move], Position] = Position.play,
) -> Position:  # fmt: skip
    """Play from a position, at most so many moves; where the game then stands."""
    for _ in range(most):
        if position.over:
            break
        move = player(position)
        if move is None:
            break
        position = make_move(position, move)
    return position


class GameRunner(Observer):
    """One table with its options, for any number of games: from the start, or from a phase.

    Of the game that was played last, `position` is the last position, `attempted` a move at which
    it broke off, `chance` what chance has brought, and `fault` what the rules could not go on from.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, options: Mapping[str, int],
        coverage: Coverage | None = None, tally: PlayCounts | None = None, *, phase: str = "",
        args: tuple[int, ...] = (), build: Build | None = None, observers: Sequence[Observer] = (),
    ) -> None:  # fmt: skip
        self.ruleset, self.players, self.options = ruleset, players, dict(options)
        self.coverage = coverage if coverage is not None else Coverage(ruleset.game)
        self.tally = tally if tally is not None else PlayCounts()
        if build is None:
            entry = begin_at(ruleset.game.phases[phase], args) if phase else None
            build = ruleset.build(players, options, entry)
        self.owners = find_phase_path(build.game, phase) if phase else None
        # with the usual values: they may be named or left out, and it is one setting
        self.setting = tuple(sorted(build.settings.options.items()))
        self.table = Table(build.machine, traced=True, observers=(self, self.coverage, *observers))
        self.words = Notation(build.machine, self.table.names, symbols=True)
        self.laws = InvariantMonitor(build, self.words, self.tally.asked)
        self.laws.follow(self.table.engine)
        self.purses = ChipRegisters(build.machine, ruleset.game)
        self.opening: dict[int, int] = {}
        self.laws_rest = False  # nothing is asked or counted while something is played on the side
        self.witness: Callable[[Slots, p.Node], None] | None = None  # hears of phases and chance
        self.changes: Sequence[Change] = ()  # of hidden cards, to be tried first of all
        self.position: Position | None = None
        self.attempted: Move | None = None
        self.log: EventLog | None = None
        self.left: int | None = None  # decisions of this game, once a law has not held
        self.made = 0  # moves, with the one that is being made
        self.chose = 0  # the seats that have chosen since the cards were last gathered, as bits
        self.chance = RecordedChance(Chances(0))
        self.fault: RulesetFault | None = None
        self.broken = False  # whether the last game could not go on

    @classmethod
    def from_script(cls, ruleset: Ruleset, script: Script) -> GameRunner:
        """The table of a script; RulesetError where none can be made."""
        options = dict(script.options)
        return cls(ruleset, script.players, options, phase=script.phase, args=script.args)

    def name_seats(self, names: Sequence[str]) -> None:
        """Who sits at the table, in all that is told from now on."""
        machine, self.table.names = self.table.machine, tuple(names)
        self.table.words = Notation(machine, names)
        self.words = self.laws.words = Notation(machine, names, symbols=True)

    def on_phase(self, slots: Slots, mark: p.Mark) -> None:
        """A phase begins or ends."""
        self._pass(slots, mark)

    def on_draw(self, loop: Span) -> None:
        """A loop that has gone on for too long ends the match."""
        if not self.laws_rest:
            self.laws.drawn = loop

    def on_chance(self, slots: Slots, node: p.Chance) -> None:
        """Chance is about to bring something."""
        self._pass(slots, node)

    def _pass(self, s: Slots, node: p.Mark | p.Chance) -> None:
        begins = isinstance(node, p.Mark) and node.begins and node.phase == "match"
        paused = isinstance(node, p.Chance) and node.by_hand
        if paused:
            self.take_events()  # what has led here is laid by hand
        if begins or paused:
            self.opening = {slot: s[slot] for slot in self.purses.slots}
        if self.laws_rest:
            return
        if self.witness is not None:
            self.witness(s, node)
        if isinstance(node, p.Mark):
            self.laws.mark(s, node)
        else:
            self.tally.shuffles += node.kind == "shuffle"
            self.laws.stop(s, node)

    def take_events(self) -> tuple[Event, ...]:
        """What has happened since the last position, as where a game broke off."""
        trace = self.table.engine.trace
        return trace.take() if trace is not None else ()

    # ------------------------------------------------------------------ one game

    def game(
        self, chance: ChanceSource, player: Player, schedule: CheckSchedule, most: int,
        given: tuple[Given, ...] = (),
    ) -> Finding | None:  # fmt: skip
        """One game of at most so many decisions; what is wrong with it, if anything is.

        `given` are the cards of a position that is laid by hand; the state in it is up to `chance`.
        """
        self.tally.players.add(self.players)
        self.tally.options.add(self.setting)
        self.tally.games += 1
        self.position = self.attempted = self.fault = self.log = None
        self.chance = RecordedChance(chance)
        try:
            self._play(player, schedule, most, given)
        except Finding as finding:
            return finding
        except RulesetFault as fault:
            self.fault = fault
            found = fault_finding(fault)
            found.lines = tuple(describe_fault_place(self.table, fault, named=True))
            return found
        return None

    def find_one(
        self, is_wanted: Callable[[Finding], bool], chance: ChanceSource, player: Player,
        schedule: CheckSchedule, most: int, given: tuple[Given, ...] = (),
    ) -> Finding | None:  # fmt: skip
        """The same, but of all laws only the one that is wanted can end it."""

        def listen(finding: Finding) -> None:
            if is_wanted(finding):
                raise finding

        self.laws.listener = listen
        try:
            return self.game(chance, player, schedule, most, given)
        finally:
            self.laws.listener = None

    def find_all(
        self, chance: ChanceSource, player: Player, schedule: CheckSchedule, most: int,
        more: int | None = None,
    ) -> list[Finding]:  # fmt: skip
        """The same, but the game goes on when a law does not hold; each with its own script.

        It goes on for so many `more` decisions, where that is said.
        """
        found: list[Finding] = []

        def listen(finding: Finding) -> None:
            found.append(self.add_script(finding))
            self.tally.found += 1
            self.left = more if self.left is None else self.left

        self.laws.listener = listen
        try:
            last = self.game(chance, player, schedule, most)
        finally:
            self.laws.listener = self.left = None
        self.broken = last is not None
        if isinstance(self.fault, NothingToChoose):
            self._cover_refusals(self.fault)
        lost = self._find_lost()
        found += [one for one in (lost, last) if one is not None]
        if last is not None:
            self.add_script(last)
        first = min((one.came_after for one in found), default=0)
        for one in found:
            one.follows = one.kind in MAY_FOLLOW and one.came_after > first
        return found

    def _find_lost(self) -> Finding | None:
        """Chips and cards that were lost or made in a game before the rules could not go on.

        Asked as of the last decision: what was being done after it is half done.
        """
        position, broke_off_at = self.position, self.attempted
        if self.fault is None or position is None or self.log is None:
            return None
        try:
            self.log.compare(position.slots, self.fault.span)
        except Finding as lost:
            self.attempted = None
            self.add_script(lost)
            self.attempted = broke_off_at
            return lost
        return None

    def _play(
        self, player: Player, schedule: CheckSchedule, most: int, given: tuple[Given, ...]
    ) -> None:
        table, engine = self.table, self.table.engine
        position, log = self.deal(self.chance, given)
        played = RecordedGame(table, self.chance, given)
        played.add(position, log)
        closely = False

        def choose(position: Position) -> Move | None:
            nonlocal closely
            if not schedule.go_on() or self.left == 0:
                return None
            self.left = self.left - 1 if self.left is not None else None
            closely = len(played.path) <= schedule.closely and schedule.is_due()
            self.laws.stop(position.slots, position.node)
            checks.check_cards(engine, position.slots, position.at)
            if closely:
                self.look(position, schedule.stream)
            return player(position)

        def make_move(position: Position, move: Move) -> Position:
            after = self.make_move(position, move, log, closely)
            played.add(after, log)
            return after

        position = play_on(position, choose, most, make_move)
        self._end_deal(whole=position.over)
        if position.over and self.laws.drawn is not None:
            self.tally.drawn += 1
        elif position.over:
            self.tally.finished += 1
            self.tally.ends[self.players] = self.tally.ends.get(self.players, 0) + 1
            count_winners(position, self.tally.ended, self.tally.won)
        checks.check_cards(engine, position.slots, position.at)
        log.compare(position.slots, engine.span_near(table.machine.entry))
        if schedule.at_end not in ("", "secrets") and not position.over:
            self.look(position, schedule.stream, checks.MANY_REFUSED)
        if (schedule.every or schedule.at_end == "secrets") and schedule.go_on():
            least = SURE_STEPS if schedule.at_end == "secrets" else MIN_STEPS
            self.check_secrets(played, schedule.stream, least)

    def deal(
        self, chance: RecordedChance, given: tuple[Given, ...] = ()
    ) -> tuple[Position, EventLog]:
        """The first position of a game, and the log that follows the game from there."""
        table, engine = self.table, self.table.engine
        self.laws.begin(self.owners or (), given)
        self.made = self.chose = 0
        self.attempted = None
        self.take_events()  # what is left of a game that broke off
        slots = make_start_slots(engine, given)
        log = EventLog(engine, self.purses, {})
        if self.owners is not None:
            log.lay(slots)
        with self._noting_what_broke_off():
            position = table.settle(slots, table.machine.entry, chance, None, None)
        log.chips, log.chances = dict(self.opening), _count_before(position)
        log.follow(position.events)
        self.coverage.add_events(position.events)
        self.position, self.log = position, log
        return position, log

    def make_move(self, position: Position, move: Move, log: EventLog, closely: bool) -> Position:
        """One move more; the position after it."""
        action = position.node.actions[move.action]
        self.coverage.add_span(action.span)
        self.attempted = move
        self.made += 1
        self.laws.check_action(position.slots, action, move.values)
        self.tally.decisions += 1
        with self._noting_what_broke_off():
            after = position.play(move)
        self.position, self.attempted = after, None
        log.follow(after.events)
        self.coverage.add_events(after.events)
        if position.seat is not None:
            self.chose |= 1 << position.seat
        if any(isinstance(event, CardsGathered) for event in after.events):
            self._end_deal(whole=True)
        if closely:
            with self.resting_laws():
                checks.check_continued(position, move, after)
        return after

    def _end_deal(self, whole: bool) -> None:
        """Who has chosen in a deal that is over, or is left."""
        if self.chose:
            key = (self.players, self.chose, whole)
            self.tally.chose[key] = self.tally.chose.get(key, 0) + 1
        self.chose = 0

    @contextmanager
    def _noting_what_broke_off(self) -> Iterator[None]:
        """A step: what was done before something was found in it has been seen as well."""
        try:
            yield
        except (RulesetFault, Finding) as found:
            trace = self.table.engine.trace
            assert trace is not None
            self.coverage.add_events(trace.events)  # they stay there, for whoever tells the game
            if isinstance(found, RulesetFault):
                self.coverage.add_span(found.span)
            raise

    def _cover_refusals(self, fault: NothingToChoose) -> None:
        """What refuses every move where somebody is stuck has been seen: it is told with that."""
        if fault.at >= 0:
            decision = self.table.engine.decisions[fault.at]
            for _, _, refusal in decision.list_refused(fault.slots):
                self.coverage.add_span(refusal.span)

    def look(self, position: Position, stream: Stream, refused: int = checks.MAX_REFUSED) -> None:
        """Everything that can be asked of a position; so many moves that may not be made."""
        self.tally.looked_at += 1
        with self.resting_laws():
            checks.check_position(position, stream, self.coverage, refused)
            compare_moves(position, stream, self.tally.same, self.tally.unlike)

    def check_secrets(self, played: RecordedGame, stream: Stream, least: int) -> None:
        """Play the game once more where hidden cards lie otherwise, at least so many positions."""
        with self.resting_laws():
            found = find_leak(played, stream, self.changes, least)
        if found is not None:
            finding, divergence = found
            self.position = divergence.one
            raise finding

    def check_replay(self, chance: ChanceSource) -> Finding | None:
        """Play the last game a second time: it must be the same."""
        assert self.position is not None
        try:
            with self.resting_laws():
                checks.check_replayed(self.position, chance)
        except Finding as finding:
            return finding
        return None

    @contextmanager
    def resting_laws(self) -> Iterator[None]:
        """While something is played on the side, laws are not asked."""
        before, self.laws_rest = self.laws_rest, True
        try:
            yield
        finally:
            self.laws_rest = before

    # ------------------------------------------------------------------ what was played

    def path(self) -> tuple[Position, ...]:
        """The positions of the game; none where it broke off before the first."""
        return self.position.path() if self.position is not None else ()

    def moves(self) -> tuple[Move, ...]:
        """The moves, with the one that was being made when something was found."""
        return tuple(move for _, move in list_turns(self.path(), self.attempted))

    def add_script(self, finding: Finding) -> Finding:
        """What was found in the game, with that game, and its last moves in words."""
        turns = list_turns(self.path(), self.attempted)
        finding.lines += (format_turns(turns, self.words, MAX_SHOWN),)
        options = tuple(sorted(self.options.items()))
        finding.script = Script(self.players, options, self.chance.list_outcomes(), self.moves())
        return finding


Turn = tuple[Position, Move]


def list_turns(path: Sequence[Position], attempted: Move | None = None) -> list[Turn]:
    """Each move of a game with the position before it; `attempted` is made at the last one."""
    turns = [(before, after.move) for before, after in pairwise(path) if after.move is not None]
    return turns if attempted is None or not path else [*turns, (path[-1], attempted)]


def format_turn(turn: Turn, words: Notation) -> str:
    """`ann: play J♠`."""
    position, move = turn
    return f"{words.names[position.seat or 0]}: {words.format_move(position.node, move)}"


def format_turns(turns: Sequence[Turn], words: Notation, most: int | None = None) -> str:
    """The moves of a game in one line, at `most` the last so many."""
    if not turns:
        return "before the first move"
    many = f"after {len(turns)} move{'s' * (len(turns) > 1)}"
    shown = turns if most is None else turns[-most:]
    last = ", the last of them" if len(shown) < len(turns) else ""
    return f"{many}{last}: {'; '.join(format_turn(turn, words) for turn in shown)}"


def _count_before(position: Position) -> int:
    """How many chance events came before those that the events of a first position tell.

    They are there where what has led to a position is laid by hand.
    """
    assert isinstance(position.chances, RecordedChance)
    told = sum(isinstance(event, PileShuffled | MemberDrawn) for event in position.events)
    return position.chances.events - told
