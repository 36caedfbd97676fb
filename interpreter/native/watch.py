"""What a kernel notes of games besides their end, where somebody wants it: turns, choices, deals.

A deal is a row of numbers: who held each role when it began, what each measure of each seat has
changed by, and what it was at when the deal was over.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.memory import Shared
from hoyle.interpreter.native.policies import Policies
from hoyle.interpreter.native.writer import GIVEN_UP, Number, Truth, number
from hoyle.interpreter.runtime.bots import Manners


class Note(IntEnum):
    """The words that are noted of a game; each measure of each seat at its end follows."""

    TURNS = 0  # what one seat decides before another is asked
    CHOICES = 1  # the legal moves of all decisions
    FORCED = 2  # decisions with one legal move
    DEALS_FROM = 3  # the row of the first deal
    DEALS_TO = 4  # the row behind the last
    FINALS = 5


@attrs.frozen
class Watch:
    """What is noted: the phases that are deals, the registers of roles, and what is measured.

    A measure has the register of each seat, or None: what the rules pay off.
    """

    deal_phases: frozenset[str]
    roles: tuple[int, ...]
    measures: tuple[tuple[int, ...] | None, ...]

    def count_words(self, players: int) -> int:
        """The words of a game."""
        return Note.FINALS + len(self.measures) * players

    def count_deal_words(self, players: int) -> int:
        """The words of a deal, at least one."""
        return max(1, len(self.roles) + 2 * len(self.measures) * players)


class Watching(Policies):
    """Writes down what happens in the games that are played."""

    def __init__(self, all_: Shared, manners: Manners, watch: Watch | None) -> None:
        super().__init__(all_, manners)
        self.watch = watch
        self.turns = self.variable("i64", "0")
        self.choices = self.variable("i64", "0")
        self.forced_moves = self.variable("i64", "0")
        self.last_seat = self.variable("i64", "-1")
        self.deal_row = self.variable("i64", "0")  # the row of the deal that goes on, or comes next
        self.first_deal = self.variable("i64", "0")
        self.goes_on = self.variable("i1", "false")

    def begin_notes(self) -> None:
        """A game begins."""
        if self.watch is not None:
            for variable in (self.turns, self.choices, self.forced_moves):
                variable.set("0")
            self.last_seat.set("-1")
            self.first_deal.set(self.deal_row.get())
            self.goes_on.set("false")

    def note_decision(self, seat: Number, total: Number) -> None:
        """A seat chooses among so many."""
        if self.watch is None:
            return
        other = self.compare("ne", seat, Number(self.last_seat.get()))
        self.last_seat.set(seat.text)
        forced = self.compare("eq", total, number(1))
        for variable, more in (
            (self.turns, self.as_number(other)), (self.choices, total),
            (self.forced_moves, self.as_number(forced)),
        ):  # fmt: skip
            variable.set(self.give(f"add i64 {variable.get()}, {more.text}"))

    def note_end(self, put: Callable[[Number, Number], None]) -> None:
        """The game is over; `put` takes the number of a word, and what it is to hold."""
        if self.watch is None:
            return
        self._end_deal()
        for word, variable in (
            (Note.TURNS, self.turns), (Note.CHOICES, self.choices),
            (Note.FORCED, self.forced_moves), (Note.DEALS_FROM, self.first_deal),
            (Note.DEALS_TO, self.deal_row),
        ):  # fmt: skip
            put(number(word), Number(variable.get()))
        self._measure(lambda at, value: put(self.add(at, number(Note.FINALS)), value))

    # ------------------------------------------------------------------ deals

    def mark(self, node: p.Mark) -> None:
        """A phase begins or ends, which may be a deal."""
        if self.watch is None or node.phase not in self.watch.deal_phases:
            return
        self._end_deal()
        if not node.begins:
            return
        row = Number(self.deal_row.get())
        self.need(self.compare("slt", row, Number("%room")), GIVEN_UP)
        for k, slot in enumerate(self.watch.roles):
            self._put(number(k), self.load_number(self.place_of(slot)))
        first = number(len(self.watch.roles))
        self._measure(lambda at, value: self._put(self.add(at, first), value))
        self.goes_on.set("true")

    def _end_deal(self) -> None:
        """Note the deal that goes on, if one does."""
        assert self.watch is not None
        if not self.watch.deal_phases:
            return
        first = number(len(self.watch.roles))
        after = number(len(self.watch.measures) * self.machine.players)

        def note(at: Number, value: Number) -> None:
            here = self.add(at, first)
            self._put(self.add(here, after), value)
            self._put(here, self.subtract(value, self._get(here)))

        def end() -> None:
            self._measure(note)
            self.deal_row.set(self.give(f"add i64 {self.deal_row.get()}, 1"))
            self.goes_on.set("false")

        self.if_(Truth(self.goes_on.get()), end)

    def _place(self, word: Number) -> str:
        assert self.watch is not None
        words = self.watch.count_deal_words(self.machine.players)
        start = self.give(f"mul i64 {self.deal_row.get()}, {words}")
        at = self.give(f"add i64 {start}, {word.text}")
        return self.give(f"getelementptr inbounds i64, ptr %deals, i64 {at}")

    def _put(self, word: Number, value: Number) -> None:
        tag = self.shared.tag("deals")
        self.do(f"store i64 {value.text}, ptr {self._place(word)}{tag}")

    def _get(self, word: Number) -> Number:
        tag = self.shared.tag("deals")
        return Number(self.give(f"load i64, ptr {self._place(word)}{tag}"))

    def _measure(self, put: Callable[[Number, Number], None]) -> None:
        """Each measure of each seat, with its place."""
        assert self.watch is not None
        players = self.machine.players
        for k, slots in enumerate(self.watch.measures):

            def one(seat: Number, k: int = k, slots: tuple[int, ...] | None = slots) -> None:
                if slots is None:
                    value = self.payoff_of(seat)
                else:
                    index = self.modulo(seat, len(set(slots)))
                    value = self.load_number(self.place_of(slots[0], index))
                put(self.add(seat, number(k * players)), value)

            self.count(number(players), one)

    def payoff_of(self, seat: Number) -> Number:
        """What a seat would take away now, as the rules say."""
        assert self.machine.payoff is not None
        slot, value, span = self.machine.payoff
        before, self.span = self.span, span
        with self.bound(slot, seat):
            found = self.number_of(value)
        self.span = before
        return found
