"""Registers, and chips between them, as they are told: where they change or a phase ends."""

from __future__ import annotations

import attrs

from hoyle.dsl.analysis.facts import rounds_in, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, SIDE, NumberT, bare
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.amounts import describe_payment
from hoyle.interpreter.narration.context import (
    Context,
    find_payment_said,
    find_value_before,
    is_nothing_among_gains,
    is_nothing_for_cards,
    is_said_next,
    is_worth_telling,
    repeats_choice,
)
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.lines import Lines
from hoyle.interpreter.narration.net_events import BETWEEN, find_line
from hoyle.interpreter.narration.points import Gain, Points
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.rule_blocks import RuleBlocks
from hoyle.interpreter.narration.steering import Steering
from hoyle.interpreter.narration.told_by_rules import find_lead_ins, find_round_phases, is_quiet
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.table import Position


class ToldState:
    """What registers hold, and which of it a reader has been told."""

    def __init__(
        self, game: g.Game, labels: Labels, lines: Lines, redaction: Redaction, blocks: RuleBlocks
    ) -> None:
        self.labels, self.words, self.lines = labels, labels.words, lines
        self.redaction, self.blocks = redaction, blocks
        registers = game.registers.values()
        self.quiet = {to_dashes(thing.name) for thing in registers if is_quiet(thing)}
        self.untold = {to_dashes(thing.name) for thing in registers if thing.untold}
        self.lasting = {
            thing.name for thing in registers if thing.phase is None and thing.record is None
        }
        self.single = {thing.name: thing for thing in registers if not thing.index}
        self.steering = Steering(game)
        lead_ins = find_lead_ins(game)
        self.lead_ins = {phase: lead_ins[phase] for phase in lead_ins if phase in lines.headings}
        counts = [
            thing for thing in registers
            if isinstance(bare(thing.type), NumberT)
            and [one.type for one in thing.index] in ([SEAT], [SIDE])
        ]  # fmt: skip
        told = [thing for thing in counts if thing.record is None and not is_quiet(thing)]
        self.points = Points(labels, lines, blocks, self.is_quiet, len(told) == 1)
        self.ending_follows = False  # whether what all have at last is written behind it all
        self.paid: set[int] = set()  # registers that have given or taken in this phase
        # what heaps hold, to be told behind the sentence that tells the payment
        self.held_behind: dict[int, tuple[str, Span]] = {}
        self.has_begun = False  # whether there has been a hand
        self.between = self._find_between_hands(game)
        self.rounds = find_round_phases(game)
        self.settled: set[int] = set()  # single registers whose value has been told, or need not be
        self.told: dict[int, e.SlotValue] = {}  # what registers were told to hold, see `begin_anew`
        self.together: dict[
            int, e.MoveChosen
        ] = {}  # what each has chosen, where several did at once

    def _find_between_hands(self, game: g.Game) -> dict[int, g.Register]:
        """What the match sets from round to round, by its slot, numbers left out: who deals."""
        steps = [
            step for body in rounds_in(game.phases["match"].body)
            for step in steps_in(body) if isinstance(step, g.Assign)
        ]  # fmt: skip
        changed = {step.place.thing.name for step in steps}
        self.in_rounds = {(step.span.source.name, step.span.start) for step in steps}
        bases = {family.name: family.base for family in self.labels.machine.families}
        return {
            bases[name]: thing for name, thing in game.registers.items()
            if name in changed and name in self.lasting and not thing.index
            and not thing.untold and not isinstance(bare(thing.type), NumberT)
        }  # fmt: skip

    def begin_anew(self) -> None:
        """With a choice, or a new hand, what registers hold is worth telling again."""
        self.told.clear()

    def note_choice(self, event: e.MoveChosen) -> None:
        """A choice has been told."""
        self.begin_anew()
        if not event.sealed:
            self.together.clear()
        else:
            self.together[event.player] = event

    def _repeats_choice(self, event: e.RegisterSet, context: Context) -> bool:
        """Whether a move has said it; of moves that were made together each that of its own seat.

        Not where one of them says it of another seat: then all are told.
        """
        if context.choice is not None:
            return repeats_choice(event, context.choice)
        return bool(self.together) and all(
            (own := self.together.get(owner)) is not None
            and other.span in self.blocks.under.get(own.span, ())
            and repeats_choice(other, own)
            for other in context.around
            if isinstance(other, e.RegisterSet) and other.span == event.span
            for owner in self.labels.find_owners(other.place) or (-1,)
        )

    def is_quiet(self, at: int) -> bool:
        """Whether a register is told by no transcript."""
        return self.labels.format_name(at).split(" ")[0] in self.quiet

    def is_gain(self, event: e.Event) -> bool:
        """Whether an event is a change of points that is told."""
        return (
            isinstance(event, e.RegisterSet)
            and event.old != event.new
            and not self.is_quiet(event.place)
            and self.points.find_gain(event) is not None
        )

    def is_value(self, event: e.Event) -> bool:
        """Whether an event gives a single register a value that may be told."""
        return (
            isinstance(event, e.RegisterSet)
            and event.old != event.new
            and not isinstance(bare(event.type), NumberT)
            and not self.is_quiet(event.place)
            and is_worth_telling(event.new, event.type)
        )

    def add_first_values(self, event: e.PhaseBegun, context: Context) -> None:
        """With what the first hand is played, of what changes from hand to hand."""
        if self.lines.phases != ["match"] or event.phase not in self.lines.headings:
            return
        if not self.has_begun:  # what is paid before the first hand was paid in none
            self.has_begun = True
            self.paid.clear()
        lead_in = self.lead_ins.get(event.phase, ())
        set_at_once = {
            other.place for other in context.after
            if isinstance(other, e.RegisterSet) and find_line(other) in lead_in
        }  # fmt: skip
        for slot, thing in self.between.items():
            value = find_value_before(slot, context)
            if slot in self.settled | set_at_once or not is_worth_telling(value, thing.type):
                continue
            if bare(thing.type) == SEAT and value == context.find_next_seat():
                continue
            if self.redaction.sees_register(slot, context.position):
                shown = self.words.format_plain(value, thing.type)
                self.lines.add_part(f"{self.labels.format_place(slot)}: {shown}", thing.span)
        self.settled.update(self.between)

    def add_register(self, event: e.RegisterSet, context: Context) -> None:
        """Points and other registers, unless the reader has been told or will see at once."""
        kind = bare(event.type)
        self.settled.add(event.place)
        told_before = self.told.pop(event.place, None)
        if self.is_quiet(event.place):
            return
        nothing = is_nothing_among_gains(event, context) or is_nothing_for_cards(event, context)
        if event.old == event.new and not nothing:
            return
        if self._repeats_choice(event, context):
            return
        gain = self.points.find_gain(event)
        if gain is not None:
            if gain.change and _counts_payment(gain, self.labels, context):
                if gain.new == gain.change and not self._is_lasting(event.place):
                    return
                gain = attrs.evolve(gain, change=None)
            self.points.add(gain)
            return
        family = self.labels.find_family(event.place)
        if family is None or family.record is not None or is_said_next(context, event.new, kind):
            return
        if not is_worth_telling(event.new, event.type):
            return
        thing = self.single.get(family.name)
        if (
            kind == SEAT
            and thing is not None
            and (
                (thing in self.steering.turns and event.new == context.find_next_seat())
                or self.steering.is_over(thing, event, context.after)
            )
        ):
            return
        line = event.span.source.name, event.span.start
        for_next = event.place in self.between and line in self.in_rounds
        over = context.is_last() or (for_next and context.ends_rounds(self.rounds))
        if context.choice is None and (kind == SEAT or for_next) and over:
            return
        if kind == CARD and context.moves_card(event.new):
            return
        self.told[event.place] = event.new
        if told_before == event.new:
            return  # it was set back meanwhile, where a phase began
        self.points.end()
        value = self.words.format_plain(event.new, event.type)
        self.lines.add_effect(f"{self.labels.format_place(event.place)}: {value}", event.span)

    def add_draw(self, event: e.MemberDrawn, context: Context) -> None:
        """What chance has chosen."""
        self.settled.add(event.place)
        self.told.pop(event.place, None)
        if bare(event.type) == CARD and context.moves_card(event.value):
            return
        lot = event.among > 1  # it is the reason, which a sentence that names the value leaves out
        said = not lot and is_said_next(context, event.value, event.type)
        if not self.is_quiet(event.place) and not said:
            value = self.words.format_value(event.value, event.type)
            place = self.labels.format_place(event.place)
            by_lot = " (by lot)" if lot else ""
            self.lines.add_part(f"{place}: {value}{by_lot}", event.span)

    def _is_kept(self, at: int) -> bool:
        """Whether a register is what a seat keeps for the whole match, and told."""
        alone = len(self.labels.list_indices(at)) == 1
        return alone and self._is_lasting(at) and not self.is_quiet(at)

    def _is_lasting(self, at: int) -> bool:
        """Whether a register is kept for the whole match."""
        family = self.labels.find_family(at)
        return family is not None and family.record is None and family.name in self.lasting

    def add_payment(self, event: e.ChipsPaid, context: Context) -> None:
        """Chips; a payment that a row of a table has set begins a line."""
        if event.amount == 0:
            return
        self.paid |= {event.from_, event.to}
        speaker = self.lines.speaker
        choice = context.choice if speaker is not None else None
        told = describe_payment(event, choice, self.labels, self._is_kept, self.untold)
        if told is not None and any(doing.who for doing in self.lines.doings):
            # who moves is named behind what others do
            told = describe_payment(event, None, self.labels, self._is_kept, self.untold)
        holders = self.labels.find_holder(event.from_), self.labels.find_holder(event.to)
        sides = [holder for holder in holders if holder is not None]
        noted = told is not None and told.worth_noting
        said = "" if told is None else find_payment_said(
            event, sides, context, lambda said: self.blocks.says_amount(said.span, event.span)
        )  # fmt: skip
        if told is not None and said:
            heap = event.from_ if holders[1] is not None else event.to
            holds = f"{self.labels.format_place(heap)}: {told.held[0]}" if noted else ""
            if holds and said == "behind":
                self.held_behind[heap] = (holds, event.span)
            elif holds and not context.pays_on(heap):
                self.lines.add_effect(holds, event.span)
            return
        if event.rows and speaker is None and told is not None:
            self.lines.begin_with(told)
        if told is not None and told.who:
            self.lines.add_doing(told)
        elif told is not None:
            self.lines.add_effect(told.format_deed(), event.span)

    def add_held(self, context: Context) -> None:
        """Behind the sentence that has told payments: what the heaps hold then."""
        held, self.held_behind = self.held_behind, {}
        for heap, (holds, span) in held.items():
            if not context.pays_on(heap):
                self.lines.add_line(holds, span)

    def add_holdings(self, event: e.PhaseEnded, context: Context) -> None:
        """At the end of a phase under the match: what each has, where there was paid."""
        paid, self.paid = self.paid, set()
        families = {
            family.base: family for family in map(self.labels.find_family, sorted(paid))
            if family is not None and family.kinds in ((SEAT,), (SIDE,))
            and self._is_kept(family.base)
        }  # fmt: skip
        for family in families.values():
            if not all(self.redaction.sees_register(s, context.position) for s in family.slots):
                continue
            held = {slot: find_value_before(slot, context) for slot in family.slots}
            ended = self.ending_follows and context.is_last()
            if ended and held.items() <= _find_open_at_end(context.position).items():
                continue  # that is told where the game is over
            for slot in family.slots:  # who has nothing left, and cannot owe, is out
                out = held[slot] == 0 <= self.labels.machine.slots[slot].low
                if out and slot not in paid:
                    del held[slot]
            shown = " · ".join(
                f"{self.words.format_value(family.index_of(slot)[0], family.kinds[0])} {value}"
                for slot, value in held.items()
            )
            self.lines.add_line(f"{to_dashes(family.name)}: {shown}", event.span)


def _counts_payment(gain: Gain, labels: Labels, context: Context) -> bool:
    """Whether a number only counts what its seat or side has paid right before, as is told."""
    before = next((one for one in reversed(context.before) if not isinstance(one, BETWEEN)), None)
    return (
        isinstance(before, e.ChipsPaid)
        and gain.change == before.amount
        and gain.place not in (before.from_, before.to)
        and not gain.reason
        and list(gain.seats) == list(labels.find_owners(before.from_))
    )


def _find_open_at_end(position: Position) -> dict[int, e.SlotValue]:
    """What registers that are open to all hold at last."""
    return {slot: value for slot, value, kind in position.view(-1).registers if kind is not None}
