"""Points as they are told: held back until all that one line of the rules gives is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from hoyle.dsl.checked.types import SEAT, SIDE, NumberT, Type, bare
from hoyle.dsl.machine.factors import Share
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.amounts import find_reason
from hoyle.interpreter.narration.context import Context
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.lines import Lines
from hoyle.interpreter.narration.rule_blocks import RuleBlocks
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event


@attrs.frozen
class Gain:
    """A change of a register that belongs to a seat or side, with the row of a table behind it."""

    who: str
    change: int | None  # None where a value was given, not added
    reason: str
    value: str  # what it is now, with its name
    seats: Sequence[int]
    place: int  # the register
    new: int  # what it holds now
    span: Span  # the line that counts it


@attrs.frozen
class Gains:
    """What one row, or one line of the rules, gives."""

    all: list[Gain]
    said: set[int] = attrs.field(factory=set)  # the registers whose value the next sentence says


class Points:
    """The numbers of seats and sides that have changed, as far as they are not told yet."""

    def __init__(
        self, labels: Labels, lines: Lines, blocks: RuleBlocks, is_quiet: Callable[[int], bool],
        alone: bool,
    ) -> None:  # fmt: skip
        self.labels, self.words, self.lines, self.blocks = labels, labels.words, lines, blocks
        self.is_quiet = is_quiet
        self.alone = alone  # whether a game counts one thing only: it needs no name
        self.gained: list[Gains] = []
        self.counted: tuple[e.RegisterSet, str] | None = None  # see count_next

    def add(self, gain: Gain) -> None:
        """One more, told beside those before it where it belongs to them."""
        before = self.gained[-1].all if self.gained else [gain]
        last, again = before[-1], any(other.place == gain.place for other in before)
        alike = (last.who, last.change, last.reason) == (gain.who, gain.change, gain.reason)
        if not self.gained or again or not alike:
            self.gained.append(Gains([gain]))
        else:
            before.append(gain)

    def count_next(self, event: e.ValueAnnounced, context: Context) -> bool:
        """Whether a number that is announced of a seat or side is counted to it at once.

        The points tell the number then, with its name: `ann +12 (deadwood) → score 12`.
        """
        self.counted = None
        owners = self.labels.find_subject_owners(event.about)
        counting = context.after[0] if context.after else None
        if not owners or not event.value or not isinstance(counting, e.RegisterSet):
            return False
        gain = None if self.is_quiet(counting.place) else self.find_gain(counting)
        if gain is None or list(gain.seats) != list(owners):
            return False
        if gain.change is None and not (counting.copied and counting.old != counting.new):
            return False
        change = gain.new if gain.change is None else gain.change
        same = event.value in (change, -change)
        if same:
            self.counted = counting, event.name.replace("_", " ")
        return same

    def find_gain(self, event: e.RegisterSet) -> Gain | None:
        """A number of a seat or side that has changed; None where it is none."""
        family = self.labels.find_family(event.place)
        if family is None or family.record is not None:
            return None
        kind = bare(event.type)
        if not isinstance(kind, NumberT) or family.kinds not in ((SEAT,), (SIDE,)):
            return None
        assert isinstance(event.new, int) and isinstance(event.old, int)
        who = self.words.format_value(family.index_of(event.place)[0], family.kinds[0])
        change = event.new - event.old if event.add else None
        worth = (event.new,) if change is None else (change, -change)
        reason = find_reason(event.all_rows, worth, event.of_table if change else Share.NONE)
        if self.counted is not None and self.counted[0] is event:
            reason = reason or self.counted[1]
        at, new = event.place, event.new
        value = f"{self.labels.format_name(at)} {self.words.format_value(new, kind)}"
        return Gain(who, change, reason, value, self.labels.find_owners(at), at, new, event.span)

    def end_before(self, event: Event) -> None:
        """Tell what is told before an event; a sentence may be the reason of what is left then.

        `bob takes the trick` stands before `bob +4`, though the rules count first. What is said
        only under a condition, such as `bob is out`, may come of the points, and stays behind them.
        """
        if isinstance(event, e.SentenceSaid):
            for gains in self.gained:
                self._leave_out_said(gains, event)
            self.gained = [gains for gains in self.gained if gains.all]
        every = range(len(self.gained))
        first = next((k for k in every if self._comes_of(event, self.gained[k:])), len(every))
        left = self.gained[first:]
        del self.gained[first:]
        self.end()
        self.gained = left

    def _leave_out_said(self, gains: Gains, said: e.SentenceSaid) -> None:
        """What the sentence right behind says of a seat's points in place of their own line.

        It must name the seat, or one of the side, and, as the rules write it, the number that was
        counted to: that is left out then, where no other is told of a seat. If it names what was
        added too, or one is counted at a time, and there is no reason to tell, nothing is left.
        """
        pieces = [(p[0], bare(p[1])) for p in said.sentence if not isinstance(p, str)]
        numbers = [value for value, kind in pieces if isinstance(kind, NumberT)]
        numbers = [abs(value) for value in numbers if isinstance(value, int)]
        for gain in [*gains.all]:
            named = any(self._names(gain, *piece) for piece in pieces)
            behind = named and self.blocks.share_block(gain.span, said.span)
            if not behind or not self.blocks.says_sum(said.span, gain.span):
                continue
            if abs(gain.new) not in numbers:
                continue
            all_said = gain.change is None or (
                abs(gain.change) in numbers and self.blocks.says_amount(said.span, gain.span)
            )
            if (all_said or self.blocks.counts_one(gain.span)) and not gain.reason:
                gains.all.remove(gain)
            elif gain.change is not None and self.alone:
                gains.said.add(gain.place)

    def _names(self, gain: Gain, value: e.SlotValue, kind: Type) -> bool:
        """Whether what a sentence names has the points: a seat stands for its side."""
        return (
            value in gain.seats
            if kind == SEAT
            else (kind == SIDE and self.words.format_value(value, kind) == gain.who)
        )

    def _comes_of(self, event: Event, gained: Sequence[Gains]) -> bool:
        """Whether a sentence says why the one seat that has points gets them.

        It tells no number but how many these are, written as in the rules.
        """
        if not isinstance(event, e.SentenceSaid):
            return False
        if not self.blocks.share_block(gained[0].all[0].span, event.span):
            return False
        gain = gained[0].all[0]
        pieces = [(p[0], bare(p[1])) for p in event.sentence if not isinstance(p, str)]
        if gain.change is None or not pieces or isinstance(event.sentence[0], str):
            return False
        named = self._names(gain, *pieces[0])
        alike = all(other.all[0].who == gain.who for other in gained)
        numbers = sum(isinstance(kind, NumberT) for _, kind in pieces)
        amount = numbers == 1 and self.blocks.says_amount(event.span, gain.span)
        return named and alike and (amount or not numbers)

    def end(self) -> None:
        """Tell all that is not told yet."""
        gained, self.gained = self.gained, []
        for gains in gained:
            self._tell(gains)

    def _tell(self, gains: Gains) -> None:
        """Changes that one row made: `ann +10 (ten of trumps) → made 10, score 43`.

        Those that the same line of the rules makes for several seats, and says no more of, stand
        side by side.
        Those of a seat that has just made the move stand behind it: `ann: fold → lost 3 (+1)`.
        """
        gained, first = gains.all, gains.all[0]
        values = ", ".join(gain.value for gain in gained if gain.place not in gains.said)
        reason = f" ({first.reason})" if first.reason else ""
        if self.lines.speaker is not None and first.who == self.lines.mover:
            if first.change is not None and values:
                reason = f" ({first.change:+d}{f': {first.reason}' if first.reason else ''})"
            elif first.change is not None:
                values = f"{first.change:+d}"
            self.lines.add_effect(f"{values}{reason}", first.span)
        else:
            text = f"{first.who}: {values}{reason}"
            if first.change is not None:
                text = f"{first.who} {first.change:+d}{reason}{f' → {values}' if values else ''}"
            (self.lines.add_line if reason else self.lines.add_points)(text, first.span)
