"""A second game beside one that was played: hidden cards lie otherwise, all else is the same."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked.types import CARD, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, Sentence
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Packs, Position
from hoyle.interpreter.testing.divergence_line import find_differing_rule, find_fork, trace_blocks
from hoyle.interpreter.testing.event_comparison import (
    TOLD,
    WAY,
    compare_views,
    find_first_difference,
)
from hoyle.interpreter.testing.recorded_game import RecordedGame
from hoyle.interpreter.testing.redeal import Redeal
from hoyle.interpreter.testing.script import Given, Outcome, set_given_state

MAY = "may"  # the seat may do other things
NO = "no"  # the seat is refused the same for other reasons
MAX_CANDIDATES = 20  # values of an action among which one is sought that is refused


class DealContradicted(Exception):
    """A seat could not have chosen in the second game what it chose in the first."""


@attrs.frozen
class ReplayedChance:
    """Chance as it came in the first game, with the other cards from a shuffle on.

    Where the second game has gone another way, and chance is asked for more, anything is brought:
    the two have parted before.
    """

    outcomes: tuple[Outcome, ...]
    redeal: Redeal
    event: int  # the number of the first of the outcomes in the whole game
    packs: Packs = ()
    given: tuple[Given, ...] = ()  # the state of a position that was laid by hand

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Outcome, ReplayedChance]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        wanted = self.outcomes[0] if self.outcomes else None
        if node.kind == "pause":
            set_given_state(engine, s, self.given)
            if wanted:
                s[engine.machine.stock] = wanted
            return wanted, attrs.evolve(self, outcomes=self.outcomes[1:], event=self.event + 1)
        among = engine.outcomes(s, at)
        theirs = self.event >= self.redeal.event
        outcome: Outcome
        if node.kind == "draw":
            is_card = node.type is not None and bare(node.type) == CARD
            if theirs and is_card and isinstance(wanted, int):
                wanted = self.redeal.change.get(wanted, wanted)
            outcome = wanted if wanted in among else among[0]
        else:
            named = wanted if isinstance(wanted, tuple) else ()
            named = self.redeal.change_cards(named) if theirs else named
            outcome = (*(c for c in named if c in among), *(c for c in among if c not in named))
        return outcome, attrs.evolve(self, outcomes=self.outcomes[1:], event=self.event + 1)


@attrs.frozen
class Divergence:
    """Where two games part that should be the same for a seat, and how (`may`, `way`, `value`).

    `span` is the rule that looks at what is hidden; `one` and `other` are the positions that were
    come to; `events` what the seat is told next in each, where that is where they part.
    """

    how: str
    span: Span
    step: int
    redeal: Redeal
    one: Position
    other: Position
    events: tuple[Event | None, Event | None] = (None, None)
    refused: tuple[tuple[Move, Sentence], ...] = ()  # the move and what is said of it in each


class LockstepRun:
    """Plays the second game as far as the seat cannot tell it from the first."""

    def __init__(self, played: RecordedGame, redeal: Redeal) -> None:
        self.played = played
        self.redeal = redeal
        self.table = played.table
        self.private = {slot for slot, _ in self.table.machine.hidden}
        self.first = played.find_step(redeal.event)
        self.steps = 0

    def run(self) -> Divergence | None:
        """Where they part because of a leak; None where they do not."""
        try:
            return self._follow(self.first, self._begin(self.first), len(self.played.path))
        except (DealContradicted, RulesetFault, NoAnswer):
            return None
        finally:
            if self.table.engine.trace is not None:
                self.table.engine.trace.take()

    def run_briefly(self, most: int) -> Divergence | None:
        """The same from the position of the other deal on, for a few positions.

        The state is changed as it is, and so it may be one that the other deal does not lead to:
        what is found must still be found by `run`.
        """
        step = self.redeal.step
        one = self.played.path[step]
        slots = self.redeal.change_state(self.table.machine, one.slots)
        try:
            legal = None if one.over else self.table.engine.legal(slots, one.at)
            other = attrs.evolve(one, slots=slots, choices=legal)
            return self._follow(step, other, step + most)
        except (DealContradicted, RulesetFault, NoAnswer):
            return None
        finally:
            if self.table.engine.trace is not None:
                self.table.engine.trace.take()

    def _follow(self, step: int, other: Position, until: int) -> Divergence | None:
        path, seat = self.played.path, self.redeal.seat
        readers = Redaction(self.table, seat), Redaction(self.table, seat)
        while True:
            self.steps += 1
            one = path[step]
            found = None
            if other.events is not one.events:
                seen = readers[0].redact_events(one), readers[1].redact_events(other)
                found = find_first_difference(seen[0], seen[1], self.private)
            if found is not None:
                k, how = found
                first, second = (x[k] if k < len(x) else None for x in seen)
                return self._find_cause(how, step, other, (first, second))
            if one.at != other.at or one.seat != other.seat:
                return self._find_cause(WAY, step, other)
            how = self._compare_choices(one, other) if one.seat == seat or one.over else ""
            if how:
                return self._find_cause(how, step, other)
            if step + 1 >= min(until, len(path)):
                return None
            step += 1
            other = self._repeat_move(step, other)

    def _find_cause(
        self,
        how: str,
        step: int,
        other: Position,
        events: tuple[Event | None, Event | None] = (None, None),
    ) -> Divergence | None:
        """None where the seat is told of it: by a card, or by somebody who has no move."""
        one = self.played.path[step]
        span: Span = one.table.engine.span_near(one.at)
        refused: tuple[tuple[Move, Sentence], ...] = ()
        if how == TOLD:
            return None
        if how == MAY:
            decision = self.table.engine.decisions[one.at]
            span = find_differing_rule(decision, list(one.slots), list(other.slots))
        elif how == NO:
            pairs = zip(self._list_refusals(one), self._list_refusals(other), strict=False)
            pair = next((pair for pair in pairs if pair[0] != pair[1]), None)
            if pair is None:  # one of the two has fewer refusals; what may be done is the same
                return None
            span, refused = pair[0][1], tuple((move, says) for move, _, says in pair)
        elif events != (None, None):
            span = next(event.span for event in events if event is not None)
        if how == WAY:
            node = self._find_fork(step, other)
            if isinstance(node, p.Choose) and one.slots[node.seat] != self.redeal.seat:
                return None
            span = node.span if node is not None else span
        return Divergence(how, span, step, self.redeal, one, other, events, refused)

    def _find_fork(self, step: int, other: Position) -> p.Branch | p.Choose | None:
        """The node behind which the two games go different ways to a position."""
        engine, chance = self.table.engine, self._replay_chance(step)
        slots, at, _ = self.played.restore_before(step)
        unchanged = attrs.evolve(chance, redeal=attrs.evolve(self.redeal, change={}))
        one = trace_blocks(engine, slots, at, unchanged)
        if other.before is None or step == self.first:
            slots, at, _ = self.played.restore_before(step)
        else:
            assert other.move is not None
            slots = list(other.before.slots)
            at = engine.choose(slots, other.before.at, other.move)
        return find_fork(engine, one, trace_blocks(engine, slots, at, chance))

    def _begin(self, step: int) -> Position:
        """The second game up to the first position after the other shuffle."""
        chance = self._replay_chance(step)  # first: this plays, and adds to the trace
        slots, at, _ = self.played.restore_before(step)
        before = self.played.path[step - 1] if step else None
        return self.table.settle(slots, at, chance, before, self.played.path[step].move)

    def _replay_chance(self, step: int) -> ReplayedChance:
        return ReplayedChance(
            self.played.list_outcomes(step), self.redeal, self.played.count_chances_before(step),
            given=self.played.given,
        )  # fmt: skip

    def _repeat_move(self, step: int, other: Position) -> Position:
        before, made = self.played.path[step - 1], self.played.path[step].move
        assert made is not None
        move = self._find_legal(
            other, self.redeal.change_move(made, before.node.actions[made.action])
        )
        chance, slots = self._replay_chance(step), list(other.slots)
        at = self.table.engine.choose(slots, other.at, move)
        return self.table.settle(slots, at, chance, other, move)

    def _find_legal(self, other: Position, move: Move) -> Move:
        """A move of the second game as it is offered there."""
        if move in other.legal():
            return move
        same = other.same_looking(move, marked=True)
        if same not in other.legal():
            raise DealContradicted
        return same

    # ------------------------------------------------------------------ what the seat may do

    def _compare_choices(self, one: Position, other: Position) -> str:
        """Whether the seat sees the same, may do the same and is refused the same."""
        seat = self.redeal.seat
        seen = compare_views(one.view(seat), other.view(seat), self.private)
        if seen == TOLD:
            return seen  # cards lie open that tell the two games from one another
        if not one.over and one.legal() != other.legal():
            return MAY
        near = one is self.played.path[self.redeal.step]  # asking this takes its time
        if near and not one.over and self._list_refusals(one) != self._list_refusals(other):
            return NO
        return seen

    def _list_refusals(self, position: Position) -> list[tuple[Move, Span, Sentence]]:
        """Why the seat may not do some of what it may not: the move, the rule and what it says."""
        decision, found = self.table.engine.decisions[position.at], []
        for choice in decision.choices:
            slots = list(position.slots)
            rows = decision.candidates(slots, choice)[:MAX_CANDIDATES]
            moves = [Move(choice.number, row) for row in rows]
            for move in [move for move in moves if move not in position.legal()][:1]:
                refusal = position.why_not(move)
                if refusal is not None:
                    found.append((move, refusal.span, refusal.pieces))
        return found
