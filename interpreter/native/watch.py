"""What a kernel notes of games besides their end, where somebody wants it: turns, deals, events.

A deal is a row of numbers: who held each role when it began, what each measure of each seat has
changed by, and what it was at when the deal was over. Events are counted in words of the record:
what `follow_events.py` counts of those of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.interpreter.native.memory import NotedRow, Shared, Variable
from hoyle.interpreter.native.policies import Policies
from hoyle.interpreter.native.sequences import Seq
from hoyle.interpreter.native.writer import GIVEN_UP, NONE, ONE, ZERO, Number, Truth, number
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.events import name_moves, name_row, name_sentence


class Note(IntEnum):
    """The words that are noted of a game; behind them its measures at the end, then its events."""

    TURNS = 0  # what one seat decides before another is asked, or the deal is over
    CHOICES = 1  # the legal moves of all decisions
    FORCED = 2  # decisions with one legal move
    DEALS_FROM = 3  # the row of the first deal
    DEALS_TO = 4  # the row behind the last
    FINALS = 5


@attrs.frozen
class Events:
    """What is counted: the rows of tables by their number, and every key with its place.

    `keys` are moves, sentences, rows, hands: what it is, and its name. `rankings` are the tables of
    which a row counts once in each deal as a hand; `moves` has the names of moves by their phase.
    """

    rows: tuple[tuple[str, str], ...]
    keys: Mapping[tuple[str, str], int]
    rankings: frozenset[str]
    moves: Mapping[tuple[str, str], str]

    @classmethod
    def of(cls, machine: p.Machine, rankings: frozenset[str]) -> Events:
        """All that can happen at a machine."""
        nodes = machine.nodes
        bodies: list[object] = [function.body for function in machine.functions]
        bodies += [zone.seen_by for zone in machine.zones]
        bodies += machine.payoff or ()
        said = [node for node in nodes if isinstance(node, p.SayIt)]
        bodies += [
            piece.value for node in said for piece in node.pieces if not isinstance(piece, str)
        ]
        found = list(walk((*nodes, *bodies)))
        rows = tuple(dict.fromkeys(
            (part.table, part.row) for part in found if isinstance(part, p.TableRow)
        ))  # fmt: skip
        moves = name_moves(machine)
        names = [("move", name) for name in moves.values()]
        names += [("said", name_sentence(node.span)) for node in said]
        names += [("row", name_row(*row)) for row in rows]
        names += [("hand", name_row(*row)) for row in rows if row[0] in rankings]
        keys = {key: k for k, key in enumerate(dict.fromkeys(names))}
        return cls(rows, keys, rankings, moves)

    @property
    def hands(self) -> list[tuple[str, str]]:
        """The rows that are hands."""
        return [row for row in self.rows if row[0] in self.rankings]

    @property
    def first_flag(self) -> int:
        """The first of the words that say which hands there were; the last row's number is at 0."""
        return 1 + len(self.keys)

    @property
    def words(self) -> int:
        """The words of a record."""
        return self.first_flag + len(self.hands)

    def note_rows(self) -> dict[tuple[str, str], NotedRow]:
        """How each row is noted."""
        flags = {row: self.first_flag + k for k, row in enumerate(self.hands)}
        return {row: NotedRow(k, flags.get(row)) for k, row in enumerate(self.rows)}


@attrs.frozen
class Watch:
    """What is noted: the phases that are deals, the registers of roles, and what is measured.

    A measure has the register of each seat, or None: what the rules pay off.
    """

    deal_phases: frozenset[str]
    roles: tuple[int, ...]
    measures: tuple[tuple[int, ...] | None, ...]
    events: Events | None = None  # None: they are not counted

    def count_words(self, players: int) -> int:
        """The words of a game."""
        return self.first_event(players) + (len(self.events.keys) if self.events else 0)

    def first_event(self, players: int) -> int:
        """The word of the first event that is counted."""
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
        self.events = None if watch is None else watch.events
        # the row that gave a value last, of which place in which family
        self.row_before = self.variable("i64", "-1")
        self.place_before = self.variable("i64", "-1")
        self.family_before = self.variable("i64", "-1")
        families = enumerate(self.machine.families)
        self.family_of = {slot: k for k, family in families for slot in family.slots}

    def begin_notes(self) -> None:
        """A game begins."""
        if self.events is not None:
            self.count(number(self.events.words), lambda k: self._set_counter(k, ZERO))
            self.row_before.set("-1")
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
        if self.events is not None:
            self.row_before.set("-1")
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
        if self.events is not None:
            first = number(self.watch.first_event(self.machine.players))
            self.count(
                number(len(self.events.keys)),
                lambda k: put(self.add(k, first), self._counter(self.add(k, ONE))),
            )

    # ------------------------------------------------------------------ events

    def _counter_at(self, word: Number) -> Variable:
        start = self.word_at(self.layout.counters)
        place = self.give(f"getelementptr inbounds i64, ptr {start}, i64 {word.text}")
        return Variable(self, "i64", place)

    def _counter(self, word: Number) -> Number:
        return Number(self._counter_at(word).get())

    def _set_counter(self, word: Number, value: Number) -> None:
        self._counter_at(word).set(value.text)

    def _happened(self, kind: str, name: str, many: Number = ONE) -> None:
        """Once more, or so many times."""
        assert self.events is not None
        counter = self._counter_at(number(1 + self.events.keys[kind, name]))
        counter.set(self.give(f"add i64 {counter.get()}, {many.text}"))

    def note_move(self, action: p.MachineAction) -> None:
        """Somebody has made a move."""
        if self.events is not None:
            self._happened("move", self.events.moves[action.phase, action.name])

    def say(self, node: p.SayIt) -> None:
        """A sentence. Its values are worked out where that can be noted, or fail."""
        if self.events is None:
            return
        for piece in node.pieces:
            if not isinstance(piece, str) and self.may_fail(piece.value):
                found = self.value(piece.value)
                if isinstance(found, Seq):
                    self.kept(found)
        self._happened("said", name_sentence(node.span))

    def _asks_rows(self, node: p.Set | p.PayChips) -> bool:
        """Whether the value may come from a row of a table."""
        if self.events is None or (isinstance(node, p.Set) and node.quiet):
            return False
        return any(map(_has_rows, walk(node)))

    def forget_rows(self, node: p.Set | p.PayChips) -> None:
        """The value of a register, or what is paid, is going to be worked out."""
        if self._asks_rows(node):
            self._set_counter(ZERO, NONE)

    def note_value(self, node: p.Set | p.PayChips, index: Number) -> None:
        """Of the rows that led to a value the last counts, which gave it.

        Where two registers of a seat take it, one after the other, it counts once.
        """
        if not self._asks_rows(node):
            return
        assert self.events is not None
        rows, keys = self.events.rows, self.events.keys
        base = node.ref.base if isinstance(node, p.Set) else node.giver.base
        family = number(self.family_of.get(base, -1))
        place = NONE if family == NONE else index
        last = Number(self._counter(ZERO).text, -1, len(rows) - 1)

        def note() -> None:
            same = self.both(
                self.compare("eq", last, Number(self.row_before.get())),
                self.compare("eq", place, Number(self.place_before.get())),
            )
            moved = self.compare("ne", family, Number(self.family_before.get()))
            places = tuple(1 + keys["row", name_row(*row)] for row in rows)
            at = self.look_up(places, Number(last.text, 0, len(rows) - 1))
            counter = self._counter_at(at)
            once = self.as_number(self.no(self.both(same, moved)))
            counter.set(self.give(f"add i64 {counter.get()}, {once.text}"))
            for variable, value in (
                (self.row_before, last), (self.place_before, place), (self.family_before, family),
            ):  # fmt: skip
                variable.set(value.text)

        self.if_(self.compare("sge", last, ZERO), note)

    def _count_hands(self) -> None:
        """The hands of a deal that is over."""
        if self.events is None:
            return
        for k, row in enumerate(self.events.hands):
            flag = self._counter_at(number(self.events.first_flag + k))
            self._happened("hand", name_row(*row), Number(flag.get()))
            flag.set("0")

    # ------------------------------------------------------------------ deals

    def mark(self, node: p.Mark) -> None:
        """A phase begins or ends, which may be a deal."""
        if self.watch is None or node.phase not in self.watch.deal_phases:
            return
        self._end_deal()
        self.last_seat.set("-1")
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
            self._count_hands()
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


def _has_rows(part: object) -> bool:
    """Whether an expression is a row of a table, or calls what may come to one."""
    if isinstance(part, p.Call):
        return any(map(_has_rows, walk(part.function.body)))
    return isinstance(part, p.TableRow)
