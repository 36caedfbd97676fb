"""A second game beside one that was played: hidden cards lie otherwise, all else is the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any, assert_never

import attrs

from hoyle.dsl.checked.types import CARD, PlanT, SetT, Type, bare, is_by_name
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits, mask_of
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.runtime.choices import Choice, Decision, Rule
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, RegisterSet, Role, Sentence
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.laid_position import Given, make_start_slots, set_given_state
from hoyle.interpreter.runtime.moves import Move, RangedRows, Slots, Values
from hoyle.interpreter.runtime.table import ChanceSource, Packs, Position, Table, stacked
from hoyle.interpreter.runtime.view import View
from hoyle.interpreter.testing.event_log import EventLog
from hoyle.interpreter.testing.script import Outcome, RecordedChance


@attrs.frozen
class Redeal:
    """Cards that change places from a shuffle on, which is chance event number `event`.

    `seat` has seen none of them since, so that for it the one order of that shuffle is as likely as
    the other. `step` is the position for which they were chosen.
    """

    seat: int
    step: int
    event: int
    change: Mapping[int, int]

    def change_state(self, machine: p.Machine, s: Slots) -> Slots:
        """A state with the other cards, as far as it holds cards and not what follows from them."""
        found = list(s)
        for slot in machine.slots:
            if slot.type is not None:
                found[slot.at] = self._change_value(s[slot.at], slot.type)
        for place in machine.zones:
            held = s[place.slot]
            found[place.slot] = self.change_cards(held) if place.pile else self._change_mask(held)
        if machine.player_of is not None:
            for card, other in self.change.items():
                found[machine.player_of + other] = s[machine.player_of + card]
        return found

    def change_cards(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards in their order."""
        return tuple(self.change.get(card, card) for card in cards)

    def change_move(self, move: Move, action: p.MachineAction) -> Move:
        """A move with the other cards."""
        pairs = zip(move.values, action.params, strict=True)
        values = tuple(self._change_value(value, param.type) for value, param in pairs)
        return Move(move.action, values)

    def _change_mask(self, mask: int) -> int:
        moved = mask & mask_of(self.change)
        return mask ^ moved | mask_of(self.change_cards(bits(moved))) if moved else mask

    def _change_value(self, value: Any, kind: Type) -> Any:
        """A value with other cards in the place of those that it names; a mere name stays."""
        kind = bare(kind)
        if is_by_name(kind):
            return value
        if kind == CARD:
            return self.change.get(value, value)
        of = SetT(CARD) if isinstance(kind, PlanT) else kind.element
        if of is not None and isinstance(value, tuple):
            return tuple(self._change_value(member, of) for member in value)
        return self._change_mask(value) if of == CARD and value >= 0 else value


# What is told: where it differs, the seat can tell the two games from one another, and nothing that
# comes later is a leak.
TOLD = "told"
# What follows from the rules alone: where it differs, the rules have looked at what is hidden.
WAY, VALUE = "way", "value"
# Which cards go from where, or lie open: told where the seat sees one that has changed its place,
# or sees alone which it is; else a VALUE, as when another number of hidden cards goes.
CARDS = "cards"


def _classify(role: Role) -> str:
    """What it means where two events of one line differ in a field; empty: nothing."""
    match role:
        case (
            Role.ACTOR | Role.NAME | Role.PILE | Role.TARGET | Role.TARGETS | Role.BELOW
            | Role.AUDIENCE | Role.MIXED | Role.SWAPPED | Role.GATHERED | Role.REGISTER
            | Role.RECORD
        ):  # fmt: skip
            return WAY
        case Role.OLD | Role.NEW | Role.AMOUNT:
            return VALUE
        case Role.CARDS | Role.SOURCES | Role.PLACES:
            return CARDS
        case Role.OWN_VALUES | Role.VALUE | Role.SENTENCE | Role.SEATS | Role.SUBJECT:
            return TOLD
        case (
            Role.SEALED | Role.NODE | Role.SEERS | Role.NEWS | Role.HELD | Role.TYPE | Role.ROWS
            | Role.ROWS_BEFORE | Role.ROWS_HIDDEN | Role.DETAIL
            | Role.WORTH  # as the cards that lie open have it
        ):  # fmt: skip
            return ""
    assert_never(role)


ROLES = {
    how: {role for role in Role if _classify(role) == how} for how in (WAY, VALUE, CARDS, TOLD)
}


def _compare(
    one: Event | None, other: Event | None, private: set[int], changed: Collection[int]
) -> str:
    """How two events differ as a seat knows them; empty where they do not.

    `private` are the registers and zones that only some see: what one of them holds, or which cards
    go from one to another, is shown to its seat. `changed` are the cards that lie otherwise in the
    second game.
    """
    if one is None or other is None or type(one) is not type(other) or one.span != other.span:
        return WAY
    seen = (*one.get(Role.CARDS, ()), *other.get(Role.CARDS, ()))
    if one != other and any(card in changed for card in seen):
        return TOLD
    for how, roles in ROLES.items():
        if one.list_contents(roles) != other.list_contents(roles):
            shown = isinstance(one, RegisterSet) and how == VALUE and one.place in private
            shown = shown or (how == CARDS and _shows_some(one, other, private))
            return TOLD if shown else VALUE if how == CARDS else how
    return ""


def _shows_some(one: Event, other: Event, private: set[int]) -> bool:
    """Whether two events differ only in which cards some see, that go or are shown to one seat."""
    many, shown_to = len(one.list_cards()), one.get(Role.AUDIENCE)
    pairs = list(zip(one.list_cards(), other.list_cards(), strict=False))
    return len(other.list_cards()) == many and all(
        None not in (card, instead)
        and way == [source, target]
        and ({source, target} <= private if shown_to is None else shown_to >= 0)
        for (card, source, target, _), (instead, *way, _) in pairs
        if (card, source, target) != (instead, *way)
    )


def find_first_difference(
    one: Sequence[Event],
    other: Sequence[Event],
    private: set[int],
    changed: Collection[int] = (),
) -> tuple[int, str] | None:
    """The first of the events in which two games differ, and how."""
    for k, events in enumerate(zip_longest(one, other)):
        how = _compare(*events, private, changed)
        if how:
            return k, how
    return None


def compare_views(one: View, other: View, private: set[int]) -> str:
    """How two views differ; where one card is seen in the place of another, that is told."""
    if one == other:
        return ""
    public = [[r for r in view.registers if r[0] not in private] for view in (one, other)]
    if public[0] != public[1]:
        return VALUE
    for first, second in zip(one.zones, other.zones, strict=True):
        hidden = [[card is None for card in zone.cards] for zone in (first, second)]
        if hidden[0] != hidden[1]:
            return VALUE
    return TOLD


@attrs.frozen
class Knowledge:
    """What the log says at a position: what each seat has seen, and when each card was mixed."""

    seen: tuple[int, ...]
    mixed: tuple[int, ...]
    chances: int  # how many chance events there have been


class RecordedGame:
    """The positions of a game from its start, with what was known at each."""

    def __init__(self, table: Table, chance: RecordedChance, given: tuple[Given, ...] = ()) -> None:
        self.table = table
        self.chance = chance
        self.given = given
        self.path: list[Position] = []
        self.known: list[Knowledge] = []

    def add(self, position: Position, log: EventLog) -> None:
        """The next position; the log has followed its events."""
        self.path.append(position)
        mixed = self.known[-1].mixed if self.known else ()
        if not self.known or self.known[-1].chances != log.chances:
            mixed = tuple(log.mixed)
        self.known.append(Knowledge(tuple(log.known), mixed, log.chances))

    def find_step(self, event: int) -> int:
        """The position that a chance event led to."""
        return next(k for k, known in enumerate(self.known) if known.chances > event)

    def count_chances_before(self, step: int) -> int:
        """How many chance events there had been before a position was come to."""
        return self.known[step - 1].chances if step else 0

    def restore_before(self, step: int) -> tuple[Slots, int]:
        """The state just before the rules go on to a position, and where they go on."""
        engine = self.table.engine
        if step == 0:
            return make_start_slots(engine, self.given), self.table.machine.entry
        before, move = self.path[step - 1], self.path[step].move
        assert move is not None
        slots = list(before.slots)
        return slots, engine.choose(slots, before.at, move)

    def list_outcomes(self, step: int) -> tuple[Outcome, ...]:
        """What chance brought on the way to a position: cards from the top, or members."""
        events = range(self.count_chances_before(step), self.known[step].chances)
        return tuple(self.chance.brought[event].outcome for event in events)


MAX_STRETCHES = 20_000


@attrs.frozen
class Stretch:
    """Where a stretch of rules begins; at a choice, the seat that is to choose."""

    at: int
    seat: int | None


def trace_stretches(engine: Engine, s: Slots, at: int, chance: ChanceSource) -> list[Stretch]:
    """The stretches of rules on the way to the next stop where somebody may choose."""
    found: list[Stretch] = []
    engine.compiler.fuel.renew()
    while len(found) < MAX_STRETCHES:
        node = engine.machine.nodes[at]
        found.append(Stretch(at, s[node.seat] if isinstance(node, p.Choose) else None))
        block = engine.blocks[at]
        if block is not None:
            at = block(s)
            continue
        decision = engine.decisions[at] if isinstance(node, p.Choose) else None
        if isinstance(node, p.Chance):
            outcome, chance = chance.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        elif decision is None or decision.legal(s).parts or decision.node.otherwise is None:
            break
        else:
            at = decision.node.otherwise
    return found


def find_fork(
    engine: Engine, one: list[Stretch], other: list[Stretch]
) -> tuple[p.Branch | p.Choose | None, int | None]:
    """The node behind which two trails first differ, and who is to choose there; else none."""
    pairs = zip(one, other, strict=False)
    alike = next((k for k, (a, b) in enumerate(pairs) if a.at != b.at), min(len(one), len(other)))
    if alike == 0 or len(one) == len(other) == alike:
        return None, None
    last = one[alike - 1]
    block = islice(engine.machine.nodes, last.at, None)
    node = next(node for node in block if node.exits or node.stops)
    return (node, last.seat) if isinstance(node, p.Branch | p.Choose) else (None, None)


def find_differing_rule(decision: Decision, one: Slots, other: Slots) -> Span:
    """The first line of a choice that lets other moves through."""
    for choice in decision.choices:
        if decision.part(one, choice) != decision.part(other, choice):
            return _line_of(decision, choice, one, other)
    return decision.node.span


def _line_of(decision: Decision, choice: Choice, one: Slots, other: Slots) -> Span:
    """The parameter or the condition of an action whose answers differ."""
    closed = [decision.find_closed(s, choice) for s in (one, other)]
    if any(closed):  # nothing may be listed where it is
        return next(rule.source.span for rule in closed if rule is not None)
    for over, param in zip(choice.overs[:1], choice.action.params, strict=False):
        if over(one) != over(other):
            return param.span
    rows, others = (decision.candidates(s, choice) for s in (one, other))
    if rows != others:
        return choice.action.params[-1].span
    asked = list(rows.kept if isinstance(rows, RangedRows) else rows)
    for rule in choice.rules:
        if _answer(decision, one, rule, asked) != _answer(decision, other, rule, asked):
            span: Span = rule.source.span
            return span
    return choice.action.span


def _answer(decision: Decision, s: Slots, rule: Rule, rows: list[Values]) -> list[Values] | None:
    """The values that a condition lets through; None where it has no answer."""
    try:
        return decision.keep_passing(s, rule, rows)
    except RulesetFault:
        return None


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
        if node.by_hand:
            set_given_state(engine, s, self.given)
            if wanted and isinstance(wanted, tuple):
                s[engine.machine.stock] = tuple(reversed(wanted))
            return wanted, attrs.evolve(self, outcomes=self.outcomes[1:], event=self.event + 1)
        among = engine.outcomes(s, at)
        if not among:
            return (), self
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
            outcome = stacked(among, named)
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
        zones = self.table.machine.zones
        closed = {zone.slot for zone in zones if zone.sight != "everyone"}
        self.private = set(self.table.engine.hidden)
        self.seen_by_some = self.private | closed
        self.first = played.find_step(redeal.event)
        self.steps = 0

    def run(self) -> Divergence | None:
        """Where they part because of a leak; None where they do not."""
        try:
            return self._follow(self.first, self._begin(self.first), len(self.played.path))
        except (DealContradicted, RulesetFault, NoAnswer):
            return None

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

    def _follow(self, step: int, other: Position, until: int) -> Divergence | None:
        path, seat = self.played.path, self.redeal.seat
        readers = Redaction(self.table, seat), Redaction(self.table, seat)
        while True:
            self.steps += 1
            one = path[step]
            found = None
            if other.events is not one.events:
                seen = readers[0].redact_events(one), readers[1].redact_events(other)
                found = find_first_difference(*seen, self.seen_by_some, self.redeal.change)
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
            node, chooser = self._find_fork(step, other)
            if isinstance(node, p.Choose) and chooser != self.redeal.seat:
                return None
            span = node.span if node is not None else span
        return Divergence(how, span, step, self.redeal, one, other, events, refused)

    def _find_fork(
        self, step: int, other: Position
    ) -> tuple[p.Branch | p.Choose | None, int | None]:
        """The node behind which the two games go different ways to a position; see `find_fork`."""
        engine, chance = self.table.engine, self._replay_chance(step)
        slots, at = self.played.restore_before(step)
        unchanged = attrs.evolve(chance, redeal=attrs.evolve(self.redeal, change={}))
        one = trace_stretches(engine, slots, at, unchanged)
        if other.before is None or step == self.first:
            slots, at = self.played.restore_before(step)
        else:
            assert other.move is not None
            slots = list(other.before.slots)
            at = engine.choose(slots, other.before.at, other.move)
        return find_fork(engine, one, trace_stretches(engine, slots, at, chance))

    def _begin(self, step: int) -> Position:
        """The second game up to the first position after the other shuffle."""
        slots, at = self.played.restore_before(step)
        before = self.played.path[step - 1] if step else None
        chance, move = self._replay_chance(step), self.played.path[step].move
        return self.table.settle(slots, at, chance, before, move)

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
            closed = decision.find_closed(slots, choice)
            rows = () if closed else decision.candidates(slots, choice)[:MAX_CANDIDATES]
            moves = [Move(choice.number, row) for row in rows]
            for move in [move for move in moves if move not in position.legal()][:1]:
                refusal = position.why_not(move)
                if refusal is not None:
                    found.append((move, refusal.span, refusal.pieces))
        return found
