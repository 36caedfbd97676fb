"""One table on trial: games are played at it, and everything is asked of them on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.from_game import Build, Entry, find_phase_path
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.table import ChanceSource, Position, Table
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.event_log import ChipRegisters, EventLog
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.invariant_monitor import InvariantMonitor
from hoyle.interpreter.testing.noninterference import Change, find_leak
from hoyle.interpreter.testing.properties import fault_finding
from hoyle.interpreter.testing.recorded_game import RecordedGame
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Given, make_start_slots
from hoyle.interpreter.testing.suspicions import compare_moves, count_winners

MAX_DECISIONS = 10_000  # of a game that is played again, however long it is
MAX_SHOWN = 12  # moves of a failed game that are told
Player = Callable[[Position], Move | None]  # the move that is made, or None to leave the game


@attrs.define
class PlayCounts:
    """What has been played."""

    games: int = 0
    finished: int = 0
    deals: int = 0
    decisions: int = 0
    looked_at: int = 0
    players: set[int] = attrs.field(factory=set)
    options: set[tuple[tuple[str, int], ...]] = attrs.field(factory=set)
    asked: dict[Any, int] = attrs.field(factory=dict)  # laws, by their place
    same: dict[Any, int] = attrs.field(factory=dict)  # see doubts.py
    unlike: dict[Any, int] = attrs.field(factory=dict)
    ended: dict[Any, int] = attrs.field(factory=dict)
    won: dict[Any, int] = attrs.field(factory=dict)

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

    `at_end` is a property: where the game is left, it is asked again, and more is tried.
    """

    stream: Stream
    every: int = 3
    at_end: str = ""

    def now(self) -> bool:
        """Whether this one is."""
        return self.every > 0 and self.stream.below(self.every) == 0


class GameRunner(Observer):
    """One table with its options, for any number of games: from the start, or from a phase."""

    def __init__(
        self, ruleset: Ruleset, players: int, options: Mapping[str, int], coverage: Coverage,
        tally: PlayCounts, phase: str = "", args: tuple[int, ...] = (), build: Build | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:  # fmt: skip
        self.ruleset, self.players, self.options = ruleset, players, dict(options)
        self.coverage, self.tally = coverage, tally
        if build is None:
            build = ruleset.build(players, options, _entry_of(ruleset, phase, args))
        self.owners = find_phase_path(build.game, phase) if phase else None
        self.table = Table(build.machine, traced=True, observers=(self, *observers))
        words = Notation(build.machine, self.table.names, symbols=True)
        self.laws = InvariantMonitor(build, words, tally.asked)
        self.laws.follow(self.table.engine)
        self.purses = ChipRegisters(build.machine, ruleset.game)
        self.opening: dict[int, int] = {}
        self.events = self.before = 0  # of chance: in all, and before what was laid by hand
        self.resting = False
        self.witness: Callable[[Slots, p.Node], None] | None = None  # hears of phases and chance
        self.last: list[Position] = []
        self.trying: Move | None = None
        self.changes: Sequence[Change] = ()  # of hidden cards, to be tried first of all
        self.fault: RulesetFault | None = None  # what the rules could not go on from

    def on_row(self, row: p.TableRow) -> None:
        """A row of a table has given a value."""
        self.coverage.saw(row.span)

    def on_phase(self, slots: Slots, mark: p.Mark) -> None:
        """A phase begins or ends."""
        self._pass(slots, mark)

    def on_chance(self, slots: Slots, node: p.Chance) -> None:
        """Chance is about to bring something."""
        self._pass(slots, node)

    def _pass(self, s: Slots, node: p.Mark | p.Chance) -> None:
        begins = isinstance(node, p.Mark) and node.begins and node.phase == "match"
        paused = isinstance(node, p.Chance) and node.kind == "pause"
        self.events += isinstance(node, p.Chance)
        if paused:
            self.take_events()  # what has led here is laid by hand
            self.before = self.events
        if begins or paused:
            self.opening = {slot: s[slot] for slot in self.purses.slots}
        if self.resting:
            return
        if self.witness is not None:
            self.witness(s, node)
        if isinstance(node, p.Mark):
            self.laws.mark(s, node)
        else:
            self.tally.deals += node.kind == "shuffle"
            self.laws.stop(s, node)

    def take_events(self) -> tuple[Event, ...]:
        """What has happened since the last position, as where a game broke off."""
        trace = self.table.engine.trace
        return trace.take() if trace is not None else ()

    # ------------------------------------------------------------------ one game

    def game(
        self,
        luck: ChanceSource,
        player: Player,
        looks: CheckSchedule,
        most: int,
        given: tuple[Given, ...] = (),
    ) -> Finding | None:
        """One game of at most so many decisions; what is wrong with it, if anything is.

        `given` are the cards of a position that is laid by hand; the state in it is up to `luck`.
        """
        self.tally.players.add(self.players)
        self.tally.options.add(tuple(sorted(self.options.items())))
        self.tally.games += 1
        self.last.clear()
        self.trying = self.fault = None
        try:
            self.play(luck, player, looks, most, given)
        except Finding as finding:
            return finding
        except RulesetFault as fault:
            self.fault = fault
            return fault_finding(fault)
        return None

    def play(
        self,
        luck: ChanceSource,
        player: Player,
        looks: CheckSchedule,
        most: int,
        given: tuple[Given, ...] = (),
    ) -> None:
        """Move after move; `last` holds the position that has been reached."""
        table, engine = self.table, self.table.engine
        position, log = self.deal(luck, given)
        played = RecordedGame(table, luck, given)
        played.add(position, log)
        for _ in range(most):
            if position.over:
                break
            closely = looks.now()
            self.laws.stop(position.slots, position.node)
            checks.check_cards(engine, position.slots, position.at)
            if closely:
                self.look(position, looks.stream)
            move = player(position)
            if move is None:
                break
            position = self.moved(position, move, log, closely)
            played.add(position, log)
        self.tally.finished += position.over
        if position.over:
            count_winners(position, self.tally.ended, self.tally.won)
        checks.check_cards(engine, position.slots, position.at)
        log.compare(position.slots, engine.span_near(table.machine.entry))
        if looks.at_end not in ("", "secrets") and not position.over:
            self.look(position, looks.stream, checks.MANY_REFUSED)
        if looks.every or looks.at_end == "secrets":
            self.at_rest(self.secrets, played, looks)

    def deal(self, luck: ChanceSource, given: tuple[Given, ...] = ()) -> tuple[Position, EventLog]:
        """The first position of a game, and the log that follows the game from there."""
        table, engine = self.table, self.table.engine
        self.laws.begin(self.owners or (), given)
        self.events = self.before = 0
        self.trying = None
        self.take_events()  # what is left of a game that broke off
        slots = make_start_slots(engine, given)
        log = EventLog(engine, self.purses, {})
        if self.owners is not None:
            log.lay(slots)
        position = table.settle(slots, table.machine.entry, luck, None, None)
        log.chips, log.chances = dict(self.opening), self.before
        log.follow(position.events)
        self.coverage.happened(position.events)
        self.last[:] = [position]
        return position, log

    def moved(self, position: Position, move: Move, log: EventLog, closely: bool) -> Position:
        """One move more."""
        action = position.node.actions[move.action]
        self.coverage.saw(action.span)
        self.trying = move
        self.laws.taken(position.slots, action, move.values)
        self.tally.decisions += 1
        after = position.play(move)
        self.last[0], self.trying = after, None
        log.follow(after.events)
        self.coverage.happened(after.events)
        if closely:
            self.at_rest(checks.check_continued, position, move, after)
        return after

    def look(self, position: Position, stream: Stream, refused: int = checks.MAX_REFUSED) -> None:
        """Everything that can be asked of a position; so many moves that may not be made."""
        self.tally.looked_at += 1
        self.at_rest(checks.check_position, position, stream, self.coverage, refused)
        counts = self.tally.same, self.tally.unlike
        self.at_rest(compare_moves, position, stream, *counts)

    def secrets(self, played: RecordedGame, looks: CheckSchedule) -> None:
        """Play the game once more where hidden cards lie otherwise."""
        found = find_leak(played, looks.stream, self.changes)
        if found is not None:
            finding, parting = found
            self.last[0] = parting.one
            raise finding

    def again(self, luck: ChanceSource) -> Finding | None:
        """The game that was just played, a second time: it must be the same."""
        try:
            self.at_rest(checks.check_replayed, self.last[0], luck)
        except Finding as finding:
            return finding
        return None

    def at_rest(self, work: Callable[..., None], *args: Any) -> None:
        """Play something on the side, where laws are not asked."""
        self.resting = True
        try:
            work(*args)
        finally:
            self.resting = False

    # ------------------------------------------------------------------ what was played

    def moves(self) -> tuple[Move, ...]:
        """The moves, with the one that was being made when something was found."""
        made = self.last[0].history() if self.last else ()
        return made if self.trying is None else (*made, self.trying)

    def story(self) -> tuple[str, ...]:
        """The last moves as a card player writes them."""
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
        last = ", the last of them" if len(texts) > MAX_SHOWN else ""
        return (f"{many}{last}: {'; '.join(texts[-MAX_SHOWN:])}",)


def _entry_of(ruleset: Ruleset, phase: str, args: tuple[int, ...]) -> Entry | None:
    """Where a game begins that does not begin at the start."""
    if not phase:
        return None
    at = ruleset.game.phases[phase]
    values = tuple(
        g.Const(value, param.type, at.span) for value, param in zip(args, at.params, strict=True)
    )
    return Entry(phase, values, (), True)


def pick_move(legal: LegalMoves, stream: Stream, action_first: bool) -> Move:
    """A move: all alike, or the action first and then its values."""
    if action_first:
        part = legal.parts[stream.below(len(legal.parts))]
        return part.kth(stream.below(part.size))
    return legal.kth(stream.below(legal.size))
